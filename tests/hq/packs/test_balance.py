"""The bundled deck, played by many sensible HQs of any size: the pools bite, to the end."""

from __future__ import annotations

from statistics import mean

import pytest

from hq.enums import CardKind, PoolKind
from hq.scenario import Pack
from tests.hq.packs.day import Day, core, deck, play

DAYS = 300
PEOPLE = (5, 10, 30)
LEFT = (0.03, 0.27)  # what stays at the end of the day, mean, in shares of the ceiling
# Days in which a pool was at nothing before the last turn, at most. On paper nobody brings a way
# of their own or gives from their own pool, as a large crowd will.
EMPTY_EARLY = {5: 0.08, 10: 0.1, 30: 0.2}
HALF = 0.5  # of the ceiling
UNTOUCHED = 0.15  # days in which a pool never came below half before the last turn, at most
FAILED = (0.5, 4.0)  # crises not overcome in a day, mean
CARDS = {5: (18, 22), 10: (33, 37), 30: (37, 41)}  # in a day with the chains, mean


@pytest.fixture(scope="module", params=PEOPLE)
def people(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(scope="module")
def days(pack: Pack, people: int) -> list[Day]:
    return [play(pack, deck(pack, people=people), seed=seed) for seed in range(DAYS)]


def share(pack: Pack, kind: PoolKind, balance: float) -> float:
    return balance / pack.pools.by_kind()[kind].ceiling


@pytest.mark.parametrize("kind", PoolKind)
def test_sensible_day_leaves_little_in_each_pool(pack: Pack, days: list[Day], kind: PoolKind):
    left = share(pack, kind, mean(day.pools[kind] for day in days))

    assert LEFT[0] <= left <= LEFT[1]


@pytest.mark.parametrize("kind", PoolKind)
def test_pool_lasts_until_the_last_turn(days: list[Day], people: int, kind: PoolKind):
    empty = mean(any(pools[kind] == 0 for pools in day.before_last) for day in days)

    assert empty <= EMPTY_EARLY[people]


@pytest.mark.parametrize("kind", PoolKind)
def test_no_pool_stays_untouched(pack: Pack, days: list[Day], kind: PoolKind):
    lowest = [share(pack, kind, min(pools[kind] for pools in day.before_last)) for day in days]

    assert mean(low > HALF for low in lowest) <= UNTOUCHED


def test_day_has_room_for_talk_and_something_goes_wrong(days: list[Day], people: int):
    fewest, most = CARDS[people]

    assert fewest <= mean(len(day.seen) for day in days) <= most
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
