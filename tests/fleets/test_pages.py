"""The pages and commands of a table over HTTP, as a phone sends them."""

from __future__ import annotations

import json
import secrets
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from fleets.models import Battle
from hq.enums import Role
from hq.models import Invitation
from tests.factories.battles import duel, duellists, fight, give, make_war, seat, to_shooting
from tests.factories.days import make_master, make_volunteer
from tests.factories.visitors import press, sit

pytestmark = pytest.mark.django_db


def send(client: Client, name: str, pk: int, *, key: str = "", **data: Any):
    headers = {"X-Command-Key": key or secrets.token_hex(8), "Accept-Language": "ru"}
    return client.post(reverse(name, args=[pk]), data, headers=headers)


def act(client: Client, battle: Battle, kind: str, *typed, key: str = "", sent=None, **fields):
    data = {"command": json.dumps({"kind": kind, **fields}), **(sent or {})}
    if typed:
        data["dice"] = json.dumps(typed)
    return send(client, "battle_act", battle.pk, key=key, **data)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_table_page_of_a_captain(language):
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    client = sit(red)
    client.post("/language/", {"language": language})

    page = client.get("/", follow=True)

    assert page.redirect_chain[-1][0] in {"/table/", reverse("table")}
    html = page.content.decode()
    for region in ("battle", "squadron", "battle_log", "battle_result", "holding"):
        assert f'id="{region}"' in html
    assert 'data-unit="r1"' in html
    assert "%(" not in html
    frame = client.get("/live/table/", {"table": "luna"}).content.decode()
    assert 'id="battle_log"' in frame


def test_table_page_of_those_who_look_on():
    battle, _, _ = duel()
    for viewer in (
        make_master(battle.game),
        make_volunteer(battle.game),
        seat(battle.game, "Зритель", role=Role.ONLOOKER, table=""),
    ):
        client = sit(viewer)
        response = client.get(reverse("table_at", args=["luna"]))
        assert response.status_code == 200
        assert 'data-unit="b2"' in response.content.decode()
        assert client.get(reverse("table_at", args=["mars"])).status_code == 404
    assert client.get("/table/").status_code == 302


def test_table_page_of_another_table_leads_to_the_own_one():
    _battle, red, _ = duel()

    response = sit(red).get(reverse("table_at", args=["mars"]))

    assert response.url == "/table/"


def test_tables_stand_on_the_boards_of_the_hq():
    battle, _, _ = duel()

    for viewer, path in (
        (make_volunteer(battle.game), "/hq/"),
        (make_master(battle.game), "/master/"),
        (seat(battle.game, "", role=Role.SCREEN, table=""), "/wall/"),
    ):
        html = sit(viewer).get(path).content.decode()
        assert 'id="tables"' in html
        assert html.count('data-left="2"') == 2


def test_act_answers_with_the_line_and_where_the_page_will_be():
    battle, red, _ = duel()

    answer = act(sit(red), battle, "open-round").json()

    battle.game.refresh_from_db()
    assert answer["done"] == {"battle": battle.pk, "line": 1}
    assert (answer["seq"], answer["again"]) == (battle.game.seq, False)
    assert answer["told"]


def test_act_repeated_with_its_key_gets_the_same_answer():
    battle, red, _ = duel()
    client = sit(red)

    first = act(client, battle, "open-round", key="k").json()
    second = act(client, battle, "open-round", key="k").json()

    assert second == {**first, "again": True}
    assert battle.lines.count() == 1


def test_act_refused_tells_the_reason_and_its_code():
    battle, red, _ = duel()

    response = act(sit(red), battle, "move", ship="r1")

    assert response.status_code == 409
    assert response.json()["refused"]["code"] == "not-in-phase"
    assert response.json()["refused"]["text"]


def test_act_wants_dice():
    battle, red, _ = duel()
    client = sit(red)
    act(client, battle, "open-round")

    response = act(client, battle, "roll-initiative", squadron="red", sent={"throw_all": "1"})

    assert response.status_code == 422
    wanted = response.json()["wanted"]
    assert wanted["sides"] == [6, 6]
    assert (wanted["purpose"], wanted["roller"], wanted["roller_name"]) == (
        "initiative",
        "red",
        "red",
    )
    assert act(client, battle, "roll-initiative", [3, 4], squadron="red").json()["dice"] == [[3, 4]]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"command": "no json"},
        {"command": "{}", "dice": "3"},
        {"command": "{}", "dice": "[[1, true]]"},
        {"command": "{}", "dice": '[{"faces": "x"}]'},
        {"command": "[]"},
        {"command": '{"kind": "open-round", "more": 1}'},
        {"command": '{"kind": ["x"]}'},
    ],
)
def test_act_refuses_nonsense_in_a_sentence(data):
    battle, red, _ = duel()

    response = send(sit(red), "battle_act", battle.pk, **data)

    assert response.status_code == 422
    assert response.json()["refused"]["text"]
    assert battle.lines.count() == 0


