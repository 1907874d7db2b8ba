"""T1: what a command changes on a screen is pushed, and what is pushed is the truth.

Every screen of the demo day takes in the frames that the announced topics bring, and nothing
else. After each command it must equal, byte for byte, the page that would be loaded now.
"""

from __future__ import annotations

import pytest

from hq import events, journal
from tests.contracts.demo import SCRIPT, World, make_world
from tests.contracts.screens import Memo, Screen, in_languages, replaced
from tests.factories.hands import hold

pytestmark = pytest.mark.django_db


def screens_of(world: World) -> list[Screen]:
    return [
        Screen("volunteer hq", world.crew[0], "hq"),
        Screen("backer who left, hq", world.crew[4], "hq"),
        Screen("volunteer whose seat is taken back, hq", world.crew[1], "hq"),
        Screen("master master", world.master, "master"),
        Screen("master screen", world.master, "screen"),
        Screen("screen screen", world.wall, "screen"),
        Screen("onlooker screen", world.guest, "screen"),
        Screen("courier courier", world.courier, "courier"),
        Screen("volunteer ledger", world.crew[0], "ledger"),
        Screen("master ledger", world.master, "ledger"),
        Screen("red captain table", world.red, "table"),
        Screen("blue captain table", world.blue, "table"),
        Screen("scribe table", world.scribe, "table"),
        Screen("master table", world.master.looking_at("luna"), "table"),
        Screen("onlooker table", world.guest.looking_at("luna"), "table"),
        Screen("onlooker of an empty table", world.guest.looking_at("mars"), "table"),
    ]


def play(monkeypatch: pytest.MonkeyPatch, *, languages: tuple[str, ...], until: str) -> list[str]:
    """Every difference between a screen and a fresh page, from the first step to `until`."""
    announced: set[str] = set()
    monkeypatch.setattr(journal, "announce", lambda *, topics, **_told: announced.update(topics))
    world = make_world(hold(monkeypatch))
    screens = in_languages(screens_of(world), languages)
    memo = Memo()
    for screen in screens:
        screen.load(memo)
    found = []
    for name, step in SCRIPT.items():
        announced.clear()
        step(world)
        memo = Memo()
        for screen in screens:
            screen.swap(announced, memo)
            fresh = screen.fresh(memo)
            found += [
                f"{name}: {region} on {screen.label}"
                for region, html in fresh.items()
                if screen.shown[region] != html
            ]
            screen.shown = fresh
        if name == until:
            break
    return found


@pytest.mark.timeout(480)
def test_t1_screens_equal_fresh_pages_after_every_command(monkeypatch):
    found = play(monkeypatch, languages=("ru", "en"), until="")

    assert found == [], "\n".join(found)


def test_t1_script_makes_every_event_happen(hand_of_the_day):
    world = make_world(hand_of_the_day)
    for step in SCRIPT.values():
        step(world)

    kinds = {kind.kind for kind in events.Event.__subclasses__()}
    assert set(world.game.journal.values_list("kind", flat=True)) == kinds


@pytest.mark.parametrize(
    ("event", "until", "region"),
    [
        (events.PoolChanged, "give", "pools on volunteer"),
        (events.CardIssued, "issue_first", "cards on volunteer"),
        (events.PersonJoined, "join", "roll on master"),
        (events.ChorusOpened, "voice_first", "ring on screen"),
        (events.GameStarted, "start", "banner on onlooker"),
    ],
)
@pytest.mark.timeout(480)
def test_t1_event_that_names_no_topic_is_found(monkeypatch, event, until, region):
    """The twin: without its topics the same command leaves screens behind."""
    monkeypatch.setattr(event, "topics", frozenset())
    monkeypatch.setattr(events.PresenceChanged, "topics", frozenset())
    monkeypatch.setattr(events.WayVoiced, "topics", frozenset())

    found = play(monkeypatch, languages=("ru",), until=until)

    assert any(line.startswith(f"{until}: {region}") for line in found)


@pytest.fixture
def hand_of_the_day(monkeypatch):
    return hold(monkeypatch)


def test_element_is_swapped_inside_its_container():
    outer = '<div id="cards"><article id="card-1"><article>x</article>a</article><i>b</i></div>'

    assert replaced(outer, "card-1", "<article id='card-1'>new</article>") == (
        "<div id=\"cards\"><article id='card-1'>new</article><i>b</i></div>"
    )
    assert replaced(outer, "card-2", "new") == outer
