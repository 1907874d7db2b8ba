"""A card written on the spot, and cards with something left to finish."""

from __future__ import annotations

from typing import Any

import pytest

from hq import cards, decisions, turns, writing
from hq.enums import CardKind, CardState, DecisionMode, PoolKind
from hq.errors import (
    AmountError,
    CardTitleMissingError,
    CardUnfinishedError,
    GameNotRunningError,
    NotAllowedError,
    NotFoundHereError,
)
from hq.models import Card, Game, JournalEntry
from hq.writing import WayDraft
from tests.factories.days import (
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    speak,
    the_card,
    way,
)

pytestmark = pytest.mark.django_db


def write(game: Game, **fields: Any) -> Card:
    told = {"title": "Свет погас", "situation": "Темно", "failure": "Паника", "minutes": 5}
    return writing.write(by=make_master(game), **{**told, **fields})


def test_card_lies_on_the_shelf_with_all_that_was_written():
    game = make_day()

    made = write(
        game,
        map_slug="luna",
        ways=[
            WayDraft(title=" Фонарик ", cost={PoolKind.ENERGY: 2, PoolKind.MORALE: 1}),
            WayDraft(title="  "),
            WayDraft(title="Свечи", cost={PoolKind.RESOURCES: 3}),
        ],
    )

    made.refresh_from_db()
    assert made.state == CardState.SHELF
    assert made.slug == "on-the-spot-1"
    assert made.title == {"ru": "Свет погас"}
    assert (made.map.slug, made.time_limit, made.planned_turn) == ("luna", 300, 1)
    assert made.unfinished == ""
    assert list(made.ways.values_list("title__ru", "cost_energy", "cost_resources")) == [
        ("Фонарик", 2, 0),
        ("Свечи", 0, 3),
    ]
    assert JournalEntry.objects.last().kind == "card_written"


def lines(effects: list[dict[str, Any]]) -> list[str]:
    return [each["text"]["ru"] for each in effects if each["kind"] == "chronicle"]


def test_way_brings_what_was_written_and_its_line():
    brings = {PoolKind.ENERGY: 3, PoolKind.MORALE: -1, PoolKind.RESOURCES: 0}

    made = write(
        make_day(),
        ways=[
            WayDraft(title="Фонарик", brings=brings, line="Стало светло"),
            WayDraft(title="Ждать"),
        ],
    )

    first, second = made.ways.all()
    assert [each for each in first.effects if each["kind"] == "pool"] == [
        {"kind": "pool", "pool": "energy", "delta": 3},
        {"kind": "pool", "pool": "morale", "delta": -1},
    ]
    assert lines(first.effects) == ["Стало светло"]
    assert first.outcome == {"ru": "Стало светло"}
    assert lines(second.effects) == ["Свет погас: Ждать"]


@pytest.mark.parametrize(("line", "told"), [("", "Паника"), ("Модуль замолчал", "Модуль замолчал")])
def test_failure_has_its_line_in_the_chronicle(line: str, told: str):
    assert lines(write(make_day(), line=line).failure_effects) == [told]


def test_personal_crisis_is_taken_by_one_and_written_down():
    game = make_day()
    (vera,) = make_volunteers(game, 1)
    made = write(game, mode=DecisionMode.PERSONAL, ways=[WayDraft(title="Чинить")], at_once=True)

    decisions.take(card_id=made.pk, way_id=made.ways.get().pk, by=vera)

    made.refresh_from_db()
    assert made.state == CardState.RESOLVED
    assert game.chronicle.get().text == {"ru": "Свет погас: Чинить", "en": ""}


def test_prospect_is_collective_and_can_always_be_declined():
    made = write(
        make_day(),
        kind=CardKind.PROSPECT,
        mode=DecisionMode.PERSONAL,
        failure="",
        ways=[WayDraft(title="Взять груз")],
        at_once=True,
    )

    made.refresh_from_db()
    assert (made.kind, made.mode, made.state) == ("prospect", "collective", "open")
    assert made.failure_effects == []
    accept, decline = made.ways.all()
    assert (accept.kind, accept.title["ru"]) == ("accept", "Взять груз")
    assert (decline.kind, decline.title) == ("decline", {"ru": "Отказаться", "en": "Decline"})
    assert lines(decline.effects) == ["ЦУП отказался: «Свет погас»."]


def test_prospect_without_a_way_is_accepted_or_declined():
    made = write(make_day(), kind=CardKind.PROSPECT, line="Предложение ушло другим")

    assert list(made.ways.values_list("kind", flat=True)) == ["accept", "decline"]
    assert lines(made.ways.first().effects) == ["ЦУП согласился: «Свет погас»."]
    assert lines(made.failure_effects) == ["Предложение ушло другим"]


def test_card_comes_up_at_once():
    game = make_day()

    made = write(game, at_once=True, minutes=None)

    made.refresh_from_db()
    assert made.state == CardState.OPEN
    assert made.due_at is None


def test_keys_are_numbered():
    game = make_day()

    assert [write(game).slug for _try in range(3)] == [f"on-the-spot-{n}" for n in (1, 2, 3)]


def test_what_is_not_written_is_left_to_finish_and_holds_the_card():
    game = make_day()
    made = write(game, situation="", failure=" ")
    assert made.unfinished

    with pytest.raises(CardUnfinishedError) as refusal:
        cards.issue(card_id=made.pk, by=make_master(game))

    assert made.unfinished in str(refusal.value)
    made.refresh_from_db()
    assert made.state == CardState.SHELF


def test_unfinished_card_does_not_come_up_at_once_and_is_not_written():
    game = make_day()

    with pytest.raises(CardUnfinishedError):
        write(game, failure="", at_once=True)

    assert Card.objects.filter(slug__startswith="on-the-spot").count() == 0


def test_title_is_needed():
    with pytest.raises(CardTitleMissingError):
        write(make_day(), title="  ")


@pytest.mark.parametrize("minutes", [0, -1, 24 * 60 + 1])
def test_time_makes_sense(minutes: int):
    with pytest.raises(AmountError):
        write(make_day(), minutes=minutes)


def test_map_is_of_this_day():
    with pytest.raises(NotFoundHereError):
        write(make_day(), map_slug="mars")


def test_nothing_comes_up_while_the_clock_stands_but_the_shelf_is_open():
    game = make_day()
    turns.pause(reason="еда", by=make_master(game))

    assert write(game).state == CardState.SHELF
    with pytest.raises(GameNotRunningError):
        write(game, at_once=True)


def test_volunteer_writes_no_card():
    game = make_day()
    (vera,) = make_volunteers(game, 1)

    with pytest.raises(NotAllowedError):
        writing.write(title="Моя карта", by=vera)


@pytest.mark.parametrize(
    "release", [{"when": "now"}, {"when": "after", "after_minutes": 2}, {"when": "next_turn"}]
)
def test_unfinished_card_is_not_brought_up_by_another_either(release: dict[str, Any]):
    effect = {"kind": "release", "card": "second", **release}
    game = make_day(
        card("first", way("one", effects=[effect])), card("second", unfinished="дописать исход")
    )
    crew = make_volunteers(game, 2)
    issue(game)

    speak(call_chorus(game, crew), *crew)

    assert the_card(game, "second").state == CardState.SHELF
    assert JournalEntry.objects.filter(kind="card_held_back").count() == 1
