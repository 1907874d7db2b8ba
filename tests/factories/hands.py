"""The hand of the clock: tests move it, nobody sleeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from horizonwar import clock


class Hand:
    """Stands at 03:47 until a test moves it."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 29, 3, 47, tzinfo=UTC)

    def move(self, *, seconds: float = 0, minutes: float = 0) -> None:
        self.moment += timedelta(seconds=seconds, minutes=minutes)


def hold(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(clock, "now", lambda: hand.moment)
    return hand
