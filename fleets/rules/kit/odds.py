"""Exact chances. The only module that knows icepool; everything it gives is a Fraction."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

import icepool

Distribution = Mapping[int, Fraction]
"""Chance of each result; the chances add up to 1."""


@lru_cache(maxsize=512)
def total(sides: tuple[int, ...], bonus: int = 0) -> Distribution:
    """Distribution of the sum of dice, one for each of `sides`, plus a bonus."""
    pool: icepool.Die[int] = icepool.Die([bonus])
    for number in sides:
        pool = pool + icepool.d(number)
    whole = pool.denominator()
    return MappingProxyType({int(result): Fraction(count, whole) for result, count in pool.items()})


def chance(distribution: Distribution, least: int) -> Fraction:
    """Chance of a result of at least `least`."""
    return sum((p for result, p in distribution.items() if result >= least), Fraction(0))


def beats(attacker: Distribution, defender: Distribution) -> Fraction:
    """Chance that the attacker's result is strictly greater."""
    return sum(
        (p * q for a, p in attacker.items() for d, q in defender.items() if a > d),
        Fraction(0),
    )


def reaches(own: Distribution, other: Distribution) -> Fraction:
    """Chance that the own result is equal or greater."""
    return 1 - beats(other, own)
