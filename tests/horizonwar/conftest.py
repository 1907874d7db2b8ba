from __future__ import annotations

import pytest

from horizonwar.live import regions
from horizonwar.live.hub import Hub
from tests.horizonwar import fake_game


@pytest.fixture
def game(settings, monkeypatch):
    """The fake game, fresh, with its own regions and templates."""
    settings.LIVE = fake_game.LIVE
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels.layers.InMemoryChannelLayer"},
    }
    settings.TEMPLATES = [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "loaders": [("django.template.loaders.locmem.Loader", fake_game.TEMPLATES)],
            },
        }
    ]
    # The fake game has no rows, so a connection that an earlier test left must not be looked at.
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)
    monkeypatch.setattr(fake_game, "GAME", fake_game.FakeGame())
    monkeypatch.setattr(regions, "_registry", {})
    regions.register(*fake_game.REGIONS)
    return fake_game.GAME


@pytest.fixture
async def hub(game):
    """The hub of the test's own loop."""
    hub = Hub.current()
    yield hub
    await hub.stop()
