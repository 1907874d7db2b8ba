from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse

from hq import stakes, turns
from hq.enums import CardState, PoolKind
from hq.errors import (
    DayOverError,
    GameNotRunningError,
    NotAllowedError,
    NotFoundHereError,
    StakeAnsweredError,
)
from hq.models import ChronicleLine, Game, JournalEntry, LedgerLine, Pool, Stake
from tests.factories.days import (
    answered,
    make_asked_day,
    make_master,
    make_volunteer,
    text,
    the_card,
    the_stake,
)
from tests.factories.hands import Hand
from tests.factories.visitors import sit

pytestmark = pytest.mark.django_db

EFFECTS: list[dict[str, Any]] = [
    {"kind": "pool", "pool": "energy", "delta": 4},
    {"kind": "chronicle", "text": text("Луна молчит")},
    {"kind": "release", "card": "second", "when": "now"},
    {"kind": "release", "card": "third", "when": "after", "after_minutes": 2},
]


def energy(game: Game) -> int:
    return Pool.objects.get(game=game, kind=PoolKind.ENERGY).balance


def test_r6_answer_closes_the_question_and_its_effects_fire(hand: Hand):
    game = make_asked_day(*EFFECTS)
    hand.move(minutes=3)

    stakes.answer(stake_id=the_stake(game).pk, answer="yes", by=make_master(game))

    closed = the_stake(game)
    assert (closed.answer, closed.answered_at, closed.answer_title) == ("yes", 180_000, "Да")
    assert energy(game) == 64
    assert ChronicleLine.objects.get().text["ru"] == "Луна молчит"
    assert ChronicleLine.objects.get().card is None
    assert the_card(game, "second").state == CardState.OPEN
    assert the_card(game, "third").release_at == 300_000


def test_r6_second_answer_is_refused_with_the_first_and_nothing_fires_again():
    game = make_asked_day(*EFFECTS)
    answered(game, "yes")
    entries = JournalEntry.objects.count()

    for slug in ("yes", "no"):
        with pytest.raises(StakeAnsweredError) as refusal:
            answered(game, slug)
        assert refusal.value.params["answer"] == "Да"

    assert JournalEntry.objects.count() == entries
    assert energy(game) == 64


def test_answer_without_effects_closes_all_the_same():
    game = make_asked_day(*EFFECTS)

    answered(game, "no")

    assert the_stake(game).answer == "no"
    assert not ChronicleLine.objects.exists()
    assert LedgerLine.objects.filter(reason="outcome").count() == 0


def test_question_may_close_while_the_clock_stands():
    game = make_asked_day(*EFFECTS)
    turns.pause(reason="чай", by=make_master(game))

    answered(game, "yes")

    assert the_stake(game).answer == "yes"


def test_no_answer_before_the_start_or_after_the_end():
    game = make_asked_day(started=False)
    with pytest.raises(GameNotRunningError):
        answered(game, "yes")

    turns.start(by=make_master(game))
    turns.end(cards=[], by=make_master(game))
    with pytest.raises(DayOverError):
        answered(game, "yes")

    assert Stake.objects.get().answer == ""


def test_volunteer_answers_nothing_and_unknown_answers_are_not_found():
    game = make_asked_day()
    other = make_asked_day(key="other")
    with pytest.raises(NotAllowedError):
        stakes.answer(stake_id=the_stake(game).pk, answer="yes", by=make_volunteer(game))
    with pytest.raises(NotFoundHereError):
        answered(game, "perhaps")
    with pytest.raises(NotFoundHereError):
        stakes.answer(stake_id=the_stake(other).pk, answer="yes", by=make_master(game))


# The panel


def saved_answers(game: Game, answers: object) -> HttpResponse:
    """The Moon saved in the panel with these answers for its question."""
    client = sit(make_master(game))
    User.objects.filter(username="gleb").update(is_superuser=True)
    luna, stake = the_stake(game).map, the_stake(game)
    return client.post(
        f"/admin/hq/gamemap/{luna.pk}/change/",
        {
            "game": game.pk,
            "slug": luna.slug,
            "title": json.dumps(luna.title),
            "summary": json.dumps(luna.summary),
            "order": 0,
            "stakes-TOTAL_FORMS": 1,
            "stakes-INITIAL_FORMS": 1,
            "stakes-0-id": stake.pk,
            "stakes-0-map": luna.pk,
            "stakes-0-slug": stake.slug,
            "stakes-0-question": json.dumps(stake.question),
            "stakes-0-answers": json.dumps(answers),
            "stakes-0-order": 0,
        },
    )


def test_answers_with_a_slip_are_not_saved_in_the_panel():
    game = make_asked_day(*EFFECTS)
    slip = [{"slug": "yes", "title": text("Да"), "effects": [{"kind": "pool", "pool": "mana"}]}]

    assert saved_answers(game, slip).status_code == 200
    assert len(the_stake(game).answers) == 2

    fine = [{"slug": "yes", "title": text("Да"), "effects": EFFECTS}]
    assert saved_answers(game, fine).status_code == 302
    assert len(the_stake(game).answers) == 1
