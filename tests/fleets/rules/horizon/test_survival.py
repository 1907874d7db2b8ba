"""Survival rolls, the HQ's aid, and who is picked."""

from __future__ import annotations

import pytest

from fleets.rules.base import Actor
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon import survival
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Status, System
from tests.fleets.rules.horizon.table import (
    duel,
    of,
    play,
    refused,
    small,
    told,
    tweak,
)

CREW = ("Вера", "Глеб", "Кира")
ROLL, SETTLE = i.RollSurvival(ship="a1"), i.SettleSurvival(ship="a1")


def lost(**crew):
    state = tweak(duel(small("a1", **crew)), "a1", status=Status.OUT, fatal="hull")
    return play(state, i.EndBattle())


def settled(die, *dice, **crew):
    _, records = told(play(lost(**crew), ROLL, (die,)), SETTLE, *dice)
    return of(records, r.SurvivalSettled)[0]


def test_once_a_ship_after_the_battle():
    state, records = told(lost(), ROLL, (3,))
    assert of(records, r.SurvivalRolled)[0].fatal == "hull"  # H-12: shown beside
    assert refused(state, ROLL) == "survival-rolled"
    assert refused(state, i.RollSurvival(ship="b1")) == "ship-not-out"
    assert refused(state, i.RollSurvival(ship="zz")) == "unknown-ship"
    assert refused(duel(), ROLL) == "battle-not-over"


def test_h8_aid_after_the_die_one_a_ship():
    state = lost()
    reroll, plus = i.UseAid(ship="a1", aid="reroll"), i.UseAid(ship="a1", aid="plus-one")
    assert refused(state, reroll) == "survival-not-rolled"
    state = play(state, ROLL, (3,))
    assert refused(state, i.UseAid(ship="a1", aid="prayer")) == "no-such-aid"
    assert refused(state, reroll, Actor(side="blues")) == "not-your-squadron"
    worse = play(state, reroll, (1,))
    assert worse.survival["a1"].result == 1  # the new one stands
    assert refused(worse, plus) == "aid-used"
    better = play(state, plus)
    assert (better.survival["a1"].die, better.survival["a1"].result) == (3, 4)
    assert play(play(lost(), ROLL, (6,)), plus).survival["a1"].result == 6
    done = play(better, SETTLE)
    assert refused(done, reroll) == "survival-settled"
    assert refused(done, SETTLE) == "survival-settled"
    assert refused(lost(), SETTLE) == "survival-not-rolled"


@pytest.mark.parametrize(
    ("die", "dice", "name", "gone", "hurt"),
    [
        # every system; Глеб for certain, Вера by the coin, Кира not
        (1, ((2,), (2,), (1,)), "fubar", tuple(System), ("Вера", "Глеб")),
        # three of five systems; the coin says yes, Кира
        (
            2,
            ((1,), (1,), (3,), (2,), (3,)),
            "tarfu",
            (System.HULL, System.SYSTEMS, System.CREW),
            ("Кира",),
        ),
        (2, ((1,), (1,), (3,), (1,)), "tarfu", (System.HULL, System.SYSTEMS, System.CREW), ()),
        # the engine for certain and the hull by the coin; everybody
        (3, ((4,), (2,), (1,), (1,), (1,)), "snafu", (System.HULL, System.ENGINE), CREW),
        (4, ((2,), (1,), (1,), (2,)), "black-hawk-down", (), ("Вера", "Кира")),
        (4, ((1,),), "black-hawk-down", (), ()),
        (5, (), "hard-landing", (), CREW),
        (6, (), "not-so-bad", (), CREW),
    ],
)
def test_the_table_and_the_picks(die, dice, name, gone, hurt):
    record = settled(die, *dice, crew=CREW)
    assert (record.name, record.systems_gone, record.hurt, record.of) == (name, gone, hurt, 3)
    assert record.faces == tuple(face for (face,) in dice)


def test_the_nameless_are_counted():
    assert survival.crew_of(small("a1", crew=("Вера",), crew_count=3)) == ("Вера", "#2", "#3")
    record = settled(5, crew_count=2)
    assert (record.hurt, record.of) == (("#1", "#2"), 2)


def test_a_ship_without_a_crew_list_hurts_nobody_by_name():
    record = settled(1)
    assert (record.hurt, record.of) == ((), 0)


def test_one_aboard_needs_no_die_to_be_picked():
    record = settled(1, crew=("Вера",))
    assert record.hurt == ("Вера",)


def test_the_captain_rolls_for_the_own_ships_only():
    state = lost()
    assert SYSTEM.check(state, ROLL, Actor(side="reds")) is None
    assert refused(state, ROLL, Actor(side="blues")) == "not-your-squadron"
