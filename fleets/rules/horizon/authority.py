"""Who may give which command: captains their own, the master the rest (DESIGN, section 7)."""

from __future__ import annotations

from fleets.rules.base import Actor, Refusal
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import phases
from fleets.rules.horizon.state import State, sides_left

MASTERS_OWN = (
    i.GrantBonus,
    i.Reopen,
    i.CorrectShip,
    i.CorrectPoints,
    i.Reinforce,
    i.PlaceObject,
    i.SceneFire,
    i.SceneCount,
    i.SceneDone,
)

TABLES_OWN = (i.OpenRound, i.EndRound, i.AdvancePhase, i.EndBattle)


def not_yours(state: State, command: i.Intent, actor: Actor) -> Refusal | None:
    """Why this actor may not give this command, whether or not it is legal."""
    if actor.master:
        return None
    if not actor.at_the_table:
        return Refusal("onlooker")
    if isinstance(command, MASTERS_OWN):
        return Refusal("master-only")
    if isinstance(command, TABLES_OWN):
        return _tables_own(state, command, actor)
    squadrons = squadrons_of(state, command)
    if not squadrons or any(_commands(state, actor, squadron) for squadron in squadrons):
        return None
    return Refusal("not-your-squadron")


def _tables_own(state: State, command: i.Intent, actor: Actor) -> Refusal | None:
    if getattr(command, "granted", ()):
        return Refusal("master-only")
    if isinstance(command, i.AdvancePhase) and not phases.phase_complete(state):
        return Refusal("not-complete")
    if isinstance(command, i.EndBattle) and not actor.scribe and len(sides_left(state)) > 1:
        return Refusal("sides-still-fight")
    return None


def _commands(state: State, actor: Actor, squadron: str) -> bool:
    return actor.commands(side=state.squadrons[squadron].side, squadron=squadron)


def squadrons_of(state: State, command: i.Intent) -> tuple[str, ...]:
    """Squadrons any of whose captains may give the command; none: there is no such thing."""
    if isinstance(command, (i.RollInitiative, i.Regroup, i.FreeRoll)):
        return (
            (command.squadron,) if command.squadron in state.squadrons and command.squadron else ()
        )
    units: tuple[str, ...]
    if isinstance(command, i.GoOn):
        units = (state.attack.ship, state.attack.target) if state.attack else ()
    elif isinstance(command, (i.RollHit, i.ChooseLuck)):
        return _hit_squadrons(state)
    elif isinstance(command, i.CollisionAlert):
        units = (command.ship, command.target)
    else:
        units = (getattr(command, "ship", ""),)
    return tuple(state.ships[unit].squadron for unit in units if unit in state.ships)


def _hit_squadrons(state: State) -> tuple[str, ...]:
    """Either captain may type in a roll on the hit table."""
    if not state.hits:
        return ()
    due = state.hits[0]
    own = state.ships[due.target].squadron
    return (own,) if due.by is None else (due.by, own)
