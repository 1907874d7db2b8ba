"""Exact distributions."""

from __future__ import annotations

from fractions import Fraction

from fleets.rules.kit import odds


def test_a_sum_of_dice_and_a_bonus():
    found = odds.total((4, 6), 1)
    assert found[3] == Fraction(1, 24)
    assert sum(found.values()) == 1
    assert (min(found), max(found)) == (3, 11)
    assert odds.total(()) == {0: Fraction(1)}


def test_chances():
    d6 = odds.total((6,))
    assert odds.chance(d6, 5) == Fraction(1, 3)
    assert odds.beats(d6, d6) == Fraction(15, 36)
    assert odds.reaches(d6, d6) == Fraction(21, 36)
