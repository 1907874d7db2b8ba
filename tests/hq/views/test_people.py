"""People come, leave, come back, bear one name, and look at the same day from two devices."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from horizonwar import address
from hq import cards, clock, deadlines, figures, games, people, presence
from hq.enums import Role
from hq.models import Card, Game, JournalEntry, Person, Seat
from hq.viewers import ACTIVE_SEAT, Viewer
from tests.factories.days import (
    call_chorus,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
)
from tests.factories.hands import Hand
from tests.factories.visitors import holder, press, sit

pytestmark = pytest.mark.django_db


def present(game: Game) -> set[str]:
    rows = presence.present(game.pk, figures=figures.of(game), moment=clock.wall())
    return set(rows.values_list("name", flat=True))


def restore_path(seat_id: int | None) -> str:
    return reverse("restore", args=[Seat.objects.get(pk=seat_id).token])


# Leaving and coming back


def test_who_leaves_is_away_and_gets_the_way_back():
    game = make_day()
    vera = make_volunteer(game)
    client = sit(vera)

    response = client.post("/leave/")

    body = response.content.decode()
    path = restore_path(vera.seat_id)
    assert response.status_code == 200
    assert f"testserver{path}" in body
    assert f'action="{path}"' in body
    assert "<svg" in body
    assert present(game) == set()
    assert ACTIVE_SEAT not in client.session


def test_button_of_the_page_brings_the_seat_back():
    game = make_day()
    vera = make_volunteer(game)
    client = sit(vera)
    client.post("/leave/")

    response = client.post(restore_path(vera.seat_id))

    assert response["Location"] == "/"
    assert holder(client).pk == vera.seat_id
    assert present(game) == {"Вера"}


def test_second_phone_of_who_left_does_not_count_until_they_say_so():
    game = make_day()
    vera = make_volunteer(game)
    first, second = sit(vera), sit(vera)
    first.post("/leave/")

    board = second.get("/hq/").content.decode()
    assert reverse("come_back") in board
    assert present(game) == set()
    response = press(second, "come_back")

    assert response.status_code == 204
    assert present(game) == {"Вера"}
    assert reverse("come_back") not in second.get("/hq/").content.decode()


def test_switching_to_a_seat_that_was_left_brings_it_back():
    game = make_day()
    vera, lora = make_volunteers(game, 2)
    tablet = sit(lora, sit(vera))
    presence.leave(by=vera)

    tablet.post(reverse("seat_switch", args=[vera.seat_id]))

    assert present(game) == {"Вера", "Глафира"}


def test_restoring_who_never_left_writes_nothing():
    vera = make_volunteer(make_day())
    entries = JournalEntry.objects.count()

    Client().post(restore_path(vera.seat_id))

    assert JournalEntry.objects.count() == entries


def test_master_who_lets_go_of_the_seat_is_sent_to_the_entrance():
    client = sit(make_master(make_day()))

    assert client.post("/leave/").status_code == 302
    assert not JournalEntry.objects.filter(kind="person_left").exists()


# Two people of one name


def enter(client: Client, game: Game, **data: str):
    door = games.door(game, Role.VOLUNTEER)
    return client.post(reverse("join", args=[door.code]), data)


def test_namesakes_are_told_apart_wherever_names_stand():
    game = make_day()
    first, second = Client(), Client()
    enter(first, game, name="Вера")
    enter(second, game, name="вера", twin="1")
    crew = [viewer_of(client) for client in (first, second)]
    issue(game)
    call_chorus(game, crew)
    master = sit(make_master(game))

    board = first.get("/hq/").content.decode()
    console = master.get("/master/").content.decode()

    for page, region in ((board, "ring"), (board, "people"), (console, "desk"), (console, "roll")):
        shown = page.partition(f'id="{region}"')[2].partition("</section>")[0]
        assert "Вера" in shown, region
        assert "вера 2" in shown, region


def viewer_of(client: Client) -> Viewer:
    return Viewer.of_seat(holder(client), language="ru")


def test_master_with_the_name_of_a_volunteer_is_told_apart_too():
    game = make_day()
    make_volunteer(game, "Кира")
    user = User.objects.create_user("kira", first_name="Кира", is_staff=True)

    assert people.seat_master(game=game, user=user).person.name == "Кира 2"


# The same phone, the second device


def test_same_phone_is_back_in_its_seat_after_a_restart():
    game = make_day()
    client = Client()
    enter(client, game, name="Вера")
    seat = holder(client)
    games.renew_epochs()  # what a server does at its start

    assert client.get("/", follow=True).redirect_chain == [("/hq/", 302)]
    assert holder(client) == seat
    assert Person.objects.filter(name="Вера").count() == 1


def test_second_device_of_a_master_sits_in_the_same_seat_and_both_command():
    game = make_day(started=False)
    master = make_master(game)
    phone, laptop = sit(master), sit(master)

    assert press(phone, "start").status_code == 204
    assert press(laptop, "pause", reason="чай").status_code == 204

    assert Seat.objects.filter(role=Role.MASTER).count() == 1
    for device in (phone, laptop):
        assert "чай" in device.get("/master/").content.decode()
    phone.post(reverse("logout"))
    assert laptop.get("/master/").status_code == 200


# Cards before somebody's eyes


def test_phone_says_that_a_card_is_opened():
    game = make_day()
    vera = make_volunteer(game)
    card = issue(game)

    for _ in range(2):
        assert press(sit(vera), "mark_opened", card.pk).status_code == 204

    assert Card.objects.get(pk=card.pk).opened_at is not None
    assert JournalEntry.objects.filter(kind="card_opened").count() == 1


def test_card_that_nobody_opens_stands_on_wall_and_console(hand: Hand):
    game = make_day()
    master = make_master(game)
    issue(game)
    hand.move(minutes=2)
    deadlines.run_due()

    client = sit(master)
    for path in ("/master/", "/wall/"):
        assert "data-unseen" in client.get(path).content.decode()
    cards.mark_opened(card_id=Card.objects.get(slug="first").pk, by=make_volunteer(game))
    for path in ("/master/", "/wall/"):
        assert "data-unseen" not in client.get(path).content.decode()


# Another address


def test_console_tells_of_another_address_until_it_is_noted(monkeypatch: pytest.MonkeyPatch):
    game = make_day()
    client = sit(make_master(game))
    for last in (7, 8):
        url = f"http://192.168.1.{last}:8000"
        monkeypatch.setattr(address, "public_url", lambda url=url: url)
        deadlines.run_due()
    body = client.get("/master/").content.decode()
    assert "192.168.1.7:8000" in body
    assert reverse("note_address") in body

    assert press(client, "note_address").status_code == 204

    assert reverse("note_address") not in client.get("/master/").content.decode()
    assert press(sit(make_volunteer(game)), "note_address").status_code == 409


# Guides


@pytest.mark.parametrize("who", ["volunteer", "master"])
@pytest.mark.parametrize("language", ["ru", "en"])
def test_guide_is_open_to_everybody_in_both_languages(who: str, language: str):
    response = Client().get(reverse("guide", args=[who]), {"language": language})

    assert response.status_code == 200
    assert f'lang="{language}"' in response.content.decode()


def test_guide_follows_the_readers_language_and_knows_two_readers():
    client = Client()
    client.post("/language/", {"language": "en"})

    assert 'lang="en"' in client.get("/guide/master/").content.decode()
    assert client.get("/guide/courier/").status_code == 404
    assert client.get("/guide/master/", {"language": "de"}).status_code == 200
