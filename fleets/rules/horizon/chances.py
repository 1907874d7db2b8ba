"""Exact odds of an attack as it stands, and what one command point would change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from fleets.rules.horizon import hits, modifiers
from fleets.rules.horizon import intents as i
from fleets.rules.horizon.ladder import Dice, Hand
from fleets.rules.horizon.shooting import RESPONSES, why_no_decoy, why_no_response
from fleets.rules.horizon.state import HitsDue, State
from fleets.rules.horizon.tables import Tables
from fleets.rules.horizon.terms import Hit, System, Weapon
from fleets.rules.kit import odds

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Chances of one attack. `rolls`: of 0, 1, 2, 3 rolls on the hit table; they sum to 1.

    `out`: that the target is out of action after it. `points`: what the target's one command
    point for an action would make of these odds.
    """

    attack: Dice
    defence: Dice
    hit: Fraction
    rolls: Mapping[int, Fraction]
    out: Fraction
    points: Mapping[str, Odds]


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleOdds:
    """Chance of a piloting roll, and with «Опасная зона»."""

    dice: Dice
    success: Fraction
    with_danger: Fraction


# --- rolls ---------------------------------------------------------------------------------


def distribution(dice: Dice) -> odds.Distribution:
    """Distribution of a sum."""
    return odds.total(dice.each, dice.bonus)


def succeeds(own: Dice, universe: Dice) -> Fraction:
    """Chance of a simple roll: a tie is the player's."""
    return odds.reaches(distribution(own), distribution(universe))


def wins(attacker: Dice, defender: Dice) -> Fraction:
    """Chance that an opposed roll is the attacker's: a tie is not."""
    return odds.beats(distribution(attacker), distribution(defender))


@lru_cache(maxsize=1024)
def _rolls_by_multiples(
    attack: Dice, defence: Dice, marks: tuple[int, int]
) -> tuple[Fraction, ...]:
    counts = [ZERO] * 4
    for a, p in distribution(attack).items():
        for d, q in distribution(defence).items():
            rolls = 0 if a <= d else 1 + sum(a >= mark * d for mark in marks)
            counts[rolls] += p * q
    return tuple(counts)


def roll_counts(attack: Dice, defence: Dice, tables: Tables) -> dict[int, Fraction]:
    """Chances of 0 to 3 rolls on the hit table (H-6)."""
    marks = (tables.figure("second_hit_multiple"), tables.figure("third_hit_multiple"))
    return dict(enumerate(_rolls_by_multiples(attack, defence, marks)))


# --- the hit table -------------------------------------------------------------------------


class HitTable(NamedTuple):
    """What of the tables the chances of being put out depend on."""

    dice: Dice
    step: int
    outcomes: tuple[tuple[int, Hit], ...]


def hit_table(tables: Tables) -> HitOdds:
    """Chances on the hit table in force; those already worked out are kept."""
    rows = tuple(sorted((result, row.outcome) for result, row in tables.hits.items()))
    return _hit_odds(HitTable(tables.dice["hit_table"].dice, tables.figure("luck_step"), rows))


@lru_cache(maxsize=16)
def _hit_odds(table: HitTable) -> HitOdds:
    return HitOdds(table)


