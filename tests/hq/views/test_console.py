"""The live console over HTTP: done, refused, by the wrong seat; the look before; two masters."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from hq.boards import master
from hq.enums import CardState, GameState, Role
from hq.models import Aggravation, Card, Game, JournalEntry, Seat
from tests.contracts.demo import seated
from tests.factories.days import (
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    the_card,
    way,
)
from tests.factories.hands import Hand
from tests.factories.visitors import press, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(hand: Hand) -> Game:
    worse = {"trigger": "master", "text": {"ru": "Искра"}, "cost_percent": 150}
    made = make_day(
        card("first", way("one", cost={"energy": 4}), aggravations=[worse]),
        card("second", headcount=10),
        card("third", unfinished="дописать исход"),
    )
    issue(made)
    return made


@pytest.fixture
def gleb(game: Game) -> Client:
    return sit(make_master(game))


def pk(game: Game, slug: str = "first") -> int:
    return the_card(game, slug).pk


def test_deadline_is_moved_and_called(game: Game, gleb: Client):
    assert press(gleb, "move_deadline", pk(game), minutes="5").status_code == 204
    assert the_card(game).due_at == 15 * 60_000

    assert press(gleb, "call_time", pk(game)).status_code == 204

    assert the_card(game).due_at == 0


@pytest.mark.parametrize("minutes", ["", "пять", "0"])
def test_step_of_no_sense_is_refused(game: Game, gleb: Client, minutes: str):
    assert press(gleb, "move_deadline", pk(game), minutes=minutes).status_code in {409, 422}


def test_crisis_is_made_worse(game: Game, gleb: Client):
    worse = Aggravation.objects.get()

    assert press(gleb, "aggravate", worse.pk).status_code == 204
    assert press(gleb, "aggravate", worse.pk).status_code == 409

    assert the_card(game).ways.get().cost_energy == 6


def test_pin_by_a_volunteer_and_a_master(game: Game, gleb: Client):
    vera = sit(make_volunteer(game))

    assert press(vera, "pin", pk(game)).status_code == 204
    assert b"is-on" in vera.get("/hq/").content
    assert press(gleb, "unpin", pk(game)).status_code == 204

    game.refresh_from_db()
    assert game.pinned is None


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("move_deadline", {"minutes": "5"}),
        ("call_time", {}),
    ],
)
def test_volunteer_gets_a_refusal(game: Game, name: str, data: dict[str, str]):
    vera = sit(make_volunteer(game))

    assert press(vera, name, pk(game), **data).status_code == 409
    assert press(vera, "write_card", title="Моё", then="shelf").status_code == 409
    assert press(vera, "aggravate", Aggravation.objects.get().pk).status_code == 409


def write(client: Client, **fields: str) -> Any:
    told = {
        "title": "Свет погас",
        "situation": "Темно",
        "failure": "Паника",
        "map": "luna",
        "minutes": "5",
        "way_1": "Фонарик",
        "energy_1": "2",
        "then": "open",
    }
    return press(client, "write_card", **{**told, **fields})


def test_card_is_written_and_opened(game: Game, gleb: Client):
    assert write(gleb).status_code == 204

    made = Card.objects.get(slug="on-the-spot-1")
    assert made.state == CardState.OPEN
    assert made.ways.get().cost_energy == 2
    assert b"\xd0\xa1\xd0\xb2\xd0\xb5\xd1\x82" in sit(make_volunteer(game)).get("/hq/").content


@pytest.mark.parametrize(
    ("sort", "kind", "mode"),
    [
        ("", "crisis", "collective"),
        ("crisis", "crisis", "collective"),
        ("personal", "crisis", "personal"),
        ("prospect", "prospect", "collective"),
    ],
)
def test_card_of_each_sort_is_written_with_what_it_brings(
    game: Game, gleb: Client, sort: str, kind: str, mode: str
):
    fields = {"line": "Темнота", "line_1": "Свет", "brings_energy_1": "3", "brings_morale_1": "-1"}

    assert write(gleb, sort=sort, **fields).status_code == 204

    made = Card.objects.get(slug="on-the-spot-1")
    assert (made.kind, made.mode) == (kind, mode)
    assert [each.get("delta") for each in made.ways.first().effects] == [3, -1, None]
    assert made.failure_effects[0]["text"]["ru"] == "Темнота"


def test_card_is_written_onto_the_shelf_unfinished(game: Game, gleb: Client):
    assert write(gleb, failure="", minutes="", then="shelf", energy_1="").status_code == 204

    made = Card.objects.get(slug="on-the-spot-1")
    assert (made.state, made.time_limit) == (CardState.SHELF, None)
    assert made.unfinished


@pytest.mark.parametrize(
    "fields",
    [
        {"title": ""},
        {"energy_1": "-1"},
        {"then": "fly"},
        {"map": "mars"},
        {"minutes": "x"},
        {"sort": "other"},
    ],
)
def test_card_that_does_not_fit_is_refused_and_not_written(
    game: Game, gleb: Client, fields: dict[str, str]
):
    assert write(gleb, **fields).status_code in {409, 422}
    assert not Card.objects.filter(slug__startswith="on-the-spot").exists()


def test_same_intent_writes_one_card(game: Game, gleb: Client):
    for _try in range(2):
        assert write(gleb, key="same").status_code == 204

    assert Card.objects.filter(slug__startswith="on-the-spot").count() == 1


def test_unfinished_card_says_what_is_left_and_has_no_button(game: Game, gleb: Client):
    html = gleb.get("/master/").content.decode()
    assert "дописать исход" in html
    assert reverse("issue", args=[pk(game, "third")]) not in html
    assert reverse("issue", args=[pk(game, "second")]) in html

    response = press(gleb, "issue", pk(game, "third"))

    assert response.status_code == 409
    assert "дописать исход" in response.content.decode()


def test_panel_refuses_an_unfinished_card_with_the_text(game: Game, first_master: Client):
    response = first_master.post(
        "/admin/hq/card/",
        {"action": "issue", "_selected_action": [pk(game, "second"), pk(game, "third")]},
        follow=True,
    )

    assert "дописать исход" in response.content.decode()
    assert the_card(game, "second").state == CardState.OPEN
    assert the_card(game, "third").state == CardState.SHELF


def test_everything_is_held_by_a_preset_reason(game: Game, gleb: Client):
    assert press(gleb, "pause", preset="Пожар: все на выход", reason="").status_code == 204

    game.refresh_from_db()
    assert game.state == GameState.PAUSED
    assert JournalEntry.objects.last().params["reason"] == "Пожар: все на выход"


def test_shelf_tells_headcount_map_and_order(game: Game):
    told = master.shelf(make_master(game))

    assert [(one.map, one.headcount) for one in told.this_turn] == [("luna", 10), ("luna", 0)]


# The look before release


@pytest.mark.parametrize(("side", "place"), [("hq", 'class="dossier"'), ("wall", 'id="stage"')])
def test_look_before_release_is_by_the_rooms_own_templates(
    game: Game, gleb: Client, side: str, place: str
):
    entries = JournalEntry.objects.count()

    response = gleb.get(reverse("preview", args=[pk(game, "second")]), {"as": side})

    html = response.content.decode()
    assert response.status_code == 200
    assert place in html
    assert "Карта second" in html
    assert 'data-due="600000"' in html
    assert the_card(game, "second").state == CardState.SHELF
    assert JournalEntry.objects.count() == entries


def test_look_needs_a_seat(game: Game):
    assert Client().get(reverse("preview", args=[pk(game, "second")])).status_code == 302


# Seats


def test_roll_shows_every_seat_since_when_and_takes_it_back(game: Game, gleb: Client):
    vera = make_volunteer(game)
    wall = seated(game, Role.SCREEN, "WALLAA")
    told = master.roll(make_master(game))
    names = {person.name: person for person in told.people}
    assert [seat.since for seat in names["Вера"].seats] == ["06:47"]
    assert not names[wall.name].is_volunteer

    assert press(gleb, "revoke", vera.seat_id).status_code == 204

    assert Seat.objects.get(pk=vera.seat_id).revoked_at is not None
    assert sit(vera).get("/hq/").status_code == 403
    assert "Вера" not in [person.name for person in master.roll(make_master(game)).people]


def test_masters_second_device_sits_on_the_same_seat(game: Game, gleb: Client):
    user = User.objects.get(username="gleb")
    phone = Client()
    phone.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    assert phone.get("/master/", follow=True).status_code == 200
    assert press(phone, "move_deadline", pk(game), minutes="1").status_code == 204
    assert press(gleb, "move_deadline", pk(game), minutes="1").status_code == 204

    assert Seat.objects.filter(role=Role.MASTER, game=game).count() == 1
    assert the_card(game).due_at == 12 * 60_000


@pytest.fixture
def first_master(game: Game, gleb: Client) -> Client:
    User.objects.filter(username="gleb").update(is_superuser=True)
    return gleb


def test_chorus_shows_that_it_holds_the_time(game: Game, gleb: Client):
    call_chorus(game, make_volunteers(game, 2))

    html = gleb.get("/master/").content.decode()

    assert reverse("move_deadline", args=[pk(game)]) not in html
    assert "deadline-held" in html
