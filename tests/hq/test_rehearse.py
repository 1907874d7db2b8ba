"""The rehearsal: a small day played through, the figures by hand, each invariant broken once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from hq import games, scenario
from hq.boards.views import CardView, CostView, WayView
from hq.enums import DecisionMode, GameState, Judgement, PoolKind, WayKind
from hq.errors import PoolTooLowError, WayNotReadyError
from hq.models import (
    Aggravation,
    Backing,
    Card,
    Chorus,
    Decision,
    Game,
    JournalEntry,
    Person,
    Pool,
    Way,
)
from hq.rehearsal import account, checks, volunteers
from hq.rehearsal.account import Lying, attention, payable
from hq.rehearsal.day import at_human_pace
from hq.rehearsal.master import TURN, Director, spread
from hq.rehearsal.pages import TruePage, parse
from hq.rehearsal.volunteers import Glance, Room
from hq.scenario.reader import read_text

PACK = """\
slug: tiny
version: "1"
title: {ru: Малый день, en: A small day}
pools:
  energy: {start: 20, ceiling: 40}
  resources: {start: 20, ceiling: 40}
  morale: {start: 20, ceiling: 30}
maps:
  - slug: luna
    title: {ru: Луна, en: The Moon}
    stakes:
      - slug: landing
        question: {ru: Кто высадится?, en: Who lands?}
        answers:
          - slug: we
            title: {ru: Мы, en: We do}
            effects: [{kind: pool, pool: morale, delta: 1}]
          - slug: they
            title: {ru: Они, en: They do}
            effects: [{kind: pool, pool: morale, delta: 1}]
cards:
  - slug: leak
    kind: crisis
    minutes: 10
    title: {ru: Течь, en: A leak}
    ways:
      - slug: patch
        title: {ru: Заклеить, en: Patch it}
        cost: {energy: 3}
      - slug: pump
        title: {ru: Откачать, en: Pump it}
        cost: {resources: 3}
    failure_effects: [{kind: pool, pool: morale, delta: -3}]
  - slug: alone
    kind: crisis
    mode: personal
    minutes: 8
    title: {ru: Одному, en: Alone}
    ways:
      - slug: go
        title: {ru: Пойти, en: Go}
        cost: {energy: 2}
  - slug: dear
    kind: crisis
    minutes: 5
    title: {ru: Дорого, en: Dear}
    ways:
      - slug: pay
        title: {ru: Платить, en: Pay}
        cost: {resources: 99}
    failure_effects: [{kind: pool, pool: resources, delta: -5}]
  - slug: crowd
    kind: crisis
    minutes: 5
    headcount: 50
    title: {ru: Толпа, en: A crowd}
    ways:
      - slug: cheer
        title: {ru: Ура, en: Cheer}
