"""Guns, torpedoes, mines, scans, evading."""

from __future__ import annotations

import pytest

from fleets.rules.horizon import intents as i
from fleets.rules.horizon import modifiers
from fleets.rules.horizon import records as r
from fleets.rules.horizon.ladder import Dice
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.terms import Face, Phase, SceneKind, Status, Weapon
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

BASE = SceneObject(
    id="base",
    name="base",
    kind=SceneKind.STATION,
    side="blues",
    defence=Dice(8),
    counters={"plates": 3},
    hits_from="plates",
)
CLOUD = SceneObject(id="cloud", name="cloud", kind=SceneKind.OTHER)
BUOY = SceneObject(id="buoy", name="buoy", kind=SceneKind.OTHER, defence=Dice(4))

MISS = ((1, 1), (6, 6))


def field(*reds, blues=(), scene=(BASE, CLOUD, BUOY), **changes):
    """Red's ships shoot first; blue has b1 and b2."""
    reds = reds or (small("a1"), small("a2"))
    blues = blues or (small("b1"), medium("b2"))
    state = battle(
        roster("red", "reds", *reds),
        roster("blue", "blues", *blues),
        scene=scene,
        **changes,
    )
    return at_shooting(state, last="blues")


def fire(target="b1", face=Face.FRONT, ship="a1", gun="g1", **more):
    return i.FireGun(ship=ship, gun=gun, target=target, face=face, **more)


# --- guns ----------------------------------------------------------------------------------


def test_a_tie_is_a_miss_and_the_turn_passes():
    state, records = told(field(), fire(), (4, 5), (5, 4))
    fired = of(records, r.Fired)[0]
    assert (fired.hits, fired.contest.own.total, fired.contest.other.total) == (0, 9, 9)
    assert state.ships["a1"].acted
    assert state.turn == "blues"


def test_each_gun_at_a_target_of_its_own():
    state = field(medium("a1"))
    state = play(state, fire(), *MISS)
    assert state.acting == ("a1",)
    assert refused(state, fire(gun="g2")) == "each-gun-own-target"
    assert refused(state, fire(gun="g1", target="b2")) == "gun-fired"
    assert refused(state, i.Evade(ship="a1")) == "guns-already-fired"
    state = play(state, fire(gun="g2", target="b2"), (1, 1), (8, 8))
    assert state.ships["a1"].acted


def test_the_other_guns_may_stay_silent():
    state = field(medium("a1"), small("a2"))
    assert refused(state, i.FinishFire(ship="a1")) == "no-gun-fired"
    state = play(state, fire(), *MISS)
    assert refused(state, fire(ship="a2")) == "finish-first"
    state = play(state, i.FinishFire(ship="a1"))
    assert state.ships["a1"].acted
    assert refused(state, i.FinishFire(ship="a1")) == "already-acted"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (fire(ship="zz"), "unknown-ship"),
        (fire(ship="b1", target="a1"), "not-your-turn"),
        (fire(gun="g9"), "unknown-gun"),
        (fire(target="a2"), "not-an-enemy"),
        (fire(target="a1"), "no-such-target"),
        (fire(target="zz"), "no-such-target"),
        (fire(target="cloud"), "cannot-be-hit"),
        (fire(line_of_sight=False), "no-line-of-sight"),
        (fire(in_zone=False), "out-of-zone"),
        (fire(danger=True), "no-roll-of-target"),
    ],
)
def test_shots_that_cannot_be(command, code):
    assert refused(field(), command) == code


def test_ships_out_neither_shoot_nor_are_shot_at():
    state = tweak(field(), "b1", status=Status.OUT)
    assert refused(state, fire()) == "no-such-target"
    assert refused(tweak(field(), "a1", status=Status.OUT), fire()) == "ship-out"


def test_not_outside_the_shooting_phase():
    from tests.fleets.rules.horizon.table import duel

    assert refused(duel(), fire()) == "not-in-phase"


def test_the_modifiers_of_an_attack_by_name():
    state = field(small("a1", "targeting-computer"))
    state = tweak(state, "a1", locks=("b1",), failed=("failed-immelmann",))
    state = tweak(state, "b1", evading=True)
    _, records = told(state, fire(), (1, 1), (6, 6))
    contest = of(records, r.Fired)[0].contest
    assert {m.name: (m.shift, m.bonus) for m in contest.own.modifiers} == {
        "targeting-computer": (0, 1),
        "failed-immelmann": (-1, 0),
        "target-lock": (1, 0),
    }
    assert str(contest.own.dice) == "2d8+1"
    assert [m.name for m in contest.other.modifiers] == ["evade"]
    assert contest.other.dice == d("2d8")


