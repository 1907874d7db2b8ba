"""Moves and the six manoeuvres."""

from __future__ import annotations

import pytest

from fleets.rules.horizon import intents as i
from fleets.rules.horizon import modifiers
from fleets.rules.horizon import records as r
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.terms import Face, Phase, SceneKind, Status, Weapon
from tests.fleets.rules.horizon.table import (
    at_movement,
    at_shooting,
    battle,
    d,
    duel,
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

WIN, LOSE = ((6, 6), (1, 1)), ((1, 1), (6, 6))


def pair(*ships, **changes):
    """Red's ships against b1, red to move first."""
    state = battle(roster("red", "reds", *ships), roster("blue", "blues", small("b1")), **changes)
    return at_movement(state, first="reds")


# --- activation ----------------------------------------------------------------------------


def test_up_to_speed_and_at_least_one():
    state = pair(medium("a1"), small("a2"))
    assert refused(state, i.FinishActivation(ship="a1")) == "must-act-once"
    state = play(play(state, i.Move(ship="a1")), i.Move(ship="a1"))
    assert refused(state, i.Move(ship="a1")) == "no-acts-left"
    state = play(state, i.FinishActivation(ship="a1"))
    assert state.ships["a1"].moved
    assert refused(state, i.Move(ship="a1")) == "already-moved"


def test_beginning_the_next_ship_finishes_the_last():
    state = pair(small("a1"), small("a2"))
    state = play(state, i.Move(ship="a1"))
    state, records = told(state, i.BarrelRoll(ship="a2"), *WIN)
    assert of(records, r.ActivationFinished)[0].ship == "a1"
    assert state.acting == ("a2",)


@pytest.mark.parametrize(
    ("ship", "code"), [("zz", "unknown-ship"), ("a2", "ship-out"), ("b1", "not-your-turn")]
)
def test_who_may_not_move(ship, code):
    state = tweak(pair(small("a1"), small("a2")), "a2", status=Status.OUT)
    assert refused(state, i.Move(ship=ship)) == code


def test_not_outside_the_movement_phase():
    assert refused(duel(), i.Move(ship="a1")) == "not-in-phase"


def test_full_thrust_costs_a_point_once_an_activation():
    state = pair(small("a1"), small("a2"))
    state, records = told(state, i.Move(ship="a1", full_thrust=True))
    assert state.squadrons["red"].points == 1
    assert of(records, r.PointSpent)[0].action == "full-thrust"
    assert refused(state, i.Move(ship="a1", full_thrust=True)) == "thrust-used"
    state = play(state, i.Move(ship="a2", full_thrust=True))
    assert state.squadrons["red"].points == 0


def test_full_thrust_needs_a_point():
    state = tweak_squadron(pair(small("a1")), "red", points=0)
    assert refused(state, i.Move(ship="a1", full_thrust=True)) == "no-points"


# --- manoeuvres ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ship", "command", "code"),
    [
        (large("a1"), i.BarrelRoll(ship="a1"), "manoeuvre-not-for-type"),
        (medium("a1"), i.Immelmann(ship="a1"), "manoeuvre-not-for-type"),
        (large("a1", "stealth"), i.StealthMove(ship="a1"), "manoeuvre-not-for-type"),
        (small("a1"), i.StealthMove(ship="a1"), "needs-upgrade"),
        (small("a1"), i.Dock(ship="a1", target="a2"), "needs-upgrade"),
    ],
)
def test_who_may_fly_what(ship, command, code):
    assert refused(pair(ship, medium("a2")), command) == code


def test_barrel_roll_is_a_simple_roll_with_plus_1dt():
    _, records = told(pair(small("a1")), i.BarrelRoll(ship="a1"), (5, 5), (5, 5))
    flown = of(records, r.Manoeuvred)[0]
    assert flown.contest.own.dice == d("2d10")
    assert [m.name for m in flown.contest.own.modifiers] == ["barrel-roll"]
    assert flown.contest.other.who == "universe"
    assert flown.success


@pytest.mark.parametrize("command", [i.BarrelRoll(ship="a1"), i.Immelmann(ship="a1")])
def test_failed_barrel_roll_and_immelmann_cost_1dt_of_defence_and_firepower(command):
    state = play(pair(small("a1")), command, *LOSE)
    ship = state.ships["a1"]
    assert ship.failed == (f"failed-{command.kind}",)
    defence = modifiers.defence(state, "a1", weapon=Weapon.GUN, face=Face.FRONT)
    assert defence.dice == d("2d4")
    assert modifiers.gun_firepower(state, "a1", ship.profile.guns[0], "b1").dice == d("2d6")


