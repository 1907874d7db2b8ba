"""The pages of the whole day: for game masters only, each act asked about first."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from hq import preflight, scenario, snapshots
from hq.enums import GameState
from hq.models import Game
from hq.views import whole
from tests.factories.days import make_day, make_master, make_pack, make_volunteer
from tests.factories.visitors import sit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


@pytest.fixture
def game() -> Game:
    return make_day()


@pytest.fixture
def master(game: Game) -> Client:
    return sit(make_master(game))


@pytest.mark.parametrize("name", ["whole", "whole_file", "reset", "preflight"])
def test_pages_are_for_masters(game, name):
    assert sit(make_volunteer(game)).get(reverse(name)).status_code == 403
    assert Client().get(reverse(name)).status_code == 302


def test_snapshot_is_listed(game, master):
    answer = master.post(reverse("snapshot"), follow=True)

    [taken] = snapshots.listed(game.key)
    assert reverse("go_back", args=[taken.name]) in answer.text
    assert 'class="whole-done"' in answer.text
    assert sit(make_volunteer(game)).post(reverse("snapshot")).status_code == 403


def test_day_is_taken_along_as_a_file(game, master):
    answer = master.get(reverse("whole_file"))

    assert json.loads(answer.content)["rows"]["hq.game"][0]["key"] == game.key
    assert answer["Content-Disposition"] == f'attachment; filename="{game.key}.json"'
    assert "no-store" in answer["Cache-Control"]


def test_going_back_asks_first_and_leads_to_the_console(game, master):
    master.get(reverse("whole"))
    name = snapshots.take(game.key).name
    address = reverse("go_back", args=[name])

    assert master.get(address).status_code == 200
    assert Game.objects.get() == game
    answer = master.post(address, follow=True)

    assert answer.redirect_chain == [(reverse("master"), 302)]
    assert Game.objects.get().pk != game.pk
    assert Game.objects.get().journal.last().person.name == "Глеб"


def test_snapshot_that_is_gone_or_torn_is_told(game, master):
    assert master.get(reverse("go_back", args=["none.json"])).status_code == 404
    name = snapshots.take(game.key).name
    snapshots.path_of(game.key, name).write_text("{")

    answer = master.post(reverse("go_back", args=[name]))

    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert Game.objects.get() == game


@pytest.mark.parametrize(("seats", "people"), [("keep", True), ("drop", False)])
def test_day_begins_anew(monkeypatch, game, master, seats, people):
    make_volunteer(game)
    monkeypatch.setattr(scenario, "find", lambda name: name)
    monkeypatch.setattr(scenario, "read", lambda _path: make_pack())
    assert master.get(reverse("reset")).status_code == 200

    answer = master.post(reverse("reset"), {"seats": seats}, follow=True)

    again = Game.objects.get()
    assert answer.status_code == 200
    assert (again.state, again.people.filter(name="Вера").exists()) == (GameState.BEFORE, people)


def test_pack_that_cannot_be_read_changes_nothing(game, master):
    answer = master.post(reverse("reset"), {"seats": "keep"})  # no bundled pack is called «probe»

    assert answer.status_code == 409
    assert Game.objects.get() == game


def test_list_before_the_doors_open(monkeypatch, master):
    monkeypatch.setattr(preflight, "ask", lambda: None)

    answer = master.get(reverse("preflight"))

    assert 'data-light="bad"' in answer.text
    assert "whole.css" in answer.text
    assert whole.Light.BAD.value == "bad"


def test_panel_sets_aside_and_leads_to_the_page(game):
    client = Client()
    host = User.objects.create_superuser("host", password="x")
    client.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    chosen = {"_selected_action": [str(game.pk)]}

    client.post(reverse("admin:hq_game_changelist"), {**chosen, "action": "set_aside"})
    answer = client.post(reverse("admin:hq_game_changelist"), {**chosen, "action": "open_whole"})

    assert len(snapshots.listed(game.key)) == 1
    assert answer["Location"] == reverse("whole")
    assert client.get(reverse("whole")).status_code == 200
