"""Ship cards of «Война Горизонта»: what is printed, and the tokens beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from fleets.boards import reads
from fleets.boards.views import (
    NOBODY,
    CardRow,
    Fate,
    GunView,
    Named,
    SquadronView,
    UnitCard,
    UnitView,
)
from fleets.rules.horizon import words as terms
from fleets.rules.horizon.ships import Gun
from fleets.rules.horizon.state import Ship, State, may_shoot, must_move
from fleets.rules.horizon.terms import Phase, Status
from fleets.rules.horizon.terms import System as Damageable
from fleets.rules.horizon.words import FATES
from fleets.words import Names, System

FIELDS = {
    "type": _("type"),
    "speed": _("speed"),
    "defence": _("defence"),
    "piloting": _("piloting"),
}


def cards(
    system: System, state: State, squadron: SquadronView, known: Names
) -> tuple[UnitCard, ...]:
    """The cards of a squadron, in the order of its roster."""
    return tuple(_card(system, state, state.ships[unit.id], unit) for unit in squadron.units)


def commander(state: State, squadron: str) -> str:
    return state.squadrons[squadron].commander_name


def traits(system: System, state: State, squadron: str) -> tuple[Named, ...]:
    return tuple(reads.named(system, trait) for trait in state.squadrons[squadron].traits)


def parts(state: State) -> Mapping[tuple[str, str], str]:
    """Guns by what is printed of them: «2d8 · front»."""
    carriers = [(ship.id, ship.profile.guns) for ship in state.ships.values()]
    carriers += [(thing.id, thing.guns) for thing in state.scene.values()]
    return {
        (unit, gun.id): f"{gun.dice} · {gettext(terms.TERMS[gun.arc.value])}"
        for unit, guns in carriers
        for gun in guns
    }


def fates(system: System, state: State) -> Mapping[str, Fate]:
    """What put each ship out, and how its survival stands."""
    lost = (ship for ship in state.ships.values() if ship.status is Status.OUT)
    return {ship.id: _of_lost(system, state, ship) for ship in lost}


def _of_lost(system: System, state: State, ship: Ship) -> Fate:
    rolled = state.survival.get(ship.id)
    by = _fate(system, ship.fatal)
    status = gettext("out: %(by)s") % {"by": by.name} if by else ""
    if rolled is None:
        return Fate(status=status, fate="", is_settled=False)
    die = str(rolled.die) if rolled.aid is None else f"{rolled.die} → {rolled.result}"
    name = gettext(system.term(state.tables.survival[rolled.result].name))
    return Fate(status=status, fate=f"{die} · {name}", is_settled=rolled.settled)


def _card(system: System, state: State, ship: Ship, unit: UnitView) -> UnitCard:
    profile, rolled = ship.profile, state.survival.get(ship.id)
    printed: Mapping[str, Any] = {
        "type": unit.kind.name,
        "speed": profile.speed,
        "defence": profile.defence,
        "piloting": profile.piloting,
    }
    return UnitCard(
        unit=unit,
        rows=tuple(
            CardRow(field=Named(slug=name, name=str(FIELDS[name])), text=str(value))
            for name, value in printed.items()
        ),
        guns=tuple(_gun(system, ship, gun) for gun in profile.guns),
        upgrades=tuple(reads.named(system, upgrade) for upgrade in profile.upgrades),
        damage=tuple(reads.named(system, token.value) for token in ship.damage),
        systems=tuple(reads.named(system, each.value) for each in Damageable),
        fatal=_fate(system, ship.fatal),
        carrier=ship.carrier or "",
        text=profile.text,
        crew=profile.crew,
        survival=reads.named(system, state.tables.survival[rolled.result].name)
        if rolled is not None
        else NOBODY,
        survival_die=rolled.die if rolled is not None else 0,
        is_commander=state.squadrons[ship.squadron].commander == ship.id,
        is_awaited=_is_awaited(state, ship),
    )


def _gun(system: System, ship: Ship, gun: Gun) -> GunView:
    return GunView(
        id=gun.id,
        text=str(gun),
        arc=reads.named(system, gun.arc.value),
        has_fired=gun.id in ship.fired,
    )


def _fate(system: System, fatal: str | None) -> Named:
    if not fatal:
        return NOBODY
    if fatal in FATES:
        return Named(slug=fatal, name=gettext(FATES[fatal]))
    return reads.named(system, fatal)


def _is_awaited(state: State, ship: Ship) -> bool:
    if state.squadrons[ship.squadron].group != state.turn:
        return False
    if state.phase is Phase.MOVEMENT:
        return must_move(ship)
    return state.phase is Phase.SHOOTING and may_shoot(ship)
