from __future__ import annotations

from collections.abc import Callable

import pytest

from hq import choruses, decisions, endings, exchange, ledger, presence, turns
from hq.enums import CardState, ChorusState, GameState, Phase
from hq.errors import (
    ChorusSoundsError,
    DayOverError,
    GameStateError,
    InvitationClosedError,
    NotAllowedError,
    PreviewStaleError,
    ReasonMissingError,
)
from hq.models import Card, ChronicleLine, Game, JournalEntry, LedgerLine, Pool
from hq.viewers import Viewer
from tests.factories.days import (
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    text,
    the_card,
    the_way,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db

OFFER = (way("yes", kind="accept"), way("no", kind="decline"))


def failing(slug: str, *effects: dict[str, object], **fields: object) -> dict[str, object]:
    line = {"kind": "chronicle", "text": text(f"Провал {slug}")}
    return card(slug, failure_effects=[line, *effects], **fields)


def make_evening(hand: Hand) -> Game:
    """Two crises «до конца», one with time left, a prospect; issued in another order than made."""
    game = make_day(
        failing("first", minutes=None, until_end=True),
        failing("second", minutes=None, until_end=True),
        failing("third", minutes=30),
        card("offer", *OFFER, kind="prospect", minutes=None, until_end=True),
    )
    for slug in ("offer", "second", "third", "first"):
        issue(game, slug)
        hand.move(seconds=1)
    return game


def end(game: Game, *, break_chorus: bool = False, by: Viewer | None = None) -> None:
    lying = Card.objects.filter(game=game).open().values_list("pk", flat=True)
    turns.end(cards=list(lying), break_chorus=break_chorus, by=by or make_master(game))


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_r12_crises_fail_in_order_of_issue_and_prospects_lapse_after_them(hand: Hand):
    game = make_evening(hand)
    hand.move(minutes=5)

    end(game)

    expired = JournalEntry.objects.filter(kind="card_expired").order_by("seq")
    order = [Card.objects.get(pk=entry.params["card"]).slug for entry in expired]
    assert order == ["second", "third", "first", "offer"]
    assert [line.text["ru"] for line in ChronicleLine.objects.order_by("pk")] == [
        "Провал second",
        "Провал third",
        "Провал first",
    ]
    assert set(Card.objects.values_list("closed_at", flat=True)) == {304_000}
    assert not Card.objects.exclude(decision__phase=Phase.CLOSED).exists()


def test_what_was_due_before_the_end_fails_first_at_its_own_time(hand: Hand):
    game = make_day(failing("first", minutes=None, until_end=True), failing("second", minutes=2))
    issue(game)
    issue(game, "second")
    hand.move(minutes=3)

    end(game)

    closed = list(Card.objects.filter(state="expired").order_by("closed_at"))
    assert [(found.slug, found.closed_at) for found in closed] == [
        ("second", 120_000),
        ("first", 180_000),
    ]
    assert ChronicleLine.objects.order_by("pk")[0].text["ru"] == "Провал second"


def test_preview_tells_the_order_that_the_end_keeps(hand: Hand):
    game = make_evening(hand)
    hand.move(minutes=5)
    told = [found.slug for found, _at in endings.in_order(game_id=game.pk, at=304_000)]

    end(game)

    expired = JournalEntry.objects.filter(kind="card_expired").order_by("seq")
    assert [Card.objects.get(pk=entry.params["card"]).slug for entry in expired] == told


def test_lapsed_prospect_costs_nothing_and_says_lapsed(hand: Hand):
    game = make_evening(hand)
    before = list(Pool.objects.order_by("pk").values_list("balance", flat=True))

    end(game)

    offer = the_card(game, "offer")
    assert offer.state == CardState.EXPIRED
    assert offer.state_words != the_card(game).state_words
    assert list(Pool.objects.order_by("pk").values_list("balance", flat=True)) == before
    assert not ChronicleLine.objects.filter(card=offer).exists()


def test_lapsed_prospect_writes_the_line_that_the_pack_gives_it():
    line = {"kind": "chronicle", "text": text("Письмо осталось без ответа")}
    game = make_day(card("offer", *OFFER, kind="prospect", failure_effects=[line]))
    issue(game, "offer")

    end(game)

    assert ChronicleLine.objects.get().text["ru"] == "Письмо осталось без ответа"


def test_nothing_comes_up_after_the_end():
    bring = {"kind": "release", "card": "second", "when": "now"}
    game = make_day(failing("first", bring), card("second"))
    issue(game)

    end(game)

    assert the_card(game, "second").state == CardState.SHELF


def test_day_is_over_and_its_clock_stands(hand: Hand):
    game = make_evening(hand)
    hand.move(minutes=5)
    end(game)
    hand.move(minutes=50)

    game = fresh(game)
    assert (game.state, game.clock_base, game.clock_since) == (GameState.OVER, 304_000, None)


def test_open_chorus_is_finished_first():
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)
    call_chorus(game, crew)

    with pytest.raises(ChorusSoundsError):
        end(game)

    assert fresh(game).state == GameState.RUNNING
    assert game.choruses.get().state == ChorusState.OPEN


