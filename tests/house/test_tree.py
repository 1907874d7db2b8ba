"""T5 and T8, and the lock files: what must never stand in the tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command

OUTSIDE = re.compile(r"""(?:https?:)?//[a-z0-9][a-z0-9.-]*\.[a-z]{2,}""", re.IGNORECASE)
# Names of XML vocabularies look like addresses; nothing is ever fetched from them.
VOCABULARIES = ("http://www.w3.org/", "https://www.w3.org/")
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)", re.IGNORECASE)
INLINE_STYLE = re.compile(r"<style\b|\sstyle\s*=", re.IGNORECASE)
HANDLER = re.compile(r"""\s(?:on[a-z]+|hx-on[:a-z-]*)\s*=\s*["']""", re.IGNORECASE)
JAVASCRIPT_ADDRESS = re.compile(r"javascript:", re.IGNORECASE)
PIN = re.compile(r"^[a-z0-9][a-z0-9._-]*(?:\[[a-z0-9,._-]+\])?==[^ ]+", re.IGNORECASE)
TEXT = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}


def sources(root: Path, *folders: str) -> list[Path]:
    return [
        path
        for folder in folders
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in TEXT and "fonts" not in path.parts
    ]


def hits(path: Path, pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.name}:{number}: {line.strip()[:120]}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for hit in pattern.finditer(line)
        if not line[hit.start() :].startswith(VOCABULARIES)
    ]


def test_nothing_is_fetched_from_outside_the_house(root):
    found = [hit for path in sources(root, "templates", "static") for hit in hits(path, OUTSIDE)]

    assert found == []


@pytest.mark.parametrize(
    "pattern",
    [INLINE_SCRIPT, INLINE_STYLE, HANDLER, JAVASCRIPT_ADDRESS],
    ids=["script", "style", "handler", "address"],
)
def test_pages_hold_nothing_inline(root, pattern):
    found = [
        hit
        for path in sources(root, "templates")
        if path.suffix == ".html"
        for hit in hits(path, pattern)
    ]

    assert found == []


def test_nothing_is_vendored_but_fonts_with_their_licence(root):
    fonts = sorted((root / "static").rglob("*.woff2"))

    assert not (root / "static" / "vendor").exists()
    for font in fonts:
        assert any(font.parent.glob("*LICEN[CS]E*")) or any(font.parent.glob("*OFL*")), font.name


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize("app", ["hq", "fleets"])
def test_migrations_are_one_line_and_named_by_hand(root, app):
    names = sorted(path.stem for path in (root / app / "migrations").glob("0*.py"))

    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    assert [name for name in names if "_auto_" in name] == []


def test_regions_know_neither_request_nor_seq(root):
    """A region is the same for a whole audience and at every push: the seq stands in the frame."""
    found = [
        hit
        for path in root.glob("templates/*/regions/*.html")
        for hit in hits(path, re.compile(r"\brequest\b|\buser\.|\bregion\.seq\b"))
    ]

    assert found == []


def entries(path: Path) -> dict[str, str]:
    """Each pinned package with its lines of the lock."""
    found: dict[str, str] = {}
    name = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if PIN.match(line):
            name = line.split(" ")[0].rstrip("\\")
            found[name] = ""
        elif name:
            found[name] += line + "\n"
    return found


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_has_hashes_and_no_index(root, lock):
    text = (root / lock).read_text(encoding="utf-8")
    locked = entries(root / lock)

    assert len(locked) > 20
    assert [name for name, lines in locked.items() if "--hash=sha256:" not in lines] == []
    assert re.findall(r"https?://|file://|--(?:extra-)?index-url|--find-links", text) == []


def test_both_locks_agree(root):
    """Installing the test tools must not change what the product runs on."""
    runtime, dev = entries(root / "requirements.txt"), entries(root / "requirements-dev.txt")

    assert runtime.keys() - dev.keys() == set()


@pytest.mark.parametrize(
    ("lock", "source"),
    [("requirements.txt", "requirements.in"), ("requirements-dev.txt", "requirements-dev.in")],
)
def test_everything_asked_for_is_locked(root, lock, source):
    asked = {
        re.split(r"[\[~=<>]", line.strip())[0].lower().replace(".", "-")
        for line in (root / source).read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith(("#", "-r"))
    }
    locked = {re.split(r"[\[=]", name)[0].lower() for name in entries(root / lock)}

    assert asked - locked == set()


def test_no_path_of_a_developers_machine(root):
    """Whoever clones this has neither our home folder nor our package mirror."""
    private = re.compile(r"/home/[a-z]|/Users/[A-Za-z]|[A-Z]:\\\\Users|/(?:root|work|opt)/[a-z]")
    found = [
        hit
        for path in [*root.glob("*.*"), *root.glob("docs/**/*.md"), *root.glob("h*/**/*.py")]
        if path.is_file() and path.suffix in {".py", ".md", ".toml", ".in", ".txt"}
        for hit in hits(path, private)
    ]

    assert found == []
