"""Game time: whole running milliseconds since the start (DESIGN section 4)."""

from __future__ import annotations

from datetime import datetime

from horizonwar import clock
from hq.models import Game


def wall() -> datetime:
    """The moment on the wall, UTC."""
    return clock.now()


def game_time(game: Game, at: datetime | None = None) -> int:
    """Game time in ms at the moment `at` (default: now). It stands while the clock is paused."""
    if game.clock_since is None:
        return game.clock_base
    run = ((at or wall()) - game.clock_since).total_seconds() * 1000 * game.clock_speed
    return game.clock_base + max(0, round(run))


def since_ms(game: Game) -> int | None:
    """Server's epoch ms since which the clock runs, for browsers; None while it stands."""
    return None if game.clock_since is None else clock.epoch_ms(game.clock_since)
