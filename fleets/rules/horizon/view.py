"""What a viewer may see, and a battle at a glance."""

from __future__ import annotations

from dataclasses import replace

from fleets.rules.base import Await, SquadronLine, Summary, UnitLine
from fleets.rules.horizon.phases import waiting_ships
from fleets.rules.horizon.state import (
    SceneObject,
    Ship,
    Squadron,
    State,
    may_shoot,
    must_move,
    side_of,
)
from fleets.rules.horizon.terms import Phase, Status


def view(state: State, _side: str | None) -> State:
    """The state without the master's notes on the scene.

    Nothing else is secret in this system: a ship under «Скрытный» stays seen on the table and
    is only refused as a target until scanned.
    """
    if not any(thing.secret for thing in state.scene.values()):
        return state
    return replace(
        state, scene={name: replace(thing, secret="") for name, thing in state.scene.items()}
    )


def summary(state: State) -> Summary:
    """Round, phase, whom it waits for, who is left: HQ's board and the wall."""
    left = dict.fromkeys(state.sides, 0)
    for ship in state.ships.values():
        left[state.squadrons[ship.squadron].side] += ship.status is not Status.OUT
    ships = (
        _ship_line(state, squadron, state.ships[name])
        for squadron in state.squadrons.values()
        for name in squadron.ships
    )
    scene = (_scene_line(thing) for thing in sorted(state.scene.values(), key=lambda t: t.place))
    return Summary(
        round=state.round,
        rounds=state.rounds,
        phase=state.phase.value,
        awaits=awaits(state),
        units=(*ships, *scene),
        left=left,
        over=state.phase is Phase.OVER,
        squadrons=tuple(_squadron_line(squadron) for squadron in state.squadrons.values()),
    )


def _squadron_line(squadron: Squadron) -> SquadronLine:
    marks = [*squadron.traits, *(["regrouped"] if squadron.regrouped else [])]
    return SquadronLine(
        id=squadron.id,
        name=squadron.name,
        side=squadron.side,
        counters={"points": squadron.points},
        marks=tuple(marks),
    )


def _ship_line(state: State, squadron: Squadron, ship: Ship) -> UnitLine:
    marks = [system.value for system in ship.damage]
    if squadron.commander == ship.id:
        marks.insert(0, "commander")
    passing = (
        ("moved", ship.moved),
        ("acted", ship.acted),
        ("evading", ship.evading),
        ("hidden", ship.hidden),
        ("docked", ship.docked_to is not None),
        ("acting", ship.id in state.acting),
    )
    if ship.active:
        marks += [mark for mark, on in passing if on] + list(ship.failed)
    return UnitLine(
        id=ship.id,
        name=ship.profile.name,
        kind=ship.profile.type.value,
        side=squadron.side,
        squadron=squadron.id,
        status=ship.status.value,
        marks=tuple(marks),
    )


def _scene_line(thing: SceneObject) -> UnitLine:
    return UnitLine(
        id=thing.id,
        name=thing.name,
        kind=thing.kind.value,
        side=thing.side,
        squadron=None,
        status=Status.OUT.value if thing.out else Status.ACTIVE.value,
        marks=tuple(f"{counter}:{count}" for counter, count in sorted(thing.counters.items())),
        text=thing.text,
        secret=thing.secret,
    )


def awaits(state: State) -> tuple[Await, ...]:
    """Whom the battle waits for."""
    if state.attack is not None:
        return (_await_unit(state, state.attack.ship, "go-on"),)
    if state.hits:
        due = state.hits[0]
        what = "roll-hit" if due.luck is None else "choose-luck"
        return (_await_unit(state, due.target, what),)
    if state.phase is Phase.INITIATIVE:
        return tuple(
            Await(side=s.side, squadron=s.id, what="roll-initiative")
            for s in state.squadrons.values()
            if s.group in state.due
        )
    if state.phase in (Phase.MOVEMENT, Phase.SHOOTING):
        return _awaited_turn(state)
    whole = {Phase.COMMAND: "open-round", Phase.MAINTENANCE: "end-round"}
    what_next = whole.get(state.phase)
    return (Await(side=None, squadron=None, what=what_next),) if what_next else ()


def _awaited_turn(state: State) -> tuple[Await, ...]:
    able = must_move if state.phase is Phase.MOVEMENT else may_shoot
    busy = (state.moving,) if state.moving is not None else ()
    if state.acting:
        busy = (state.ships[state.acting[-1]].squadron,)
    waiting = busy or tuple(
        dict.fromkeys(ship.squadron for ship in waiting_ships(state, state.turn, able))
    )
    return tuple(
        Await(side=state.squadrons[name].side, squadron=name, what=state.phase.value)
        for name in waiting
    )


def _await_unit(state: State, unit: str, what: str) -> Await:
    ship = state.ships.get(unit)
    return Await(
        side=side_of(state, unit), squadron=ship.squadron if ship is not None else None, what=what
    )
