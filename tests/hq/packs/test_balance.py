"""The core deck of the bundled pack, played by many sensible HQs: the pools bite, to the end."""

from __future__ import annotations

from statistics import mean

import pytest

from hq.enums import CardKind, PoolKind
from hq.scenario import Pack
from tests.hq.packs.day import Day, core, play

DAYS = 400
LEFT = (0.10, 0.25)  # what stays at the end of the day, mean, in shares of the ceiling
EMPTY_EARLY = 0.08  # days in which a pool was at nothing before the last turn, at most
HALF = 0.5  # of the ceiling
UNTOUCHED = 0.15  # days in which a pool never came below half before the last turn, at most
FAILED = (0.5, 2.5)  # crises not overcome in a day, mean
CARDS = (18, 21)  # cards in a day with the chains, mean


@pytest.fixture(scope="module")
def days(pack: Pack) -> list[Day]:
    return [play(pack, core(pack), seed=seed) for seed in range(DAYS)]


def share(pack: Pack, kind: PoolKind, balance: float) -> float:
    return balance / pack.pools.by_kind()[kind].ceiling


@pytest.mark.parametrize("kind", PoolKind)
def test_sensible_day_leaves_little_in_each_pool(pack: Pack, days: list[Day], kind: PoolKind):
    left = share(pack, kind, mean(day.pools[kind] for day in days))

    assert LEFT[0] <= left <= LEFT[1]


@pytest.mark.parametrize("kind", PoolKind)
def test_pool_lasts_until_the_last_turn(days: list[Day], kind: PoolKind):
    empty = mean(any(pools[kind] == 0 for pools in day.before_last) for day in days)

    assert empty <= EMPTY_EARLY


@pytest.mark.parametrize("kind", PoolKind)
def test_no_pool_stays_untouched(pack: Pack, days: list[Day], kind: PoolKind):
    lowest = [share(pack, kind, min(pools[kind] for pools in day.before_last)) for day in days]

    assert mean(low > HALF for low in lowest) <= UNTOUCHED


def test_day_has_room_for_talk_and_something_goes_wrong(days: list[Day]):
    assert CARDS[0] <= mean(len(day.seen) for day in days) <= CARDS[1]
    assert FAILED[0] <= mean(len(day.failed) for day in days) <= FAILED[1]


def test_same_seed_is_the_same_day(pack: Pack):
    first, second = (play(pack, core(pack), seed=7) for _ in range(2))

    assert (first.seen, first.after_turn) == (second.seen, second.after_turn)


@pytest.mark.parametrize("kind", PoolKind)
def test_no_pool_alone_carries_the_core(pack: Pack, kind: PoolKind):
    dearest = [
        max(way.cost.by_kind().get(kind, 0) for way in card.ways)
        for card in core(pack)
        if card.kind == CardKind.CRISIS
    ]

    assert sum(dearest) > pack.pools.by_kind()[kind].ceiling
