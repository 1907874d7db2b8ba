"""Records: what came of a command, resolved for good. `v` is the version of the shape.

A new field with a default needs no new version; any other change does, and a step in
`upgrade.py` with a fixture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fleets.rules.horizon.ladder import Contest, Throw
from fleets.rules.horizon.squadrons import Roster
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.terms import Face, Hit, Phase, Status, System, Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Any record of this system."""

    kind: ClassVar[str]
    v: int = 1


# --- rounds and phases ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened(Fact):
    """A round has begun, in its command phase."""

    kind: ClassVar[str] = "round-opened"
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsGranted(Fact):
    """Command points of a squadron: base and bonus within bounds, less the commander's loss."""

    kind: ClassVar[str] = "points-granted"
    squadron: str
    base: int
    bonus: int
    loss: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusGranted(Fact):
    """The HQ's bonus counts from the next command phase on."""

    kind: ClassVar[str] = "bonus-granted"
    squadron: str
    bonus: int
    rounds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseOpened(Fact):
    """A phase has begun: whose go it is, or which groups have to roll initiative."""

    kind: ClassVar[str] = "phase-opened"
    phase: Phase
    turn: str | None = None
    due: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(Fact):
    """The roll of a group, by the squadron it named."""

    kind: ClassVar[str] = "initiative-rolled"
    group: str
    squadron: str
    throw: Throw


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeTied(Fact):
    """These groups roll again among themselves."""

    kind: ClassVar[str] = "initiative-tied"
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSet(Fact):
    """The order of initiative, the winner first."""

    kind: ClassVar[str] = "order-set"
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed(Fact):
    """It is now this group's go."""

    kind: ClassVar[str] = "turn-passed"
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSpent(Fact):
    """Command points spent. `limited`: it was the squadron's one use in this phase."""

    kind: ClassVar[str] = "point-spent"
    squadron: str
    action: str
    cost: int
    unit: str | None = None
    limited: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Fact):
    """Passing tokens and unspent points are gone."""

    kind: ClassVar[str] = "round-ended"
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Fact):
    """The battle is over."""

    kind: ClassVar[str] = "battle-ended"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleReopened(Fact):
    """A closed battle goes on."""

    kind: ClassVar[str] = "battle-reopened"
    rounds: int | None = None


# --- movement ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Fact):
    """A move."""

    kind: ClassVar[str] = "moved"
    ship: str
    full_thrust: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Manoeuvred(Fact):
    """A manoeuvre, flown or failed."""

    kind: ClassVar[str] = "manoeuvred"
    ship: str
    manoeuvre: str
    target: str | None = None
    contest: Contest
    success: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FightersLaunched(Fact):
    """Small ships put out by their carrier; they act at once."""

    kind: ClassVar[str] = "fighters-launched"
    ship: str
    fighters: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CollisionRolled(Fact):
    """Both pilots' rolls; None: no pilot, or a ram that failed on purpose."""

    kind: ClassVar[str] = "collision-rolled"
    ship: str
    target: str
    mover: Contest | None
    other: Contest | None
    avoided: bool
    rams: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollisionStruck(Fact):
    """A defence roll after a collision: `contest.own` is the other's unmodified defence."""

    kind: ClassVar[str] = "collision-struck"
    target: str
    by: str
    contest: Contest
    hits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationFinished(Fact):
    """A movement token is laid."""

    kind: ClassVar[str] = "activation-finished"
    ship: str


