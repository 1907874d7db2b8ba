"""What the phone lights, what it says of the rest, what it asks, and whose command it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fleets.rules.base import MASTER, SCRIBE, Actor
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import options as module
from fleets.rules.horizon.system import RULES, SYSTEM
from fleets.rules.horizon.terms import Face, Status, System
from tests.fleets.rules.horizon.table import (
    SeededRolls,
    at_maintenance,
    at_movement,
    at_shooting,
    battle,
    duel,
    guns,
    large,
    medium,
    pick,
    play,
    refused,
    roster,
    seeded,
    small,
    tweak,
    tweak_squadron,
)

RED, BLUE = Actor(side="reds"), Actor(squadron="blue")


def lit(state, actor=MASTER, unit=None):
    return {option.kind for option in SYSTEM.options(state, actor, unit) if option.legal}


def option(state, kind, unit=None, actor=MASTER):
    return next(o for o in SYSTEM.options(state, actor, unit) if o.kind == kind)


# --- whose it is ---------------------------------------------------------------------------


def test_actors():
    assert Actor(squadron="red").commands(side="reds", squadron="red")
    assert not Actor(side="reds", squadron="red").commands(side="reds", squadron="ruby")
    assert Actor(side="reds").commands(side="reds", squadron="ruby")
    assert not Actor().commands(side=None, squadron=None)
    assert SCRIBE.commands(side="blues", squadron="blue")
    assert not Actor().at_the_table


@pytest.mark.parametrize(
    ("actor", "code"),
    [
        (BLUE, "not-your-squadron"),
        (Actor(), "onlooker"),
        (Actor(squadron="x"), "not-your-squadron"),
    ],
)
def test_nobody_flies_the_ships_of_others(actor, code):
    state = at_movement(duel(), first="reds")
    assert refused(state, i.Move(ship="a1"), actor) == code
    assert SYSTEM.check(state, i.Move(ship="a1"), RED) is None
    assert SYSTEM.check(state, i.Move(ship="a1"), SCRIBE) is None


def test_an_unknown_ship_is_refused_as_unknown():
    assert refused(at_movement(duel()), i.Move(ship="zz"), RED) == "unknown-ship"
    assert refused(duel(), i.RollInitiative(squadron="zz"), RED) == "not-in-phase"


def test_either_captain_may_roll_hits_and_alerts():
    state = battle(roster("red", "reds", small("a1")), roster("blue", "blues", small("b1")))
    shot = i.FireGun(ship="a1", gun="g1", target="b1", face=Face.REAR)
    state = play(at_shooting(state, last="blues"), shot, (8, 8), (6, 6))
    for actor in (RED, BLUE):
        assert SYSTEM.check(state, i.RollHit(), actor) is None
    assert refused(state, i.RollHit(), Actor(side="greens")) == "not-your-squadron"
    waiting = play(
        at_shooting(duel(), last="blues"), replace(shot, response="cobra"), (1, 1), (8, 8)
    )
    for actor in (RED, BLUE):
        assert SYSTEM.check(waiting, i.GoOn(face=Face.FRONT), actor) is None
    assert refused(duel(), i.GoOn(face=Face.FRONT), RED) == "no-attack-waits"
    assert refused(duel(), i.RollHit(), RED) == "no-hits-wait"
    moved = play(at_movement(duel(), first="reds"), i.Move(ship="a1"))
    assert SYSTEM.check(moved, i.CollisionAlert(ship="a1", target="b1"), BLUE) is None


@pytest.mark.parametrize(
    "command",
    [
        i.GrantBonus(squadron="red", bonus=1),
        i.CorrectPoints(squadron="red", points=1),
        i.CorrectShip(ship="a1", status=Status.OUT),
        i.Reopen(),
    ],
)
def test_what_is_the_masters_alone(command):
    assert refused(duel(), command, RED) == "master-only"


# --- options -------------------------------------------------------------------------------


def test_onlookers_have_no_buttons():
    assert SYSTEM.options(duel(), Actor()) == ()


def test_options_of_the_phases():
    state = duel()
    assert lit(state, RED) == {"open-round"}
    state = play(state, i.OpenRound())
    assert lit(state, RED) == {"roll-initiative"}
    state = at_maintenance(duel())
    assert lit(state, RED) == {"end-round", "regroup"}
    assert "end-battle" in lit(state)


def test_dark_buttons_say_why():
    state = at_movement(duel(), first="blues")
    told = {o.kind: o.refusal.code for o in SYSTEM.options(state, RED, "a1")}
    assert told["move"] == "not-your-turn"
    state = at_movement(duel(), first="reds")
    told = {o.kind: o.refusal and o.refusal.code for o in SYSTEM.options(state, RED, "a1")}
    assert told["move"] is None
    assert told["stealth"] == "needs-upgrade"
    assert told["escort"] == "not-an-enemy" or told["escort"] is not None
    assert told["finish-activation"] == "must-act-once"


def test_choices_hold_only_what_is_legal_and_bar_the_rest():
    state = battle(
        roster("red", "reds", medium("a1"), small("a2")),
        roster("blue", "blues", small("b1"), small("b2")),
    )
    state = tweak(at_shooting(state, last="blues"), "b2", hidden=True)
    fire = option(state, "fire-gun", "a1")
    gun, target, face = fire.choices
    assert gun.values == ("g1", "g2")
    assert target.values == ("b1",)
    assert {name: refusal.code for name, refusal in target.barred} == {
        "a2": "not-an-enemy",
        "b2": "target-hidden",
    }
    assert face.values == ("front", "side", "rear")
    state = play(
        state, i.FireGun(ship="a1", gun="g1", target="b1", face=Face.FRONT), (1, 1), (6, 6)
    )
    fire = option(state, "fire-gun", "a1")
    assert not fire.legal
    assert dict(fire.choices[1].barred)["b1"].code == "each-gun-own-target"
    assert lit(state, RED, "a1") == {"finish-fire"}


def test_options_of_a_carrier_and_of_damage():
    state = battle(
        roster(
            "red", "reds", large("a1", "carrier", "repair"), small("a2"), aboard=(("a2", "a1"),)
        ),
        roster("blue", "blues", small("b1")),
    )
    launch = option(at_movement(state, first="reds"), "launch-fighters", "a1")
    assert launch.choices[0].values == ("a2",)
    assert launch.choices[0].many
    state = tweak(at_maintenance(state), "a1", damage=(System.HULL,))
    assert option(state, "repair", "a1").choices[0].values == ("hull",)


def test_options_while_an_attack_or_hits_wait():
    shot = i.FireGun(ship="a1", gun="g1", target="b1", face=Face.REAR)
    state = at_shooting(duel(), last="blues")
    waiting = play(state, replace(shot, response="cobra"), (1, 1), (8, 8))
    assert lit(waiting, RED) == {"go-on"}
    hit = play(state, shot, (8, 8), (6, 6))
    assert lit(hit, BLUE) == {"roll-hit"}
    chosen = play(hit, i.RollHit(luck=True), (1, 1))
    assert [o.fields["shift"] for o in SYSTEM.options(chosen, BLUE) if o.legal] == [-1, 0, 1]


def test_options_of_the_scene_and_after_the_battle():
    from fleets.rules.horizon.state import SceneObject
    from fleets.rules.horizon.terms import SceneKind

    turret = SceneObject(
        id="t1", name="t1", kind=SceneKind.TURRET, guns=guns("2d8T"), counters={"ammo": 2}
    )
    state = at_maintenance(duel(scene=(turret,)))
    assert lit(state, MASTER, "t1") == {"scene-fire", "scene-done", "scene-count"}
    assert lit(state, RED, "t1") == set()
    assert SYSTEM.options(state, MASTER, "nothing") == ()
    state = play(tweak(state, "a1", status=Status.OUT), i.EndBattle())
    assert lit(state, RED, "a1") == {"roll-survival"}
    state = play(state, i.RollSurvival(ship="a1"), (4,))
    assert lit(state, MASTER, "a1") == {"use-aid", "settle-survival"}
    assert "reopen" in lit(state)


@pytest.mark.parametrize("seed", range(3))
def test_every_lit_option_is_legal_with_any_of_its_choices(seed):
    """Each option of a battle on the way, with every single value of every choice."""
    chance = seeded(seed)
    rolls = SeededRolls(chance)
    state = battle(
        roster(
            "red",
            "reds",
            small("a1", "torpedoes", "stealth"),
            medium("a2", "mining-charges", "transport"),
            large("a3", "carrier"),
            small("a4"),
            aboard=(("a4", "a3"),),
        ),
        roster("blue", "blues", small("b1", "decoy"), medium("b2", "repair"), large("b3")),
        rounds=3,
    )
    while state.phase != "over":
        options = SYSTEM.options(state, MASTER)
        for one in options:
            if one.legal:
                first = {c.field: [c.values[0]] if c.many else c.values[0] for c in one.choices}
                for choice in one.choices:
                    for value in choice.values:
                        picked = {choice.field: [value] if choice.many else value}
                        stored = {"kind": one.kind, **one.fields, **first, **picked}
                        command = SYSTEM.decode_command(stored)
                        assert SYSTEM.check(state, command, MASTER) is None, command
        command = pick(options, chance)
        assert command is not None
        state = SYSTEM.apply(state, command, rolls).state


# --- what is asked -------------------------------------------------------------------------


def asked(state, command):
    return [(ask.field, ask.value, ask.code, ask.squadron) for ask in SYSTEM.asks(state, command)]


def test_interruptions_are_asked_only_when_legal_and_affordable():
    state = at_shooting(duel(), last="blues")
    at_rear = i.FireGun(ship="a1", gun="g1", target="b1", face=Face.REAR)
    assert asked(state, at_rear) == [
        ("response", "cobra", "cobra", "blue"),
        ("response", "wing-over", "wing-over", "blue"),
    ]
    assert asked(state, replace(at_rear, face=Face.FRONT)) == []
    poor = tweak_squadron(state, "blue", points=0)
    assert asked(poor, at_rear) == []
    # then the attacker's danger zone first, and the target's from what is left
    assert asked(state, replace(at_rear, response="cobra"))[-2:] == [
        ("danger", True, "danger-zone", "red"),
        ("danger_other", True, "danger-zone", "blue"),
    ]
    last = tweak_squadron(state, "blue", points=1)
    assert [field for field, *_ in asked(last, replace(at_rear, response="cobra"))] == [
        "response",
        "danger",
    ]


def test_decoy_and_luck_are_asked():
    state = duel(small("a1", "torpedoes"), small("b1", "decoy"))
    state = at_shooting(state, last="blues")
    torpedo = i.FireTorpedo(ship="a1", target="b1", face=Face.FRONT)
    assert asked(state, torpedo) == [("decoy", True, "decoy", "blue")]
    state = play(state, torpedo, (8, 8), (6, 6))
    assert asked(state, i.RollHit()) == [("luck", True, "luck", "blue")]
    assert asked(state, i.RollHit(luck=True)) == []
    assert asked(tweak_squadron(state, "blue", points=0), i.RollHit()) == []


def test_rams_and_refusals_cost_nothing():
    state = duel(small("a1", "ram", "transport"))
    state = play(at_movement(state, first="reds"), i.Move(ship="a1"))
    asks = SYSTEM.asks(state, i.CollisionAlert(ship="a1", target="b1"))
    assert {(ask.code, ask.cost) for ask in asks} == {("danger-zone", 1), ("ram", 0)}
    asks = SYSTEM.asks(state, i.Dock(ship="a1", target="b1"))
    assert ("refuses", 0) in {(ask.code, ask.cost) for ask in asks}


def test_nothing_is_asked_of_things():
    from tests.fleets.rules.horizon.test_collisions import moved

    asks = SYSTEM.asks(moved(), i.CollisionAlert(ship="a1", target="rock"))
    assert {ask.unit for ask in asks} == {"a1"}


# --- all commands are ruled ----------------------------------------------------------------


def test_every_command_has_its_rule():
    assert set(RULES) == set(i.INTENTS.values())


def test_dark_lists_name_commands():
    assert set(module._MOVEMENT) | set(module._SHOOTING) <= set(RULES)
