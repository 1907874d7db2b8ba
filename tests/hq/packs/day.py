"""A day of the deck on paper: what sensible people leave in the pools, with no database.

Sensible: nobody picks what cannot be paid, and a way that eats much of what is left in a pool is
picked less often. Now and then time runs out, a letter is declined, or somebody makes it worse.
From the middle of the day on the tables answer their questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random

from hq.effects import Effect, PoolEffect, ReleaseEffect
from hq.enums import CardKind, PoolKind, WayKind, When
from hq.scenario import Pack
from hq.scenario.schema import AggravationEntry, CardEntry, Cost, StakeEntry, WayEntry

TURNS = 6
MISSED = 1 / 12  # share of crises that run out of time for other reasons than money
DECLINED = 1 / 6  # share of letters that are declined though they could be accepted
KEEP = 0.5  # of a pool's ceiling: what a whole day to come is worth keeping
WORSE = 1 / 5  # share of crises that something makes worse before they are decided

Pools = dict[PoolKind, int]


def deck(pack: Pack, *, people: int) -> tuple[CardEntry, ...]:
    """What an HQ of so many people gets; cards on no turn wait for a chain or a stake."""
    return tuple(card for card in pack.cards if card.turn and card.headcount <= people)


def core(pack: Pack) -> tuple[CardEntry, ...]:
    return deck(pack, people=0)


def is_core(card: CardEntry) -> bool:
    return bool(card.turn) and card.headcount == 0


@dataclass
class Day:
    """One day, played by `dice`."""

    pack: Pack
    dice: Random
    pools: Pools
    seen: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    coming: list[CardEntry] = field(default_factory=list)  # on the next turn
    waiting: list[CardEntry] = field(default_factory=list)  # that turn has opened
    questions: list[StakeEntry] = field(default_factory=list)  # nobody has answered them yet
    after_turn: list[Pools] = field(default_factory=list)

    @property
    def before_last(self) -> list[Pools]:
        return self.after_turn[:-1]

    def play(self, cards: Iterable[CardEntry]) -> None:
        due, self.waiting = [*self.waiting, *cards], []
        while due:
            card = due.pop(0)
            if card.slug not in self.seen:
                self.seen.append(card.slug)
                due += self.feel(self.end(card))

    def close_turn(self) -> None:
        self.after_turn.append(dict(self.pools))
        self.waiting, self.coming = self.coming, []

    def answer(self, *, turns_left: int) -> list[CardEntry]:
        """Questions that the tables answer in the middle of this turn; the cards that come up."""
        if turns_left > TURNS // 2:
            return []
        closed = self.questions[: ceil(len(self.questions) / (turns_left + 1))]
        del self.questions[: len(closed)]
        return [
            card for stake in closed for card in self.feel(self.dice.choice(stake.answers).effects)
        ]

    def end(self, card: CardEntry) -> Sequence[Effect]:
        """Decide a card and pay; the effects of its end."""
        card, brought = self.worsen(card)
        self.coming += brought
        chosen = self.choose(card)
        if chosen is None:
            if card.kind == CardKind.CRISIS:
                self.failed.append(card.slug)
            return card.failure_effects
        for kind, amount in chosen.cost.by_kind().items():
            self.pools[kind] -= amount
        return chosen.effects

    def worsen(self, card: CardEntry) -> tuple[CardEntry, list[CardEntry]]:
        """The card as it lies there after a blunder, and what that brings up."""
        if not card.aggravations or self.dice.random() >= WORSE:
            return card, []
        worse = self.dice.choice(card.aggravations)
        ways = tuple(way.model_copy(update={"cost": dearer(way, worse)}) for way in card.ways)
        brought = [other for other in self.pack.cards if other.slug == worse.releases]
        return card.model_copy(update={"ways": ways}), brought

    def choose(self, card: CardEntry) -> WayEntry | None:
        ways = [way for way in card.ways if self.is_payable(way)]
        if card.kind == CardKind.PROSPECT:
            accept = self.dice.random() >= DECLINED
            wanted = WayKind.ACCEPT if accept else WayKind.DECLINE
            ways = [way for way in ways if way.kind == wanted] or ways
        elif self.dice.random() < MISSED:
            return None
        if not ways:
            return None
        return self.dice.choices(ways, [self.ease(way) for way in ways])[0]

    def is_payable(self, way: WayEntry) -> bool:
        return all(self.pools[kind] >= amount for kind, amount in way.cost.by_kind().items())

    def ease(self, way: WayEntry) -> float:
        """How readily a way is picked: by what it leaves in the pool it hurts most, for today."""
        keep = KEEP * max(0, TURNS - len(self.after_turn) - 1) / TURNS
        spare = {
            kind: max(self.pools[kind] - keep * pool.ceiling, 1)
            for kind, pool in self.pack.pools.by_kind().items()
        }
        bite = max((amount / spare[kind] for kind, amount in way.cost.by_kind().items()), default=0)
        return max(1 - bite, 0.1 / (1 + bite)) ** 2

    def feel(self, effects: Iterable[Effect]) -> list[CardEntry]:
        """Carry out effects; the cards that come up in this turn."""
        by_slug = {card.slug: card for card in self.pack.cards}
        at_once = []
        for effect in effects:
            if isinstance(effect, PoolEffect):
                self.move(effect)
            elif isinstance(effect, ReleaseEffect):
                released = by_slug[effect.card]
                later = effect.when == When.NEXT_TURN
                (self.coming if later else at_once).append(released)
        return at_once

    def move(self, effect: PoolEffect) -> None:
        balance = max(self.pools[effect.pool] + effect.delta, 0)
        if effect.pool == PoolKind.MORALE:
            balance = min(balance, self.pack.pools.morale.ceiling)
        self.pools[effect.pool] = balance


def dearer(way: WayEntry, worse: AggravationEntry) -> Cost:
    shares = {
        kind.value: -(-amount * worse.cost_percent // 100)
        for kind, amount in way.cost.by_kind().items()
    }
    return Cost(**shares)


def play(pack: Pack, cards: Iterable[CardEntry], *, seed: int) -> Day:
    """A whole day of these cards and of what chains and stakes bring up."""
    cards = tuple(cards)
    day = Day(
        pack=pack,
        dice=Random(seed),  # noqa: S311  the same seed, the same day
        pools={kind: pool.start for kind, pool in pack.pools.by_kind().items()},
        questions=[stake for entry in pack.maps for stake in entry.stakes],
    )
    for turn in range(1, TURNS + 1):
        issued = [card for card in cards if card.turn == turn]
        middle = len(issued) // 2
        day.play(issued[:middle])
        day.play([*day.answer(turns_left=TURNS - turn), *issued[middle:]])
        day.close_turn()
    return day
