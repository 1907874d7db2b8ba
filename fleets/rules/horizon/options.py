"""The buttons of a phone: what is legal now, and why the rest is not.

Every option is asked of the same `check` that judges the command itself; nothing here knows
a rule of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator

from fleets.rules.base import Actor, Ask, Choice, Option, Refusal
from fleets.rules.horizon import hits, moves, shooting
from fleets.rules.horizon import intents as i
from fleets.rules.horizon.authority import not_yours
from fleets.rules.horizon.phases import in_phase
from fleets.rules.horizon.state import Ship, State, on_the_table
from fleets.rules.horizon.survival import AIDS
from fleets.rules.horizon.terms import Face, Phase, Status
from fleets.rules.kit import codec

Check = Callable[[i.Intent], Refusal | None]

FACES = tuple(face.value for face in Face)


def options(
    state: State, actor: Actor, check: Check, unit: str | None = None
) -> tuple[Option, ...]:
    """Options of an actor: of the table and its squadrons, or of one ship or scene object."""
    if not actor.at_the_table:
        return ()
    if unit is not None and unit in state.ships:
        return tuple(_of_ship(state, state.ships[unit], actor, check))
    if unit is not None:
        return tuple(_of_scene(state, unit, check)) if unit in state.scene else ()
    found = [*_of_table(state, check), *_of_squadrons(state, actor, check)]
    for ship in state.ships.values():
        found += _of_ship(state, ship, actor, check)
    if actor.master:
        for thing in state.scene:
            found += _of_scene(state, thing, check)
    return tuple(found)


def _plain(command: i.Intent, check: Check, unit: str | None = None) -> Option:
    """An option that needs no choice."""
    fields = {name: part for name, part in codec.encode(command).items() if name != "kind"}
    return Option(kind=command.kind, unit=unit, fields=fields, refusal=check(command))


def _choice(
    field: str, judged: Iterable[tuple[str, Refusal | None]], *, many: bool = False
) -> Choice:
    judged = tuple(judged)
    return Choice(
        field=field,
        values=tuple(value for value, refusal in judged if refusal is None),
        barred=tuple((value, refusal) for value, refusal in judged if refusal is not None),
        many=many,
    )


def _with_choices(kind: str, ship: str, *choices: Choice) -> Option:
    """An option with choices: dark when one of them has no legal value."""
    empty = next((choice for choice in choices if not choice.values), None)
    refusal = None
    if empty is not None:
        refusal = empty.barred[0][1] if empty.barred else Refusal("no-such-target")
    return Option(kind=kind, unit=ship, fields={"ship": ship}, choices=choices, refusal=refusal)


# --- the table and the squadrons -----------------------------------------------------------


def _of_table(state: State, check: Check) -> Iterator[Option]:
    if state.attack is not None:
        faces = Choice(field="face", values=FACES)
        still_there, gone = i.GoOn(face=Face.REAR), i.GoOn(face=Face.REAR, in_zone=False)
        yield Option(kind=i.GoOn.kind, choices=(faces,), refusal=check(still_there))
        yield _plain(gone, check)
    if state.hits:
        yield from _of_hits(state, check)
    if state.phase is Phase.COMMAND:
        yield _plain(i.OpenRound(), check)
    if state.phase is Phase.MAINTENANCE:
        yield _plain(i.EndRound(), check)
    if state.phase in (Phase.INITIATIVE, Phase.MOVEMENT, Phase.SHOOTING):
        yield _plain(i.AdvancePhase(), check)
    if state.phase is not Phase.OVER:
        yield _plain(i.EndBattle(), check)
    else:
        yield _plain(i.Reopen(rounds=state.rounds), check)


def _of_hits(state: State, check: Check) -> Iterator[Option]:
    if state.hits[0].luck is None:
        yield _plain(i.RollHit(), check)
        yield _plain(i.RollHit(luck=True), check)
        return
    step = state.tables.figure("luck_step")
    for shift in (-step, 0, step):
        yield _plain(i.ChooseLuck(shift=shift), check)


def _of_squadrons(state: State, actor: Actor, check: Check) -> Iterator[Option]:
    for squadron in state.squadrons.values():
        if not actor.commands(side=squadron.side, squadron=squadron.id):
            continue
        if state.phase is Phase.INITIATIVE:
            yield _plain(i.RollInitiative(squadron=squadron.id), check, squadron.id)
        if state.phase is Phase.MAINTENANCE:
            yield _plain(i.Regroup(squadron=squadron.id), check, squadron.id)


# --- a ship --------------------------------------------------------------------------------


def _of_ship(state: State, ship: Ship, actor: Actor, check: Check) -> Iterator[Option]:
    if not_yours(state, i.Evade(ship=ship.id), actor) is not None:
        return
    if state.phase is Phase.MOVEMENT:
        yield from _in_movement(state, ship, check)
    elif state.phase is Phase.SHOOTING:
        yield from _in_shooting(state, ship, check)
    elif state.phase is Phase.MAINTENANCE and ship.damage and ship.active:
        judged = ((s.value, check(i.Repair(ship=ship.id, system=s))) for s in ship.damage)
        yield _with_choices(i.Repair.kind, ship.id, _choice("system", judged))
    elif state.phase is Phase.OVER and ship.status is Status.OUT:
        yield from _in_survival(ship, check)


def _dark(kinds: Iterable[type[i.Intent]], ship: str, refusal: Refusal) -> Iterator[Option]:
    return (
        Option(kind=cls.kind, unit=ship, fields={"ship": ship}, refusal=refusal) for cls in kinds
    )


_MOVEMENT = (
    i.Move,
    i.BarrelRoll,
    i.Immelmann,
    i.StealthMove,
    i.Escort,
    i.TargetLock,
    i.Dock,
    i.LaunchFighters,
    i.FinishActivation,
)


def _in_movement(state: State, ship: Ship, check: Check) -> Iterator[Option]:
    if state.last_mover == ship.id:
        judged = _others(state, ship, lambda t: i.CollisionAlert(ship=ship.id, target=t), check)
        yield _with_choices(i.CollisionAlert.kind, ship.id, _choice("target", judged))
    if refusal := moves.check_activation(state, ship.id):
        yield from _dark(_MOVEMENT, ship.id, refusal)
        return
    yield _plain(i.Move(ship=ship.id), check, ship.id)
    yield _plain(i.Move(ship=ship.id, full_thrust=True), check, ship.id)
    yield from _manoeuvres(state, ship, check)
    if aboard := [s.id for s in state.ships.values() if s.carrier == ship.id]:
        judged = (
            (name, check(i.LaunchFighters(ship=ship.id, fighters=(name,)))) for name in aboard
        )
        yield _with_choices(i.LaunchFighters.kind, ship.id, _choice("fighters", judged, many=True))
    yield _plain(i.FinishActivation(ship=ship.id), check, ship.id)


_ALONE: tuple[type[i.BarrelRoll | i.Immelmann | i.StealthMove], ...] = (
    i.BarrelRoll,
    i.Immelmann,
    i.StealthMove,
)
_AT_OTHERS: tuple[type[i.Escort | i.TargetLock | i.Dock], ...] = (i.Escort, i.TargetLock, i.Dock)


def _manoeuvres(state: State, ship: Ship, check: Check) -> Iterator[Option]:
    for cls in (*_ALONE, *_AT_OTHERS):
        if refusal := moves.check_manoeuvre(state, cls.kind, ship.id):
            yield from _dark((cls,), ship.id, refusal)
        elif cls in _ALONE:
            yield _plain(cls(ship=ship.id), check, ship.id)  # type: ignore[call-arg]
        else:
            yield _at_others(state, ship, cls, check)


def _at_others(state: State, ship: Ship, cls: Callable[..., i.Intent], check: Check) -> Option:
    judged = _others(state, ship, lambda target: cls(ship=ship.id, target=target), check)
    kind = getattr(cls, "kind", "")
    return _with_choices(kind, ship.id, _choice("target", judged))


def _others(
    state: State, ship: Ship, build: Callable[[str], i.Intent], check: Check
) -> Iterator[tuple[str, Refusal | None]]:
    for other in (*state.ships, *state.scene):
        if other != ship.id and on_the_table(state, other):
            yield other, check(build(other))


_SHOOTING = (i.FireGun, i.FireTorpedo, i.DropMine, i.Scan, i.Evade, i.FinishFire)


def _in_shooting(state: State, ship: Ship, check: Check) -> Iterator[Option]:
    if refusal := shooting.check_shooter(state, ship.id):
        yield from _dark(_SHOOTING, ship.id, refusal)
        return
    targets = tuple(shooting.targets(state, ship.id))
    faces = Choice(field="face", values=FACES)
    yield _guns(state, ship, targets, faces)
    if refusal := shooting.check_torpedo(state, ship.id):
        yield from _dark((i.FireTorpedo,), ship.id, refusal)
    else:
        yield _with_choices(i.FireTorpedo.kind, ship.id, _choice("target", targets), faces)
    if refusal := shooting.check_mine(state, ship.id):
        yield from _dark((i.DropMine,), ship.id, refusal)
    else:
        blast = (
            (unit, shooting.check_blast(state, unit))
            for unit in (*state.ships, *state.scene)
            if unit != ship.id and on_the_table(state, unit)
        )
        yield _with_choices(i.DropMine.kind, ship.id, _choice("targets", blast, many=True))
    if refusal := shooting.check_fresh(state, ship.id):
        yield from _dark((i.Scan,), ship.id, refusal)
    else:
        yield _at_others(state, ship, i.Scan, check)
    yield _plain(i.Evade(ship=ship.id), check, ship.id)
    yield _plain(i.FinishFire(ship=ship.id), check, ship.id)


def _guns(
    state: State, ship: Ship, targets: tuple[tuple[str, Refusal | None], ...], faces: Choice
) -> Option:
    """Any gun that has not fired at any target not fired at: the choices are independent."""
    guns = ((gun.id, shooting.check_gun(state, ship.id, gun.id)) for gun in ship.profile.guns)
    fresh = (
        (unit, Refusal("each-gun-own-target", {"target": unit}))
        if refusal is None and unit in ship.fired_at
        else (unit, refusal)
        for unit, refusal in targets
    )
    return _with_choices(
        i.FireGun.kind, ship.id, _choice("gun", guns), _choice("target", fresh), faces
    )


def _in_survival(ship: Ship, check: Check) -> Iterator[Option]:
    yield _plain(i.RollSurvival(ship=ship.id), check, ship.id)
    judged = ((aid, check(i.UseAid(ship=ship.id, aid=aid))) for aid in AIDS)
    yield _with_choices(i.UseAid.kind, ship.id, _choice("aid", judged))
    yield _plain(i.SettleSurvival(ship=ship.id), check, ship.id)


# --- the scene -----------------------------------------------------------------------------


def _of_scene(state: State, name: str, check: Check) -> Iterator[Option]:
    thing = state.scene[name]
    if in_phase(state, Phase.MAINTENANCE) is None and not thing.out:
        for gun in thing.guns:
            judged = (
                (target, check(i.SceneFire(thing=name, gun=gun.id, target=target, face=Face.FRONT)))
                for target in state.ships
            )
            option = _with_choices(
                i.SceneFire.kind,
                name,
                _choice("target", judged),
                Choice(field="face", values=FACES),
            )
            yield dataclasses.replace(option, fields={"thing": name, "gun": gun.id})
        yield _plain(i.SceneDone(thing=name), check, name)
    for counter in thing.counters:
        for delta in (-1, 1):
            yield _plain(i.SceneCount(thing=name, counter=counter, delta=delta), check, name)


# --- interruptions -------------------------------------------------------------------------

_ASKS: tuple[tuple[str, object, str, str], ...] = (
    ("response", "cobra", "cobra", "target"),
    ("response", "wing-over", "wing-over", "target"),
    ("refused", True, "refuses", "target"),
    ("danger", True, "danger-zone", "ship"),
    ("danger_other", True, "danger-zone", "target"),
    ("ram", True, "ram", "ship"),
    ("ram_other", True, "ram", "target"),
    ("decoy", True, "decoy", "target"),
)
"""Field, its value for yes, what it is called, and whose it is. In the order of asking."""


def asks(state: State, command: i.Intent, check: Check) -> tuple[Ask, ...]:
    """What may be added to a command before its roll: legal and affordable only."""
    if isinstance(command, i.RollHit):
        return _ask_luck(state, command)
    found = []
    names = {spec.name for spec in dataclasses.fields(command)}
    for field, value, code, owner in _ASKS:
        if field not in names or getattr(command, field) == value:
            continue
        unit = getattr(command, owner)
        if unit not in state.ships:
            continue
        changed = dataclasses.replace(command, **{field: value})
        if check(changed) is None:
            found.append(_ask(state, field, value, code, unit))
    return tuple(found)


def _ask_luck(state: State, command: i.RollHit) -> tuple[Ask, ...]:
    if command.luck or not state.hits or hits.why_no_luck(state, state.hits[0]) is not None:
        return ()
    return (_ask(state, "luck", True, "luck", state.hits[0].target),)  # noqa: FBT003


def _ask(state: State, field: str, value: object, code: str, unit: str) -> Ask:
    row = state.tables.actions.get(code)
    return Ask(
        field=field,
        value=value,
        code=code,
        squadron=state.ships[unit].squadron,
        unit=unit,
        cost=row.cost if row is not None else 0,
    )
