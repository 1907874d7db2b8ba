"""The hit table, luck, damage, out of action."""

from __future__ import annotations

import pytest

from fleets import tables
from fleets.rules.base import Automation
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.terms import Face, Hit, Status, System
from tests.fleets.rules.horizon.table import (
    at_shooting,
    battle,
    large,
    of,
    play,
    refused,
    roster,
    small,
    told,
    tweak_squadron,
)

FIRE = i.FireGun(ship="a1", gun="g1", target="b1", face=Face.FRONT)
ONE, TWO, THREE = ((4, 4), (3, 4)), ((8, 4), (3, 3)), ((8, 7), (2, 3))


def field(points=0, **changes):
    """Red shoots first; blue has no points for luck unless told."""
    state = battle(
        roster("red", "reds", small("a1"), small("a2")),
        roster("blue", "blues", small("b1"), small("b2")),
        **changes,
    )
    return tweak_squadron(at_shooting(state, last="blues"), "blue", points=points)


def test_a_hit_lays_a_token():
    state, records = told(field(), FIRE, *ONE, (1, 1))
    assert of(records, r.Fired)[0].hits == 1
    settled = of(records, r.HitSettled)[0]
    assert (settled.outcome, settled.token) == (Hit.CREW, System.CREW)
    assert state.ships["b1"].damage == (System.CREW,)
    assert state.ships["b1"].active


def test_tokens_of_different_systems_add_up():
    state = play(field(), FIRE, *THREE, (1, 1), (1, 2), (1, 3))
    assert state.ships["b1"].damage == (System.CREW, System.ENGINE, System.GUNS)


def test_a_second_token_of_a_system_puts_the_ship_out_and_is_kept():
    state, records = told(field(), FIRE, *TWO, (3, 3), (4, 4))
    assert of(records, r.HitSettled)[1].token is None
    assert of(records, r.ShipOut) == [r.ShipOut(ship="b1", fatal="hull")]
    ship = state.ships["b1"]
    assert (ship.status, ship.fatal, ship.damage) == (Status.OUT, "hull", (System.HULL,))


def test_h1_a_7_puts_out_at_once_and_owed_rolls_are_forgotten():
    state, records = told(field(), FIRE, *THREE, (3, 4))
    assert of(records, r.ShipOut) == [r.ShipOut(ship="b1", fatal="out")]
    assert state.hits == ()


def test_h1_a_7_may_be_switched_to_no_effect():
    quiet = tables.load("horizon", {"hits": {"7": {"outcome": "none"}}})
    state, records = told(field(tables_=quiet), FIRE, *ONE, (3, 4))
    assert of(records, r.HitSettled)[0].outcome is Hit.NONE
    assert state.ships["b1"].damage == ()
    assert state.ships["b1"].active


def test_h16_ships_aboard_are_lost_with_their_carrier():
    def carrier(**changes):
        return battle(
            roster("red", "reds", small("a1")),
            roster("blue", "blues", large("b1", "carrier"), small("b2"), aboard=(("b2", "b1"),)),
            **changes,
        )

    state = tweak_squadron(at_shooting(carrier(), last="blues"), "blue", points=0)
    state, records = told(state, FIRE, (8, 8), (7, 7), (3, 4))
    assert of(records, r.ShipOut) == [
        r.ShipOut(ship="b1", fatal="out"),
        r.ShipOut(ship="b2", fatal="carrier"),
    ]
    mild = tables.load("horizon", {"switches": {"aboard-lost-with-carrier": {"on": False}}})
    state = tweak_squadron(at_shooting(carrier(tables_=mild), last="blues"), "blue", points=0)
    state = play(state, FIRE, (8, 8), (7, 7), (3, 4))
    assert state.ships["b2"].status is Status.ABOARD


def test_a_commander_lost_costs_a_point_next_round():
    state = play(field(), FIRE, *ONE, (3, 4))
    for ship in ("b2", "a2"):
        state = play(state, i.Evade(ship=ship))
    state = play(state, i.EndRound())
    assert state.squadrons["blue"].points == 1
    assert state.squadrons["red"].points == 2


# --- luck ----------------------------------------------------------------------------------


def test_luck_is_asked_before_the_roll_and_paid_before_it():
    state, records = told(field(points=2), FIRE, *ONE)
    assert of(records, r.HitRolled) == []
    assert state.hits[0].count == 1
    assert refused(state, i.Evade(ship="b1")) == "hits-wait"
    assert refused(state, i.ChooseLuck(shift=1)) == "no-luck-waits"
    state, records = told(state, i.RollHit(luck=True), (3, 4))
    assert of(records, r.PointSpent)[0].squadron == "blue"
    assert state.squadrons["blue"].points == 1
    assert state.hits[0].luck == 7
    assert refused(state, i.RollHit()) == "choose-luck-first"
    assert refused(state, i.ChooseLuck(shift=2)) == "luck-step"
    state, records = told(state, i.ChooseLuck(shift=-1))
    settled = of(records, r.HitSettled)[0]
    assert (settled.rolled, settled.shift, settled.outcome) == (7, -1, Hit.HULL)
    assert state.ships["b1"].active


def test_luck_may_leave_the_roll():
    state = play(play(field(points=1), FIRE, *ONE), i.RollHit(luck=True), (2, 2))
    state, records = told(state, i.ChooseLuck(shift=0))
    assert of(records, r.HitSettled)[0].outcome is Hit.GUNS


def test_luck_once_a_squadron_a_phase_and_the_rest_is_rolled_at_once():
    state = play(field(points=2), FIRE, *TWO)
    state = play(state, i.RollHit(luck=True), (1, 1))
    state, records = told(state, i.ChooseLuck(shift=1), (1, 1))
    assert len(of(records, r.HitSettled)) == 2
    assert state.ships["b1"].damage == (System.ENGINE, System.CREW)
    assert state.hits == ()


def test_no_luck_wanted_asks_again_for_the_next_roll():
    state = play(field(points=2), FIRE, *TWO)
    state, records = told(state, i.RollHit(), (1, 1))
    assert len(of(records, r.HitSettled)) == 1
    assert state.hits[0].count == 1
    assert play(state, i.RollHit(), (1, 2)).hits == ()


def test_no_luck_without_points():
    state = play(field(points=1), FIRE, *ONE)
    state = tweak_squadron(state, "blue", points=0)
    assert refused(state, i.RollHit(luck=True)) == "no-points"
    assert refused(field(), i.RollHit()) == "no-hits-wait"


@pytest.mark.parametrize("shift", [-1, 1])
def test_h18_a_moved_result_stays_on_the_table(shift):
    faces = (1, 1) if shift < 0 else (6, 6)
    state = play(play(field(points=1), FIRE, *ONE), i.RollHit(luck=True), faces)
    state, records = told(state, i.ChooseLuck(shift=shift))
    assert of(records, r.HitSettled)[0].outcome is Hit.CREW


def test_hits_wait_for_the_table_where_it_rolls_itself():
    state = play(field(automation=(Automation.PHASES,)), FIRE, *TWO)
    assert state.hits[0].count == 2
    state = play(state, i.RollHit(), (1, 1))
    assert state.hits[0].count == 1


def test_hits_owed_to_a_ship_corrected_out_are_forgotten():
    state = play(field(points=1), FIRE, *ONE)
    state = play(state, i.CorrectShip(ship="b1", status=Status.OUT))
    assert state.hits == ()
    assert state.ships["b1"].fatal == "out"
