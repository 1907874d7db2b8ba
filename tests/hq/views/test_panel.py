"""The admin panel: what is typed there is checked as a pack is, and nothing breaks the day."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from hq.models import Card, Game, Pool
from tests.factories.days import make_day

pytestmark = pytest.mark.django_db


@pytest.fixture
def panel(client: Client) -> Client:
    user = User.objects.create_superuser("root", "", "long enough a word")
    client.force_login(user)
    return client


def form_of(panel: Client, path: str) -> dict[str, Any]:
    """The fields of the change form as a browser would send them back."""
    shown = panel.get(path).context["adminform"].form
    told = {shown.add_prefix(name): shown[name].value() for name in shown.fields}
    for inline in panel.get(path).context["inline_admin_formsets"]:
        management = inline.formset.management_form
        told |= {
            management.add_prefix(name): management[name].value() for name in management.fields
        }
        for form in inline.formset.forms:
            told |= {form.add_prefix(name): form[name].value() for name in form.fields}
    return {name: sendable(value) for name, value in told.items() if value is not None}


def sendable(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, (dict, list)) else value


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("failure_effects", [{"kind": "pool"}]),
        ("failure_effects", "строка"),
        ("title", "строка"),
        ("situation", {"en": "only English"}),
    ],
)
def test_slip_in_a_card_is_refused_by_its_field(panel: Client, field: str, value: Any):
    game = make_day(started=False)
    card = Card.objects.filter(game=game)[0]
    path = f"/admin/hq/card/{card.pk}/change/"

    answer = panel.post(path, form_of(panel, path) | {field: json.dumps(value)})

    assert answer.status_code == 200
    assert field in answer.context["adminform"].form.errors
    before = getattr(card, field)
    card.refresh_from_db()
    assert getattr(card, field) == before


def test_slip_in_the_effects_of_a_way_is_refused(panel: Client):
    game = make_day(started=False)
    card = Card.objects.filter(game=game)[0]
    path = f"/admin/hq/card/{card.pk}/change/"

    told = form_of(panel, path) | {"ways-0-effects": json.dumps([{"kind": "pool"}])}
    answer = panel.post(path, told)

    assert answer.status_code == 200
    assert card.ways.first().effects == []


def test_sound_card_is_saved(panel: Client):
    game = make_day(started=False)
    card = Card.objects.filter(game=game)[0]
    path = f"/admin/hq/card/{card.pk}/change/"

    answer = panel.post(path, form_of(panel, path) | {"title": json.dumps({"ru": "Иначе"})})

    assert answer.status_code == 302
    card.refresh_from_db()
    assert card.title == {"ru": "Иначе"}


@pytest.mark.parametrize("value", [{"chorus_window": "abc"}, {"no_such": 1}, "строка"])
def test_figures_that_do_not_fit_are_refused(panel: Client, value: Any):
    game = make_day(started=False)
    path = f"/admin/hq/game/{game.pk}/change/"

    answer = panel.post(path, form_of(panel, path) | {"settings": json.dumps(value)})

    assert answer.status_code == 200
    assert "settings" in answer.context["adminform"].form.errors


def test_figures_that_fit_are_taken(panel: Client):
    game = make_day(started=False)
    path = f"/admin/hq/game/{game.pk}/change/"
    told = Game.objects.get(pk=game.pk).settings | {"chorus_window": 30}

    answer = panel.post(path, form_of(panel, path) | {"settings": json.dumps(told)})

    assert answer.status_code == 302
    assert Game.objects.get(pk=game.pk).settings["chorus_window"] == 30


def test_ceiling_of_morale_stays_above_what_is_there(panel: Client):
    game = make_day(started=False)
    pool = Pool.objects.get(game=game, kind="morale")

    answer = panel.post(f"/admin/hq/pool/{pool.pk}/change/", {"ceiling": 10})

    assert answer.status_code == 200
    assert "ceiling" in answer.context["adminform"].form.errors
