"""Squadrons go to text and come back, and a bad text is told line by line."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from fleets import paper, tables
from fleets.paper import FaultyPaperError
from fleets.rules.horizon import ladder, sheets, ships, words
from fleets.rules.horizon.ships import Gun, Profile
from fleets.rules.horizon.squadrons import Roster
from fleets.rules.horizon.terms import Arc, ShipType
from hq.texts import visible

PAPER = paper.of("horizon")
TABLES = tables.default("horizon")

TEXT = """\
= horizon | Дозор | ночной
* 2 | tactician | Кира | Валевская
> 3, 4 | 1

Звезда | medium | 2 | 2d8 | 2d8 | 2d8 | carrier | -
= Игла | small | 3 | 2d6 | 2d8, 2d6T | 2d8 | shields, decoy | 11 (14)
🚀 | small | 3 | 2d6 | 2d6 | 2d6 | - | -
🚀 | small | 3 | 2d6 | 2d6 | 2d6 | - | -
"""


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def read(text: str) -> Roster:
    return PAPER.read(text, slug="dozor", side="spo")


def faults_of(text: str) -> list[tuple[int, str]]:
    with pytest.raises(FaultyPaperError) as error:
        read(text)
    return [(fault.line, fault.message) for fault in error.value.faults]


def test_lines_are_a_squadron():
    roster = read(TEXT)

    assert (roster.id, roster.name, roster.side) == ("dozor", "Дозор | ночной", "spo")
    assert (roster.commander, roster.commander_name) == ("dozor-2", "Кира | Валевская")
    assert roster.traits == ("tactician",)
    assert roster.aboard == (("dozor-3", "dozor-1"), ("dozor-4", "dozor-1"))
    assert [ship.name for ship in roster.ships] == ["Звезда", "= Игла", "🚀", "🚀"]
    assert PAPER.as_lines(roster) == TEXT


LETTERS = "aя |\n=*>-🚀\u05e9\u05c1\u202e\u202d0\u0301"

names = (
    (
        st.text(
            st.sampled_from("aя |\n=*>-🚀\u05e9\u05c1\u202e\u202d0\u0301"), min_size=1, max_size=80
        )
        | st.text(max_size=80)
        | st.just("щ" * 80)
    )
    .map(visible)
    .filter(lambda name: 0 < len(name) <= 80)
)
dice = st.builds(ladder.Dice, st.sampled_from([4, 6, 8, 10, 12]), st.integers(-3, 3))
guns = st.lists(st.tuples(dice, st.sampled_from(Arc)), max_size=4).map(
    lambda found: tuple(
        Gun(id=f"g{number}", dice=each, arc=arc) for number, (each, arc) in enumerate(found, 1)
    )
)
costs = st.none() | st.tuples(st.integers(0, 99), st.integers(0, 99))
cards = st.builds(
    Profile,
    id=st.just(""),
    name=names,
    type=st.sampled_from(ShipType),
    speed=st.integers(0, 9),
    defence=dice,
    guns=guns,
    piloting=dice,
    upgrades=st.lists(st.sampled_from(["shields", "decoy", "laser-disco"]), max_size=3).map(tuple),
    printed_cost=costs,
)


@st.composite
def rosters(draw: st.DrawFn, *, whole: bool) -> Roster:
    made = tuple(
        replace(ship, id=f"dozor-{number}")
        for number, ship in enumerate(draw(st.lists(cards, max_size=16)), start=1)
    )
    ids = [ship.id for ship in made]
    pairs = []
    if len(ids) > 1 and draw(st.booleans()):
        pairs = [(each, ids[0]) for each in ids[1:] if draw(st.booleans())]
    return Roster(
        id="dozor",
        name=draw(names),
        side="spo",
        ships=made,
        commander=draw(st.none() | st.sampled_from(ids)) if ids else None,
        commander_name=draw(names.filter(lambda name: name != "-") | st.just("")),
        traits=tuple(draw(st.lists(st.just("tactician"), max_size=1))),
        npc=draw(st.booleans()) if whole else False,
        own_initiative=draw(st.booleans()) if whole else False,
        aboard=tuple(pairs),
    )


@given(rosters(whole=False))
def test_any_squadron_comes_back_from_lines(roster: Roster):
    assert read(PAPER.as_lines(roster)) == roster


@given(rosters(whole=True))
def test_any_squadron_comes_back_from_json(roster: Roster):
    text = PAPER.as_json(roster)

    assert read(text) == roster
    assert read(json.dumps(json.loads(text), indent="\t")) == roster  # escaped, with tabs
    assert PAPER.decode(json.loads(json.dumps(PAPER.encode(roster)))) == roster


def test_crew_and_text_come_back_from_json():
    roster = read(TEXT)
    first, *others = roster.ships
    crew = ("Мира", "Ян")
    kept = [replace(first, crew=crew, crew_count=9, text="Тяжёлая дверь")]
    roster = replace(roster, ships=(*kept, *others))

    assert read(PAPER.as_json(roster)) == roster


def test_squadron_moved_to_another_key_keeps_its_shape():
    moved = PAPER.moved(read(TEXT), slug="zarya", side="of")

    assert (moved.id, moved.side, moved.commander) == ("zarya", "of", "zarya-2")
    assert moved.aboard == (("zarya-3", "zarya-1"), ("zarya-4", "zarya-1"))
    assert PAPER.as_lines(moved) == TEXT


# Faults


def test_every_bad_line_is_told_with_its_number():
    text = (
        "= horizon | Дозор\n"
        "* 9 | tactician | Кира\n"
        "\n"
        "Звезда | tiny | three | armour | 2d7 | - | Щиты | 11\n"
        "Просто слова\n"
        "Игла | small | 3 | 2d6 | 2d8 | 2d8 | - | -\n"
    )

    told = faults_of(text)

    assert [line for line, _message in told] == [2, 4, 4, 4, 4, 4, 4, 4, 5]
    assert told[1][1].startswith("“tiny” is not one of the words possible here: small")
    assert told[0][1] == "There is no ship № 9 here."
    assert told[-1][1].startswith("Not a ship: 8 parts between bars are wanted, here are 1.")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "A squadron begins with its name"),
        ("Игла | small | 3 | 2d6 | 2d8 | 2d8 | - | -", 1, "A squadron begins with its name"),
        ("= horizon | A\n= horizon | B\n", 2, "A line that begins with “=” is already there."),
        ("= A\n", 1, "Not readable. It is written like this: = horizon"),
        ("= horizon | A\n* 1\n", 2, "Not readable. It is written like this: * 1"),
        ("= horizon | A\n> 1\n", 2, "Not readable. It is written like this: > 5, 6 | 1"),
        ("= gothic | A\n", 1, "“gothic” is not one of the words"),
        ("= horizon | " + "щ" * 81, 1, "This cannot stand here: a name has up to 80 letters."),
    ],
)
def test_bad_lines(text: str, line: int, message: str):
    ((at, told),) = faults_of(text)

    assert at == line
    assert told.startswith(message)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{\n "name": "A",\n "ships": [\n', 4, "From here on the text is not JSON."),
        ('{\n "name": "A",\n "sips": []}', 3, "“sips” is not known here"),
        ('{\n "name": "A",\n "name": "B"}', 3, "“name” is already given on line 2."),
        ('{\n "name": "A",\n "commander": 1}', 3, "There is no ship № 1 here."),
        ('{\n "name": "A",\n "aboard": [[1, 2]]}', 3, "There is no ship № 1 here."),
        ('{\n "ships": []}', 1, "“name” is missing here."),
        ('{"name": "\\u200b"}', 1, "This cannot stand here: the name is empty."),
        ('{"name": ' + "[" * 50_000, 0, "The text is not JSON."),
        ("{" + " " * 60_001, 0, "The text is too long for a squadron."),
    ],
)
def test_bad_json(text: str, line: int, message: str):
    at, told = faults_of(text)[0]

    assert at == line
    assert told.startswith(message)


@pytest.mark.parametrize("start", ["", "= horizon | A\n", "= horizon | A\n\n", "{"])
@given(text=st.text())
def test_any_text_is_read_or_refused(start: str, text: str):
    with contextlib.suppress(FaultyPaperError):
        read(start + text)


def test_too_many_ships_are_refused():
    line = "Игла | small | 3 | 2d6 | 2d8 | 2d8 | - | -\n"

    assert "at most 60" in faults_of("= horizon | A\n\n" + line * 61)[0][1]
    assert len(read("= horizon | A\n\n" + line * 60).ships) == 60


def test_every_fault_of_a_line_has_its_sentence():
    texts = ("", "= A", "= a | A\n= b | B\nx")
    codes = {fault.code for text in texts for fault in sheets.read(text).faults}

    assert codes == set(words.SHEET_FAULTS)


# Points (H-4): each equals a published ship


@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("small | 2 | 2d6 | 2d8 | 2d8 | shields, agile, decoy", (12, 15)),
        ("small | 3 | 2d6 | 2d6, 2d6T | 2d6 | shields, agile, decoy", (14, 15)),
        ("medium | 2 | 2d8 | 2d8 | 2d8 | ground-support, transport", (12, 15)),
        (
            "large | 1 | 2d10 | 2d10, 2d10T, 2d10R | 2d6 | shields, repair, decoy, tractor-beam",
            (30, 31),
        ),
        ("large | 1 | 2d10 | - | 2d6 | repair", (10, 11)),
    ],
)
def test_h4_points_of_published_ships(line: str, cost: tuple[int, int]):
    (ship,) = read(f"= horizon | A\n\nX | {line} | -").ships

    assert ships.cost(ship, TABLES) == ships.Cost(base=cost[0], with_pilot=cost[1])


def test_h4_printed_cost_stands_beside_the_computed_one():
    roster = read("= horizon | A\n\nX | small | 2 | 2d6 | 2d8 | 2d8 | - | 40 (44)")

    assert PAPER.cost(roster, TABLES) == 44
    codes = {caution.code for _unit, caution in PAPER.cautions(roster, TABLES)}
    assert "cost-differs" in codes
