"""A card that nobody has opened within two minutes is told of again, once."""

from __future__ import annotations

import pytest

from hq import cards, deadlines, decisions, turns
from hq.boards import signals
from hq.errors import NotAllowedError
from hq.models import Game, JournalEntry
from tests.factories.days import (
    answer_now,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    the_card,
    the_way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


def told(kind: str = "card_unseen") -> list[int]:
    entries = JournalEntry.objects.filter(kind=kind).order_by("pk")
    return [entry.params["card"] for entry in entries]


def opened(game: Game, viewer, slug: str = "first") -> None:
    cards.mark_opened(card_id=the_card(game, slug).pk, by=viewer)


@pytest.mark.parametrize(("seconds", "is_told"), [(119.9, False), (120, True), (300, True)])
def test_unopened_card_is_told_of_after_two_minutes(hand: Hand, seconds: float, is_told: bool):
    game = make_day()
    issue(game)
    hand.move(seconds=seconds)

    deadlines.run_due()

    assert told() == ([the_card(game).pk] if is_told else [])


def test_it_is_told_of_once(hand: Hand):
    game = make_day()
    issue(game)
    for _ in range(4):
        hand.move(minutes=2)
        deadlines.run_due()

    assert told() == [the_card(game).pk]
    assert the_card(game).unseen_at == 120_000


def test_opened_card_is_not_told_of(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    issue(game)
    hand.move(seconds=30)
    opened(game, vera)
    hand.move(minutes=5)

    deadlines.run_due()

    assert told() == []
    assert the_card(game).opened_at == 30_000


def test_who_backs_a_way_has_seen_the_card(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    issue(game)
    way = the_way(game)
    decisions.back(card_id=way.card_id, way_id=way.pk, by=vera)
    decisions.back(card_id=way.card_id, way_id=None, by=vera)
    hand.move(minutes=3)

    deadlines.run_due()

    assert told() == []
    assert told("card_opened") == [way.card_id]


def test_r29_personal_card_waits_for_somebody_too(hand: Hand):
    game = make_day(card("first", mode="personal"))
    issue(game)
    hand.move(minutes=3)

    deadlines.run_due()

    assert told() == [the_card(game).pk]


def test_card_that_ended_before_is_not_told_of(hand: Hand):
    game = make_day(card("first", minutes=1))
    issue(game)
    hand.move(minutes=3)

    deadlines.run_due()

    assert told() == []


def test_a_pause_stands_still_for_this_too(hand: Hand):
    game = make_day()
    issue(game)
    hand.move(seconds=100)
    turns.pause(reason="чай", by=make_master(game))
    hand.move(minutes=30)
    deadlines.run_due()
    assert told() == []
    turns.resume(by=make_master(game))
    hand.move(seconds=20)

    deadlines.run_due()

    assert told() == [the_card(game).pk]


def test_each_of_several_cards_is_told_of_in_order(hand: Hand):
    game = make_day(settings={"unseen_after": 30})
    vera = make_volunteer(game)
    for slug in ("second", "first", "third"):
        issue(game, slug)
        hand.move(seconds=1)
    opened(game, vera, "first")
    hand.move(minutes=1)

    deadlines.run_due()

    assert told() == [the_card(game, "second").pk, the_card(game, "third").pk]


def test_first_opening_counts_and_the_rest_of_the_room_writes_nothing(
    hand: Hand, django_assert_num_queries
):
    game = make_day()
    crew = make_volunteers(game, 5)
    issue(game)
    opened(game, crew[0])
    seq = Game.objects.get().seq
    hand.move(seconds=9)

    card_id = the_card(game).pk
    for viewer in crew:
        with django_assert_num_queries(1):
            cards.mark_opened(card_id=card_id, by=viewer)

    assert told("card_opened") == [card_id]
    assert Game.objects.get().seq == seq
    assert the_card(game).opened_at == 0


def test_closed_hidden_and_foreign_cards_are_passed_over_in_silence(hand: Hand):
    game, other = make_day(), make_day(key="other")
    vera = make_volunteer(game)
    issue(other)
    issue(game)
    hand.move(minutes=11)
    answer_now(vera)
    deadlines.run_due()

    for found in (the_card(game), the_card(game, "second"), the_card(other)):
        cards.mark_opened(card_id=found.pk, by=vera)

    assert told("card_opened") == []


def test_only_volunteers_open_cards():
    game = make_day()
    issue(game)

    with pytest.raises(NotAllowedError):
        opened(game, make_master(game))


def test_signals_name_a_card_that_nobody_opened_until_somebody_does(hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    master = make_master(game)
    issue(game)
    assert signals.signals(master).unseen == ()
    hand.move(minutes=2)
    deadlines.run_due()
    assert [item.title for item in signals.signals(master).unseen] == ["Карта first"]

    opened(game, vera)

    assert signals.signals(master).unseen == ()
    assert [item.state for item in signals.signals(master).cards] == ["open"]
