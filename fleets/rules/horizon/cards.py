"""A ship as one readable line, to be written on paper, sent in a message and read back.

    Звезда | small | 3 | 2d6 | 2d8, 2d6T | 2d8 | shields, decoy | 11 (14)

Name, type, speed, defence, guns, piloting, upgrades, printed cost; «-» where there is none.
The name comes first and may hold anything but the end of a line. What a line has no place for
(ids, crew, text) the JSON form keeps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from fleets.rules.base import Json
from fleets.rules.horizon import ladder
from fleets.rules.horizon.ships import Gun, Profile
from fleets.rules.horizon.terms import ARC_LETTERS, Arc

BAR, NOTHING = " | ", "-"
FIELDS = 8

_ARCS = {letter: arc for arc, letter in ARC_LETTERS.items() if letter}
_COST = re.compile(r"^(\d{1,4}) ?\((\d{1,4})\)$", re.ASCII)


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


def fields(line: str) -> dict[str, Json]:
    """The parts of a line under the names of the card, as far as they can be told.

    What is not written as it should be stays as it stands. Raises BadLineError when the line has
    too few bars to be a ship.
    """
    parts = [part.strip() for part in line.strip().rsplit(BAR, FIELDS - 1)]
    if len(parts) != FIELDS:
        msg = f"{FIELDS} parts wanted between bars, {len(parts)} found"
        raise BadLineError(msg)
    name, type_, speed, defence, guns, piloting, upgrades, cost = parts
    paid = _COST.match(cost)
    return {
        "name": name,
        "type": type_,
        "speed": int(speed) if speed.isdecimal() and len(speed) < 4 else speed,
        "defence": defence,
        "guns": _listed(guns),
        "piloting": piloting,
        "upgrades": _listed(upgrades),
        "printed_cost": [int(paid[1]), int(paid[2])] if paid else _none_or_as_is(cost),
    }


def guns(written: Iterable[str]) -> tuple[Gun, ...]:
    """Guns as written on a card: «2d8», «2d6T». Raises ValueError."""
    return tuple(_gun(text, number) for number, text in enumerate(written, start=1))


def _listed(text: str) -> list[str]:
    return [] if text == NOTHING else [part.strip() for part in text.split(",")]


def _gun(text: str, number: int) -> Gun:
    arc = _ARCS.get(text[-1:], Arc.FRONT)
    return Gun(id=f"g{number}", dice=ladder.parse(text.removesuffix(ARC_LETTERS[arc])), arc=arc)


def _none_or_as_is(text: str) -> str | None:
    return None if text == NOTHING else text
