"""Command points from the HQ: never above 4, taken, counted from the next command phase."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hq import grants, journal
from hq.enums import GrantState
from hq.errors import (
    AmountError,
    GrantOverError,
    GrantTooHighError,
    NotAllowedError,
    NotFoundHereError,
)
from hq.models import Game, Grant, JournalEntry, Share
from hq.viewers import Viewer
from tests.factories.days import make_day, make_master, make_volunteer, text
from tests.factories.tables import Tables, captain, squadron, telling

pytestmark = pytest.mark.django_db

SIDES = [{"slug": "spo", "title": text("СПО")}, {"slug": "of", "title": text("ОФ")}]
MAPS = [{"slug": slug, "title": text(slug), "summary": text("!")} for slug in ("luna", "l4")]


@pytest.fixture
def game() -> Game:
    return make_day(sides=SIDES, maps=MAPS)


@pytest.fixture
def told() -> Iterator[Tables]:
    with telling() as tables:
        yield tables


def give(game: Game, **more: object) -> Grant:
    wanted = {"table": "luna", "points": 1, "rounds": 2, **more}
    return grants.give(by=make_master(game), **wanted)


def count(game: Game, number: int, by: Viewer, slug: str = "red") -> int:
    with journal.act("phase", by=by) as act:
        return grants.count_round(act=act, table="luna", squadron=slug, number=number)


def heard(kind: str) -> int:
    return JournalEntry.objects.filter(kind=kind).count()


@pytest.mark.parametrize(
    ("first", "second", "fits"),
    [
        ({"table": "luna"}, {"table": "luna"}, 1),
        ({"table": "luna", "points": 2}, {"table": "luna"}, 0),
        ({"table": "luna", "points": 2}, {"table": "l4"}, 2),
        ({"table": "luna", "points": 2}, {"table": "", "side": "spo"}, 0),
        ({"table": "luna", "side": "of", "points": 2}, {"table": "", "side": "spo"}, 2),
        ({"table": "", "side": "of", "points": 2}, {"table": "luna"}, 0),
    ],
)
def test_room_under_four_is_counted_for_every_squadron_it_reaches(game, first, second, fits):
    give(game, **first)

    place = {"table": "luna", "side": "", **second}
    assert grants.room(game, table=place["table"], side=place["side"]) == fits


def test_give_beyond_four_is_refused_and_nothing_is_given(game):
    give(game, points=2)

    with pytest.raises(GrantTooHighError) as refusal:
        give(game, table="", side="spo")
    assert refusal.value.params == {"most": 4, "left": 0}
    assert Grant.objects.count() == 1


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"points": 3}, AmountError),
        ({"points": 0}, AmountError),
        ({"rounds": 0}, AmountError),
        ({"rounds": 21}, AmountError),
        ({"table": "mars"}, NotFoundHereError),
        ({"table": "", "side": "romans"}, NotFoundHereError),
        ({"table": ""}, NotFoundHereError),
    ],
)
def test_give_what_does_not_fit_is_refused(game, wanted, error):
    with pytest.raises(error):
        give(game, **wanted)


def test_give_is_the_masters(game):
    with pytest.raises(NotAllowedError):
        grants.give(table="luna", points=1, rounds=1, by=make_volunteer(game))


def test_bring_gives_what_fits_or_nothing(game):
    with journal.act("outcome", by=make_master(game)) as act:
        place = {"table": "luna", "side": "", "rounds": 1, "at": 0}
        assert grants.bring(act=act, points=1, **place).amount == 1
        assert grants.bring(act=act, points=2, **place).amount == 1
        assert grants.bring(act=act, points=2, **place) is None


def test_grant_counts_from_the_next_command_phase_after_it_was_taken(game, told):
    rita = captain(game)
    told.squadrons = [squadron()]
    grant = give(game)

    assert count(game, 1, rita) == 0  # not taken: it waits
    grants.take(grant_id=grant.pk, squadron="red", by=rita)
    assert grants.bonus(game.pk, table="luna", squadron="red") == 0
    assert [count(game, number, rita) for number in (2, 2, 3, 4)] == [1, 1, 1, 0]

    grant.refresh_from_db()
    assert grant.state == GrantState.OVER
    assert heard("grant_counted") == 3
    assert heard("grant_over") == 1


def test_two_grants_add_up_to_four(game, told):
    rita = captain(game)
    for grant in (give(game), give(game, table="", side="spo")):
        grants.take(grant_id=grant.pk, squadron="red", by=rita)

    assert count(game, 1, rita) == 2


def test_grant_of_a_map_waits_for_every_squadron_there(game, told):
    rita, boris = captain(game), captain(game, "Борис", slug="gold")
    told.squadrons = [squadron(), squadron("gold")]
    grant = give(game, rounds=1)
    grants.take(grant_id=grant.pk, squadron="red", by=rita)
    count(game, 1, rita)
    count(game, 2, rita)

    grant.refresh_from_db()
    assert grant.state != GrantState.OVER
    grants.take(grant_id=grant.pk, squadron="gold", by=boris)
    assert count(game, 2, boris, "gold") == 1


def test_take_twice_is_one_share_and_tells_how_few_rounds_are_left(game, told):
    rita = captain(game)
    told.rounds = 1
    grant = give(game, rounds=3)

    for _time in range(2):
        share = grants.take(grant_id=grant.pk, squadron="red", by=rita)

    assert Share.objects.count() == 1
    assert (share.rounds_left, share.rounds_possible) == (3, 1)
    assert heard("grant_taken") == 1


def test_take_for_another_squadron_another_side_or_as_a_volunteer_is_refused(game, told):
    rita, boris = captain(game), captain(game, "Борис", side="of", slug="blue")
    grant = give(game, side="spo")

    with pytest.raises(NotAllowedError):
        grants.take(grant_id=grant.pk, squadron="blue", by=rita)
    with pytest.raises(NotFoundHereError):
        grants.take(grant_id=grant.pk, squadron="blue", by=boris)
    with pytest.raises(NotAllowedError):
        grants.take(grant_id=grant.pk, squadron="red", by=make_volunteer(game))


def test_take_of_what_the_table_put_into_the_hand(game, told):
    rita = captain(game, slug="")
    told.held[rita.seat_id] = squadron()

    share = grants.take(grant_id=give(game).pk, squadron="red", by=rita)

    assert share.name == "Эскадра red"


def test_take_of_what_is_over_is_refused(game, told):
    rita = captain(game)
    grant = give(game)
    grants.end(grant_id=grant.pk, by=make_master(game))

    with pytest.raises(GrantOverError):
        grants.take(grant_id=grant.pk, squadron="red", by=rita)
    assert grants.room(game, table="luna", side="") == 2


def test_spent_points_are_seen_and_come_back_with_a_retract(game, told):
    rita = captain(game)
    grant = give(game)
    grants.take(grant_id=grant.pk, squadron="red", by=rita)
    with journal.act("phase", by=rita) as act:
        grants.spend(act=act, table="luna", squadron="red")
        assert Share.objects.get().spent == 0  # nothing counts yet
        grants.count_round(act=act, table="luna", squadron="red", number=1)
        grants.spend(act=act, table="luna", squadron="red")
        assert Share.objects.get().spent == 1
        grants.unspend(act=act, table="luna", squadron="red")
    assert Share.objects.get().spent == 0


def test_end_of_a_battle_ends_what_counts_at_its_table(game, told):
    rita = captain(game)
    here, side, elsewhere = give(game), give(game, table="", side="spo"), give(game, table="l4")
    for grant in (here, side):
        grants.take(grant_id=grant.pk, squadron="red", by=rita)

    with journal.act("close", by=make_master(game)) as act:
        grants.table_closed(act=act, table="luna")

    states = dict(Grant.objects.values_list("pk", "state"))
    assert states[here.pk] == states[side.pk] == GrantState.OVER
    assert states[elsewhere.pk] == GrantState.GIVEN


def test_waiting_tells_what_a_squadron_may_still_take(game, told):
    rita = captain(game)
    mine, other = give(game, side="spo"), give(game, side="of")
    place = {"table": "luna", "side": "spo", "squadron": "red"}

    assert grants.waiting(game.pk, **place) == (mine,)
    grants.take(grant_id=mine.pk, squadron="red", by=rita)
    assert grants.waiting(game.pk, **place) == ()
    assert other.state == GrantState.GIVEN
