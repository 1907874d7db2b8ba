from __future__ import annotations

import pytest

from hq.models import Game
from tests.contracts.demo import SCRIPT, make_world
from tests.factories.hands import hold


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, db: None) -> Game:
    """A day in which every command was given and every event happened."""
    world = make_world(hold(monkeypatch))
    for step in SCRIPT.values():
        step(world)
    world.game.refresh_from_db()
    return world.game
