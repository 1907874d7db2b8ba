"""The captain's pages of squadrons: what they show, what they send, what a refusal leaves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from fleets import paper, rosters
from fleets.models import Squadron
from hq.models import Game, JournalEntry
from hq.viewers import Viewer
from tests.factories.battles import duellists, fight, make_war, seat
from tests.factories.days import make_master
from tests.factories.visitors import sit
from tests.fleets.test_rosters import CARD, TEXT

pytestmark = pytest.mark.django_db

FORM: dict[str, Any] = {
    "name": "Игла",
    "type": "small",
    "speed": "3",
    "defence": "2d6",
    "gun": ["2d8", "2d6", "", ""],
    "arc": ["front", "turret", "front", "front"],
    "piloting": "2d8",
    "upgrades": ["shields", "decoy"],
    "printed_base": "",
    "printed_full": "",
    "crew": "Мира\nЯн\n",
    "count": "2",
}


@pytest.fixture
def game() -> Game:
    game = make_war()
    duellists(game)
    return game


@pytest.fixture
def rita(game: Game) -> Viewer:
    return seat(game, "Рита", side="spo")


@pytest.fixture
def phone(rita: Viewer) -> Client:
    return sit(rita)


def red() -> Squadron:
    return Squadron.objects.get(slug="red")


def blue() -> Squadron:
    return Squadron.objects.get(slug="blue")


def page(client: Client, name: str, *args: Any, **query: str) -> Any:
    return client.get(reverse(name, args=args), query)


def send(client: Client, page_name: str, /, *args: Any, **data: Any) -> Any:
    return client.post(reverse(page_name, args=args), data)


def ships_of(row: Squadron) -> list[str]:
    row.refresh_from_db()
    return [ship["name"] for ship in row.roster["ships"]]


# --- the list


def test_list_shows_the_own_side_and_ready_ones_of_it(game, phone):
    Squadron.objects.create(
        game=game,
        slug="r",
        side="spo",
        table="luna",
        name="Готовая",
        from_pack=True,
        roster=red().roster,
    )
    Squadron.objects.create(
        game=game,
        slug="b",
        side="of",
        table="luna",
        name="Чужая готовая",
        from_pack=True,
        roster=red().roster,
    )

    html = page(phone, "squadrons").content.decode()

    assert "Готовая" in html
    assert ">red<" in html
    assert "blue" not in html
    assert "Чужая" not in html


def test_list_builds_a_squadron_and_goes_there(phone):
    response = send(phone, "squadrons", name="Заря", side="spo", table="luna", key="k")

    row = Squadron.objects.get(name="Заря")
    assert response.url == reverse("squadron", args=[row.pk])
    again = send(phone, "squadrons", name="Заря", side="spo", table="luna", key="k")
    assert (again.url, Squadron.objects.count()) == (response.url, 3)


def test_list_keeps_what_was_typed_and_tells_every_fault(phone):
    bad = TEXT.replace("| 3 |", "| fast |") + "Слова\n"

    response = send(phone, "squadrons", text=bad, side="spo", table="luna")

    html = response.content.decode()
    assert response.status_code == 422
    assert "4: № 1, скорость" in html
    assert "5: Это не корабль" in html
    assert "fast" in html
    assert Squadron.objects.count() == 2


def test_pages_are_for_seats(game):
    assert Client().get(reverse("squadrons")).status_code == 302
    assert send(Client(), "squadron_drop", red().pk, unit="r1").status_code == 302
    assert len(ships_of(red())) == 2


# --- a squadron


def test_squadron_shows_its_cards_with_cost_and_limits(phone):
    html = page(phone, "squadron", red().pk).content.decode()

    assert html.count('class="shipcard"') == 2
    assert "r1" in html


def test_squadron_of_another_side_is_nowhere_on_a_captains_phone(phone):
    for name in ("squadron", "squadron_card", "squadron_text", "squadron_print", "squadron_json"):
        assert page(phone, name, blue().pk).status_code == 404, name
    assert send(phone, "squadron_weigh", blue().pk, **FORM).status_code == 404


def test_master_sees_them_all(game):
    desk = sit(make_master(game))

    assert page(desk, "squadron", blue().pk).status_code == 200
    assert "blue" in page(desk, "squadrons").content.decode()


def test_heading_is_changed_and_a_refusal_keeps_the_page(phone):
    response = send(phone, "squadron", red().pk, name="Красные", commander="r2", traits="tactician")
    assert response.status_code == 302
    assert (red().name, red().roster["commander"]) == ("Красные", "r2")

    response = send(phone, "squadron", red().pk, name="", commander="r2")
    assert response.status_code == 422
    assert red().name == "Красные"


def test_card_form_begins_with_a_template_or_the_ship(phone):
    assert "2d10" in page(phone, "squadron_card", red().pk, like="gunship").content.decode()
    assert page(phone, "squadron_card", red().pk, like="nothing").status_code == 200
    assert 'value="r1"' in page(phone, "squadron_card", red().pk, unit="r1").content.decode()
    assert page(phone, "squadron_card", red().pk, unit="r9").status_code == 404


def test_card_form_adds_ships(phone):
    response = send(phone, "squadron_card", red().pk, **FORM)

    assert response.status_code == 302
    assert ships_of(red()) == ["r1", "r2", "Игла", "Игла"]
    ship = red().roster["ships"][2]
    assert [gun["id"] for gun in ship["guns"]] == ["g1", "g2"]
    assert (ship["guns"][1]["arc"], ship["crew"]) == ("turret", ["Мира", "Ян"])


def test_card_form_takes_any_printed_cost(phone):
    sent = {**FORM, "printed_base": "3", "printed_full": "99", "unit": "r1"}

    assert send(phone, "squadron_card", red().pk, **sent).status_code == 302
    assert red().roster["ships"][0]["printed_cost"] == [3, 99]
    assert "99" in page(phone, "squadron", red().pk).content.decode()


def test_card_form_keeps_what_was_typed_when_it_does_not_fit(phone):
    sent = {**FORM, "speed": "много", "printed_base": "5", "name": "Странная"}

    response = send(phone, "squadron_card", red().pk, **sent)

    html = response.content.decode()
    assert response.status_code == 422
    assert "Странная" in html
    assert "скорость" in html
    assert ships_of(red()) == ["r1", "r2"]


def test_card_form_is_not_for_ready_squadrons(phone):
    Squadron.objects.update(from_pack=True)

    assert page(phone, "squadron_card", red().pk).status_code == 403


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "15 <span>(18)"),
        ({"speed": "9"}, "Скорость 9"),
        ({"printed_base": "40", "printed_full": "44"}, "40"),
        ({"name": ""}, "имя пустое"),
    ],
)
def test_weighing_tells_cost_limits_or_faults(phone, changes, told):
    html = send(phone, "squadron_weigh", red().pk, **{**FORM, **changes}).content.decode()

    assert told in html


# --- one tap


def test_ship_is_taken_off(phone):
    send(phone, "squadron_drop", red().pk, unit="r1")

    assert ships_of(red()) == ["r2"]
    assert send(phone, "squadron_drop", red().pk, unit="r1").status_code == 409


def test_ready_squadron_is_copied_and_only_the_copy_changes(phone):
    Squadron.objects.update(from_pack=True)
    assert send(phone, "squadron_drop", red().pk, unit="r1").status_code == 409

    response = send(phone, "squadron_copy", red().pk)

    made = Squadron.objects.get(slug="luna-spo-1")
    assert response.url.startswith(reverse("squadron", args=[made.pk]))
    send(phone, "squadron_drop", made.pk, unit="luna-spo-1-1")
    assert (ships_of(made), len(ships_of(red()))) == (["r2"], 2)


def test_fighting_squadron_is_left_alone(game, phone):
    fight(game)

    assert send(phone, "squadron_drop", red().pk, unit="r1").status_code == 409
    assert send(phone, "squadron_retire", red().pk).status_code == 409
    assert len(ships_of(red())) == 2


def test_squadron_is_retired(phone):
    assert send(phone, "squadron_retire", red().pk).url == reverse("squadrons")
    assert page(phone, "squadron", red().pk).status_code == 404


def test_master_lets_a_limit_pass_and_the_captain_sees_who(game, rita, phone):
    row = rosters.put_unit(squadron_id=red().pk, values={**CARD, "speed": 9}, by=rita)
    desk = sit(make_master(game))
    limit = {"code": "speed-off-limits", "unit": "red-1", "lets": "1"}

    assert send(phone, "squadron_let_pass", row.pk, **limit).status_code == 409
    send(desk, "squadron_let_pass", row.pk, **limit)

    assert "разрешил мастер: Глеб" in page(phone, "squadron", row.pk).content.decode()
    assert JournalEntry.objects.latest("seq").kind == "limit_let_pass"
    assert send(desk, "squadron_let_pass", row.pk, code="").status_code == 422


# --- texts and print


def test_texts_go_out_and_come_back(phone):
    lines = page(phone, "squadron_txt", red().pk)
    whole = page(phone, "squadron_json", red().pk)

    assert lines.content.decode() == paper.of("horizon").as_lines(
        paper.of("horizon").decode(red().roster)
    )
    assert lines["Content-Disposition"] == 'attachment; filename="red.txt"'
    assert json.loads(whole.content)["name"] == "red"
    assert send(phone, "squadron_text", red().pk, text=whole.content.decode()).status_code == 302
    assert ships_of(red()) == ["r1", "r2"]


def test_bad_text_changes_nothing_and_stays_in_the_field(phone):
    response = send(phone, "squadron_text", red().pk, text=TEXT + "Мимо\n")

    html = response.content.decode()
    assert response.status_code == 422
    assert "5: Это не корабль" in html
    assert "Мимо" in html
    assert ships_of(red()) == ["r1", "r2"]


@pytest.mark.parametrize(
    ("asked", "sheet"), [("a4", "is-a4"), ("letter", "is-letter"), ("x", "is-a4")]
)
def test_print_numbers_ships_and_boxes(phone, asked, sheet):
    html = page(phone, "squadron_print", red().pk, paper=asked).content.decode()

    assert sheet in html
    assert html.count('<article class="paper-card') == 2
    assert [f"<b>2.{box}</b>" in html for box in range(1, 6)] == [True] * 5


@pytest.mark.parametrize("language", ["ru", "en"])
def test_pages_render_in_both_languages(phone, language):
    phone.cookies["django_language"] = language

    for name in ("squadron", "squadron_card", "squadron_text", "squadron_print"):
        assert page(phone, name, red().pk).status_code == 200, name
    assert page(phone, "squadrons").status_code == 200
