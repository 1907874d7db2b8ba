"""`absorb`: the only fold. One function a record; none rolls, judges or refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fleets.rules.horizon import records as r
from fleets.rules.horizon.setup import ships_of, squadron_of
from fleets.rules.horizon.state import (
    Attack,
    Bonus,
    HitsDue,
    Ship,
    State,
    Survival,
    with_scene,
    with_ship,
    with_squadron,
)
from fleets.rules.horizon.terms import Phase, Status, Weapon


def absorb(state: State, record: r.Fact) -> State:
    """The state after a record; `state` itself stays as it was."""
    return _ABSORB[type(record)](state, record)


# --- rounds and phases ---------------------------------------------------------------------


def _round_opened(state: State, record: r.RoundOpened) -> State:
    return replace(state, round=record.round, phase=Phase.COMMAND, initiative={}, order=())


def _points_granted(state: State, record: r.PointsGranted) -> State:
    squadron = state.squadrons[record.squadron]
    bonuses = tuple(
        bonus if bonus.rounds is None else replace(bonus, rounds=bonus.rounds - 1)
        for bonus in squadron.bonuses
        if bonus.rounds != 1
    )
    return with_squadron(state, replace(squadron, points=record.points, bonuses=bonuses))


def _bonus_granted(state: State, record: r.BonusGranted) -> State:
    squadron = state.squadrons[record.squadron]
    granted = Bonus(points=record.bonus, rounds=record.rounds)
    return with_squadron(state, replace(squadron, bonuses=(*squadron.bonuses, granted)))


def _phase_opened(state: State, record: r.PhaseOpened) -> State:
    squadrons = {name: replace(s, used=()) for name, s in state.squadrons.items()}
    return replace(
        state,
        phase=record.phase,
        turn=record.turn,
        turn_done=False,
        due=record.due,
        moving=None,
        acting=(),
        last_mover=None,
        collided=(),
        squadrons=squadrons,
    )


def _initiative_rolled(state: State, record: r.InitiativeRolled) -> State:
    rolled = (*state.initiative.get(record.group, ()), record.throw.total)
    return replace(
        state,
        initiative={**state.initiative, record.group: rolled},
        due=tuple(group for group in state.due if group != record.group),
    )


def _initiative_tied(state: State, record: r.InitiativeTied) -> State:
    return replace(state, due=record.groups)


def _order_set(state: State, record: r.OrderSet) -> State:
    squadrons = {name: replace(s, regrouped=False) for name, s in state.squadrons.items()}
    return replace(state, order=record.order, squadrons=squadrons)


def _turn_passed(state: State, record: r.TurnPassed) -> State:
    return replace(state, turn=record.group, turn_done=False, moving=None)


def _point_spent(state: State, record: r.PointSpent) -> State:
    squadron = state.squadrons[record.squadron]
    used = (*squadron.used, record.action) if record.limited else squadron.used
    return with_squadron(state, replace(squadron, points=squadron.points - record.cost, used=used))


def _round_ended(state: State, _record: r.RoundEnded) -> State:
    return _swept(state)


def _swept(state: State) -> State:
    """The table between two rounds: passing tokens and unspent points are gone."""
    return replace(
        state,
        phase=Phase.COMMAND,
        turn=None,
        ships={name: _cleared(ship) for name, ship in state.ships.items()},
        squadrons={name: replace(s, points=0, used=()) for name, s in state.squadrons.items()},
        scene={name: replace(thing, done=False, fired=()) for name, thing in state.scene.items()},
    )


def _cleared(ship: Ship) -> Ship:
    """A ship without the passing tokens of a round; a docked ship stays docked."""
    return Ship(
        profile=ship.profile,
        squadron=ship.squadron,
        status=ship.status,
        carrier=ship.carrier,
        damage=ship.damage,
        fatal=ship.fatal,
        docked_to=ship.docked_to,
        scanned=ship.scanned,
    )


def _battle_ended(state: State, record: r.BattleEnded) -> State:
    return replace(
        state,
        phase=Phase.OVER,
        ended=record.reason,
        turn=None,
        moving=None,
        acting=(),
        last_mover=None,
        attack=None,
        hits=(),
    )


def _battle_reopened(state: State, record: r.BattleReopened) -> State:
    return replace(_swept(state), ended="", rounds=record.rounds)


# --- movement ------------------------------------------------------------------------------


def _begun(state: State, ship: Ship) -> State:
    """An act of the movement phase: the ship is in activation and the last that moved."""
    acting = state.acting if ship.id in state.acting else (*state.acting, ship.id)
    return replace(
        with_ship(state, ship),
        moving=ship.squadron,
        acting=acting,
        last_mover=ship.id,
        collided=(),
    )


def _moved(state: State, record: r.Moved) -> State:
    ship = state.ships[record.ship]
    return _begun(
        state,
        replace(
            ship,
            acts=ship.acts + 1,
            moves=ship.moves + 1,
            thrust_used=ship.thrust_used or record.full_thrust,
            docked_to=None,
        ),
    )


def _manoeuvred(state: State, record: r.Manoeuvred) -> State:
    ship = state.ships[record.ship]
    ship = replace(ship, acts=ship.acts + 1, manoeuvres=ship.manoeuvres + 1, docked_to=None)
    return _EFFECTS[record.manoeuvre](state, ship, record)


def _barrel_roll(state: State, ship: Ship, record: r.Manoeuvred) -> State:
    failed = () if record.success else ("failed-barrel-roll",)
    return _begun(state, replace(ship, failed=ship.failed + failed))


def _immelmann(state: State, ship: Ship, record: r.Manoeuvred) -> State:
    failed = () if record.success else ("failed-immelmann",)
    return _begun(state, replace(ship, failed=ship.failed + failed))


def _dock(state: State, ship: Ship, record: r.Manoeuvred) -> State:
    return _begun(state, replace(ship, docked_to=record.target if record.success else None))


def _escort(state: State, ship: Ship, record: r.Manoeuvred) -> State:
    state = _begun(state, ship)
    if not record.success or record.target is None:
        return state
    charge = state.ships[record.target]
    return with_ship(state, replace(charge, escorts=(*charge.escorts, ship.id)))


def _target_lock(state: State, ship: Ship, record: r.Manoeuvred) -> State:
    assert record.target is not None  # noqa: S101  a lock has a target
    locks = (*ship.locks, record.target) if record.success else ship.locks
    tried = (*ship.locks_tried, record.target)
    return _begun(state, replace(ship, locks=locks, locks_tried=tried))


def _stealth(state: State, ship: Ship, record: r.Manoeuvred) -> State:
    return _begun(state, replace(ship, hidden=ship.hidden or record.success))


_EFFECTS: dict[str, Callable[[State, Ship, r.Manoeuvred], State]] = {
    "barrel-roll": _barrel_roll,
    "immelmann": _immelmann,
    "dock": _dock,
    "escort": _escort,
    "target-lock": _target_lock,
    "stealth": _stealth,
}


def _fighters_launched(state: State, record: r.FightersLaunched) -> State:
    ships = dict(state.ships)
    for fighter in record.fighters:
        ships[fighter] = replace(
            ships[fighter], status=Status.ACTIVE, carrier=None, just_launched=True
        )
    acting = state.acting if record.ship in state.acting else (*state.acting, record.ship)
    return replace(
        state,
        ships=ships,
        acting=acting + record.fighters,
        moving=state.ships[record.ship].squadron,
    )


def _collision_rolled(state: State, record: r.CollisionRolled) -> State:
    return replace(state, collided=(*state.collided, record.target))


def _collision_struck(state: State, record: r.CollisionStruck) -> State:
    return _owed(state, record.target, record.hits, record.by, None)


def _activation_finished(state: State, record: r.ActivationFinished) -> State:
    ship = state.ships[record.ship]
    state = with_ship(state, replace(ship, moved=True))
    return replace(
        state,
        moving=ship.squadron,
        acting=tuple(name for name in state.acting if name != ship.id),
    )


# --- shooting ------------------------------------------------------------------------------


def _owed(state: State, target: str, hits: int, by: str, weapon: Weapon | None) -> State:
    """Rolls on the hit table that an attack is worth; scene objects count hits otherwise."""
    if hits == 0 or target not in state.ships:
        return state
    roller = state.ships[by].squadron if by in state.ships else None
    due = HitsDue(target=target, count=hits, by=roller, weapon=weapon)
    return replace(state, hits=(*state.hits, due))


def _responded(state: State, record: r.Responded) -> State:
    target = state.ships[record.target]
    if record.response == "wing-over":
        target = replace(target, acted=True, evading=target.evading or record.evaded)
    state = replace(with_ship(state, target), acting=(record.ship,))
    if not record.evaded:
        return state
    waiting = Attack(ship=record.ship, gun=record.gun, target=record.target, face=record.face)
    return replace(state, attack=waiting)


def _gun_used(state: State, ship_id: str, gun: str, target: str) -> State:
    if thing := state.scene.get(ship_id):
        return with_scene(state, replace(thing, fired=(*thing.fired, gun)))
    ship = state.ships[ship_id]
    ship = replace(ship, fired=(*ship.fired, gun), fired_at=(*ship.fired_at, target))
    return replace(with_ship(state, ship), acting=(ship_id,), attack=None)


def _attack_lost(state: State, record: r.AttackLost) -> State:
    return _gun_used(state, record.ship, record.gun, record.target)


def _fired(state: State, record: r.Fired) -> State:
    if record.weapon is Weapon.GUN:
        state = _gun_used(state, record.ship, record.gun, record.target)
    else:
        state = _acted(state, record.ship)
    return _owed(state, record.target, record.hits, record.ship, record.weapon)


def _mine_dropped(state: State, record: r.MineDropped) -> State:
    return _acted(state, record.ship)


def _mine_struck(state: State, record: r.MineStruck) -> State:
    return _owed(state, record.target, record.hits, record.ship, Weapon.MINE)


def _acted(state: State, ship_id: str) -> State:
    """The ship has had its go in the shooting phase: its movement token is taken off."""
    ship = replace(state.ships[ship_id], acted=True)
    return replace(with_ship(state, ship), acting=(), turn_done=True)


def _scanned(state: State, record: r.Scanned) -> State:
    state = _acted(state, record.ship)
    if not record.success:
        return state
    if thing := state.scene.get(record.target):
        return with_scene(state, replace(thing, scanned=True))
    target = state.ships[record.target]
    return with_ship(state, replace(target, hidden=False, scanned=True))


def _evaded(state: State, record: r.Evaded) -> State:
    state = _acted(state, record.ship)
    return with_ship(state, replace(state.ships[record.ship], evading=True))


def _fire_finished(state: State, record: r.FireFinished) -> State:
    return _acted(state, record.ship)


# --- hits ----------------------------------------------------------------------------------


def _hit_rolled(state: State, record: r.HitRolled) -> State:
    if not record.luck:
        return state
    first = replace(state.hits[0], luck=record.throw.total)
    return replace(state, hits=(first, *state.hits[1:]))


def _hit_settled(state: State, record: r.HitSettled) -> State:
    first, rest = state.hits[0], state.hits[1:]
    left = replace(first, count=first.count - 1, luck=None)
    state = replace(state, hits=(left, *rest) if left.count else rest)
    if record.token is None:
        return state
    ship = state.ships[record.target]
    return with_ship(state, replace(ship, damage=(*ship.damage, record.token)))


def _ship_out(state: State, record: r.ShipOut) -> State:
    ship = state.ships[record.ship]
    ships = {
        name: replace(
            other,
            docked_to=None if other.docked_to == ship.id else other.docked_to,
            escorts=tuple(escort for escort in other.escorts if escort != ship.id),
        )
        for name, other in state.ships.items()
    }
    ships[ship.id] = replace(ships[ship.id], status=Status.OUT, fatal=record.fatal, hidden=False)
    attack = state.attack
    if attack is not None and ship.id in (attack.ship, attack.target):
        attack = None
    return replace(
        state,
        ships=ships,
        acting=tuple(name for name in state.acting if name != ship.id),
        last_mover=None if state.last_mover == ship.id else state.last_mover,
        attack=attack,
        hits=tuple(due for due in state.hits if due.target != ship.id),
    )


# --- maintenance, scene, corrections -------------------------------------------------------


def _repaired(state: State, record: r.Repaired) -> State:
    ship = state.ships[record.ship]
    damage = tuple(system for system in ship.damage if system != record.system)
    return with_ship(state, replace(ship, damage=damage))


def _regrouped(state: State, record: r.Regrouped) -> State:
    return with_squadron(state, replace(state.squadrons[record.squadron], regrouped=True))


def _scene_counted(state: State, record: r.SceneCounted) -> State:
    thing = state.scene[record.thing]
    counters = {**thing.counters, record.counter: record.value}
    return with_scene(state, replace(thing, counters=counters))


def _scene_out(state: State, record: r.SceneOut) -> State:
    return with_scene(state, replace(state.scene[record.thing], out=True))


def _scene_acted(state: State, record: r.SceneActed) -> State:
    return with_scene(state, replace(state.scene[record.thing], done=True))


def _ship_corrected(state: State, record: r.ShipCorrected) -> State:
    ship = state.ships[record.ship]
    ship = replace(
        ship,
        status=record.status,
        damage=record.damage,
        fatal=record.fatal,
        carrier=ship.carrier if record.status is Status.ABOARD else None,
    )
    state = with_ship(state, ship)
    if ship.status is Status.OUT:
        return _ship_out(state, r.ShipOut(ship=ship.id, fatal=record.fatal or "out"))
    return state


def _points_corrected(state: State, record: r.PointsCorrected) -> State:
    squadron = state.squadrons[record.squadron]
    return with_squadron(state, replace(squadron, points=record.points))


def _reinforced(state: State, record: r.Reinforced) -> State:
    ships = {**state.ships, **{ship.id: ship for ship in ships_of(record.roster)}}
    squadrons = {**state.squadrons, record.roster.id: squadron_of(record.roster)}
    return replace(
        state, ships=dict(sorted(ships.items())), squadrons=dict(sorted(squadrons.items()))
    )


def _object_placed(state: State, record: r.ObjectPlaced) -> State:
    placed = replace(record.thing, place=len(state.scene))
    scene = {**state.scene, placed.id: placed}
    return replace(state, scene=dict(sorted(scene.items())))


def _freely_rolled(state: State, _record: r.FreelyRolled) -> State:
    return state


# --- survival ------------------------------------------------------------------------------


def _survival_rolled(state: State, record: r.SurvivalRolled) -> State:
    rolled = Survival(die=record.throw.total, result=record.throw.total)
    return replace(state, survival={**state.survival, record.ship: rolled})


def _survival_aided(state: State, record: r.SurvivalAided) -> State:
    aided = replace(state.survival[record.ship], aid=record.aid, result=record.result)
    return replace(state, survival={**state.survival, record.ship: aided})


def _survival_settled(state: State, record: r.SurvivalSettled) -> State:
    settled = replace(state.survival[record.ship], settled=True)
    return replace(state, survival={**state.survival, record.ship: settled})


_ABSORB: dict[type[r.Fact], Callable[[State, Any], State]] = {
    r.RoundOpened: _round_opened,
    r.PointsGranted: _points_granted,
    r.BonusGranted: _bonus_granted,
    r.PhaseOpened: _phase_opened,
    r.InitiativeRolled: _initiative_rolled,
    r.InitiativeTied: _initiative_tied,
    r.OrderSet: _order_set,
    r.TurnPassed: _turn_passed,
    r.PointSpent: _point_spent,
    r.RoundEnded: _round_ended,
    r.BattleEnded: _battle_ended,
    r.BattleReopened: _battle_reopened,
    r.Moved: _moved,
    r.Manoeuvred: _manoeuvred,
    r.FightersLaunched: _fighters_launched,
    r.CollisionRolled: _collision_rolled,
    r.CollisionStruck: _collision_struck,
    r.ActivationFinished: _activation_finished,
    r.Responded: _responded,
    r.AttackLost: _attack_lost,
    r.Fired: _fired,
    r.MineDropped: _mine_dropped,
    r.MineStruck: _mine_struck,
    r.Scanned: _scanned,
    r.Evaded: _evaded,
    r.FireFinished: _fire_finished,
    r.HitRolled: _hit_rolled,
    r.HitSettled: _hit_settled,
    r.ShipOut: _ship_out,
    r.Repaired: _repaired,
    r.Regrouped: _regrouped,
    r.SceneCounted: _scene_counted,
    r.SceneOut: _scene_out,
    r.SceneActed: _scene_acted,
    r.ShipCorrected: _ship_corrected,
    r.PointsCorrected: _points_corrected,
    r.Reinforced: _reinforced,
    r.ObjectPlaced: _object_placed,
    r.FreelyRolled: _freely_rolled,
    r.SurvivalRolled: _survival_rolled,
    r.SurvivalAided: _survival_aided,
    r.SurvivalSettled: _survival_settled,
}
