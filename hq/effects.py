"""Effects of an outcome as data: checked when read, plain when stored.

Stored as a list of dicts on ways and cards. What carries them out is another module; this one
knows their fields and nothing of the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictInt,
    StrictStr,
    TypeAdapter,
    model_validator,
)
from pydantic_core import PydanticCustomError

from hq.enums import AidKind, DecisionMode, Measure, PoolKind, StrokeForm, When

# Far above any figure of a day and well inside the database's integers.
LARGEST = 10_000
LONGEST_MINUTES = 24 * 60

SLUG = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"
Slug = Annotated[StrictStr, Field(pattern=SLUG, max_length=50)]
CardSlug = Annotated[StrictStr, Field(pattern=SLUG, max_length=60)]
Minutes = Annotated[StrictInt, Field(ge=1, le=LONGEST_MINUTES)]


class Entry(BaseModel):
    """What everything read from a pack shares: fixed fields, never changed after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Wording(Entry):
    """A text in the languages of the game. Russian comes first and is never missing."""

    ru: Annotated[StrictStr, Field(min_length=1)]
    en: StrictStr = ""


class PoolEffect(Entry):
    """Adds to a pool, or takes from it (a pool never goes below zero)."""

    kind: Literal["pool"] = "pool"
    pool: PoolKind
    delta: Annotated[StrictInt, Field(ge=-LARGEST, le=LARGEST)]

    @model_validator(mode="after")
    def check_delta(self) -> Self:
        if self.delta == 0:
            raise PydanticCustomError("delta_zero", "a change of zero")
        return self


class ChronicleEffect(Entry):
    """Writes a line into the chronicle: what the war did to the world."""

    kind: Literal["chronicle"] = "chronicle"
    text: Wording
    theme: Slug | Literal[""] = ""


class ReleaseEffect(Entry):
    """Brings up another card of the pack: now, after some minutes of game time, or next turn."""

    kind: Literal["release"] = "release"
    card: CardSlug
    when: When
    after_minutes: Minutes | None = None

    @model_validator(mode="after")
    def check_delay(self) -> Self:
        if self.when == When.AFTER and self.after_minutes is None:
            raise PydanticCustomError("delay_missing", "after what time?")
        if self.when != When.AFTER and self.after_minutes is not None:
            raise PydanticCustomError("delay_unused", "a delay that nothing waits for")
        return self


class CampEffect(Entry):
    """Moves a level of the camp, between 0 and 5 (R-4)."""

    kind: Literal["camp"] = "camp"
    measure: Measure
    delta: Annotated[StrictInt, Field(ge=-5, le=5)]

    @model_validator(mode="after")
    def check_delta(self) -> Self:
        if self.delta == 0:
            raise PydanticCustomError("delta_zero", "a change of zero")
        return self


class CommandEffect(Entry):
    """Raises the command points of a map, a side, or a side on one map, for some rounds."""

    kind: Literal["command"] = "command"
    map: Slug | Literal[""] = ""
    side: Slug | Literal[""] = ""
    points: Annotated[StrictInt, Field(ge=1, le=2)] = 1
    rounds: Annotated[StrictInt, Field(ge=1, le=20)]

    @model_validator(mode="after")
    def check_place(self) -> Self:
        if not self.map and not self.side:
            raise PydanticCustomError("place_missing", "for which map or side?")
        return self


class AidEffect(Entry):
    """Brings rescue aids into the HQ's stock (H-8)."""

    kind: Literal["aid"] = "aid"
    aid: AidKind
    count: Annotated[StrictInt, Field(ge=1, le=20)] = 1
    title: Wording | None = None
    mode: DecisionMode = DecisionMode.PERSONAL


class DispatchEffect(Entry):
    """Sends a dispatch of the pack, by its own way; `after_minutes` instead of its own time."""

    kind: Literal["dispatch"] = "dispatch"
    dispatch: CardSlug
    after_minutes: Minutes | None = None


class HastenEffect(Entry):
    """What is on its way arrives so many minutes sooner."""

    kind: Literal["hasten"] = "hasten"
    minutes: Minutes


class LookEffect(Entry):
    """The HQ is told of the next scheduled card."""

    kind: Literal["look"] = "look"


class StrokeEffect(Entry):
    """Gives a side the one stroke, or the ways into the deep Umbra; `map`: where it was won."""

    kind: Literal["stroke"] = "stroke"
    form: StrokeForm = StrokeForm.STRIKE
    side: Slug | Literal[""] = ""
    map: Slug | Literal[""] = ""


class AbilityEffect(Entry):
    """Uses an ability that the HQ has voted for."""

    kind: Literal["ability"] = "ability"
    ability: Slug


class SendAidEffect(Entry):
    """Sends the aid that was promised to this motion to the ship that the HQ has voted for."""

    kind: Literal["send_aid"] = "send_aid"
    table: StrictStr
    ship: StrictStr
    name: StrictStr


# What a pack and a game master may write.
PackEffect = (
    PoolEffect
    | ChronicleEffect
    | ReleaseEffect
    | CampEffect
    | CommandEffect
    | AidEffect
    | DispatchEffect
    | HastenEffect
    | LookEffect
    | StrokeEffect
)
AnyEffect = Annotated[PackEffect, Field(discriminator="kind")]

# What is stored: those, and what motions of the HQ carry.
Effect = PackEffect | AbilityEffect | SendAidEffect

AnyStored = Annotated[Effect, Field(discriminator="kind")]

_EFFECTS: TypeAdapter[tuple[Effect, ...]] = TypeAdapter(tuple[AnyStored, ...])


def parse(stored: Iterable[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """Effects from their stored form. Raises pydantic's `ValidationError` on anything else."""
    return _EFFECTS.validate_python(list(stored))


def dump(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """The stored form: plain JSON values, fields that were never given left out."""
    return [
        {"kind": effect.kind, **effect.model_dump(mode="json", exclude_unset=True)}
        for effect in effects
    ]
