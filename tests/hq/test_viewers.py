from __future__ import annotations

import pytest
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import PermissionDenied

from hq import people, viewers
from hq.enums import Board, Role
from hq.models import Seat
from hq.viewers import ACTIVE_SEAT, Viewer
from tests.factories.days import make_day, make_master, make_volunteer

pytestmark = pytest.mark.django_db


def scope(session: dict[str, object], board: str = "hq", language: str = "") -> dict[str, object]:
    return {
        "session": session,
        "query_string": f"language={language}".encode() if language else b"",
        "url_route": {"kwargs": {"board": board}},
    }


def test_active_seat_of_the_session_is_the_viewer():
    game = make_day()
    vera = make_volunteer(game)

    found = viewers.find({ACTIVE_SEAT: vera.seat_id}, language="en-gb")

    assert (found.person_id, found.role, found.name) == (vera.person_id, Role.VOLUNTEER, "Вера")
    assert found.language == "en"


@pytest.mark.parametrize("session", [{}, {ACTIVE_SEAT: None}, {ACTIVE_SEAT: 10**6}])
def test_without_a_seat_there_is_no_viewer(session: dict[str, object]):
    assert viewers.find(session, language="ru") is None


def test_revoked_seat_comes_back_marked():
    game = make_day()
    vera = make_volunteer(game)
    people.revoke(seat_id=vera.seat_id, by=make_master(game))

    assert viewers.find({ACTIVE_SEAT: vera.seat_id}, language="ru").is_revoked


def test_masters_seat_works_only_with_its_own_login():
    game = make_day()
    master = make_master(game)
    user_id = Seat.objects.get(pk=master.seat_id).person.user_id
    session = {ACTIVE_SEAT: master.seat_id}

    assert viewers.find(session, language="ru") is None
    assert viewers.find({**session, SESSION_KEY: str(user_id + 1)}, language="ru") is None
    assert viewers.find({**session, SESSION_KEY: str(user_id)}, language="ru").role == Role.MASTER


@pytest.mark.parametrize(
    ("role", "boards"),
    [
        (Role.MASTER, {Board.MASTER, Board.SCREEN, Board.LEDGER}),
        (Role.VOLUNTEER, {Board.HQ, Board.LEDGER}),
        (Role.SCREEN, {Board.SCREEN, Board.LEDGER}),
        (Role.ONLOOKER, {Board.SCREEN, Board.LEDGER}),
        (Role.CAPTAIN, {Board.LEDGER}),
        (Role.COURIER, {Board.COURIER, Board.LEDGER}),
    ],
)
def test_each_role_has_its_boards(role: Role, boards: set[Board]):
    """Of the HQ; what is not of the HQ enters its own."""
    assert Viewer(game_id=1, role=role).boards & set(Board) == boards


def test_audience_tells_apart_who_may_see_other_things():
    """People of one role share their bytes; roles, games, boards, sides and languages do not."""
    base = {"game_id": 1, "role": "volunteer"}
    vera = Viewer(**base, person_id=1, seat_id=1, name="Вера")
    lora = Viewer(**base, person_id=2, seat_id=2, name="Лора")
    others = [
        Viewer(game_id=2, role="volunteer"),
        Viewer(game_id=1, role="onlooker"),
        Viewer(**base, language="en"),
        Viewer(**base, side="spo"),
        Viewer(**base, table="luna"),
    ]

    assert vera.audience("hq") == lora.audience("hq")
    assert len({vera.audience("hq"), *(other.audience("hq") for other in others)}) == 6
    assert vera.audience("hq") != vera.audience("screen")


def test_socket_finds_its_viewer_and_language():
    game = make_day()
    vera = make_volunteer(game)
    session = {ACTIVE_SEAT: vera.seat_id}

    assert viewers.load_viewer(scope(session)).language == "ru"
    assert viewers.load_viewer(scope(session, language="en")).language == "en"
    assert viewers.load_viewer(scope(session, language="xx")).language == "ru"
    assert viewers.load_viewer(scope({})) is None


def test_socket_of_a_board_that_is_not_theirs_is_refused():
    game = make_day()
    vera = make_volunteer(game)

    with pytest.raises(PermissionDenied):
        viewers.load_viewer(scope({ACTIVE_SEAT: vera.seat_id}, board="master"))