class HitOdds:
    """Chances on one hit table: from tokens on a ship to out of action after some rolls."""

    def __init__(self, table: HitTable) -> None:
        self._outcomes = dict(table.outcomes)
        self._low, self._high = min(self._outcomes), max(self._outcomes)
        self._results = dict(distribution(table.dice))
        self._step = table.step
        self._known: dict[tuple[frozenset[System], int, bool], Fraction] = {}

    def out(self, damage: frozenset[System], rolls: int, *, luck: bool = False) -> Fraction:
        """Chance of being out after so many rolls.

        With luck the target's player moves one of them, at best: pays before the roll that
        is worth it, sees the result, and picks what leaves the best chances over the rest.
        """
        if rolls == 0:
            return ZERO
        key = (damage, rolls, luck)
        if key not in self._known:
            waits = self._expected(damage, rolls, shifts=(0,), luck_after=luck)
            self._known[key] = min(waits, self.out_with_luck_now(damage, rolls)) if luck else waits
        return self._known[key]

    def out_with_luck_now(self, damage: frozenset[System], rolls: int) -> Fraction:
        """Chance of being out when luck is paid for the next roll."""
        shifts = (-self._step, 0, self._step)
        return self._expected(damage, rolls, shifts=shifts, luck_after=False)

    def _expected(
        self, damage: frozenset[System], rolls: int, *, shifts: tuple[int, ...], luck_after: bool
    ) -> Fraction:
        return sum(
            (
                p * min(self._settled(damage, result + s, rolls - 1, luck_after) for s in shifts)
                for result, p in self._results.items()
            ),
            ZERO,
        )

    def _settled(
        self,
        damage: frozenset[System],
        result: int,
        left: int,
        luck: bool,  # noqa: FBT001
    ) -> Fraction:
        outcome = self._outcomes[max(self._low, min(result, self._high))]
        if outcome is Hit.OUT or outcome.system in damage:
            return ONE
        token = frozenset() if outcome.system is None else frozenset({outcome.system})
        return self.out(damage | token, left, luck=luck)


def out_of_action(
    rolls: Mapping[int, Fraction], damage: frozenset[System], tables: Tables, *, luck: bool = False
) -> Fraction:
    """Chance that an attack with these chances of rolls puts the target out."""
    table = hit_table(tables)
    return sum((p * table.out(damage, count, luck=luck) for count, p in rolls.items()), ZERO)


# --- an attack as it stands ----------------------------------------------------------------


def _odds(state: State, attack: Dice, defence: Dice, target: str) -> Odds:
    rolls = roll_counts(attack, defence, state.tables)
    ship = state.ships.get(target)
    out = out_of_action(rolls, frozenset(ship.damage), state.tables) if ship is not None else ZERO
    return Odds(attack=attack, defence=defence, hit=1 - rolls[0], rolls=rolls, out=out, points={})


def _with_luck(state: State, plain: Odds, target: str, by: str, weapon: Weapon) -> dict[str, Odds]:
    """«Лучше везение, чем умение» does not change the hit, only what comes of it."""
    if target not in state.ships:
        return {}
    roller = state.ships[by].squadron if by in state.ships else None
    due = HitsDue(target=target, count=1, by=roller, weapon=weapon)
    if hits.why_no_luck(state, due) is not None:
        return {}
    damage = frozenset(state.ships[target].damage)
    out = out_of_action(plain.rolls, damage, state.tables, luck=True)
    return {"luck": replace(plain, out=out)}


def gun_odds(state: State, command: i.FireGun | i.SceneFire) -> Odds | None:
    """Odds of a gun, of a ship or of a scene object."""
    shooter = command.ship if isinstance(command, i.FireGun) else command.thing
    carrier = state.ships.get(shooter)
    guns = carrier.profile.guns if carrier is not None else state.scene[shooter].guns
    gun = next((gun for gun in guns if gun.id == command.gun), None)
    if gun is None:
        return None
    attack = modifiers.gun_firepower(state, shooter, gun, command.target).dice
    guard = modifiers.defence(
        state,
        command.target,
        weapon=Weapon.GUN,
        face=command.face,
        escorts_near=command.escorts_near,
    ).dice
    plain = _odds(state, attack, guard, command.target)
    points = _with_luck(state, plain, command.target, shooter, Weapon.GUN)
    if isinstance(command, i.FireGun):
        points |= _with_response(state, plain, command)
    return replace(plain, points=points)


def _with_response(state: State, plain: Odds, command: i.FireGun) -> dict[str, Odds]:
    """Getting away by piloting: the attack goes on only if the attacker wins.

    Where the target ends up is for the table to see, so a won response counts as no hit.
    """
    found = {}
    for response in RESPONSES:
        if why_no_response(state, command, response) is not None:
            continue
        own = modifiers.piloting(state, command.ship).dice
        goes_on = wins(own, modifiers.piloting(state, command.target).dice)
        rolls = {count: p * goes_on for count, p in plain.rolls.items()}
        rolls[0] += 1 - goes_on
        found[response] = replace(
            plain, hit=plain.hit * goes_on, rolls=rolls, out=plain.out * goes_on
        )
    return found


