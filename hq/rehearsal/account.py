"""Figures of a day that was played: what became of the cards, how long people had, the pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from django.db.models import QuerySet

from hq.enums import (
    CardKind,
    CardState,
    ChorusState,
    DecisionMode,
    Judgement,
    Phase,
    PoolKind,
    Tally,
    WayKind,
)
from hq.models import (
    Aggravation,
    Card,
    Chorus,
    Decision,
    Game,
    JournalEntry,
    LedgerLine,
    Stake,
    Way,
)
from hq.scenario import Pack

LEAST_A_CARD = 3 * 60  # seconds a collective card of the core must give people
HALF = 0.5  # of a pool's ceiling: a pool that never came below is untouched

Stock = Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Lying:
    """A card on the table, in game seconds. `due`: its deadline, or the end of the day."""

    issued: float
    closed: float
    due: float


def attention(cards: Mapping[str, Lying]) -> dict[str, float]:
    """Seconds people had for each card: its whole time, shared with what lay open beside it."""
    edges = sorted(
        {edge for card in cards.values() for edge in (card.issued, card.closed, card.due)}
    )
    had = dict.fromkeys(cards, 0.0)
    for start, end in pairwise(edges):
        lying = {
            name for name, card in cards.items() if card.issued <= start and card.closed >= end
        }
        for name, card in cards.items():
            if card.issued <= start and card.due >= end:
                had[name] += (end - start) / len(lying | {name})
    return had


def payable(costs: Sequence[Stock], pools: Stock) -> bool:
    """Whether any way can be paid. Nothing to pay with nothing."""
    return any(all(pools[kind] >= amount for kind, amount in cost.items()) for cost in costs)


def told(values: Sequence[float]) -> dict[str, float | int | None]:
    """Median and least of so many values."""
    return {
        "cards": len(values),
        "median": round(median(values)) if values else None,
        "least": round(min(values)) if values else None,
    }


def figures(game: Game, pack: Pack) -> dict[str, Any]:
    cards = list(
        Card.objects.filter(game=game, issued_at__isnull=False)
        .prefetch_related("ways")
        .order_by("issued_at", "pk")
    )
    books = Books(game)
    end = game.clock_base / 1000
    lay = {card.slug: lying(card, end=end) for card in cards}
    had = attention(lay)
    core = [card for card in cards if card.planned_turn and card.headcount == 0]
    together = [card for card in core if card.mode == DecisionMode.COLLECTIVE]
    broken = Chorus.objects.filter(game=game, state=ChorusState.BROKEN)
    return {
        "cards": states_of(cards),
        "core": states_of(core),
        "not_issued": Card.objects.filter(game=game, issued_at__isnull=True).count(),
        "failed": [card.slug for card in cards if has_failed(card)],
        "broken_choruses": dict(Counter(broken.values_list("verdict", flat=True))),
        "seconds_had": {
            "all": told([had[card.slug] for card in cards]),
            "core_collective": told([had[card.slug] for card in together]),
            "core_below_3_minutes": [
                card.slug for card in together if had[card.slug] < LEAST_A_CARD
            ],
            "each": {card.slug: round(had[card.slug]) for card in cards},
        },
        "seconds_until_sealed": told(
            [
                (card.closed_at - (card.issued_at or 0)) / 1000
                for card in cards
                if card.state == CardState.RESOLVED and card.closed_at is not None
            ]
        ),
        "played": played(game),
        "nobody_could_pay": unpaid(cards, pack, books),
        "pools": books.by_turn(),
        "pools_before_last_turn": books.before_last_turn(),
        "open_at_once": most_at_once(list(lay.values())),
        "game_minutes": round(game.clock_base / 60_000),
    }


def states_of(cards: Sequence[Card]) -> dict[str, int]:
    crises = [card for card in cards if card.kind == CardKind.CRISIS]
    letters = [card for card in cards if card.kind == CardKind.PROSPECT]
    return {
        "issued": len(cards),
        "sealed": sum(card.state == CardState.RESOLVED for card in cards),
        "failed": sum(card.state == CardState.EXPIRED for card in crises),
        "lapsed": sum(card.state == CardState.EXPIRED for card in letters),
    }


def played(game: Game) -> dict[str, Any]:
    """What came of all that a day has beside plain voting: each was really played, or it is 0."""
    sealed = Decision.objects.filter(card__game=game, phase=Phase.SEALED)
    ways = Way.objects.filter(card__game=game)
    worse = Aggravation.objects.filter(card__game=game, applied_at__isnull=False)
    shut = Card.objects.filter(game=game, issued_at__isnull=False).exclude(tally=Tally.OPEN)
    return {
        "taken_alone": sealed.filter(taken_by__isnull=False).count(),
        "declined": slugs(sealed.filter(way__kind=WayKind.DECLINE)),
        "behind_a_shut_tally": slugs(sealed.filter(card__in=shut)),
        "deeds": told_ways(ways.filter(author__isnull=True).exclude(deed={}), sealed),
        "own_ways": told_ways(ways.filter(author__isnull=False), sealed),
        "aggravated": dict(Counter(worse.values_list("trigger", flat=True))),
        "stakes": Stake.objects.filter(map__game=game).exclude(answer="").count(),
        "waited_for": slugs_of(Card.objects.filter(game=game, planned_turn=0, turn__isnull=False)),
    }


def slugs(decisions: QuerySet[Decision]) -> list[str]:
    return sorted(decisions.values_list("card__slug", flat=True))


def slugs_of(cards: QuerySet[Card]) -> list[str]:
    return sorted(cards.values_list("slug", flat=True))


def told_ways(ways: QuerySet[Way], sealed: QuerySet[Decision]) -> dict[str, int]:
    """Ways that a game master judged, and those that became the word of the HQ."""
    judged = Counter(ways.values_list("judgement", flat=True))
    return {
        "passed": judged[Judgement.PASSED],
        "refused": judged[Judgement.REFUSED],
        "failed": judged[Judgement.FAILED],
        "sealed": sealed.filter(way__in=ways).count(),
    }


def has_failed(card: Card) -> bool:
    return card.kind == CardKind.CRISIS and card.state == CardState.EXPIRED


def lying(card: Card, *, end: float) -> Lying:
    """`end`: of the day; a card until the end could have been talked over till then."""
    closed = (card.closed_at or 0) / 1000
    due = end if card.due_at is None else max(closed, card.due_at / 1000)
    return Lying(issued=(card.issued_at or 0) / 1000, closed=closed, due=due)


def most_at_once(cards: Sequence[Lying]) -> int:
    return max(
        (sum(other.issued <= card.issued < other.closed for other in cards) for card in cards),
        default=0,
    )


def unpaid(cards: Sequence[Card], pack: Pack, books: Books) -> dict[str, list[str]]:
    """Cards of which no way could be paid: at issue by the pack's prices, at their failure now."""
    entries = {entry.slug: entry for entry in pack.cards}
    at_issue = [
        card.slug
        for card in cards
        if card.slug in entries
        and not payable(
            [named(way.cost.by_kind()) for way in entries[card.slug].ways],
            books.at(card.issued_at or 0),
        )
    ]
    at_deadline = [
        card.slug
        for card in cards
        if card.state == CardState.EXPIRED
        and not payable(
            [named(way.cost) for way in card.ways.all()],
            books.at((card.closed_at or 0) - 1),
        )
    ]
    return {"at_issue": at_issue, "at_deadline": at_deadline}