# --- shooting ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Responded(Fact):
    """«Кобра» or «Переворот через крыло» of the target. `contest.own` is the attacker."""

    kind: ClassVar[str] = "responded"
    response: str
    ship: str
    gun: str
    target: str
    face: Face
    contest: Contest
    evaded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackLost(Fact):
    """The target is out of the zone; the gun has had its go."""

    kind: ClassVar[str] = "attack-lost"
    ship: str
    gun: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(Fact):
    """An attack with a gun or a torpedo, and how many rolls on the hit table it is worth."""

    kind: ClassVar[str] = "fired"
    ship: str
    weapon: Weapon
    gun: str = ""
    target: str
    face: Face
    contest: Contest
    hits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MineDropped(Fact):
    """The mine's one roll against all."""

    kind: ClassVar[str] = "mine-dropped"
    ship: str
    throw: Throw
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MineStruck(Fact):
    """One ship in the blast."""

    kind: ClassVar[str] = "mine-struck"
    ship: str
    target: str
    contest: Contest
    hits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned(Fact):
    """A scan; a success identifies the target."""

    kind: ClassVar[str] = "scanned"
    ship: str
    target: str
    contest: Contest
    success: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaded(Fact):
    """An evade token."""

    kind: ClassVar[str] = "evaded"
    ship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FireFinished(Fact):
    """The ship's fire action is over."""

    kind: ClassVar[str] = "fire-finished"
    ship: str


# --- hits ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HitRolled(Fact):
    """A roll on the hit table. `luck`: its result waits for a choice."""

    kind: ClassVar[str] = "hit-rolled"
    target: str
    throw: Throw
    luck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HitSettled(Fact):
    """Where it hit. `token`: the damage token laid, if any."""

    kind: ClassVar[str] = "hit-settled"
    target: str
    rolled: int
    shift: int = 0
    outcome: Hit
    token: System | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipOut(Fact):
    """Out of action, and by what: a system, «out» or «carrier»."""

    kind: ClassVar[str] = "ship-out"
    ship: str
    fatal: str


# --- maintenance and scene -----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired(Fact):
    """A damage token is off."""

    kind: ClassVar[str] = "repaired"
    ship: str
    system: System


@dataclass(frozen=True, slots=True, kw_only=True)
class Regrouped(Fact):
    """+1DT on the next initiative."""

    kind: ClassVar[str] = "regrouped"
    squadron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneCounted(Fact):
    """A counter of a scene object has changed to `value`."""

    kind: ClassVar[str] = "scene-counted"
    thing: str
    counter: str
    delta: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneOut(Fact):
    """A scene object is out."""

    kind: ClassVar[str] = "scene-out"
    thing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneActed(Fact):
    """A scene object has had its go."""

    kind: ClassVar[str] = "scene-acted"
    thing: str
    text: str = ""


# --- corrections ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipCorrected(Fact):
    """The master has set a ship's tokens."""

    kind: ClassVar[str] = "ship-corrected"
    ship: str
    status: Status
    damage: tuple[System, ...] = ()
    fatal: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsCorrected(Fact):
    """The master has set a squadron's points."""

    kind: ClassVar[str] = "points-corrected"
    squadron: str
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforced(Fact):
    """Another squadron is on the table."""

    kind: ClassVar[str] = "reinforced"
    roster: Roster


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectPlaced(Fact):
    """Another scene object is on the table."""

    kind: ClassVar[str] = "object-placed"
    thing: SceneObject


@dataclass(frozen=True, slots=True, kw_only=True)
class FreelyRolled(Fact):
    """Dice that change nothing by themselves."""

    kind: ClassVar[str] = "freely-rolled"
    squadron: str | None = None
    text: str = ""
    throw: Throw


# --- survival ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivalRolled(Fact):
    """The die of a ship, with what put it out beside it (H-12)."""

    kind: ClassVar[str] = "survival-rolled"
    ship: str
    throw: Throw
    fatal: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivalAided(Fact):
    """The HQ's aid: a new die that stands, or one more."""

    kind: ClassVar[str] = "survival-aided"
    ship: str
    aid: str
    throw: Throw | None = None
    result: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivalSettled(Fact):
    """What is left of ship and crew. `hurt`: names, or numbers where there are none."""

    kind: ClassVar[str] = "survival-settled"
    ship: str
    result: int
    name: str
    systems_gone: tuple[System, ...] = ()
    crew: str
    hurt: tuple[str, ...] = ()
    of: int = 0
    faces: tuple[int, ...] = ()


FACTS: dict[str, type[Fact]] = {cls.kind: cls for cls in Fact.__subclasses__()}
