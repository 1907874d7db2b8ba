"""Who commands what: taken in hand, taken over in the middle, let go."""

from __future__ import annotations

import pytest

from fleets import holdings
from fleets.boards.holding import holding
from fleets.errors import HeldByAnotherError, SquadronsNotYoursError
from fleets.models import Holding
from hq import people
from hq.enums import Role
from hq.errors import NotAllowedError
from hq.models import JournalEntry
from tests.factories.battles import duel, give, seat
from tests.factories.days import make_master

pytestmark = pytest.mark.django_db


def held(seat_id):
    return sorted(Holding.objects.filter(seat_id=seat_id).values_list("squadron__slug", flat=True))


def test_one_phone_a_squadron():
    _, red, _ = duel()

    holdings.take(squadron="red", by=red)

    assert held(red.seat_id) == ["red"]
    assert [choice.is_mine for choice in holding(red).choices] == [True]


def test_one_phone_a_side_and_a_scribe_for_the_table():
    battle, red, _ = duel()
    scribe = seat(battle.game, "Писарь")

    holdings.take(side="spo", by=red)
    assert held(red.seat_id) == ["red"]
    holdings.take(by=scribe)
    assert held(scribe.seat_id) == ["blue", "red"]
    assert held(red.seat_id) == []


def test_two_phones_that_claim_one_squadron_are_told():
    battle, red, _ = duel()
    other = seat(battle.game, "Вера", side="spo")
    holdings.take(squadron="red", by=red)

    holdings.take(squadron="red", by=other)

    (lost,) = holding(red).choices
    (won,) = holding(other).choices
    assert (lost.was_mine, lost.holder, lost.is_mine) == (True, "Вера", False)
    assert won.is_mine
    told = JournalEntry.objects.last()
    assert {f"person:{red.person_id}", f"person:{other.person_id}"} <= set(told.topics)
    give(battle, red, "open-round")
    with pytest.raises(HeldByAnotherError):
        give(battle, red, "roll-initiative", (1, 1), squadron="red")


def test_it_passes_on_in_the_middle_and_back():
    battle, red, blue = duel()
    scribe = seat(battle.game, "Писарь")
    holdings.take(by=scribe)
    give(battle, scribe, "open-round")
    give(battle, scribe, "roll-initiative", (1, 1), squadron="red")

    holdings.take(squadron="red", by=red)
    holdings.release(by=scribe)
    give(battle, blue, "roll-initiative", (2, 1), squadron="blue")
    give(battle, red, "move", ship="r1")

    assert held(red.seat_id) == ["red"]
    assert held(scribe.seat_id) == []


def test_taken_again_by_the_same_phone_changes_nothing():
    _, red, _ = duel()
    holdings.take(squadron="red", by=red)

    holdings.take(squadron="red", by=red)

    assert Holding.objects.get().before_id is None


def test_nothing_beyond_the_code():
    battle, red, _ = duel()
    bound = seat(battle.game, "Капитан", side="of", squadron="blue")

    for by, wanted in (
        (red, {"squadron": "blue"}),
        (red, {"side": "of"}),
        (bound, {"squadron": "red"}),
    ):
        with pytest.raises(SquadronsNotYoursError):
            holdings.take(by=by, **wanted)

    holdings.take(by=bound)
    assert held(bound.seat_id) == ["blue"]


@pytest.mark.parametrize("role", [Role.ONLOOKER, Role.VOLUNTEER, Role.SCREEN])
def test_only_captains_hold(role):
    battle, _, _ = duel()

    with pytest.raises(NotAllowedError):
        holdings.take(squadron="red", by=seat(battle.game, "Гость", role=role))
    with pytest.raises(NotAllowedError):
        holdings.release(by=make_master(battle.game))


def test_seat_that_is_taken_back_holds_nobody_up():
    battle, red, _ = duel()
    other = seat(battle.game, "Вера", side="spo")
    holdings.take(squadron="red", by=other)
    people.revoke(seat_id=other.seat_id, by=make_master(battle.game))
    give(battle, red, "open-round")

    give(battle, red, "roll-initiative", (3, 3), squadron="red")
