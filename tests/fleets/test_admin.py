"""The panel shows squadrons, battles and lines, and changes none of them."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from fleets.models import Battle, Dispute, HouseRules, Line, SceneThing, Squadron
from tests.factories.battles import duel, to_movement

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", [Battle, Dispute, HouseRules, Line, SceneThing, Squadron])
def test_panel_shows_and_never_changes(model):
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    boss = User.objects.create_superuser("boss")
    client = Client()
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    name = model._meta.model_name

    listed = client.get(reverse(f"admin:fleets_{name}_changelist"))

    assert listed.status_code == 200
    assert client.get(reverse(f"admin:fleets_{name}_add")).status_code == 403
    first = model.objects.first()
    if first is not None:
        path = reverse(f"admin:fleets_{name}_change", args=[first.pk])
        assert client.get(path).status_code == 200
        assert client.post(path, {}).status_code == 403
        assert str(first)
    assert model in admin.site._registry
