"""A command being decided: records are noted and absorbed one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fleets.rules.base import Refusal, Rolls
from fleets.rules.horizon.fold import absorb
from fleets.rules.horizon.records import Fact
from fleets.rules.horizon.state import State


class Draft:
    """The state so far and the records that led to it. Lives only while deciding."""

    def __init__(self, state: State, rolls: Rolls) -> None:
        self.state = state
        self.rolls = rolls
        self.records: list[Fact] = []

    def note(self, record: Fact) -> None:
        """Write a record down and go on from the state after it."""
        self.records.append(record)
        self.state = absorb(self.state, record)


class Rule(NamedTuple):
    """What the rules say of one command: why not, and what comes of it."""

    check: Callable[[State, Any], Refusal | None]
    decide: Callable[[Draft, Any], None]


def first_of(*refusals: Refusal | None) -> Refusal | None:
    """The first reason there is. For cheap checks that don't build on each other."""
    return next((refusal for refusal in refusals if refusal is not None), None)
