"""Dice handed in: what can lie on a table, rerolls, running out of typed dice."""

from __future__ import annotations

import pytest

from fleets.rules.base import DiceWantedError, RollAnswer, RollRequest
from fleets.rules.kit.dice import (
    ImpossibleDiceError,
    RememberedRolls,
    ScriptedRolls,
    checked,
    reroll,
)

TWO_D6 = RollRequest(purpose="attack", sides=(6, 6), roller="a1")


def test_dice_that_can_lie_so():
    assert checked(TWO_D6, RollAnswer((1, 6))).faces == (1, 6)


@pytest.mark.parametrize(
    "answer",
    [
        RollAnswer((1, 7)),
        RollAnswer((0, 6)),
        RollAnswer((1,)),
        RollAnswer((1, 2, 3)),
        RollAnswer((1, 2), (1,), "agile"),
        RollAnswer((1, 2), (None, 9), "agile"),
        RollAnswer((1, 2), (None, 1)),
    ],
)
def test_dice_that_cannot(answer):
    with pytest.raises(ImpossibleDiceError):
        checked(TWO_D6, answer)


def test_one_die_or_all_by_one_ability_once():
    one = reroll(RollAnswer((1, 5)), new={0: 4}, ability="first")
    assert one == RollAnswer((4, 5), (1, None), "first")
    assert checked(TWO_D6, one) == one
    both = reroll(RollAnswer((1, 5)), new={0: 2, 1: 2}, ability="second")
    assert both == RollAnswer((2, 2), (1, 5), "second")
    with pytest.raises(ImpossibleDiceError):
        reroll(one, new={1: 6}, ability="second")


def test_typed_dice_run_out_and_say_what_is_wanted():
    rolls = ScriptedRolls([(1, 2)])
    rolls.roll(TWO_D6)
    with pytest.raises(DiceWantedError) as wanted:
        rolls.roll(TWO_D6)
    assert wanted.value.request == TWO_D6


def test_dice_left_over_are_told():
    rolls = ScriptedRolls([(1, 2), RollAnswer((3, 4))])
    rolls.roll(TWO_D6)
    assert rolls.left == (RollAnswer((3, 4)),)


def test_remembered_dice():
    rolls = RememberedRolls(ScriptedRolls([(1, 2), (3, 4)]))
    rolls.roll(TWO_D6)
    rolls.roll(TWO_D6)
    assert [answer.faces for answer in rolls.answers] == [(1, 2), (3, 4)]
