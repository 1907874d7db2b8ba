"""Reads a scenario pack and finds every fault in it at once, each with its line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from django.utils.translation import gettext as _
from pydantic import ValidationError

from hq.scenario import beside, references, sentences
from hq.scenario.places import Fault, PackError, parse
from hq.scenario.schema import Pack

PACKS = Path(__file__).resolve().parent.parent / "packs"
FILE = "pack.yaml"

__all__ = ["Fault", "PackError", "bundled", "find", "read", "read_text"]


def bundled() -> tuple[str, ...]:
    """Slugs of the packs that come with the game."""
    return tuple(sorted(path.parent.name for path in PACKS.glob(f"*/{FILE}")))


def find(slug_or_path: str) -> Path:
    """The file of a bundled pack, or the file or folder at a path. Raises `PackError`."""
    if slug_or_path in bundled():
        return PACKS / slug_or_path / FILE
    path = Path(slug_or_path)
    if path.is_dir():
        path /= FILE
    if path.is_file():
        return path
    message = _("There is no scenario pack “%(name)s”. Bundled: %(bundled)s.")
    params = {"name": slug_or_path, "bundled": ", ".join(bundled())}
    raise PackError([Fault(0, "", message % params)])


def read(path: str | Path) -> Pack:
    """The pack in a file, and the files of its parts beside it. Raises `PackError`."""
    file = Path(path)
    texts = {name: _text_of(found) for name, found in beside.files(file.parent).items()}
    return read_text(_text_of(file), texts)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = _("The file is not in UTF-8. Save it in that encoding.")
        raise PackError([Fault(0, "", message)]) from error
    except OSError as error:
        message = _("The file cannot be opened: %(problem)s.") % {"problem": error.strerror}
        raise PackError([Fault(0, "", message)]) from error


def read_text(text: str, texts: Mapping[str, str] | None = None) -> Pack:
    """The pack in a YAML text; `texts` holds the files beside it, by name.

    Raises `PackError` with all faults of all of them.
    """
    value, place, faults = parse(text)
    if not isinstance(value, dict):
        message = _("A pack is a block of named entries: slug, title, maps, cards and so on.")
        raise PackError([Fault(1, "", message)])
    # References are looked up in the plain values, so that they are reported together with
    # faults of shape.
    faults += references.check(value, place)
    sections, found = beside.read(texts or {}, value)
    faults += found
    try:
        pack = Pack.model_validate(value)
    except ValidationError as error:
        faults += sentences.of(error, place)
        raise PackError(faults) from error
    if faults:
        raise PackError(faults)
    pack.read_at(place, sections)
    return pack
