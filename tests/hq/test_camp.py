"""R-4: levels 0 to 5; abilities with condition, price and effect, alone or by the chorus."""

from __future__ import annotations

from typing import Any

import pytest

from hq import camp, choruses, deadlines
from hq.errors import (
    AbilityLockedError,
    AbilityUsedUpError,
    AwayError,
    GrantTooHighError,
    MotionRunsError,
    NotAllowedError,
    NotFoundHereError,
    NothingAheadError,
    PoolTooLowError,
    ReasonMissingError,
    StepUnfitError,
)
from hq.models import Ability, Aid, Camp, Game, LedgerLine, Pool
from tests.factories.days import (
    answer_now,
    call_chorus,
    make_day,
    make_master,
    make_volunteers,
    text,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db

AID = {"kind": "aid", "aid": "reroll"}


def day(*abilities: dict[str, Any], **levels: int) -> Game:
    told = [
        {"slug": f"a{number}", "title": text(f"Умение {number}"), "effects": [AID], **each}
        for number, each in enumerate(abilities)
    ]
    return make_day(abilities=told, camp={"defence": 2, "support": 2, **levels})


def the_ability(number: int = 0) -> Ability:
    return Ability.objects.get(slug=f"a{number}")


def energy() -> int:
    return Pool.objects.get(kind="energy").balance


def test_r4_ability_is_used_at_once_and_paid_in_ones_own_name(hand: Hand):
    game = day({"cost": {"energy": 3}, "uses": 2})
    (vera,) = make_volunteers(game, 1)

    used = camp.use(ability_id=the_ability().pk, by=vera)

    assert (used.used, used.last_by_id) == (1, vera.person_id)
    assert energy() == 57
    assert Aid.objects.count() == 1
    line = LedgerLine.objects.get(reason="ability")
    assert (line.person_id, line.params["ability"]["ru"]) == (vera.person_id, "Умение 0")


@pytest.mark.parametrize(
    ("needs", "missing"),
    [
        ({"defence": 4}, {"defence": 2, "support": 0, "people": 0}),
        ({"support": 3, "people": 3}, {"defence": 0, "support": 1, "people": 2}),
    ],
)
def test_r4_locked_ability_says_what_it_lacks(hand: Hand, needs, missing):
    game = day({"needs": needs, "cost": {"energy": 3}})
    (vera,) = make_volunteers(game, 1)

    with pytest.raises(AbilityLockedError) as refusal:
        camp.use(ability_id=the_ability().pk, by=vera)

    assert refusal.value.params == {"ability": "Умение 0", **missing}
    assert energy() == 60


def test_r4_who_is_in_the_hq_counts(hand: Hand):
    game = day({"needs": {"people": 2}})
    vera, timur = make_volunteers(game, 2)
    hand.move(seconds=46)
    answer_now(vera)

    with pytest.raises(AbilityLockedError):
        camp.use(ability_id=the_ability().pk, by=vera)
    answer_now(timur)
    assert camp.use(ability_id=the_ability().pk, by=vera).used == 1


def test_r4_used_up_ability_is_refused(hand: Hand):
    game = day({})
    (vera,) = make_volunteers(game, 1)
    camp.use(ability_id=the_ability().pk, by=vera)

    with pytest.raises(AbilityUsedUpError):
        camp.use(ability_id=the_ability().pk, by=vera)
    assert Aid.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"cost": {"energy": 61}}, PoolTooLowError),
        ({"cost": {"energy": 1}, "effects": [{"kind": "look"}]}, NothingAheadError),
        (
            {
                "cost": {"energy": 1},
                "uses": 3,
                "effects": [{"kind": "command", "map": "luna", "points": 2, "rounds": 1}],
            },
            GrantTooHighError,
        ),
    ],
)
def test_r4_what_would_be_refused_is_refused_before_paying(hand: Hand, fields, error):
    game = day(fields)
    (vera,) = make_volunteers(game, 1)
    if error is GrantTooHighError:
        camp.use(ability_id=the_ability().pk, by=vera)
    before = energy()

    with pytest.raises(error):
        camp.use(ability_id=the_ability().pk, by=vera)
    assert energy() == before


def test_r4_who_left_a_master_and_a_stranger_use_nothing(hand: Hand):
    game = day({})
    (vera,) = make_volunteers(game, 1)
    with pytest.raises(NotAllowedError):
        camp.use(ability_id=the_ability().pk, by=make_master(game))
    with pytest.raises(NotFoundHereError):
        camp.use(ability_id=the_ability().pk + 1, by=vera)
    hand.move(seconds=46)
    with pytest.raises(AwayError):
        camp.use(ability_id=the_ability().pk, by=vera)


def test_r4_collective_ability_is_paid_and_done_when_the_word_is_given(hand: Hand):
    game = day({"mode": "collective", "cost": {"energy": 4}, "uses": 2})
    crew = make_volunteers(game, 3)

    motion = camp.use(ability_id=the_ability().pk, by=crew[0]).motion
    assert (energy(), the_ability().used, Aid.objects.count()) == (60, 0, 0)
    with pytest.raises(MotionRunsError):
        camp.use(ability_id=the_ability().pk, by=crew[1])
    chorus = call_chorus(game, crew, slug="accept", of=motion.slug)
    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert (energy(), the_ability().used, Aid.objects.count()) == (56, 1, 1)


def test_r4_motion_lapses_with_its_time_and_can_be_put_again(hand: Hand):
    game = day({"mode": "collective", "cost": {"energy": 4}})
    crew = make_volunteers(game, 2)
    first = camp.use(ability_id=the_ability().pk, by=crew[0]).motion
    hand.move(minutes=5, seconds=2)
    deadlines.run_due()
    answer_now(*crew)

    second = camp.use(ability_id=the_ability().pk, by=crew[0]).motion

    assert second.pk != first.pk
    assert energy() == 60


def test_master_moves_a_level_with_a_reason(hand: Hand):
    game = day({})
    master = make_master(game)

    assert camp.correct(measure="defence", delta=3, note="вал", by=master).defence == 5
    for delta in (1, 0, -6):
        with pytest.raises(StepUnfitError):
            camp.correct(measure="defence", delta=delta, note="вал", by=master)
    with pytest.raises(ReasonMissingError):
        camp.correct(measure="defence", delta=-1, note=" ", by=master)
    with pytest.raises(NotAllowedError):
        camp.correct(measure="defence", delta=-1, note="!", by=make_volunteers(game, 1)[0])


def test_day_without_a_camp_gets_one_on_first_need(hand: Hand):
    game = make_day()

    camp.correct(measure="support", delta=1, note="кухня", by=make_master(game))

    assert Camp.objects.get(game=game).support == 1
