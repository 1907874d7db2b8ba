"""The shooting phase: guns, torpedoes, mines, scanning, evading, and what the target may do
before the roll (seed, «Фаза Стрельбы», «Очки Командования» 2, 4, 5, 7, 11).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fleets.rules.base import Refusal
from fleets.rules.horizon import commands, hits, ladder, modifiers
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.draft import Draft, Rule
from fleets.rules.horizon.ladder import Contest
from fleets.rules.horizon.phases import in_phase
from fleets.rules.horizon.ships import Gun
from fleets.rules.horizon.state import (
    Ship,
    State,
    group_of,
    on_the_table,
    side_of,
)
from fleets.rules.horizon.terms import Arc, Face, Phase, Weapon

RESPONSES = ("cobra", "wing-over")

# --- activation ----------------------------------------------------------------------------


def check_shooter(state: State, ship_id: str) -> Refusal | None:
    """Whether a ship may act in the shooting phase, whatever it does."""
    if refusal := in_phase(state, Phase.SHOOTING):
        return refusal
    ship = state.ships.get(ship_id)
    if ship is None:
        return Refusal("unknown-ship", {"ship": ship_id})
    if not ship.active:
        return Refusal(f"ship-{ship.status}", {"ship": ship_id})
    if ship.acted:
        return Refusal("already-acted", {"ship": ship_id})
    if ship.docked_to is not None:
        return Refusal("docked-no-action", {"ship": ship_id})
    return _not_its_turn(state, ship)


def _not_its_turn(state: State, ship: Ship) -> Refusal | None:
    if group_of(state, ship) != state.turn:
        return Refusal("not-your-turn", {"turn": state.turn})
    if state.acting and state.acting != (ship.id,):
        return Refusal("finish-first", {"ship": state.acting[0]})
    return None


def check_fresh(state: State, ship_id: str) -> Refusal | None:
    """One action a ship: a torpedo, a mine, a scan or evading can't follow a gun."""
    if refusal := check_shooter(state, ship_id):
        return refusal
    if state.ships[ship_id].fired:
        return Refusal("guns-already-fired", {"ship": ship_id})
    return None


def check_target(state: State, shooter: str, target: str) -> Refusal | None:
    """An enemy ship or scene object on the table that may be shot at."""
    if not on_the_table(state, target) or target == shooter:
        return Refusal("no-such-target", {"target": target})
    thing, side = state.scene.get(target), side_of(state, target)
    if thing is not None and thing.defence is None:
        return Refusal("cannot-be-hit", {"target": target})
    if side is not None and side == side_of(state, shooter):
        return Refusal("not-an-enemy", {"target": target})
    if thing is None and state.ships[target].hidden:
        return Refusal("target-hidden", {"target": target})
    return None


def _aim(command: i.FireGun | i.FireTorpedo) -> Refusal | None:
    """What the table measures: the line of sight and the zone."""
    if not command.line_of_sight:
        return Refusal("no-line-of-sight", {"target": command.target})
    if not command.in_zone:
        return Refusal("out-of-zone", {"target": command.target})
    return None


# --- guns ----------------------------------------------------------------------------------


def check_gun(state: State, ship_id: str, gun_id: str) -> Refusal | None:
    """The gun is there and has not fired."""
    if refusal := check_shooter(state, ship_id):
        return refusal
    ship = state.ships[ship_id]
    if ship.profile.gun(gun_id) is None:
        return Refusal("unknown-gun", {"gun": gun_id, "ship": ship_id})
    if gun_id in ship.fired:
        return Refusal("gun-fired", {"gun": gun_id, "ship": ship_id})
    return None


def check_fire_gun(state: State, command: i.FireGun) -> Refusal | None:
    """All guns that bear, each at a target of its own."""
    if refusal := check_gun(state, command.ship, command.gun):
        return refusal
    if refusal := check_target(state, command.ship, command.target):
        return refusal
    if command.target in state.ships[command.ship].fired_at:
        return Refusal("each-gun-own-target", {"target": command.target})
    return _aim(command) or _check_response(state, command)


