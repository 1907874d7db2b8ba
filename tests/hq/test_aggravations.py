"""R-7: what makes a crisis worse, by each trigger and each effect, once."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from hq import aggravations, choruses, deadlines, ledger, turns
from hq.boards import cards, master
from hq.enums import CardState, Role
from hq.errors import (
    AlreadyWorseError,
    CardClosedError,
    DeadlineHeldError,
    GameNotRunningError,
    NotAllowedError,
    NotFoundHereError,
)
from hq.models import Aggravation, Game, JournalEntry
from tests.contracts.demo import seated
from tests.factories.days import (
    answer_now,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    text,
    the_card,
    the_way,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db

MINUTE = 60_000


def worse(trigger: str = "master", **fields: Any) -> dict[str, Any]:
    return {"trigger": trigger, "text": text("Стало хуже"), **fields}


def day(*worsening: dict[str, Any], **fields: Any) -> Game:
    cost = {"energy": 7, "resources": 1}
    game = make_day(
        card(
            "first",
            way("one", cost=cost),
            way("two", cost={"morale": 3}),
            aggravations=list(worsening),
            **fields,
        ),
        card("second"),
    )
    issue(game)
    return game


def apply(game: Game, **more: Any) -> None:
    told = Aggravation.objects.get(card__game=game)
    aggravations.apply(aggravation_id=told.pk, by=make_master(game), **more)


def costs(game: Game) -> list[tuple[int, int, int]]:
    ways = the_card(game).ways.all()
    return [(one.cost_energy, one.cost_resources, one.cost_morale) for one in ways]


def is_applied(game: Game) -> bool:
    return Aggravation.objects.filter(card__game=game, applied_at__isnull=False).exists()


# Effects


def test_r7_ways_get_dearer_and_a_fraction_is_a_whole_one():
    game = day(worse(cost_percent=150))

    apply(game)

    assert costs(game) == [(11, 2, 0), (0, 0, 5)]
    entry = JournalEntry.objects.get(kind="card_aggravated")
    assert entry.topics == sorted(
        ["costs", "journal", "phases", "tally", f"card:{the_card(game).pk}"]
    )


def test_r7_deadline_comes_nearer_but_never_before_now(hand: Hand):
    game = day(worse(minutes_less=4))
    apply(game)
    assert the_card(game).due_at == 6 * MINUTE

    other = make_day(card("first", aggravations=[worse(minutes_less=9)]), key="other")
    issue(other)
    hand.move(minutes=5)
    apply(other)

    assert the_card(other).due_at == 5 * MINUTE


def test_r7_card_without_a_deadline_gets_none_by_getting_worse():
    game = day(worse(minutes_less=4, cost_percent=200), minutes=None, until_end=True)

    apply(game)

    assert the_card(game).due_at is None


def test_r7_another_card_comes_up():
    game = day(worse(releases="second"))

    apply(game)

    assert the_card(game, "second").state == CardState.OPEN


def test_r7_another_card_that_left_the_shelf_or_is_unfinished_stays_as_it_is():
    game = day(worse(releases="second"))
    game.cards.filter(slug="second").update(unfinished="дописать пути")

    apply(game)

    assert the_card(game, "second").state == CardState.SHELF
    assert JournalEntry.objects.filter(kind="card_held_back").count() == 1


def test_r7_what_came_true_stands_on_the_card():
    game = day(worse(cost_percent=150, minutes_less=2, releases="second"))
    (vera,) = make_volunteers(game, 1)
    pk = the_card(game).pk
    assert cards.card(vera, pk).came_true == ()
    assert [choice.text for choice in master.deadlines(make_master(game)).items[0].choices] == [
        "Стало хуже"
    ]

    apply(game)

    (told,) = cards.card(vera, pk).came_true
    assert told.text == "Стало хуже"
    assert len(told.facts) == 3
    item = next(item for item in master.deadlines(make_master(game)).items if item.id == pk)
    assert item.choices == ()
    assert item.came_true == (told,)
    assert cards.card(vera, pk).may_come == ()


def test_r24_what_may_come_stands_on_the_card_in_words():
    game = day(
        worse(cost_percent=150),
        worse("time", after_minutes=4, minutes_less=2),
        worse("way", way="one", cost_percent=200),
        worse("way", way="two", releases="second"),
    )
    (vera,) = make_volunteers(game, 1)

    with translation.override("en"):
        told = cards.card(vera, the_card(game).pk).may_come
    assert [each.trigger for each in told] == [
        "if it comes to this",
        "4 minutes after it came up",
        "if «Путь one (en)» does not hold",
        "if «Путь two (en)» is chosen",
    ]
    assert [len(each.facts) for each in told] == [1, 1, 1, 1]
    assert {each.text for each in told} == {"Стало хуже (en)"}


def test_r24_secret_is_read_once_it_has_come_true():
    game = day(worse(cost_percent=150, secret=True))
    (vera,) = make_volunteers(game, 1)
    pk = the_card(game).pk
    assert cards.card(vera, pk).may_come == cards.card(vera, pk).came_true == ()

    apply(game)

    assert [each.text for each in cards.card(vera, pk).came_true] == ["Стало хуже"]


def test_r24_closed_card_tells_no_more_of_what_might_have_come(hand: Hand):
    game = day(worse(cost_percent=150))
    (vera,) = make_volunteers(game, 1)
    hand.move(minutes=11)
    deadlines.run_due()

    (closed,) = cards.cards(vera).closed

    assert closed.may_come == ()


# By a game master


def test_r7_master_makes_it_worse_once():
    game = day(worse(cost_percent=200))
    apply(game)

    with pytest.raises(AlreadyWorseError):
        apply(game)

    assert costs(game) == [(14, 2, 0), (0, 0, 6)]


@pytest.mark.parametrize(
    "other", [worse("time", after_minutes=5, cost_percent=200), worse("way", way="one")]
)
def test_r7_master_does_not_trigger_what_comes_by_itself(other: dict[str, Any]):
    game = day(other)

    with pytest.raises(NotFoundHereError):
        apply(game)


def test_r7_card_of_the_shelf_or_of_another_day_is_not_made_worse():
    game = make_day(card("first", aggravations=[worse(cost_percent=200)]))
    with pytest.raises(NotFoundHereError):
        apply(game)

    told = Aggravation.objects.get(card__game=game)
    with pytest.raises(NotFoundHereError):
        aggravations.apply(aggravation_id=told.pk, by=make_master(make_day(key="other")))


def test_r7_closed_card_does_not_get_worse(hand: Hand):
    game = day(worse(cost_percent=200))
    hand.move(minutes=11)
    deadlines.run_due()

    with pytest.raises(CardClosedError):
        apply(game)


def test_r7_chorus_under_way_holds_it():
    game = day(worse(cost_percent=200))
    call_chorus(game, make_volunteers(game, 2))

    with pytest.raises(DeadlineHeldError):
        apply(game)


def test_r7_nothing_gets_worse_in_a_pause():
    game = day(worse(cost_percent=200))
    turns.pause(reason="еда", by=make_master(game))

    with pytest.raises(GameNotRunningError):
        apply(game)


@pytest.mark.parametrize("role", [Role.VOLUNTEER, Role.ONLOOKER])
def test_r7_nobody_but_a_master_makes_it_worse(role: Role):
    game = day(worse(cost_percent=200))
    told = Aggravation.objects.get()

    with pytest.raises(NotAllowedError):
        aggravations.apply(aggravation_id=told.pk, by=seated(game, role, "DOORAA"))


# By time


def test_r7_time_makes_it_worse_at_its_moment(hand: Hand):
    game = day(worse("time", after_minutes=4, cost_percent=200, minutes_less=2))
    hand.move(minutes=3, seconds=59)
    deadlines.run_due()
    assert not is_applied(game)
    hand.move(seconds=1)

    deadlines.run_due()
    deadlines.run_due()

    assert Aggravation.objects.get().applied_at == 4 * MINUTE
    assert the_card(game).due_at == 8 * MINUTE
    assert costs(game) == [(14, 2, 0), (0, 0, 6)]


def test_r7_late_clock_does_things_in_their_order(hand: Hand):
    game = day(worse("time", after_minutes=4, minutes_less=5, releases="second"))
    hand.move(minutes=30)

    deadlines.run_due()

    kinds = list(
        JournalEntry.objects.filter(
            kind__in=("card_aggravated", "card_issued", "card_expired")
        ).values_list("kind", flat=True)
    )
    assert kinds == ["card_issued", "card_aggravated", "card_issued", *["card_expired"] * 2]
    assert the_card(game, "second").issued_at == 4 * MINUTE


def test_r7_time_that_comes_after_the_deadline_never_comes(hand: Hand):
    game = day(worse("time", after_minutes=12, releases="second"))
    hand.move(minutes=30)

    deadlines.run_due()

    assert not is_applied(game)
    assert the_card(game, "second").state == CardState.SHELF


def test_r7_time_waits_for_a_chorus_under_way(hand: Hand):
    game = day(worse("time", after_minutes=4, cost_percent=200))
    crew = make_volunteers(game, 2)
    hand.move(minutes=3, seconds=55)
    chorus = call_chorus(game, crew)
    hand.move(seconds=8)
    answer_now(*crew)
    deadlines.run_due()
    assert not is_applied(game)

    choruses.break_off(chorus_id=chorus.pk, reason="нет", by=make_master(game))
    deadlines.run_due()

    assert Aggravation.objects.get().applied_at == 4 * MINUTE


# By a way chosen


def test_r7_chorus_that_falls_silent_is_a_way_tried(hand: Hand):
    game = day(worse("way", way="one", cost_percent=200))
    crew = make_volunteers(game, 2)
    call_chorus(game, crew)
    hand.move(seconds=22)
    answer_now(*crew)

    deadlines.run_due()

    assert is_applied(game)
    assert the_way(game).cost_energy == 14


def test_r7_pools_that_ran_short_are_a_way_tried(hand: Hand):
    game = day(worse("way", way="one", minutes_less=3))
    chorus = call_chorus(game, make_volunteers(game, 2))
    ledger.correct(kind="energy", delta=-58, note="пробоина", by=make_master(game))

    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert is_applied(game)
    assert the_card(game).due_at == 7 * MINUTE


def test_r7_other_way_and_a_chorus_broken_by_a_master_make_nothing_worse(hand: Hand):
    game = day(worse("way", way="two", cost_percent=200))
    crew = make_volunteers(game, 2)
    call_chorus(game, crew)
    hand.move(seconds=22)
    answer_now(*crew)
    deadlines.run_due()
    assert not is_applied(game)

    chorus = call_chorus(game, crew, slug="two")
    choruses.break_off(chorus_id=chorus.pk, reason="не та карта", by=make_master(game))

    assert not is_applied(game)


def test_r7_way_that_was_thrown_for_and_failed_makes_it_worse():
    game = day(worse("way", way="one", cost_percent=200))
    the_card(game).ways.filter(slug="one").update(refusal_chance=100)
    chorus = call_chorus(game, make_volunteers(game, 2))

    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert is_applied(game)
    assert the_card(game).state == CardState.OPEN


def test_r23_way_that_is_sealed_brings_the_other_card():
    game = day(worse("way", way="one", cost_percent=200, releases="second"))
    chorus = call_chorus(game, make_volunteers(game, 2))

    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert the_card(game).state == CardState.RESOLVED
    assert the_card(game, "second").state == CardState.OPEN
    assert costs(game) == [(7, 1, 0), (0, 0, 3)]  # what was paid stays what was paid


@pytest.mark.parametrize("slug", ["one", "two"])
def test_r23_way_that_is_sealed_makes_nothing_dearer(slug: str):
    game = day(worse("way", way="one", cost_percent=200))
    chorus = call_chorus(game, make_volunteers(game, 2), slug=slug)

    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert not is_applied(game)
