"""What the other apps add to a game day, reached without importing them.

`hq` never imports `fleets`: in its `ready()` an app enters one `Part`, and hq goes through the
parts wherever a day is read, made, kept or told. Every hook is optional and has a default that
does nothing, so a new kind of hook is a new field here and one loop where hq needs it; parts that
do not know it stay as they are. Hooks are plain functions without state. What they are handed
is theirs to read; what they write they write in the caller's transaction.

There are the file of a scenario pack that the part owns (`Section`), the rows by which a day is
kept whole, carried to another laptop and wiped (`Rows`), what is looked at before the doors open
(`readiness`), what is told after the end (`report`, `keepsakes`), and what the HQ knows of the
tables (`ships_out`, `squadrons`, `held`, `rounds_left`; asked through `hq.tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from hq.effects import Entry, Slug, Wording
from hq.models import Game

if TYPE_CHECKING:
    from hq.tables import ShipOut, SquadronAt
    from hq.viewers import Viewer

__all__ = [
    "Chapter",
    "Entry",
    "Finding",
    "Keepsakes",
    "Light",
    "Part",
    "Passage",
    "Readiness",
    "Rows",
    "Section",
    "Slug",
    "Wording",
    "enter",
    "entered",
]

Finding = tuple[tuple[str | int, ...], str]
"""The path of an entry in the file, and what is to be said of it."""


def no_findings(*_read: Any) -> Iterable[Finding]:
    return ()


def none_of(*_asked: Any) -> Iterable[Any]:
    return ()


def unknown(*_asked: Any) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Section:
    """A file of a pack, beside `pack.yaml`; a pack may go without it.

    `shape`: what the file holds, for pydantic. `check(values, pack)`: faults that a shape cannot
    tell, found in the plain values of the file and of `pack.yaml`, either of which may have
    faults of shape. `advise(section)`: what can be played with but is worth a second look.
    `load(section, game)`: the rows of a day, those it has already left alone (found by their
    slugs); returns the slugs of what is new.
    """

    file: str
    shape: type[BaseModel]
    load: Callable[[Any, Game], tuple[str, ...]]
    check: Callable[[Mapping[str, Any], Mapping[str, Any]], Iterable[Finding]] = no_findings
    advise: Callable[[Any], Iterable[Finding]] = no_findings


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Which rows belong to a day; all else about them is read off the models (`hq.keeping`).

    `kept`: models («fleets.battle») in an order in which a row refers only to rows that stand
    before it. `passed_over`: models that hang on a day too, but that a copy does without.
    `ids`: what a number under this name in a journal entry's particulars, topics and answers
    stands for («squadron»: «fleets.squadron»). `worded`: JSON fields («fleets.line.notes») that
    hold numbers under such names too.
    """

    kept: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    ids: Mapping[str, str] = field(default_factory=dict)
    worded: tuple[str, ...] = ()


class Light(StrEnum):
    """How a thing stands before the doors open. LOOK: only a person can tell."""

    GOOD = "good"
    LOOK = "look"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, kw_only=True)
class Readiness:
    """One line of the list before the doors open: what was looked at, and what to do about it."""

    name: str
    light: Light
    text: str


@dataclass(frozen=True, kw_only=True)
class Passage:
    """One thing that a chapter tells: its lines are read aloud one after the other."""

    title: str
    note: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """A chapter of the report of a day: for reading, and the same as a table for its files.

    Told in the active language, and only what everybody of the day may know.
    """

    key: str
    title: str
    passages: tuple[Passage, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str | int, ...], ...] = ()


Keepsakes = Mapping[int, tuple[str, ...]]
"""What a person did, in words, by the number of the person."""


def no_keepsakes(_game: Game) -> Keepsakes:
    return {}


def nothing_to_look_at(_game: Game) -> Iterable[Readiness]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Part:
    """All that one app adds to a day, under the app's name.

    `ships_out(game_id, viewer or None)`: every ship out of action today. `squadrons(game_id)`:
    those in open battles; `listed(game_id)`: all that can be chosen. `held(game_id, seat_id)`:
    those in the hand of a seat. `rounds_left(game_id, table)`: of the open battle there, or None.
    `report(game)`:
    its chapters of the report. `keepsakes`: what each person did there, for their souvenir card.
    """

    name: str
    section: Section | None = None
    rows: Rows = field(default_factory=Rows)
    readiness: Callable[[Game], Iterable[Readiness]] = nothing_to_look_at
    ships_out: Callable[[int, Viewer | None], Iterable[ShipOut]] = none_of
    squadrons: Callable[[int], Iterable[SquadronAt]] = none_of
    listed: Callable[[int], Iterable[SquadronAt]] = none_of
    held: Callable[[int, int], Iterable[SquadronAt]] = none_of
    rounds_left: Callable[[int, str], int | None] = unknown
    report: Callable[[Game], Iterable[Chapter]] = none_of
    keepsakes: Callable[[Game], Keepsakes] = no_keepsakes


_ENTERED: dict[str, Part] = {}


def enter(part: Part) -> None:
    """Make a part known, from `ready()`. The name stands for one part: the last one entered."""
    _ENTERED[part.name] = part


def entered() -> tuple[Part, ...]:
    """The parts, in the order of their names."""
    return tuple(_ENTERED[name] for name in sorted(_ENTERED))
