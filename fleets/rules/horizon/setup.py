"""Setting up a battle: sides, squadrons, scene, rounds (seed, «Эскадра», «Размер эскадры»)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from fleets.rules.base import Automation
from fleets.rules.horizon.ships import Profile
from fleets.rules.horizon.squadrons import Roster
from fleets.rules.horizon.state import SceneObject, Ship, Squadron, State
from fleets.rules.horizon.tables import Tables
from fleets.rules.horizon.terms import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a battle starts from. `rounds` None: the master says when it ends."""

    sides: tuple[str, ...]
    rosters: tuple[Roster, ...]
    scene: tuple[SceneObject, ...] = ()
    rounds: int | None = None
    automation: tuple[Automation, ...] = (Automation.PHASES, Automation.HITS)


class BadSetupError(ValueError):
    """A battle that can't be set up; the message lists everything that is wrong."""


def open_battle(setup: Setup, tables: Tables) -> State:
    """The first state. Raises BadSetupError. Limits of points are no faults: they only warn."""
    if faults := _faults(setup):
        raise BadSetupError("; ".join(faults))
    ships = [ship for roster in setup.rosters for ship in ships_of(roster)]
    squadrons = [squadron_of(roster) for roster in setup.rosters]
    scene = [replace(thing, place=place) for place, thing in enumerate(setup.scene)]
    return State(
        tables=tables,
        sides=setup.sides,
        squadrons={squadron.id: squadron for squadron in sorted(squadrons, key=lambda s: s.id)},
        ships={ship.id: ship for ship in sorted(ships, key=lambda s: s.id)},
        scene={thing.id: thing for thing in sorted(scene, key=lambda t: t.id)},
        rounds=setup.rounds,
        automation=setup.automation,
    )


def faults_of_roster(state: State, roster: Roster) -> list[str]:
    """What is wrong with a roster that joins a battle."""
    known = {*state.ships, *state.scene, *state.squadrons, *state.sides}
    ids = [roster.id, *(ship.id for ship in roster.ships)]
    faults = [f"{name}: twice" for name in sorted({n for n in ids if n in known})]
    return faults + _roster_faults(Setup(sides=state.sides, rosters=(roster,)), roster)


def _faults(setup: Setup) -> list[str]:
    ids = [ship.id for roster in setup.rosters for ship in roster.ships]
    ids += [thing.id for thing in setup.scene] + [roster.id for roster in setup.rosters]
    ids += list(setup.sides)
    faults = [f"{name}: twice" for name, count in sorted(Counter(ids).items()) if count > 1]
    for roster in setup.rosters:
        faults += _roster_faults(setup, roster)
    for thing in setup.scene:
        if thing.side is not None and thing.side not in setup.sides:
            faults.append(f"{thing.id}: unknown side {thing.side}")
    return faults


def _roster_faults(setup: Setup, roster: Roster) -> list[str]:
    faults = []
    carriers = {ship.id for ship in roster.ships}
    if roster.side not in setup.sides:
        faults.append(f"{roster.id}: unknown side {roster.side}")
    if not roster.ships:
        faults.append(f"{roster.id}: no ships")
    if roster.commander is not None and roster.commander not in carriers:
        faults.append(f"{roster.id}: commander {roster.commander} is none of its ships")
    for fighter, carrier in roster.aboard:
        if fighter not in carriers or carrier not in carriers or fighter == carrier:
            faults.append(f"{roster.id}: {fighter} can't be aboard {carrier}")
    faults += [f"{ship.id}: two guns of one id" for ship in roster.ships if _twin_guns(ship)]
    return faults


def _twin_guns(ship: Profile) -> bool:
    return len({gun.id for gun in ship.guns}) != len(ship.guns)


def ships_of(roster: Roster) -> list[Ship]:
    """The ships of a roster as they come to the table."""
    aboard = dict(roster.aboard)
    return [
        Ship(
            profile=profile,
            squadron=roster.id,
            status=Status.ABOARD if profile.id in aboard else Status.ACTIVE,
            carrier=aboard.get(profile.id),
        )
        for profile in roster.ships
    ]


def squadron_of(roster: Roster) -> Squadron:
    """The squadron of a roster before its first command phase."""
    return Squadron(
        id=roster.id,
        name=roster.name,
        side=roster.side,
        group=roster.id if roster.own_initiative else roster.side,
        ships=tuple(ship.id for ship in roster.ships),
        commander=roster.commander,
        commander_name=roster.commander_name,
        traits=roster.traits,
        npc=roster.npc,
    )
