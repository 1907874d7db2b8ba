"""Rounds and the five phases: who goes when (seed, «Последовательность хода»; H-7, H-10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fleets.rules.base import Automation, Refusal
from fleets.rules.horizon import commands, ladder, modifiers
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.draft import Draft, Rule
from fleets.rules.horizon.state import (
    Ship,
    State,
    group_of,
    groups,
    may_shoot,
    must_move,
    ships_of,
    sides_left,
)
from fleets.rules.horizon.terms import Phase, Status


def in_phase(state: State, *phases: Phase) -> Refusal | None:
    """Refuse outside these phases, and while an attack or hits wait to be settled."""
    if state.phase not in phases:
        return Refusal("not-in-phase", {"phase": state.phase})
    return nothing_waits(state)


def nothing_waits(state: State) -> Refusal | None:
    """Refuse while the attack that is on has not been finished."""
    if state.attack is not None:
        return Refusal("attack-waits", {"ship": state.attack.ship, "target": state.attack.target})
    if state.hits:
        return Refusal("hits-wait", {"target": state.hits[0].target})
    return None


# --- command phase -------------------------------------------------------------------------


def check_open_round(state: State, command: i.OpenRound) -> Refusal | None:
    """A round opens from the command phase only."""
    return in_phase(state, Phase.COMMAND) or check_granted(state, command.granted)


def check_granted(state: State, granted: Sequence[i.GrantBonus]) -> Refusal | None:
    """What the HQ grants for the round that opens."""
    refusals = (check_grant_bonus(state, grant) for grant in granted)
    return next((refusal for refusal in refusals if refusal is not None), None)


def open_round(draft: Draft, command: i.OpenRound | i.EndRound) -> None:
    """Фаза Командования: points for every squadron, then initiative."""
    draft.note(r.RoundOpened(round=draft.state.round + 1))
    for grant in command.granted:
        grant_bonus(draft, grant)
    for squadron in draft.state.squadrons.values():
        if all(s.status is Status.OUT for s in ships_of(draft.state, squadron.id)):
            continue
        draft.note(commands.points_for_round(draft.state, squadron))
    draft.note(r.PhaseOpened(phase=Phase.INITIATIVE, due=groups(draft.state)))


def check_grant_bonus(state: State, command: i.GrantBonus) -> Refusal | None:
    """The HQ may grant at any time; it counts from the next command phase."""
    if command.squadron not in state.squadrons:
        return Refusal("unknown-squadron", {"squadron": command.squadron})
    if command.bonus < 0 or (command.rounds is not None and command.rounds < 1):
        return Refusal("no-such-bonus")
    return None


def grant_bonus(draft: Draft, command: i.GrantBonus) -> None:
    """The HQ's bonus to command points (seed, «Фаза Командования»)."""
    draft.note(
        r.BonusGranted(squadron=command.squadron, bonus=command.bonus, rounds=command.rounds)
    )


# --- initiative phase ----------------------------------------------------------------------


def check_roll_initiative(state: State, command: i.RollInitiative) -> Refusal | None:
    """One roll for each initiative group, by a squadron of it."""
    if refusal := in_phase(state, Phase.INITIATIVE):
        return refusal
    squadron = state.squadrons.get(command.squadron)
    if squadron is None:
        return Refusal("unknown-squadron", {"squadron": command.squadron})
    if all(ship.status is Status.OUT for ship in ships_of(state, squadron.id)):
        return Refusal("squadron-lost", {"squadron": squadron.id})
    if squadron.group not in state.due:
        return Refusal("initiative-rolled", {"squadron": squadron.id})
    return None


def roll_initiative(draft: Draft, command: i.RollInitiative) -> None:
    """2d6 with the modifiers of the squadron the side names (H-10)."""
    squadron = draft.state.squadrons[command.squadron]
    hand = modifiers.initiative(draft.state, squadron)
    throw = ladder.throw(hand, "initiative", draft.rolls)
    draft.note(r.InitiativeRolled(group=squadron.group, squadron=squadron.id, throw=throw))


def _ranked(state: State) -> list[str]:
    """Groups that have rolled, the best first; a reroll only counts among those tied."""
    rolled = state.initiative
    return sorted(sorted(rolled), key=lambda group: rolled[group], reverse=True)


def _settle_initiative(draft: Draft) -> None:
    """When all have rolled: ties roll again among themselves, else the order stands."""
    state = draft.state
    if state.due or state.order:
        return
    ranked = _ranked(state)
    results = list(state.initiative.values())
    tied = tuple(group for group in ranked if results.count(state.initiative[group]) > 1)
    if tied:
        draft.note(r.InitiativeTied(groups=tied))
        return
    draft.note(r.OrderSet(order=tuple(ranked)))
    if Automation.PHASES in state.automation:
        _open_movement(draft)


# --- turns ---------------------------------------------------------------------------------


def waiting_ships(
    state: State, group: str | None, able: Callable[[Ship], bool]
) -> tuple[Ship, ...]:
    """Ships of a group that still have their go."""
    return tuple(s for s in state.ships.values() if able(s) and group_of(state, s) == group)


def _next_group(state: State, order: Sequence[str], able: Callable[[Ship], bool]) -> str | None:
    """The next group by initiative with a ship left to act; others are skipped (H-7)."""
    waiting = {group_of(state, ship) for ship in state.ships.values() if able(ship)}
    start = order.index(state.turn) + 1 if state.turn in order else 0
    return next((g for g in (*order[start:], *order[:start]) if g in waiting), None)


