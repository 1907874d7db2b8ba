"""Figures that an event may set: defaults here, a pack's own in `Game.settings`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from math import ceil
from typing import Any

from hq.models import Game

SHARES = {
    "half": Fraction(1, 2),
    "two_thirds": Fraction(2, 3),
    "all": Fraction(1),
}

MORALE_BANDS: tuple[Mapping[str, Any], ...] = (
    {"level": 3, "name": {"ru": "в строю", "en": "fit for duty"}, "from": 70},
    {"level": 2, "name": {"ru": "устали", "en": "tired"}, "from": 40},
    {"level": 1, "name": {"ru": "на пределе", "en": "at the limit"}, "from": 15},
    {"level": 0, "name": {"ru": "не в состоянии работать", "en": "unfit for work"}, "from": 0},
)

OWN_WAY_COSTS: Mapping[str, Mapping[str, int]] = {
    "cheap": {"energy": 3, "resources": 2, "morale": 0},
    "fair": {"energy": 7, "resources": 5, "morale": 1},
    "dear": {"energy": 14, "resources": 10, "morale": 3},
}


@dataclass(frozen=True, kw_only=True)
class Figures:
    """R-2 and R-3. Seconds where nothing else is said."""

    chorus_window: int = 20
    chorus_share: str = "two_thirds"
    chorus_minimum: int = 2
    present_for: int = 45
    # A phone answers every 4 s and is noted every 5 s: within this it was noted as answering, with
    # three seconds to spare for a busy laptop.
    fresh_for: int = 8
    # Within a chorus a seat that was not noted for so long is lost and leaves the set.
    lost_after: int = 12
    grace: int = 1000  # ms, in the voter's favour
    unseen_after: int = 120  # a collective card that nobody has opened is told of again
    gift_limit: int = 20  # Energy at once
    gift_daily: int = 10  # Energy from one person in a day
    exchange_back: bool = False  # may things be turned back into Resources?
    morale_bands: tuple[Mapping[str, Any], ...] = MORALE_BANDS
    # a volunteer's own way, and what a game master judges it by.
    own_way_letters: int = 300
    own_ways_waiting: int = 2  # of one person on one card
    own_way_costs: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: OWN_WAY_COSTS)
    own_way_chances: tuple[int, ...] = (0, 25, 50)  # of a refusal, per cent
    motion_window: int = 300  # a motion of the HQ lapses after this
    # dispatches.
    dispatch_letters: int = 600
    dispatch_minutes: int = 0  # that players' dispatches are on their way, but to game masters
    dispatch_unread_after: int = 180  # then the game masters are told that nobody reads it

    def voices_needed(self, size: int) -> int:
        """How many of a set of `size` people must give their word (R-3)."""
        return max(self.chorus_minimum, ceil(SHARES[self.chorus_share] * size))


def of(game: Game) -> Figures:
    known = {each.name for each in fields(Figures)}
    own = {name: value for name, value in game.settings.items() if name in known}
    lists = {name: tuple(value) for name, value in own.items() if isinstance(value, list)}
    return Figures(**{**own, **lists})
