"""Figures that an event may set: defaults here, a pack's own in `Game.settings`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
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


@dataclass(frozen=True, kw_only=True)
class Figures:
    """R-2 and R-3. Seconds where nothing else is said."""

    chorus_window: int = 20
    chorus_share: str = "two_thirds"
    chorus_minimum: int = 2
    present_for: int = 45
    # A phone answers every 4 s and is noted every 5 s: within this it was noted as answering, with
    # two seconds to spare for a busy laptop.
    fresh_for: int = 12
    # Within a chorus a seat that was not noted for so long is lost and leaves the set.
    lost_after: int = 14
    grace: int = 1000  # ms, in the voter's favour
    gift_limit: int = 20  # Energy at once
    gift_daily: int = 10  # Energy from one person in a day
    exchange_back: bool = False  # may things be turned back into Resources?
    morale_bands: tuple[Mapping[str, Any], ...] = MORALE_BANDS

    def voices_needed(self, size: int) -> int:
        """How many of a set of `size` people must give their word (R-3)."""
        return max(self.chorus_minimum, ceil(SHARES[self.chorus_share] * size))


def of(game: Game) -> Figures:
    known = {field.name for field in fields(Figures)}
    own = {name: value for name, value in game.settings.items() if name in known}
    if "morale_bands" in own:
        own["morale_bands"] = tuple(own["morale_bands"])
    return Figures(**own)
