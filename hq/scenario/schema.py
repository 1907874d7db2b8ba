"""The shape of a scenario pack, for pydantic. Windows are in seconds unless said otherwise."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, PrivateAttr, StrictBool, StrictInt, StrictStr

from hq.effects import (
    LARGEST,
    LONGEST_MINUTES,
    AnyEffect,
    CardSlug,
    Effect,
    Entry,
    Minutes,
    Slug,
    Wording,
)
from hq.enums import (
    Addressee,
    CardKind,
    DecisionMode,
    DispatchWay,
    Level,
    PoolKind,
    Tally,
    Threshold,
    Trigger,
    WayKind,
)
from hq.scenario.beside import Beside
from hq.scenario.places import Place

Amount = Annotated[StrictInt, Field(ge=0, le=LARGEST)]
Seconds = Annotated[StrictInt, Field(ge=1, le=600)]
PerCent = Annotated[StrictInt, Field(ge=0, le=100)]
LevelOfCamp = Annotated[StrictInt, Field(ge=0, le=5)]
Effects = tuple[AnyEffect, ...]


class Band(Entry):
    """A named part of the morale dial, from a share of the ceiling (per cent) upwards (R-2)."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    level: Annotated[StrictInt, Field(ge=min(Level.values), le=max(Level.values))]
    name: Wording
    from_share: Annotated[StrictInt, Field(ge=0, le=100, alias="from")]


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


class OwnWayCosts(Entry):
    """What a game master asks for a volunteer's own way at one tap (R-8)."""

    cheap: Cost
    fair: Cost
    dear: Cost


class Side(Entry):
    slug: Slug
    title: Wording


class Theme(Entry):
    """What chronicle lines are about; the report tells them theme by theme, in this order."""

    slug: Slug
    title: Wording


