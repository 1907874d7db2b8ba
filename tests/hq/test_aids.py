"""Rescue aids: a limited stock, one for a ship, after the die (H-8); alone or by the chorus."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hq import aids, choruses, decisions, journal
from hq.enums import AidState
from hq.errors import (
    AidGoneError,
    AidIsCollectiveError,
    AidOnceAShipError,
    AidWindowClosedError,
    MotionRunsError,
    NotAllowedError,
    NotFoundHereError,
    ShipMissingError,
)
from hq.models import Aid, Card, ChronicleLine, Game
from tests.factories.days import (
    call_chorus,
    make_day,
    make_master,
    make_volunteers,
    text,
    the_way,
)
from tests.factories.hands import Hand
from tests.factories.tables import Tables, captain, ship, telling

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(hand: Hand) -> Game:
    return make_day()


@pytest.fixture
def told() -> Iterator[Tables]:
    with telling() as tables:
        tables.ships = [ship("7"), ship("8")]
        yield tables


def stock(game: Game, count: int = 1, kind: str = "reroll", mode: str = "personal") -> None:
    with journal.act("outcome", by=make_master(game)) as act:
        aids.bring(act=act, kind=kind, count=count, title=text("Скорая"), mode=mode, at=0)


def send(by, ship_id: str = "7", **more: str) -> Aid:
    wanted = {"kind": "reroll", "title": "Скорая", "table": "luna", "ship": ship_id, **more}
    return aids.send(by=by, **wanted)


def test_h8_volunteer_sends_one_aid_to_a_ship_that_is_out(game, told):
    (vera,) = make_volunteers(game, 1)
    stock(game, 2)

    aid = send(vera)

    assert (aid.state, aid.ship_name, aid.sent_by_id) == (
        AidState.SENT,
        "Корабль 7",
        vera.person_id,
    )
    assert aids.aid_for(game.pk, table="luna", ship="7") == aid
    assert aids.aid_for(game.pk, table="luna", ship="8") is None


def test_h8_second_aid_for_a_ship_is_refused(game, told):
    (vera,) = make_volunteers(game, 1)
    stock(game, 2)
    send(vera)

    with pytest.raises(AidOnceAShipError):
        send(vera)
    assert Aid.objects.filter(state=AidState.STOCK).count() == 1


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"kind": "plus_one"}, AidGoneError),
        ({"title": "Пожарные"}, AidGoneError),
        ({"ship": "99"}, ShipMissingError),
        ({"ship": "99", "name": "Выдумка"}, ShipMissingError),
        ({"table": "mars"}, ShipMissingError),
    ],
)
def test_send_of_what_is_not_there_is_refused(game, told, wanted, error):
    (vera,) = make_volunteers(game, 1)
    stock(game)

    with pytest.raises(error):
        send(vera, **{"ship_id": wanted.pop("ship", "7"), **wanted})
    assert Aid.objects.get().state == AidState.STOCK


def test_master_names_a_ship_no_phone_told_of(game, told):
    stock(game)

    aid = send(make_master(game), ship_id="", name="Заря Востока")

    assert (aid.ship, aid.ship_name) == ("заря востока", "Заря Востока")


def test_master_names_a_table_that_is_not_there(game, told):
    stock(game)

    with pytest.raises(NotFoundHereError):
        send(make_master(game), ship_id="", name="Заря", table="mars")


def test_captain_sends_nothing(game, told):
    stock(game)

    with pytest.raises(NotAllowedError):
        send(captain(game))


def test_collective_aid_is_not_one_volunteers(game, told):
    (vera,) = make_volunteers(game, 1)
    stock(game, mode="collective")

    with pytest.raises(AidIsCollectiveError):
        send(vera)


def test_aid_by_chorus_is_sent_when_the_word_is_given(game, told):
    crew = make_volunteers(game, 3)
    stock(game, mode="collective")

    card = aids.ask(kind="reroll", title="Скорая", table="luna", ship="7", by=crew[0])
    assert card.title["ru"] == "Помощь для «Корабль 7»"
    assert card.title["en"] == "Aid for «Корабль 7»"
    with pytest.raises(AidGoneError):  # promised while the card lies there
        send(make_master(game), ship_id="8")
    chorus = call_chorus(game, crew, slug="accept", of=card.slug)
    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert aids.aid_for(game.pk, table="luna", ship="7") is not None
    assert Card.objects.get(pk=card.pk).state == "resolved"


def test_aid_that_the_hq_declines_is_free_again(game, told):
    crew = make_volunteers(game, 3)
    stock(game)
    card = aids.ask(kind="reroll", title="Скорая", table="luna", ship="7", by=crew[0])
    chorus = call_chorus(game, crew, slug="decline", of=card.slug)
    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert send(crew[0], "8").state == AidState.SENT


def test_second_motion_for_a_ship_is_refused(game, told):
    (vera,) = make_volunteers(game, 1)
    stock(game, 2)
    aids.ask(kind="reroll", title="Скорая", table="luna", ship="7", by=vera)

    with pytest.raises(MotionRunsError):
        aids.ask(kind="reroll", title="Скорая", table="luna", ship="7", by=vera)
    with pytest.raises(MotionRunsError):
        send(vera)


def test_motion_that_comes_too_late_sends_nothing(game, told):
    crew = make_volunteers(game, 3)
    stock(game, 2)
    card = aids.ask(kind="reroll", title="Скорая", table="luna", ship="7", by=crew[0])
    chorus = call_chorus(game, crew, slug="accept", of=card.slug)
    with journal.act("survival", by=make_master(game)) as act:
        aids.open_window(act=act, table="luna")
    aids.close_window(table="luna", by=make_master(game))
    choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))

    assert Aid.objects.filter(state=AidState.STOCK).count() == 2


def test_aid_is_used_once_and_a_retract_gives_it_back(game, told):
    (vera,) = make_volunteers(game, 1)
    stock(game)
    send(vera)
    with journal.act("survival", by=make_master(game)) as act:
        aids.consume(act=act, table="luna", ship="7", result="2 → 5")
        with pytest.raises(AidGoneError):
            aids.consume(act=act, table="luna", ship="7")
        assert Aid.objects.get().result == "2 → 5"
        aids.restore(act=act, table="luna", ship="7")
        aids.restore(act=act, table="luna", ship="8")
    assert Aid.objects.get().state == AidState.SENT


def test_who_sent_it_takes_it_back_until_it_is_used(game, told):
    vera, timur = make_volunteers(game, 2)
    stock(game)
    aid = send(vera)

    with pytest.raises(NotAllowedError):
        aids.take_back(aid_id=aid.pk, by=timur)
    aids.take_back(aid_id=aid.pk, by=vera)
    assert Aid.objects.get().state == AidState.STOCK
    with pytest.raises(AidGoneError):
        aids.take_back(aid_id=aid.pk, by=make_master(game))
    with pytest.raises(NotFoundHereError):
        aids.take_back(aid_id=aid.pk + 1, by=vera)


def test_window_holds_the_fate_and_the_master_closes_it(game, told):
    (vera,) = make_volunteers(game, 1)
    stock(game)
    with journal.act("survival", by=make_master(game)) as act:
        aids.open_window(act=act, table="luna")
        aids.open_window(act=act, table="luna")
    assert aids.is_window_open(game.pk, "luna")
    with pytest.raises(NotAllowedError):
        aids.close_window(table="luna", by=vera)
    aids.close_window(table="luna", by=make_master(game))
    aids.close_window(table="luna", by=make_master(game))

    assert not aids.is_window_open(game.pk, "luna")
    assert game.journal.filter(kind="aid_window_closed").count() == 1
    with pytest.raises(AidWindowClosedError):
        send(vera)


def test_settled_ship_gets_no_aid(game, told):
    (vera,) = make_volunteers(game, 1)
    stock(game)
    told.ships = [ship("7", is_settled=True)]

    with pytest.raises(AidWindowClosedError):
        send(vera)


def test_motion_writes_no_chronicle_line_by_itself(game, told):
    crew = make_volunteers(game, 2)
    stock(game)
    card = aids.ask(kind="reroll", title="Скорая", table="luna", ship="7", by=crew[0])
    way = the_way(game, "accept", card.slug)
    decisions.back(card_id=card.pk, way_id=way.pk, by=crew[0])

    assert ChronicleLine.objects.count() == 0
