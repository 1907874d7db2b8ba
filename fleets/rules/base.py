"""What every rule system looks like from outside: protocols and frozen values, no rules.

A system is pure. It is handed a state, a command and dice, and gives back records; the
state is the fold of the records and nothing else. Systems share no base class: these
protocols and the small kit are all they have in common.

Words used for all systems: a *unit* is anything that acts or is acted upon (a ship, a wing,
a station, a torpedo counter), a *squadron* is what one captain commands, a *side* is who
fights whom. Time is cut into rounds and phases; whether the players act by rounds, by
player turns or all at once in secret shows in `Summary.awaits`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

Json: TypeAlias = Any
"""Whatever `json.loads` gives and `json.dumps` takes."""


# --- who acts ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who gives a command: a captain of a squadron, of a side, a scribe, a game master.

    With `squadron` set only that squadron is commanded; with `side` alone every squadron of
    the side; a scribe writes for the whole table; a master may do all a scribe may and what
    is the master's alone. Without any of these: an onlooker. `without` names squadrons that are
    in somebody else's hands just now.
    """

    side: str | None = None
    squadron: str | None = None
    scribe: bool = False
    master: bool = False
    without: frozenset[str] = frozenset()

    def commands(self, *, side: str | None, squadron: str | None) -> bool:
        """Whether this actor may give orders to a squadron of a side."""
        if self.master:
            return True
        if squadron is not None and squadron in self.without:
            return False
        if self.scribe:
            return True
        if self.squadron is not None:
            return squadron == self.squadron
        return self.side is not None and side == self.side

    @property
    def at_the_table(self) -> bool:
        """Whether this actor plays at all: onlookers do not."""
        return self.master or self.scribe or self.side is not None or self.squadron is not None


MASTER = Actor(master=True)
SCRIBE = Actor(scribe=True)


# --- commands, refusals, records -----------------------------------------------------------


class Command(Protocol):
    """What somebody wants: a frozen dataclass. `kind` is its stored slug."""

    kind: ClassVar[str]


class Record(Protocol):
    """What came of it, resolved for good: a frozen dataclass with every die and modifier.

    `v` is the version of this kind of record; the system's `upgrade` reads the older ones.
    """

    kind: ClassVar[str]

    @property
    def v(self) -> int:
        """Version of the shape of this record."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command is not legal now: a slug and what the sentence for the player needs."""

    code: str
    params: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Caution:
    """A limit that is passed: shown, never blocking. Same shape as a refusal."""

    code: str
    params: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line for people: an English msgid with %(named)s places, and what fills them.

    `params` go in as they are; `terms` are msgids to be translated first; `names` are ids of
    units, squadrons or sides (one or several) for which the caller puts the names.
    """

    text: str
    params: Mapping[str, Json] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class IllegalCommandError(Exception):
    """`apply` was given what `check` refuses: a fault of the caller, not of the player."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


# --- dice ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RollRequest:
    """Dice somebody has to throw: `sides` holds one number a die."""

    purpose: str
    sides: tuple[int, ...]
    roller: str


@dataclass(frozen=True, slots=True)
class RollAnswer:
    """The dice as they lie, in the order of the request.

    `was` has the faces before a reroll (None: not rerolled), `ability` what allowed it.
    """

    faces: tuple[int, ...]
    was: tuple[int | None, ...] = ()
    ability: str = ""


class Rolls(Protocol):
    """Where dice come from: a die thrown on the table and typed in, or the server's."""

    def roll(self, request: RollRequest) -> RollAnswer:
        """Answer a request, or raise DiceWantedError when no dice are at hand."""


class DiceWantedError(Exception):
    """Dice have to be typed in before the command can be carried out; nothing has changed.

    The phone shows a pad for `request` and sends the same command again with its dice added.
    """

    def __init__(self, request: RollRequest) -> None:
        super().__init__(request.purpose)
        self.request = request


class Automation(StrEnum):
    """What the app does by itself at one table. All else is told by the players."""

    PHASES = "phases"  # a phase with nothing left to do gives way to the next one
    HITS = "hits"  # hit locations are rolled at once when nobody may step in before


