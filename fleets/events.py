"""What happened at the tables, in the past tense, and which topics it touches.

Topics: «tables» (every table at a glance), «battle:<table>» (what is shown at that table),
«rescue» (ships that are out, for the HQ).
"""

from __future__ import annotations

from dataclasses import dataclass

from hq.events import Event, people_of


def _rescue(*, is_touched: bool) -> frozenset[str]:
    return frozenset({"rescue"}) if is_touched else frozenset()


@dataclass(frozen=True, kw_only=True)
class AtTable:
    """What every page of one table has to show anew, and the tables at a glance with it."""

    table: str

    @property
    def topics(self) -> frozenset[str]:
        return frozenset({"journal", "tables", f"battle:{self.table}"})


@dataclass(frozen=True, kw_only=True)
class BattleOpened(AtTable, Event):
    """`told`: who sits at this table already."""

    kind = "battle_opened"
    battle: int
    told: tuple[int, ...] = ()

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.told)


@dataclass(frozen=True, kw_only=True)
class LineWritten(AtTable, Event):
    """A command carried out at a table; `text` stands in the battle's own log.

    `rescue`: the list of ships that are out has changed by it. `told`: who sits at the table, when
    fewer rounds are left than before.
    """

    kind = "line_written"
    battle: int
    line: int
    rescue: bool = False
    told: tuple[int, ...] = ()

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | _rescue(is_touched=self.rescue) | people_of(self.told)


@dataclass(frozen=True, kw_only=True)
class LinesRetracted(AtTable, Event):
    """Lines that no longer count; the retraction is a line of its own. `rescue`, `told` as in
    `LineWritten`; a fate that was told in the chronicle may be struck out with them.
    """

    kind = "lines_retracted"
    battle: int
    line: int
    lines: tuple[int, ...]
    reason: str
    rescue: bool = False
    told: tuple[int, ...] = ()

    @property
    def topics(self) -> frozenset[str]:
        struck = {"chronicle"} if self.rescue else set()
        told = _rescue(is_touched=self.rescue) | people_of(self.told)
        return super().topics | told | struck


@dataclass(frozen=True, kw_only=True)
class WithdrawalAsked(AtTable, Event):
    kind = "withdrawal_asked"
    battle: int
    line: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class WithdrawalRefused(AtTable, Event):
    kind = "withdrawal_refused"
    battle: int
    line: int


@dataclass(frozen=True, kw_only=True)
class LineDisputed(AtTable, Event):
    kind = "line_disputed"
    battle: int
    line: int
    claim: str


@dataclass(frozen=True, kw_only=True)
class DisputePassedOn(AtTable, Event):
    """To the game master, with both versions."""

    kind = "dispute_passed_on"
    battle: int
    line: int


@dataclass(frozen=True, kw_only=True)
class DisputeSettled(AtTable, Event):
    kind = "dispute_settled"
    battle: int
    line: int
    stands: bool
    word: str


@dataclass(frozen=True, kw_only=True)
class SquadronsTaken(AtTable, Event):
    """Squadrons in a phone's hands; `people`: all whose own view of it changes."""

    kind = "squadrons_taken"
    person: int
    squadrons: str  # their names
    told: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.told)


@dataclass(frozen=True, kw_only=True)
class SquadronsReleased(AtTable, Event):
    kind = "squadrons_released"
    person: int
    squadrons: str
    told: tuple[int, ...]

    @property
    def topics(self) -> frozenset[str]:
        return super().topics | people_of(self.told)


@dataclass(frozen=True, kw_only=True)
class ResultConfirmed(AtTable, Event):
    kind = "result_confirmed"
    battle: int
    person: int
    side: str


@dataclass(frozen=True, kw_only=True)
class BattleClosed(AtTable, Event):
    kind = "battle_closed"
    battle: int
    winner: str
    note: str


@dataclass(frozen=True, kw_only=True)
class BattleReopened(AtTable, Event):
    kind = "battle_reopened"
    battle: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class OfSquadron:
    """What tells of one roster. Its table shows it, and who sits there may take it in hand."""

    table: str
    squadron: int
    name: str
    told: tuple[int, ...] = ()

    @property
    def topics(self) -> frozenset[str]:
        at = {"tables", f"battle:{self.table}"} if self.table else set()
        return frozenset({"journal", *at}) | people_of(self.told)


@dataclass(frozen=True, kw_only=True)
class SquadronBuilt(OfSquadron, Event):
    """A new roster: built, copied or brought from a text."""

    kind = "squadron_built"


@dataclass(frozen=True, kw_only=True)
class SquadronChanged(OfSquadron, Event):
    kind = "squadron_changed"


@dataclass(frozen=True, kw_only=True)
class SquadronRetired(OfSquadron, Event):
    kind = "squadron_retired"


@dataclass(frozen=True, kw_only=True)
class LimitLetPass(OfSquadron, Event):
    """By a game master, who stands in the journal."""

    kind = "limit_let_pass"
    code: str


@dataclass(frozen=True, kw_only=True)
class LimitHeld(OfSquadron, Event):
    """A limit that was let pass warns again."""

    kind = "limit_held"
    code: str


@dataclass(frozen=True, kw_only=True)
class RulingConfirmed(Event):
    """In force for battles opened from now on."""

    kind = "ruling_confirmed"
    always = frozenset({"tables"})
    system: str
    number: str
    choice: str


@dataclass(frozen=True, kw_only=True)
class RulesChanged(Event):
    kind = "rules_changed"
    always = frozenset({"tables"})
    system: str
    tables: str
