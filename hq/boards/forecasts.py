"""What paying the open crises would take. A crisis is paid by one way, so ways are chosen whole.

Every open crisis that is still talked over counts, personal ones too; what is voiced counts as
promised already and is left out; prospects are an offer and stand apart. Of each crisis one way is
chosen, and the costs of the chosen ways are summed in all three pools together. All choices are
looked through, less those that another undercuts in every pool. If some choice fits into what is
free, there is a choice that pays for all. The cheapest is the one that is short of least, then the
one that takes the least share of what is free. With more than `MOST` choices left only the
cheapest go on, and a «no» becomes «perhaps not» (`is_exact`).

The range of a pool is that pool alone: the least and the most that the choices can take of it. Its
two ends may belong to different choices.
"""

from __future__ import annotations

from collections.abc import Iterable

from hq.boards import reads
from hq.boards.views import ForecastAmount, ForecastLine, ForecastView
from hq.enums import CardKind, CardState, Phase, PoolKind, WayKind
from hq.models import Card, Way
from hq.viewers import Viewer

Cost = tuple[int, ...]  # by pool, in their order

MOST = 100
NOTHING: Cost = (0,) * len(PoolKind)


def forecast(viewer: Viewer) -> ForecastView:
    rows = [row for row in reads.cards(viewer) if _is_talked_over(row)]
    crises = [_costs(row.ways.all()) for row in rows if row.kind == CardKind.CRISIS]
    offers = [_costs(_acceptances(row)) for row in rows if row.kind == CardKind.PROSPECT]
    known = reads.free(viewer)
    free = tuple(max(0, known[kind]) for kind in PoolKind)
    taken, is_exact = viewer.once("paid", lambda: cheapest(crises, free))
    left = tuple(max(0, have - take) for have, take in zip(free, taken, strict=True))
    offered, _is_exact = viewer.once("accepted", lambda: cheapest(offers, left))
    return ForecastView(
        cards=len(crises),
        covers=_missing(taken, free) == 0,
        covers_any=all(most <= have for most, have in zip(_most(crises), free, strict=True)),
        is_exact=is_exact,
        lines=_lines(crises, taken, free),
        prospects=len(offers),
        offered=tuple(
            ForecastAmount(
                kind=kind.value, name=str(kind.label), amount=amount, missing=max(0, amount - have)
            )
            for kind, amount, have in zip(PoolKind, offered, left, strict=True)
            if amount
        ),
    )


def cheapest(cards: Iterable[list[Cost]], free: Cost) -> tuple[Cost, bool]:
    """The sums of the cheapest choice of one cost a card, and whether all choices were compared."""
    front, is_exact = [NOTHING], True
    for options in cards:
        sums = {_add(known, cost) for known in front for cost in _undercut(options)}
        front = _undercut(sums)
        if len(front) > MOST:
            front, is_exact = sorted(front, key=lambda cost: _price(cost, free))[:MOST], False
    return min(front, key=lambda cost: _price(cost, free)), is_exact


def _lines(crises: list[list[Cost]], taken: Cost, free: Cost) -> tuple[ForecastLine, ...]:
    least = _sum(tuple(map(min, zip(*options, strict=True))) for options in crises)
    most = _most(crises)
    return tuple(
        ForecastLine(
            kind=kind.value,
            name=str(kind.label),
            least=least[at],
            most=most[at],
            free=free[at],
            taken=taken[at],
            left=max(0, free[at] - taken[at]),
            missing=max(0, taken[at] - free[at]),
        )
        for at, kind in enumerate(PoolKind)
        if most[at]
    )


def _most(cards: list[list[Cost]]) -> Cost:
    return _sum(tuple(map(max, zip(*options, strict=True))) for options in cards)


def _undercut(costs: Iterable[Cost]) -> list[Cost]:
    """Without those that another costs no more than in any pool.

    In order of the first pool each can only be undercut by an earlier one, so it is enough to
    remember the best of the other two.
    """
    kept: list[Cost] = []
    for cost in sorted(set(costs)):
        if not any(other[1] <= cost[1] and other[2] <= cost[2] for other in kept):
            kept.append(cost)
    return kept


def _price(cost: Cost, free: Cost) -> tuple[int, int, Cost]:
    shares = (amount * 1000 // max(have, 1) for amount, have in zip(cost, free, strict=True))
    return _missing(cost, free), sum(shares), cost


def _missing(cost: Cost, free: Cost) -> int:
    return sum(max(0, amount - have) for amount, have in zip(cost, free, strict=True))


def _add(one: Cost, other: Cost) -> Cost:
    return tuple(map(sum, zip(one, other, strict=True)))


def _sum(costs: Iterable[Cost]) -> Cost:
    total = NOTHING
    for cost in costs:
        total = _add(total, cost)
    return total


def _costs(ways: Iterable[Way]) -> list[Cost]:
    """What each way that stands would take; a card without one takes nothing as far as we know."""
    told = [tuple(way.cost.get(kind, 0) for kind in PoolKind) for way in ways if way.can_be_backed]
    return told or [NOTHING]


def _acceptances(row: Card) -> list[Way]:
    return [way for way in row.ways.all() if way.kind != WayKind.DECLINE]


def _is_talked_over(row: Card) -> bool:
    return row.state == CardState.OPEN and row.decision.phase == Phase.DELIBERATION
