"""Folding a battle's journal, taking lines back, and what a retraction drags along.

A battle is its first state and an append-only list of entries. Nothing is ever deleted: an
entry that retracts others makes the fold skip them, and can itself be retracted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from fleets.rules.base import (
    MASTER,
    Actor,
    CommandT,
    DiceWantedError,
    Entry,
    IllegalCommandError,
    RecordT,
    Refusal,
    Rolls,
    RuleSystem,
    StateT,
)
from fleets.rules.kit.dice import ImpossibleDiceError, RememberedRolls, ScriptedRolls


def retracted(entries: Sequence[Entry[CommandT, RecordT]]) -> frozenset[int]:
    """Numbers of the entries that do not count: the later retraction decides."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if entry.number not in gone:
            gone.update(entry.retracts)
    return frozenset(gone)


def standing(
    entries: Sequence[Entry[CommandT, RecordT]],
) -> tuple[Entry[CommandT, RecordT], ...]:
    """The entries that count, in order, retractions left out."""
    gone = retracted(entries)
    return tuple(
        entry for entry in entries if entry.number not in gone and entry.command is not None
    )


def fold(
    system: RuleSystem[StateT, CommandT, RecordT],
    first: StateT,
    entries: Sequence[Entry[CommandT, RecordT]],
) -> StateT:
    """The state a journal has led to."""
    state = first
    for entry in standing(entries):
        for record in entry.records:
            state = system.absorb(state, record)
    return state


def act(
    system: RuleSystem[StateT, CommandT, RecordT],
    state: StateT,
    command: CommandT,
    *,
    actor: Actor,
    rolls: Rolls,
    number: int,
) -> tuple[StateT, Entry[CommandT, RecordT]]:
    """Carry out a command that was checked, and write the entry with the dice it took."""
    remembered = RememberedRolls(rolls)
    outcome = system.apply(state, command, remembered)
    entry = Entry(
        number=number,
        actor=actor,
        command=command,
        records=outcome.records,
        dice=tuple(remembered.answers),
    )
    return outcome.state, entry


@dataclass(frozen=True, slots=True)
class Fallout(Generic[StateT]):
    """What a retraction would do: entries that go along with it, and the state after."""

    numbers: tuple[int, ...]
    reasons: tuple[tuple[int, Refusal | None], ...]
    state: StateT


def fallout(
    system: RuleSystem[StateT, CommandT, RecordT],
    first: StateT,
    entries: Sequence[Entry[CommandT, RecordT]],
    number: int,
) -> Fallout[StateT]:
    """What falls with entry `number`: every entry from there on that is no longer legal, or
    that the same dice would now make something else. A reason of None means the latter.

    Retract all of `numbers` in one entry to take them back together. `number` may be a
    retraction: then what it took back counts again, and what was done since may fall.
    """
    before = {entry.number for entry in standing(entries)}
    without: Entry[CommandT, RecordT] = Entry(
        number=entries[-1].number + 1, actor=MASTER, retracts=(number,)
    )
    after = standing((*entries, without))
    changed = before ^ {entry.number for entry in after}
    state, fallen = first, [number]
    reasons: list[tuple[int, Refusal | None]] = []
    for entry in after:
        if changed and entry.number > min(changed):
            stands, reason = _still_stands(system, state, entry)
            if not stands:
                fallen.append(entry.number)
                reasons.append((entry.number, reason))
                continue
        for record in entry.records:
            state = system.absorb(state, record)
    return Fallout(tuple(fallen), tuple(reasons), state)


def _still_stands(
    system: RuleSystem[StateT, CommandT, RecordT],
    state: StateT,
    entry: Entry[CommandT, RecordT],
) -> tuple[bool, Refusal | None]:
    assert entry.command is not None  # noqa: S101  standing() leaves retractions out
    if reason := system.check(state, entry.command, MASTER):
        return False, reason
    rolls = ScriptedRolls(entry.dice)
    try:
        again = system.apply(state, entry.command, rolls)
    except (IllegalCommandError, DiceWantedError, ImpossibleDiceError):
        return False, None
    return again.records == entry.records and not rolls.left, None
