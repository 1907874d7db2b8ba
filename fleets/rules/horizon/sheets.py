"""A squadron as readable text: two or three lines of heading, then a line a ship (`cards`).

    = horizon | Дозор
    * 1 | tactician | Кира Валевская
    > 5, 6 | 1

    Звезда | small | 3 | 2d6 | 2d8, 2d6T | 2d8 | shields, decoy | 11 (14)

«=» the system and the squadron's name; «*» the commander's ship by its number, traits and name;
«>» ships that start aboard another, by their numbers, and their carrier. Free text stands last
in the heading, first in a ship's line: it may hold anything but the end of a line. An empty line
ends the heading, others mean nothing. Crew, text and NPC marks have no place here; the JSON form
keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from fleets.rules.base import Json
from fleets.rules.horizon import cards
from fleets.rules.horizon.cards import BAR, NOTHING, BadLineError
from fleets.rules.horizon.squadrons import Roster

SYSTEM = "horizon"
NAME, COMMANDER, ABOARD = SIGNS = ("= ", "* ", "> ")


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that could not be read: why (a key of `words.SHEET_FAULTS`), and what it needs."""

    line: int
    code: str
    params: Mapping[str, Json] = field(default_factory=dict)


@dataclass
class Sheet:
    """What a text says: values under the names of the JSON form, the line each stands on.

    `faults`: lines that could not be read at all.
    """

    values: dict[str, Json] = field(default_factory=dict)
    lines: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    faults: list[Unread] = field(default_factory=list)


def write(roster: Roster) -> str:
    """The text of a squadron."""
    numbers = {ship.id: number for number, ship in enumerate(roster.ships, start=1)}
    commander = str(numbers.get(roster.commander or "", NOTHING))
    traits = ", ".join(roster.traits) or NOTHING
    name = " ".join(roster.commander_name.split()) or NOTHING
    return "\n".join(
        (
            NAME + BAR.join((SYSTEM, " ".join(roster.name.split()))),
            COMMANDER + BAR.join((commander, traits, name)),
            *_aboard(roster, numbers),
            "",
            *(cards.write(ship) for ship in roster.ships),
            "",
        )
    )


def _aboard(roster: Roster, numbers: dict[str, int]) -> Iterator[str]:
    pairs = sorted((numbers[carrier], numbers[ship]) for ship, carrier in roster.aboard)
    for carrier, group in groupby(pairs, key=lambda pair: pair[0]):
        yield ABOARD + BAR.join((", ".join(str(ship) for _, ship in group), str(carrier)))


def read(text: str) -> Sheet:
    """What a text says, as far as it can be told, and everything that cannot."""
    sheet = Sheet(values={"ships": []})
    in_heading = True
    for number, written in enumerate(text.split("\n"), start=1):
        line = written.strip()
        if in_heading and line.startswith(SIGNS):
            _heading(sheet, number, line)
        elif line:
            in_heading = False
            _ship(sheet, number, line)
        elif "name" in sheet.values:
            in_heading = False
    if "name" not in sheet.values:
        sheet.faults.insert(0, Unread(1, "no-heading"))
    return sheet


def _heading(sheet: Sheet, number: int, line: str) -> None:
    sign, rest = line[: len(NAME)], line[len(NAME) :]
    key = {NAME: "name", COMMANDER: "commander", ABOARD: "aboard"}[sign]
    if key in sheet.values and sign != ABOARD:
        sheet.faults.append(Unread(number, "heading-twice", {"sign": sign.strip()}))
        return
    {NAME: _name, COMMANDER: _commander, ABOARD: _carrier}[sign](sheet, number, rest)


def _name(sheet: Sheet, number: int, rest: str) -> None:
    parts = [part.strip() for part in rest.split(BAR, 1)]
    if len(parts) != 2:
        sheet.faults.append(Unread(number, "heading-malformed", {"shape": "= horizon | …"}))
        parts = [SYSTEM, rest.strip()]
    _put(sheet, number, system=parts[0], name=parts[1])


def _commander(sheet: Sheet, number: int, rest: str) -> None:
    parts = [part.strip() for part in rest.split(BAR, 2)]
    if len(parts) != 3:
        params = {"shape": "* 1 | tactician | …"}
        sheet.faults.append(Unread(number, "heading-malformed", params))
        return
    ship, traits, name = parts
    _put(
        sheet,
        number,
        commander=None if ship == NOTHING else _number(ship),
        traits=[] if traits == NOTHING else [part.strip() for part in traits.split(",")],
        commander_name="" if name == NOTHING else name,
    )


def _carrier(sheet: Sheet, number: int, rest: str) -> None:
    ships, bar, carrier = rest.partition(BAR)
    if not bar:
        sheet.faults.append(Unread(number, "heading-malformed", {"shape": "> 5, 6 | 1"}))
        return
    aboard = sheet.values.setdefault("aboard", [])
    for ship in ships.split(","):
        sheet.lines[("aboard", len(aboard))] = number
        aboard.append([_number(ship.strip()), _number(carrier.strip())])


def _ship(sheet: Sheet, number: int, line: str) -> None:
    ships = sheet.values["ships"]
    try:
        part = cards.fields(line)
    except BadLineError:
        found = line.count(BAR) + 1
        params = {"wanted": cards.FIELDS, "found": found}
        sheet.faults.append(Unread(number, "line-malformed", params))
        return
    sheet.lines[("ships", len(ships))] = number
    ships.append(part)


def _put(sheet: Sheet, number: int, **values: Json) -> None:
    sheet.values |= values
    sheet.lines |= dict.fromkeys(((key,) for key in values), number)


def _number(text: str) -> Json:
    return int(text) if text.isdecimal() and len(text) < 4 else text
