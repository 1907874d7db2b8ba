"""Shapes of the data tables in force: every figure of the rules, each row with its source.

The rows come from `data/*.yaml` by `fleets.tables`; a game master may override any of them
for a game. A source that begins with «H-» is a ruling: shown as one until confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fleets.rules.horizon.ladder import Dice
from fleets.rules.horizon.terms import Hit, SceneKind, ShipType, Stat, System


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRow:
    """Dice that belong to no ship: the Universe's, initiative's, survival's."""

    dice: Dice
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """One number."""

    value: int
    source: str
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRow:
    """A ruler."""

    inches: float
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HitRow:
    """A line of «Место попадания»: a system, «out» or «none»."""

    outcome: Hit
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierRow:
    """A named modifier. `weapons`: only on attacks with these (empty: all)."""

    stats: tuple[Stat, ...]
    shift: int = 0
    bonus: int = 0
    weapons: tuple[str, ...] = ()
    most: int | None = None
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRow:
    """A command-point action: who, when, how often."""

    number: int
    cost: int
    types: tuple[ShipType, ...]
    phases: tuple[str, ...]
    upgrade: str | None = None
    once_per: str = ""  # "phase", "activation", "roll" or nothing
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ManoeuvreRow:
    """A manoeuvre: who may fly it and how far it goes (S, M, or not at all)."""

    types: tuple[ShipType, ...]
    upgrade: str | None = None
    opposed: bool = False
    least: str = ""
    most: str = ""
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRow:
    """How far a move goes, in rulers, and whether it goes ahead, aside or back."""

    least: str = ""
    most: str
    way: str = "ahead"
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponRow:
    """A weapon: its own dice by type of target (empty: the gun's), and its zone in inches."""

    firepower: Mapping[ShipType, Dice]
    near: float = 0
    far: float = 0
    width: float = 0
    radius: float = 0
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UpgradeRow:
    """An upgrade: cost, rarity and what the engine knows of it; the rest is its text."""

    cost: int
    rarity: str = "common"
    slots: int = 1
    defence: int = 0
    piloting: int = 0
    firepower: int = 0
    extra_guns: int = 0
    extra_upgrades: int = 0
    text: str = ""
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeLimits:
    """What a ship of a type may have when a squadron is built; passing it only warns."""

    speed: tuple[int, int]
    defence: Dice
    guns: tuple[int, int]
    upgrades: int
    cap: int
    gun_most: Mapping[str, int]
    arc_most: Mapping[str, int]
    pilot_sides: tuple[int, ...]
    arc_needs: Mapping[str, str]
    first_front: bool = False
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsTable:
    """Costs in points, keyed by the figure or the dice as written."""

    speed: Mapping[str, int]
    defence: Mapping[str, int]
    gun: Mapping[str, int]
    pilot: Mapping[str, int]
    limits: Mapping[ShipType, TypeLimits]
    rarity_most: Mapping[str, int]
    small_share_percent: int
    sizes: tuple[int, ...]
    typical_ships: int
    most_ships: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageEffect:
    """What a token on a system does besides counting (H-2): nothing unless switched on."""

    speed: int = 0
    defence: int = 0
    firepower: int = 0
    piloting: int = 0
    no_command_actions: bool = False
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SurvivalRow:
    """A line of the survival table. `systems`: «all», «half», «some» or «none» are gone.

    `crew` says how badly somebody is hurt, `whom` how the dice pick: «all», «some» (at least
    one), «maybe-one» (50/50 that one is), «maybe-some» (50/50 that some are).
    """

    name: str
    ship: str
    systems: str
    crew: str
    whom: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchRow:
    """A ruling that is a yes or no."""

    on: bool
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """A step of the maintenance order: which scene objects act in it."""

    kinds: tuple[SceneKind, ...]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """All tables of the system in force at one battle."""

    dice: Mapping[str, DiceRow]
    figures: Mapping[str, FigureRow]
    measures: Mapping[str, MeasureRow]
    hits: Mapping[int, HitRow]
    modifiers: Mapping[str, ModifierRow]
    actions: Mapping[str, ActionRow]
    manoeuvres: Mapping[str, ManoeuvreRow]
    moves: Mapping[str, MoveRow]
    weapons: Mapping[str, WeaponRow]
    upgrades: Mapping[str, UpgradeRow]
    points: PointsTable
    damage: Mapping[System, DamageEffect]
    survival: Mapping[int, SurvivalRow]
    maintenance: Mapping[str, StepRow]
    switches: Mapping[str, SwitchRow]

    def figure(self, name: str) -> int:
        """A number by name."""
        return self.figures[name].value

    def on(self, name: str) -> bool:
        """A switch by name."""
        return self.switches[name].on