def named(cost: Mapping[PoolKind, int]) -> Stock:
    return {kind.value: amount for kind, amount in cost.items()}


class Books:
    """The pools over the day, from the ledger."""

    def __init__(self, game: Game) -> None:
        self.ceilings = dict(game.pools.values_list("kind", "ceiling"))
        turns = dict(JournalEntry.objects.filter(game=game).values_list("seq", "turn"))
        self.lines = [
            (line.pool.kind, line.balance_after, line.game_time, turns.get(line.seq, 0))
            for line in LedgerLine.objects.filter(game=game).select_related("pool").order_by("pk")
        ]
        self.turns = range(1, max(turns.values(), default=0) + 1)

    def at(self, moment: int) -> Stock:
        """The balances at game time `moment` (ms)."""
        stock = dict.fromkeys(self.ceilings, 0)
        for kind, balance, at, _turn in self.lines:
            if at <= moment:
                stock[kind] = balance
        return stock

    def by_turn(self) -> dict[int, dict[str, int]]:
        """What was left at the end of each turn; turn 0 is the start."""
        return {
            turn: {
                kind: [
                    after for pool, after, _at, when in self.lines if pool == kind and when <= turn
                ][-1]
                for kind in self.ceilings
            }
            for turn in (0, *self.turns)
        }

    def before_last_turn(self) -> dict[str, dict[str, Any]]:
        """Of each pool: its lowest before the last turn opened, whether it was ever touched."""
        last = max(self.turns, default=0)
        found = {}
        for kind, ceiling in self.ceilings.items():
            lowest = min(
                after for pool, after, _at, when in self.lines if pool == kind and when < last
            )
            over = min(after for pool, after, _at, _when in self.lines if pool == kind)
            found[kind] = {
                "lowest": lowest,
                "was_empty": lowest == 0,
                "lowest_of_day": over,
                "is_untouched": over > HALF * ceiling,
            }
        return found
