from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from hq.models import Game
from tests.factories.hands import Hand, hold


@pytest.fixture(autouse=True)
def _in_russian() -> Iterator[None]:
    with translation.override("ru"):
        yield


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return hold(monkeypatch)


@pytest.fixture
def wipeable(transactional_db: None) -> Iterator[None]:
    """For tests with real commits: lets the emptying of the tables pass the ledger's trigger."""
    yield
    Game.objects.update(is_wiping=True)
