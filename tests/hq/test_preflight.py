"""The list before the doors open: green where it is ready, and what to do where it is not."""

from __future__ import annotations

import shutil
from collections import namedtuple
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import translation

from horizonwar import address, copies
from hq import games, parts, people, preflight, scenario
from hq.enums import Role
from hq.models import Card, Game, Invitation, JournalEntry
from hq.parts import Light, Part, Readiness
from tests.factories.days import make_day, make_pack
from tests.factories.hands import hold

pytestmark = pytest.mark.django_db

WELL = {"ticker": {"ok": True, "age": 0.4}, "layer": "InMemoryChannelLayer"}
Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def game(monkeypatch, settings, tmp_path) -> Game:
    """A day for which everything is ready but the wall."""
    hold(monkeypatch)
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(address, "lan_address", lambda: "192.168.1.7")
    monkeypatch.setattr(scenario, "find", lambda name: name)
    monkeypatch.setattr(scenario, "read", lambda _path: make_pack())
    monkeypatch.setattr(parts, "_ENTERED", {})
    call_command("ensure_master")
    return make_day(started=False)


def lights(game: Game | None, health=WELL) -> dict[str, tuple[Light, str]]:
    return {line.name: (line.light, line.text) for line in preflight.look(game, health=health)}


def test_ready_house_is_green(game):
    told = lights(game)

    assert {name for name, (light, _text) in told.items() if light != Light.GOOD} == {
        "Copies",
        "Sound",
        "Wall screen",
    }
    assert told["Address for phones"][1].startswith("http://192.168.1.7")
    assert told["Game master's login"][1] == "the password that was made for this laptop"
    assert told["Volunteers' door"][1] == games.door(game, Role.VOLUNTEER).code


def test_server_that_does_not_answer_is_red(game):
    told = lights(game, health=None)

    assert told["Address for phones"][0] == Light.BAD
    assert "Clock of the deadlines" not in told


def test_house_without_a_network_is_red(game, monkeypatch):
    monkeypatch.setattr(address, "lan_address", lambda: "127.0.0.1")

    assert "only" in lights(game)["Address for phones"][1]


def test_standing_ticker_and_lonely_layer_are_red(game, monkeypatch):
    monkeypatch.setenv("WEB_WORKERS", "2")
    told = lights(game, health={**WELL, "ticker": {"ok": False, "age": 40}})

    assert told["Clock of the deadlines"][0] == Light.BAD
    assert "40 s" in told["Clock of the deadlines"][1]
    assert "REDIS_URL" in told["Pushes to phones"][1]


@pytest.mark.parametrize(
    ("free", "light"), [(2048, Light.GOOD), (500, Light.WARN), (100, Light.BAD)]
)
def test_disk(game, monkeypatch, free, light):
    usage = Usage(0, 0, free * 1024 * 1024)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)

    assert lights(game)["Disk"][0] == light


def test_clock_that_was_set_back_is_red(game):
    entry = JournalEntry.objects.last()
    JournalEntry.objects.update(written_at=entry.written_at + timedelta(hours=1))

    assert lights(game)["Laptop's clock"][0] == Light.BAD


@pytest.mark.parametrize(
    ("report", "light"),
    [
        (None, Light.WARN),
        ({"good_at": 0.0, "fault": "disk"}, Light.BAD),
        ({"good_at": 0.0}, Light.BAD),
        ({"good_at": None}, Light.GOOD),
    ],
)
def test_copies(game, settings, monkeypatch, report, light):
    settings.COPY_EVERY = 60
    monkeypatch.setattr(copies, "are_made", lambda: True)
    monkeypatch.setattr(copies, "database", lambda: "day.sqlite3")
    now = JournalEntry.objects.last().written_at.timestamp()
    if report is not None:
        good = report["good_at"] if report["good_at"] is not None else now
        made = copies.Report(**{"at": now, **report, "good_at": good})
        monkeypatch.setattr(copies, "last", lambda: made)

    assert lights(game)["Copies"][0] == light


def test_copies_of_another_database_are_its_own_business(game, monkeypatch):
    monkeypatch.setattr(copies, "database", lambda: None)

    assert lights(game)["Copies"][0] == Light.LOOK
    assert "pg_dump" in lights(game)["Copies"][1]


def test_missing_translations_are_red(game, monkeypatch, tmp_path):
    source = tmp_path / "ru" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.touch()
    monkeypatch.setattr(preflight.catalogues, "files", lambda: [source])

    assert lights(game)["Translations"][0] == Light.BAD


def test_login(game, settings):
    settings.DEBUG = True
    assert "DEBUG" in lights(game)["Game master's login"][1]
    settings.DEBUG = False
    master = User.objects.get(username="master")
    master.set_password("mine-alone")
    master.save()
    assert lights(game)["Game master's login"] == (Light.GOOD, "your own")
    master.set_unusable_password()
    master.save()
    assert "ensure_master" in lights(game)["Game master's login"][1]


def test_pack(game, monkeypatch):
    Card.objects.filter(slug="first").update(unfinished="дописать")
    assert lights(game)["Scenario pack"] == (
        Light.WARN,
        "Cards left to finish: 1. They will not come up.",
    )

    def broken(_path):
        raise scenario.PackError([scenario.Fault(3, "cards[0]", "no title")])

    monkeypatch.setattr(scenario, "read", broken)
    assert lights(game)["Scenario pack"][1] == "1 faults, the first: 3: cards[0]: no title"


def test_day_that_has_begun_is_minded_and_none_is_red(game):
    Game.objects.update(turn=1, state="over")
    game.refresh_from_db()

    assert lights(game)["Game day"][0] == Light.WARN
    assert lights(None)["Game day"][0] == Light.BAD


def test_closed_door_is_red(game):
    Invitation.objects.filter(role=Role.SCREEN).update(is_open=False)

    assert lights(game)["Door of the wall screen"][0] == Light.BAD


def test_wall_that_answers_is_green(game):
    people.join(invitation=games.door(game, Role.SCREEN), name="")

    assert lights(game)["Wall screen"][0] == Light.GOOD


def test_parts_add_their_lines_and_a_failing_one_is_a_line(game, monkeypatch):
    line = Readiness(name="Buoys", light=Light.WARN, text="none")

    def fails(_game: Game):
        raise LookupError("no sea")

    sea = {"sea": Part(name="sea", readiness=lambda _game: [line])}
    monkeypatch.setattr(parts, "_ENTERED", sea)
    assert lights(game)["Buoys"] == (Light.WARN, "none")
    monkeypatch.setattr(parts, "_ENTERED", {"sea": Part(name="sea", readiness=fails)})
    assert lights(game)["This list"] == (Light.BAD, "no sea")


def test_command_prints_the_list_and_fails_on_red(game, monkeypatch, capsys):
    monkeypatch.setattr(preflight, "ask", lambda: WELL)
    call_command("preflight", game.key)
    assert "+ Disk" in capsys.readouterr().out

    monkeypatch.setattr(preflight, "ask", lambda: None)
    with pytest.raises(SystemExit):
        call_command("preflight")
    assert "X Address for phones" in capsys.readouterr().out


def test_server_is_asked_by_the_address_of_phones(settings):
    settings.PUBLIC_URL = "http://127.0.0.1:9"

    assert preflight.ask() is None
