"""Files of other parts that stand beside `pack.yaml` (`hq.parts.Section`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from pydantic import BaseModel, ValidationError

from hq import parts
from hq.models import Game
from hq.parts import Section
from hq.scenario import sentences
from hq.scenario.places import Fault, PackError, Place, parse


@dataclass(frozen=True)
class Beside:
    """A section that was read whole: its values, and where they stand in its file."""

    section: Section
    value: BaseModel
    place: Place

    def load(self, game: Game) -> tuple[str, ...]:
        return self.section.load(self.value, game)

    def warnings(self) -> list[Fault]:
        found = self.section.advise(self.value)
        return [_in_file(self.section, self.place.fault(text, *path)) for path, text in found]


def files(folder: Path) -> dict[str, Path]:
    """The sections' files that a folder has, by their names."""
    known = [part.section.file for part in parts.entered() if part.section is not None]
    return {name: folder / name for name in known if (folder / name).is_file()}


def read(
    texts: Mapping[str, str], pack: Mapping[str, Any]
) -> tuple[tuple[Beside, ...], list[Fault]]:
    """The sections in these texts, by file, and all faults of all of them."""
    found, faults = [], []
    for part in parts.entered():
        section = part.section
        if section is None or section.file not in texts:
            continue
        try:
            found.append(_read_one(section, texts[section.file], pack))
        except PackError as error:
            faults += [_in_file(section, fault) for fault in error.faults]
    return tuple(found), faults


def _read_one(section: Section, text: str, pack: Mapping[str, Any]) -> Beside:
    value, place, faults = parse(text)
    if not isinstance(value, dict):
        raise PackError([Fault(1, "", _("A block of named entries is expected here."))])
    faults += _told(place, section.check(value, pack))
    try:
        read_value = section.shape.model_validate(value)
    except ValidationError as error:
        raise PackError([*faults, *sentences.of(error, place)]) from error
    if faults:
        raise PackError(faults)
    return Beside(section, read_value, place)


def _told(place: Place, findings: Iterable[parts.Finding]) -> list[Fault]:
    return [place.fault(message, *path) for path, message in findings]


def _in_file(section: Section, fault: Fault) -> Fault:
    return replace(fault, file=section.file)
