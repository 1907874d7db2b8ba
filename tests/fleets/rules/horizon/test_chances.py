"""Exact odds against brute force, and what a command point changes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fleets.rules.horizon import chances, hits
from fleets.rules.horizon import intents as i
from fleets.rules.horizon.ladder import STEPS, Dice
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Face, Hit, SceneKind, System
from tests.fleets.rules.horizon.table import (
    TABLES,
    at_movement,
    at_shooting,
    battle,
    d,
    duel,
    guns,
    medium,
    play,
    roster,
    small,
    tweak,
    tweak_squadron,
)

FIRE = i.FireGun(ship="a1", gun="g1", target="b1", face=Face.REAR)


def sums(dice: Dice):
    return [a + b + dice.bonus for a, b in product(range(1, dice.sides + 1), repeat=2)]


@pytest.mark.parametrize("attack", ["2d4", "2d6", "2d8+1", "2d12"])
@pytest.mark.parametrize("defence", ["2d4", "2d6+1", "2d8", "2d10+3"])
def test_odds_equal_brute_force(attack, defence):
    a, b = d(attack), d(defence)
    pairs = [(x, y) for x in sums(a) for y in sums(b)]
    whole = len(pairs)
    assert chances.wins(a, b) == Fraction(sum(x > y for x, y in pairs), whole)
    assert chances.succeeds(a, b) == Fraction(sum(x >= y for x, y in pairs), whole)
    counted = [hits.hit_rolls(x, y, TABLES) for x, y in pairs]
    rolls = chances.roll_counts(a, b, TABLES)
    assert rolls == {count: Fraction(counted.count(count), whole) for count in range(4)}


def brute_out(damage, rolls):
    """Every row of dice on the hit table, one by one."""
    out = 0
    for faces in product(sums(d("2d6")), repeat=rolls):
        tokens = set(damage)
        for result in faces:
            outcome = hits.where(result, TABLES)
            if outcome is Hit.OUT or outcome.system in tokens:
                out += 1
                break
            tokens.add(outcome.system)
    return Fraction(out, 36**rolls)


@pytest.mark.parametrize("damage", [(), (System.HULL,), (System.CREW, System.GUNS)])
@pytest.mark.parametrize("rolls", [0, 1, 2])
def test_out_of_action_equals_brute_force(damage, rolls):
    assert chances.hit_table(TABLES).out(frozenset(damage), rolls) == brute_out(damage, rolls)


def test_luck_on_one_roll_saves_from_a_7():
    table = chances.hit_table(TABLES)
    assert table.out(frozenset(), 1) == Fraction(1, 6)
    assert table.out(frozenset(), 1, luck=True) == 0
    # with a hole in the hull a 7 can't become a 6 or an 8
    holed = frozenset({System.HULL})
    assert table.out(holed, 1) == Fraction(16, 36)
    assert table.out(holed, 1, luck=True) == Fraction(6, 36)
    assert table.out_with_luck_now(holed, 1) == Fraction(6, 36)
    # waiting for the right roll is never worse than paying at once
    assert table.out(frozenset(), 3, luck=True) <= table.out_with_luck_now(frozenset(), 3)


dice = st.builds(Dice, st.sampled_from(STEPS), st.integers(0, 3))


@settings(deadline=None)
@given(dice, dice)
def test_odds_sum_to_1(attack, defence):
    assert sum(chances.roll_counts(attack, defence, TABLES).values()) == 1
    assert chances.wins(attack, defence) + chances.succeeds(defence, attack) == 1


@settings(deadline=None)
@given(dice, dice, st.sampled_from([-1, 1]))
def test_odds_are_monotone_in_every_shift(attack, defence, shift):
    plain = chances.wins(attack, defence)
    shifted, guarded = attack.shifted(shift), defence.shifted(shift)
    if shift > 0:
        assert chances.wins(shifted, defence) >= plain >= chances.wins(attack, guarded)
    else:
        assert chances.wins(shifted, defence) <= plain <= chances.wins(attack, guarded)
    assert chances.wins(attack.plus(1), defence) >= plain >= chances.wins(attack, defence.plus(1))


@settings(deadline=None)
@given(
    st.frozensets(st.sampled_from(list(System)), max_size=4),
    st.integers(0, 4),
    st.sampled_from(list(System)),
)
def test_more_rolls_and_more_damage_are_never_better(damage, rolls, system):
    table = chances.hit_table(TABLES)
    plain = table.out(damage, rolls)
    assert table.out(damage, rolls + 1) >= plain
    assert table.out(damage | {system}, rolls) >= plain
    assert table.out(damage, rolls, luck=True) <= plain


# --- an attack as it stands ----------------------------------------------------------------


def test_odds_on_the_button():
    state = at_shooting(duel(), last="blues")
    found = SYSTEM.odds(state, FIRE)
    assert isinstance(found, chances.Odds)
    assert (found.attack, found.defence) == (d("2d8"), d("2d6"))
    assert round(float(found.hit), 4) == 0.6393
    assert sum(found.rolls.values()) == 1
    expected = sum(
        p * chances.hit_table(TABLES).out(frozenset(), n) for n, p in found.rolls.items()
    )
    assert found.out == expected


def test_what_one_command_point_would_change():
    state = at_shooting(duel(), last="blues")
    found = SYSTEM.odds(state, FIRE)
    assert set(found.points) == {"luck", "cobra", "wing-over"}
    assert found.points["luck"].hit == found.hit
    assert found.points["luck"].out < found.out
    goes_on = chances.wins(d("2d8"), d("2d8"))
    assert found.points["cobra"].hit == found.hit * goes_on
    assert sum(found.points["cobra"].rolls.values()) == 1
    poor = tweak_squadron(state, "blue", points=0)
    assert SYSTEM.odds(poor, FIRE).points == {}
    from dataclasses import replace

    assert set(SYSTEM.odds(state, replace(FIRE, face=Face.FRONT)).points) == {"luck"}
    assert SYSTEM.odds(state, replace(FIRE, gun="g9")) is None


def test_odds_of_a_torpedo_with_and_without_decoy():
    state = duel(small("a1", "torpedoes"), small("b1", "decoy"))
    state = at_shooting(state, last="blues")
    command = i.FireTorpedo(ship="a1", target="b1", face=Face.FRONT)
    found = SYSTEM.odds(state, command)
    assert found.hit == chances.wins(d("2d8"), d("2d6"))
    assert found.points["decoy"].hit == chances.wins(d("2d8"), d("2d8"))
    from dataclasses import replace

    launched = SYSTEM.odds(state, replace(command, decoy=True))
    assert launched.hit == found.points["decoy"].hit
    assert "decoy" not in launched.points


def test_odds_of_a_mine_for_each_target():
    state = battle(
        roster("red", "reds", medium("a1", "mining-charges")),
        roster("blue", "blues", small("b1"), medium("b2")),
    )
    found = SYSTEM.odds(
        at_shooting(state, last="blues"), i.DropMine(ship="a1", targets=("b1", "b2"))
    )
    assert found["b1"].hit == chances.wins(d("2d10"), d("2d6"))
    assert found["b2"].hit == chances.wins(d("2d10"), d("2d8"))


def test_odds_of_scene_guns_and_at_scene_objects():
    turret = SceneObject(
        id="t1", name="t1", kind=SceneKind.TURRET, guns=guns("2d8T"), defence=Dice(8)
    )
    state = at_shooting(duel(scene=(turret,)), last="blues")
    shot = i.SceneFire(thing="t1", gun="g1", target="b1", face=Face.FRONT)
    assert SYSTEM.odds(state, shot).hit == chances.wins(d("2d8"), d("2d6"))
    back = i.FireGun(ship="a1", gun="g1", target="t1", face=Face.FRONT)
    found = SYSTEM.odds(state, back)
    assert (found.out, found.points) == (0, {})


def test_odds_of_rolls_that_wait():
    state = at_shooting(duel(), last="blues")
    assert SYSTEM.odds(state, i.RollHit()) is None
    state = play(state, FIRE, (8, 8), (4, 4))
    found = SYSTEM.odds(state, i.RollHit())
    assert found.out == Fraction(77, 162)
    assert found.points["luck"].out < found.out
    assert SYSTEM.odds(tweak_squadron(state, "blue", points=0), i.RollHit()).points == {}


def test_odds_of_piloting():
    state = at_movement(duel(small("a1", "transport")), first="reds")
    roll = SYSTEM.odds(state, i.BarrelRoll(ship="a1"))
    assert (roll.dice, roll.success) == (d("2d10"), Fraction(197, 240))
    assert roll.with_danger == chances.succeeds(d("2d12"), d("2d6"))
    lock = SYSTEM.odds(state, i.TargetLock(ship="a1", target="b1"))
    assert lock.success == chances.wins(d("2d8"), d("2d8"))
    refuses = SYSTEM.odds(state, i.Dock(ship="a1", target="b1", refused=True))
    assert refuses.success == lock.success
    state = tweak(state, "a1", manoeuvres=1)
    assert SYSTEM.odds(state, i.Immelmann(ship="a1")).dice == d("2d6")
    scan = SYSTEM.odds(state, i.Scan(ship="a1", target="b1"))
    assert scan.dice == d("2d8")
    assert SYSTEM.odds(state, i.Move(ship="a1")) is None
