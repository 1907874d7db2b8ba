"""Words of the rules as stored slugs."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The five phases of a round (seed, «Последовательность хода»), and after the battle."""

    COMMAND = "command"
    INITIATIVE = "initiative"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    MAINTENANCE = "maintenance"
    OVER = "over"


class ShipType(StrEnum):
    """Малый, средний, большой (seed, «Профиль модели»)."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class System(StrEnum):
    """What a damage token lies on (seed, «Результаты таблицы попаданий»)."""

    HULL = "hull"
    SYSTEMS = "systems"
    GUNS = "guns"
    ENGINE = "engine"
    CREW = "crew"


class Arc(StrEnum):
    """Where a gun points: no letter, R, T, E in the profile (seed, «Профиль модели»)."""

    FRONT = "front"
    REAR = "rear"
    TURRET = "turret"
    ENHANCED = "enhanced"


ARC_LETTERS = {Arc.FRONT: "", Arc.REAR: "R", Arc.TURRET: "T", Arc.ENHANCED: "E"}


class Face(StrEnum):
    """The side of the target that is shot at (seed, «Стороны»)."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


class Weapon(StrEnum):
    """What an attack is made with (seed, «Процедура стрельбы из оружия»)."""

    GUN = "gun"
    TORPEDO = "torpedo"
    MINE = "mine"


class Status(StrEnum):
    """Whether a ship is on the table, inside a carrier, or out of action."""

    ACTIVE = "active"
    ABOARD = "aboard"
    OUT = "out"


class SceneKind(StrEnum):
    """What a scene object is; it says when in maintenance it acts (H-13)."""

    CREATURE = "creature"
    DREADNOUGHT = "dreadnought"
    STATION = "station"
    MINE = "mine"
    TURRET = "turret"
    VEHICLE = "vehicle"
    ASTEROID = "asteroid"
    OTHER = "other"


class Stat(StrEnum):
    """What a modifier changes."""

    FIREPOWER = "firepower"
    DEFENCE = "defence"
    PILOTING = "piloting"
    INITIATIVE = "initiative"


TACTICIAN = "tactician"
"""The commander's trait «Тактик»."""

UNIVERSE = "universe"
"""Who throws the other dice of a simple roll: «Равнодушная Вселенная»."""


class Hit(StrEnum):
    """Outcomes of the hit table: a system, out of action at once, or nothing (H-1)."""

    HULL = "hull"
    SYSTEMS = "systems"
    GUNS = "guns"
    ENGINE = "engine"
    CREW = "crew"
    OUT = "out"
    NONE = "none"

    @property
    def system(self) -> System | None:
        """The system hit, if the outcome is one."""
        return None if self in (Hit.OUT, Hit.NONE) else System(self.value)
