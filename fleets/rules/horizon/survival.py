"""Выживание: one d6 for each ship out of action, after the battle; the HQ's aid; crew picks
(seed, «Выживание»; H-8, H-12, H-17).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from fleets.rules.base import Refusal, RollRequest
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import ladder
from fleets.rules.horizon import records as r
from fleets.rules.horizon.draft import Draft, Rule
from fleets.rules.horizon.ladder import Hand
from fleets.rules.horizon.ships import Profile
from fleets.rules.horizon.state import State
from fleets.rules.horizon.terms import Phase, Status, System

AIDS = ("reroll", "plus-one")
COIN = 2

T = TypeVar("T")


def check_roll_survival(state: State, command: i.RollSurvival) -> Refusal | None:
    """After the battle, once a ship; nothing a player has rerolls it."""
    if state.phase is not Phase.OVER:
        return Refusal("battle-not-over")
    ship = state.ships.get(command.ship)
    if ship is None:
        return Refusal("unknown-ship", {"ship": command.ship})
    if ship.status is not Status.OUT:
        return Refusal("ship-not-out", {"ship": ship.id})
    if ship.id in state.survival:
        return Refusal("survival-rolled", {"ship": ship.id})
    return None


def roll_survival(draft: Draft, command: i.RollSurvival) -> None:
    """Бросок выживания; the fatal system is shown beside it and changes nothing (H-12)."""
    hand = Hand(who=command.ship, base=draft.state.tables.dice["survival"].dice)
    throw = ladder.throw(hand, "survival", draft.rolls)
    fatal = draft.state.ships[command.ship].fatal
    draft.note(r.SurvivalRolled(ship=command.ship, throw=throw, fatal=fatal))


def check_use_aid(state: State, command: i.UseAid) -> Refusal | None:
    """After the die is seen, one aid a ship, before the crew is picked (H-8)."""
    rolled = state.survival.get(command.ship)
    if rolled is None:
        return Refusal("survival-not-rolled", {"ship": command.ship})
    if rolled.settled:
        return Refusal("survival-settled", {"ship": command.ship})
    if rolled.aid is not None:
        return Refusal("aid-used", {"ship": command.ship})
    return None if command.aid in AIDS else Refusal("no-such-aid", {"aid": command.aid})


def use_aid(draft: Draft, command: i.UseAid) -> None:
    """A reroll whose result stands, or +1, at most 6 (H-8)."""
    tables = draft.state.tables
    throw = None
    if command.aid == "reroll":
        hand = Hand(who=command.ship, base=tables.dice["survival"].dice)
        throw = ladder.throw(hand, "survival", draft.rolls)
        result = throw.total
    else:
        raised = draft.state.survival[command.ship].die + tables.figure("aid_bonus")
        result = min(raised, tables.figure("survival_best"))
    draft.note(r.SurvivalAided(ship=command.ship, aid=command.aid, throw=throw, result=result))


def check_settle_survival(state: State, command: i.SettleSurvival) -> Refusal | None:
    """Once a ship, after its roll."""
    rolled = state.survival.get(command.ship)
    if rolled is None:
        return Refusal("survival-not-rolled", {"ship": command.ship})
    return Refusal("survival-settled", {"ship": command.ship}) if rolled.settled else None


def settle_survival(draft: Draft, command: i.SettleSurvival) -> None:
    """What the table says of ship and crew; the dice pick systems and people (H-17)."""
    result = draft.state.survival[command.ship].result
    row = draft.state.tables.survival[result]
    picker = _Picker(draft, command.ship)
    crew = crew_of(draft.state.ships[command.ship].profile)
    gone = _systems_gone(row.systems, picker)
    hurt = _hurt(row.whom, crew, picker)
    draft.note(
        r.SurvivalSettled(
            ship=command.ship,
            result=result,
            name=row.name,
            systems_gone=gone,
            crew=row.crew,
            hurt=hurt,
            of=len(crew),
            faces=tuple(picker.faces),
        )
    )


def crew_of(profile: Profile) -> tuple[str, ...]:
    """Crew by name; the nameless get numbers."""
    count = max(profile.crew_count or 0, len(profile.crew))
    return profile.crew + tuple(f"#{number}" for number in range(len(profile.crew) + 1, count + 1))


class _Picker:
    """Picks by dice handed in, and keeps the faces for the record."""

    def __init__(self, draft: Draft, ship: str) -> None:
        self._draft = draft
        self._ship = ship
        self.faces: list[int] = []

    def die(self, sides: int, purpose: str) -> int:
        request = RollRequest(purpose=purpose, sides=(sides,), roller=self._ship)
        face = self._draft.rolls.roll(request).faces[0]
        self.faces.append(face)
        return face

    def coin(self, purpose: str) -> bool:
        """50/50."""
        return self.die(COIN, purpose) == COIN

    def one(self, among: Sequence[T], purpose: str) -> T:
        """One at random; no die for a choice of one."""
        return among[0] if len(among) == 1 else among[self.die(len(among), purpose) - 1]

    def some(self, among: Sequence[T], purpose: str) -> tuple[T, ...]:
        """At least one for certain, each other by 50/50 (H-17)."""
        places = range(len(among))
        certain = self.one(places, purpose)
        return tuple(among[n] for n in places if n == certain or self.coin(purpose))


def _systems_gone(systems: str, picker: _Picker) -> tuple[System, ...]:
    every = tuple(System)
    if systems == "all":
        return every
    if systems == "some":
        return picker.some(every, "systems-gone")
    if systems == "half":
        left = list(every)
        while len(left) > len(every) // 2:
            left.remove(picker.one(left, "systems-gone"))
        return tuple(system for system in every if system not in left)
    return ()


def _hurt(whom: str, crew: tuple[str, ...], picker: _Picker) -> tuple[str, ...]:
    if not crew:
        return ()
    if whom == "all":
        return crew
    if whom == "some":
        return picker.some(crew, "crew")
    if not picker.coin("crew-50-50"):
        return ()
    return (picker.one(crew, "crew"),) if whom == "maybe-one" else picker.some(crew, "crew")


RULES: dict[type[i.Intent], Rule] = {
    i.RollSurvival: Rule(check_roll_survival, roll_survival),
    i.UseAid: Rule(check_use_aid, use_aid),
    i.SettleSurvival: Rule(check_settle_survival, settle_survival),
}