def test_h3_facing_and_speed_stand_at_zero_until_the_master_says_otherwise():
    from fleets import tables

    said = tables.load(
        "horizon",
        {"modifiers": {"facing-rear": {"shift": -1}, "target-faster": {"shift": -1}}},
    )
    blues = (small("b1"),)
    state = field(medium("a1"), blues=blues, tables_=said)
    gun = state.ships["a1"].profile.guns[0]
    assert modifiers.gun_firepower(state, "a1", gun, "b1").dice == d("2d6")
    assert modifiers.defence(state, "b1", weapon=Weapon.GUN, face=Face.REAR).dice == d("2d4")
    state = field(medium("a1"), blues=blues)
    assert modifiers.gun_firepower(state, "a1", gun, "b1").modifiers == ()
    assert modifiers.defence(state, "b1", weapon=Weapon.GUN, face=Face.REAR).modifiers == ()


def test_a_scene_object_loses_counters_and_goes_out():
    state = field(small("a1"))
    state, records = told(state, fire(target="base"), (8, 8), (2, 3))
    assert of(records, r.Fired)[0].hits == 3
    assert of(records, r.SceneCounted)[0].value == 0
    assert state.scene["base"].out
    assert state.hits == ()
    # nothing to count on: the shot is on record, no more
    _, records = told(field(small("a1")), fire(target="buoy"), (8, 8), (1, 1))
    assert of(records, r.SceneCounted) == []


def test_a_ship_without_guns_cannot_fire_but_evades():
    state = field(small("a1", guns=()))
    assert refused(state, fire()) == "unknown-gun"
    assert play(state, i.Evade(ship="a1")).ships["a1"].evading


# --- torpedoes -----------------------------------------------------------------------------


def torpedo(target="b1", **more):
    return i.FireTorpedo(ship="a1", target=target, face=Face.FRONT, **more)


def test_torpedo_costs_a_point_once_a_squadron_a_phase():
    state = field(small("a1", "torpedoes"), small("a2", "torpedoes"))
    state, records = told(state, torpedo("b2"), (1, 1), (8, 8))
    fired = of(records, r.Fired)[0]
    assert (fired.weapon, fired.contest.own.dice) == (Weapon.TORPEDO, d("2d10"))
    assert state.squadrons["red"].points == 1
    assert state.ships["a1"].acted
    state = play(state, i.Evade(ship="b1"))
    again = i.FireTorpedo(ship="a2", target="b2", face=Face.FRONT)
    assert refused(state, again) == "action-used-up"


def test_h20_torpedo_dice_know_no_modifiers_of_firepower():
    state = tweak(
        field(small("a1", "torpedoes")), "a1", locks=("b1",), failed=("failed-immelmann",)
    )
    _, records = told(state, torpedo(), (1, 1), (6, 6))
    assert of(records, r.Fired)[0].contest.own.modifiers == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (torpedo(), "needs-upgrade"),
        (torpedo(in_zone=False), "needs-upgrade"),
    ],
)
def test_torpedo_needs_its_upgrade(command, code):
    assert refused(field(), command) == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (torpedo(in_zone=False), "out-of-zone"),
        (torpedo("a2"), "not-an-enemy"),
        (torpedo(decoy=True), "needs-upgrade"),
        (torpedo("base", decoy=True), "no-pilot"),
    ],
)
def test_torpedoes_that_cannot_be(command, code):
    assert refused(field(small("a1", "torpedoes"), small("a2")), command) == code


def test_torpedo_instead_of_guns():
    state = field(medium("a1", "torpedoes"))
    state = play(state, fire(), *MISS)
    assert refused(state, torpedo()) == "guns-already-fired"


def test_decoy_gives_1dt_of_defence_against_a_torpedo():
    blues = (small("b1", "decoy"),)
    state = field(small("a1", "torpedoes"), blues=blues)
    state, records = told(state, torpedo(decoy=True), (1, 1), (8, 8))
    contest = of(records, r.Fired)[0].contest
    assert contest.other.dice == d("2d8")
    assert state.squadrons["blue"].points == 1
    poor = tweak_squadron(field(small("a1", "torpedoes"), blues=blues), "blue", points=0)
    assert refused(poor, torpedo(decoy=True)) == "no-points"


def test_a_torpedo_at_a_scene_object_is_rolled_as_at_a_large_ship():
    state = field(small("a1", "torpedoes"))
    state, records = told(state, torpedo("base"), (5, 5), (3, 3))
    assert of(records, r.Fired)[0].contest.own.dice == d("2d12")
    assert state.scene["base"].counters == {"plates": 2}


# --- mines ---------------------------------------------------------------------------------


def mine(*targets, ship="a1"):
    return i.DropMine(ship=ship, targets=targets)


