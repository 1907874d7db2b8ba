"""What a phone shows before a roll: hands, each modifier by name, chances."""

from __future__ import annotations

import pytest

from fleets.rules.base import ModifierLine
from fleets.rules.horizon import intents as i
from fleets.rules.horizon.system import SYSTEM
from tests.fleets.rules.horizon.table import at_movement, at_shooting, duel, play, small, tweak


def gun(**more):
    return i.FireGun(ship="a1", gun="g1", target="b1", face="front", **more)


def test_gun_tells_both_hands_and_every_modifier():
    state = at_shooting(duel(b=small("b1", "shields")), last="blues")
    state = tweak(state, "a1", locks=("b1",))

    (found,) = SYSTEM.forecast(state, gun())

    assert (found.target, found.own.base, found.own.dice) == ("b1", "2d8", "2d10")
    assert found.own.modifiers == (ModifierLine(name="target-lock", shift=1),)
    assert (found.other.base, found.other.dice) == ("2d6", "2d6+1")
    assert found.other.modifiers == (ModifierLine(name="shields", bonus=1),)
    assert found.chances["hit"] == pytest.approx(
        sum(found.chances[f"rolls-{count}"] for count in (1, 2, 3))
    )
    assert found.points["luck"]["out"] < found.chances["out"]


def test_gun_that_is_not_there_tells_nothing():
    state = at_shooting(duel())

    assert SYSTEM.forecast(state, i.FireGun(ship="a1", gun="x", target="b1", face="front")) == ()


def test_torpedo_and_mine_tell_one_forecast_a_target():
    state = at_shooting(duel(small("a1", "torpedoes"), small("b1", "decoy")), last="blues")

    (torpedo,) = SYSTEM.forecast(state, i.FireTorpedo(ship="a1", target="b1", face="front"))
    mine = SYSTEM.forecast(state, i.DropMine(ship="a1", targets=("b1",)))

    assert torpedo.points["decoy"]["hit"] < torpedo.chances["hit"]
    assert [each.target for each in mine] == ["b1"]


def test_piloting_is_against_the_universe_or_the_target():
    state = at_movement(duel(), first="reds")

    (roll,) = SYSTEM.forecast(state, i.BarrelRoll(ship="a1"))
    (lock,) = SYSTEM.forecast(state, i.TargetLock(ship="a1", target="b1"))

    assert roll.own.modifiers == (ModifierLine(name="barrel-roll", shift=1),)
    assert (roll.other.who, lock.other.who) == ("universe", "b1")
    assert roll.points["danger-zone"]["success"] > roll.chances["success"]


def test_hits_and_initiative_are_told_too():
    state = play(duel(), i.OpenRound())
    (initiative,) = SYSTEM.forecast(state, i.RollInitiative(squadron="red"))
    assert initiative.own.dice == "2d6"

    state = play(at_shooting(duel(), last="blues"), gun(), (8, 8), (1, 1))
    (hit,) = SYSTEM.forecast(state, i.RollHit())
    assert hit.target == "b1"
    assert hit.chances["rolls-3"] == 1


def test_nothing_is_told_of_what_is_not_rolled():
    assert SYSTEM.forecast(duel(), i.OpenRound()) == ()
    assert SYSTEM.forecast(duel(), i.RollHit()) == ()
