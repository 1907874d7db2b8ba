"""The log reads like a story: every record's line, filled in."""

from __future__ import annotations

import pytest

from fleets.rules.horizon import intents as i
from fleets.rules.horizon import words
from fleets.rules.horizon.ladder import Dice
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Face, SceneKind, Status, System
from tests.fleets.rules.horizon.table import (
    at_maintenance,
    at_movement,
    at_shooting,
    battle,
    duel,
    large,
    medium,
    play,
    roster,
    small,
    stored,
    told,
    tweak,
    tweak_squadron,
)

SHOT = i.FireGun(ship="a1", gun="g1", target="b1", face=Face.REAR)
LOW, HIGH = (1, 1), (6, 6)


def lines(state, command, *dice):
    """Log lines of a command; also through the store, as the app tells them later."""
    found = []
    for record in told(state, command, *dice)[1]:
        read = SYSTEM.decode_record(SYSTEM.encode_record(record))
        assert read == record == SYSTEM.decode_record(stored(record))
        line = SYSTEM.tell(record)
        if line is not None:
            names = {place: ", ".join(ids) for place, ids in line.names.items()}
            found.append(line.text % {**line.params, **line.terms, **names})
    assert SYSTEM.decode_command(SYSTEM.encode_command(command)) == command
    return found


def moving(*reds, **changes):
    state = battle(roster("red", "reds", *reds), roster("blue", "blues", small("b1")), **changes)
    return at_movement(state, first="reds")


def lost():
    state = tweak(duel(small("a1", crew=("Вера",))), "a1", status=Status.OUT, fatal="hull")
    return play(state, i.EndBattle())


@pytest.mark.parametrize(
    ("state", "command", "dice", "wanted"),
    [
        (
            duel(),
            i.OpenRound(),
            (),
            [
                "Round 1 begins.",
                "blue: 2 command points.",
                "red: 2 command points.",
                "Now: initiative phase.",
            ],
        ),
        (
            duel(),
            i.GrantBonus(squadron="red", bonus=1),
            (),
            ["HQ grants red 1 more command points a round."],
        ),
        (
            duel(),
            i.GrantBonus(squadron="red", bonus=1, rounds=1),
            (),
            ["HQ gives red +1 command points this round."],
        ),
        (moving(small("a1")), i.Move(ship="a1"), (), ["a1 moves."]),
        (
            moving(small("a1")),
            i.Move(ship="a1", full_thrust=True),
            (),
            ["red pays a command point: Full Thrust.", "a1 moves at full thrust."],
        ),
        (
            moving(small("a1")),
            i.BarrelRoll(ship="a1"),
            (HIGH, LOW),
            ["a1 flies a barrel roll: 12 against 2."],
        ),
        (
            moving(small("a1")),
            i.BarrelRoll(ship="a1"),
            (LOW, HIGH),
            ["a1 fails a barrel roll: 2 against 12."],
        ),
        (
            moving(small("a1")),
            i.TargetLock(ship="a1", target="b1"),
            (HIGH, LOW),
            ["a1, target lock on b1: 12 against 2, done."],
        ),
        (
            moving(small("a1")),
            i.TargetLock(ship="a1", target="b1"),
            (LOW, HIGH),
            ["a1, target lock on b1: 2 against 12, failed."],
        ),
        (
            at_shooting(duel(), last="blues"),
            SHOT,
            (LOW, HIGH),
            ["a1 fires at b1 (gun): 2 to 12, a miss."],
        ),
        (at_shooting(duel(), last="blues"), i.Evade(ship="a1"), (), ["a1 evades."]),
        (
            at_shooting(duel(), last="blues"),
            i.Scan(ship="a1", target="b1"),
            (HIGH, LOW),
            ["a1 identifies b1: 12 against 2."],
        ),
        (
            at_shooting(duel(), last="blues"),
            i.Scan(ship="a1", target="b1"),
            (LOW, HIGH),
            ["a1 can't make out b1: 2 against 12."],
        ),
        (
            at_maintenance(duel()),
            i.Regroup(squadron="red"),
            (),
            ["red pays a command point: Regroup.", "red regroups."],
        ),
        (
            duel(),
            i.CorrectPoints(squadron="red", points=1, reason="Seen."),
            (),
            ["The master sets red to 1 command points. Seen."],
        ),
        (
            duel(),
            i.CorrectShip(ship="a1", status=Status.ACTIVE, reason="Seen."),
            (),
            ["The master corrects a1. Seen."],
        ),
        (duel(), i.EndBattle(), (), ["The battle is over: agreed."]),
        (lost(), i.Reopen(), (), ["The battle goes on."]),
        (lost(), i.RollSurvival(ship="a1"), ((5,),), ["Survival of a1: 5."]),
        (
            duel(),
            i.FreeRoll(dice="1d20", text="Luck of the draw"),
            ((9,),),
            ["Luck of the draw: 9 on 1d20."],
        ),
        (
            duel(),
            i.Reinforce(roster=roster("ruby", "reds", small("a9"))),
            (),
            ["ruby comes to the table."],
        ),
        (
            duel(),
            i.PlaceObject(thing=SceneObject(id="rock", name="Rock", kind=SceneKind.ASTEROID)),
            (),
            ["Rock is set on the table."],
        ),
    ],
)
def test_lines(state, command, dice, wanted):
    assert lines(state, command, *dice)[: len(wanted)] == wanted


def test_the_story_of_initiative():
    state = play(duel(), i.OpenRound())
    assert lines(state, i.RollInitiative(squadron="red"), HIGH) == ["red rolls 12 for initiative."]
    state = play(state, i.RollInitiative(squadron="red"), HIGH)
    assert lines(state, i.RollInitiative(squadron="blue"), HIGH)[-1] == (
        "A tie: blues, reds roll again."
    )
    assert lines(state, i.RollInitiative(squadron="blue"), LOW)[1:] == [
        "Initiative: reds, blues.",
        "Now: movement phase.",
    ]


