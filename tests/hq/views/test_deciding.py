"""Taking alone, writing and judging ways over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from hq.enums import CardState, Judgement
from hq.models import Card, Command, Decision, Game, JournalEntry, Way
from hq.viewers import Viewer
from tests.factories.days import (
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    text,
    the_card,
    the_way,
    way,
)
from tests.factories.hands import Hand
from tests.factories.visitors import press, sit

pytestmark = pytest.mark.django_db

BIG = 10**30
IDEA = "Позвонить Бишопу <b>& спросить</b>"


@dataclass
class Scene:
    """A personal card and a card with a deed and an own way that wait."""

    game: Game
    crew: list[Viewer]
    vera: Client
    gleb: Client

    @property
    def own(self) -> Way:
        return Way.objects.get(author__isnull=False)


@pytest.fixture
def scene(hand: Hand) -> Scene:
    game = make_day(
        card("first", way("one", cost={"energy": 7}), mode="personal"),
        card("second", way("one", deed=text("Спойте")), way("two")),
    )
    crew = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    vera = sit(crew[0])
    press(vera, "write_way", the_card(game, "second").pk, text=IDEA)
    return Scene(game=game, crew=crew, vera=vera, gleb=sit(make_master(game)))


def commands(scene: Scene) -> dict[str, tuple[Client, tuple[Any, ...], dict[str, Any]]]:
    return {
        "take": (scene.vera, (the_card(scene.game).pk,), {"way": the_way(scene.game).pk}),
        "write_way": (scene.vera, (the_card(scene.game).pk,), {"text": "Ещё один"}),
        "pass_way": (scene.gleb, (scene.own.pk,), {"cost_energy": "7", "chance": "25"}),
        "refuse_way": (scene.gleb, (scene.own.pk,), {"reason": "Нет связи"}),
    }


NAMES = ("take", "write_way", "pass_way", "refuse_way")


def written() -> tuple[int, int]:
    return JournalEntry.objects.count(), Command.objects.count()


@pytest.mark.parametrize("name", NAMES)
def test_command_is_done_once_with_its_key(scene: Scene, name: str):
    client, args, data = commands(scene)[name]
    before = written()

    assert press(client, name, *args, key="k" * 22, **data).status_code == 204
    once = written()
    assert press(client, name, *args, key="k" * 22, **data).status_code == 204

    assert once[1] == before[1] + 1
    assert written() == once


@pytest.mark.parametrize("name", NAMES)
def test_wrong_role_stranger_and_get_do_nothing(scene: Scene, name: str):
    client, args, data = commands(scene)[name]
    wrong = scene.gleb if client is scene.vera else scene.vera
    before = written()

    assert press(wrong, name, *args, **data).status_code == 409
    assert press(Client(), name, *args, **data)["HX-Redirect"] == "/"
    assert client.get(reverse(name, args=args)).status_code == 405

    assert written() == before


@pytest.mark.parametrize("name", NAMES)
def test_closed_card_refuses_with_a_notice(scene: Scene, name: str):
    client, args, data = commands(scene)[name]
    Card.objects.update(state=CardState.EXPIRED)
    before = written()

    response = press(client, name, *args, **data)

    assert response.status_code == 409
    assert b'id="notice"' in response.content
    assert written() == before


@pytest.mark.parametrize(
    ("name", "data", "status"),
    [
        ("take", {}, 422),
        ("take", {"way": "x"}, 422),
        ("take", {"way": str(BIG)}, 409),
        ("write_way", {}, 409),
        ("write_way", {"text": "ы" * 301}, 409),
        ("write_way", {"text": "\x00"}, 422),
        ("pass_way", {"cost_energy": "-1"}, 422),
        ("pass_way", {"cost_energy": str(BIG)}, 422),
        ("pass_way", {"gain_morale": "x"}, 422),
        ("pass_way", {"chance": "101"}, 422),
        ("pass_way", {"result": "ы" * 301}, 422),
        ("refuse_way", {"reason": ""}, 409),
        ("refuse_way", {"reason": "ы" * 201}, 422),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_written(
    scene: Scene, name: str, data: dict[str, str], status: int
):
    client, args, _data = commands(scene)[name]
    before = written()

    response = press(client, name, *args, **data)

    assert response.status_code == status
    assert b'id="notice"' in response.content
    assert written() == before


@pytest.mark.parametrize("name", NAMES)
def test_addresses_beyond_all_bounds_lead_nowhere(scene: Scene, name: str):
    client, _args, data = commands(scene)[name]

    assert press(client, name, BIG, **data).status_code == 409


def test_terms_reach_the_way(scene: Scene):
    terms = {"cost_energy": "7", "cost_morale": "1", "chance": "25", "gain_resources": "4"}

    press(scene.gleb, "pass_way", scene.own.pk, **terms)

    own = scene.own
    assert (own.cost_energy, own.cost_resources, own.cost_morale) == (7, 0, 1)
    assert (own.refusal_chance, own.judgement) == (25, Judgement.PASSED)
    assert own.effects[0] == {"kind": "pool", "pool": "resources", "delta": 4}


def test_taking_stands_in_the_takers_name(scene: Scene):
    press(scene.vera, "take", the_card(scene.game).pk, way=the_way(scene.game).pk)

    taken = Decision.objects.get(card__slug="first")
    assert taken.taken_by_id == scene.crew[0].person_id
    assert "Вера" in scene.vera.get("/live/hq/").content.decode()


def test_words_of_a_player_are_no_markup(scene: Scene):
    for client, path in ((scene.vera, "/hq/"), (scene.gleb, "/master/")):
        html = client.get(path).content.decode()
        assert "Позвонить Бишопу &lt;b&gt;&amp; спросить&lt;/b&gt;" in html
        assert "<b>& спросить" not in html


def test_pages_hold_the_forms_outside_of_every_region(scene: Scene):
    board, console = (
        c.get(p).content.decode() for c, p in ((scene.vera, "/hq/"), (scene.gleb, "/master/"))
    )

    assert 'id="ask-own-way"' in board
    assert 'maxlength="300"' in board
    assert 'id="ask-pass-way"' in console
    assert 'id="ask-refuse-way"' in console
    for client, path in ((scene.vera, "/live/hq/"), (scene.gleb, "/live/master/")):
        frame = client.get(path).content.decode()
        assert "<textarea" not in frame
        assert "<input" not in frame
