"""The shapes that templates get. Frozen, in the viewer's language, free of rows and states.

Times ending in `_ms` are game time in milliseconds. `slug` is a stored key, `name` its words.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Named:
    """A key and its words; false where there is nothing to name."""

    slug: str
    name: str

    def __bool__(self) -> bool:
        return bool(self.slug)


NOBODY = Named(slug="", name="")


@dataclass(frozen=True, kw_only=True)
class UnitView:
    """A ship or an object of the scene, as every system has them."""

    id: str
    name: str
    kind: Named
    side: Named
    squadron: str
    status: Named
    marks: tuple[Named, ...]
    is_out: bool
    text: str
    secret: str  # only a master's view has one


@dataclass(frozen=True, kw_only=True)
class SquadronView:
    """A squadron with its units. `holder`: whose phone commands it; empty: nobody's."""

    slug: str
    name: str
    side: Named
    counters: tuple[tuple[Named, int], ...]
    marks: tuple[Named, ...]
    units: tuple[UnitView, ...]
    left: int
    holder: str
    holder_id: int  # person; 0: nobody


@dataclass(frozen=True, kw_only=True)
class AwaitView:
    """Whom the battle waits for; `what` is a phase or the kind of a command."""

    side: Named
    squadron: Named
    what: Named


@dataclass(frozen=True, kw_only=True)
class DisputeView:
    id: int
    line: int
    told: str  # the line as it stands
    who: str
    side: Named
    claim: str
    version: str  # their version in words; empty: none was sent
    state: Named
    at_ms: int
    word: str


@dataclass(frozen=True, kw_only=True)
class WithdrawalView:
    id: int
    line: int
    told: str
    who: str
    side: Named
    reason: str
    also: int  # how many later lines would go along


@dataclass(frozen=True, kw_only=True)
class BattleView:
    """Round, phase, whose go, all squadrons and the scene. `battle_id` 0: nothing is fought."""

    table: str
    title: str
    system: str
    battle_id: int
    number: int
    status: Named
    round: int
    rounds: int  # 0: the master says when
    phase: Named
    awaits: tuple[AwaitView, ...]
    squadrons: tuple[SquadronView, ...]
    scene: tuple[UnitView, ...]
    disputes: tuple[DisputeView, ...]
    withdrawals: tuple[WithdrawalView, ...]


@dataclass(frozen=True, kw_only=True)
class CardRow:
    """One printed figure of a unit's card: what it is called and what it says."""

    field: Named
    text: str


@dataclass(frozen=True, kw_only=True)
class GunView:
    id: str
    text: str
    arc: Named
    has_fired: bool


@dataclass(frozen=True, kw_only=True)
class UnitCard:
    """The whole card of an own unit: the unit itself, what is printed, its tokens."""

    unit: UnitView
    rows: tuple[CardRow, ...]
    guns: tuple[GunView, ...]
    upgrades: tuple[Named, ...]
    damage: tuple[Named, ...]
    systems: tuple[Named, ...]  # every system a token may lie on, in the order of the sheet
    fatal: Named
    carrier: str  # id of the unit it is aboard
    text: str
    crew: tuple[str, ...]
    survival: Named  # what the survival table said, once it is settled or rolled
    survival_die: int  # 0: not rolled
    is_commander: bool
    is_awaited: bool  # its go, as far as the phase asks


@dataclass(frozen=True, kw_only=True)
class Fate:
    """A ship that is out: by what, and its survival in a line (empty: not rolled)."""

    status: str
    fate: str
    is_settled: bool


@dataclass(frozen=True, kw_only=True)
class OwnSquadron:
    squadron: SquadronView
    commander: str
    traits: tuple[Named, ...]
    cards: tuple[UnitCard, ...]


@dataclass(frozen=True, kw_only=True)
class SquadronsView:
    """The squadrons a side (or the whole table) may see the cards of. Buttons come as JSON."""

    battle_id: int
    number: int
    system: str
    squadrons: tuple[OwnSquadron, ...]


@dataclass(frozen=True, kw_only=True)
class LogItem:
    number: int
    at_ms: int
    who: str
    person_id: int
    side: str
    squadron: str
    kind: str  # of the command; empty for a retraction
    text: str
    dice: str
    retracts: tuple[int, ...]
    is_gone: bool  # taken back, does not count
    until_ms: int  # a captain of another side may dispute it until then; 0: no more
    dispute: Named


@dataclass(frozen=True, kw_only=True)
class LogView:
    """Newest first; `total` counts all lines, `items` holds the last ones."""

    battle_id: int
    total: int
    items: tuple[LogItem, ...]


@dataclass(frozen=True, kw_only=True)
class SideResult:
    side: Named
    left: int
    out: tuple[str, ...]
    confirmed_by: str  # empty: not yet


@dataclass(frozen=True, kw_only=True)
class ResultView:
    """What the captains confirm. `is_due`: the battle is over and waits for them."""

    table: str
    battle_id: int
    status: Named
    is_due: bool
    is_closed: bool
    winner: Named
    note: str
    sides: tuple[SideResult, ...]
    by_master: bool
    survivals: tuple[UnitView, ...]  # units that are out, for their rolls
    is_aid_awaited: bool  # no fate is settled before the game master closes the rescue


@dataclass(frozen=True, kw_only=True)
class HoldChoice:
    slug: str
    name: str
    side: Named
    holder: str
    is_mine: bool
    was_mine: bool  # another phone took it over from this one


@dataclass(frozen=True, kw_only=True)
class HoldingView:
    """Personal: what this seat may take in hand, and what it has. `whole`: of the table."""

    person_id: int
    name: str
    restore_path: str
    is_captain: bool
    is_bound: bool  # to one squadron
    sides: tuple[Named, ...]  # sides that may be taken as a whole
    may_take_table: bool
    choices: tuple[HoldChoice, ...]
    mine: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SideGlance:
    side: Named
    left: int
    total: int
    out: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TableView:
    """One table at a glance; `battle_id` 0: nothing has been fought here."""

    slug: str
    title: str
    battle_id: int
    status: Named
    round: int
    rounds: int
    phase: Named
    awaits: str
    sides: tuple[SideGlance, ...]
    winner: str


@dataclass(frozen=True, kw_only=True)
class TablesView:
    tables: tuple[TableView, ...]
    fought: int  # tables where a battle is or was
    is_master: bool
    rulings_waiting: int  # for a game master to confirm
