"""Before the day: signing up, a list brought in, seats and their cards."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from openpyxl import Workbook

from hq import lists, people, signups, turns
from hq.enums import Role
from hq.errors import (
    ListUnfitError,
    NotAllowedError,
    NotFoundHereError,
    SignedUpError,
    SignUpClosedError,
    SignUpUnfitError,
)
from hq.models import Game, Person, Seat, SignUp
from hq.signups import Choice
from tests.factories.battles import SIDES, duellists
from tests.factories.days import make_day, make_master, make_volunteer
from tests.factories.visitors import holder, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A day before its start, with the squadrons «red» (СПО) and «blue» at the table Luna."""
    made = make_day(sides=SIDES, started=False)
    duellists(made)
    return made


def put_down(game: Game, name: str = "Вера", **more: str) -> SignUp:
    return signups.sign_up(game_id=game.pk, choice=Choice(name=name, **more))


def bring(game: Game, text: str) -> int:
    return signups.bring(rows=list(lists.pasted(text)), by=make_master(game))


def told(row: SignUp) -> tuple[str, ...]:
    return (row.name, row.table, row.side, row.squadron, row.food)


# Signing up


def test_somebody_for_the_hq_and_somebody_for_a_table(game):
    vera = put_down(game, "  Вера ", food="пирог")
    rita = put_down(game, "Рита", table="luna", side="spo")

    assert told(vera) == ("Вера", "", "", "", "пирог")
    assert told(rita) == ("Рита", "luna", "spo", "", "")


def test_squadron_brings_its_side_and_table_along(game):
    assert told(put_down(game, squadron="red")) == ("Вера", "luna", "spo", "red", "")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "я" * 81},
        {"name": "…"},
        {"table": "mars"},
        {"table": "luna", "side": "pirates"},
        {"squadron": "ghosts"},
        {"squadron": "red", "side": "of"},
        {"side": "spo"},
        {"food": "щи" * 101},
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_written(game, wrong):
    with pytest.raises(SignUpUnfitError):
        put_down(game, **{"name": "Вера", **wrong})

    assert not SignUp.objects.exists()


def test_name_on_the_list_is_asked_about(game):
    put_down(game)

    with pytest.raises(SignedUpError):
        put_down(game, "ВЕРА")


def test_signing_up_ends_with_the_start_and_when_the_list_is_full(game, monkeypatch):
    monkeypatch.setattr(signups, "MOST", 1)
    put_down(game)
    with pytest.raises(SignUpClosedError):
        put_down(game, "Тимур")
    monkeypatch.undo()
    turns.start(by=make_master(game))

    with pytest.raises(SignUpClosedError):
        put_down(game, "Тимур")


# A list


def test_list_is_read_by_titles_and_keys_with_or_without_headings(game):
    count = bring(
        game,
        "Имя\tКуда\tСторона\tЭскадра\tЕда\n"
        "Вера\tЦУП\t\t\tпирог\n\n"
        "Рита\tЛуна\tОФ\n"
        "Ян\tluna\tspo\tRED\tчай\n"
        "Мира\n",
    )

    assert count == 4
    assert [told(row) for row in SignUp.objects.all()] == [
        ("Вера", "", "", "", "пирог"),
        ("Рита", "luna", "of", "", ""),
        ("Ян", "luna", "spo", "red", "чай"),
        ("Мира", "", "", "", ""),
    ]


def test_list_with_semicolons_and_quotes(game):
    bring(game, 'Вера;;;;"пирог; чай"\nТимур;Луна')

    assert [told(row)[-1] for row in SignUp.objects.all()] == ["пирог; чай", ""]


def test_every_fault_of_a_list_is_told_with_its_line_and_nothing_is_taken(game):
    put_down(game, "Вера")

    with pytest.raises(ListUnfitError) as refusal:
        bring(game, "Тимур\nВера\nРита;Марс\n\n;Луна\nТимур\n")

    starts = [line.split(":")[0] for line in refusal.value.lines]
    assert starts == ["строка 2", "строка 3", "строка 5", "строка 6"]
    assert [row.name for row in SignUp.objects.all()] == ["Вера"]


def test_empty_list_and_one_too_long_are_refused(game):
    for text in ("", "\n".join(f"Гость {n}" for n in range(lists.MOST_ROWS + 1))):
        with pytest.raises(ListUnfitError):
            bring(game, text)


def workbook(*rows: tuple[object, ...]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def test_workbook_is_read_with_its_line_numbers():
    data = workbook(("Имя", "Куда"), ("Вера", None, None, None, 3), (None, None), ("Ян", "Луна"))

    assert [(number, cells[:5]) for number, cells in lists.workbook(data)] == [
        (1, ("Имя", "Куда", "", "", "")),
        (2, ("Вера", "", "", "", "3")),
        (4, ("Ян", "Луна", "", "", "")),
    ]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"name;place", b"x" * 2_000_001])
def test_what_is_no_workbook_is_refused(data: bytes):
    with pytest.raises(lists.UnreadableError):
        list(lists.workbook(data))


@pytest.mark.parametrize("text", ["Вера\0;Луна", "я" * 200_000])
def test_what_is_no_list_is_refused(text: str):
    with pytest.raises(lists.UnreadableError):
        list(lists.pasted(text))


