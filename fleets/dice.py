"""Where the dice of a battle come from: read off the table, or the server's own."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from fleets.rules.base import DiceWantedError, Json, RollAnswer, RollRequest
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
