from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.urls import reverse

from hq import ledger, stakes, turns
from hq.boards import stakes as desk
from hq.enums import CardState, PoolKind
from hq.errors import (
    DayOverError,
    GameNotRunningError,
    NotAllowedError,
    NotFoundHereError,
    PoolTooLowError,
    ReasonMissingError,
    StakeAnsweredError,
    StakeOpenError,
)
from hq.models import ChronicleLine, Game, JournalEntry, LedgerLine, Pool, Stake
from tests.factories.days import (
    answered,
    make_asked_day,
    make_day,
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


def reopen(game: Game, reason: str = "не тот ответ") -> None:
    stakes.reopen(stake_id=the_stake(game).pk, reason=reason, by=make_master(game))


def test_r22_slip_is_turned_back_with_all_it_touched():
    game = make_asked_day(*EFFECTS)
    answered(game, "yes")

    reopen(game)

    stake = the_stake(game)
    assert (stake.answer, stake.answered_at, stake.touched) == ("", None, {})
    assert energy(game) == 60
    assert [line.delta for line in LedgerLine.objects.filter(reason__in=("outcome", "undo"))] == [
        4,
        -4,
    ]
    assert not ChronicleLine.objects.exists()
    assert the_card(game, "second").state == CardState.OPEN  # it came up and stays
    assert the_card(game, "third").state == CardState.SHELF
    entry = JournalEntry.objects.last()
    assert (entry.kind, entry.params["reason"]) == ("stake_reopened", "не тот ответ")
    answered(game, "no")
    assert the_stake(game).answer == "no"


def test_r22_preview_tells_what_it_touches():
    game = make_asked_day(*EFFECTS)
    answered(game, "yes")
    master = make_master(game)

    told = desk.reopening(master, the_stake(game).pk)

    (move,) = told.pools
    assert (told.answer, move.before, move.after, told.is_possible) == ("Да", 64, 60, True)
    assert told.lines == ("Луна молчит",)
    assert told.back == ("Карта third",)
    assert len(told.stay) == 1
    assert desk.reopening(make_master(make_day(key="other")), the_stake(game).pk) is None


def test_r22_pool_that_cannot_be_turned_back_refuses_the_whole():
    game = make_asked_day(*EFFECTS)
    answered(game, "yes")
    ledger.correct(kind="energy", delta=-63, note="пробоина", by=make_master(game))
    assert not desk.reopening(make_master(game), the_stake(game).pk).is_possible

    with pytest.raises(PoolTooLowError):
        reopen(game)

    assert the_stake(game).answer == "yes"
    assert ChronicleLine.objects.count() == 1


def test_r22_line_that_was_undone_already_is_left_alone():
    game = make_asked_day(*EFFECTS)
    answered(game, "yes")
    line = LedgerLine.objects.get(reason="outcome")
    ledger.reverse(line_id=line.pk, reason="сверка", by=make_master(game))

    reopen(game)

    assert energy(game) == 60


def test_r22_only_an_answered_question_is_opened_again_with_a_reason_by_a_master():
    game = make_asked_day()
    with pytest.raises(StakeOpenError):
        reopen(game)
    answered(game, "yes")
    with pytest.raises(ReasonMissingError):
        reopen(game, " ")
    with pytest.raises(NotAllowedError):
        stakes.reopen(stake_id=the_stake(game).pk, reason="моё", by=make_volunteer(game))


def test_r22_page_shows_the_preview_keeps_the_reason_and_does_it():
    game = make_asked_day(*EFFECTS)
    answered(game, "yes")
    path = reverse("reopen_stake", args=[the_stake(game).pk])
    gleb = sit(make_master(game))
    assert "Луна молчит" in gleb.get(path).content.decode()
    assert sit(make_volunteer(game)).get(path).status_code == 403

    refused = gleb.post(path, {"reason": " "})
    done = gleb.post(path, {"reason": "слип", "key": "one"})

    assert (refused.status_code, done.status_code) == (409, 302)
    assert the_stake(game).answer == ""
    assert gleb.get(path).status_code == 200
    assert gleb.get(reverse("reopen_stake", args=[0])).status_code == 404


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