def torpedo_odds(state: State, command: i.FireTorpedo) -> Odds:
    """Odds of a torpedo, and with the target's decoy."""
    attack = modifiers.own_firepower(state, command.ship, Weapon.TORPEDO, command.target).dice

    def against(*, decoy: bool) -> Odds:
        guard = modifiers.defence(
            state,
            command.target,
            weapon=Weapon.TORPEDO,
            face=command.face,
            escorts_near=command.escorts_near,
            decoy=decoy,
        )
        return _odds(state, attack, guard.dice, command.target)

    plain = against(decoy=command.decoy)
    points = _with_luck(state, plain, command.target, command.ship, Weapon.TORPEDO)
    if not command.decoy and why_no_decoy(state, command) is None:
        points["decoy"] = against(decoy=True)
    return replace(plain, points=points)


def mine_odds(state: State, command: i.DropMine) -> dict[str, Odds]:
    """Odds of a mine for each ship in the blast, each by itself."""
    attack = modifiers.own_firepower(state, command.ship, Weapon.MINE, command.ship).dice
    return {
        target: _odds(
            state, attack, modifiers.defence(state, target, weapon=Weapon.MINE).dice, target
        )
        for target in command.targets
    }


def hit_odds(state: State, _command: i.RollHit) -> Odds | None:
    """What the rolls that are owed now will do, and with luck on the next one."""
    if not state.hits:
        return None
    due = state.hits[0]
    damage = frozenset(state.ships[due.target].damage)
    dice = state.tables.dice["hit_table"].dice
    rolls = {due.count: ONE}
    plain = Odds(
        attack=dice,
        defence=dice,
        hit=ONE,
        rolls=rolls,
        out=out_of_action(rolls, damage, state.tables),
        points={},
    )
    if hits.why_no_luck(state, due) is not None:
        return plain
    lucky = hit_table(state.tables).out_with_luck_now(damage, due.count)
    return replace(plain, points={"luck": replace(plain, out=lucky)})


# --- piloting ------------------------------------------------------------------------------


def piloting_odds(state: State, command: i.Intent) -> SimpleOdds | None:
    """Chance of a manoeuvre, a scan or a lock."""
    hand = piloting_of(state, command, danger=False)
    if hand is None:
        return None
    eager = piloting_of(state, command, danger=True) or hand
    if isinstance(command, i.TargetLock) or (isinstance(command, i.Dock) and command.refused):
        against = modifiers.piloting(state, command.target).dice
        return SimpleOdds(dice=hand, success=wins(hand, against), with_danger=wins(eager, against))
    against = modifiers.universe(state).dice
    return SimpleOdds(
        dice=hand, success=succeeds(hand, against), with_danger=succeeds(eager, against)
    )


_BY_NAME = {i.BarrelRoll: "barrel-roll", i.Escort: "escort-manoeuvre"}


def piloting_of(state: State, command: i.Intent, *, danger: bool) -> Dice | None:
    """Piloting dice a command would be rolled with."""
    hand = piloting_hand(state, command, danger=danger)
    return hand.dice if hand is not None else None


def piloting_hand(state: State, command: i.Intent, *, danger: bool) -> Hand | None:
    """The same with every modifier by name."""
    if isinstance(command, i.Scan):
        return modifiers.piloting(state, command.ship, danger=danger)
    if isinstance(
        command, (i.BarrelRoll, i.Dock, i.Immelmann, i.Escort, i.TargetLock, i.StealthMove)
    ):
        return modifiers.piloting(
            state,
            command.ship,
            manoeuvre=_BY_NAME.get(type(command), ""),
            earlier=state.ships[command.ship].manoeuvres,
            danger=danger,
        )
    return None


def of(state: State, command: i.Intent) -> Odds | SimpleOdds | dict[str, Odds] | None:
    """Exact chances of a command as it stands, None where nothing is rolled."""
    if isinstance(command, (i.FireGun, i.SceneFire)):
        return gun_odds(state, command)
    if isinstance(command, i.FireTorpedo):
        return torpedo_odds(state, command)
    if isinstance(command, i.DropMine):
        return mine_odds(state, command)
    if isinstance(command, i.RollHit):
        return hit_odds(state, command)
    return piloting_odds(state, command)