# The game masters' part


def test_striking_and_seats_are_the_masters(game):
    row, vera = put_down(game), make_volunteer(game, "Тимур")
    for act in (
        lambda: signups.strike(signup_id=row.pk, by=vera),
        lambda: signups.seat_all(by=vera),
        lambda: signups.bring(rows=[(1, ("Ян",))], by=vera),
    ):
        with pytest.raises(NotAllowedError):
            act()
    master = make_master(game)
    signups.strike(signup_id=row.pk, by=master)

    with pytest.raises(NotFoundHereError):
        signups.strike(signup_id=row.pk, by=master)


def test_one_press_makes_a_seat_for_each_once(game):
    put_down(game, "Вера")
    put_down(game, "Рита", squadron="red")
    make_volunteer(game, "Вера")  # has come in by the door already
    master = make_master(game)

    assert (signups.seat_all(by=master), signups.seat_all(by=master)) == (2, 0)

    vera, rita = (row.seat for row in SignUp.objects.all())
    assert (vera.role, vera.person.name, vera.taken_at) == (Role.VOLUNTEER, "Вера 2", None)
    assert (rita.role, rita.table, rita.side, rita.squadron) == (
        Role.CAPTAIN,
        "luna",
        "spo",
        "red",
    )
    assert Person.objects.get(pk=rita.person_id).seen_at is None


# Pages


def test_public_page_signs_up_once_and_shows_nobody_else(game):
    put_down(game, "Канарейка", food="канареечный торт")
    client = Client()
    page = client.get(f"/signup/{game.key}/")
    assert page.status_code == 200
    for _twice in range(2):
        answer = client.post(
            f"/signup/{game.key}/", {"name": "Вера", "food": "пирог", "key": "once"}
        )
        assert answer.status_code == 302

    assert SignUp.objects.filter(name="Вера").count() == 1
    done = client.get(answer["Location"])
    for html in (page.content.decode(), done.content.decode()):
        assert "анарейка" not in html
        assert "канареечный" not in html


def test_public_page_keeps_what_was_typed_when_refused(game):
    put_down(game, "Вера")

    answer = Client().post(
        f"/signup/{game.key}/", {"name": "Вера", "table": "luna", "food": "кулебяка"}
    )

    assert answer.status_code == 409
    html = answer.content.decode()
    assert "кулебяка" in html
    assert '<option value="luna" selected>' in html
    assert Client().get("/signup/no-such-day/").status_code == 404


def test_public_page_of_a_day_that_has_begun_says_so(game):
    turns.start(by=make_master(game))

    assert "<form" not in Client().get(f"/signup/{game.key}/").content.decode()


def test_masters_list_takes_a_pasted_list_and_a_file(game):
    client = sit(make_master(game))
    assert client.post("/master/signups/", {"text": "Вера;;;;пирог", "key": "a"}).status_code == 302
    file = io.BytesIO(workbook(("Тимур", "Луна")))
    file.name = "list.xlsx"
    assert client.post("/master/signups/", {"file": file, "key": "b"}).status_code == 302

    html = client.get("/master/signups/").content.decode()

    assert SignUp.objects.count() == 2
    assert "пирог" in html
    assert f"/signup/{game.key}/" in html


def test_masters_list_shows_every_fault_and_keeps_the_text(game):
    client = sit(make_master(game))

    answer = client.post("/master/signups/", {"text": "Вера\nРита;Марс\nЯн;;пираты"})

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "строка 2" in html
    assert "строка 3" in html
    assert "Рита;Марс" in html
    broken = io.BytesIO(b"no workbook")
    broken.name = "list.xlsx"
    assert client.post("/master/signups/", {"file": broken}).status_code == 422
    assert not SignUp.objects.exists()


def test_pages_of_the_list_are_for_masters_only(game):
    row = put_down(game, "Вера")
    client = sit(make_volunteer(game, "Тимур"))
    for path in ("/master/signups/", "/master/signups/cards/"):
        assert client.get(path).status_code == 403
        assert Client().get(path).status_code == 302
    for path in ("/master/signups/seats/", f"/master/signups/{row.pk}/strike/"):
        assert client.post(path).status_code == 403
    assert SignUp.objects.filter(seat=None).exists()


def test_printed_card_leads_to_the_seat_and_no_revoked_one_is_printed(game):
    put_down(game, "Вера")
    put_down(game, "Тимур")
    client = sit(make_master(game))
    assert client.post("/master/signups/seats/").status_code == 302
    vera, timur = (row.seat for row in SignUp.objects.all())
    people.revoke(seat_id=timur.pk, by=make_master(game))

    html = client.get("/master/signups/cards/").content.decode()

    assert vera.token in html
    assert timur.token not in html
    assert html.count('class="qr"') == 1
    phone = Client()
    phone.post(f"/s/{vera.token}/")
    assert holder(phone) == Seat.objects.get(pk=vera.pk)


def test_strike_by_button(game):
    row = put_down(game)
    client = sit(make_master(game))

    assert client.post(f"/master/signups/{row.pk}/strike/").status_code == 302
    assert client.post(f"/master/signups/{row.pk}/strike/").status_code == 409
