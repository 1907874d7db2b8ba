"""The maintenance phase: repair, regroup, the scene's objects, the end of the round; and the
master's corrections (seed, «Фаза Обслуживания»; H-13).
"""

from __future__ import annotations

from fleets.rules.base import Refusal
from fleets.rules.horizon import commands, ladder, phases, setup
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.draft import Draft, Rule
from fleets.rules.horizon.phases import in_phase
from fleets.rules.horizon.shooting import attack_with_gun, check_target
from fleets.rules.horizon.state import SceneObject, State
from fleets.rules.horizon.terms import Phase, Status

# --- command points ------------------------------------------------------------------------


def check_repair(state: State, command: i.Repair) -> Refusal | None:
    """A ship with «Ремонт» and a damage token; once a squadron in a phase."""
    if refusal := in_phase(state, Phase.MAINTENANCE):
        return refusal
    ship = state.ships.get(command.ship)
    if ship is None or not ship.active:
        return Refusal("unknown-ship", {"ship": command.ship})
    if command.system not in ship.damage:
        return Refusal("no-such-damage", {"system": command.system, "ship": ship.id})
    return commands.why_not(state, "repair", ship=ship)


def repair(draft: Draft, command: i.Repair) -> None:
    """Ремонт: one damage token off."""
    commands.pay(draft, "repair", unit=command.ship)
    draft.note(r.Repaired(ship=command.ship, system=command.system))


def check_regroup(state: State, command: i.Regroup) -> Refusal | None:
    """Once a squadron in a phase."""
    if refusal := in_phase(state, Phase.MAINTENANCE):
        return refusal
    if command.squadron not in state.squadrons:
        return Refusal("unknown-squadron", {"squadron": command.squadron})
    return commands.why_not(state, "regroup", squadron=command.squadron)


def regroup(draft: Draft, command: i.Regroup) -> None:
    """Перестроение: +1DT on the next initiative."""
    commands.pay(draft, "regroup", squadron=command.squadron)
    draft.note(r.Regrouped(squadron=command.squadron))


# --- scene objects -------------------------------------------------------------------------


def scene_in_order(state: State) -> tuple[SceneObject, ...]:
    """Scene objects that have not acted, in the order of maintenance (H-13)."""
    steps = [kind for row in state.tables.maintenance.values() for kind in row.kinds]
    waiting = [thing for thing in state.scene.values() if not thing.out and not thing.done]
    return tuple(sorted(waiting, key=lambda t: (steps.index(t.kind), t.place, t.id)))


def check_scene_turn(state: State, thing_id: str) -> Refusal | None:
    """A scene object acts in maintenance, after those listed before it."""
    if refusal := in_phase(state, Phase.MAINTENANCE):
        return refusal
    waiting = scene_in_order(state)
    if thing_id not in {thing.id for thing in waiting}:
        return Refusal("scene-done", {"thing": thing_id})
    if waiting[0].id != thing_id:
        return Refusal("scene-order", {"thing": waiting[0].id})
    return None


def check_scene_fire(state: State, command: i.SceneFire) -> Refusal | None:
    """A gun of a scene object, each at a target of its own choice, once a round."""
    if refusal := check_scene_turn(state, command.thing):
        return refusal
    thing = state.scene[command.thing]
    if command.gun not in {gun.id for gun in thing.guns}:
        return Refusal("unknown-gun", {"gun": command.gun, "ship": thing.id})
    if command.gun in thing.fired:
        return Refusal("gun-fired", {"gun": command.gun, "ship": thing.id})
    return check_target(state, thing.id, command.target)


def scene_fire(draft: Draft, command: i.SceneFire) -> None:
    """Turrets, mines and dreadnoughts shoot as ships do."""
    thing = draft.state.scene[command.thing]
    gun = next(gun for gun in thing.guns if gun.id == command.gun)
    attack_with_gun(
        draft,
        thing.id,
        gun,
        target=command.target,
        face=command.face,
        escorts_near=command.escorts_near,
    )


def check_scene_count(state: State, command: i.SceneCount) -> Refusal | None:
    """The master may change a counter at any time of the battle."""
    thing = state.scene.get(command.thing)
    if thing is None or command.counter not in thing.counters:
        return Refusal("no-such-counter", {"thing": command.thing, "counter": command.counter})
    return None


def scene_count(draft: Draft, command: i.SceneCount) -> None:
    """A counter never goes below 0."""
    held = draft.state.scene[command.thing].counters[command.counter]
    value = max(0, held + command.delta)
    draft.note(
        r.SceneCounted(
            thing=command.thing, counter=command.counter, delta=value - held, value=value
        )
    )


def check_scene_done(state: State, command: i.SceneDone) -> Refusal | None:
    """In order; the master may pass an object by saying it is done."""
    return check_scene_turn(state, command.thing)


