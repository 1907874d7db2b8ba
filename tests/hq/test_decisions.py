from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hq import decisions, ledger, turns
from hq.enums import CardState, Phase, PoolKind, Threshold
from hq.errors import (
    AlreadyVoicedError,
    CardClosedError,
    ChorusTooSmallError,
    GameNotRunningError,
    NotAllowedError,
    NotFoundHereError,
    PoolTooLowError,
    TooLateError,
    WayNotReadyError,
    WayOfAnotherCardError,
)
from hq.journal import AlreadyDone
from hq.models import Backing, Card, Command, JournalEntry
from tests.factories.days import (
    answer_now,
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    the_way,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


def test_backing_is_one_row_a_person_and_may_change():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)

    for slug in ("one", "two", "two"):
        decisions.back(card_id=first.pk, way_id=the_way(game, slug).pk, by=vera)

    assert [row.way.slug for row in Backing.objects.all()] == ["two"]


def test_backing_can_be_taken_back():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    decisions.back(card_id=first.pk, way_id=the_way(game).pk, by=vera)

    decisions.back(card_id=first.pk, way_id=None, by=vera)

    assert not Backing.objects.exists()


def test_way_of_another_card_is_refused():
    game = make_day()
    first = issue(game)
    issue(game, "second")

    with pytest.raises(WayOfAnotherCardError):
        decisions.back(
            card_id=first.pk, way_id=the_way(game, of="second").pk, by=make_volunteer(game)
        )

    assert not Backing.objects.exists()


def test_card_on_the_shelf_cannot_be_backed():
    game = make_day()
    chosen = the_way(game)

    with pytest.raises(NotFoundHereError):
        decisions.back(card_id=chosen.card_id, way_id=chosen.pk, by=make_volunteer(game))


def test_card_of_another_day_does_not_exist_here():
    game, other = make_day(), make_day(key="other")
    issue(other)
    chosen = the_way(other)

    with pytest.raises(NotFoundHereError):
        decisions.back(card_id=chosen.card_id, way_id=chosen.pk, by=make_volunteer(game))


def test_master_does_not_vote():
    game = make_day()
    first = issue(game)

    with pytest.raises(NotAllowedError):
        decisions.back(card_id=first.pk, way_id=the_way(game).pk, by=make_master(game))


def test_backing_works_during_a_pause_and_voicing_does_not():
    game = make_day()
    crew = make_volunteers(game, 2)
    first = issue(game)
    turns.pause(reason="эвакуация", by=make_master(game))

    back_all(game, crew)

    assert Backing.objects.count() == 2
    with pytest.raises(GameNotRunningError):
        decisions.voice(card_id=first.pk, way_id=the_way(game).pk, by=crew[0])


@pytest.mark.parametrize(
    ("after", "counts"), [(-1, True), (0, True), (1, True), (1.001, False), (2, False)]
)
def test_vote_around_the_deadline_has_one_verdict(hand: Hand, after: float, counts: bool):
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    hand.move(minutes=10, seconds=after)

    if counts:
        decisions.back(card_id=first.pk, way_id=the_way(game).pk, by=vera)
    else:
        with pytest.raises(TooLateError):
            decisions.back(card_id=first.pk, way_id=the_way(game).pk, by=vera)

    assert Backing.objects.exists() == counts


def test_closed_card_says_its_state():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    Card.objects.filter(pk=first.pk).update(state=CardState.EXPIRED)

    with pytest.raises(CardClosedError) as refusal:
        decisions.back(card_id=first.pk, way_id=the_way(game).pk, by=vera)

    assert refusal.value.params["state"] == CardState.EXPIRED.label


def test_one_time_key_makes_a_double_tap_one_event():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    told = {"card_id": first.pk, "way_id": the_way(game).pk, "by": vera, "key": "k" * 22}
    decisions.back(**told)
    entries = JournalEntry.objects.count()

    with pytest.raises(AlreadyDone):
        decisions.back(**told)

    assert JournalEntry.objects.count() == entries


def test_refusal_does_not_use_up_the_key():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    issue(game, "second")
    wrong = the_way(game, of="second")

    with pytest.raises(WayOfAnotherCardError):
        decisions.back(card_id=first.pk, way_id=wrong.pk, by=vera, key="same")
    decisions.back(card_id=first.pk, way_id=the_way(game).pk, by=vera, key="same")

    assert Command.objects.count() == 1


