"""What a command would roll, before anybody rolls it: hands with every modifier, and chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from fleets.rules.base import Forecast, HandLine, ModifierLine
from fleets.rules.horizon import chances, modifiers
from fleets.rules.horizon import intents as i
from fleets.rules.horizon.chances import Odds, SimpleOdds
from fleets.rules.horizon.ladder import Hand
from fleets.rules.horizon.state import State
from fleets.rules.horizon.terms import Weapon


def forecast(state: State, command: i.Intent) -> tuple[Forecast, ...]:
    """One forecast for each target; nothing where nothing is rolled."""
    if isinstance(command, (i.FireGun, i.SceneFire)):
        return tuple(_of_gun(state, command))
    if isinstance(command, i.FireTorpedo):
        return (_of_torpedo(state, command),)
    if isinstance(command, i.DropMine):
        return tuple(_of_mine(state, command))
    if isinstance(command, i.RollHit):
        odds = chances.hit_odds(state, command)
        return (_attack(state.hits[0].target, None, None, odds),) if odds is not None else ()
    if isinstance(command, i.RollInitiative):
        hand = modifiers.initiative(state, state.squadrons[command.squadron])
        return (Forecast(own=_line(hand)),)
    return tuple(_of_piloting(state, command))


def _of_gun(state: State, command: i.FireGun | i.SceneFire) -> Iterator[Forecast]:
    odds = chances.gun_odds(state, command)
    if odds is None:
        return
    shooter = command.ship if isinstance(command, i.FireGun) else command.thing
    carrier = state.ships.get(shooter)
    guns = carrier.profile.guns if carrier is not None else state.scene[shooter].guns
    gun = next(gun for gun in guns if gun.id == command.gun)
    own = modifiers.gun_firepower(state, shooter, gun, command.target)
    guard = modifiers.defence(
        state,
        command.target,
        weapon=Weapon.GUN,
        face=command.face,
        escorts_near=command.escorts_near,
    )
    yield _attack(command.target, own, guard, odds)


def _of_torpedo(state: State, command: i.FireTorpedo) -> Forecast:
    own = modifiers.own_firepower(state, command.ship, Weapon.TORPEDO, command.target)
    guard = modifiers.defence(
        state,
        command.target,
        weapon=Weapon.TORPEDO,
        face=command.face,
        escorts_near=command.escorts_near,
        decoy=command.decoy,
    )
    return _attack(command.target, own, guard, chances.torpedo_odds(state, command))


def _of_mine(state: State, command: i.DropMine) -> Iterator[Forecast]:
    own = modifiers.own_firepower(state, command.ship, Weapon.MINE, command.ship)
    for target, odds in chances.mine_odds(state, command).items():
        guard = modifiers.defence(state, target, weapon=Weapon.MINE)
        yield _attack(target, own, guard, odds)


def _of_piloting(state: State, command: i.Intent) -> Iterator[Forecast]:
    odds = chances.piloting_odds(state, command)
    if odds is None:
        return
    own = chances.piloting_hand(state, command, danger=bool(getattr(command, "danger", False)))
    if own is None:
        return
    target: str | None = getattr(command, "target", None)
    is_opposed = isinstance(command, i.TargetLock) or getattr(command, "refused", False)
    if is_opposed and target is not None and target in state.ships:
        other = modifiers.piloting(
            state, target, danger=bool(getattr(command, "danger_other", False))
        )
    else:
        other = modifiers.universe(state)
    yield Forecast(
        target=target,
        own=_line(own),
        other=_line(other),
        chances=_success(odds),
        points={"danger-zone": {"success": float(odds.with_danger)}},
    )


def _success(odds: SimpleOdds) -> Mapping[str, float]:
    return {"success": float(odds.success)}


def _attack(target: str, own: Hand | None, guard: Hand | None, odds: Odds) -> Forecast:
    return Forecast(
        target=target,
        own=_line(own) if own is not None else None,
        other=_line(guard) if guard is not None else None,
        chances=_chances(odds),
        points={name: _chances(changed) for name, changed in odds.points.items()},
    )


def _chances(odds: Odds) -> dict[str, float]:
    rolls: Mapping[int, Fraction] = odds.rolls
    each = {f"rolls-{count}": float(p) for count, p in rolls.items() if count}
    return {"hit": float(odds.hit), "out": float(odds.out), **each}


def _line(hand: Hand) -> HandLine:
    return HandLine(
        who=hand.who,
        base=str(hand.base),
        dice=str(hand.dice),
        modifiers=tuple(
            ModifierLine(name=m.name, shift=m.shift, bonus=m.bonus) for m in hand.modifiers
        ),
    )