class Settings(Entry):
    """Figures a pack may set otherwise than `hq.figures`; what it does not name stays as there."""

    chorus_window: Seconds | None = None
    chorus_share: Literal["half", "two_thirds", "all"] | None = None
    chorus_minimum: Annotated[StrictInt, Field(ge=1, le=100)] | None = None  # people
    present_for: Seconds | None = None
    fresh_for: Seconds | None = None
    lost_after: Seconds | None = None
    grace: Annotated[StrictInt, Field(ge=0, le=10_000)] | None = None  # ms
    unseen_after: Seconds | None = None
    gift_limit: Amount | None = None
    gift_daily: Amount | None = None
    exchange_back: StrictBool | None = None
    morale_bands: Annotated[tuple[Band, ...], Field(min_length=1)] | None = None
    own_way_letters: Annotated[StrictInt, Field(ge=1, le=1000)] | None = None
    own_ways_waiting: Annotated[StrictInt, Field(ge=0, le=20)] | None = None
    own_way_costs: OwnWayCosts | None = None
    own_way_chances: Annotated[tuple[PerCent, ...], Field(min_length=1)] | None = None
    motion_window: Annotated[StrictInt, Field(ge=30, le=3600)] | None = None  # seconds
    dispatch_letters: Annotated[StrictInt, Field(ge=20, le=4000)] | None = None
    dispatch_minutes: Annotated[StrictInt, Field(ge=0, le=LONGEST_MINUTES)] | None = None
    dispatch_unread_after: Annotated[StrictInt, Field(ge=10, le=3600)] | None = None  # seconds
    themes: tuple[Theme, ...] | None = None

    def given(self) -> dict[str, object]:
        """What the pack does set, as JSON values under the names of the file."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Answer(Entry):
    """A prepared answer; its effects fire once, when a game master closes the question with it."""

    slug: Slug
    title: Wording
    effects: Effects = ()


class StakeEntry(Entry):
    """A question that hangs on a map, with its prepared answers (R-6)."""

    slug: Slug
    question: Wording
    answers: Annotated[tuple[Answer, ...], Field(min_length=2)]


class PriceEntry(Entry):
    """A thing of the event that Resources buy (R-1)."""

    slug: Slug
    title: Wording
    resources: Annotated[StrictInt, Field(ge=1, le=LARGEST)]


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


class WayEntry(Entry):
    """`deed`: what must be done before the way can be voiced; a game master judges it."""

    slug: Slug
    kind: WayKind = WayKind.OVERCOME
    title: Wording
    text: Wording | None = None
    deed: Wording | None = None
    outcome: Wording | None = None
    cost: Cost = Cost()
    effects: Effects = ()


class AggravationEntry(Entry):
    """What makes the card worse, once (R-7): who or what triggers it, and what it does."""

    trigger: Trigger
    way: Slug | None = None
    after_minutes: Minutes | None = None
    text: Wording | None = None
    cost_percent: Annotated[StrictInt, Field(ge=100, le=1000)] = 100
    minutes_less: Annotated[StrictInt, Field(ge=0, le=LONGEST_MINUTES)] = 0
    releases: CardSlug | None = None
    secret: StrictBool = False  # the room reads it only once it has come true


class CardEntry(Entry):
    """A crisis or a prospect. Texts that are not written yet may be left out."""

    slug: CardSlug
    kind: CardKind
    map: Slug | None = None
    turn: Annotated[StrictInt, Field(ge=0, le=100)] = 1  # 0: comes up by a chain or a stake
    mode: DecisionMode = DecisionMode.COLLECTIVE
    threshold: Threshold = Threshold.PLURALITY
    tally: Tally = Tally.OPEN
    minutes: Minutes | None = None
    until_end: StrictBool = False
    title: Wording
    situation: Wording | None = None
    how: Wording | None = None
    failure: Wording | None = None
    worse: Wording | None = None
    aggravations: tuple[AggravationEntry, ...] = ()
    master_note: Wording | None = None
    headcount: Annotated[StrictInt, Field(ge=0, le=1000)] = 0  # people; 0: the core of the deck
    unfinished: StrictStr = ""  # what is left to finish; while it says anything, no release
    ways: Annotated[tuple[WayEntry, ...], Field(min_length=1)]
    failure_effects: Effects = ()

    def all_effects(self) -> tuple[tuple[Effect, ...], ...]:
        """The effects of each way the card can end."""
        return (*(way.effects for way in self.ways), self.failure_effects)


class CampEntry(Entry):
    """The camp at the start of the day (R-4)."""

    title: Wording | None = None
    defence: LevelOfCamp = 0
    support: LevelOfCamp = 0


class Need(Entry):
    """What an ability asks for: levels of the camp, people in the HQ."""

    defence: LevelOfCamp = 0
    support: LevelOfCamp = 0
    people: Annotated[StrictInt, Field(ge=0, le=1000)] = 0


class AbilityEntry(Entry):
    """What the HQ can do while its condition holds (R-4); its effects fire at each use."""

    slug: Slug
    title: Wording
    text: Wording | None = None
    mode: DecisionMode = DecisionMode.PERSONAL
    needs: Need = Need()
    cost: Cost = Cost()
    uses: Annotated[StrictInt, Field(ge=1, le=99)] = 1
    effects: Annotated[Effects, Field(min_length=1)]


class AddressEntry(Entry):
    """To whom: the HQ, the game masters, a side or a table by its key."""

    kind: Literal[Addressee.HQ, Addressee.MASTERS, Addressee.SIDE, Addressee.TABLE]
    key: Slug | Literal[""] = ""


class DispatchEntry(Entry):
    """A dispatch of the scenario (R-5).

    `at_minutes`: sent by itself at that minute of the day; without it a game master or an effect
    sends it. `minutes`: how long it is on its way, for `way: delayed`. `card` rides on it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    slug: CardSlug
    sender: Annotated[Wording, Field(alias="from")]
    to: Annotated[tuple[AddressEntry, ...], Field(min_length=1, max_length=12)]
    text: Wording
    way: DispatchWay = DispatchWay.AT_ONCE
    minutes: Minutes | None = None
    at_minutes: Annotated[StrictInt, Field(ge=0, le=LONGEST_MINUTES)] | None = None
    card: CardSlug | None = None


class Pack(Entry):
    slug: Slug
    version: Annotated[StrictStr, Field(min_length=1, max_length=20)]
    title: Wording
    tagline: Wording | None = None
    settings: Settings = Settings()
    sides: tuple[Side, ...] = ()
    maps: tuple[MapEntry, ...] = ()
    pools: Pools
    prices: tuple[PriceEntry, ...] = ()
    cards: tuple[CardEntry, ...] = ()
    camp: CampEntry | None = None
    abilities: tuple[AbilityEntry, ...] = ()
    dispatches: tuple[DispatchEntry, ...] = ()

    _place: Place = PrivateAttr(default_factory=Place)
    _sections: tuple[Beside, ...] = PrivateAttr(default=())

    @property
    def place(self) -> Place:
        """Where everything stands in the file it was read from."""
        return self._place

    @property
    def sections(self) -> tuple[Beside, ...]:
        """What other parts of the game read from their files beside it."""
        return self._sections

    def read_at(self, place: Place, sections: tuple[Beside, ...] = ()) -> None:
        """Remember the file's places, for warnings, and the files beside it."""
        self._place = place
        self._sections = sections