def _check_response(state: State, command: i.FireGun) -> Refusal | None:
    if command.response is None:
        asked = command.danger or command.danger_other
        return Refusal("no-roll-of-target", {"target": command.target}) if asked else None
    if refusal := why_no_response(state, command, command.response):
        return refusal
    target = state.ships[command.target]
    wanted = Counter({target.squadron: state.tables.actions[command.response].cost})
    for unit, danger in ((command.ship, command.danger), (command.target, command.danger_other)):
        if not danger:
            continue
        ship = state.ships[unit]
        besides = wanted[ship.squadron]
        if refusal := commands.why_not(state, "danger-zone", ship=ship, besides=besides):
            return refusal
        wanted[ship.squadron] += state.tables.actions["danger-zone"].cost
    return None


def why_no_response(state: State, command: i.FireGun, response: str) -> Refusal | None:
    """«Кобра» and «Переворот через крыло»: the target of front guns into its rear, not yet
    activated in the shooting phase.
    """
    if response not in RESPONSES:
        return Refusal("no-such-response", {"response": response})
    target, shooter = state.ships.get(command.target), state.ships.get(command.ship)
    gun = shooter.profile.gun(command.gun) if shooter is not None else None
    if target is None or gun is None:
        return Refusal("no-pilot", {"unit": command.target})
    if gun.arc is not Arc.FRONT or command.face is not Face.REAR:
        return Refusal("only-front-guns-at-rear", {"action": response})
    if target.acted or target.docked_to is not None:
        return Refusal("already-acted", {"ship": target.id})
    return commands.why_not(state, response, ship=target)


def fire_gun(draft: Draft, command: i.FireGun) -> None:
    """Огонь из оружия: firepower against defence, after the target's response."""
    if command.response is not None and _respond(draft, command):
        return
    ship = draft.state.ships[command.ship]
    gun = ship.profile.gun(command.gun)
    assert gun is not None  # noqa: S101  checked
    attack_with_gun(
        draft,
        command.ship,
        gun,
        target=command.target,
        face=command.face,
        escorts_near=command.escorts_near,
    )


def _respond(draft: Draft, command: i.FireGun) -> bool:
    """Opposed piloting; whether the target got away. A tie is the target's."""
    assert command.response is not None  # noqa: S101  asked before
    commands.pay(draft, command.response, unit=command.target)
    commands.pay_danger(
        draft, (command.ship, command.danger), (command.target, command.danger_other)
    )
    own = modifiers.piloting(draft.state, command.ship, danger=command.danger)
    other = modifiers.piloting(draft.state, command.target, danger=command.danger_other)
    contest = ladder.opposed(own, other, command.response, draft.rolls)
    draft.note(
        r.Responded(
            response=command.response,
            ship=command.ship,
            gun=command.gun,
            target=command.target,
            face=command.face,
            contest=contest,
            evaded=not contest.won,
        )
    )
    return not contest.won


def attack_with_gun(
    draft: Draft,
    shooter: str,
    gun: Gun,
    *,
    target: str,
    face: Face,
    escorts_near: int | None,
) -> None:
    """Attack roll of one gun of a ship or scene object."""
    own = modifiers.gun_firepower(draft.state, shooter, gun, target)
    other = modifiers.defence(
        draft.state, target, weapon=Weapon.GUN, face=face, escorts_near=escorts_near
    )
    contest = ladder.opposed(own, other, "attack", draft.rolls)
    fired = r.Fired(
        ship=shooter,
        weapon=Weapon.GUN,
        gun=gun.id,
        target=target,
        face=face,
        contest=contest,
        hits=hits.hit_rolls(contest.own.total, contest.other.total, draft.state.tables),
    )
    _result(draft, fired)


def _result(draft: Draft, fired: r.Fired) -> None:
    draft.note(fired)
    if fired.target in draft.state.scene:
        hits.count_on_scene(draft, fired.target, fired.hits)
    hits.settle(draft)


