"""What every system's paper can do. A roster is the system's own frozen value, a unit its part.

Values of a file, of a form and of a pack have one shape a system (pydantic), so that a fault is
told in the same words wherever it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.http import QueryDict
from pydantic import BaseModel

from fleets.rules.base import Caution, Json
from hq.scenario import Fault

__all__ = ["Fault", "FaultyPaperError", "Paper"]

Roster = Any


class FaultyPaperError(Exception):
    """Values that make no roster or no unit; `faults` holds all that is wrong, with its place."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Paper(Protocol):
    """Reads and writes the squadrons of one rule system."""

    system: str
    shape: type[BaseModel]

    def empty(self, *, slug: str, side: str, name: str) -> Roster:
        """A roster with nothing in it yet."""

    def made(self, shape: BaseModel, *, slug: str, side: str) -> Roster:
        """The roster of a shape; ids of units are made from the slug and their numbers."""

    def read(self, text: str, *, slug: str, side: str) -> Roster:
        """The roster of a JSON text or of readable lines. Raises FaultyPaperError."""

    def as_json(self, roster: Roster) -> str:
        """The text of a roster that keeps everything."""

    def as_lines(self, roster: Roster) -> str:
        """The text of a roster that people read: a heading and a line a unit."""

    def moved(self, roster: Roster, *, slug: str, side: str) -> Roster:
        """The same roster under another key, its units under new ids."""

    def put(
        self, roster: Roster, values: Mapping[str, Any], *, unit: str = "", count: int = 1
    ) -> Roster:
        """With the card of a unit changed, or `count` new units of these values.

        Raises FaultyPaperError with every fault, KeyError when there is no such unit.
        """

    def drop(self, roster: Roster, unit: str) -> Roster:
        """Without a unit. Raises KeyError when there is no such unit."""

    def head(self, roster: Roster) -> dict[str, Any]:
        """What stands above the units, as `headed` takes it."""

    def headed(self, roster: Roster, values: Mapping[str, Any]) -> Roster:
        """With another name, commander and what else stands above the units.

        Raises FaultyPaperError.
        """

    def encode(self, roster: Roster) -> Json:
        """Stored form, as the rule system opens battles with."""

    def decode(self, data: Json) -> Roster:
        """A roster from its stored form."""

    def units(self, roster: Roster) -> tuple[Any, ...]:
        """Its units in order, each with an `id` and a `name`."""

    def values(self, unit: Any) -> dict[str, Any]:
        """The values of a unit's card, as a form shows them."""

    def posted_unit(self, sent: QueryDict) -> dict[str, Any]:
        """What the form of a card sent, as the values of a file."""

    def posted_head(self, sent: QueryDict) -> dict[str, Any]:
        """What the form of the heading sent, as `headed` takes it."""

    def cost(self, roster: Roster, tables: Any) -> int:
        """What the squadron costs, printed costs before computed ones."""

    def cautions(self, roster: Roster, tables: Any) -> tuple[tuple[str | None, Caution], ...]:
        """Limits that the squadron passes, each with the id of the unit where it is one's."""

    def findings(self, values: Mapping[str, Any]) -> list[tuple[tuple[str | int, ...], str]]:
        """References in plain values that lead nowhere."""
