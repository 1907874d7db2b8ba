from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from hq import codes, games, people
from hq.enums import GameState, Role
from hq.errors import (
    InvitationClosedError,
    NameTakenError,
    NameUnfitError,
    NotAllowedError,
    NotFoundHereError,
)
from hq.journal import AlreadyDone
from hq.models import Game, Invitation, JournalEntry, Person, Seat
from hq.texts import visible
from hq.viewers import Viewer
from tests.factories.days import make_day, make_master, make_volunteer

pytestmark = pytest.mark.django_db


def door(game: Game, role: Role = Role.VOLUNTEER) -> Invitation:
    found = games.door(game, role)
    assert found is not None
    return found


def join(game: Game, name: str, **more) -> Seat:
    return people.join(invitation=door(game), name=name, **more)


def test_joining_takes_a_seat_with_a_token_of_its_own():
    game = make_day()

    seat = join(game, "Вера")

    assert (seat.role, seat.person.name, seat.game) == (Role.VOLUNTEER, "Вера", game)
    assert len(seat.token) == 12
    assert seat.token not in door(game).code
    assert JournalEntry.objects.filter(kind="person_joined").count() == 1


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Вера   Холодная ", "Вера Холодная"),
        ("Ё", "Ё"),
        ("Вера 🚀", "Вера 🚀"),
        ("👩‍🚀 Мира", "👩‍🚀 Мира"),
        ("דבורה", "דבורה"),
        ("فاطمة", "فاطمة"),
        ("Вера\u202eаревоП", "ВерааревоП"),
        ("Ве\u200bра", "Вера"),
        ("Во\u0438\u0306н", "Войн"),
        ("Ve\nra\t", "Ve ra"),
        ("<b>Вера</b>", "<b>Вера</b>"),
        ("я" * 80, "я" * 80),
        ("42", "42"),
    ],
)
def test_name_is_kept_as_people_know_it(typed: str, kept: str):
    assert join(make_day(), typed).person.name == kept


@pytest.mark.parametrize(
    "typed", ["", "   ", "🚀🚀", "…", "\u200b", "\u202e", "я" * 81, "\n\n", "-" * 5]
)
def test_name_that_nobody_can_call_is_refused(typed: str):
    game = make_day()

    with pytest.raises(NameUnfitError):
        join(game, typed)

    assert not Person.objects.exclude(user__isnull=False).exists()


@pytest.mark.parametrize("again", ["Вера", "вера", " ВЕРА ", "Ве\u200bра"])
def test_twin_is_asked_about_once_and_then_told_apart(again: str):
    game = make_day()
    join(game, "Вера")

    with pytest.raises(NameTakenError):
        join(game, again)
    second = join(game, again, is_another=True)
    third = join(game, again, is_another=True)

    assert second.person.name.casefold() == "вера 2"
    assert third.person.name.casefold() == "вера 3"


def test_triplets_of_eighty_letters_are_told_apart_too():
    game = make_day()
    long = "я" * 80
    join(game, long)
    told = [join(game, long, is_another=True).person.name for _ in range(11)]

    assert len(set(told)) == 11
    assert all(len(name) <= 80 for name in told)
    assert told[0].endswith(" 2")
    assert told[-1].endswith(" 12")


def test_same_name_in_another_day_is_no_twin():
    join(make_day(), "Вера")

    assert join(make_day(key="other"), "Вера").person.name == "Вера"


def test_closed_door_lets_nobody_in():
    game = make_day()
    shut = door(game)
    Invitation.objects.update(is_open=False)

    with pytest.raises(InvitationClosedError):
        people.join(invitation=shut, name="Вера")

    assert not Seat.objects.filter(role=Role.VOLUNTEER).exists()


def test_day_that_is_over_lets_nobody_in():
    game = make_day(started=False)
    Game.objects.update(state=GameState.OVER)

    with pytest.raises(InvitationClosedError):
        join(game, "Вера")


def test_double_tap_on_join_gives_one_seat():
    game = make_day()
    first = join(game, "Вера", key="k" * 22)

    with pytest.raises(AlreadyDone) as again:
        join(game, "Вера", key="k" * 22)

    assert again.value.made == {"seat": first.pk}
    assert Seat.objects.filter(role=Role.VOLUNTEER).count() == 1


def test_screen_needs_no_name_and_many_screens_may_hang():
    game = make_day()
    wall = door(game, Role.SCREEN)

    seats = [people.join(invitation=wall, name="") for _ in range(2)]

    assert {seat.role for seat in seats} == {Role.SCREEN}
    assert len({seat.token for seat in seats}) == 2


def test_no_invitation_makes_a_master():
    game = make_day()

    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.create(game=game, role=Role.MASTER, code="AAAAAA")


def test_master_takes_one_seat_a_day_however_often_they_come():
    game = make_day()
    user = User.objects.get(username="gleb")

    seats = {people.seat_master(game=game, user=user).pk for _ in range(3)}

    assert seats == {make_master(game).seat_id}
    assert Person.objects.filter(user=user, game=game).count() == 1


def test_masters_name_falls_back_to_the_login():
    game = make_day()
    user = User.objects.create_user("kira")

    assert people.seat_master(game=game, user=user).person.name == "kira"


def test_seat_is_taken_back_once():
    game = make_day()
    vera = make_volunteer(game)
    master = make_master(game)

    first = people.revoke(seat_id=vera.seat_id, by=master)
    again = people.revoke(seat_id=vera.seat_id, by=master)

    assert first.revoked_at == again.revoked_at
    entry = JournalEntry.objects.get(kind="seat_revoked")
    assert f"revoked:{vera.seat_id}" in entry.topics


def test_seat_of_a_master_or_of_another_day_cannot_be_taken_back():
    game, other = make_day(), make_day(key="other")
    master, lora = make_master(game), make_volunteer(other, "Лора")

    for seat_id in (master.seat_id, lora.seat_id, 10**6):
        with pytest.raises(NotFoundHereError):
            people.revoke(seat_id=seat_id, by=master)
    with pytest.raises(NotAllowedError):
        people.revoke(seat_id=lora.seat_id, by=lora)


def test_revoked_seat_commands_nothing():
    game = make_day()
    vera = make_volunteer(game)
    people.revoke(seat_id=vera.seat_id, by=make_master(game))
    gone = Viewer.of_seat(Seat.objects.get(pk=vera.seat_id), language="ru")

    with pytest.raises(NotAllowedError):
        people.revoke(seat_id=1, by=gone)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("acdefh", "ACDEFH"),
        ("AC-DE FH", "ACDEFH"),
        ("АСЕНКМ", "ACEHKM"),  # typed in the Russian layout
        ("аснкмр", "ACHKMP"),
        (" ", ""),
        ("AC1DEF", "ACDEF"),
    ],
)
def test_code_is_read_as_it_was_meant(typed: str, meant: str):
    assert codes.as_typed(typed) == meant


def test_code_can_be_typed_in_either_layout():
    """Six letters, none a look-alike of another or of a digit, each with a Cyrillic twin."""
    twins = str.maketrans("ABCEHKMPTXY", "АВСЕНКМРТХУ")
    for _ in range(200):
        code = codes.invitation_code()
        assert len(code) == 6
        assert not set(code) & set("OIQSLGZ0123456789")
        assert codes.as_typed(code) == code
        assert codes.as_typed(code.translate(twins).lower()) == code


def test_name_is_composed_after_unseen_signs_are_taken_out():
    assert visible("\u05c1\u202e\u0301") == visible("\u0301\u05c1")
    assert visible("й\u200e") == visible("и\u202e\u0306") == "й"
