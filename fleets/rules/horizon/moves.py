"""The movement phase: moves, the six manoeuvres, launching fighters (seed, «Фаза Движения»).
The table measures; the app keeps who has done what.
"""

from __future__ import annotations

from fleets.rules.base import Refusal
from fleets.rules.horizon import commands, ladder, modifiers
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.draft import Draft, Rule
from fleets.rules.horizon.ladder import Contest
from fleets.rules.horizon.phases import in_phase
from fleets.rules.horizon.state import Ship, State, group_of, on_the_table, side_of, speed
from fleets.rules.horizon.terms import Phase, ShipType, Status

# --- activation ----------------------------------------------------------------------------


def check_activation(state: State, ship_id: str) -> Refusal | None:
    """Whether a ship may act in the movement phase at all, whatever it does."""
    if refusal := in_phase(state, Phase.MOVEMENT):
        return refusal
    ship = state.ships.get(ship_id)
    if ship is None:
        return Refusal("unknown-ship", {"ship": ship_id})
    if not ship.active:
        return Refusal(f"ship-{ship.status}", {"ship": ship_id})
    if ship.moved:
        return Refusal("already-moved", {"ship": ship_id})
    return _not_its_turn(state, ship)


def _not_its_turn(state: State, ship: Ship) -> Refusal | None:
    if group_of(state, ship) != state.turn:
        return Refusal("not-your-turn", {"turn": state.turn})
    if state.moving not in (None, ship.squadron):
        return Refusal("squadron-in-the-middle", {"squadron": state.moving})
    return _another_first(state, ship)


def _another_first(state: State, ship: Ship) -> Refusal | None:
    """Ships act one after the other; launched fighters before their carrier goes on."""
    if not state.acting or ship.just_launched:
        return None
    first, *fighters = state.acting
    if fighters:
        return Refusal("fighters-first", {"ship": fighters[0]})
    if first != ship.id and state.ships[first].acts == 0:
        return Refusal("finish-first", {"ship": first})
    return None


def check_act(state: State, ship_id: str) -> Refusal | None:
    """Whether a ship may make one more move or manoeuvre: at most its speed in all."""
    if refusal := check_activation(state, ship_id):
        return refusal
    ship = state.ships[ship_id]
    if ship.acts >= speed(state, ship):
        return Refusal("no-acts-left", {"ship": ship_id, "speed": speed(state, ship)})
    return None


def begin(draft: Draft, ship_id: str) -> None:
    """A ship is finished before the next one starts: beginning the next finishes the last."""
    ship = draft.state.ships[ship_id]
    for other in draft.state.acting:
        carries = ship.just_launched and other == draft.state.acting[0]
        if other != ship_id and not carries and draft.state.ships[other].acts:
            draft.note(r.ActivationFinished(ship=other))


def check_finish_activation(state: State, command: i.FinishActivation) -> Refusal | None:
    """At least one move or manoeuvre; a docked ship may stay as it is (H-21)."""
    if refusal := check_activation(state, command.ship):
        return refusal
    ship = state.ships[command.ship]
    stays = ship.docked_to is not None and state.tables.on("docked-may-stay")
    if ship.acts == 0 and not stays:
        return Refusal("must-act-once", {"ship": ship.id})
    return None


def finish_activation(draft: Draft, command: i.FinishActivation) -> None:
    """Жетон движения."""
    begin(draft, command.ship)
    draft.note(r.ActivationFinished(ship=command.ship))


# --- move ----------------------------------------------------------------------------------


def check_move(state: State, command: i.Move) -> Refusal | None:
    """A move needs no roll; «Полная тяга» once an activation."""
    if refusal := check_act(state, command.ship):
        return refusal
    if not command.full_thrust:
        return None
    ship = state.ships[command.ship]
    if ship.thrust_used:
        return Refusal("thrust-used", {"ship": ship.id})
    return commands.why_not(state, "full-thrust", ship=ship)


def move(draft: Draft, command: i.Move) -> None:
    """Действие перемещения: S to M, up to L with full thrust."""
    begin(draft, command.ship)
    if command.full_thrust:
        commands.pay(draft, "full-thrust", unit=command.ship)
    draft.note(r.Moved(ship=command.ship, full_thrust=command.full_thrust))


# --- the six manoeuvres --------------------------------------------------------------------