def test_the_story_of_a_hit():
    state = play(at_shooting(duel(), last="blues"), SHOT, (8, 8), HIGH)
    assert lines(state, i.RollHit(luck=True), (3, 4)) == [
        "blue pays a command point: Better lucky than good."
    ]
    state = play(state, i.RollHit(luck=True), (3, 4))
    assert lines(state, i.ChooseLuck(shift=1))[0] == "Hit on b1, 8: hull."
    assert lines(state, i.ChooseLuck(shift=0))[:2] == [
        "Hit on b1, 7: out of action at once.",
        "b1 is out of action: out of action at once.",
    ]


def test_the_story_of_getting_away():
    state = at_shooting(duel(), last="blues")
    cobra = i.FireGun(ship="a1", gun="g1", target="b1", face=Face.REAR, response="cobra")
    assert lines(state, cobra, LOW, HIGH)[-1] == "b1, Cobra before a1: 2 against 12, away."
    assert lines(state, cobra, (8, 8), LOW, LOW, HIGH)[1] == (
        "b1, Cobra before a1: 16 against 2, in vain."
    )
    state = play(state, cobra, LOW, HIGH)
    gone = i.GoOn(face=Face.REAR, in_zone=False)
    assert lines(state, gone)[0] == "a1 loses b1 out of its sights."


def test_the_story_of_a_collision():
    state = play(moving(small("a1")), i.Move(ship="a1"))
    alert = i.CollisionAlert(ship="a1", target="b1")
    assert lines(state, alert, HIGH, LOW, HIGH, LOW) == ["a1 and b1 avoid each other."]
    dice = (LOW, HIGH, LOW, HIGH, HIGH, LOW, LOW, HIGH, (1, 2))
    assert lines(state, alert, *dice)[:3] == [
        "a1 and b1 collide!",
        "a1 takes the blow: 12 against 2.",
        "b1 holds: 2 against 12.",
    ]


def test_the_story_of_a_mine_and_a_torpedo():
    state = battle(
        roster("red", "reds", medium("a1", "mining-charges", "torpedoes")),
        roster("blue", "blues", small("b1"), small("b2")),
    )
    state = tweak_squadron(at_shooting(state, last="blues"), "blue", points=0)
    found = lines(state, i.DropMine(ship="a1", targets=("b1", "b2")), HIGH, LOW, HIGH, LOW, LOW)
    assert found[1:4] == [
        "a1 drops a mine: 12.",
        "The blast hits b1: 12 to 2.",
        "The blast passes b2: 12 to 12.",
    ]
    torpedo = i.FireTorpedo(ship="a1", target="b1", face=Face.FRONT)
    assert lines(state, torpedo, (3, 4), HIGH)[1] == "a1 fires at b1 (torpedo): 7 to 12, a miss."
    assert lines(state, torpedo, HIGH, (5, 6), LOW)[1] == (
        "a1 fires at b1 (torpedo): 12 to 11, 1 on the table."
    )


def test_the_story_of_carriers_repairs_and_rounds():
    state = battle(
        roster(
            "red", "reds", large("a1", "carrier", "repair"), small("a2"), aboard=(("a2", "a1"),)
        ),
        roster("blue", "blues", small("b1")),
        rounds=1,
    )
    launch = i.LaunchFighters(ship="a1", fighters=("a2",))
    assert lines(at_movement(state, first="reds"), launch)[-1] == "a1 launches a2."
    state = tweak(at_maintenance(state), "a1", damage=(System.HULL,))
    repair = i.Repair(ship="a1", system=System.HULL)
    assert lines(state, repair)[-1] == "a1 repairs its hull."
    assert lines(state, i.EndRound()) == [
        "Round 1 is over.",
        "The battle is over: the last round is over.",
    ]


def test_the_story_of_the_scene():
    thing = SceneObject(
        id="base",
        name="base",
        kind=SceneKind.STATION,
        side="blues",
        defence=Dice(4),
        counters={"plates": 1},
        hits_from="plates",
    )
    state = at_shooting(duel(scene=(thing,)), last="blues")
    shot = i.FireGun(ship="a1", gun="g1", target="base", face=Face.REAR)
    assert lines(state, shot, HIGH, LOW)[1:3] == ["base: plates is now 0.", "base is no more."]
    state = at_maintenance(duel(scene=(thing,)))
    assert lines(state, i.SceneDone(thing="base", text="waits")) == ["base: waits"]


def test_the_story_of_survival():
    state = play(lost(), i.RollSurvival(ship="a1"), (4,))
    aid = i.UseAid(ship="a1", aid="plus-one")
    assert lines(state, aid) == ["HQ helps a1 (+1): 5."]
    settle = i.SettleSurvival(ship="a1")
    assert lines(state, settle, (1,)) == ["a1. Black hawk down: it needs a yard"]
    state = play(state, aid)
    assert lines(state, settle) == [
        "a1. Hard landing: fatal damage. moderately injured: Вера of 1."
    ]
    nameless = tweak(duel(small("a1", crew_count=3)), "a1", status=Status.OUT, fatal="hull")
    state = play(play(nameless, i.EndBattle()), i.RollSurvival(ship="a1"), (6,))
    assert lines(state, settle) == [
        "a1. Not as bad as it looked: heavy damage. lightly injured: 3 of 3."
    ]


def test_reasons_of_ends_are_free_text_too():
    state = play(duel(), i.OpenRound())
    assert lines(state, i.EndBattle(reason="the children slept"))[0] == (
        "The battle is over: the children slept."
    )
    assert "agreed" in words.TERMS
