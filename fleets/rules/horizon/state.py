"""The state of a battle: frozen values, and questions about them that many rules ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from fleets.rules.base import Automation
from fleets.rules.horizon.ladder import Dice
from fleets.rules.horizon.ships import Gun, Profile
from fleets.rules.horizon.tables import Tables
from fleets.rules.horizon.terms import Face, Phase, SceneKind, Status, System, Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class Ship:
    """A ship in the battle: its card and the tokens beside it."""

    profile: Profile
    squadron: str
    status: Status = Status.ACTIVE
    carrier: str | None = None
    damage: tuple[System, ...] = ()
    fatal: str | None = None  # what put it out: a system, «out» or «carrier»

    # the activation of the movement phase
    moved: bool = False  # жетон движения
    acts: int = 0
    moves: int = 0
    manoeuvres: int = 0
    thrust_used: bool = False
    just_launched: bool = False

    # what movement leaves for the shooting phase
    failed: tuple[str, ...] = ()  # modifiers of failed manoeuvres
    locks: tuple[str, ...] = ()
    locks_tried: tuple[str, ...] = ()
    escorts: tuple[str, ...] = ()
    hidden: bool = False
    docked_to: str | None = None

    # the activation of the shooting phase
    acted: bool = False
    fired: tuple[str, ...] = ()
    fired_at: tuple[str, ...] = ()
    evading: bool = False
    scanned: bool = False

    @property
    def id(self) -> str:
        """The profile's id: unique on the table, whatever the name."""
        return self.profile.id

    @property
    def active(self) -> bool:
        """Whether it stands on the table."""
        return self.status is Status.ACTIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Command points granted by the HQ for so many rounds to come (None: to the end)."""

    points: int
    rounds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Squadron:
    """A squadron in the battle. `group` is whose initiative it acts by: its side's or its own."""

    id: str
    name: str
    side: str
    group: str
    ships: tuple[str, ...] = ()  # in the order of the roster
    commander: str | None = None
    commander_name: str = ""
    traits: tuple[str, ...] = ()
    npc: bool = False
    points: int = 0
    bonuses: tuple[Bonus, ...] = ()
    used: tuple[str, ...] = ()  # actions limited to once a phase
    regrouped: bool = False

    @property
    def bonus(self) -> int:
        """What the HQ's grants add up to."""
        return sum(bonus.points for bonus in self.bonuses)


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneObject:
    """A thing that is no ship (H-13), run by the master in maintenance.

    Hits are taken from the counter `hits_from`; at 0 the object is out. `place` is its turn
    among its like; `secret` is for the master's eyes.
    """

    id: str
    name: str
    kind: SceneKind
    side: str | None = None
    defence: Dice | None = None
    guns: tuple[Gun, ...] = ()
    counters: Mapping[str, int] = field(default_factory=dict)
    hits_from: str = ""
    parts: tuple[str, ...] = ()
    place: int = 0
    collides: bool = False
    text: str = ""
    secret: str = ""
    out: bool = False
    done: bool = False
    scanned: bool = False
    fired: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """A gun attack that waits: the target has moved away and the zone is measured again."""

    ship: str
    gun: str
    target: str
    face: Face


@dataclass(frozen=True, slots=True, kw_only=True)
class HitsDue:
    """Rolls on the hit table that are still owed. `by` is who rolls: the attacker's squadron.

    `luck` holds a roll that was paid for by «Лучше везение» and waits for its choice.
    """

    target: str
    count: int
    by: str | None
    weapon: Weapon | None
    luck: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Survival:
    """The survival roll of one ship: the die, the HQ's aid, and whether it is settled."""

    die: int
    result: int
    aid: str | None = None
    settled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A battle. `order` holds initiative groups, the winner first.

    Mappings are keyed by id and sorted by it: a store may forget their order.
    """

    tables: Tables
    sides: tuple[str, ...]
    squadrons: Mapping[str, Squadron]
    ships: Mapping[str, Ship]
    scene: Mapping[str, SceneObject] = field(default_factory=dict)
    rounds: int | None = None
    automation: tuple[Automation, ...] = (Automation.PHASES, Automation.HITS)
    round: int = 0
    phase: Phase = Phase.COMMAND
    initiative: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    due: tuple[str, ...] = ()  # groups that still have to roll initiative
    order: tuple[str, ...] = ()
    turn: str | None = None  # the group whose go it is
    turn_done: bool = False  # its ship has acted in the shooting phase
    moving: str | None = None  # the squadron in the middle of its movement
    acting: tuple[str, ...] = ()  # ships in activation, the innermost last
    last_mover: str | None = None  # may still set off a collision alert
    collided: tuple[str, ...] = ()  # with whom the last mover already had one
    attack: Attack | None = None
    hits: tuple[HitsDue, ...] = ()
    survival: Mapping[str, Survival] = field(default_factory=dict)
    ended: str = ""


# --- questions -----------------------------------------------------------------------------


def side_of(state: State, unit: str) -> str | None:
    """The side of a ship or a scene object."""
    ship = state.ships.get(unit)
    if ship is not None:
        return state.squadrons[ship.squadron].side
    return state.scene[unit].side


def on_the_table(state: State, unit: str) -> bool:
    """Whether a ship or a scene object of that id is on the table."""
    if ship := state.ships.get(unit):
        return ship.active
    thing = state.scene.get(unit)
    return thing is not None and not thing.out


def group_of(state: State, ship: Ship) -> str:
    """The initiative group a ship acts by."""
    return state.squadrons[ship.squadron].group


def ships_of(state: State, squadron: str) -> Iterator[Ship]:
    """Ships of a squadron, in or out."""
    return (state.ships[name] for name in state.squadrons[squadron].ships)


def commander_out(state: State, squadron: Squadron) -> bool:
    """Whether the squadron has a commander and it is out of action."""
    if squadron.commander is None:
        return False
    return state.ships[squadron.commander].status is Status.OUT


def groups(state: State) -> tuple[str, ...]:
    """Initiative groups that still have a ship on the table."""
    alive = {ship.squadron for ship in state.ships.values() if ship.active}
    return tuple(sorted({state.squadrons[name].group for name in alive}))


def sides_left(state: State) -> tuple[str, ...]:
    """Sides that still have a ship on the table or in a carrier."""
    alive = {
        state.squadrons[ship.squadron].side
        for ship in state.ships.values()
        if ship.status is not Status.OUT
    }
    return tuple(side for side in state.sides if side in alive)


def speed(state: State, ship: Ship) -> int:
    """Moves and manoeuvres of an activation, at least one (H-2 may slow a damaged ship)."""
    lost = sum(state.tables.damage[system].speed for system in ship.damage)
    return max(1, ship.profile.speed + lost)


def must_move(ship: Ship) -> bool:
    """Whether a ship still has its activation of the movement phase before it."""
    return ship.active and not ship.moved


def may_shoot(ship: Ship) -> bool:
    """Whether a ship still has its shooting action: a docked ship has none."""
    return ship.active and not ship.acted and ship.docked_to is None


def with_ship(state: State, ship: Ship) -> State:
    """The state with one ship replaced."""
    return replace(state, ships={**state.ships, ship.id: ship})


def with_squadron(state: State, squadron: Squadron) -> State:
    """The state with one squadron replaced."""
    return replace(state, squadrons={**state.squadrons, squadron.id: squadron})


def with_scene(state: State, thing: SceneObject) -> State:
    """The state with one scene object replaced."""
    return replace(state, scene={**state.scene, thing.id: thing})
