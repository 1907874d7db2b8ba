"""Maintenance, scene objects, the master's corrections."""

from __future__ import annotations

import pytest

from fleets.rules.base import Actor
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import maintenance
from fleets.rules.horizon import records as r
from fleets.rules.horizon.ladder import Dice
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Face, Phase, SceneKind, Status, System
from tests.fleets.rules.horizon.table import (
    at_maintenance,
    at_movement,
    battle,
    guns,
    medium,
    of,
    play,
    refused,
    roster,
    small,
    told,
    tweak,
    tweak_squadron,
)

FLAGSHIP = SceneObject(
    id="light",
    name="Свет Разума",
    kind=SceneKind.DREADNOUGHT,
    side="reds",
    defence=Dice(12),
    guns=guns("2d12T", "2d10T"),
    counters={"hull": 20, "fighters": 6},
    hits_from="hull",
    parts=("bridge", "drives"),
    secret="its reactor is failing",
)


def thing(id_: str, kind: SceneKind) -> SceneObject:
    return SceneObject(id=id_, name=id_, kind=kind)


def yard(*scene, **changes):
    state = battle(
        roster("red", "reds", small("a1", "repair"), medium("a2", "repair"), small("a3")),
        roster("blue", "blues", small("b1")),
        scene=scene,
        **changes,
    )
    return at_maintenance(state)


# --- command points ------------------------------------------------------------------------


def test_repair_takes_a_token_off_once_a_squadron():
    state = tweak(yard(), "a1", damage=(System.HULL, System.CREW))
    state = tweak(state, "a2", damage=(System.GUNS,))
    state, records = told(state, i.Repair(ship="a1", system=System.HULL))
    assert state.ships["a1"].damage == (System.CREW,)
    assert of(records, r.PointSpent)[0].limited
    assert refused(state, i.Repair(ship="a2", system=System.GUNS)) == "action-used-up"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (i.Repair(ship="a1", system=System.CREW), "no-such-damage"),
        (i.Repair(ship="a3", system=System.HULL), "needs-upgrade"),
        (i.Repair(ship="zz", system=System.HULL), "unknown-ship"),
    ],
)
def test_repairs_that_cannot_be(command, code):
    state = tweak(yard(), "a1", damage=(System.HULL,))
    state = tweak(state, "a3", damage=(System.HULL,))
    assert refused(state, command) == code


def test_not_outside_maintenance():
    state = tweak(at_movement(battle(roster("red", "reds", small("a1", "repair")))), "a1")
    assert refused(state, i.Repair(ship="a1", system=System.HULL)) == "not-in-phase"
    assert refused(state, i.Regroup(squadron="red")) == "not-in-phase"
    assert refused(state, i.EndRound()) == "not-in-phase"


def test_regroup_gives_1dt_on_the_next_initiative_only():
    state = play(yard(), i.Regroup(squadron="red"))
    assert refused(state, i.Regroup(squadron="red")) == "action-used-up"
    assert refused(state, i.Regroup(squadron="nobody")) == "unknown-squadron"
    state = play(state, i.EndRound())
    state, records = told(state, i.RollInitiative(squadron="red"), (8, 8))
    assert [m.name for m in of(records, r.InitiativeRolled)[0].throw.modifiers] == ["regrouped"]
    state = play(state, i.RollInitiative(squadron="blue"), (1, 1))
    assert not state.squadrons["red"].regrouped


def test_regroup_needs_a_point():
    state = tweak_squadron(yard(), "red", points=0)
    assert refused(state, i.Regroup(squadron="red")) == "no-points"


# --- the scene (H-13) ----------------------------------------------------------------------


def test_h13_the_scene_acts_in_the_order_of_maintenance():
    state = yard(
        thing("rock", SceneKind.ASTEROID),
        thing("tank", SceneKind.VEHICLE),
        thing("mine2", SceneKind.MINE),
        thing("turret", SceneKind.TURRET),
        thing("gate", SceneKind.OTHER),
        thing("whale", SceneKind.CREATURE),
    )
    order = [waiting.id for waiting in maintenance.scene_in_order(state)]
    assert order == ["whale", "mine2", "turret", "tank", "rock", "gate"]
    assert refused(state, i.SceneDone(thing="rock")) == "scene-order"
    assert refused(state, i.EndRound()) == "scene-order"
    for name in order:
        state = play(state, i.SceneDone(thing=name, text="drifts"))
    assert refused(state, i.SceneDone(thing="rock")) == "scene-done"
    state = play(state, i.EndRound())
    assert not state.scene["rock"].done


def test_h13_a_scene_object_fires_each_gun_once_in_its_turn():
    state = yard(FLAGSHIP)
    shot = i.SceneFire(thing="light", gun="g1", target="b1", face=Face.FRONT)
    state, records = told(state, shot, (1, 1), (6, 6))
    fired = of(records, r.Fired)[0]
    assert (fired.ship, fired.contest.own.modifiers) == ("light", ())
    assert refused(state, shot) == "gun-fired"
    # a hit is rolled at once: no luck in maintenance
    second = i.SceneFire(thing="light", gun="g2", target="b1", face=Face.FRONT)
    state, records = told(state, second, (4, 4), (3, 4), (1, 1))
    assert state.ships["b1"].damage == (System.CREW,)
    state = play(state, i.SceneDone(thing="light"))
    assert refused(state, second) == "scene-done"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (i.SceneFire(thing="light", gun="g9", target="b1", face=Face.FRONT), "unknown-gun"),
        (i.SceneFire(thing="light", gun="g1", target="a1", face=Face.FRONT), "not-an-enemy"),
        (i.SceneFire(thing="zz", gun="g1", target="b1", face=Face.FRONT), "scene-done"),
        (i.SceneCount(thing="light", counter="mood", delta=1), "no-such-counter"),
        (i.SceneCount(thing="zz", counter="hull", delta=1), "no-such-counter"),
    ],
)
def test_scene_commands_that_cannot_be(command, code):
    assert refused(yard(FLAGSHIP), command) == code


