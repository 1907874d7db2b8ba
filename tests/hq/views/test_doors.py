"""Ways in and out of a day."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from hq import games, people
from hq.enums import Role
from hq.models import Invitation, JournalEntry, Person, Seat
from hq.viewers import ACTIVE_SEAT, SEATS, Viewer
from hq.views import doors
from tests.factories.days import make_day, make_master, make_volunteer
from tests.factories.visitors import holder, sit

pytestmark = pytest.mark.django_db

TWINS = str.maketrans("ACEHKMPTYX", "АСЕНКМРТУХ")


@pytest.fixture(autouse=True)
def _fresh_throttle():
    cache.clear()
    yield
    cache.clear()


def code_of(role: Role = Role.VOLUNTEER) -> str:
    game = games.find() or make_day()
    door = games.door(game, role)
    assert door is not None
    return door.code


def enter(client: Client, code: str, **data: str):
    return client.post(reverse("join", args=[code]), data)


def volunteers() -> int:
    return Seat.objects.filter(role=Role.VOLUNTEER).count()


# By six letters


def test_home_shows_where_to_type():
    response = Client().get("/")

    assert response.status_code == 200
    assert 'name="code"' in response.content.decode()


@pytest.mark.parametrize(
    "spell",
    [
        lambda code: code,
        lambda code: code.lower(),
        lambda code: f" {code[:3]}-{code[3:]} ",
        lambda code: code.translate(TWINS),
        lambda code: code.translate(TWINS).lower(),
    ],
)
def test_code_leads_to_its_door_however_it_is_typed(spell):
    Invitation.objects.filter(game=make_day(), role=Role.VOLUNTEER).update(code="ACHKMX")

    response = Client().post("/", {"code": spell("ACHKMX")})

    assert (response.status_code, response["Location"]) == (302, "/j/ACHKMX/")


@pytest.mark.parametrize("code", ["", "ZZZZZZ", "123456", "я" * 500, "\x00"])
def test_wrong_code_is_said_in_words_and_stays_in_the_field(code: str):
    make_day()

    response = Client().post("/", {"code": code})

    assert response.status_code == 409
    assert 'role="alert"' in response.content.decode()


def test_guessing_is_throttled_by_device_and_a_right_code_costs_nothing():
    code = code_of()
    client = Client()
    for _ in range(3):
        assert client.post("/", {"code": code}).status_code == 302
    for _ in range(doors.TRIES):
        assert client.post("/", {"code": "WRONGX"}).status_code == 409

    response = client.post("/", {"code": code})
    elsewhere = Client(REMOTE_ADDR="192.168.1.7").post("/", {"code": code})

    assert response.status_code == 409
    assert str(doors.TRIES_WINDOW) in response.content.decode()
    assert elsewhere.status_code == 302


# The page of a door


def test_link_preview_spends_nothing():
    code = code_of()
    entries = JournalEntry.objects.count()
    for _ in range(5):
        assert Client().get(reverse("join", args=[code])).status_code == 200

    assert volunteers() == 0
    assert JournalEntry.objects.count() == entries


def test_joining_takes_three_touches_and_ends_on_the_board():
    client = Client()
    response = enter(client, code_of(), name="Вера")

    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.get("/", follow=True).redirect_chain == [("/hq/", 302)]
    assert holder(client).person.name == "Вера"


def test_double_tap_and_a_lost_answer_lead_to_one_seat():
    code, client, other = code_of(), Client(), Client()

    for device in (client, client, other):
        enter(device, code, name="Вера", key="k" * 22)

    assert volunteers() == 1
    assert holder(client) == holder(other)
    assert client.session[SEATS] == [holder(client).pk]


def test_twin_is_asked_and_then_let_in():
    code = code_of()
    enter(Client(), code, name="Вера")
    client = Client()

    asked = enter(client, code, name="Вера", key="a" * 22)
    assert asked.status_code == 409
    assert 'value="Вера"' in asked.content.decode()
    assert 'name="twin"' in asked.content.decode()
    response = enter(client, code, name="Вера", twin="1", key="a" * 22)

    assert response.status_code == 302
    assert sorted(Person.objects.filter(user=None).values_list("name", flat=True)) == [
        "Вера",
        "Вера 2",
    ]


@pytest.mark.parametrize("name", ["", "   ", "🚀", "я" * 81, "я" * 300, "\x00"])
def test_unfit_name_is_refused_with_the_form_as_it_was(name: str):
    response = enter(Client(), code_of(), name=name)

    assert response.status_code == 409
    assert 'role="alert"' in response.content.decode()
    assert volunteers() == 0


def test_closed_door_says_so():
    code = code_of()
    Invitation.objects.update(is_open=False)

    for response in (Client().get(f"/j/{code}/"), enter(Client(), code, name="Вера")):
        assert response.status_code == 409
    assert volunteers() == 0


def test_door_that_closes_while_somebody_types(monkeypatch):
    code = code_of()
    find = doors._find_door

    def close_behind(request, typed):
        found = find(request, typed)
        Invitation.objects.update(is_open=False)
        return found

    monkeypatch.setattr(doors, "_find_door", close_behind)

    assert enter(Client(), code, name="Вера").status_code == 409
    assert volunteers() == 0


def test_wall_screen_needs_no_name():
    client = Client()
    code = code_of(Role.SCREEN)
    assert 'id="name"' not in client.get(f"/j/{code}/").content.decode()

    response = enter(client, code)

    assert response.status_code == 302
    assert client.get("/", follow=True).redirect_chain == [("/wall/", 302)]


def test_second_day_on_the_same_phone_keeps_the_first_seat():
    client = Client()
    enter(client, code_of(), name="Вера")
    first = holder(client)
    other = make_day(key="other")
    door = games.door(other, Role.VOLUNTEER)
    enter(client, door.code, name="Вера")

    assert client.session[SEATS] == [first.pk, holder(client).pk]
    body = client.get("/?stay=1").content.decode()
    assert body.count("Вера") >= 2
    client.post(reverse("seat_switch", args=[first.pk]))
    assert holder(client) == first


def test_seat_that_this_device_does_not_hold_cannot_be_switched_to():
    game = make_day()
    lora = make_volunteer(game, "Лора")
    client = sit(make_volunteer(game))

    client.post(reverse("seat_switch", args=[lora.seat_id]))

    assert client.session[ACTIVE_SEAT] != lora.seat_id


def test_leaving_lets_go_of_the_seat_and_the_seat_stays():
    game = make_day()
    vera = make_volunteer(game)
    client = sit(vera)

    client.post("/leave/")

    assert client.get("/hq/").status_code == 302
    assert Seat.objects.filter(pk=vera.seat_id, revoked_at__isnull=True).exists()
    client.post("/leave/")  # twice does no harm


@pytest.mark.parametrize(("role", "home"), [("captain", "/table/"), ("courier", "/courier/")])
def test_entrance_leads_a_seat_to_its_own_page(role: str, home: str):
    game = make_day()
    door = Invitation.objects.create(game=game, role=role, code="CAPTAN")
    seat = people.join(invitation=door, name="Кира")

    response = sit(Viewer.of_seat(seat, language="ru")).get("/")

    assert response.status_code == 302
    assert response.url == home


# A seat's own address


def token_of(viewer: Viewer) -> str:
    return Seat.objects.get(pk=viewer.seat_id).token


def test_restore_link_spends_nothing_on_get_and_brings_the_seat_on_post():
    vera = make_volunteer(make_day())
    path = reverse("restore", args=[token_of(vera)])
    client = Client()
    for _ in range(3):
        shown = client.get(path)
        assert shown.status_code == 200
        assert ACTIVE_SEAT not in client.session
    assert "Вера" in shown.content.decode()

    response = client.post(path)

    assert (response.status_code, response["Location"]) == (302, "/")
    assert holder(client).pk == vera.seat_id
    assert volunteers() == 1


@pytest.mark.parametrize("method", ["get", "post"])
def test_token_of_a_revoked_seat_of_a_master_or_of_nobody_opens_nothing(method: str):
    game = make_day()
    vera, master = make_volunteer(game), make_master(game)
    tokens = [token_of(vera), token_of(master), "x" * 12]
    people.revoke(seat_id=vera.seat_id, by=master)

    for token in tokens:
        client = Client()
        assert getattr(client, method)(reverse("restore", args=[token])).status_code == 404
        assert ACTIVE_SEAT not in client.session


def test_address_of_a_seat_is_not_sent_on():
    vera = make_volunteer(make_day())

    response = Client().get(reverse("restore", args=[token_of(vera)]))

    assert response["Referrer-Policy"] == "same-origin"


# Language


@pytest.mark.parametrize("language", ["ru", "en"])
def test_language_is_kept_on_the_device(language: str):
    client = Client()

    response = client.post("/language/", {"language": language})

    assert response.status_code == 302
    assert client.cookies["django_language"].value == language
    assert f'lang="{language}"' in client.get("/").content.decode()


@pytest.mark.parametrize("language", ["", "de", "ru;drop", "../en"])
def test_unknown_language_changes_nothing(language: str):
    client = Client()

    client.post("/language/", {"language": language})

    assert "django_language" not in client.cookies


@pytest.mark.parametrize("path", ["/language/", "/leave/", "/seat/1/"])
def test_changes_are_posts_and_say_so(path: str):
    page = Client().get(path)

    assert (page.status_code, page["Allow"]) == (405, "POST")
    assert "Сюда ведёт только кнопка" in page.content.decode()


def test_scripts_get_no_page_for_a_wrong_method():
    assert Client(headers={"HX-Request": "true"}).get("/language/").content == b""