def test_r3_way_below_its_threshold_cannot_be_voiced():
    game = make_day(card("first", threshold="two_thirds"))
    crew = make_volunteers(game, 4)
    first = issue(game)
    back_all(game, crew[:2])

    with pytest.raises(WayNotReadyError):
        decisions.voice(card_id=first.pk, way_id=the_way(game).pk, by=crew[0])


def test_r3_voices_of_those_who_left_do_not_count(hand: Hand):
    game = make_day(card("first", threshold="majority"))
    crew = make_volunteers(game, 3)
    first = issue(game)
    back_all(game, crew[:2])
    hand.move(seconds=46)
    answer_now(crew[0], crew[2])

    with pytest.raises(WayNotReadyError):
        decisions.voice(card_id=first.pk, way_id=the_way(game).pk, by=crew[0])


def test_voicing_what_nobody_backs_is_refused():
    game = make_day()
    crew = make_volunteers(game, 2)
    first = issue(game)

    with pytest.raises(WayNotReadyError):
        decisions.voice(card_id=first.pk, way_id=the_way(game).pk, by=crew[0])


def test_voicing_alone_is_refused():
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    back_all(game, [vera])

    with pytest.raises(ChorusTooSmallError) as refusal:
        decisions.voice(card_id=first.pk, way_id=the_way(game).pk, by=vera)

    assert refusal.value.params == {"needed": 2, "present": 1}


def test_voicing_twice_is_refused():
    game = make_day()
    crew = make_volunteers(game, 3)
    first = issue(game)
    call_chorus(game, crew)

    with pytest.raises(AlreadyVoicedError):
        decisions.voice(card_id=first.pk, way_id=the_way(game).pk, by=crew[1])
    with pytest.raises(AlreadyVoicedError):
        decisions.back(card_id=first.pk, way_id=the_way(game, "two").pk, by=crew[1])


def test_voicing_what_is_promised_to_another_is_refused():
    game = make_day(
        card("first", way("one", cost={"energy": 40})),
        card("second", way("one", cost={"energy": 21})),
    )
    crew = make_volunteers(game, 3)
    issue(game)
    issue(game, "second")
    call_chorus(game, crew)

    with pytest.raises(PoolTooLowError) as refusal:
        call_chorus(game, crew, of="second")

    assert refusal.value.params == {"pool": PoolKind.ENERGY.label, "missing": 1, "free": 20}
    assert ledger.promised(game.pk)[PoolKind.ENERGY] == 40


def test_voicing_exactly_what_is_free_is_allowed():
    game = make_day(
        card("first", way("one", cost={"energy": 40})),
        card("second", way("one", cost={"energy": 20})),
    )
    crew = make_volunteers(game, 3)
    issue(game)
    issue(game, "second")
    call_chorus(game, crew)

    second = call_chorus(game, crew, of="second")

    assert second.decision.phase == Phase.VOICED
    assert ledger.promised(game.pk)[PoolKind.ENERGY] == 60


@pytest.mark.parametrize(
    ("threshold", "votes", "present", "ready"),
    [
        (Threshold.PLURALITY, {1: 2, 2: 1}, 5, {1}),
        (Threshold.PLURALITY, {1: 2, 2: 2}, 5, set()),
        (Threshold.PLURALITY, {1: 0}, 5, set()),
        (Threshold.MAJORITY, {1: 2, 2: 1}, 4, set()),
        (Threshold.MAJORITY, {1: 3, 2: 1}, 5, {1}),
        (Threshold.TWO_THIRDS, {1: 2}, 3, {1}),
        (Threshold.TWO_THIRDS, {1: 3}, 5, set()),
        (Threshold.TWO_THIRDS, {1: 4}, 5, {1}),
        (Threshold.ALL, {1: 4}, 5, set()),
        (Threshold.ALL, {1: 5}, 5, {1}),
    ],
)
def test_r3_thresholds(threshold: Threshold, votes: dict[int, int], present: int, ready: set[int]):
    assert decisions.ready_ways(threshold=threshold, votes=votes, present=present) == ready


@given(
    threshold=st.sampled_from(Threshold),
    votes=st.dictionaries(st.integers(1, 5), st.integers(0, 9), min_size=1),
    absent=st.integers(0, 9),
)
def test_r3_at_most_one_way_is_ready(threshold: Threshold, votes: dict[int, int], absent: int):
    present = sum(votes.values()) + absent

    ready = decisions.ready_ways(threshold=threshold, votes=votes, present=present)

    assert len(ready) <= 1
    assert all(votes[key] == max(votes.values()) for key in ready)