def scene_done(draft: Draft, command: i.SceneDone) -> None:
    """The object has moved, drifted, fired or waited, as `text` says."""
    draft.note(r.SceneActed(thing=command.thing, text=command.text))


# --- end of the round, corrections ---------------------------------------------------------


def check_end_round(state: State, command: i.EndRound) -> Refusal | None:
    """After the last object of the scene."""
    if refusal := in_phase(state, Phase.MAINTENANCE):
        return refusal
    if waiting := scene_in_order(state):
        return Refusal("scene-order", {"thing": waiting[0].id})
    return phases.check_granted(state, command.granted)


def end_round(draft: Draft, command: i.EndRound) -> None:
    """Back to the command phase."""
    phases.end_round(draft, command)


def check_correct_ship(state: State, command: i.CorrectShip) -> Refusal | None:
    """Tokens as they can lie: one of a system, and none that would put the ship out."""
    ship = state.ships.get(command.ship)
    if ship is None:
        return Refusal("unknown-ship", {"ship": command.ship})
    if command.status is Status.ABOARD and ship.status is not Status.ABOARD:
        return Refusal("ship-aboard", {"ship": command.ship})
    if len(set(command.damage)) != len(command.damage):
        return Refusal("no-such-damage", {"system": command.damage[0], "ship": ship.id})
    return None


def correct_ship(draft: Draft, command: i.CorrectShip) -> None:
    """The table is right and the app is not: by the master, on record."""
    fatal = (command.fatal or "out") if command.status is Status.OUT else None
    draft.note(
        r.ShipCorrected(
            ship=command.ship,
            status=command.status,
            damage=command.damage,
            fatal=fatal,
            reason=command.reason,
        )
    )


def check_correct_points(state: State, command: i.CorrectPoints) -> Refusal | None:
    """Command points never leave their bounds, by nobody's hand."""
    if command.squadron not in state.squadrons:
        return Refusal("unknown-squadron", {"squadron": command.squadron})
    most = state.tables.figure("command_points_most")
    if not 0 <= command.points <= most:
        return Refusal("points-off-bounds", {"most": most})
    return None


def correct_points(draft: Draft, command: i.CorrectPoints) -> None:
    """Command points as they lie on the table."""
    draft.note(
        r.PointsCorrected(squadron=command.squadron, points=command.points, reason=command.reason)
    )


def check_reinforce(state: State, command: i.Reinforce) -> Refusal | None:
    """Between rounds only, so that initiative is rolled for everybody there is."""
    if refusal := in_phase(state, Phase.COMMAND, Phase.MAINTENANCE):
        return refusal
    faults = setup.faults_of_roster(state, command.roster)
    return Refusal("bad-roster", {"faults": "; ".join(faults)}) if faults else None


def reinforce(draft: Draft, command: i.Reinforce) -> None:
    """Another squadron: it has command points from the next command phase."""
    draft.note(r.Reinforced(roster=command.roster))


def check_place_object(state: State, command: i.PlaceObject) -> Refusal | None:
    """A new id, and a side that is there."""
    thing = command.thing
    known = {*state.ships, *state.scene, *state.squadrons, *state.sides}
    if thing.id in known or thing.side not in (None, *state.sides):
        return Refusal("bad-roster", {"faults": thing.id})
    return None


def place_object(draft: Draft, command: i.PlaceObject) -> None:
    """Another scene object (H-13)."""
    draft.note(r.ObjectPlaced(thing=command.thing))


def check_free_roll(state: State, command: i.FreeRoll) -> Refusal | None:
    """Dice that exist, for a squadron that exists."""
    if command.squadron is not None and command.squadron not in state.squadrons:
        return Refusal("unknown-squadron", {"squadron": command.squadron})
    try:
        ladder.parse(command.dice)
    except ValueError:
        return Refusal("no-such-dice", {"dice": command.dice})
    return None


def free_roll(draft: Draft, command: i.FreeRoll) -> None:
    """On record, without effect."""
    hand = ladder.Hand(who=command.squadron or "", base=ladder.parse(command.dice))
    throw = ladder.throw(hand, "free-roll", draft.rolls)
    draft.note(r.FreelyRolled(squadron=command.squadron, text=command.text, throw=throw))


RULES: dict[type[i.Intent], Rule] = {
    i.Repair: Rule(check_repair, repair),
    i.Regroup: Rule(check_regroup, regroup),
    i.SceneFire: Rule(check_scene_fire, scene_fire),
    i.SceneCount: Rule(check_scene_count, scene_count),
    i.SceneDone: Rule(check_scene_done, scene_done),
    i.EndRound: Rule(check_end_round, end_round),
    i.CorrectShip: Rule(check_correct_ship, correct_ship),
    i.Reinforce: Rule(check_reinforce, reinforce),
    i.PlaceObject: Rule(check_place_object, place_object),
    i.FreeRoll: Rule(check_free_roll, free_roll),
    i.CorrectPoints: Rule(check_correct_points, correct_points),
}
