"""A day of the deck on paper: what sensible people leave in the pools, with no database.

Sensible: nobody picks what cannot be paid, and a way that eats much of what is left in a pool is
picked less often. Now and then time runs out, or a letter is declined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from hq.effects import Effect, PoolEffect, ReleaseEffect
from hq.enums import CardKind, PoolKind, WayKind, When
from hq.scenario import Pack
from hq.scenario.schema import CardEntry, WayEntry

TURNS = 6
MISSED = 1 / 12  # share of crises that run out of time for other reasons than money
DECLINED = 1 / 6  # share of letters that are declined though they could be accepted

Pools = dict[PoolKind, int]


def is_core(card: CardEntry) -> bool:
    return card.headcount == 0


def core(pack: Pack) -> tuple[CardEntry, ...]:
    """What an HQ of five gets; the rest is a reserve for more people."""
    return tuple(card for card in pack.cards if is_core(card))


@dataclass
class Day:
    """One day, played by `dice`."""

    pack: Pack
    dice: Random
    pools: Pools
    seen: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    waiting: list[CardEntry] = field(default_factory=list)  # for the next turn
    after_turn: list[Pools] = field(default_factory=list)

    @property
    def before_last(self) -> list[Pools]:
        return self.after_turn[:-1]

    def turn(self, cards: Iterable[CardEntry]) -> None:
        due, self.waiting = [*cards, *self.waiting], []
        while due:
            card = due.pop(0)
            if card.slug not in self.seen:
                self.seen.append(card.slug)
                due += self.feel(self.end(card))
        self.after_turn.append(dict(self.pools))

    def end(self, card: CardEntry) -> Sequence[Effect]:
        """Decide a card and pay; the effects of its end."""
        chosen = self.choose(card)
        if chosen is None:
            if card.kind == CardKind.CRISIS:
                self.failed.append(card.slug)
            return card.failure_effects
        for kind, amount in chosen.cost.by_kind().items():
            self.pools[kind] -= amount
        return chosen.effects

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
        """How readily a way is picked: by the share it leaves in the pool it hurts most."""
        bites = [amount / self.pools[kind] for kind, amount in way.cost.by_kind().items()]
        return max(1 - max(bites, default=0), 0.1) ** 2

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
                (self.waiting if later else at_once).append(released)
        return at_once

    def move(self, effect: PoolEffect) -> None:
        balance = max(self.pools[effect.pool] + effect.delta, 0)
        if effect.pool == PoolKind.MORALE:
            balance = min(balance, self.pack.pools.morale.ceiling)
        self.pools[effect.pool] = balance


def play(pack: Pack, deck: Iterable[CardEntry], *, seed: int) -> Day:
    """A whole day of `deck` and of what its chains bring up."""
    cards = tuple(deck)
    starts = {kind: pool.start for kind, pool in pack.pools.by_kind().items()}
    day = Day(pack=pack, dice=Random(seed), pools=starts)  # noqa: S311  the same seed, the same day
    for turn in range(1, TURNS + 1):
        day.turn(card for card in cards if card.turn == turn)
    return day
