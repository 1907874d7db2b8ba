"""Ships as readable lines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleets.rules.horizon import cards
from fleets.rules.horizon.cards import BadLineError
from tests.fleets.rules.horizon.table import d, guns, large, medium, small

LINE = "Звезда | small | 3 | 2d6 | 2d8, 2d6T | 2d8 | shields, decoy | 11 (14)"
STAR = small(
    "s1",
    "shields",
    "decoy",
    name="Звезда",
    guns=guns("2d8", "2d6T"),
    piloting=d("2d8"),
    printed_cost=(11, 14),
)


def test_a_line_and_its_ship():
    assert cards.write(STAR) == LINE
    assert cards.read(LINE, "s1") == STAR


@pytest.mark.parametrize(
    "ship",
    [
        small("s1", name="🚀 | small | 3"),
        medium("s1", guns=()),
        large("s1", "carrier", guns=guns("2d10", "2d8T", "2d6R", "2d4E")),
        small("s1", name="я" * 80),
    ],
)
def test_ships_come_back(ship):
    assert cards.read(cards.write(ship), "s1") == ship


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1))
def test_any_name_comes_back(name):
    ship = replace(STAR, name=name)
    assert cards.read(cards.write(ship), "s1").name == name


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Звезда",
        LINE.replace("small", "tiny"),
        LINE.replace("| 3 |", "| three |"),
        LINE.replace("2d6T", "2d6X"),
        LINE.replace("11 (14)", "11"),
        LINE.replace("2d6 |", "armour |"),
    ],
)
def test_lines_that_are_no_ships(line):
    with pytest.raises(BadLineError):
        cards.read(line, "s1")
