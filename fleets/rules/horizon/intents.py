"""Commands: what a captain or the master wants. Frozen; none holds a die.

Fields that answer a question asked aloud («Опасная зона»?) are no by default. What the app
can't measure (line of sight, zone) is told by the players and true by default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fleets.rules.horizon.squadrons import Roster
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.terms import Face, Status, System


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """Any command of this system."""

    kind: ClassVar[str]


# --- command and initiative phases ---------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantBonus(Intent):
    """The HQ raises a squadron's command points for some rounds (None: to the end)."""

    kind: ClassVar[str] = "grant-bonus"
    squadron: str
    bonus: int
    rounds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound(Intent):
    """Begin a round: every squadron gets its command points, with what the HQ grants for it."""

    kind: ClassVar[str] = "open-round"
    granted: tuple[GrantBonus, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RollInitiative(Intent):
    """A side's roll, by the squadron it names: that one's modifiers count (H-10)."""

    kind: ClassVar[str] = "roll-initiative"
    squadron: str


# --- movement phase ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Intent):
    """Straight ahead S to M, then a turn up to 90°; with «Полная тяга» up to L."""

    kind: ClassVar[str] = "move"
    ship: str
    full_thrust: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrelRoll(Intent):
    """Крен («бочка»)."""

    kind: ClassVar[str] = "barrel-roll"
    ship: str
    danger: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dock(Intent):
    """Стыковка. A target that refuses turns it into an opposed roll."""

    kind: ClassVar[str] = "dock"
    ship: str
    target: str
    refused: bool = False
    danger: bool = False
    danger_other: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Immelmann(Intent):
    """Маневр Иммельманна (полупетля)."""

    kind: ClassVar[str] = "immelmann"
    ship: str
    danger: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Escort(Intent):
    """Сопровождение."""

    kind: ClassVar[str] = "escort"
    ship: str
    target: str
    danger: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetLock(Intent):
    """Захват цели."""

    kind: ClassVar[str] = "target-lock"
    ship: str
    target: str
    in_zone: bool = True
    danger: bool = False
    danger_other: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StealthMove(Intent):
    """Скрытное передвижение."""

    kind: ClassVar[str] = "stealth"
    ship: str
    danger: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchFighters(Intent):
    """Запуск истребителей: one command point for each."""

    kind: ClassVar[str] = "launch-fighters"
    ship: str
    fighters: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CollisionAlert(Intent):
    """Предупреждение о столкновении: the last mover and what it touched."""

    kind: ClassVar[str] = "collision-alert"
    ship: str
    target: str
    danger: bool = False
    danger_other: bool = False
    ram: bool = False
    ram_other: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishActivation(Intent):
    """The ship gets its movement token."""

    kind: ClassVar[str] = "finish-activation"
    ship: str


# --- shooting phase ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FireGun(Intent):
    """One gun at one target. `response`: «cobra» or «wing-over» of the target."""

    kind: ClassVar[str] = "fire-gun"
    ship: str
    gun: str
    target: str
    face: Face
    line_of_sight: bool = True
    in_zone: bool = True
    escorts_near: int | None = None
    response: str | None = None
    danger: bool = False
    danger_other: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn(Intent):
    """After the target has moved away: is it still in the zone, and which face is it now."""

    kind: ClassVar[str] = "go-on"
    face: Face
    line_of_sight: bool = True
    in_zone: bool = True
    escorts_near: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FireTorpedo(Intent):
    """Фокс Уан. `decoy`: the target launches its decoy."""

    kind: ClassVar[str] = "fire-torpedo"
    ship: str
    target: str
    face: Face
    line_of_sight: bool = True
    in_zone: bool = True
    escorts_near: int | None = None
    decoy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DropMine(Intent):
    """Сброс заряда: every ship in the blast, friend or foe."""

    kind: ClassVar[str] = "drop-mine"
    ship: str
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan(Intent):
    """Сканирование."""

    kind: ClassVar[str] = "scan"
    ship: str
    target: str
    in_zone: bool = True
    danger: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Evade(Intent):
    """Уклонение."""

    kind: ClassVar[str] = "evade"
    ship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishFire(Intent):
    """No more guns of this ship."""

    kind: ClassVar[str] = "finish-fire"
    ship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollHit(Intent):
    """The next roll on the hit table. `luck`: paid for by the target, before the roll."""

    kind: ClassVar[str] = "roll-hit"
    luck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseLuck(Intent):
    """Лучше везение, чем умение: −1, 0 or +1 to the roll that lies there."""

    kind: ClassVar[str] = "choose-luck"
    shift: int


# --- maintenance phase ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(Intent):
    """Ремонт: one damage token off."""

    kind: ClassVar[str] = "repair"
    ship: str
    system: System


@dataclass(frozen=True, slots=True, kw_only=True)
class Regroup(Intent):
    """Перестроение."""

    kind: ClassVar[str] = "regroup"
    squadron: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneFire(Intent):
    """A gun of a scene object, run by the master (H-13)."""

    kind: ClassVar[str] = "scene-fire"
    thing: str
    gun: str
    target: str
    face: Face
    escorts_near: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneCount(Intent):
    """The master changes a counter of a scene object."""

    kind: ClassVar[str] = "scene-count"
    thing: str
    counter: str
    delta: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneDone(Intent):
    """A scene object has acted; `text` says what it did."""

    kind: ClassVar[str] = "scene-done"
    thing: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRound(Intent):
    """Passing tokens go, unspent points are lost, the next round begins, as `OpenRound`."""

    kind: ClassVar[str] = "end-round"
    granted: tuple[GrantBonus, ...] = ()


# --- at any time ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvancePhase(Intent):
    """To the next phase: where phases don't advance by themselves, or by force of the master."""

    kind: ClassVar[str] = "advance-phase"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndBattle(Intent):
    """The battle is over."""

    kind: ClassVar[str] = "end-battle"
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopen(Intent):
    """The master goes on with a closed battle, for so many rounds in all (None: no limit)."""

    kind: ClassVar[str] = "reopen"
    rounds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectShip(Intent):
    """The master sets a ship's tokens as they are on the table."""

    kind: ClassVar[str] = "correct-ship"
    ship: str
    status: Status
    damage: tuple[System, ...] = ()
    fatal: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPoints(Intent):
    """The master sets a squadron's command points."""

    kind: ClassVar[str] = "correct-points"
    squadron: str
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reinforce(Intent):
    """The master brings another squadron to the table, between rounds."""

    kind: ClassVar[str] = "reinforce"
    roster: Roster


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceObject(Intent):
    """The master sets another scene object (H-13)."""

    kind: ClassVar[str] = "place-object"
    thing: SceneObject


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeRoll(Intent):
    """Any dice for anything the rules don't know: a roll-off, a scenario's d20."""

    kind: ClassVar[str] = "free-roll"
    squadron: str | None = None
    dice: str = "1d6"
    text: str = ""


# --- after the battle ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RollSurvival(Intent):
    """Бросок выживания: once for each ship out of action."""

    kind: ClassVar[str] = "roll-survival"
    ship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAid(Intent):
    """The HQ's aid after the die is seen: «reroll» or «plus-one», one a ship (H-8)."""

    kind: ClassVar[str] = "use-aid"
    ship: str
    aid: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleSurvival(Intent):
    """No more aid: the dice pick systems and crew."""

    kind: ClassVar[str] = "settle-survival"
    ship: str


INTENTS: dict[str, type[Intent]] = {cls.kind: cls for cls in Intent.__subclasses__()}


_SUBJECT = ("ship", "thing", "squadron", "gun", "target", "targets", "fighters", "system")


def subject(command: Intent) -> tuple[object, ...]:
    """Who does what to whom: what two reports of one deed have in common."""
    return tuple(getattr(command, name, None) for name in _SUBJECT)