def check_manoeuvre(state: State, manoeuvre: str, ship_id: str) -> Refusal | None:
    """Who may fly a manoeuvre: by type and upgrade; a ship just launched only moves."""
    if refusal := check_act(state, ship_id):
        return refusal
    ship, row = state.ships[ship_id], state.tables.manoeuvres[manoeuvre]
    if ship.just_launched:
        return Refusal("launched-moves-only", {"ship": ship_id})
    if ship.profile.type not in row.types:
        return Refusal("manoeuvre-not-for-type", {"manoeuvre": manoeuvre, "ship": ship_id})
    if row.upgrade is not None and not ship.profile.has(row.upgrade):
        return Refusal("needs-upgrade", {"upgrade": row.upgrade, "ship": ship_id})
    return None


def _simple(draft: Draft, ship_id: str, manoeuvre: str, danger: bool) -> Contest:  # noqa: FBT001
    """Simple piloting roll of a manoeuvre, with what earlier ones cost."""
    earlier = draft.state.ships[ship_id].manoeuvres
    hand = modifiers.piloting(
        draft.state, ship_id, manoeuvre=manoeuvre, earlier=earlier, danger=danger
    )
    return ladder.simple(hand, modifiers.universe(draft.state), manoeuvre, draft.rolls)


def _opposed(draft: Draft, command: i.Dock | i.TargetLock) -> Contest:
    earlier = draft.state.ships[command.ship].manoeuvres
    own = modifiers.piloting(draft.state, command.ship, earlier=earlier, danger=command.danger)
    other = modifiers.piloting(draft.state, command.target, danger=command.danger_other)
    return ladder.opposed(own, other, command.kind, draft.rolls)


def check_barrel_roll(state: State, command: i.BarrelRoll) -> Refusal | None:
    """Small and medium ships."""
    return check_manoeuvre(state, "barrel-roll", command.ship) or commands.danger_zones(
        state, (command.ship, command.danger)
    )


def check_immelmann(state: State, command: i.Immelmann) -> Refusal | None:
    """Small ships."""
    return check_manoeuvre(state, "immelmann", command.ship) or commands.danger_zones(
        state, (command.ship, command.danger)
    )


def check_stealth(state: State, command: i.StealthMove) -> Refusal | None:
    """Small and medium ships with «Скрытный»."""
    return check_manoeuvre(state, "stealth", command.ship) or commands.danger_zones(
        state, (command.ship, command.danger)
    )


def _fly(draft: Draft, manoeuvre: str, ship_id: str, danger: bool) -> None:  # noqa: FBT001
    """A manoeuvre by a simple roll that concerns nobody else."""
    begin(draft, ship_id)
    commands.pay_danger(draft, (ship_id, danger))
    contest = _simple(draft, ship_id, manoeuvre, danger)
    draft.note(
        r.Manoeuvred(ship=ship_id, manoeuvre=manoeuvre, contest=contest, success=contest.won)
    )


def barrel_roll(draft: Draft, command: i.BarrelRoll) -> None:
    """Крен: aside S to M; failed: −1DT to defence and firepower in the shooting phase."""
    _fly(draft, "barrel-roll", command.ship, command.danger)


def immelmann(draft: Draft, command: i.Immelmann) -> None:
    """Иммельман: 180°, no move; failed: −1DT to defence and firepower."""
    _fly(draft, "immelmann", command.ship, command.danger)


def stealth(draft: Draft, command: i.StealthMove) -> None:
    """Скрытное передвижение: can't be attacked until scanned."""
    _fly(draft, "stealth", command.ship, command.danger)


def check_escort(state: State, command: i.Escort) -> Refusal | None:
    """All ships may escort; small ones and the enemy's can't be escorted."""
    if refusal := check_manoeuvre(state, "escort", command.ship):
        return refusal
    charge = state.ships.get(command.target)
    if charge is None or not charge.active or charge.id == command.ship:
        return Refusal("no-such-target", {"target": command.target})
    if side_of(state, charge.id) != side_of(state, command.ship):
        return Refusal("not-your-side", {"target": charge.id})
    if charge.profile.type is ShipType.SMALL:
        return Refusal("small-not-escorted", {"target": charge.id})
    if command.ship in charge.escorts:
        return Refusal("already-escorting", {"target": charge.id})
    return commands.danger_zones(state, (command.ship, command.danger))


def escort(draft: Draft, command: i.Escort) -> None:
    """Сопровождение: +1 to the charge's defence for each escort within S, at most +3."""
    begin(draft, command.ship)
    commands.pay_danger(draft, (command.ship, command.danger))
    contest = _simple(draft, command.ship, "escort-manoeuvre", command.danger)
    draft.note(
        r.Manoeuvred(
            ship=command.ship,
            manoeuvre="escort",
            target=command.target,
            contest=contest,
            success=contest.won,
        )
    )


