"""«Talked about now»: who points, what the wall follows, when it is let go."""

from __future__ import annotations

import pytest

from hq import deadlines, pins, turns
from hq.boards import cards
from hq.enums import Role
from hq.errors import CardClosedError, NotAllowedError, NotFoundHereError
from hq.models import Game, JournalEntry
from hq.viewers import Viewer
from tests.contracts.demo import seated
from tests.factories.days import (
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    speak,
    the_card,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    made = make_day(card("first"), card("second", minutes=20), card("third"))
    issue(made)
    issue(made, "second")
    return made


def pin(game: Game, slug: str, by: Viewer) -> None:
    pins.pin(card_id=the_card(game, slug).pk, by=by)


def pinned(game: Game) -> str | None:
    game.refresh_from_db()
    return game.pinned.slug if game.pinned else None


def on_the_wall(game: Game) -> str:
    shown = cards.stage(make_master(game)).card
    assert shown is not None
    return shown.title


def test_master_and_volunteer_point_and_the_wall_follows(game: Game):
    (vera,) = make_volunteers(game, 1)
    assert on_the_wall(game) == "Карта first"

    pin(game, "second", vera)
    assert on_the_wall(game) == "Карта second"
    pin(game, "first", make_master(game))

    assert pinned(game) == "first"
    before = JournalEntry.objects.filter(kind="card_pinned").last().topics
    assert {f"card:{the_card(game, slug).pk}" for slug in ("first", "second")} <= set(before)


def test_pin_stands_above_a_chorus_and_the_chorus_above_time(game: Game):
    crew = make_volunteers(game, 2)
    call_chorus(game, crew, of="second")
    assert on_the_wall(game) == "Карта second"

    pin(game, "first", crew[0])

    assert on_the_wall(game) == "Карта first"


def test_pin_shows_on_the_card_and_the_ribbon(game: Game):
    (vera,) = make_volunteers(game, 1)
    pin(game, "second", vera)

    assert [item.is_pinned for item in cards.ribbon(vera).items] == [False, True]
    assert [told.is_pinned for told in cards.cards(vera).open] == [False, True]
    assert cards.card(vera, the_card(game, "second").pk).is_pinned


def test_pin_again_is_told_once(game: Game):
    for _try in range(2):
        pin(game, "second", make_master(game))

    assert JournalEntry.objects.filter(kind="card_pinned").count() == 1


def test_unpin_lets_go_and_a_stale_one_changes_nothing(game: Game):
    master = make_master(game)
    pin(game, "second", master)

    pins.unpin(card_id=the_card(game).pk, by=master)
    assert pinned(game) == "second"
    pins.unpin(card_id=the_card(game, "second").pk, by=master)

    assert pinned(game) is None
    assert JournalEntry.objects.filter(kind="card_unpinned").count() == 1


def test_card_that_is_sealed_is_let_go(game: Game):
    crew = make_volunteers(game, 2)
    pin(game, "first", crew[0])

    speak(call_chorus(game, crew), *crew)

    assert pinned(game) is None


def test_card_whose_time_is_up_is_let_go(game: Game, hand: Hand):
    other = make_day(card("first"), key="other")
    issue(other)
    pin(other, "first", make_master(other))
    hand.move(minutes=11)

    deadlines.run_due()

    assert pinned(other) is None


def test_pin_works_in_a_pause(game: Game):
    turns.pause(reason="еда", by=make_master(game))

    pin(game, "second", make_master(game))

    assert pinned(game) == "second"


def test_card_of_the_shelf_is_nobodys_business(game: Game):
    (vera,) = make_volunteers(game, 1)

    with pytest.raises(NotFoundHereError):
        pin(game, "third", vera)


def test_card_of_another_day_is_not_found(game: Game):
    other = make_day(key="other")
    issue(other)

    with pytest.raises(NotFoundHereError):
        pins.pin(card_id=the_card(other).pk, by=make_master(game))


def test_closed_card_is_not_talked_about(game: Game):
    crew = make_volunteers(game, 2)
    speak(call_chorus(game, crew), *crew)

    with pytest.raises(CardClosedError):
        pin(game, "first", crew[0])


def test_wall_and_onlooker_point_at_nothing(game: Game):
    guest = seated(game, Role.ONLOOKER, "GUESTA")

    with pytest.raises(NotAllowedError):
        pin(game, "second", guest)
    with pytest.raises(NotAllowedError):
        pins.unpin(card_id=the_card(game).pk, by=guest)
