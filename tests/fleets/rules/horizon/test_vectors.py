"""The worked figures of the rules, as tables. Each line is a vector of the digest."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fleets.rules.base import RollRequest
from fleets.rules.horizon import chances, commands, hits, ladder, modifiers, ships
from fleets.rules.horizon.ladder import Hand, Modifier
from fleets.rules.horizon.ships import Cost
from fleets.rules.horizon.state import Bonus
from fleets.rules.horizon.terms import Face, Hit, Status, Weapon
from fleets.rules.kit.dice import ScriptedRolls
from tests.fleets.rules.horizon.table import (
    TABLES,
    battle,
    d,
    duel,
    guns,
    large,
    medium,
    roster,
    small,
    tweak,
    tweak_squadron,
)


@pytest.mark.parametrize(
    ("base", "shifts", "result"),
    [
        ("2d6", (1,), "2d8"),
        ("2d6", (-1,), "2d4"),
        ("2d12", (1,), "2d12"),
        ("2d4", (-1,), "2d4"),
        ("2d10", (1, 1, -1), "2d12"),
        ("2d12", (1, -1), "2d12"),
    ],
)
def test_ladder(base, shifts, result):
    assert d(base).shifted(*shifts) == d(result)
    assert ladder.modified(d(base), [Modifier("any", shift) for shift in shifts]) == d(result)


def test_shields_make_2d6_into_2d6_plus_1():
    state = duel(b=small("b1", "shields"))
    hand = modifiers.defence(state, "b1", weapon=Weapon.GUN, face=Face.FRONT)
    assert str(hand.dice) == "2d6+1"


def test_bonuses_of_one_stat_add_up():
    assert (
        str(ladder.modified(d("2d6"), [Modifier("a", bonus=1), Modifier("b", bonus=1)])) == "2d6+2"
    )


def test_3_and_5_make_8():
    throw = ladder.throw(Hand(who="a1", base=d("2d6")), "test", ScriptedRolls([(3, 5)]))
    assert throw.total == 8


def test_opposed_tie_is_the_defenders():
    hands = Hand(who="a", base=d("2d6")), Hand(who="b", base=d("2d6"))
    assert not ladder.opposed(*hands, "test", ScriptedRolls([(3, 4), (5, 2)])).won
    assert ladder.opposed(*hands, "test", ScriptedRolls([(4, 4), (5, 2)])).won


def test_simple_tie_is_the_players():
    hands = Hand(who="a", base=d("2d8")), Hand(who="universe", base=d("2d6"))
    assert ladder.simple(*hands, "test", ScriptedRolls([(3, 4), (5, 2)])).won
    assert not ladder.simple(*hands, "test", ScriptedRolls([(3, 3), (5, 2)])).won


@pytest.mark.parametrize(
    ("firepower", "defence", "rolls"),
    [(9, 9, 0), (10, 9, 1), (12, 6, 2), (18, 6, 3), (17, 6, 2), (11, 6, 1)],
)
def test_h6_number_of_hit_rolls(firepower, defence, rolls):
    assert hits.hit_rolls(firepower, defence, TABLES) == rolls


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        (2, Hit.CREW),
        (3, Hit.ENGINE),
        (4, Hit.GUNS),
        (5, Hit.SYSTEMS),
        (6, Hit.HULL),
        (7, Hit.OUT),
        (8, Hit.HULL),
        (9, Hit.SYSTEMS),
        (10, Hit.GUNS),
        (11, Hit.ENGINE),
        (12, Hit.CREW),
        (1, Hit.CREW),
        (13, Hit.CREW),
    ],
)
def test_h1_hit_table(result, outcome):
    assert hits.where(result, TABLES) is outcome


@pytest.mark.parametrize(("escorts", "bonus"), [(0, 0), (1, 1), (3, 3), (4, 3)])
def test_escorts_give_at_most_3(escorts, bonus):
    names = tuple(f"b{number}" for number in range(2, 2 + escorts))
    state = battle(
        roster("red", "reds", small("a1")),
        roster("blue", "blues", medium("b1"), *(small(name) for name in names)),
    )
    state = tweak(state, "b1", escorts=names)
    hand = modifiers.defence(state, "b1", weapon=Weapon.GUN, face=Face.FRONT)
    assert hand.dice == d("2d8").plus(bonus)


def test_third_manoeuvre_of_an_ace_is_rolled_on_2d6():
    state = duel(small("a1", piloting=d("2d10")))
    assert modifiers.piloting(state, "a1", earlier=1).dice == d("2d8")
    assert modifiers.piloting(state, "a1", earlier=2).dice == d("2d6")


@pytest.mark.parametrize(
    ("bonus", "commander_out", "points"),
    [(0, False, 2), (1, False, 3), (5, False, 4), (0, True, 1), (2, True, 3), (5, True, 3)],
)
def test_command_points_of_a_round(bonus, commander_out, points):
    state = tweak_squadron(duel(), "red", bonuses=(Bonus(points=bonus),))
    if commander_out:
        state = tweak(state, "a1", status=Status.OUT)
    assert commands.points_for_round(state, state.squadrons["red"]).points == points


@pytest.mark.parametrize(
    ("target", "dice"), [(small("b1"), "2d8"), (medium("b1"), "2d10"), (large("b1"), "2d12")]
)
def test_torpedo_dice_by_type(target, dice):
    hand = modifiers.own_firepower(duel(b=target), "a1", Weapon.TORPEDO, "b1")
    assert hand.dice == d(dice)


def test_mine_dice():
    assert modifiers.own_firepower(duel(), "a1", Weapon.MINE, "b1").dice == d("2d10")


# --- points (H-4) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ship", "cost"),
    [
        (
            small("s", "shields", "decoy", "ram", speed=2, piloting=d("2d8")),
            Cost(base=12, with_pilot=15),
        ),
        (
            small(
                "s", "shields", "decoy", "ram", speed=3, guns=guns("2d6", "2d6T"), piloting=d("2d6")
            ),
            Cost(base=14, with_pilot=15),
        ),
        (
            medium("m", "ground-support", "transport", guns=guns("2d8"), piloting=d("2d8")),
            Cost(base=12, with_pilot=15),
        ),
        (
            large(
                "l",
                "shields",
                "decoy",
                "ram",
                "tractor-beam",
                guns=guns("2d10", "2d10T", "2d10R"),
                piloting=d("2d6"),
            ),
            Cost(base=30, with_pilot=31),
        ),
        (large("l", "shields", guns=(), piloting=d("2d6")), Cost(base=10, with_pilot=11)),
    ],
)
def test_h4_points_of_published_ships(ship, cost):
    assert ships.cost(ship, TABLES) == cost


# --- odds ----------------------------------------------------------------------------------

LADDER = ("2d4", "2d6", "2d8", "2d10", "2d12")

OPPOSED = {
    "2d4": (0.4141, 0.2014, 0.1133, 0.0725, 0.0503),
    "2d6": (0.6910, Fraction(575, 1296), Fraction(635, 2304), Fraction(43, 240), 0.1244),
    "2d8": (0.8242, Fraction(491, 768), Fraction(469, 1024), Fraction(1029, 3200), 0.2298),
    "2d10": (0.8875, 0.7614, Fraction(39, 64), Fraction(933, 2000), 0.3523),
    "2d12": (0.9219, 0.8339, 0.7168, 0.5899, 0.4721),
}


def equal(found, wanted):
    return found == wanted if isinstance(wanted, Fraction) else round(float(found), 4) == wanted


@pytest.mark.parametrize("attacker", LADDER)
@pytest.mark.parametrize("column", range(5))
def test_odds_of_opposed_rolls(attacker, column):
    found = chances.wins(d(attacker), d(LADDER[column]))
    assert equal(found, OPPOSED[attacker][column])


@pytest.mark.parametrize(
    ("attacker", "defender", "wanted"),
    [
        ("2d6", "2d6+1", Fraction(145, 432)),
        ("2d8", "2d6+1", 0.5473),
        ("2d10", "2d8+1", 0.5369),
    ],
)
def test_odds_against_shields(attacker, defender, wanted):
    assert equal(chances.wins(d(attacker), d(defender)), wanted)


@pytest.mark.parametrize(
    ("dice", "wanted"),
    [
        ("2d4", 0.3090),
        ("2d6", Fraction(721, 1296)),
        ("2d8", 0.7244),
        ("2d10", Fraction(197, 240)),
        ("2d12", 0.8756),
    ],
)
def test_odds_of_simple_rolls(dice, wanted):
    assert equal(chances.succeeds(d(dice), d("2d6")), wanted)


def test_odds_of_initiative():
    win = chances.wins(d("2d6"), d("2d6"))
    assert equal(win, 0.4437)
    assert equal(1 - 2 * win, 0.1127)


def test_odds_by_number_of_hit_rolls():
    rolls = chances.roll_counts(d("2d8"), d("2d6"), TABLES)
    assert [round(float(rolls[count]), 4) for count in (1, 2, 3)] == [0.4110, 0.1489, 0.0794]
    assert sum(rolls.values()) == 1


@pytest.mark.parametrize(
    ("rolls", "wanted"),
    [
        (1, Fraction(1, 6)),
        (2, Fraction(77, 162)),
        (3, Fraction(83, 108)),
        (4, Fraction(2050, 2187)),
        (5, 0.9924),
    ],
)
def test_odds_of_out_of_action_for_a_fresh_ship(rolls, wanted):
    assert equal(chances.hit_table(TABLES).out(frozenset(), rolls), wanted)


@pytest.mark.parametrize(
    ("rolls", "wanted"),
    [(1, Fraction(0)), (2, Fraction(55, 324)), (3, Fraction(35, 81)), (4, 0.6794), (5, 0.8482)],
)
def test_odds_of_out_of_action_where_7_has_no_effect(rolls, wanted):
    from fleets import tables

    quiet = tables.load("horizon", {"hits": {"7": {"outcome": "none"}}})
    assert equal(chances.hit_table(quiet).out(frozenset(), rolls), wanted)


def test_purposes_tell_whose_dice_they_are():
    asked: list[RollRequest] = []

    class Listening(ScriptedRolls):
        def roll(self, request):
            asked.append(request)
            return super().roll(request)

    hands = Hand(who="a1", base=d("2d8")), Hand(who="universe", base=d("2d6"))
    ladder.simple(*hands, "scan", Listening([(1, 1), (1, 1)]))
    assert [(request.roller, request.sides) for request in asked] == [
        ("a1", (8, 8)),
        ("universe", (6, 6)),
    ]
