"""Undo, redo, what a retraction drags along, across rounds and after reload."""

from __future__ import annotations

import pytest

from fleets.rules.base import MASTER, Actor, DiceWantedError, Entry, IllegalCommandError
from fleets.rules.horizon import intents as i
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Face, Phase
from fleets.rules.kit import history
from fleets.rules.kit.dice import ScriptedRolls
from tests.fleets.rules.horizon.table import (
    battle,
    duel,
    fleet,
    medium,
    roster,
    small,
    stored,
)


class Journal:
    """A battle as the app keeps it: first state and entries, the state always folded."""

    def __init__(self, first) -> None:
        self.first = first
        self.entries: list[Entry] = []

    @property
    def state(self):
        return history.fold(SYSTEM, self.first, self.entries)

    def act(self, command, *dice) -> int:
        assert SYSTEM.check(self.state, command, MASTER) is None
        number = len(self.entries) + 1
        state, entry = history.act(
            SYSTEM,
            self.state,
            command,
            actor=MASTER,
            rolls=ScriptedRolls(dice),
            number=number,
        )
        self.entries.append(entry)
        assert self.state == state
        return number

    def retract(self, *numbers: int) -> int:
        number = len(self.entries) + 1
        self.entries.append(Entry(number=number, actor=Actor(side="reds"), retracts=numbers))
        return number

    def fallout(self, number: int):
        return history.fallout(SYSTEM, self.first, self.entries, number)


def moving():
    journal = Journal(
        battle(
            roster("red", "reds", small("a1"), small("a2")),
            roster("blue", "blues", small("b1"), medium("b2")),
        )
    )
    to_movement(journal)
    return journal


def to_movement(journal):
    journal.act(i.OpenRound())
    journal.act(i.RollInitiative(squadron="red"), (1, 1))
    journal.act(i.RollInitiative(squadron="blue"), (6, 6))


def test_the_last_line_comes_off_alone():
    journal = moving()
    before = journal.state
    number = journal.act(i.BarrelRoll(ship="a1"), (1, 1), (6, 6))
    assert journal.fallout(number).numbers == (number,)
    undo = journal.retract(number)
    assert journal.state == before
    redo = journal.retract(undo)
    assert journal.state.ships["a1"].failed == ("failed-barrel-roll",)
    journal.retract(redo)
    assert journal.state == before


def test_an_earlier_line_takes_along_what_is_illegal_without_it():
    journal = moving()
    move = journal.act(i.Move(ship="a1"))
    finish = journal.act(i.FinishActivation(ship="a1"))
    other = journal.act(i.BarrelRoll(ship="a2"), (6, 6), (1, 1))
    fallout = journal.fallout(move)
    assert fallout.numbers == (move, finish)
    assert [(n, reason.code) for n, reason in fallout.reasons] == [(finish, "must-act-once")]
    journal.retract(*fallout.numbers)
    assert journal.state == fallout.state
    assert journal.state.ships["a2"].acts == 1
    assert [e.number for e in history.standing(journal.entries)][-1] == other


def test_an_earlier_line_takes_along_what_the_same_dice_would_now_make_other():
    journal = moving()
    journal.act(i.Move(ship="a2"))
    first = journal.act(i.Immelmann(ship="a1"), (6, 6), (1, 1))
    second = journal.act(i.Immelmann(ship="a1"), (6, 6), (1, 1))  # on 2d6 now: −1DT
    fallout = journal.fallout(first)
    assert fallout.numbers == (first, second)
    assert fallout.reasons == ((second, None),)


def test_a_redo_takes_along_what_was_done_since():
    journal = moving()
    move = journal.act(i.Move(ship="a1"))
    undo = journal.retract(move)
    journal.act(i.BarrelRoll(ship="a1"), (6, 6), (1, 1))
    journal.act(i.Immelmann(ship="a1"), (6, 6), (1, 1))
    journal.act(i.FinishActivation(ship="a1"))
    # with the move back, three acts are still within speed 3: nothing falls
    assert journal.fallout(undo).numbers == (undo,)
    slow = Journal(
        battle(roster("red", "reds", medium("a1")), roster("blue", "blues", small("b1")))
    )
    to_movement(slow)
    move = slow.act(i.Move(ship="a1"))
    undo = slow.retract(move)
    slow.act(i.Move(ship="a1"))
    second = slow.act(i.BarrelRoll(ship="a1"), (6, 6), (1, 1))
    fallout = slow.fallout(undo)
    assert fallout.numbers == (undo, second)
    slow.retract(*fallout.numbers)
    assert slow.state == fallout.state
    assert (slow.state.ships["a1"].acts, slow.state.ships["a1"].manoeuvres) == (2, 0)


