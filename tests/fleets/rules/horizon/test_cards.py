"""Ships as readable lines."""

from __future__ import annotations

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
    assert cards.fields(LINE) == {
        "name": "Звезда",
        "type": "small",
        "speed": 3,
        "defence": "2d6",
        "guns": ["2d8", "2d6T"],
        "piloting": "2d8",
        "upgrades": ["shields", "decoy"],
        "printed_cost": [11, 14],
    }


def test_nothing_is_written_as_a_dash():
    line = cards.write(medium("m", guns=()))

    assert line.split(" | ")[4] == "-"
    assert cards.fields(line)["guns"] == []
    assert cards.fields(line)["printed_cost"] is None


@pytest.mark.parametrize("name", ["🚀 | small | 3", "a |", "| b", "я" * 80, "שלום | 2d6", "= x"])
def test_name_may_hold_bars(name):
    assert cards.fields(cards.write(small("s1", name=name)))["name"] == name


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1))
def test_any_name_comes_back(name):
    assert cards.fields(cards.write(small("s1", name=name)))["name"] == name


def test_what_is_written_wrongly_stays_as_it_stands():
    wrong = cards.fields("A | tiny | three | armour | 2d6X | - | - | 11")

    assert (wrong["type"], wrong["speed"], wrong["defence"]) == ("tiny", "three", "armour")
    assert (wrong["guns"], wrong["printed_cost"]) == (["2d6X"], "11")


@pytest.mark.parametrize("line", ["", "Звезда", LINE.replace(" | ", " ")])
def test_lines_that_are_no_ships(line):
    with pytest.raises(BadLineError):
        cards.fields(line)


def test_guns_have_their_dice_and_arc():
    assert (
        cards.guns(["2d10", "2d8T", "2d6R", "2d4E"])
        == large("l", guns=guns("2d10", "2d8T", "2d6R", "2d4E")).guns
    )
    with pytest.raises(ValueError, match="no dice"):
        cards.guns(["2d6X"])
