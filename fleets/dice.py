"""Where the dice of a battle come from: read off the table, or the server's own."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fleets.rules.base import Command, DiceWantedError, Json, RollAnswer, RollRequest, RuleSystem
from fleets.rules.kit import codec

MOST_TYPED = 60  # rolls in one command: a mine on sixteen ships takes half of it


class SystemRolls:
    """Dice of the operating system's randomness."""

    def roll(self, request: RollRequest) -> RollAnswer:
        return RollAnswer(tuple(1 + secrets.randbelow(sides) for sides in request.sides))


@dataclass(slots=True)
class TableRolls:
    """Dice typed in, in the order in which they are asked; None among them: the server throws.

    When they are used up the server throws the rest, unless the players `throw_all` themselves:
    then DiceWantedError names what is wanted next, and nothing has happened.
    """

    typed: Sequence[RollAnswer | None] = ()
    throw_all: bool = False
    used: int = field(default=0, init=False)

    def roll(self, request: RollRequest) -> RollAnswer:
        if self.used == len(self.typed):
            if self.throw_all:
                raise DiceWantedError(request)
            return SystemRolls().roll(request)
        answer = self.typed[self.used]
        self.used += 1
        return answer if answer is not None else SystemRolls().roll(request)

    @property
    def left(self) -> int:
        """Rolls typed in that the command did not ask for."""
        return len(self.typed) - self.used


def read(data: Json) -> tuple[RollAnswer | None, ...]:
    """Typed dice from JSON: a list of rolls, each `[3, 5]`, null, or a whole RollAnswer.

    Raises ValueError.
    """
    if not isinstance(data, list) or len(data) > MOST_TYPED:
        message = f"a list of at most {MOST_TYPED} rolls wanted"
        raise ValueError(message)
    return tuple(_read_one(roll) for roll in data)


def _read_one(roll: Json) -> RollAnswer | None:
    if roll is None:
        return None
    return codec.decode(RollAnswer, {"faces": roll} if isinstance(roll, list) else roll)


# --- what will be asked --------------------------------------------------------------------


@dataclass(slots=True)
class _DryRolls:
    """Lowest and highest faces by turns, as `pattern` says; keeps what was asked."""

    pattern: tuple[bool, ...]
    asked: list[RollRequest] = field(default_factory=list, init=False)

    def roll(self, request: RollRequest) -> RollAnswer:
        is_high = self.pattern[len(self.asked) % len(self.pattern)]
        self.asked.append(request)
        if len(self.asked) > MOST_TYPED:
            raise DiceWantedError(request)
        return RollAnswer(tuple(sides if is_high else 1 for sides in request.sides))


_PATTERNS = ((True, False), (False, True), (True,), (False,))


def foreseen(
    system: RuleSystem[Any, Any, Any], state: Any, command: Command
) -> tuple[RollRequest, ...]:
    """The rolls a legal command asks for whatever the dice show, in order: what a pad may show at
    once. What depends on the dice (a hit after an attack) is not among them.
    """
    common: list[RollRequest] | None = None
    for pattern in _PATTERNS:
        rolls = _DryRolls(pattern)
        with contextlib.suppress(DiceWantedError):
            system.apply(state, command, rolls)
        common = rolls.asked if common is None else list(_shared(common, rolls.asked))
    return tuple(common or ())


def _shared(one: Sequence[RollRequest], other: Sequence[RollRequest]) -> Iterator[RollRequest]:
    for left, right in zip(one, other, strict=False):
        if left != right:
            return
        yield left