def test_undo_across_a_round_and_after_reload():
    journal = moving()
    for ship in ("a1", "a2", "b1", "b2"):
        journal.act(i.Move(ship=ship))
        journal.act(i.FinishActivation(ship=ship))
    shot = journal.act(i.FireGun(ship="b1", gun="g1", target="a1", face=Face.FRONT), (8, 8), (6, 6))
    journal.act(i.RollHit(), (1, 1))
    for ship in ("a1", "b2", "a2"):
        journal.act(i.Evade(ship=ship))
    assert journal.state.phase is Phase.MAINTENANCE
    journal.act(i.EndRound())
    assert (journal.state.round, journal.state.ships["a1"].damage) == (2, ("crew",))
    fallout = journal.fallout(shot)
    assert fallout.numbers[0] == shot
    assert len(fallout.numbers) > 1
    # everything through JSON and back
    again = Journal(SYSTEM.decode_state(stored(SYSTEM.encode_state(journal.first))))
    again.entries = [
        Entry(
            number=entry.number,
            actor=entry.actor,
            command=SYSTEM.decode_command(stored(entry.command)),
            records=tuple(SYSTEM.decode_record(stored(record)) for record in entry.records),
            dice=entry.dice,
        )
        for entry in journal.entries
    ]
    assert again.state == journal.state
    assert again.fallout(shot) == fallout
    again.retract(*fallout.numbers)
    assert again.state.round == 1
    assert again.state.ships["a1"].damage == ()


def test_other_records_than_the_rules_would_make_now_are_told():
    """A stored line stands as it is; only a retraction before it asks about it again."""
    journal = moving()
    move = journal.act(i.Move(ship="a1"))
    journal.act(i.Immelmann(ship="a2"), (6, 6), (1, 1))
    cut = journal.entries[-1]
    journal.entries[-1] = Entry(
        number=cut.number, actor=cut.actor, command=cut.command, records=cut.records, dice=()
    )
    assert journal.fallout(move).numbers == (move, cut.number)


def test_apply_refuses_what_check_refuses():
    with pytest.raises(IllegalCommandError) as fault:
        SYSTEM.apply(duel(), i.Evade(ship="a1"), ScriptedRolls([]))
    assert fault.value.refusal.code == "not-in-phase"


def test_missing_dice_change_nothing_and_are_asked_for_one_after_the_other():
    journal = moving()
    command = i.BarrelRoll(ship="a1")
    with pytest.raises(DiceWantedError) as wanted:
        SYSTEM.apply(journal.state, command, ScriptedRolls([]))
    assert (wanted.value.request.roller, wanted.value.request.sides) == ("a1", (10, 10))
    with pytest.raises(DiceWantedError) as wanted:
        SYSTEM.apply(journal.state, command, ScriptedRolls([(5, 5)]))
    assert (wanted.value.request.roller, wanted.value.request.sides) == ("universe", (6, 6))


def test_four_ships_of_one_name_keep_their_tokens_after_reload():
    twins = [small(f"t{n}", name="🚀 \u202eЗвезда\u202c " + "я" * 80) for n in range(4)]
    journal = Journal(battle(roster("red", "reds", *twins), fleet("b", "blues", 3)))
    journal.act(i.OpenRound())
    journal.act(i.RollInitiative(squadron="red"), (1, 1))
    journal.act(i.RollInitiative(squadron="b"), (6, 6))
    journal.act(i.BarrelRoll(ship="t2"), (1, 1), (6, 6))
    read = SYSTEM.decode_state(stored(SYSTEM.encode_state(journal.state)))
    assert [bool(read.ships[f"t{n}"].failed) for n in range(4)] == [False, False, True, False]
    assert {ship.profile.name for ship in read.ships.values()} >= {twins[0].name}


def test_twins_in_a_crew_are_two_people():
    from fleets.rules.horizon.terms import Status
    from tests.fleets.rules.horizon.table import play, told, tweak

    state = tweak(duel(small("a1", crew=("Ян", "Ян"))), "a1", status=Status.OUT, fatal="hull")
    state = play(play(state, i.EndBattle()), i.RollSurvival(ship="a1"), (1,))
    # the second for certain, the first by the coin
    _, records = told(state, i.SettleSurvival(ship="a1"), (2,), (1,))
    assert records[-1].hurt == ("Ян",)
