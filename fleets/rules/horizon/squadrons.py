"""A squadron as built: commander, wingmen, size and cost (seed, «Эскадра»; H-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fleets.rules.base import Caution
from fleets.rules.horizon import ships
from fleets.rules.horizon.ships import Profile
from fleets.rules.horizon.tables import Tables
from fleets.rules.horizon.terms import ShipType


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """What a captain brings: ships, which of them is the commander, the commander's traits.

    `own_initiative`: a part of a large flotilla that rolls for itself, as a rule NPCs
    (seed, «Фаза Движения»). `aboard` names ships that start inside a carrier.
    """

    id: str
    name: str
    side: str
    ships: tuple[Profile, ...]
    commander: str | None = None
    commander_name: str = ""
    traits: tuple[str, ...] = ()
    own_initiative: bool = False
    npc: bool = False
    aboard: tuple[tuple[str, str], ...] = ()


def cost(roster: Roster, tables: Tables) -> int:
    """Points of a squadron with its pilots, printed costs first (H-4)."""
    return sum(ships.cost_in_force(ship, tables).with_pilot for ship in roster.ships)


def cautions(
    roster: Roster, tables: Tables, size: int | None = None
) -> tuple[tuple[str | None, Caution], ...]:
    """Limits a squadron passes, with the id of the ship where it is one ship's (H-4).

    `size` is the sum of points agreed for the game.
    """
    own = tuple((ship.id, c) for ship in roster.ships for c in ships.cautions(ship, tables))
    return own + tuple((None, caution) for caution in _squadron_cautions(roster, tables, size))


def _squadron_cautions(roster: Roster, tables: Tables, size: int | None) -> Iterator[Caution]:
    points = tables.points
    if len(roster.ships) > points.most_ships:
        yield Caution("too-many-ships", {"count": len(roster.ships), "most": points.most_ships})
    if roster.commander not in {ship.id for ship in roster.ships}:
        yield Caution("no-commander")
    total = cost(roster, tables)
    if size is not None and total > size:
        yield Caution("over-size", {"cost": total, "size": size})
    small = sum(
        ships.cost_in_force(ship, tables).with_pilot
        for ship in roster.ships
        if ship.type is ShipType.SMALL
    )
    if roster.ships and small * 100 < total * points.small_share_percent:
        yield Caution("too-few-small", {"points": small, "least": points.small_share_percent})
    carried = Counter(
        name for ship in roster.ships for name in set(ship.upgrades) if name in tables.upgrades
    )
    for name, count in sorted(carried.items()):
        most = points.rarity_most.get(tables.upgrades[name].rarity)
        if most is not None and count > most:
            yield Caution("too-many-carry", {"upgrade": name, "count": count, "most": most})