def test_a_mine_is_rolled_once_against_friend_and_foe():
    state = field(medium("a1", "mining-charges"), small("a2"))
    # blast 12; a2 12 (holds), b1 7 (one), b2 12 (holds), the base 4: three
    dice = ((6, 6), (6, 6), (3, 4), (6, 6), (2, 2))
    state, records = told(state, mine("a2", "b1", "b2", "base"), *dice)
    assert of(records, r.MineDropped)[0].throw.total == 12
    assert [(s.target, s.hits) for s in of(records, r.MineStruck)] == [
        ("a2", 0),
        ("b1", 1),
        ("b2", 0),
        ("base", 3),
    ]
    assert state.scene["base"].out
    assert state.hits[0].target == "b1"  # blue may have luck: the roll waits
    assert state.squadrons["red"].points == 1
    assert state.ships["a1"].acted


def test_no_luck_against_a_mine_of_the_own_side():
    state = field(medium("a1", "mining-charges"), small("a2"))
    state, records = told(state, mine("a2"), (6, 6), (4, 3), (1, 1))
    assert of(records, r.HitSettled)[0].target == "a2"
    assert state.ships["a2"].damage == ("crew",)


def test_h15_stealth_does_not_help_against_a_mine():
    from fleets import tables

    state = tweak(field(medium("a1", "mining-charges")), "b1", hidden=True)
    told(state, mine("b1"), (1, 1), (6, 6))
    mild = tables.load("horizon", {"switches": {"mine-strikes-hidden": {"on": False}}})
    state = tweak(field(medium("a1", "mining-charges"), tables_=mild), "b1", hidden=True)
    assert refused(state, mine("b1")) == "target-hidden"


@pytest.mark.parametrize(
    ("ship", "command", "code"),
    [
        (small("a1", "mining-charges"), mine("b1"), "action-not-for-type"),
        (medium("a1"), mine("b1"), "needs-upgrade"),
        (medium("a1", "mining-charges"), mine("b1", "b1"), "no-such-target"),
        (medium("a1", "mining-charges"), mine("a1"), "no-such-target"),
        (medium("a1", "mining-charges"), mine("zz"), "no-such-target"),
        (medium("a1", "mining-charges"), mine("cloud"), "cannot-be-hit"),
    ],
)
def test_mines_that_cannot_be(ship, command, code):
    assert refused(field(ship), command) == code


def test_one_mine_a_squadron_a_phase():
    state = field(medium("a1", "mining-charges"), large("a2", "mining-charges"))
    state = play(state, mine("b1"), (1, 1), (6, 6))
    state = play(state, i.Evade(ship="b1"))
    assert refused(state, mine("b2", ship="a2")) == "action-used-up"


def test_a_mine_that_catches_nobody():
    state, records = told(field(medium("a1", "mining-charges")), mine(), (3, 3))
    assert of(records, r.MineStruck) == []
    assert state.ships["a1"].acted


# --- scan and evade ------------------------------------------------------------------------


def test_a_hidden_ship_is_no_target_until_scanned():
    state = tweak(field(), "b1", hidden=True)
    assert refused(state, fire()) == "target-hidden"
    failed = play(state, i.Scan(ship="a1", target="b1"), (1, 1), (6, 6))
    assert failed.ships["b1"].hidden
    state = play(state, i.Scan(ship="a1", target="b1"), (3, 4), (3, 4))
    assert not state.ships["b1"].hidden
    assert state.ships["b1"].scanned
    assert state.ships["a1"].acted


def test_scanning_a_scene_object():
    state = play(field(), i.Scan(ship="a1", target="cloud", danger=True), (6, 6), (1, 1))
    assert state.scene["cloud"].scanned
    assert state.squadrons["red"].points == 1


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (i.Scan(ship="a1", target="a2"), "own-squadron"),
        (i.Scan(ship="a1", target="a1"), "no-such-target"),
        (i.Scan(ship="a1", target="zz"), "no-such-target"),
        (i.Scan(ship="a1", target="b1", in_zone=False), "out-of-zone"),
    ],
)
def test_scans_that_cannot_be(command, code):
    assert refused(field(), command) == code


def test_evading_helps_to_the_end_of_the_round():
    state, records = told(field(), i.Evade(ship="a1"))
    assert of(records, r.Evaded)
    assert modifiers.defence(state, "a1", weapon=Weapon.GUN).dice == d("2d8")
    assert state.phase is Phase.SHOOTING


def test_enhanced_guns_and_zones_are_in_the_tables():
    weapons = field().tables.weapons
    assert (weapons["front"].far, weapons["front"].width) == (10, 2.5)
    assert (weapons["torpedo"].near, weapons["torpedo"].far, weapons["torpedo"].width) == (5, 15, 5)
    assert weapons["mine"].radius == 2.5
    assert weapons["turret"].radius == 5
    assert weapons["enhanced"].radius == 10
    assert [str(gun) for gun in guns("2d8", "2d6T", "2d10R", "2d6E")] == [
        "2d8",
        "2d6T",
        "2d10R",
        "2d6E",
    ]
