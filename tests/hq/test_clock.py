from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from hq import clock
from hq.models import Game

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def running(base: int = 0, speed: float = 1.0) -> Game:
    return Game(clock_base=base, clock_since=NOON, clock_speed=speed)


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0, 5_000), (1.5, 6_500), (3600, 3_605_000), (0.0004, 5_000)]
)
def test_running_clock_adds_what_has_run(seconds: float, expected: int):
    assert clock.game_time(running(5_000), NOON + timedelta(seconds=seconds)) == expected


def test_standing_clock_stands():
    game = Game(clock_base=77, clock_since=None)

    assert clock.game_time(game, NOON + timedelta(days=1)) == 77
    assert clock.since_ms(game) is None


def test_moment_before_the_clock_ran_is_its_start():
    """A command that arrived during the pause and got its lock after the resume."""
    assert clock.game_time(running(5_000), NOON - timedelta(seconds=9)) == 5_000


def test_speed_stretches_time():
    assert clock.game_time(running(speed=60.0), NOON + timedelta(seconds=2)) == 120_000


def test_anchor_for_browsers_is_epoch_ms():
    assert clock.since_ms(running()) == 1_795_953_600_000


def test_server_clock_can_be_shifted(settings):
    before = clock.wall()
    settings.CLOCK_SHIFT = 3600

    assert clock.wall() - before >= timedelta(hours=1)
