"""Which modifiers count on which roll, each by name (seed, «Бросок атаки»; H-3, H-5, H-2)."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.rules.horizon.ladder import Dice, Hand, Modifier
from fleets.rules.horizon.ships import Gun
from fleets.rules.horizon.state import SceneObject, Ship, Squadron, State, commander_out, speed
from fleets.rules.horizon.terms import TACTICIAN, UNIVERSE, Face, Stat, Status, Weapon


def by_row(state: State, name: str, stat: Stat, times: int = 1) -> Iterator[Modifier]:
    """A modifier of the table so many times, if it counts on this stat and is not zero."""
    row = state.tables.modifiers[name]
    if stat not in row.stats or not (row.shift or row.bonus):
        return
    times = times if row.most is None else min(times, row.most)
    if times:
        yield Modifier(name, row.shift * times, row.bonus * times)


def _by_damage(state: State, ship: Ship, stat: Stat) -> Iterator[Modifier]:
    """H-2: off unless a master has switched an effect on."""
    for system in ship.damage:
        effect = state.tables.damage[system]
        shift = {
            Stat.DEFENCE: effect.defence,
            Stat.FIREPOWER: effect.firepower,
            Stat.PILOTING: effect.piloting,
        }.get(stat, 0)
        if shift:
            yield Modifier(f"damage-{system}", shift)


def _by_upgrades(state: State, ship: Ship, stat: Stat) -> Iterator[Modifier]:
    for name in ship.profile.upgrades:
        row = state.tables.upgrades.get(name)
        if row is None:
            continue
        bonus = {
            Stat.DEFENCE: row.defence,
            Stat.FIREPOWER: row.firepower,
            Stat.PILOTING: row.piloting,
        }.get(stat, 0)
        if bonus:
            yield Modifier(name, bonus=bonus)


# --- defence -------------------------------------------------------------------------------


def escorts_present(state: State, ship: Ship) -> int:
    """Escorts of a ship that still fly: how many of them are within S the players say."""
    return sum(state.ships[escort].active for escort in ship.escorts)


def defence(
    state: State,
    target: str,
    *,
    weapon: Weapon | None,
    face: Face | None = None,
    escorts_near: int | None = None,
    decoy: bool = False,
) -> Hand:
    """Defence dice of a ship or scene object against a weapon (None: a collision)."""
    if thing := state.scene.get(target):
        return Hand(who=target, base=_scene_defence(state, thing))
    ship = state.ships[target]
    mods = [*_by_upgrades(state, ship, Stat.DEFENCE), *_by_damage(state, ship, Stat.DEFENCE)]
    if weapon is not None:
        for name in ship.failed:
            mods += by_row(state, name, Stat.DEFENCE)
        if ship.evading:
            mods += by_row(state, "evade", Stat.DEFENCE)
        present = escorts_present(state, ship)
        near = present if escorts_near is None else min(escorts_near, present)
        mods += by_row(state, "escort", Stat.DEFENCE, near)
    if face is not None:
        mods += by_row(state, f"facing-{face}", Stat.DEFENCE)
    if decoy:
        mods += by_row(state, "decoy", Stat.DEFENCE)
    return Hand(who=target, base=ship.profile.defence, modifiers=tuple(mods))


def plain_defence(state: State, unit: str) -> Hand:
    """Defence without modifiers: what a collision is measured against."""
    if thing := state.scene.get(unit):
        return Hand(who=unit, base=_scene_defence(state, thing))
    return Hand(who=unit, base=state.ships[unit].profile.defence)


def _scene_defence(state: State, thing: SceneObject) -> Dice:
    return thing.defence or state.tables.dice["scenery"].dice


# --- firepower -----------------------------------------------------------------------------


def gun_firepower(state: State, shooter: str, gun: Gun, target: str) -> Hand:
    """Firepower of a gun. Torpedoes and mines have dice of their own, unmodified (H-20)."""
    ship = state.ships.get(shooter)
    if ship is None:
        return Hand(who=shooter, base=gun.dice)
    mods = [*_by_upgrades(state, ship, Stat.FIREPOWER), *_by_damage(state, ship, Stat.FIREPOWER)]
    for name in ship.failed:
        mods += by_row(state, name, Stat.FIREPOWER)
    if target in ship.locks:
        mods += by_row(state, "target-lock", Stat.FIREPOWER)
    aimed_at = state.ships.get(target)
    if aimed_at is not None and speed(state, aimed_at) > speed(state, ship):
        mods += by_row(state, "target-faster", Stat.FIREPOWER)
    return Hand(who=shooter, base=gun.dice, modifiers=tuple(mods))


def own_firepower(state: State, shooter: str, weapon: Weapon, target: str) -> Hand:
    """Firepower of a torpedo or a mine by the type of its target; a scene object is large."""
    dice = state.tables.weapons[weapon].firepower
    ship = state.ships.get(target)
    if ship is not None and ship.profile.type in dice:
        return Hand(who=shooter, base=dice[ship.profile.type])
    return Hand(who=shooter, base=max(dice.values(), key=lambda found: found.sides))


# --- piloting and initiative ---------------------------------------------------------------


def piloting(
    state: State, unit: str, *, manoeuvre: str = "", earlier: int = 0, danger: bool = False
) -> Hand:
    """Piloting dice: `earlier` manoeuvres of this activation cost −1DT each."""
    ship = state.ships[unit]
    mods = [*_by_upgrades(state, ship, Stat.PILOTING), *_by_damage(state, ship, Stat.PILOTING)]
    if manoeuvre in state.tables.modifiers:
        mods += by_row(state, manoeuvre, Stat.PILOTING)
    mods += by_row(state, "further-manoeuvre", Stat.PILOTING, earlier)
    if danger:
        mods += by_row(state, "danger-zone", Stat.PILOTING)
    return Hand(who=unit, base=ship.profile.piloting, modifiers=tuple(mods))


def initiative(state: State, squadron: Squadron) -> Hand:
    """Initiative of the squadron a side names (H-10). A lost tactician is of no use."""
    mods: list[Modifier] = []
    lost = commander_out(state, squadron)
    if TACTICIAN in squadron.traits and not lost and squadron.commander is not None:
        mods += by_row(state, "tactician", Stat.INITIATIVE)
    if squadron.regrouped:
        mods += by_row(state, "regrouped", Stat.INITIATIVE)
    if lost:
        mods += by_row(state, "commander-out", Stat.INITIATIVE)
    base = state.tables.dice["initiative"].dice
    return Hand(who=squadron.id, base=base, modifiers=tuple(mods))


def universe(state: State) -> Hand:
    """«Равнодушная Вселенная»: the other dice of a simple roll."""
    return Hand(who=UNIVERSE, base=state.tables.dice["universe"].dice)


def pilots(state: State, unit: str) -> bool:
    """Whether somebody flies it: scene objects have no piloting (H-19)."""
    ship = state.ships.get(unit)
    return ship is not None and ship.status is not Status.OUT