def check_go_on(state: State, _command: i.GoOn) -> Refusal | None:
    """Only an attack whose target has moved away is measured again."""
    return Refusal("no-attack-waits") if state.attack is None else None


def go_on(draft: Draft, command: i.GoOn) -> None:
    """The attacker may not change target: still in the zone, or the shot is lost."""
    attack = draft.state.attack
    assert attack is not None  # noqa: S101  checked
    gun = draft.state.ships[attack.ship].profile.gun(attack.gun)
    if gun is None or not (command.in_zone and command.line_of_sight):
        draft.note(r.AttackLost(ship=attack.ship, gun=attack.gun, target=attack.target))
        return
    attack_with_gun(
        draft,
        attack.ship,
        gun,
        target=attack.target,
        face=command.face,
        escorts_near=command.escorts_near,
    )


def check_finish_fire(state: State, command: i.FinishFire) -> Refusal | None:
    """After at least one gun; a ship that wants no fire scans or evades."""
    if refusal := check_shooter(state, command.ship):
        return refusal
    if not state.ships[command.ship].fired:
        return Refusal("no-gun-fired", {"ship": command.ship})
    return None


def finish_fire(draft: Draft, command: i.FinishFire) -> None:
    """The other guns stay silent."""
    draft.note(r.FireFinished(ship=command.ship))


# --- torpedo and mine ----------------------------------------------------------------------


def check_torpedo(state: State, ship_id: str) -> Refusal | None:
    """«Фокс Уан»: a ship with torpedoes, instead of its guns."""
    return check_fresh(state, ship_id) or commands.why_not(
        state, "torpedo", ship=state.ships[ship_id]
    )


def check_fire_torpedo(state: State, command: i.FireTorpedo) -> Refusal | None:
    """A torpedo and, if asked, the target's decoy."""
    if refusal := check_torpedo(state, command.ship):
        return refusal
    if refusal := check_target(state, command.ship, command.target) or _aim(command):
        return refusal
    return why_no_decoy(state, command) if command.decoy else None


def why_no_decoy(state: State, command: i.FireTorpedo) -> Refusal | None:
    """«Запуск ложной цели»: the target of a torpedo with a decoy."""
    target = state.ships.get(command.target)
    if target is None:
        return Refusal("no-pilot", {"unit": command.target})
    return commands.why_not(state, "decoy", ship=target)


def fire_torpedo(draft: Draft, command: i.FireTorpedo) -> None:
    """Фокс Уан: 2d8, 2d10 or 2d12 by the size of the target."""
    commands.pay(draft, "torpedo", unit=command.ship)
    if command.decoy:
        commands.pay(draft, "decoy", unit=command.target)
    own = modifiers.own_firepower(draft.state, command.ship, Weapon.TORPEDO, command.target)
    other = modifiers.defence(
        draft.state,
        command.target,
        weapon=Weapon.TORPEDO,
        face=command.face,
        escorts_near=command.escorts_near,
        decoy=command.decoy,
    )
    contest = ladder.opposed(own, other, "attack", draft.rolls)
    fired = r.Fired(
        ship=command.ship,
        weapon=Weapon.TORPEDO,
        target=command.target,
        face=command.face,
        contest=contest,
        hits=hits.hit_rolls(contest.own.total, contest.other.total, draft.state.tables),
    )
    _result(draft, fired)


def check_mine(state: State, ship_id: str) -> Refusal | None:
    """«Сброс заряда»: a medium or large ship with mining charges, instead of its guns."""
    return check_fresh(state, ship_id) or commands.why_not(state, "mine", ship=state.ships[ship_id])


def check_blast(state: State, target: str) -> Refusal | None:
    """Every ship in the blast, friend or foe; stealth does not help (H-15)."""
    if not on_the_table(state, target):
        return Refusal("no-such-target", {"target": target})
    if target in state.scene and state.scene[target].defence is None:
        return Refusal("cannot-be-hit", {"target": target})
    ship = state.ships.get(target)
    if ship is not None and ship.hidden and not state.tables.on("mine-strikes-hidden"):
        return Refusal("target-hidden", {"target": target})
    return None


