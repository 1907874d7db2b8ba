"""A ship as built: profile, computed cost, and limits that warn (seed, «Профиль модели»; H-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fleets.rules.base import Caution
from fleets.rules.horizon.ladder import Dice
from fleets.rules.horizon.tables import Tables, TypeLimits
from fleets.rules.horizon.terms import ARC_LETTERS, Arc, ShipType


@dataclass(frozen=True, slots=True, kw_only=True)
class Gun:
    """A gun: its dice and where it points. Its id is unique on its ship."""

    id: str
    dice: Dice
    arc: Arc = Arc.FRONT

    def __str__(self) -> str:
        return f"{self.dice}{ARC_LETTERS[self.arc]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Everything printed on a ship's card. Names need not be unique, ids are.

    `printed_cost` is what the paper says, base and with the pilot; it stands beside the
    computed one and is never refused. `crew` names may be missing: `crew_count` then says
    how many there are.
    """

    id: str
    name: str
    type: ShipType
    speed: int
    defence: Dice
    guns: tuple[Gun, ...] = ()
    piloting: Dice
    upgrades: tuple[str, ...] = ()
    printed_cost: tuple[int, int] | None = None
    crew: tuple[str, ...] = ()
    crew_count: int | None = None
    text: str = ""

    def has(self, upgrade: str) -> bool:
        """Whether the ship carries an upgrade."""
        return upgrade in self.upgrades

    def gun(self, gun_id: str) -> Gun | None:
        """A gun by id."""
        return next((gun for gun in self.guns if gun.id == gun_id), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Points of a ship: the hull with all it carries, and with its pilot."""

    base: int
    with_pilot: int


def cost(profile: Profile, tables: Tables) -> Cost:
    """Computed cost of a ship (H-4). What the tables do not price counts nothing."""
    points = tables.points
    base = points.speed.get(str(profile.speed), 0) + points.defence.get(_plain(profile.defence), 0)
    base += sum(points.gun.get(_plain(gun.dice), 0) for gun in profile.guns)
    base += sum(tables.upgrades[name].cost for name in profile.upgrades if name in tables.upgrades)
    return Cost(base=base, with_pilot=base + points.pilot.get(_plain(profile.piloting), 0))


def cost_in_force(profile: Profile, tables: Tables) -> Cost:
    """The printed cost where there is one, else the computed one (H-4)."""
    if profile.printed_cost is None:
        return cost(profile, tables)
    base, with_pilot = profile.printed_cost
    return Cost(base=base, with_pilot=with_pilot)


def cautions(profile: Profile, tables: Tables) -> tuple[Caution, ...]:
    """Limits a ship passes (H-4). They warn and never block."""
    limits = tables.points.limits[profile.type]
    return (
        *_hull_cautions(profile, limits),
        *_upgrade_cautions(profile, tables, limits),
        *_gun_cautions(profile, tables, limits),
        *_arc_cautions(profile, limits),
        *_cost_cautions(profile, tables, limits),
    )


def _hull_cautions(profile: Profile, limits: TypeLimits) -> Iterator[Caution]:
    low, high = limits.speed
    if not low <= profile.speed <= high:
        yield Caution("speed-off-limits", {"speed": profile.speed, "low": low, "high": high})
    if profile.defence != limits.defence:
        yield Caution(
            "defence-off-type", {"dice": str(profile.defence), "fixed": str(limits.defence)}
        )
    if profile.piloting.sides not in limits.pilot_sides:
        yield Caution("pilot-off-type", {"dice": str(profile.piloting)})


def _upgrade_cautions(profile: Profile, tables: Tables, limits: TypeLimits) -> Iterator[Caution]:
    known = [tables.upgrades[name] for name in profile.upgrades if name in tables.upgrades]
    for name in profile.upgrades:
        if name not in tables.upgrades:
            yield Caution("unknown-upgrade", {"upgrade": name})
    slots = sum(row.slots for row in known) + len(profile.upgrades) - len(known)
    most = limits.upgrades + sum(row.extra_upgrades for row in known)
    if slots > most:
        yield Caution("too-many-upgrades", {"count": slots, "most": most})


def _cost_cautions(profile: Profile, tables: Tables, limits: TypeLimits) -> Iterator[Caution]:
    base = cost(profile, tables).base
    if base > limits.cap:
        yield Caution("over-cap", {"cost": base, "most": limits.cap})
    if profile.printed_cost is not None and profile.printed_cost[0] != base:
        yield Caution("cost-differs", {"printed": profile.printed_cost[0], "computed": base})


def _gun_cautions(profile: Profile, tables: Tables, limits: TypeLimits) -> Iterator[Caution]:
    low, high = limits.guns
    high += sum(
        tables.upgrades[name].extra_guns for name in profile.upgrades if name in tables.upgrades
    )
    if not low <= len(profile.guns) <= high:
        yield Caution("guns-off-limits", {"count": len(profile.guns), "low": low, "high": high})
    sizes = Counter(_plain(gun.dice) for gun in profile.guns)
    for written, most in limits.gun_most.items():
        if sizes[written] > most:
            yield Caution("too-many-guns-of", {"dice": written, "most": most})


def _arc_cautions(profile: Profile, limits: TypeLimits) -> Iterator[Caution]:
    arcs = Counter(gun.arc.value for gun in profile.guns)
    for arc, most in limits.arc_most.items():
        if arcs[arc] > most:
            yield Caution("too-many-guns-facing", {"arc": arc, "most": most})
    for arc, upgrade in limits.arc_needs.items():
        if arcs[arc] and not profile.has(upgrade):
            yield Caution("arc-needs-upgrade", {"arc": arc, "upgrade": upgrade})
    if limits.first_front and profile.guns and profile.guns[0].arc is not Arc.FRONT:
        yield Caution("first-gun-not-front")


def _plain(dice: Dice) -> str:
    return f"{dice.count}d{dice.sides}"
