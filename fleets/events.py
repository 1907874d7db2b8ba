"""What happened at the tables, in the past tense, and which topics it touches.

Topics: «tables» (every table at a glance), «battle:<table>» (what is shown at that table).
"""

from __future__ import annotations

from dataclasses import dataclass

from hq.events import Event


@dataclass(frozen=True, kw_only=True)
class AtTable:
    """What every page of one table has to show anew, and the tables at a glance with it."""

    table: str

    @property
    def topics(self) -> frozenset[str]:
        return frozenset({"journal", "tables", f"battle:{self.table}"})


@dataclass(frozen=True, kw_only=True)
class BattleOpened(AtTable, Event):
    kind = "battle_opened"
    battle: int


@dataclass(frozen=True, kw_only=True)
class LineWritten(AtTable, Event):
    """A command carried out at a table; `text` stands in the battle's own log."""

    kind = "line_written"
    battle: int
    line: int