def test_open_chorus_and_the_queue_break_when_the_master_chose_so():
    game = make_day()
    crew = make_volunteers(game, 2)
    for slug in ("first", "second"):
        issue(game, slug)
        call_chorus(game, crew, of=slug)

    end(game, break_chorus=True)

    assert set(game.choruses.values_list("state", "verdict")) == {("broken", "over")}
    assert JournalEntry.objects.filter(kind="chorus_opened").count() == 1
    assert not LedgerLine.objects.filter(reason="way").exists()
    assert {the_card(game).state, the_card(game, "second").state} == {CardState.EXPIRED}


def test_preview_that_is_out_of_date_is_refused(hand: Hand):
    game = make_evening(hand)
    seen = [the_card(game).pk]

    with pytest.raises(PreviewStaleError):
        turns.end(cards=seen, by=make_master(game))

    assert fresh(game).state == GameState.RUNNING


def test_day_ends_from_a_pause_too_but_not_before_its_start_and_not_twice():
    game = make_day(started=False)
    with pytest.raises(GameStateError):
        end(game)
    turns.start(by=make_master(game))
    turns.pause(reason="чай", by=make_master(game))
    end(game)
    with pytest.raises(GameStateError):
        end(game)

    assert JournalEntry.objects.filter(kind="game_ended").count() == 1


def test_volunteer_neither_ends_nor_reopens_the_day():
    game = make_day()
    vera = make_volunteer(game)
    with pytest.raises(NotAllowedError):
        end(game, by=vera)
    with pytest.raises(NotAllowedError):
        turns.reopen(reason="ещё", by=vera)


COMMANDS: dict[str, Callable[[Game, Viewer, Viewer], object]] = {
    "back": lambda g, v, m: decisions.back(card_id=the_card(g).pk, way_id=None, by=v),
    "voice": lambda g, v, m: decisions.voice(card_id=the_card(g).pk, way_id=the_way(g).pk, by=v),
    "speak": lambda g, v, m: choruses.speak(chorus_id=1, by=v),
    "record_voice": lambda g, v, m: choruses.record_voice(chorus_id=1, person_id=1, by=m),
    "seal": lambda g, v, m: choruses.seal_for_room(chorus_id=1, by=m),
    "give": lambda g, v, m: ledger.give(kind="energy", amount=1, by=v),
    "correct": lambda g, v, m: ledger.correct(kind="energy", delta=1, note="так", by=m),
    "reverse": lambda g, v, m: ledger.reverse(line_id=1, reason="так", by=m),
    "buy": lambda g, v, m: exchange.buy(price_id=1, count=1, by=v),
    "turn": lambda g, v, m: turns.open_next(turn=2, by=m),
    "issue": lambda g, v, m: issue(g, "second"),
    "mark": lambda g, v, m: presence.mark(person_id=v.person_id or 0, here=True, by=m),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_everything_is_refused_in_a_sentence_once_the_day_is_over(name: str):
    game = make_day()
    vera, master = make_volunteer(game), make_master(game)
    issue(game)
    end(game)
    entries = JournalEntry.objects.count()

    with pytest.raises(DayOverError):
        COMMANDS[name](game, vera, master)

    assert JournalEntry.objects.count() == entries


def test_doors_and_the_pause_stay_shut_once_the_day_is_over():
    game = make_day()
    end(game)

    with pytest.raises(InvitationClosedError):
        make_volunteer(game)
    for command in (
        lambda: turns.pause(reason="так", by=make_master(game)),
        lambda: turns.resume(by=make_master(game)),
        lambda: turns.start(by=make_master(game)),
    ):
        with pytest.raises(GameStateError):
            command()


def test_reopened_day_is_paused_and_what_failed_stays_failed(hand: Hand):
    game = make_evening(hand)
    hand.move(minutes=5)
    end(game)
    hand.move(minutes=20)
    with pytest.raises(ReasonMissingError):
        turns.reopen(reason=" ", by=make_master(game))

    turns.reopen(reason="рано закончили", by=make_master(game))

    game = fresh(game)
    assert (game.state, game.clock_base) == (GameState.PAUSED, 304_000)
    assert set(Card.objects.values_list("state", flat=True)) == {CardState.EXPIRED}
    turns.resume(by=make_master(game))
    hand.move(minutes=1)
    assert fresh(game).state == GameState.RUNNING
    with pytest.raises(GameStateError):
        turns.reopen(reason="ещё", by=make_master(game))