def test_h22_failed_manoeuvres_add_up():
    state = play(pair(small("a1")), i.BarrelRoll(ship="a1"), *LOSE)
    state = play(state, i.Immelmann(ship="a1"), *LOSE)
    ship = state.ships["a1"]
    assert modifiers.gun_firepower(state, "a1", ship.profile.guns[0], "b1").dice == d("2d4")
    # a collision knows no shooting phase
    assert modifiers.defence(state, "a1", weapon=None).dice == d("2d6")


def test_further_manoeuvres_cost_1dt_each():
    state = pair(small("a1", piloting=d("2d10")))
    dice = []
    for _ in range(3):
        state, records = told(state, i.Immelmann(ship="a1"), (4, 4), (1, 1))
        dice.append(str(of(records, r.Manoeuvred)[0].contest.own.dice))
    assert dice == ["2d10", "2d8", "2d6"]


def test_a_move_between_manoeuvres_costs_nothing():
    state = play(pair(small("a1")), i.Move(ship="a1"))
    _, records = told(state, i.Immelmann(ship="a1"), *WIN)
    assert of(records, r.Manoeuvred)[0].contest.own.dice == d("2d8")


def test_agile_adds_1_to_piloting():
    _, records = told(pair(small("a1", "agile")), i.Immelmann(ship="a1"), (3, 3), (3, 4))
    assert of(records, r.Manoeuvred)[0].success


def test_danger_zone_before_a_piloting_roll():
    state, records = told(pair(small("a1")), i.Immelmann(ship="a1", danger=True), *WIN)
    assert of(records, r.Manoeuvred)[0].contest.own.dice == d("2d10")
    assert state.squadrons["red"].points == 1
    poor = tweak_squadron(pair(small("a1")), "red", points=0)
    assert refused(poor, i.Immelmann(ship="a1", danger=True)) == "no-points"


# --- escort --------------------------------------------------------------------------------


def test_escort_gives_the_charge_plus_1():
    state = pair(medium("a1"), small("a2"), small("a3"))
    state, records = told(state, i.Escort(ship="a2", target="a1"), *WIN)
    assert of(records, r.Manoeuvred)[0].contest.own.dice == d("2d10")
    state = play(state, i.Escort(ship="a3", target="a1"), *WIN)
    assert state.ships["a1"].escorts == ("a2", "a3")
    defence = modifiers.defence(state, "a1", weapon=Weapon.GUN, face=Face.FRONT)
    assert str(defence.dice) == "2d8+2"
    # only those still within S count, and those still flying
    near = modifiers.defence(state, "a1", weapon=Weapon.GUN, face=Face.FRONT, escorts_near=1)
    assert str(near.dice) == "2d8+1"
    state = tweak(state, "a2", status=Status.OUT)
    assert modifiers.escorts_present(state, state.ships["a1"]) == 1


def test_failed_escort_gives_nothing():
    state = play(pair(medium("a1"), small("a2")), i.Escort(ship="a2", target="a1"), *LOSE)
    assert state.ships["a1"].escorts == ()


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("a3", "small-not-escorted"),
        ("b1", "not-your-side"),
        ("zz", "no-such-target"),
        ("a2", "no-such-target"),
    ],
)
def test_whom_not_to_escort(target, code):
    state = pair(medium("a1"), small("a2"), small("a3"))
    assert refused(state, i.Escort(ship="a2", target=target)) == code


def test_escorting_twice_is_no_use():
    state = play(pair(medium("a1"), small("a2")), i.Escort(ship="a2", target="a1"), *WIN)
    assert refused(state, i.Escort(ship="a2", target="a1")) == "already-escorting"


# --- target lock ---------------------------------------------------------------------------


def test_target_lock_gives_firepower_against_that_target():
    state = battle(
        roster("red", "reds", small("a1")), roster("blue", "blues", small("b1"), small("b2"))
    )
    state = at_movement(state, first="reds")
    state, records = told(state, i.TargetLock(ship="a1", target="b1"), (5, 5), (1, 1))
    lock = of(records, r.Manoeuvred)[0]
    assert (lock.contest.own.who, lock.contest.other.who) == ("a1", "b1")
    gun = state.ships["a1"].profile.guns[0]
    assert modifiers.gun_firepower(state, "a1", gun, "b1").dice == d("2d10")
    assert modifiers.gun_firepower(state, "a1", gun, "b2").dice == d("2d8")
    assert refused(state, i.TargetLock(ship="a1", target="b1")) == "lock-tried"
    # again at another target, with −1DT; a tie is the target's
    state, records = told(state, i.TargetLock(ship="a1", target="b2"), (3, 3), (3, 3))
    assert of(records, r.Manoeuvred)[0].contest.own.dice == d("2d6")
    assert state.ships["a1"].locks == ("b1",)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (i.TargetLock(ship="a1", target="zz"), "no-such-target"),
        (i.TargetLock(ship="a1", target="a2"), "not-an-enemy"),
        (i.TargetLock(ship="a1", target="b1", in_zone=False), "out-of-zone"),
    ],
)
def test_whom_not_to_lock(command, code):
    assert refused(pair(small("a1"), small("a2")), command) == code


