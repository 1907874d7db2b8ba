"""Dice handed in from outside: checked answers, scripted dice, dice remembered, rerolls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from fleets.rules.base import DiceWantedError, RollAnswer, RollRequest, Rolls


class ImpossibleDiceError(ValueError):
    """Dice that cannot have been thrown: a 7 on a d6, three dice for two, a second reroll."""


def checked(request: RollRequest, answer: RollAnswer) -> RollAnswer:
    """The answer as it is, if those dice can lie so. Raises ImpossibleDiceError.

    A die is rerolled once at most and every reroll of one roll is owed to one ability
    (seed, «Перебросы»).
    """
    if len(answer.faces) != len(request.sides):
        msg = f"{request.purpose}: {len(request.sides)} dice wanted, {len(answer.faces)} given"
        raise ImpossibleDiceError(msg)
    if answer.was and len(answer.was) != len(request.sides):
        msg = f"{request.purpose}: one earlier face a die"
        raise ImpossibleDiceError(msg)
    earlier = answer.was or (None,) * len(answer.faces)
    for sides, face, was in zip(request.sides, answer.faces, earlier, strict=True):
        if not 1 <= face <= sides or (was is not None and not 1 <= was <= sides):
            msg = f"{request.purpose}: no such face on a d{sides}"
            raise ImpossibleDiceError(msg)
    if any(was is not None for was in earlier) and not answer.ability:
        msg = f"{request.purpose}: a reroll needs an ability"
        raise ImpossibleDiceError(msg)
    return answer


def reroll(answer: RollAnswer, *, new: dict[int, int], ability: str) -> RollAnswer:
    """Lay new faces over the dice at the given places; the new result stands.

    One die or all of them, as the ability says; of several abilities only one may be used
    on one roll, and a die is rerolled once only (seed, «Перебросы»).
    """
    if answer.ability:
        msg = f"this roll was already rerolled by {answer.ability}"
        raise ImpossibleDiceError(msg)
    faces, was = list(answer.faces), [None for _ in answer.faces]
    old: list[int | None] = list(was)
    for place, face in new.items():
        old[place], faces[place] = faces[place], face
    return RollAnswer(tuple(faces), tuple(old), ability)


@dataclass(slots=True)
class ScriptedRolls:
    """Dice known beforehand: typed in by players, or written in a test. In order of use."""

    answers: Iterable[RollAnswer | tuple[int, ...]]
    _left: list[RollAnswer] = field(init=False)

    def __post_init__(self) -> None:
        self._left = [
            given if isinstance(given, RollAnswer) else RollAnswer(tuple(given))
            for given in self.answers
        ]

    def roll(self, request: RollRequest) -> RollAnswer:
        """The next dice of the script; DiceWantedError when there are none left."""
        if not self._left:
            raise DiceWantedError(request)
        return checked(request, self._left.pop(0))

    @property
    def left(self) -> tuple[RollAnswer, ...]:
        """Dice typed in and not used: more than the command needed."""
        return tuple(self._left)


@dataclass(slots=True)
class RememberedRolls:
    """Passes on dice of another source and remembers them for the journal."""

    source: Rolls
    answers: list[RollAnswer] = field(default_factory=list)

    def roll(self, request: RollRequest) -> RollAnswer:
        """Dice of the source, checked and remembered."""
        answer = checked(request, self.source.roll(request))
        self.answers.append(answer)
        return answer
