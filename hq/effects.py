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

from hq.enums import PoolKind, When

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


Effect = PoolEffect | ChronicleEffect | ReleaseEffect
AnyEffect = Annotated[Effect, Field(discriminator="kind")]

_EFFECTS: TypeAdapter[tuple[Effect, ...]] = TypeAdapter(tuple[AnyEffect, ...])


def parse(stored: Iterable[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """Effects from their stored form. Raises pydantic's `ValidationError` on anything else."""
    return _EFFECTS.validate_python(list(stored))


def dump(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """The stored form: plain JSON values, fields that were never given left out."""
    return [
        {"kind": effect.kind, **effect.model_dump(mode="json", exclude_unset=True)}
        for effect in effects
    ]
