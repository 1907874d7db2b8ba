from __future__ import annotations

import pytest

from hq import cards, clock, turns
from hq.enums import CardState, GameState
from hq.errors import (
    CardNotOnShelfError,
    GameNotRunningError,
    GameStateError,
    NotAllowedError,
    NotFoundHereError,
    ReasonMissingError,
)
from hq.models import Game, JournalEntry
from tests.factories.days import (
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    the_card,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_start_opens_turn_one_and_the_clock_runs(hand: Hand):
    game = make_day(started=False)
    hand.move(minutes=5)
    assert clock.game_time(game) == 0

    turns.start(by=make_master(game))
    hand.move(seconds=90)

    assert (fresh(game).state, fresh(game).turn) == (GameState.RUNNING, 1)
    assert clock.game_time(fresh(game)) == 90_000


def test_second_start_is_refused_with_the_present_state():
    game = make_day()

    with pytest.raises(GameStateError) as refusal:
        turns.start(by=make_master(game))

    assert refusal.value.params["state"] == GameState.RUNNING.label


def test_pause_needs_a_reason_and_tells_it():
    game = make_day()
    master = make_master(game)

    with pytest.raises(ReasonMissingError):
        turns.pause(reason="", by=master)
    turns.pause(reason="  эвакуация ", by=master)

    assert fresh(game).state == GameState.PAUSED
    assert JournalEntry.objects.get(kind="game_paused").params == {"reason": "эвакуация"}


def test_second_pause_and_second_resume_are_refused():
    game = make_day()
    master = make_master(game)
    with pytest.raises(GameStateError):
        turns.resume(by=master)

    turns.pause(reason="чай", by=master)
    with pytest.raises(GameStateError):
        turns.pause(reason="чай", by=master)
    turns.resume(by=master)
    with pytest.raises(GameStateError):
        turns.resume(by=master)


def test_pause_before_the_start_is_refused():
    game = make_day(started=False)

    with pytest.raises(GameStateError):
        turns.pause(reason="чай", by=make_master(game))


def test_many_pauses_lose_no_game_time(hand: Hand):
    game = make_day()
    master = make_master(game)
    for _ in range(5):
        hand.move(seconds=10)
        turns.pause(reason="чай", by=master)
        hand.move(minutes=7)
        turns.resume(by=master)

    assert clock.game_time(fresh(game)) == 50_000


def test_next_turn_is_named_so_that_a_second_tap_is_harmless():
    game = make_day()
    master = make_master(game)

    turns.open_next(turn=2, by=master)
    with pytest.raises(GameStateError) as refusal:
        turns.open_next(turn=2, by=master)

    assert fresh(game).turn == 2
    assert "2" in refusal.value.params["state"]


@pytest.mark.parametrize("turn", [0, 1, 3, 99])
def test_only_the_next_turn_opens(turn: int):
    game = make_day()

    with pytest.raises(GameStateError):
        turns.open_next(turn=turn, by=make_master(game))

    assert fresh(game).turn == 1


def test_turn_waits_while_the_clock_stands():
    game = make_day()
    master = make_master(game)
    turns.pause(reason="чай", by=master)

    with pytest.raises(GameNotRunningError):
        turns.open_next(turn=2, by=master)


@pytest.mark.parametrize(
    "command",
    [
        lambda by: turns.start(by=by),
        lambda by: turns.pause(reason="так", by=by),
        lambda by: turns.resume(by=by),
        lambda by: turns.open_next(turn=2, by=by),
    ],
)
def test_volunteer_does_not_move_the_day(command):
    game = make_day()
    vera = make_volunteer(game)
    entries = JournalEntry.objects.count()

    with pytest.raises(NotAllowedError):
        command(vera)

    assert JournalEntry.objects.count() == entries


def test_issued_card_carries_turn_and_due_time(hand: Hand):
    game = make_day()
    turns.open_next(turn=2, by=make_master(game))
    hand.move(seconds=30)

    first = issue(game)

    assert (first.state, first.turn) == (CardState.OPEN, 2)
    assert (first.issued_at, first.due_at) == (30_000, 630_000)


def test_stale_tab_of_a_master_is_refused_with_the_present_state():
    game = make_day()
    issue(game)

    with pytest.raises(CardNotOnShelfError) as refusal:
        issue(game)

    assert refusal.value.params == {"card": "Карта first", "state": CardState.OPEN.label}
    assert JournalEntry.objects.filter(kind="card_issued").count() == 1


def test_card_is_not_issued_while_the_clock_stands_or_by_a_volunteer():
    game = make_day(started=False)
    with pytest.raises(GameNotRunningError):
        issue(game)
    with pytest.raises(NotAllowedError):
        cards.issue(card_id=the_card(game).pk, by=make_volunteer(game))

    assert the_card(game).state == CardState.SHELF


def test_card_of_another_day_cannot_be_issued_here():
    game, other = make_day(), make_day(key="other")

    with pytest.raises(NotFoundHereError):
        cards.issue(card_id=the_card(other).pk, by=make_master(game))


def test_prospect_is_issued_like_a_crisis():
    game = make_day(card("first", kind="prospect"))

    assert issue(game).state == CardState.OPEN
