"""The shape of a scenario pack, for pydantic. Windows are in seconds unless said otherwise."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, PrivateAttr, StrictBool, StrictInt, StrictStr

from hq.effects import LARGEST, AnyEffect, CardSlug, Effect, Entry, Minutes, Slug, Wording
from hq.enums import CardKind, DecisionMode, Level, PoolKind, Threshold, WayKind
from hq.scenario.places import Place

Amount = Annotated[StrictInt, Field(ge=0, le=LARGEST)]
Seconds = Annotated[StrictInt, Field(ge=1, le=600)]
Effects = tuple[AnyEffect, ...]


class Band(Entry):
    """A named part of the morale dial, from a share of the ceiling (per cent) upwards (R-2)."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    level: Annotated[StrictInt, Field(ge=min(Level.values), le=max(Level.values))]
    name: Wording
    from_share: Annotated[StrictInt, Field(ge=0, le=100, alias="from")]


class Settings(Entry):
    """Figures a pack may set otherwise than `hq.figures`; what it does not name stays as there."""

    chorus_window: Seconds | None = None
    chorus_share: Literal["half", "two_thirds", "all"] | None = None
    chorus_minimum: Annotated[StrictInt, Field(ge=1, le=100)] | None = None  # people
    present_for: Seconds | None = None
    fresh_for: Seconds | None = None
    lost_after: Seconds | None = None
    grace: Annotated[StrictInt, Field(ge=0, le=10_000)] | None = None  # ms
    gift_limit: Amount | None = None
    morale_bands: Annotated[tuple[Band, ...], Field(min_length=1)] | None = None

    def given(self) -> dict[str, object]:
        """What the pack does set, as JSON values under the names of the file."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Side(Entry):
    slug: Slug
    title: Wording


class Answer(Entry):
    slug: Slug
    title: Wording


class StakeEntry(Entry):
    """A question that hangs on a map, with its prepared answers (R-6)."""

    slug: Slug
    question: Wording
    answers: Annotated[tuple[Answer, ...], Field(min_length=2)]


class MapEntry(Entry):
    slug: Slug
    title: Wording
    summary: Wording | None = None
    stakes: tuple[StakeEntry, ...] = ()


class PoolEntry(Entry):
    """`ceiling` is the full scale of the dial; for morale also its upper bound."""

    start: Amount
    ceiling: Annotated[StrictInt, Field(ge=1, le=LARGEST)]


class Pools(Entry):
    energy: PoolEntry
    resources: PoolEntry
    morale: PoolEntry

    def by_kind(self) -> dict[PoolKind, PoolEntry]:
        """The pools in locking order."""
        entries = {
            PoolKind.ENERGY: self.energy,
            PoolKind.RESOURCES: self.resources,
            PoolKind.MORALE: self.morale,
        }
        return {kind: entries[kind] for kind in PoolKind}


class Cost(Entry):
    energy: Amount = 0
    resources: Amount = 0
    morale: Amount = 0

    def by_kind(self) -> dict[PoolKind, int]:
        """What it takes, by pool in locking order; pools it does not touch are left out."""
        amounts = {
            PoolKind.ENERGY: self.energy,
            PoolKind.RESOURCES: self.resources,
            PoolKind.MORALE: self.morale,
        }
        return {kind: amounts[kind] for kind in PoolKind if amounts[kind]}


class WayEntry(Entry):
    slug: Slug
    kind: WayKind = WayKind.OVERCOME
    title: Wording
    text: Wording | None = None
    outcome: Wording | None = None
    cost: Cost = Cost()
    effects: Effects = ()


class CardEntry(Entry):
    """A crisis or a prospect. Texts that are not written yet may be left out."""

    slug: CardSlug
    kind: CardKind
    map: Slug | None = None
    turn: Annotated[StrictInt, Field(ge=1, le=100)] = 1
    mode: DecisionMode = DecisionMode.COLLECTIVE
    threshold: Threshold = Threshold.PLURALITY
    minutes: Minutes | None = None
    until_end: StrictBool = False
    title: Wording
    situation: Wording | None = None
    how: Wording | None = None
    failure: Wording | None = None
    worse: Wording | None = None
    master_note: Wording | None = None
    ways: Annotated[tuple[WayEntry, ...], Field(min_length=1)]
    failure_effects: Effects = ()

    def all_effects(self) -> tuple[tuple[Effect, ...], ...]:
        """The effects of each way the card can end."""
        return (*(way.effects for way in self.ways), self.failure_effects)


class Pack(Entry):
    slug: Slug
    version: Annotated[StrictStr, Field(min_length=1, max_length=20)]
    title: Wording
    tagline: Wording | None = None
    settings: Settings = Settings()
    sides: tuple[Side, ...] = ()
    maps: tuple[MapEntry, ...] = ()
    pools: Pools
    cards: tuple[CardEntry, ...] = ()

    _place: Place = PrivateAttr(default_factory=Place)

    @property
    def place(self) -> Place:
        """Where everything stands in the file it was read from."""
        return self._place

    def read_at(self, place: Place) -> None:
        """Remember the file's places, for warnings."""
        self._place = place
