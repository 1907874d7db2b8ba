"""A ship as one readable line, to be written on paper, sent in a message and read back.

    Звезда | small | 3 | 2d6 | 2d8, 2d6T | 2d8 | shields, decoy | 11 (14)

Name, type, speed, defence, guns, piloting, upgrades, printed cost; «-» where there is none.
The name comes first and may hold anything but the end of a line. What a line has no place for
(ids, crew, text) the JSON form keeps: `kit.codec`.
"""

from __future__ import annotations

import re

from fleets.rules.horizon import ladder
from fleets.rules.horizon.ships import Gun, Profile
from fleets.rules.horizon.terms import ARC_LETTERS, Arc, ShipType

BAR, NOTHING = " | ", "-"
FIELDS = 8

_ARCS = {letter: arc for arc, letter in ARC_LETTERS.items() if letter}
_COST = re.compile(r"^(\d+) \((\d+)\)$")


class BadLineError(ValueError):
    """A line that is no ship; the message says which part and why."""


def write(profile: Profile) -> str:
    """The line of a ship."""
    cost = profile.printed_cost
    return BAR.join(
        (
            " ".join(profile.name.split()),
            profile.type.value,
            str(profile.speed),
            str(profile.defence),
            ", ".join(str(gun) for gun in profile.guns) or NOTHING,
            str(profile.piloting),
            ", ".join(profile.upgrades) or NOTHING,
            f"{cost[0]} ({cost[1]})" if cost is not None else NOTHING,
        )
    )


def read(line: str, ship_id: str) -> Profile:
    """The ship of a line, under an id of the caller's. Raises BadLineError."""
    parts = line.strip().rsplit(BAR, FIELDS - 1)
    if len(parts) != FIELDS:
        msg = f"{FIELDS} parts wanted between bars, {len(parts)} found"
        raise BadLineError(msg)
    name, type_, speed, defence, guns, piloting, upgrades, cost = (part.strip() for part in parts)
    try:
        return Profile(
            id=ship_id,
            name=name,
            type=ShipType(type_),
            speed=int(speed),
            defence=ladder.parse(defence),
            guns=tuple(_gun(text, number) for number, text in enumerate(_listed(guns), start=1)),
            piloting=ladder.parse(piloting),
            upgrades=_listed(upgrades),
            printed_cost=_cost(cost),
        )
    except ValueError as fault:
        raise BadLineError(str(fault)) from fault


def _listed(text: str) -> tuple[str, ...]:
    return () if text == NOTHING else tuple(part.strip() for part in text.split(","))


def _gun(text: str, number: int) -> Gun:
    arc = _ARCS.get(text[-1:], Arc.FRONT)
    return Gun(id=f"g{number}", dice=ladder.parse(text.removesuffix(ARC_LETTERS[arc])), arc=arc)


def _cost(text: str) -> tuple[int, int] | None:
    if text == NOTHING:
        return None
    match = _COST.match(text)
    if match is None:
        msg = f"no cost: {text!r}"
        raise ValueError(msg)
    return int(match[1]), int(match[2])
