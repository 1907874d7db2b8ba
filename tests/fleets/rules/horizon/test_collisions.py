"""Collision alerts."""

from __future__ import annotations

import pytest

from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.ladder import Dice
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.terms import SceneKind, Status
from tests.fleets.rules.horizon.table import (
    at_movement,
    battle,
    d,
    of,
    play,
    refused,
    roster,
    small,
    told,
    tweak,
)

ROCK = SceneObject(id="rock", name="rock", kind=SceneKind.ASTEROID, collides=True)
BASE = SceneObject(
    id="base",
    name="base",
    kind=SceneKind.STATION,
    collides=True,
    defence=Dice(8),
    counters={"plates": 1},
    hits_from="plates",
)
CLOUD = SceneObject(id="cloud", name="cloud", kind=SceneKind.OTHER)

WIN, LOSE = ((6, 6), (1, 1)), ((1, 1), (6, 6))


def moved(*upgrades, scene=(ROCK, BASE, CLOUD)):
    state = battle(
        roster("red", "reds", small("a1", *upgrades), small("a2", "transport")),
        roster("blue", "blues", small("b1", "ram", "shields")),
        scene=scene,
    )
    return play(at_movement(state, first="reds"), i.Move(ship="a1"))


def test_one_success_is_enough():
    command = i.CollisionAlert(ship="a1", target="b1")
    state, records = told(moved(), command, *WIN, *LOSE)
    assert of(records, r.CollisionRolled)[0].avoided
    state, records = told(moved(), command, *LOSE, *WIN)
    assert of(records, r.CollisionRolled)[0].avoided
    assert refused(state, command) == "collision-settled"
    # another move, another alert
    state = play(state, i.Move(ship="a1"))
    assert play(state, command, *WIN, *LOSE).ships["a1"].active


def test_h11_both_failed_mover_first_a_tie_is_no_hit():
    command = i.CollisionAlert(ship="a1", target="b1")
    # a1: b1's plain defence 7 against a1's 7; b1: a1's 8 against 6+1, then the hit table
    dice = (*LOSE, *LOSE, (3, 4), (3, 4), (4, 4), (3, 3), (2, 1))
    state, records = told(moved(), command, *dice)
    first, second = of(records, r.CollisionStruck)
    assert (first.target, first.hits, second.target, second.hits) == ("a1", 0, "b1", 1)
    assert first.contest.own.dice == d("2d6")  # unmodified: no shields
    assert str(second.contest.other.dice) == "2d6+1"
    assert state.ships["b1"].damage == ("engine",)


def test_a_ram_fails_on_purpose():
    command = i.CollisionAlert(ship="a1", target="b1", ram=True)
    # no roll of a1; b1 fails; both hold
    dice = (*LOSE, (1, 1), (6, 6), (1, 1), (6, 6))
    _, records = told(moved("ram"), command, *dice)
    rolled = of(records, r.CollisionRolled)[0]
    assert (rolled.mover, rolled.rams, rolled.avoided) == (None, ("a1",), False)
    both = i.CollisionAlert(ship="a1", target="b1", ram=True, ram_other=True)
    told(moved("ram"), both, (1, 1), (6, 6), (1, 1), (6, 6))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (i.CollisionAlert(ship="a2", target="b1"), "not-the-last-mover"),
        (i.CollisionAlert(ship="a1", target="a1"), "no-such-target"),
        (i.CollisionAlert(ship="a1", target="a2"), "own-squadron"),
        (i.CollisionAlert(ship="a1", target="cloud"), "no-collision-with"),
        (i.CollisionAlert(ship="a1", target="b1", ram=True), "needs-upgrade"),
        (i.CollisionAlert(ship="a1", target="rock", ram_other=True), "needs-upgrade"),
        (i.CollisionAlert(ship="a1", target="rock", danger_other=True), "no-pilot"),
        (
            i.CollisionAlert(ship="a1", target="b1", ram_other=True, danger_other=True),
            "ram-or-danger",
        ),
    ],
)
def test_alerts_that_cannot_be(command, code):
    assert refused(moved(), command) == code


def test_docking_causes_no_alert():
    state = moved()
    state = play(state, i.Dock(ship="a2", target="b1"), *WIN)
    command = i.CollisionAlert(ship="a2", target="b1")
    assert refused(state, command) == "docked-no-collision"


def test_h19_a_rock_has_no_pilot_and_takes_no_hit():
    command = i.CollisionAlert(ship="a1", target="rock")
    _, records = told(moved(), command, *WIN)
    assert of(records, r.CollisionRolled)[0].avoided
    state, records = told(moved(), command, *LOSE, (6, 6), (1, 1), (1, 2))
    assert of(records, r.CollisionRolled)[0].other is None
    assert len(of(records, r.CollisionStruck)) == 1
    assert state.ships["a1"].damage == ("engine",)


def test_a_station_counts_hits():
    command = i.CollisionAlert(ship="a1", target="base")
    state, records = told(moved(), command, *LOSE, (1, 1), (1, 1), (6, 6), (1, 1))
    assert of(records, r.SceneCounted)[0].value == 0
    assert state.scene["base"].out
    assert refused(state, command) == "no-such-target"


def test_a_ship_lost_in_a_collision_ends_its_activation():
    state = moved()
    command = i.CollisionAlert(ship="a1", target="rock")
    state, records = told(state, command, *LOSE, (6, 6), (1, 1), (3, 4))
    assert of(records, r.ShipOut)[0].ship == "a1"
    assert state.acting == ()
    assert state.last_mover is None
    assert refused(state, i.Move(ship="a1")) == "ship-out"
    assert state.turn == "reds"  # a2 has still to move


def test_losing_the_last_ship_of_a_squadron_passes_the_turn():
    state = tweak(moved(), "a2", status=Status.OUT)
    command = i.CollisionAlert(ship="a1", target="rock")
    state = play(state, command, *LOSE, (6, 6), (1, 1), (3, 4))
    assert state.turn == "blues"


def test_no_luck_in_the_movement_phase():
    # H-14: b1 has points, but its hit is rolled at once
    command = i.CollisionAlert(ship="a1", target="b1")
    dice = (*LOSE, *LOSE, (1, 1), (6, 6), (6, 6), (1, 1), (2, 1))
    state = play(moved(), command, *dice)
    assert state.hits == ()
