"""A game master moves deadlines: every way out of it."""

from __future__ import annotations

import pytest

from hq import deadlines, timing, turns
from hq.enums import CardState
from hq.errors import (
    AmountError,
    CardClosedError,
    DeadlineHeldError,
    NoDeadlineError,
    NotAllowedError,
    NotFoundHereError,
    TooLateError,
)
from hq.models import Game, JournalEntry
from tests.factories.days import (
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    the_card,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db

MINUTE = 60_000


def move(game: Game, minutes: int, slug: str = "first") -> None:
    timing.move_deadline(card_id=the_card(game, slug).pk, minutes=minutes, by=make_master(game))


@pytest.mark.parametrize(("minutes", "due"), [(5, 15), (1, 11), (-1, 9), (-5, 5)])
def test_deadline_moves_by_minutes(hand: Hand, minutes: int, due: int):
    game = make_day()
    issue(game)

    move(game, minutes)

    assert the_card(game).due_at == due * MINUTE
    entry = JournalEntry.objects.filter(kind="deadline_moved").get()
    assert entry.params["rest"] == f"{due}:00"
    assert f"card:{the_card(game).pk}" in entry.topics


def test_deadline_never_moves_before_now(hand: Hand):
    game = make_day()
    issue(game)
    hand.move(minutes=7)

    move(game, -5)

    assert the_card(game).due_at == 7 * MINUTE


def test_card_until_the_end_is_given_a_deadline(hand: Hand):
    game = make_day(card("first", minutes=None, until_end=True))
    issue(game)
    hand.move(minutes=3)

    move(game, 5)

    assert the_card(game).due_at == 8 * MINUTE


def test_card_without_a_deadline_cannot_lose_minutes():
    game = make_day(card("first", minutes=None, until_end=True))
    issue(game)

    with pytest.raises(NoDeadlineError):
        move(game, -1)


@pytest.mark.parametrize("minutes", [0, 24 * 60 + 1, -24 * 60 - 1])
def test_step_of_no_sense_is_refused(minutes: int):
    game = make_day()
    issue(game)

    with pytest.raises(AmountError):
        move(game, minutes)


def test_time_called_fails_the_card_by_the_clock(hand: Hand):
    game = make_day()
    issue(game)
    hand.move(minutes=4)

    timing.call_time(card_id=the_card(game).pk, by=make_master(game))
    assert the_card(game).state == CardState.OPEN
    hand.move(seconds=1.1)
    deadlines.run_due()

    assert the_card(game).state == CardState.EXPIRED
    assert the_card(game).closed_at == 4 * MINUTE


def test_time_called_twice_is_told_once(hand: Hand):
    game = make_day()
    issue(game)

    for _try in range(2):
        timing.call_time(card_id=the_card(game).pk, by=make_master(game))

    assert JournalEntry.objects.filter(kind="deadline_moved").count() == 1


def test_deadline_moves_in_a_pause_and_a_call_can_be_taken_back(hand: Hand):
    game = make_day()
    issue(game)
    hand.move(minutes=2)
    turns.pause(reason="еда", by=make_master(game))
    timing.call_time(card_id=the_card(game).pk, by=make_master(game))
    hand.move(minutes=30)
    deadlines.run_due()

    move(game, 5)

    assert the_card(game).due_at == 7 * MINUTE
    assert the_card(game).state == CardState.OPEN


def test_chorus_holds_the_time():
    game = make_day()
    crew = make_volunteers(game, 2)
    issue(game)
    call_chorus(game, crew)

    with pytest.raises(DeadlineHeldError):
        move(game, 5)
    with pytest.raises(DeadlineHeldError):
        timing.call_time(card_id=the_card(game).pk, by=make_master(game))


def test_closed_card_has_no_time_to_move(hand: Hand):
    game = make_day()
    issue(game)
    hand.move(minutes=11)
    deadlines.run_due()

    with pytest.raises(CardClosedError):
        move(game, 5)


def test_shelf_card_has_no_time_to_move():
    with pytest.raises(CardClosedError):
        move(make_day(), 5)


def test_time_that_is_up_is_not_brought_back_while_the_clock_sleeps(hand: Hand):
    game = make_day()
    issue(game)
    hand.move(minutes=10, seconds=2)

    with pytest.raises(TooLateError):
        move(game, 5)


def test_card_of_another_day_is_not_found():
    game, other = make_day(), make_day(key="other")
    issue(other)

    with pytest.raises(NotFoundHereError):
        timing.move_deadline(card_id=the_card(other).pk, minutes=5, by=make_master(game))


def test_volunteer_moves_no_deadline():
    game = make_day()
    (vera,) = make_volunteers(game, 1)
    issue(game)

    with pytest.raises(NotAllowedError):
        timing.move_deadline(card_id=the_card(game).pk, minutes=5, by=vera)
    with pytest.raises(NotAllowedError):
        timing.call_time(card_id=the_card(game).pk, by=vera)
