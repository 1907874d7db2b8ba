"""«Кобра» and «Переворот через крыло»: a target that gets away before the roll."""

from __future__ import annotations

import pytest

from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.terms import Face
from tests.fleets.rules.horizon.table import (
    at_shooting,
    battle,
    d,
    guns,
    large,
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

AWAY = ((1, 1), (8, 8))
TIE = ((4, 4), (4, 4))
CAUGHT = ((8, 8), (1, 1))


def field(target=None, shooter=None, **changes):
    state = battle(
        roster("red", "reds", shooter or medium("a1", guns=guns("2d8", "2d8R")), small("a2")),
        roster("blue", "blues", target or small("b1"), small("b2")),
        **changes,
    )
    return at_shooting(state, last="blues")


def fire(response, gun="g1", face=Face.REAR, **more):
    return i.FireGun(ship="a1", gun=gun, target="b1", face=face, response=response, **more)


def test_cobra_gets_away_and_is_no_activation():
    state, records = told(field(), fire("cobra"), *AWAY)
    answer = of(records, r.Responded)[0]
    assert (answer.contest.own.who, answer.contest.other.who, answer.evaded) == ("a1", "b1", True)
    assert of(records, r.Fired) == []
    assert not state.ships["b1"].acted
    assert state.squadrons["blue"].points == 1
    assert [a.what for a in summary_of(state)] == ["go-on"]
    assert refused(state, i.Evade(ship="a2")) == "attack-waits"
    state, records = told(state, i.GoOn(face=Face.FRONT, in_zone=False))
    assert of(records, r.AttackLost)[0].target == "b1"
    assert state.ships["a1"].fired == ("g1",)
    # one try a squadron a phase
    again = i.FireGun(ship="a1", gun="g2", target="b2", face=Face.REAR)
    assert (
        refused(state, i.FireGun(ship="a1", gun="g2", target="b1", face=Face.REAR))
        == "each-gun-own-target"
    )
    assert play(state, again, (1, 1), (6, 6)).ships["a1"].acted


def summary_of(state):
    from fleets.rules.horizon.system import SYSTEM

    return SYSTEM.summary(state).awaits


def test_a_tie_lets_the_target_get_away():
    _, records = told(field(), fire("cobra"), *TIE)
    assert of(records, r.Responded)[0].evaded


def test_cobra_that_cannot_get_behind_is_shot_at_from_the_front():
    state = play(field(), fire("cobra"), *AWAY)
    _, records = told(state, i.GoOn(face=Face.FRONT), (1, 1), (6, 6))
    assert of(records, r.Fired)[0].face is Face.FRONT


def test_lost_line_of_sight_loses_the_shot():
    state = play(field(), fire("cobra"), *AWAY)
    _, records = told(state, i.GoOn(face=Face.FRONT, line_of_sight=False))
    assert of(records, r.AttackLost)


def test_cobra_caught_the_attack_goes_on():
    state, records = told(field(), fire("cobra"), *CAUGHT, (1, 1), (6, 6))
    assert not of(records, r.Responded)[0].evaded
    assert of(records, r.Fired)[0].face is Face.REAR
    assert state.attack is None
    assert "cobra" in state.squadrons["blue"].used


def test_cobra_once_a_squadron_a_phase():
    state = tweak_squadron(field(), "blue", used=("cobra",))
    assert refused(state, fire("cobra")) == "action-used-up"


def test_wing_over_gets_away_counts_as_activated_and_evading():
    state = play(field(), fire("wing-over"), *AWAY)
    target = state.ships["b1"]
    assert (target.acted, target.evading) == (True, True)
    state, records = told(state, i.GoOn(face=Face.SIDE), (1, 1), (6, 6))
    contest = of(records, r.Fired)[0].contest
    assert [m.name for m in contest.other.modifiers] == ["evade"]
    assert contest.other.dice == d("2d8")


def test_wing_over_caught_counts_as_activated_only():
    state, records = told(field(), fire("wing-over"), *CAUGHT, (1, 1), (6, 6))
    target = state.ships["b1"]
    assert (target.acted, target.evading) == (True, False)
    assert of(records, r.Fired)[0].contest.other.dice == d("2d6")


@pytest.mark.parametrize(
    ("target", "command", "code"),
    [
        (small("b1"), fire("cobra", gun="g2"), "only-front-guns-at-rear"),
        (small("b1"), fire("cobra", face=Face.SIDE), "only-front-guns-at-rear"),
        (medium("b1"), fire("cobra"), "action-not-for-type"),
        (large("b1"), fire("wing-over"), "action-not-for-type"),
        (small("b1"), fire("loop"), "no-such-response"),
    ],
)
def test_who_may_not_get_away(target, command, code):
    assert refused(field(target), command) == code


def test_only_a_ship_that_has_not_acted_gets_away():
    assert refused(tweak(field(), "b1", acted=True), fire("cobra")) == "already-acted"
    assert refused(tweak(field(), "b1", docked_to="b2"), fire("wing-over")) == "already-acted"
    assert refused(tweak_squadron(field(), "blue", points=0), fire("cobra")) == "no-points"


def test_a_scene_object_does_not_get_away():
    from fleets.rules.horizon.ladder import Dice
    from fleets.rules.horizon.state import SceneObject
    from fleets.rules.horizon.terms import SceneKind

    thing = SceneObject(id="buoy", name="buoy", kind=SceneKind.OTHER, defence=Dice(4))
    command = i.FireGun(ship="a1", gun="g1", target="buoy", face=Face.REAR, response="cobra")
    assert refused(field(scene=(thing,)), command) == "no-pilot"


def test_danger_zones_of_both_come_out_of_their_own_points():
    command = fire("cobra", danger=True, danger_other=True)
    state, records = told(field(), command, (1, 1), (9, 9))
    contest = of(records, r.Responded)[0].contest
    assert (contest.own.dice, contest.other.dice) == (d("2d10"), d("2d10"))
    assert [record.action for record in of(records, r.PointSpent)] == [
        "cobra",
        "danger-zone",
        "danger-zone",
    ]
    assert (state.squadrons["red"].points, state.squadrons["blue"].points) == (1, 0)
    # one point is not enough for both
    poor = tweak_squadron(field(), "blue", points=1)
    assert refused(poor, command) == "no-points"
    assert refused(poor, fire("cobra", danger_other=True)) == "no-points"
    play(poor, fire("cobra", danger=True), (1, 1), (8, 8))


def test_nothing_waits_to_go_on():
    assert refused(field(), i.GoOn(face=Face.REAR)) == "no-attack-waits"


def test_an_attack_dies_with_its_target():
    state = play(field(), fire("cobra"), *AWAY)
    from fleets.rules.horizon.terms import Status

    state = play(state, i.CorrectShip(ship="b1", status=Status.OUT))
    assert state.attack is None
    assert state.acting == ("a1",)
