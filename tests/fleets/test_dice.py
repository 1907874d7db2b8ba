"""What a pad may show at once: the rolls that come whatever the dice show."""

from __future__ import annotations

import pytest

from fleets.dice import foreseen
from fleets.rules.horizon import intents as i
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Face
from tests.fleets.rules.horizon.table import (
    at_movement,
    at_shooting,
    battle,
    large,
    roster,
    small,
)

pytestmark = pytest.mark.unit


def _purposes(state: object, command: i.Intent) -> list[tuple[str, tuple[int, ...]]]:
    return [(roll.purpose, roll.sides) for roll in foreseen(SYSTEM, state, command)]


def _fleet(*reds: object) -> object:
    own = reds or (small("a1"),)
    return battle(
        roster("red", "reds", *own),  # type: ignore[arg-type]
        roster("blue", "blues", small("b1"), small("b2")),
    )


def test_a_move_asks_for_no_dice() -> None:
    state = at_movement(_fleet(), "reds")  # type: ignore[arg-type]
    assert foreseen(SYSTEM, state, i.Move(ship="a1")) == ()


def test_an_attack_asks_for_both_hands_and_not_for_the_hit_that_may_follow() -> None:
    state = at_shooting(_fleet(), "blues")  # type: ignore[arg-type]
    command = i.FireGun(ship="a1", gun="g1", target="b1", face=Face.FRONT)
    assert _purposes(state, command) == [("attack", (8, 8)), ("attack:against", (6, 6))]


def test_a_mine_asks_for_the_blast_once_and_for_each_ship_in_it() -> None:
    state = at_shooting(_fleet(large("a1", "mining-charges")), "blues")  # type: ignore[arg-type]
    asked = _purposes(state, i.DropMine(ship="a1", targets=("b1", "b2")))
    assert asked == [("mine", (10, 10)), ("mine:against", (6, 6)), ("mine:against", (6, 6))]


def test_a_collision_asks_both_to_avoid_it() -> None:
    state = at_movement(_fleet(), "reds")  # type: ignore[arg-type]
    state = SYSTEM.apply(state, i.Move(ship="a1"), None).state  # type: ignore[arg-type]
    asked = _purposes(state, i.CollisionAlert(ship="a1", target="b1"))
    assert [sides for _purpose, sides in asked] == [(8, 8), (6, 6), (8, 8), (6, 6)]
