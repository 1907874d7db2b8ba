"""Whole battles of three sides by bots through options(): none ends in an illegal state."""

from __future__ import annotations

import os
import statistics
import time

import pytest

from fleets.rules.base import MASTER
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Phase, Status
from tests.fleets.rules.horizon.table import SeededRolls, battle, bot, fleet, seeded

LONGEST = 3000


def play_out(seed: int) -> list[float]:
    """Play one battle of 3 × 8 ships to its end; seconds of each check and apply."""
    chance = seeded(seed)
    rolls = SeededRolls(chance)
    state = battle(fleet("a", "reds"), fleet("b", "blues"), fleet("c", "greens"), rounds=6)
    times: list[float] = []
    while state.phase is not Phase.OVER:
        command = bot(state, chance)
        begun = time.perf_counter()
        refusal = SYSTEM.check(state, command, MASTER)
        assert refusal is None, (command, refusal)
        state = SYSTEM.apply(state, command, rolls).state
        times.append(time.perf_counter() - begun)
        legal_state(state)
        assert len(times) < LONGEST
        if state.phase is Phase.COMMAND and sum(SYSTEM.summary(state).left.values()) == 0:
            break
    return times


def legal_state(state) -> None:
    """What may never be, at any moment."""
    for squadron in state.squadrons.values():
        assert 0 <= squadron.points <= 4
    for ship in state.ships.values():
        assert len(set(ship.damage)) == len(ship.damage)
        assert (ship.status is Status.OUT) == (ship.fatal is not None)
        assert ship.acts <= max(1, ship.profile.speed)
        assert len(ship.fired) <= len(ship.profile.guns)
        assert len(set(ship.fired_at)) == len(ship.fired_at)
    assert all(state.ships[name].active for name in state.acting)
    assert all(state.ships[due.target].active and due.count > 0 for due in state.hits)
    assert state.phase is not Phase.MOVEMENT or state.turn in state.order


def report(times: list[float], battles: int) -> None:
    times.sort()
    print(
        f"\n{battles} battles, {len(times)} commands: median "
        f"{statistics.median(times) * 1000:.3f} ms, p99 "
        f"{times[len(times) * 99 // 100] * 1000:.3f} ms, longest {times[-1] * 1000:.1f} ms"
    )


def test_twenty_battles():
    times = [spent for seed in range(20) for spent in play_out(seed)]
    report(times, 20)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif("LONG_TESTS" not in os.environ, reason="takes minutes: set LONG_TESTS=1")
def test_a_thousand_battles():
    times = [spent for seed in range(1000, 2000) for spent in play_out(seed)]
    report(times, 1000)