def test_counters_by_hand_never_go_below_0():
    state, records = told(yard(FLAGSHIP), i.SceneCount(thing="light", counter="fighters", delta=-9))
    assert state.scene["light"].counters == {"hull": 20, "fighters": 0}
    assert of(records, r.SceneCounted)[0].delta == -6


def test_the_scene_is_the_masters():
    state = yard(FLAGSHIP)
    captain = Actor(side="reds")
    assert refused(state, i.SceneDone(thing="light"), captain) == "master-only"
    assert SYSTEM.options(state, captain, "light") == () or not any(
        option.legal for option in SYSTEM.options(state, captain, "light")
    )


def test_what_the_master_notes_is_seen_by_no_side():
    state = yard(FLAGSHIP)
    assert SYSTEM.view(state, "reds").scene["light"].secret == ""
    assert SYSTEM.view(state, None).scene["light"].secret == ""
    assert state.scene["light"].secret
    plain = yard()
    assert SYSTEM.view(plain, None) is plain


# --- corrections ---------------------------------------------------------------------------


def test_the_master_sets_tokens_as_they_lie():
    state = yard()
    command = i.CorrectShip(ship="b1", status=Status.OUT, fatal="crew", reason="seen by all")
    state, records = told(state, command)
    assert of(records, r.ShipCorrected)[0].reason == "seen by all"
    assert (state.ships["b1"].status, state.ships["b1"].fatal) == (Status.OUT, "crew")
    back = i.CorrectShip(ship="b1", status=Status.ACTIVE, damage=(System.HULL,))
    state = play(state, back)
    assert (state.ships["b1"].active, state.ships["b1"].fatal) == (True, None)
    assert state.ships["b1"].damage == (System.HULL,)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (i.CorrectShip(ship="zz", status=Status.OUT), "unknown-ship"),
        (i.CorrectShip(ship="a1", status=Status.ABOARD), "ship-aboard"),
        (
            i.CorrectShip(ship="a1", status=Status.ACTIVE, damage=(System.HULL, System.HULL)),
            "no-such-damage",
        ),
        (i.CorrectPoints(squadron="zz", points=1), "unknown-squadron"),
        (i.CorrectPoints(squadron="red", points=5), "points-off-bounds"),
        (i.CorrectPoints(squadron="red", points=-1), "points-off-bounds"),
    ],
)
def test_corrections_that_cannot_be(command, code):
    assert refused(yard(), command) == code


def test_the_master_sets_points():
    assert play(yard(), i.CorrectPoints(squadron="red", points=4)).squadrons["red"].points == 4


def test_a_correction_in_the_middle_passes_the_turn_on():
    state = battle(roster("red", "reds", small("a1")), roster("blue", "blues", small("b1")))
    state = at_movement(state, first="reds")
    state = play(state, i.CorrectShip(ship="a1", status=Status.OUT))
    assert state.turn == "blues"
    state = play(state, i.CorrectShip(ship="b1", status=Status.OUT))
    assert state.phase is Phase.MAINTENANCE


# --- reinforcements, objects, free rolls ---------------------------------------------------


def test_reinforcements_come_between_rounds():
    state = yard()
    more = roster("ruby", "reds", small("a8"), medium("a9"))
    state = play(state, i.Reinforce(roster=more))
    assert state.squadrons["ruby"].ships == ("a8", "a9")
    assert state.squadrons["ruby"].points == 0
    state = play(state, i.EndRound())
    assert state.squadrons["ruby"].points == 2
    assert refused(state, i.Reinforce(roster=more)) == "not-in-phase"


@pytest.mark.parametrize(
    "wrong",
    [
        roster("red", "reds", small("a8")),
        roster("ruby", "reds", small("a1")),
        roster("ruby", "greens", small("a8")),
        roster("ruby", "reds", small("a8"), commander="a1"),
    ],
)
def test_reinforcements_that_cannot_be(wrong):
    assert refused(yard(), i.Reinforce(roster=wrong)) == "bad-roster"


def test_the_master_sets_objects_on_the_table():
    state = play(yard(FLAGSHIP), i.PlaceObject(thing=thing("rock", SceneKind.ASTEROID)))
    assert state.scene["rock"].place == 1
    assert refused(state, i.PlaceObject(thing=thing("a1", SceneKind.ASTEROID))) == "bad-roster"
    assert refused(state, i.PlaceObject(thing=FLAGSHIP)) == "bad-roster"


def test_any_dice_for_anything_change_nothing():
    state = yard()
    command = i.FreeRoll(squadron="red", dice="1d20", text="who goes first")
    after, records = told(state, command, (17,))
    assert after == state
    assert of(records, r.FreelyRolled)[0].throw.total == 17
    assert SYSTEM.check(state, command, Actor(side="reds")) is None
    assert refused(state, command, Actor(side="blues")) == "not-your-squadron"
    assert refused(state, i.FreeRoll(dice="dice")) == "no-such-dice"
    assert refused(state, i.FreeRoll(squadron="zz")) == "unknown-squadron"
    assert SYSTEM.check(state, i.FreeRoll(), Actor(side="blues")) is None


def test_scene_objects_act_in_maintenance_only():
    state = play(yard(FLAGSHIP), i.SceneDone(thing="light"))
    state = play(state, i.EndRound())
    assert refused(state, i.SceneDone(thing="light")) == "not-in-phase"
