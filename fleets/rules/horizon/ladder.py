"""The dice ladder, modifiers by name, and the two kinds of roll (seed, «Бросок костей»)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from fleets.rules.base import RollRequest, Rolls

STEPS = (4, 6, 8, 10, 12)
"""2d4 ⇄ 2d6 ⇄ 2d8 ⇄ 2d10 ⇄ 2d12 (seed, «Изменение типа костей»)."""

_WRITTEN = re.compile(r"^(?P<count>[1-9])d(?P<sides>\d{1,2})(?P<bonus>[+-]\d{1,2})?$")


@dataclass(frozen=True, slots=True)
class Dice:
    """Equal dice, summed, plus a bonus. Nearly always two."""

    sides: int
    bonus: int = 0
    count: int = 2

    def shifted(self, *shifts: int) -> Dice:
        """Move along the ladder: all shifts of a roll are added first, then clamped.

        Seed, «Изменение типа костей»: never under d4 nor over d12.
        """
        return Dice(_step(self.sides, sum(shifts)), self.bonus, self.count)

    def plus(self, bonus: int) -> Dice:
        """Add to the sum: +1 is no change of dice (seed, «Прочие модификаторы»)."""
        return replace(self, bonus=self.bonus + bonus)

    @property
    def each(self) -> tuple[int, ...]:
        """Sides of every die."""
        return (self.sides,) * self.count

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (f"{self.bonus:+d}" if self.bonus else "")


@cache
def _step(sides: int, shift: int) -> int:
    if sides not in STEPS:
        return sides
    return STEPS[max(0, min(STEPS.index(sides) + shift, len(STEPS) - 1))]


def parse(written: str) -> Dice:
    """Dice as written in a profile: «2d6», «2d8+1». Raises ValueError."""
    match = _WRITTEN.match(written.strip())
    if match is None:
        msg = f"no dice: {written!r}"
        raise ValueError(msg)
    return Dice(int(match["sides"]), int(match["bonus"] or 0), int(match["count"]))


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier with the name it is shown by: shift in DT, bonus to the sum."""

    name: str
    shift: int = 0
    bonus: int = 0


def modified(base: Dice, modifiers: Iterable[Modifier]) -> Dice:
    """Base dice after all modifiers."""
    shift = bonus = 0
    for modifier in modifiers:
        shift += modifier.shift
        bonus += modifier.bonus
    return Dice(_step(base.sides, shift), base.bonus + bonus, base.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """Dice as thrown: who, what for, from which dice by which modifiers, and the faces."""

    who: str
    base: Dice
    modifiers: tuple[Modifier, ...] = ()
    dice: Dice
    faces: tuple[int, ...]
    was: tuple[int | None, ...] = ()
    ability: str = ""

    @property
    def total(self) -> int:
        """Sum of the faces and the bonus."""
        return sum(self.faces) + self.dice.bonus


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Two throws against each other."""

    own: Throw
    other: Throw
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Dice about to be thrown by somebody."""

    who: str
    base: Dice
    modifiers: tuple[Modifier, ...] = ()

    @property
    def dice(self) -> Dice:
        """Dice after all modifiers."""
        return modified(self.base, self.modifiers)


def throw(hand: Hand, purpose: str, rolls: Rolls) -> Throw:
    """Ask for the dice of a hand."""
    dice = hand.dice
    answer = rolls.roll(RollRequest(purpose=purpose, sides=dice.each, roller=hand.who))
    return Throw(
        who=hand.who,
        base=hand.base,
        modifiers=hand.modifiers,
        dice=dice,
        faces=answer.faces,
        was=answer.was,
        ability=answer.ability,
    )


def opposed(attacker: Hand, defender: Hand, purpose: str, rolls: Rolls) -> Contest:
    """Встречный бросок: the attacker has to be strictly greater, a tie is the defender's."""
    own = throw(attacker, purpose, rolls)
    other = throw(defender, f"{purpose}:against", rolls)
    return Contest(own=own, other=other, won=own.total > other.total)


def simple(own_hand: Hand, universe: Hand, purpose: str, rolls: Rolls) -> Contest:
    """Простой бросок: equal or greater than the Indifferent Universe is a success.

    The Universe's dice are thrown by the opponent and may be typed in on either phone.
    """
    own = throw(own_hand, purpose, rolls)
    other = throw(universe, f"{purpose}:universe", rolls)
    return Contest(own=own, other=other, won=own.total >= other.total)