def check_drop_mine(state: State, command: i.DropMine) -> Refusal | None:
    """A mine on the ships named, nobody twice; it never reaches who dropped it."""
    if refusal := check_mine(state, command.ship):
        return refusal
    if len({*command.targets, command.ship}) != len(command.targets) + 1:
        return Refusal("no-such-target", {"target": command.ship})
    refusals = (check_blast(state, target) for target in command.targets)
    return next((refusal for refusal in refusals if refusal is not None), None)


def drop_mine(draft: Draft, command: i.DropMine) -> None:
    """Сброс заряда: 2d10 rolled once, against the defence of each ship in the blast."""
    commands.pay(draft, "mine", unit=command.ship)
    hand = modifiers.own_firepower(draft.state, command.ship, Weapon.MINE, command.ship)
    blast = ladder.throw(hand, "mine", draft.rolls)
    draft.note(r.MineDropped(ship=command.ship, throw=blast, targets=command.targets))
    for target in command.targets:
        guard = modifiers.defence(draft.state, target, weapon=Weapon.MINE)
        against = ladder.throw(guard, "mine:against", draft.rolls)
        contest = Contest(own=blast, other=against, won=blast.total > against.total)
        rolls = hits.hit_rolls(blast.total, against.total, draft.state.tables)
        draft.note(r.MineStruck(ship=command.ship, target=target, contest=contest, hits=rolls))
        if target in draft.state.scene:
            hits.count_on_scene(draft, target, rolls)
    hits.settle(draft)


# --- scan and evade ------------------------------------------------------------------------


def check_scan(state: State, command: i.Scan) -> Refusal | None:
    """Any model within S but those of the own squadron."""
    if refusal := check_fresh(state, command.ship):
        return refusal
    if not on_the_table(state, command.target) or command.target == command.ship:
        return Refusal("no-such-target", {"target": command.target})
    other = state.ships.get(command.target)
    if other is not None and other.squadron == state.ships[command.ship].squadron:
        return Refusal("own-squadron", {"target": command.target})
    if not command.in_zone:
        return Refusal("out-of-zone", {"target": command.target})
    return commands.danger_zones(state, (command.ship, command.danger))


def scan(draft: Draft, command: i.Scan) -> None:
    """Сканирование: simple piloting; identified, stealth lost."""
    commands.pay_danger(draft, (command.ship, command.danger))
    hand = modifiers.piloting(draft.state, command.ship, danger=command.danger)
    contest = ladder.simple(hand, modifiers.universe(draft.state), "scan", draft.rolls)
    draft.note(
        r.Scanned(ship=command.ship, target=command.target, contest=contest, success=contest.won)
    )


def check_evade(state: State, command: i.Evade) -> Refusal | None:
    """Any ship whose go it is and that has not fired."""
    return check_fresh(state, command.ship)


def evade(draft: Draft, command: i.Evade) -> None:
    """Уклонение: a token that counts on defence to the end of the round."""
    draft.note(r.Evaded(ship=command.ship))


def targets(state: State, shooter: str) -> Iterator[tuple[str, Refusal | None]]:
    """Every other thing on the table, with why it can't be shot at."""
    for unit in (*state.ships, *state.scene):
        if unit != shooter and on_the_table(state, unit):
            yield unit, check_target(state, shooter, unit)


RULES: dict[type[i.Intent], Rule] = {
    i.FireGun: Rule(check_fire_gun, fire_gun),
    i.GoOn: Rule(check_go_on, go_on),
    i.FinishFire: Rule(check_finish_fire, finish_fire),
    i.FireTorpedo: Rule(check_fire_torpedo, fire_torpedo),
    i.DropMine: Rule(check_drop_mine, drop_mine),
    i.Scan: Rule(check_scan, scan),
    i.Evade: Rule(check_evade, evade),
}