def _open_movement(draft: Draft) -> None:
    lowest_first = draft.state.order[::-1]
    turn = _next_group(draft.state, lowest_first, must_move)
    draft.note(r.PhaseOpened(phase=Phase.MOVEMENT, turn=turn))


def _open_shooting(draft: Draft) -> None:
    order = draft.state.order
    waiting = {group_of(draft.state, s) for s in draft.state.ships.values() if may_shoot(s)}
    turn = next((group for group in order if group in waiting), None)
    draft.note(r.PhaseOpened(phase=Phase.SHOOTING, turn=turn))


def _open_maintenance(draft: Draft) -> None:
    draft.note(r.PhaseOpened(phase=Phase.MAINTENANCE))


def _settle_movement(draft: Draft) -> None:
    """One whole squadron at a time, from the lowest initiative to the highest."""
    state = draft.state
    if state.acting:
        return
    if state.moving is not None and any(must_move(s) for s in ships_of(state, state.moving)):
        return
    if state.moving is None and waiting_ships(state, state.turn, must_move):
        return
    following = _next_group(state, state.order[::-1], must_move)
    if following is not None:
        draft.note(r.TurnPassed(group=following))
    elif Automation.PHASES in state.automation:
        _open_shooting(draft)


def _settle_shooting(draft: Draft) -> None:
    """One ship at a time, the winner of initiative first, round and round."""
    state = draft.state
    if state.acting:
        ship = state.ships[state.acting[-1]]
        if len(ship.fired) < len(ship.profile.guns):
            return
        draft.note(r.FireFinished(ship=ship.id))
        state = draft.state
    if not state.turn_done and waiting_ships(state, state.turn, may_shoot):
        return
    following = _next_group(state, state.order, may_shoot)
    if following is not None:
        draft.note(r.TurnPassed(group=following))
    elif Automation.PHASES in state.automation:
        _open_maintenance(draft)


_SETTLE: dict[Phase, Callable[[Draft], None]] = {
    Phase.INITIATIVE: _settle_initiative,
    Phase.MOVEMENT: _settle_movement,
    Phase.SHOOTING: _settle_shooting,
}


def settle(draft: Draft) -> None:
    """Pass the turn and open phases as far as the last command has made them due."""
    while draft.state.phase in _SETTLE and nothing_waits(draft.state) is None:
        before = len(draft.records)
        _SETTLE[draft.state.phase](draft)
        if len(draft.records) == before:
            return


def phase_complete(state: State) -> bool:
    """Whether everybody has had their go in this phase."""
    if state.phase is Phase.INITIATIVE:
        return bool(state.order)
    if state.phase is Phase.MOVEMENT:
        return not state.acting and not any(must_move(s) for s in state.ships.values())
    if state.phase is Phase.SHOOTING:
        return not state.acting and not any(may_shoot(s) for s in state.ships.values())
    return False


def check_advance_phase(state: State, _command: i.AdvancePhase) -> Refusal | None:
    """Only where a phase leads to another; the master alone may cut one short."""
    refusal = in_phase(state, Phase.INITIATIVE, Phase.MOVEMENT, Phase.SHOOTING)
    if refusal is None and state.phase is Phase.INITIATIVE and not state.initiative:
        return Refusal("initiative-first")
    return refusal


def advance_phase(draft: Draft, _command: i.AdvancePhase) -> None:
    """On to the next phase, whoever has not acted."""
    if draft.state.phase is Phase.INITIATIVE:
        if not draft.state.order:
            ranked, rolled = _ranked(draft.state), draft.state.initiative
            unrolled = [group for group in groups(draft.state) if group not in rolled]
            draft.note(r.OrderSet(order=(*ranked, *unrolled)))
        _open_movement(draft)
    elif draft.state.phase is Phase.MOVEMENT:
        _open_shooting(draft)
    else:
        _open_maintenance(draft)


# --- end of a round, end of the battle -----------------------------------------------------


def end_round(draft: Draft, command: i.EndRound) -> None:
    """Evade tokens and other passing bonuses go; the scenario's last round ends the battle."""
    draft.note(r.RoundEnded(round=draft.state.round))
    state = draft.state
    if state.rounds is not None and state.round >= state.rounds:
        draft.note(r.BattleEnded(reason="rounds"))
    elif Automation.PHASES in state.automation and len(sides_left(state)) > 1:
        open_round(draft, command)


def check_end_battle(state: State, _command: i.EndBattle) -> Refusal | None:
    """A battle ends once."""
    return Refusal("battle-over") if state.phase is Phase.OVER else None


def end_battle(draft: Draft, command: i.EndBattle) -> None:
    """The battle is over, whatever phase it is."""
    draft.note(r.BattleEnded(reason=command.reason or "agreed"))


def check_reopen(state: State, _command: i.Reopen) -> Refusal | None:
    """Only a closed battle can be reopened."""
    return None if state.phase is Phase.OVER else Refusal("battle-not-over")


def reopen(draft: Draft, command: i.Reopen) -> None:
    """Go on with the next round."""
    draft.note(r.BattleReopened(rounds=command.rounds))


RULES: dict[type[i.Intent], Rule] = {
    i.OpenRound: Rule(check_open_round, open_round),
    i.GrantBonus: Rule(check_grant_bonus, grant_bonus),
    i.RollInitiative: Rule(check_roll_initiative, roll_initiative),
    i.AdvancePhase: Rule(check_advance_phase, advance_phase),
    i.EndBattle: Rule(check_end_battle, end_battle),
    i.Reopen: Rule(check_reopen, reopen),
}