def test_act_asks_whether_it_is_the_same():
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    give(battle, blue, "fire-gun", (8, 8), (1, 1), ship="b1", gun="g1", target="r1", face="front")
    seen = Battle.objects.get(pk=battle.pk).number
    give(battle, blue, "roll-hit", (2, 4))

    response = act(sit(red), battle, "roll-hit", [2, 4], sent={"seen": seen})

    assert response.status_code == 409
    assert response.json()["same"]["line"] == seen + 1
    assert response.json()["same"]["who"] == "Бруно"


def test_options_are_the_buttons_of_a_ship():
    battle, red, blue = duel()
    to_shooting(battle, red, blue)

    told = sit(blue).get(reverse("battle_options", args=[battle.pk]), {"unit": "b1"}).json()

    kinds = {option["kind"]: option for option in told["options"]}
    assert kinds["fire-gun"]["legal"]
    target = next(c for c in kinds["fire-gun"]["choices"] if c["field"] == "target")
    assert target["values"] == [{"value": "r1", "name": "r1"}, {"value": "r2", "name": "r2"}]
    assert kinds["drop-mine"]["why"]
    assert told["number"] == battle.lines.count()


def test_options_of_the_table_leave_the_ships_out():
    battle, red, _ = duel()

    told = sit(red).get(reverse("battle_options", args=[battle.pk])).json()

    assert next(option["kind"] for option in told["options"]) == "open-round"
    assert all(option["unit"] not in {"r1", "r2"} for option in told["options"])


def test_options_of_another_day_are_nobodys_business():
    _battle, red, _ = duel()
    other = make_war(key="other")
    duellists(other)

    response = sit(red).get(reverse("battle_options", args=[fight(other).pk]))

    assert response.status_code == 409
    assert response.json()["refused"]["code"] == "not-found-here"


def test_look_tells_asks_hands_and_chances():
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    command = {"kind": "fire-gun", "ship": "b1", "gun": "g1", "target": "r1", "face": "rear"}

    told = (
        sit(blue)
        .get(reverse("battle_look", args=[battle.pk]), {"command": json.dumps(command)})
        .json()
    )

    assert told["legal"]
    assert {ask["code"] for ask in told["asks"]} == {"cobra", "wing-over"}
    (forecast,) = told["forecasts"]
    assert (forecast["own"]["dice"], forecast["other"]["dice"]) == ("2d8", "2d6")
    assert 0 < forecast["chances"]["out"] < forecast["chances"]["hit"] < 1


def test_look_says_why_not():
    battle, red, _ = duel()

    told = sit(red).get(
        reverse("battle_look", args=[battle.pk]),
        {"command": json.dumps({"kind": "move", "ship": "r1"})},
    )

    assert (told.json()["legal"], told.json()["forecasts"]) == (False, [])
    assert told.json()["why"]
    nonsense = sit(red).get(reverse("battle_look", args=[battle.pk]), {"command": "x"})
    assert nonsense.status_code == 422


def test_captain_without_staff_rights_goes_the_whole_path():
    game = make_war()
    duellists(game)
    master = sit(make_master(game))
    assert press(master, "battle_open", table="luna", squadrons=["red", "blue"]).status_code == 204
    battle = Battle.objects.get()
    clients = {}
    for side, name in (("spo", "Рита"), ("of", "Бруно")):
        assert press(master, "table_door", table="luna", side=side).status_code == 204
        code = Invitation.objects.get(role=Role.CAPTAIN, side=side).code
        clients[side] = client = Client()
        assert client.post(reverse("join", args=[code]), {"name": name}).status_code == 302
        assert client.get("/", follow=True).redirect_chain[-1][0] == "/table/"
    red, blue = clients["spo"], clients["of"]
    assert press(red, "hold", squadron="red").status_code == 204
    assert press(blue, "hold", side="of").status_code == 204

    act(red, battle, "open-round")
    act(red, battle, "roll-initiative", [1, 1], squadron="red")
    act(blue, battle, "roll-initiative", [6, 6], squadron="blue")
    for client, ships in ((red, ("r1", "r2")), (blue, ("b1", "b2"))):
        for ship in ships:
            act(client, battle, "move", ship=ship)
            act(client, battle, "finish-activation", ship=ship)
    shot = {"gun": "g1", "face": "front"}
    act(blue, battle, "fire-gun", [8, 8], [1, 1], ship="b1", target="r1", **shot)
    act(blue, battle, "roll-hit", [3, 4])
    act(red, battle, "evade", ship="r2")
    act(blue, battle, "fire-gun", [8, 8], [1, 1], ship="b2", target="r2", **shot)
    act(blue, battle, "roll-hit", [3, 4])
    ended = act(red, battle, "end-battle", reason="agreed")
    assert ended.status_code == 200, ended.content.decode()
    assert press(red, "battle_confirm", battle.pk, winner="of").status_code == 204
    assert press(blue, "battle_confirm", battle.pk, winner="of").status_code == 204
    battle.refresh_from_db()
    assert battle.status == "closed"
    assert act(red, battle, "roll-survival", [4], ship="r1").status_code == 200
    assert act(red, battle, "settle-survival", ship="r1").status_code == 409
    assert press(master, "close_aid_window", "luna").status_code == 204
    assert act(red, battle, "settle-survival", ship="r1").status_code == 200
    assert "survival" in battle.lines.get(number=battle.lines.count()).records[0]["kind"]
