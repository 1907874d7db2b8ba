"""The translation catalogues, read and compiled without the gettext tools (few laptops have them).

Texts to translate are English msgids in Python files and templates; the catalogues are
`hq/locale/<language>/LC_MESSAGES/django.po`. English needs none.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.template import templatize

SOURCES = ("horizonwar", "hq", "fleets")
# Function name → places of (msgid, plural, context) among its arguments.
CALLS: dict[str, tuple[int, int | None, int | None]] = {
    "_": (0, None, None),
    "gettext": (0, None, None),
    "gettext_lazy": (0, None, None),
    "gettext_noop": (0, None, None),
    "ngettext": (0, 1, None),
    "ngettext_lazy": (0, 1, None),
    "pgettext": (1, None, 0),
    "pgettext_lazy": (1, None, 0),
    "npgettext": (1, 2, 0),
    "npgettext_lazy": (1, 2, 0),
}
PLURAL_FORMS = {
    "ru": (
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
        "n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
    ),
}
# Django turns a template into something like C in which the calls stand alone.
TEMPLATE_CALL = re.compile(
    r"\b(?P<name>n?p?gettext|_)\((?P<args>(?:\s*u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\s*,?)+)",
    re.DOTALL,
)


@dataclass(frozen=True, kw_only=True)
class Text:
    """One text to translate and the first place where it stands."""

    msgid: str
    plural: str
    context: str
    place: str

    @property
    def key(self) -> tuple[str, str]:
        return (self.context, self.msgid)


def files() -> list[Path]:
    """The catalogue of each language but English, whether it exists yet or not."""
    return [
        Path(root) / language / "LC_MESSAGES" / "django.po"
        for root in settings.LOCALE_PATHS
        for language, _name in settings.LANGUAGES
        if language != "en"
    ]


def compile_stale() -> list[Path]:
    """Write the `.mo` of each catalogue that has none or an older one; returns those written."""
    return [source for source in files() if source.exists() and _compile(source)]


def _compile(source: Path) -> bool:
    target = source.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
        return False
    half = target.with_suffix(f".{os.getpid()}.tmp")  # a server that starts now reads old or new
    polib.pofile(str(source)).save_as_mofile(str(half))
    half.replace(target)
    return True


def problems() -> list[str]:
    """What is wrong with the catalogues: untranslated, fuzzy, missing and left-over entries."""
    wanted = texts()
    return [fault for source in files() for fault in _problems(source, wanted)]


def _problems(source: Path, wanted: dict[tuple[str, str], Text]) -> Iterator[str]:
    name = source.relative_to(settings.BASE_DIR).as_posix()
    entries = {(e.msgctxt or "", e.msgid): e for e in _read(source) if not e.obsolete}
    for key, entry in entries.items():
        if key not in wanted:
            yield f"{name}:{entry.linenum}: nothing says this any more: {entry.msgid!r}"
        elif entry.fuzzy:
            yield f"{name}:{entry.linenum}: fuzzy: {entry.msgid!r}"
        elif not _translated(entry):
            yield f"{name}:{entry.linenum}: not translated: {entry.msgid!r}"
        elif bool(entry.msgid_plural) != bool(wanted[key].plural):
            yield f"{name}:{entry.linenum}: plural or not? {entry.msgid!r}"
    for key, text in wanted.items():
        if key not in entries:
            yield f"{name}: missing: {text.msgid!r} ({text.place})"


def _translated(entry: polib.POEntry) -> bool:
    if entry.msgid_plural:
        return bool(entry.msgstr_plural) and all(entry.msgstr_plural.values())
    return bool(entry.msgstr)


def update() -> int:
    """Add empty entries for new texts and drop those nothing says; returns how many changed."""
    wanted, changed = texts(), 0
    for source in files():
        catalogue = _read(source)
        have = {(entry.msgctxt or "", entry.msgid): entry for entry in catalogue}
        for key in have.keys() - wanted.keys():
            catalogue.remove(have[key])
        for key in sorted(wanted.keys() - have.keys()):
            catalogue.append(_empty_entry(wanted[key], catalogue))
        changed += len(have.keys() ^ wanted.keys())
        for entry in catalogue:
            entry.occurrences = []
        catalogue.sort(key=lambda entry: (entry.msgid, entry.msgctxt or ""))
        source.parent.mkdir(parents=True, exist_ok=True)
        catalogue.save(str(source), newline="\n")
    return changed


def _read(source: Path) -> polib.POFile:
    """A catalogue, or a new one with no entries yet."""
    if source.exists():
        return polib.pofile(str(source), wrapwidth=98)
    catalogue = polib.POFile(wrapwidth=98)
    language = source.parent.parent.name
    catalogue.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURAL_FORMS.get(language, "nplurals=2; plural=(n != 1);"),
    }
    return catalogue


def _empty_entry(text: Text, catalogue: polib.POFile) -> polib.POEntry:
    entry = polib.POEntry(msgid=text.msgid, msgctxt=text.context or None, comment=text.place)
    if text.plural:
        forms = re.search(r"nplurals=(\d+)", catalogue.metadata.get("Plural-Forms", ""))
        entry.msgid_plural = text.plural
        entry.msgstr_plural = dict.fromkeys(range(int(forms[1]) if forms else 2), "")
    return entry


def texts() -> dict[tuple[str, str], Text]:
    """Every text the code and the templates mark for translation, by (context, msgid)."""
    found: dict[tuple[str, str], Text] = {}
    for text in _all_texts(Path(settings.BASE_DIR)):
        known = found.get(text.key)
        if known is None or (text.plural and not known.plural):
            found[text.key] = text
    return found


def _all_texts(base: Path) -> Iterator[Text]:
    for package in SOURCES:
        for path in sorted((base / package).rglob("*.py")):
            yield from _python_texts(path.read_text(encoding="utf-8"), _place(base, path))
    for path in sorted((base / "templates").rglob("*.*")):
        if path.suffix in {".html", ".txt", ".svg"}:
            yield from _template_texts(path.read_text(encoding="utf-8"), _place(base, path))


def _place(base: Path, path: Path) -> str:
    return path.relative_to(base).as_posix()


def _python_texts(source: str, place: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else None
            name = node.func.id if isinstance(node.func, ast.Name) else name
            if name in CALLS:
                yield from _text(name, [_literal(argument) for argument in node.args], place)


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _template_texts(source: str, place: str) -> Iterator[Text]:
    for call in TEMPLATE_CALL.finditer(templatize(source, origin=place)):
        arguments = ast.literal_eval(f"[{call['args']}]")
        yield from _text(call["name"], arguments, place)


def _text(name: str, arguments: list[str | None], place: str) -> Iterator[Text]:
    """Calls whose msgid is no literal translate something marked elsewhere: nothing to collect."""
    msgid, plural, context = (
        "" if index is None else arguments[index] if index < len(arguments) else None
        for index in CALLS[name]
    )
    if msgid and plural is not None and context is not None:
        yield Text(msgid=msgid, plural=plural, context=context, place=place)
