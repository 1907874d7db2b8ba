"""What the HQ knows of the tables, told by the part that runs battles.

Without such a part no ship is out, no squadron flies, and nobody knows how many rounds are left.
"""

from __future__ import annotations

from dataclasses import dataclass

from hq import parts
from hq.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class ShipOut:
    """A ship out of action. `fate`: its survival in words; `is_settled`: nothing changes it now."""

    table: str
    ship: str
    name: str
    side: str = ""
    squadron: str = ""
    squadron_name: str = ""
    status: str = ""
    fate: str = ""
    is_settled: bool = False


@dataclass(frozen=True, kw_only=True)
class SquadronAt:
    """A squadron that fights in an open battle at a table."""

    table: str
    side: str
    squadron: str
    name: str


def ships_out(game_id: int, viewer: Viewer | None = None) -> tuple[ShipOut, ...]:
    """`viewer`: for whom a page is made; what was read for it already is not read again."""
    return tuple(ship for part in parts.entered() for ship in part.ships_out(game_id, viewer))


def squadrons(game_id: int) -> tuple[SquadronAt, ...]:
    return tuple(one for part in parts.entered() for one in part.squadrons(game_id))


def listed(game_id: int) -> tuple[SquadronAt, ...]:
    """Every squadron of the day that may be chosen, in a battle or not; `table` may be empty."""
    return tuple(one for part in parts.entered() for one in part.listed(game_id))


def held(game_id: int, seat_id: int) -> tuple[SquadronAt, ...]:
    return tuple(one for part in parts.entered() for one in part.held(game_id, seat_id))


def rounds_left(game_id: int, table: str) -> int | None:
    told = (part.rounds_left(game_id, table) for part in parts.entered())
    return next((rounds for rounds in told if rounds is not None), None)