def test_both_pilots_may_pay_for_a_danger_zone():
    state = pair(small("a1"))
    command = i.TargetLock(ship="a1", target="b1", danger=True, danger_other=True)
    state, records = told(state, command, (9, 9), (9, 9))
    paid = [record.squadron for record in of(records, r.PointSpent)]
    assert paid == ["red", "blue"]  # who started the roll says first
    assert [state.squadrons[name].points for name in paid] == [1, 1]


# --- docking, stealth ----------------------------------------------------------------------


def docked():
    state = pair(small("a1", "transport"), medium("a2"))
    return play(state, i.Dock(ship="a1", target="a2"), *WIN)


def test_a_docked_ship_does_nothing_in_the_shooting_phase():
    state = docked()
    assert state.ships["a1"].docked_to == "a2"
    state = play(state, i.FinishActivation(ship="a1"))
    for ship in ("a2", "b1"):
        state = play(play(state, i.Move(ship=ship)), i.FinishActivation(ship=ship))
    assert state.phase is Phase.SHOOTING
    while state.phase is Phase.SHOOTING:
        if state.turn == "reds":
            assert refused(state, i.Evade(ship="a1")) == "docked-no-action"
        state = play(state, i.Evade(ship="a2" if state.turn == "reds" else "b1"))
    assert state.phase is Phase.MAINTENANCE


def test_h21_a_docked_ship_may_stay_or_leave():
    state = docked()
    state = play(state, i.FinishActivation(ship="a1"))
    for ship in ("a2", "b1"):
        state = play(play(state, i.Move(ship=ship)), i.FinishActivation(ship=ship))
    while state.phase is Phase.SHOOTING:
        state = play(state, i.Evade(ship="a2" if state.turn == "reds" else "b1"))
    state = play(state, i.EndRound())
    state = play(state, i.RollInitiative(squadron="red"), (1, 1))
    state = play(state, i.RollInitiative(squadron="blue"), (6, 6))
    assert play(state, i.FinishActivation(ship="a1")).ships["a1"].docked_to == "a2"
    assert play(state, i.Move(ship="a1")).ships["a1"].docked_to is None


def test_failed_docking():
    state = pair(small("a1", "transport"), medium("a2"))
    assert play(state, i.Dock(ship="a1", target="a2"), *LOSE).ships["a1"].docked_to is None


def test_a_target_that_refuses_makes_docking_opposed():
    state = pair(small("a1", "transport"), medium("a2"))
    command = i.Dock(ship="a1", target="b1", refused=True, danger_other=True)
    state, records = told(state, command, (8, 8), (1, 1))
    contest = of(records, r.Manoeuvred)[0].contest
    assert contest.other.who == "b1"
    assert contest.other.dice == d("2d10")
    assert state.squadrons["blue"].points == 1


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (i.Dock(ship="a1", target="a1"), "no-such-target"),
        (i.Dock(ship="a1", target="b1", danger_other=True), "no-roll-of-target"),
        (i.Dock(ship="a1", target="gate", refused=True), "no-pilot"),
    ],
)
def test_docking_that_cannot_be(command, code):
    gate = SceneObject(id="gate", name="gate", kind=SceneKind.STATION)
    state = pair(small("a1", "transport", "an-upgrade-of-the-house"), scene=(gate,))
    assert refused(state, command) == code
    assert play(state, i.Dock(ship="a1", target="gate"), *WIN).ships["a1"].docked_to == "gate"


def test_stealth_hides_until_scanned():
    state = play(pair(small("a1", "stealth")), i.StealthMove(ship="a1"), *WIN)
    assert state.ships["a1"].hidden
    assert (
        not play(pair(small("a1", "stealth")), i.StealthMove(ship="a1"), *LOSE).ships["a1"].hidden
    )


# --- launching fighters --------------------------------------------------------------------


