"""A device keeps the tokens of its seats: they outlive the session and the database."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from hq import games, keyring, people, viewers
from hq.enums import Role
from hq.models import Seat
from tests.factories.days import make_day, make_master, make_volunteer
from tests.factories.hands import hold
from tests.factories.visitors import holder, sit

pytestmark = pytest.mark.django_db


def kept(client: Client) -> list[str]:
    return (
        client.cookies[keyring.COOKIE].value.split(".") if keyring.COOKIE in client.cookies else []
    )


def moved(client: Client) -> None:
    """The session is of no use any more: another database, another secret key."""
    del client.cookies["sessionid"]


def test_device_keeps_the_tokens_of_its_seats():
    game = make_day()
    vera, stuzha = make_volunteer(game), make_volunteer(game, "Стужа")
    client = sit(stuzha, sit(vera))

    client.get(reverse("board"))

    cookie = client.cookies[keyring.COOKIE]
    assert cookie.value == f"{vera.token}.{stuzha.token}"
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_phone_comes_back_without_its_session():
    game = make_day()
    vera, stuzha = make_volunteer(game), make_volunteer(game, "Стужа")
    client = sit(stuzha, sit(vera))
    client.get(reverse("board"))
    moved(client)

    answer = client.get(reverse("board"))

    assert answer.status_code == 200
    assert holder(client).pk == stuzha.seat_id
    assert client.session[viewers.SEATS] == [vera.seat_id, stuzha.seat_id]


def test_phone_comes_back_to_a_day_that_was_carried_over():
    game = make_day()
    vera = make_volunteer(game)
    client = sit(vera)
    client.get(reverse("board"))
    games.take_in(games.whole(game.key), replace=True)

    assert client.get(reverse("board")).status_code == 200
    assert holder(client).token == vera.token
    assert holder(client).pk != vera.seat_id


def test_master_comes_back_only_logged_in():
    game = make_day()
    client = sit(make_master(game))
    client.get(reverse("master"))
    games.take_in(games.whole(game.key), replace=True)

    assert client.get(reverse("master")).status_code == 200
    moved(client)
    assert client.get(reverse("master")).status_code == 302
    assert client.get(reverse("whole")).status_code == 302


def test_seat_that_was_left_is_not_taken_again():
    game = make_day()
    client = sit(make_volunteer(game))
    client.get(reverse("board"))

    client.post(reverse("leave"))

    assert kept(client) == [""]
    assert client.get(reverse("board")).status_code == 302


def test_revoked_seat_stays_revoked_by_its_token():
    game = make_day()
    vera = make_volunteer(game)
    client = sit(vera)
    client.get(reverse("board"))
    moved(client)
    people.revoke(seat_id=vera.seat_id, by=make_master(game))

    assert client.get(reverse("board")).status_code == 403


@pytest.mark.parametrize("value", ["", "..", "%00", "a b", "x" * 500])
def test_keyring_that_nobody_knows_opens_nothing(value):
    make_day()
    client = Client()
    client.cookies[keyring.COOKIE] = value

    assert client.get(reverse("board")).status_code == 302


def test_newest_tokens_are_kept():
    tokens = [f"t{number}" for number in range(12)]

    assert keyring.read({keyring.COOKIE: ".".join(tokens)}) == tuple(tokens[-keyring.MOST :])


# At another address there are no cookies: the wall's QR and the same name


def knock(client: Client, **data: str):
    door = games.door(games.find(), Role.VOLUNTEER)
    return client.post(reverse("join", args=[door.code]), data)


def test_r52_name_finds_its_seat_after_the_day_moved(monkeypatch):
    hand = hold(monkeypatch)
    game = make_day()
    vera = make_volunteer(game)
    hand.move(minutes=5)
    games.take_in(games.whole(game.key), replace=True, hold=True)
    client = Client()

    asked = knock(client, name=" вера ")
    assert asked.status_code == 409
    assert 'name="mine"' in asked.text
    hand.move(seconds=5)
    knock(client, name=" вера ", mine="1")

    assert holder(client).token == vera.token
    assert games.find().journal.filter(kind="seat_found").count() == 1


def test_r52_who_answers_keeps_the_seat(monkeypatch):
    hand = hold(monkeypatch)
    game = make_day()
    make_volunteer(game)
    hand.move(minutes=5)
    game = games.take_in(games.whole(game.key), replace=True, hold=True)
    hand.move(minutes=1)
    Seat.objects.get(game=game, role=Role.VOLUNTEER).person.__class__.objects.update(
        seen_at=hand.moment
    )

    answer = knock(Client(), name="Вера", mine="1")

    assert answer.status_code == 409
    assert 'name="mine"' not in answer.text


def test_r52_day_that_never_moved_gives_no_seat_by_name(monkeypatch):
    hand = hold(monkeypatch)
    make_volunteer(make_day())
    hand.move(minutes=30)

    assert knock(Client(), name="Вера", mine="1").status_code == 409
    assert 'name="mine"' not in knock(Client(), name="Вера").text


def test_r52_seat_behind_another_door_or_taken_back_is_not_found(monkeypatch):
    hand = hold(monkeypatch)
    game = make_day()
    vera = make_volunteer(game)
    people.revoke(seat_id=vera.seat_id, by=make_master(game))
    hand.move(minutes=5)
    games.take_in(games.whole(game.key), replace=True, hold=True)

    assert 'name="mine"' not in knock(Client(), name="Вера").text
    assert 'name="mine"' not in knock(Client(), name="Глеб").text


def test_known_phone_is_led_to_its_seat_by_the_walls_code():
    game = make_day()
    client = sit(make_volunteer(game))
    door = games.door(game, Role.VOLUNTEER)

    assert 'id="known"' in client.get(reverse("join", args=[door.code])).text
    assert 'id="known"' not in Client().get(reverse("join", args=[door.code])).text
