"""T3 and T4: every event has words and reaches somebody; every region renders for its boards."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from html.parser import HTMLParser

import pytest
from django.template.loader import get_template
from django.utils import translation

from fleets.enums import TABLE
from fleets.regions import REGIONS as OF_TABLES
from horizonwar.live import regions, render
from horizonwar.live.regions import Region
from hq import enums, words
from hq.boards import master
from hq.events import Event
from hq.models import JournalEntry
from hq.regions import REGIONS as OF_HQ
from hq.viewers import BOARDS
from tests.contracts.demo import SCRIPT, World, make_world
from tests.contracts.test_no_silent_change import screens_of
from tests.factories.hands import hold

REGIONS = (*OF_HQ, *OF_TABLES)
EVENTS = sorted(Event.__subclasses__(), key=lambda kind: kind.kind)
# What a topic may name besides a region's: a single card, a person, a seat that was taken back.
NOT_OF_A_REGION = {"card", "person", "revoked"}
VOID = {"br", "hr", "img", "input", "link", "meta", "path", "circle", "rect", "line", "use"}


def example(kind: type[Event]) -> Event:
    made = {
        "int": 1,
        "str": "x",
        "bool": True,
        "int | None": 1,
        "tuple[int, ...]": (1, 2),
        "tuple[str, ...]": ("x", "y"),
    }
    return kind(**{field.name: made[str(field.type)] for field in fields(kind)})


# T3


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.kind)
def test_t3_every_event_has_words_for_all_it_says(kind: type[Event]):
    text = str(words.EVENTS[kind.kind])

    named = set(re.findall(r"%\((\w+)\)s", text))

    assert named <= {field.name for field in fields(kind)}


def test_t3_no_words_without_an_event():
    assert set(words.EVENTS) == {kind.kind for kind in EVENTS}
    assert len({kind.kind for kind in EVENTS}) == len(EVENTS)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.kind)
def test_t3_every_topic_of_an_event_is_known(kind: type[Event]):
    known = {topic for region in REGIONS for topic in region.topics}

    topics = {topic.partition(":")[0] for topic in example(kind).topics}

    assert topics <= known | NOT_OF_A_REGION
    assert "journal" in topics
    assert topics - {"journal"}, "an event that nobody but the journal hears of"


def test_t3_every_topic_of_a_region_is_named_by_some_event():
    named = {topic.partition(":")[0] for kind in EVENTS for topic in example(kind).topics}

    assert {topic for region in REGIONS for topic in region.topics} <= named


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.kind)
def test_t3_particulars_are_plain_values(kind: type[Event]):
    for value in example(kind).params.values():
        assert isinstance(value, int | str | bool | tuple)


def test_every_verdict_has_words_and_its_parameters():
    told = {
        "voices": {},
        "room": {},
        "silence": {},
        "master": {"reason": "тише"},
        "missing": {"pool": "energy", "missing": 3, "balance": 4},
        "over": {},
        "failed": {},
    }
    assert set(words.VERDICTS) == set(told)
    for key, params in told.items():
        assert words.verdict(key, params)
        assert "%(" not in words.verdict(key, params)
    assert words.verdict("", {}) == ""


def test_every_reason_of_the_ledger_has_words_and_its_parameters():
    told = {
        "opening": {},
        "gift": {},
        "correction": {"note": "сверка"},
        "way": {},
        "outcome": {"asked": -9},
        "exchange": {"price": "crate", "thing": {"ru": "ящик", "en": "crate"}, "count": 2},
        "exchange_back": {"price": "crate", "thing": {"ru": "ящик"}, "count": 2},
        "undo": {"note": "ошибка"},
        "ability": {"ability": {"ru": "Госпиталь", "en": "Hospital"}},
    }
    assert set(words.REASONS) == set(told)
    for key, params in told.items():
        assert words.reason(key, params)
        assert "%(" not in words.reason(key, params)
    for language, thing in (("ru", "ящик"), ("en", "crate")):
        with translation.override(language):
            assert thing in words.reason("exchange", told["exchange"])
    assert words.reason("unheard-of", {}) == "unheard-of"


# T4


class Balance(HTMLParser):
    """Every tag that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.roots = 0
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.open:
            self.roots += 1
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def one_root(html: str) -> Balance:
    parser = Balance()
    parser.feed(html)
    assert parser.open == []
    assert parser.roots == 1, html[:200]
    return parser


MOMENTS = (
    "own_way_is_priced",
    "take_alone",
    "",
    "issue_second",
    "speak_one",
    "pause",
    "break_for_what_is_missing",
    "everybody_goes",
)


@pytest.mark.django_db
@pytest.mark.parametrize("until", MOMENTS, ids=lambda until: until or "before the start")
def test_t4_every_region_renders_in_both_languages_at_every_moment(
    monkeypatch: pytest.MonkeyPatch, until: str
):
    world = world_at(monkeypatch, until)
    for screen in screens_of(world):
        for language in ("ru", "en"):
            viewer = replace(screen.viewer, language=language)
            for slot in regions.whole(screen.board):
                for oob in (False, True):
                    html = render.region(slot.region, viewer, oob=oob)
                    parser = one_root(html)
                    assert parser.ids[0] == slot.region.name
                    assert len(set(parser.ids)) == len(parser.ids)
                    assert html.count('hx-swap-oob="true"') == oob


def world_at(monkeypatch: pytest.MonkeyPatch, until: str) -> World:
    world = make_world(hold(monkeypatch))
    for name, step in SCRIPT.items() if until else ():
        step(world)
        if name == until:
            break
    return world


@pytest.mark.django_db
def test_t4_card_alone_is_one_element(monkeypatch: pytest.MonkeyPatch):
    world = world_at(monkeypatch, "speak_one")
    region = next(found for found in REGIONS if found.keyed)
    for pk in world.game.cards.values_list("pk", flat=True):
        html = render.region(region, world.crew[0], key=pk, oob=True)
        if html:
            assert one_root(html).ids[0] == f"card-{pk}"
            assert html.count('hx-swap-oob="true"') == 1


@pytest.mark.parametrize("region", REGIONS, ids=lambda region: region.name)
def test_t4_region_has_its_template_and_only_known_boards(region: Region):
    assert get_template(region.template)
    assert region.boards <= {*enums.Board.values, TABLE}
    assert region.boards


def test_t4_every_board_is_open_to_somebody():
    assert set().union(*BOARDS.values()) == {*enums.Board, TABLE}


@pytest.mark.django_db
def test_t4_journal_of_a_whole_day_is_in_words(monkeypatch: pytest.MonkeyPatch):
    world = world_at(monkeypatch, "everybody_goes")
    monkeypatch.setattr(master, "ENTRIES_SHOWN", 1000)
    for language in ("ru", "en"):
        html = render.region(
            next(found for found in REGIONS if found.name == "journal"),
            replace(world.master, language=language),
        )
        assert "%(" not in html
        assert "None" not in html
    assert len(master.journal(world.master).items) == JournalEntry.objects.count()
