"""T7: what exists is named in the docs, and what the docs name exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

RULING = re.compile(r"\bR-(\d+)\b")
LINK = re.compile(r"\]\(([^)#]+?)(?:#[^)]*)?\)")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def pages(root: Path) -> list[Path]:
    return [*root.glob("*.md"), *sorted(root.glob("docs/**/*.md"))]


def test_every_management_command_is_named(root):
    text = "\n".join(read(path) for path in pages(root))
    commands = {
        path.stem
        for path in root.glob("*/management/commands/*.py")
        if not path.stem.startswith("_")
    }

    missing = {name for name in commands if f"manage.py {name}" not in text}

    assert commands
    assert missing == set()


def test_every_environment_value_is_named(root):
    text = read(root / "docs" / "architecture.md")
    calls = {
        node.args[0].value
        for path in [*root.glob("horizonwar/*.py"), *root.glob("hq/**/*.py")]
        for node in ast.walk(ast.parse(read(path)))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
        and isinstance(node.args[0], ast.Constant)
    }

    missing = {name for name in calls if f"`{name}`" not in text}

    assert calls
    assert missing == set()


def test_every_ruling_that_code_names_is_written_down(root):
    written = set(RULING.findall(read(root / "docs" / "rulings.md")))
    named = {
        number
        for folder in ("hq", "fleets", "horizonwar", "templates", "static/js")
        for path in (root / folder).rglob("*")
        if path.suffix in {".py", ".html", ".js", ".yaml"}
        for number in RULING.findall(read(path))
    }

    assert {str(number) for number in range(1, 9)} <= written
    assert named - written == set()


def test_every_term_has_one_english_name(root):
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in read(root / "docs" / "glossary.md").splitlines()
        if line.startswith("|") and not line.startswith(("|---", "| Russian"))
    ]
    russian = [row[0] for row in rows]

    assert all(len(row) == 3 and all(row) for row in rows)
    assert len(russian) == len(set(russian))


def test_stored_codes_of_the_day_stand_in_the_glossary(root):
    from hq import enums

    text = read(root / "docs" / "glossary.md")
    codes = {
        value
        for choices in (
            enums.Role,
            enums.PoolKind,
            enums.CardKind,
            enums.CardState,
            enums.DecisionMode,
            enums.WayKind,
            enums.Threshold,
            enums.VoiceWay,
        )
        for value in choices.values
    }

    assert {code for code in codes if f"`{code}`" not in text} == set()


def test_links_between_pages_lead_somewhere(root):
    broken = {
        f"{path.relative_to(root)} → {target}"
        for path in pages(root)
        for target in LINK.findall(read(path))
        if not target.startswith(("http://", "https://", "mailto:"))
        and not (path.parent / target).exists()
    }

    assert broken == set()


def test_decisions_are_numbered_without_gaps(root):
    records = sorted((root / "docs" / "adr").glob("*.md"))

    assert [int(path.name[:4]) for path in records] == list(range(1, len(records) + 1))
    for number, path in enumerate(records, start=1):
        text = read(path)
        assert text.startswith(f"# {number}. "), path.name
        for heading in ("## Context", "## Decision", "## Consequences"):
            assert heading in text, path.name


@pytest.mark.parametrize("name", ["README.md", "README.ru.md"])
def test_readmes_show_the_two_commands(root, name):
    text = read(root / name)

    assert "python3 start.py " in text
    assert "python3 start.py test" in text