# --- what the phones show ------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One field of a command the player picks: legal values, and why the others are not.

    `many`: any number of the values, not just one.
    """

    field: str
    values: tuple[str, ...]
    barred: tuple[tuple[str, Refusal], ...] = ()
    many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A button: a command of a unit or squadron, legal (`refusal` is None) or with the reason.

    `kind` and `fields` with a value for each of `choices` make the stored form of a command.
    """

    kind: str
    unit: str | None = None
    fields: Mapping[str, Json] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    refusal: Refusal | None = None

    @property
    def legal(self) -> bool:
        """Whether the button is lit."""
        return self.refusal is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Something a player may add before a roll: asked aloud, answered no by default.

    Set `field` of the command to `value` for yes. Only asked when legal and affordable.
    """

    field: str
    value: Json
    code: str
    squadron: str
    unit: str | None = None
    cost: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierLine:
    """One modifier by the slug of its name: steps of the dice, bonus to the sum."""

    name: str
    shift: int = 0
    bonus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """Dice somebody would throw: as printed, and after every modifier. `who`: a unit or a slug."""

    who: str
    base: str
    dice: str
    modifiers: tuple[ModifierLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What a command would roll and how it would go: chances by slug, from 0 to 1.

    `points`: by the slug of something that may be added, what it would make of the chances.
    """

    target: str | None = None
    own: HandLine | None = None
    other: HandLine | None = None
    chances: Mapping[str, float] = field(default_factory=dict)
    points: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Await:
    """Whom the battle waits for. Several at once where sides plan at the same time."""

    side: str | None
    squadron: str | None
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitLine:
    """One unit as any board shows it: marks are slugs (tokens, orders, damaged parts).

    `secret` is for the master's eyes: `view` has emptied it for everybody else.
    """

    id: str
    name: str
    kind: str
    side: str | None
    squadron: str | None
    status: str
    marks: tuple[str, ...] = ()
    text: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadronLine:
    """One squadron as any board shows it: what it counts (command points), and slugs of marks."""

    id: str
    name: str
    side: str
    counters: Mapping[str, int] = field(default_factory=dict)
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A battle at a glance, the same for all systems: HQ's board and the wall show this."""

    round: int
    rounds: int | None
    phase: str
    awaits: tuple[Await, ...]
    units: tuple[UnitLine, ...]
    left: Mapping[str, int]
    over: bool
    squadrons: tuple[SquadronLine, ...] = ()


# --- the system ----------------------------------------------------------------------------

StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT", bound=Command)
RecordT = TypeVar("RecordT", bound=Record)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[StateT, RecordT]):
    """The new state and the records that led to it."""

    state: StateT
    records: tuple[RecordT, ...]


class RuleSystem(Protocol[StateT, CommandT, RecordT]):
    """The rules of one game. All functions are pure; none changes what it is given.

    `check`, `options`, `asks` and `odds` are asked about `view(state, side)`, so that what a
    viewer may not see can neither help nor leak; `apply` and `absorb` work on the state itself.
    """

    key: str
    version: int

    def open(self, given: Json, tables: Any) -> StateT:
        """The first state of a battle, with the tables in force."""

    def check(self, state: StateT, command: CommandT, actor: Actor) -> Refusal | None:
        """Why `actor` may not give this command now, or None."""

    def options(self, state: StateT, actor: Actor, unit: str | None = None) -> tuple[Option, ...]:
        """The buttons of an actor (of one unit): legal ones, and reasons for the others."""

    def asks(self, state: StateT, command: CommandT) -> tuple[Ask, ...]:
        """What others may add before this command is rolled, legal and affordable only."""

    def apply(self, state: StateT, command: CommandT, rolls: Rolls) -> Outcome[StateT, RecordT]:
        """Decide and absorb. Raises IllegalCommandError, or DiceWantedError for more dice."""

    def absorb(self, state: StateT, record: RecordT) -> StateT:
        """The only fold: the state after a record."""

    def view(self, state: StateT, side: str | None) -> StateT:
        """The state without what `side` (None: HQ, wall, onlookers) may not see."""

    def summary(self, state: StateT) -> Summary:
        """The battle at a glance."""

    def odds(self, state: StateT, command: CommandT) -> Any:
        """Exact chances of a command as it stands, or None where nothing is rolled."""

    def forecast(self, state: StateT, command: CommandT) -> tuple[Forecast, ...]:
        """Hands, modifiers and chances of a command before it is rolled, one a target."""

    def term(self, slug: str) -> str:
        """The msgid of a slug that stands alone (a mark, a phase, a roll), else the slug."""

    def title(self, kind: str) -> str:
        """The msgid of the button of a kind of command."""

    def tell(self, record: RecordT) -> Sentence | None:
        """The line of the log for a record, or None for mere bookkeeping."""

    def explain(self, reason: Refusal | Caution) -> Sentence:
        """The sentence of a refusal or a caution."""

    def same_deed(self, one: CommandT, other: CommandT) -> bool:
        """Whether two commands may be two reports of one and the same deed."""

    def concerns(self, state: StateT, command: CommandT) -> tuple[str, ...]:
        """Squadrons whose deed a command is; empty: the table's or the master's."""

    def encode_state(self, state: StateT) -> Json:
        """Stored form of a state."""

    def decode_state(self, data: Json) -> StateT:
        """A state from its stored form."""

    def encode_command(self, command: CommandT) -> Json:
        """Stored form of a command: its fields, with `kind`."""

    def decode_command(self, data: Json) -> CommandT:
        """A command from its stored form. Raises ValueError on a malformed one."""

    def encode_record(self, record: RecordT) -> Json:
        """Stored form of a record: its fields, with `kind` and `v`."""

    def decode_record(self, data: Json) -> RecordT:
        """A record from its stored form of any released version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[CommandT, RecordT]):
    """One line of a battle's journal: a command carried out, or a retraction.

    `number` counts from 1 and never changes. `retracts` names the entries taken back; an
    entry that retracts has no command and no records. Retracting a retraction is a redo.
    """

    number: int
    actor: Actor
    command: CommandT | None = None
    records: tuple[RecordT, ...] = ()
    dice: tuple[RollAnswer, ...] = ()
    retracts: tuple[int, ...] = ()
