"""Every race is run twice with the same steps: with the lock, and as a twin without it.

The twin must show the fault, else the race would prove nothing about the lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db.models import QuerySet

from hq import journal
from tests.factories.hands import Hand, hold


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return hold(monkeypatch)


@pytest.fixture(params=[True, False], ids=["locked", "unlocked twin"])
def locked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, wipeable: None) -> bool:
    """False: commands run in autocommit, with no queue, no transaction and no row lock."""
    if not request.param:
        monkeypatch.setattr(journal, "durable", unlocked)
        monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_told: rows)
    return request.param


@contextmanager
def unlocked() -> Iterator[None]:
    yield