"""


@pytest.fixture
def pack_file(tmp_path):
    path = tmp_path / "tiny.yaml"
    path.write_text(PACK, encoding="utf-8")
    return path


# The whole.


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_four_bots_play_a_small_day(root, tmp_path, pack_file):
    kept = tmp_path / "figures.json"
    done = subprocess.run(
        [
            *(sys.executable, "manage.py", "rehearse", str(pack_file)),
            *("--bots", "4", "--speed", "120", "--json", str(kept)),
        ],
        cwd=root,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "horizonwar.settings"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, (done.stdout, done.stderr)
    told = json.loads(done.stdout)
    assert json.loads(kept.read_text(encoding="utf-8")) == told
    assert all(told["invariants"].values())
    assert told["figures"]["failed"] == ["dear"]
    assert told["figures"]["cards"] == {"issued": 3, "sealed": 2, "failed": 1, "lapsed": 0}
    assert told["figures"]["nobody_could_pay"] == {"at_issue": ["dear"], "at_deadline": ["dear"]}
    assert told["figures"]["not_issued"] == 1  # the card for a crowd of 50
    assert told["figures"]["pools"]["1"]["resources"] in {12, 15}
    assert told["figures"]["pools"]["1"]["morale"] == 21  # the question on the map was closed


@pytest.mark.parametrize(
    "words", [("--bots", "1"), ("--bots", "500"), ("--speed", "0.5"), ("--speed", "1000")]
)
def test_what_cannot_be_rehearsed_is_refused_at_once(pack_file, words):
    with pytest.raises(CommandError):
        call_command("rehearse", str(pack_file), *words)


def test_unknown_pack_is_said_in_words(monkeypatch):
    with pytest.raises(CommandError, match="no-such-pack"):
        call_command("rehearse", "no-such-pack")


# The day.


def test_r18_windows_of_machines_stay_as_long_on_the_wall():
    pack = at_human_pace(read_text(PACK), speed=20)

    assert (pack.settings.chorus_window, pack.settings.grace) == (400, 20_000)
    assert pack.settings.present_for is None
    assert [card.minutes for card in pack.cards] == [10, 8, 5, 5]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wipeable")
def test_only_a_day_made_so_runs_fast():
    fast = games.create(pack=read_text(PACK), key="fast", speed=20)
    usual = games.create(pack=read_text(PACK), key="usual")

    assert (fast.clock_speed, usual.clock_speed) == (20, 1)


def test_master_spaces_the_cards_so_that_the_last_has_its_time():
    limits = {1: 600, 2: 1200, 3: None}
    slots = spread(list(limits.items()))

    # The longest first, so that they need not all come at the beginning of the turn.
    assert [slot.card_id for slot in slots] == [3, 2, 1]
    assert slots[0].at == 0
    assert slots[1].at * 2 == slots[2].at
    assert all(slot.at + (limits[slot.card_id] or 0) <= TURN for slot in slots)


# Figures.


def test_people_share_their_time_among_what_lies_open():
    had = attention(
        {
            "first": Lying(issued=0, closed=600, due=600),
            "beside": Lying(issued=300, closed=400, due=600),
            "later": Lying(issued=600, closed=700, due=1200),
        }
    )

    # While both lay open each had half; once «beside» was sealed it still had its time, shared.
    assert had == {"first": 300 + 50 + 200, "beside": 50 + 100, "later": 600}


@pytest.mark.parametrize(
    ("costs", "expected"),
    [
        ([{"energy": 5}], True),
        ([{"energy": 6}], False),
        ([{"energy": 6}, {"energy": 5}], True),
        ([{"energy": 5, "morale": 1}], False),
        ([{}], True),
    ],
)
def test_a_card_is_payable_when_any_way_is(costs, expected):
    assert payable(costs, {"energy": 5, "morale": 0}) is expected


def test_card_until_the_end_could_have_been_talked_over_till_then():
    card = Card(issued_at=60_000, closed_at=90_000, due_at=None)

    assert account.lying(card, end=500) == Lying(issued=60, closed=90, due=500)
    card.due_at = 120_000
    assert account.lying(card, end=500).due == 120


def test_median_and_least_of_no_cards_are_none():
    assert account.told([]) == {"cards": 0, "median": None, "least": None}
    assert account.told([10.4, 30, 20]) == {"cards": 3, "median": 20, "least": 10}


def test_refusals_are_told_by_kind_whatever_the_language():
    for language in ("ru", "en"):
        with translation.override(language):
            short = str(PoolTooLowError(pool="Энергия", missing=3, free=2))
            early = str(WayNotReadyError(way="Плыть", rule="больше"))
        assert volunteers.kind_of(f"<div><p>{short}</p></div>") == "PoolTooLowError"
        assert volunteers.kind_of(f"<div><p>{early}</p></div>") == "WayNotReadyError"
    assert volunteers.kind_of("<p>Что-то ещё</p>") == "Что-то ещё"


# Pages.


def page(shown: str = "") -> TruePage:
    made = TruePage(base="http://test", client=None)  # type: ignore[arg-type]
    made.epoch, made.seq = "e", 3
    made._waiting = [shown] if shown else []
    return made


def frame(seq: int, body: str, *, since: int = 3, epoch: str = "e") -> str:
    return (
        f'<i id="live-seq" hx-swap-oob="true" hidden data-epoch="{epoch}" data-since="{since}"'
        f' data-seq="{seq}" data-now="0"></i>\n{body}'
    )


def test_page_swaps_regions_and_what_stands_in_them():
    mine = page('<div id="cards"><b id="card-1">old</b><b id="card-2">same</b></div>')

    assert mine.take(frame(4, '<b id="card-1" hx-swap-oob="true">new</b><b id="card-9">no</b>'))
    assert mine.seq == 4
    told = parse('<div id="cards"><b id="card-1">new</b> <b id="card-2">same</b></div>')
    assert mine.settle() == {"cards": told[0]}


@pytest.mark.parametrize(("since", "epoch"), [(4, "e"), (3, "other")])
def test_page_does_not_take_a_frame_after_a_gap_or_of_another_life(since, epoch):
    mine = page()

    assert not mine.take(frame(5, "<b id='me'></b>", since=since, epoch=epoch))
    assert mine.seq == 3


# Invariants: each holds for a new day and is broken by what it is there for.


@pytest.fixture
def game(transactional_db, wipeable) -> Game:
    return games.create(pack=read_text(PACK), key="tiny")


def broken(game: Game) -> set[str]:
    game.refresh_from_db()
    return {name for name, found in checks.run(game).items() if found} - {"day_is_over"}


def test_new_day_breaks_nothing_but_is_not_over(game):
    assert broken(game) == set()
    assert checks.day_is_over(game)


def test_balance_beside_the_books_is_found(game):
    Pool.objects.filter(game=game, kind=PoolKind.ENERGY).update(balance=7)

    assert broken(game) == {"ledger_is_balances"}


def test_hole_in_the_journal_is_found(game):
    JournalEntry.objects.filter(game=game, seq=2).delete()

    assert broken(game) == {"seq_without_holes"}


def test_open_card_after_the_end_and_twice_come_up_are_found(game):
    card = Card.objects.get(game=game, slug="leak")
    Card.objects.filter(pk=card.pk).update(state="open", issued_at=0, turn=1)
    Game.objects.filter(pk=game.pk).update(state=GameState.OVER)
    assert broken(game) == {"due_once"}

    Card.objects.filter(pk=card.pk).update(state="expired")
    for _ in range(2):
        game.seq += 1
        JournalEntry.objects.create(
            game=game,
            seq=game.seq,
            kind="card_issued",
            params={"card": card.pk},
            turn=1,
            game_time=0,
            written_at="2026-01-01T12:00:00Z",
        )
    game.save(update_fields=["seq"])
    assert broken(game) == {"due_once"}


def test_sealed_and_unpaid_is_found(game):
    card = Card.objects.get(game=game, slug="leak")
    Card.objects.filter(pk=card.pk).update(state="resolved", issued_at=0, turn=1)
    decision = Decision.objects.create(
        card=card, phase="sealed", way=card.ways.first(), sealed_at=1
    )
    assert broken(game) == {"sealed_paid_once"}

    decision.way.cost_energy = 0
    decision.way.save()
    assert broken(game) == set()
    assert Chorus.objects.filter(decision=decision).count() == 0


# Temperament.


def way(pk: int, *, votes: int = 0, cost: int = 0, **more: object) -> WayView:
    told = {
        "kind": WayKind.OVERCOME,
        "is_affordable": True,
        "is_ready": False,
        "can_back": True,
        "can_take": False,
        **more,
    }
    costs = (CostView(kind="energy", name="", amount=cost, free=10, missing=0),) if cost else ()
    names = {name: told.get(name, "") for name in WayView.__dataclass_fields__}
    return WayView(**{**names, "id": pk, "votes": votes, "costs": costs})  # type: ignore[arg-type]


def card(*ways: WayView) -> CardView:
    names = dict.fromkeys(CardView.__dataclass_fields__, "")
    return CardView(
        **{**names, "is_personal": False, "due_ms": 600_000, "issued_ms": 0, "ways": ways}  # type: ignore[arg-type]
    )


def test_bot_backs_nothing_that_cannot_be_paid():
    shown = card(way(1, is_affordable=False), way(2, can_back=False))

    assert volunteers.choose(shown, Room()) is None


def test_bot_whose_way_cannot_be_paid_any_more_chooses_anew():
    shown = card(way(1, is_affordable=False), way(2))

    chosen = volunteers.reconsider(shown, 1, Room(), has_talked=False)
    assert chosen is not None
    assert chosen.id == 2


def test_bots_come_together_on_the_leader_once_they_have_talked(monkeypatch):
    monkeypatch.setattr(volunteers.dice, "random", lambda: 0.1)
    shown = card(way(1), way(2))
    room = Room(voices={1: 2, 2: 1})

    assert volunteers.reconsider(shown, 2, room, has_talked=False) is None
    led = volunteers.reconsider(shown, 2, room, has_talked=True)
    assert led is not None
    assert led.id == 1


@pytest.mark.parametrize("mood", [WayKind.ACCEPT, WayKind.DECLINE])
def test_letter_is_answered_by_the_mood_of_the_room(monkeypatch, mood):
    monkeypatch.setattr(volunteers.dice, "random", lambda: 0.5)
    shown = card(way(1, kind=WayKind.ACCEPT), way(2, kind=WayKind.DECLINE))

    chosen = volunteers.choose(shown, Room(mood=mood))
    assert chosen is not None
    assert chosen.kind == mood


def test_room_comes_together_on_an_own_way_it_has_taken_to(monkeypatch):
    monkeypatch.setattr(volunteers.dice, "random", lambda: 0.1)
    shown = card(way(1), way(2), way(3, author="Ася"))
    glance = Glance()
    room = Room(voices={1: 4}, idea=glance.idea(shown))

    assert room.idea == 3
    led = volunteers.reconsider(shown, 1, room, has_talked=False)
    assert led is not None
    assert led.id == 3
    monkeypatch.setattr(volunteers.dice, "random", lambda: 0.9)
    assert glance.idea(shown) == 3  # it does not change its mind
    assert Glance().idea(shown) == 0


def test_behind_a_shut_tally_bots_hear_what_is_said_aloud():
    glance = Glance(said={7: {"Ася": 1, "Пётр": 2, "Лунь": 2}})
    shut = replace(card(way(1, votes=0), way(2, votes=0)), id=7, is_tally_shown=False)

    assert glance.voices(shut) == {1: 1, 2: 2}
    opened = replace(shut, ways=(way(1, votes=3), way(2, votes=0)), is_tally_shown=True)
    assert glance.voices(opened) == {1: 3, 2: 0}


def test_way_that_hurts_a_pool_is_picked_less_readily():
    free, some, most = way(1), way(2, cost=3), way(3, cost=9)

    assert volunteers.ease(free, {}) == 1
    assert volunteers.ease(free, {}) > volunteers.ease(some, {}) > volunteers.ease(most, {})
    # The same price hurts more while a long day is to come, and more than what is kept at once.
    kept = {"energy": 8.0}
    assert volunteers.ease(some, kept) < volunteers.ease(some, {})
    assert volunteers.ease(most, kept) < volunteers.ease(some, kept)


@pytest.mark.parametrize(
    ("slug", "balance", "expected"),
    [("crowd", 5, True), ("crowd", 4, False), ("leak", 0, True)],
)
def test_master_spares_a_poor_hq_the_crises_of_the_reserve(game, slug, balance, expected):
    director = director_of(game, turns=4)
    Pool.objects.filter(game=game, kind=PoolKind.ENERGY).update(balance=balance)
    wanted = director._wants(Card.objects.get(game=game, slug=slug).pk, 2)

    assert wanted is expected
    assert director.held_back == ([] if expected else [slug])


def director_of(game: Game, **fields: int) -> Director:
    return Director(
        base="",
        client=None,  # type: ignore[arg-type]
        game_id=game.pk,
        headcount=fields.pop("headcount", 50),
        until=0,
        answers=volunteers.Answers(),
        at_pause=None,  # type: ignore[arg-type]
        **fields,
    )


def test_master_leaves_cards_on_no_turn_and_for_more_people_on_the_shelf(game):
    leak = Card.objects.get(game=game, slug="leak")
    Card.objects.filter(pk=leak.pk).update(planned_turn=0)

    deck = director_of(game, headcount=49)._deck()

    slugs = Card.objects.filter(pk__in=[pk for pk, _limit in deck[1]]).values_list(
        "slug", flat=True
    )
    assert sorted(slugs) == ["alone", "dear"]


def test_tables_answer_from_the_middle_of_the_day_on_and_the_pause_is_in_the_middle(game):
    director = director_of(game, turns=6)

    planned = {turn: [at for at, _act in director._agenda(turn, ())] for turn in range(1, 7)}

    assert planned == {
        1: [],
        2: [],
        3: [TURN / 2, TURN / 2],
        4: [TURN / 2],
        5: [TURN / 2],
        6: [TURN / 2],
    }


def test_master_judges_own_ways_at_once_and_deeds_that_were_begun(game):
    person = Person.objects.create(game=game, name="Ася")
    card = Card.objects.get(game=game, slug="leak")
    Card.objects.filter(pk=card.pk).update(state="open", issued_at=0, turn=1)
    first, second = card.ways.order_by("pk")
    Way.objects.filter(card=card).update(judgement=Judgement.AWAITING)
    Way.objects.filter(pk=second.pk).update(author=person)

    _now, waiting = director_of(game)._look()
    assert [(way.way_id, way.price is None) for way in waiting] == [(second.pk, False)]

    decision = Decision.objects.create(card=card)
    Backing.objects.create(decision=decision, person=person, way=first)
    _now, waiting = director_of(game)._look()
    assert [(way.way_id, way.price is None) for way in waiting] == [
        (first.pk, True),
        (second.pk, False),
    ]


def test_what_was_played_is_told(game):
    assert account.played(game) == {
        "taken_alone": 0,
        "declined": [],
        "behind_a_shut_tally": [],
        "deeds": {"passed": 0, "refused": 0, "failed": 0, "sealed": 0},
        "own_ways": {"passed": 0, "refused": 0, "failed": 0, "sealed": 0},
        "aggravated": {},
        "stakes": 0,
        "waited_for": [],
    }
    person = Person.objects.create(game=game, name="Ася")
    card = Card.objects.get(game=game, slug="leak")
    Card.objects.filter(pk=card.pk).update(issued_at=0, turn=1, planned_turn=0, tally="blind")
    way = card.ways.first()
    Way.objects.filter(pk=way.pk).update(
        author=person, judgement=Judgement.PASSED, kind=WayKind.DECLINE
    )
    Decision.objects.create(card=card, phase="sealed", way=way, sealed_at=1, taken_by=person)
    Aggravation.objects.create(card=card, trigger="time", after=1, applied_at=2)

    told = account.played(game)

    assert told["own_ways"] == {"passed": 1, "refused": 0, "failed": 0, "sealed": 1}
    assert told["taken_alone"] == 1
    assert told["declined"] == told["behind_a_shut_tally"] == told["waited_for"] == ["leak"]
    assert told["aggravated"] == {"time": 1}


def test_core_is_what_has_no_headcount():
    pack = scenario.read(scenario.find("voina-gorizonta"))
    core = [entry for entry in pack.cards if entry.turn and entry.headcount == 0]

    assert 12 <= len(core) <= 20
    assert {entry.mode for entry in core} == {DecisionMode.COLLECTIVE}