def carrier_battle():
    state = battle(
        roster(
            "red",
            "reds",
            large("a1", "carrier"),
            small("a2"),
            small("a3"),
            small("a4"),
            aboard=(("a2", "a1"), ("a3", "a1")),
        ),
        roster("blue", "blues", small("b1")),
    )
    return at_movement(state, first="reds")


def test_launched_fighters_move_at_once_before_their_carrier_goes_on():
    state = carrier_battle()
    assert refused(state, i.Move(ship="a2")) == "ship-aboard"
    state, records = told(state, i.LaunchFighters(ship="a1", fighters=("a2", "a3")))
    assert len(of(records, r.PointSpent)) == 2
    assert state.squadrons["red"].points == 0
    assert state.acting == ("a1", "a2", "a3")
    assert refused(state, i.Move(ship="a1")) == "fighters-first"
    assert refused(state, i.Move(ship="a4")) == "fighters-first"
    assert refused(state, i.Immelmann(ship="a2")) == "launched-moves-only"
    state = play(state, i.Move(ship="a3"))
    state, records = told(state, i.Move(ship="a2"))
    assert of(records, r.ActivationFinished)[0].ship == "a3"
    state = play(state, i.FinishActivation(ship="a2"))
    assert state.acting == ("a1",)
    assert refused(state, i.Move(ship="a4")) == "finish-first"
    state = play(state, i.Move(ship="a1"))
    assert play(state, i.Move(ship="a4")).ships["a1"].moved


@pytest.mark.parametrize(
    ("fighters", "code"),
    [
        ((), "choose-fighters"),
        (("a2", "a2"), "choose-fighters"),
        (("a4",), "not-aboard"),
        (("zz",), "not-aboard"),
    ],
)
def test_launches_that_cannot_be(fighters, code):
    assert refused(carrier_battle(), i.LaunchFighters(ship="a1", fighters=fighters)) == code


def test_only_small_ships_are_launched_by_a_carrier():
    state = battle(
        roster(
            "red",
            "reds",
            large("a1"),
            medium("a2"),
            small("a3"),
            aboard=(("a2", "a1"), ("a3", "a1")),
        ),
        roster("blue", "blues", small("b1")),
    )
    state = at_movement(state, first="reds")
    assert refused(state, i.LaunchFighters(ship="a1", fighters=("a2",))) == "launches-small-only"
    assert refused(state, i.LaunchFighters(ship="a1", fighters=("a3",))) == "needs-upgrade"
    assert refused(state, i.LaunchFighters(ship="b1", fighters=("a3",))) == "not-your-turn"


def test_a_point_for_each_fighter():
    state = tweak_squadron(carrier_battle(), "red", points=1)
    assert refused(state, i.LaunchFighters(ship="a1", fighters=("a2", "a3"))) == "no-points"


def test_ships_aboard_take_no_part():
    state = at_shooting(
        battle(
            roster("red", "reds", large("a1", "carrier"), small("a2"), aboard=(("a2", "a1"),)),
            roster("blue", "blues", small("b1")),
        )
    )
    assert state.phase is Phase.SHOOTING
    assert state.ships["a2"].status is Status.ABOARD


# --- damage that slows (H-2) ---------------------------------------------------------------


def test_h2_effects_of_damage_are_off_and_can_be_switched_on():
    from fleets import tables
    from fleets.rules.horizon.terms import System

    hurt = {"damage": (System.ENGINE, System.CREW, System.GUNS, System.HULL)}
    plain = tweak(pair(medium("a1")), "a1", **hurt)
    assert modifiers.piloting(plain, "a1").dice == d("2d8")
    harsh = tables.load(
        "horizon",
        {
            "damage": {
                "engine": {"speed": -1},
                "crew": {"piloting": -1, "no_command_actions": True},
                "guns": {"firepower": -1},
                "hull": {"defence": -1},
            }
        },
    )
    state = battle(
        roster("red", "reds", medium("a1")), roster("blue", "blues", small("b1")), tables_=harsh
    )
    state = tweak(at_movement(state, first="reds"), "a1", **hurt)
    assert modifiers.piloting(state, "a1").dice == d("2d6")
    assert modifiers.defence(state, "a1", weapon=Weapon.GUN).dice == d("2d6")
    assert modifiers.gun_firepower(state, "a1", state.ships["a1"].profile.guns[0], "b1").dice == d(
        "2d6"
    )
    assert refused(state, i.Move(ship="a1", full_thrust=True)) == "no-actions-by-damage"
    state = play(state, i.Move(ship="a1"))
    assert refused(state, i.Move(ship="a1")) == "no-acts-left"
