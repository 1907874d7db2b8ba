"""The live pages, their frames and the chronicle: who may open what, and what it costs."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from horizonwar.testing import Frame
from hq import people, turns
from hq.enums import Role
from hq.models import Game, Invitation, JournalEntry, Person, Seat
from hq.viewers import Viewer
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
    speak,
    text,
    way,
)
from tests.factories.hands import Hand
from tests.factories.visitors import holder, sit

pytestmark = pytest.mark.django_db

PAGES = {"hq": "/hq/", "master": "/master/", "screen": "/wall/"}
MAY = {
    Role.MASTER: {"master", "screen"},
    Role.VOLUNTEER: {"hq"},
    Role.SCREEN: {"screen"},
    Role.ONLOOKER: {"screen"},
    Role.CAPTAIN: set(),
    Role.COURIER: set(),
}


def seat_of(game: Game, role: str) -> Viewer:
    if role == Role.MASTER:
        return make_master(game)
    invitation, _ = Invitation.objects.get_or_create(
        game=game, role=role, defaults={"code": f"{role[:6].upper():A<6}"}
    )
    seat = people.join(invitation=invitation, name=f"Кто-то {role}")
    return Viewer.of_seat(seat, language="ru")


@pytest.mark.parametrize("board", PAGES)
@pytest.mark.parametrize("role", MAY)
def test_each_role_opens_its_own_boards_only(role: Role, board: str):
    client = sit(seat_of(make_day(), role))

    page, frame = client.get(PAGES[board]), client.get(reverse("frame", args=[board]))

    may = board in MAY[role]
    assert frame.status_code == (200 if may else 403)
    if board == "master" and not may:
        assert page.status_code == 302  # to the login
        assert page["Location"].startswith("/login/")
    else:
        assert page.status_code == (200 if may else 403)


@pytest.mark.parametrize("path", ["/hq/", "/wall/", "/chronicle/", "/live/hq/", "/live/master/"])
def test_stranger_is_led_to_the_door(path: str):
    make_day()

    response = Client().get(path)

    assert (response.status_code, response["Location"]) == (302, "/")


@pytest.mark.parametrize("path", ["/hq/", "/live/hq/", "/chronicle/"])
def test_revoked_seat_opens_nothing(path: str):
    game = make_day()
    vera = make_volunteer(game)
    client = sit(vera)
    people.revoke(seat_id=vera.seat_id, by=make_master(game))

    assert client.get(path).status_code == 403


def test_board_that_does_not_exist_is_forbidden():
    client = sit(make_volunteer(make_day()))

    assert client.get("/live/nowhere/").status_code == 403


@pytest.mark.parametrize("path", ["/hq/", "/wall/", "/chronicle/", "/live/hq/"])
def test_pages_answer_get_only(path: str):
    client = sit(make_volunteer(make_day()))

    assert client.post(path).status_code == 405


def test_page_carries_position_board_and_person():
    game = make_day()
    vera = make_volunteer(game)
    game.refresh_from_db()

    body = sit(vera).get("/hq/").content.decode()

    assert re.search(r'<body[^>]* data-board="hq"', body)
    assert f'data-epoch="{game.epoch}" data-seq="{game.seq}"' in body
    assert f'data-person="{vera.person_id}"' in body


@pytest.mark.parametrize("board", PAGES)
def test_frame_holds_the_same_regions_as_the_page(board: str):
    game = make_day()
    viewer = {"hq": make_volunteer(game), "master": make_master(game)}.get(board)
    client = sit(viewer or seat_of(game, Role.SCREEN))
    issue(game)

    page = client.get(PAGES[board])
    response = client.get(reverse("frame", args=[board]))
    frame = Frame.parse(response.content.decode())

    assert "no-store" in response["Cache-Control"] or "no-cache" in response["Cache-Control"]
    assert set(frame.ids) >= set(page.context["regions"])
    assert (frame.epoch, frame.since) == (Game.objects.get().epoch, 0)
    for name, html in page.context["regions"].items():
        assert html in page.content.decode(), name


def test_pages_are_not_kept_by_caches():
    client = sit(make_volunteer(make_day()))

    assert "no-store" in client.get("/hq/")["Cache-Control"]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_page_speaks_the_language_of_the_device(language: str):
    game = make_day(card("first", title={"ru": "Мост", "en": "Bridge"}))
    issue(game)
    client = sit(make_volunteer(game))
    client.post("/language/", {"language": language})

    body = client.get("/hq/").content.decode()

    assert f'<html lang="{language}">' in body
    assert ("Мост" if language == "ru" else "Bridge") in body


def test_text_of_a_player_is_never_markup():
    make_day()
    door = Invitation.objects.get(role=Role.VOLUNTEER)
    seat = people.join(invitation=door, name="<script>alert(1)</script>")

    body = sit(Viewer.of_seat(seat, language="ru")).get("/hq/").content.decode()

    assert "<script>alert(1)" not in body
    assert "&lt;script&gt;alert(1)" in body


def test_chronicle_is_for_everyone_with_a_seat():
    effect = {"kind": "chronicle", "text": text("Мост стоит")}
    game = make_day(card("first", way("one", effects=[effect])))
    crew = make_volunteers(game, 2)
    issue(game)
    speak(call_chorus(game, crew), *crew)

    for viewer in (crew[0], make_master(game), seat_of(game, Role.ONLOOKER)):
        response = sit(viewer).get("/chronicle/")
        assert response.status_code == 200
        assert "Мост стоит" in response.content.decode()


# The master's console


def test_master_logs_in_and_gets_a_seat_in_the_newest_day():
    make_day(key="old")
    newest = make_day(key="new")
    user = User.objects.create_user("olga", password="pass", is_staff=True)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    response = client.get("/master/", follow=True)

    assert response.status_code == 200
    assert holder(client).game == newest
    assert holder(client).person.user == user
    assert client.get("/master/").status_code == 200
    assert Seat.objects.filter(person__user=user).count() == 1


def test_master_chooses_another_day_by_its_key():
    old = make_day(key="old")
    make_day(key="new")
    client = sit(make_master(old))

    client.get("/master/?game=old", follow=True)
    assert holder(client).game == old
    client.get("/master/?game=new", follow=True)
    assert holder(client).game.key == "new"


def test_console_without_any_day_leads_to_the_set_up():
    user = User.objects.create_user("olga", is_staff=True)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    response = client.get("/master/")

    assert response.status_code == 302
    assert "/admin/" in response["Location"]


def test_login_that_is_no_master_is_kept_out_of_the_console():
    make_day()
    user = User.objects.create_user("guest")
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    assert client.get("/master/").status_code == 403
    assert not Seat.objects.filter(person__user=user).exists()


def test_master_keeps_other_seats_of_the_device():
    game = make_day()
    vera = make_volunteer(game)
    client = sit(make_master(game), sit(vera))

    assert client.get("/master/").status_code == 200
    client.post(reverse("seat_switch", args=[vera.seat_id]))
    assert client.get("/hq/").status_code == 200


def test_logout_takes_the_masters_seat_out_of_reach():
    game = make_day()
    client = sit(make_master(game))
    assert client.get("/live/master/").status_code == 200

    client.post("/logout/")

    assert client.get("/live/master/").status_code == 302
    assert client.get("/live/screen/").status_code == 302


# What a page costs


def full_board() -> tuple[Game, list[Viewer]]:
    deck = [
        card(
            f"c{n}",
            way("one", cost={"energy": 1}, effects=[{"kind": "chronicle", "text": text("!")}]),
        )
        for n in range(40)
    ]
    game = make_day(*deck)
    crew = make_volunteers(game, 6)
    for number in range(40):
        issue(game, f"c{number}")
    for number in range(5):
        speak(call_chorus(game, crew, of=f"c{number}"), *crew[:4])
    back_all(game, crew, of="c9")
    call_chorus(game, crew, of="c7")
    call_chorus(game, crew, of="c8")
    return game, crew


def test_board_of_the_hq_takes_at_most_fifteen_statements(
    hand: Hand, django_assert_max_num_queries
):
    _game, crew = full_board()
    hand.move(seconds=30)  # so that the page is a beat, too
    client = sit(crew[1])

    with django_assert_max_num_queries(15) as asked:
        response = client.get("/hq/")

    assert response.status_code == 200
    assert any("UPDATE" in query["sql"] for query in asked.captured_queries)


@pytest.mark.parametrize(
    ("who", "path"),
    [("vera", "/hq/"), ("vera", "/live/hq/"), ("wall", "/wall/"), ("gleb", "/master/")],
)
def test_board_of_forty_open_cards_takes_as_many_statements_as_of_one(who: str, path: str):
    told = []
    for number in (1, 40):
        deck = [
            card(
                f"c{n}",
                aggravations=[
                    {"trigger": "time", "after_minutes": 9, "text": text("!"), "cost_percent": 150}
                ],
            )
            for n in range(number)
        ]
        game = make_day(*deck, key=f"day-{number}")
        vera = make_volunteer(game)
        for each in deck:
            issue(game, each["slug"])
            back_all(game, [vera], of=each["slug"])
        seats = {"vera": vera, "gleb": make_master(game), "wall": make_master(game)}
        client = sit(seats[who])
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path).status_code == 200
        told.append(len(asked))

    assert told[0] == told[1]


def test_frame_of_the_hq_takes_at_most_fifteen_statements(django_assert_max_num_queries):
    game, crew = full_board()
    answer_now(*crew)
    turns.pause(reason="чай", by=make_master(game))
    client = sit(crew[1])

    with django_assert_max_num_queries(15):
        client.get("/live/hq/")


@pytest.mark.parametrize(("path", "most"), [("/wall/", 17), ("/master/", 30)])
def test_other_boards_are_bounded_too(path: str, most: int, django_assert_max_num_queries):
    game, _crew = full_board()
    client = sit(make_master(game))
    Person.objects.update(seen_at=None)

    with django_assert_max_num_queries(most):
        assert client.get(path).status_code == 200

    assert JournalEntry.objects.count() > 100


# Health


def test_healthz_needs_no_seat_and_tells_where_the_days_stand():
    game = make_day()

    response = Client().get("/healthz")

    told = json.loads(response.content)
    game.refresh_from_db()
    assert response.status_code == 200
    assert told["seq"] == {str(game.pk): game.seq}
    assert game.key not in response.content.decode()
