"""«While you slept»: three lines, the most urgent first."""

from __future__ import annotations

import pytest

from hq import calls, choruses, deadlines, dispatches, ledger, turns
from hq.boards.slept import slept
from hq.dispatches import Place
from hq.models import Game
from tests.factories.days import (
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
)
from tests.factories.hands import Hand
from tests.factories.tables import captain
from tests.factories.visitors import sit

pytestmark = pytest.mark.django_db


def lines(viewer, since: int = 0) -> list[str]:
    return [line.text for line in slept(viewer, since).lines]


def test_most_urgent_first_and_three_at_most(hand: Hand):
    game = make_day(card("first", minutes=9), card("second", minutes=2), card("third"))
    crew = make_volunteers(game, 3)
    for slug in ("first", "second", "third"):
        issue(game, slug)
    call_chorus(game, crew, of="third")
    dispatches.write(text="!", places=[Place(kind="hq")], sender="Варго", by=make_master(game))

    told = slept(crew[1], 0)

    assert [line.text for line in told.lines] == [
        "Идёт хор, ждут вашего слова: «Путь one»",
        "Ждёт депеша: Варго",
        "Без вашего ответа: «Карта second»",
    ]
    assert told.more == 1  # the first card
    assert [line.is_urgent for line in told.lines] == [True, True, False]


def test_what_happened_since_is_told_and_what_was_before_is_not(hand: Hand):
    game = make_day(card("first", minutes=2))
    (vera,) = make_volunteers(game, 1)
    issue(game)
    hand.move(minutes=3)
    deadlines.run_due()
    ledger.correct(kind="energy", delta=-7, note="!", by=make_master(game))
    ledger.correct(kind="energy", delta=2, note="!", by=make_master(game))

    assert lines(vera) == ["Время вышло: «Карта first»", "Энергия −5"]
    assert lines(vera, Game.objects.get().seq) == []


def test_own_word_given_and_own_answer_are_no_news(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    issue(game, "second")
    chorus = call_chorus(game, crew)
    choruses.speak(chorus_id=chorus.pk, by=crew[1])
    back_all(game, crew, of="second")

    assert lines(crew[1]) == []


def test_captain_hears_of_dispatches_and_the_pause_only(hand: Hand):
    game = make_day()
    rita = captain(game)
    issue(game)
    ledger.correct(kind="energy", delta=-7, note="!", by=make_master(game))
    dispatches.write(
        text="!", places=[Place(kind="table", key="luna")], sender="ЦУП", by=make_master(game)
    )
    turns.pause(reason="чай", by=make_master(game))

    assert lines(rita) == ["Ждёт депеша: ЦУП", "Пауза"]


def test_master_hears_of_calls_first(hand: Hand):
    game = make_day()
    vera, timur = make_volunteers(game, 2)
    calls.call(by=vera)
    calls.call(by=timur)

    assert lines(make_master(game)) == ["2 вызова мастера: Вера, Глафира"]


def test_page_gets_three_lines_or_nothing(hand: Hand):
    game = make_day()
    (vera,) = make_volunteers(game, 1)
    client = sit(vera)

    assert client.get("/slept/", {"since": "x"}).status_code == 204
    issue(game)
    answer = client.get("/slept/", {"since": "1"})
    assert answer.status_code == 200
    assert "Карта first" in answer.content.decode()