def check_dock(state: State, command: i.Dock) -> Refusal | None:
    """Ships with «Транспорт»; a target that refuses has to be able to fly."""
    if refusal := check_manoeuvre(state, "dock", command.ship):
        return refusal
    if not on_the_table(state, command.target) or command.target == command.ship:
        return Refusal("no-such-target", {"target": command.target})
    if command.refused and command.target not in state.ships:
        return Refusal("no-pilot", {"unit": command.target})
    if command.danger_other and not command.refused:
        return Refusal("no-roll-of-target", {"target": command.target})
    return commands.danger_zones(
        state, (command.ship, command.danger), (command.target, command.danger_other)
    )


def dock(draft: Draft, command: i.Dock) -> None:
    """Стыковка: simple roll, opposed piloting if the target refuses."""
    begin(draft, command.ship)
    commands.pay_danger(
        draft, (command.ship, command.danger), (command.target, command.danger_other)
    )
    if command.refused:
        contest = _opposed(draft, command)
    else:
        contest = _simple(draft, command.ship, "dock", command.danger)
    draft.note(
        r.Manoeuvred(
            ship=command.ship,
            manoeuvre="dock",
            target=command.target,
            contest=contest,
            success=contest.won,
        )
    )


def check_target_lock(state: State, command: i.TargetLock) -> Refusal | None:
    """All ships, at an enemy ship in the zone of the gun; once at each target."""
    if refusal := check_manoeuvre(state, "target-lock", command.ship):
        return refusal
    target = state.ships.get(command.target)
    if target is None or not target.active:
        return Refusal("no-such-target", {"target": command.target})
    if side_of(state, target.id) == side_of(state, command.ship):
        return Refusal("not-an-enemy", {"target": target.id})
    if target.id in state.ships[command.ship].locks_tried:
        return Refusal("lock-tried", {"target": target.id})
    if not command.in_zone:
        return Refusal("out-of-zone", {"target": target.id})
    return commands.danger_zones(
        state, (command.ship, command.danger), (command.target, command.danger_other)
    )


def target_lock(draft: Draft, command: i.TargetLock) -> None:
    """Захват цели: opposed piloting; won: +1DT firepower against that target this round."""
    begin(draft, command.ship)
    commands.pay_danger(
        draft, (command.ship, command.danger), (command.target, command.danger_other)
    )
    contest = _opposed(draft, command)
    draft.note(
        r.Manoeuvred(
            ship=command.ship,
            manoeuvre="target-lock",
            target=command.target,
            contest=contest,
            success=contest.won,
        )
    )


# --- launching fighters --------------------------------------------------------------------


def check_launch_fighters(state: State, command: i.LaunchFighters) -> Refusal | None:
    """A carrier in its activation, small ships aboard of it, a point for each."""
    if refusal := check_activation(state, command.ship):
        return refusal
    if not command.fighters or len(set(command.fighters)) != len(command.fighters):
        return Refusal("choose-fighters", {"ship": command.ship})
    for fighter in command.fighters:
        small = state.ships.get(fighter)
        if small is None or small.carrier != command.ship or small.status is not Status.ABOARD:
            return Refusal("not-aboard", {"ship": fighter})
        if small.profile.type is not ShipType.SMALL:
            return Refusal("launches-small-only", {"ship": fighter})
    ship = state.ships[command.ship]
    return commands.why_not(state, "launch-fighters", ship=ship, times=len(command.fighters))


def launch_fighters(draft: Draft, command: i.LaunchFighters) -> None:
    """Запуск истребителей: placed within S, facing as the carrier, activated at once."""
    begin(draft, command.ship)
    for _ in command.fighters:
        commands.pay(draft, "launch-fighters", unit=command.ship)
    draft.note(r.FightersLaunched(ship=command.ship, fighters=command.fighters))


RULES: dict[type[i.Intent], Rule] = {
    i.Move: Rule(check_move, move),
    i.BarrelRoll: Rule(check_barrel_roll, barrel_roll),
    i.Dock: Rule(check_dock, dock),
    i.Immelmann: Rule(check_immelmann, immelmann),
    i.Escort: Rule(check_escort, escort),
    i.TargetLock: Rule(check_target_lock, target_lock),
    i.StealthMove: Rule(check_stealth, stealth),
    i.LaunchFighters: Rule(check_launch_fighters, launch_fighters),
    i.FinishActivation: Rule(check_finish_activation, finish_activation),
}
