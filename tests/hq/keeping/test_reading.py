"""A bad file changes nothing and lists every fault with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from hq import games, keeping
from hq.keeping import DayFileError, upgrades
from hq.models import Game
from tests.factories.days import make_day, make_master, make_volunteer

FILES = Path(__file__).parent / "files"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def whole() -> dict[str, Any]:
    game = make_day()
    make_volunteer(game)
    make_master(game)
    told: dict[str, Any] = json.loads(keeping.dump(games.whole(game.key)))
    return told


def faults(told: Any) -> list[str]:
    with pytest.raises(DayFileError) as caught:
        keeping.read(json.dumps(told).encode())
    return [str(fault) for fault in caught.value.faults]


def test_whole_day_has_no_faults(whole):
    assert keeping.read(json.dumps(whole).encode()).game["key"] == "day"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xff", "not a text in UTF-8 (byte 0)"),
        (b'{"format"', "not JSON: line 1, sign 10"),
        (b'{"a": NaN}', "not JSON: NaN"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "This is not a file of a game day."),
        (b"{}", "This is not a file of a game day."),
        (b'{"format": "horizonwar-day", "version": 99}', "version: Version 99 is not known here"),
        (b'{"format": "horizonwar-day", "version": "1"}', "version: Version 1 is not known here"),
        (b'{"format": "horizonwar-day", "version": 1}', "rows: a value of the wrong kind"),
    ],
)
def test_what_is_no_day_says_so(data, told):
    with pytest.raises(DayFileError) as caught:
        keeping.read(data)

    assert str(caught.value).startswith(told)


def test_every_fault_is_told_with_its_place(whole):
    rows = whole["rows"]
    rows["hq.card"][0]["state"] = "lost"
    rows["hq.card"][1]["turn"] = "two"
    rows["hq.card"][2]["colour"] = "red"
    rows["hq.way"][3]["card"] = 77
    rows["hq.stake"] = [7]
    rows["hq.seat"][0]["token"] = rows["hq.seat"][1]["token"]
    rows["hq.person"][0]["name"] = "x" * 100
    rows["hq.person"][1]["seen_at"] = "yesterday"
    rows["hq.pool"][0]["ceiling"] = True
    rows["hq.journalentry"][-1]["params"] = {"person": 9}
    last = len(rows["hq.journalentry"])
    del rows["hq.chronicleline"]
    del rows["hq.invitation"][0]["code"]
    rows["hq.price"] = [{"slug": "a", "title": {}, "resources": None, "order": 0}]

    assert faults(whole) == [
        "hq.stake[1]: a value of the wrong kind",
        "hq.price[1].resources: may not be empty",
        "hq.pool[1].ceiling: a value of the wrong kind: True",
        "hq.invitation[1].code: is missing",
        "hq.person[1].name: Ensure this value has at most 80 characters (it has 100).",
        "hq.person[2].seen_at: not a moment with its time zone: yesterday",
        "hq.seat[2].token: the same as row 1",
        "hq.card[1].state: unknown: lost",
        "hq.card[2].turn: a value of the wrong kind: two",
        "hq.card[3].colour: There is no such field.",
        "hq.way[4].card: speaks of a row that is not there: 77",
        f"hq.journalentry[{last}].params: speaks of a row that is not there: hq.person[9]",
    ]


def test_unknown_lists_and_a_missing_day_are_told(whole):
    whole["rows"]["hq.spell"] = []
    whole["rows"]["hq.card"] = {}
    whole["rows"]["hq.game"] *= 2

    assert faults(whole) == [
        "hq.spell: There is no such list of rows.",
        "hq.card: a value of the wrong kind",
        "hq.game: One day is expected, there are 2.",
    ]
    del whole["rows"]["hq.spell"], whole["rows"]["hq.card"], whole["rows"]["hq.game"]
    assert faults(whole) == ["hq.game: There is no such list of rows."]


def test_books_that_do_not_agree_are_told(whole):
    rows = whole["rows"]
    rows["hq.ledgerline"][1]["balance_after"] += 1
    rows["hq.pool"][0]["balance"] += 2
    rows["hq.game"][0]["seq"] += 1
    last = len(rows["hq.journalentry"])

    assert faults(whole) == [
        "hq.ledgerline[2].balance_after: says 41, the lines up to it make 40",
        "hq.pool[1].balance: says 62, its lines make 60",
        f"hq.game[1].seq: is {last + 1}, the journal ends at {last}",
    ]


def test_journal_with_a_gap_is_told(whole):
    whole["rows"]["hq.journalentry"][1]["seq"] = 40

    assert faults(whole) == ["hq.journalentry[2].seq: is 40 where 2 comes next"]


def test_column_that_came_later_gets_its_default(whole):
    for row in whole["rows"]["hq.person"]:
        del row["login"], row["left_at"]

    assert keeping.read(json.dumps(whole).encode()).rows["hq.person"][0]["login"] == ""


@pytest.mark.parametrize("version", range(1, keeping.VERSION + 1))
def test_file_of_every_released_version_becomes_a_day(version):
    data = (FILES / f"day-{version}.json").read_bytes()

    game = games.take_in(keeping.read(data))

    assert Game.objects.get() == game
    document = games.whole(game.key)
    assert keeping.read(keeping.dump(document)) == document


def test_steps_lead_from_every_version_to_the_present_one():
    assert set(upgrades.STEPS) == set(range(1, keeping.VERSION))


def test_upgrade_goes_step_by_step(monkeypatch):
    monkeypatch.setattr(upgrades, "VERSION", 3)
    monkeypatch.setattr(upgrades, "STEPS", {1: lambda rows: {**rows, "b": 1}, 2: lambda rows: rows})

    assert upgrades.upgrade({"a": 1}, 1) == {"a": 1, "b": 1}
    assert upgrades.upgrade({"a": 1}, 3) == {"a": 1}
