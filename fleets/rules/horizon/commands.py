"""The eleven command-point actions: who, when, how often, and paying for them.

What an action does stands with its rule: manoeuvres and full thrust in `moves`, torpedoes,
mines and interruptions in `shooting`, luck in `hits`, repair and regrouping in `maintenance`.
"""

from __future__ import annotations

from collections import Counter

from fleets.rules.base import Refusal
from fleets.rules.horizon import records as r
from fleets.rules.horizon.draft import Draft
from fleets.rules.horizon.state import Ship, Squadron, State, commander_out


def points_for_round(state: State, squadron: Squadron) -> r.PointsGranted:
    """Command points of a round: 2 and the HQ's bonus, always 2 to 4, then 1 less without
    the commander (seed, «Фаза Командования»).
    """
    tables = state.tables
    base = tables.figure("command_points")
    most, least = tables.figure("command_points_most"), tables.figure("command_points_least")
    within = max(least, min(base + squadron.bonus, most))
    loss = tables.figure("commander_out_loss") if commander_out(state, squadron) else 0
    return r.PointsGranted(
        squadron=squadron.id,
        base=base,
        bonus=within - base,
        loss=loss,
        points=max(0, within - loss),
    )


def why_not(
    state: State,
    action: str,
    *,
    ship: Ship | None = None,
    squadron: str | None = None,
    times: int = 1,
    besides: int = 0,
) -> Refusal | None:
    """Why a squadron may not use an action now, or None.

    `ship` is the ship it is used for; `times` how often at once; `besides` points the same
    command takes from the squadron already.
    """
    row = state.tables.actions[action]
    paying = state.squadrons[ship.squadron if ship is not None else squadron or ""]
    if state.phase not in row.phases:
        return Refusal("action-not-in-phase", {"action": action, "phase": state.phase})
    if ship is not None and (refusal := _not_by_ship(state, action, ship)):
        return refusal
    if row.once_per == "phase" and action in paying.used:
        return Refusal("action-used-up", {"action": action, "squadron": paying.id})
    need = row.cost * times + besides
    if paying.points < need:
        return Refusal("no-points", {"squadron": paying.id, "need": need, "have": paying.points})
    return None


def _not_by_ship(state: State, action: str, ship: Ship) -> Refusal | None:
    row = state.tables.actions[action]
    if ship.profile.type not in row.types:
        return Refusal("action-not-for-type", {"action": action, "ship": ship.id})
    if row.upgrade is not None and not ship.profile.has(row.upgrade):
        return Refusal("needs-upgrade", {"upgrade": row.upgrade, "ship": ship.id})
    if any(state.tables.damage[system].no_command_actions for system in ship.damage):
        return Refusal("no-actions-by-damage", {"ship": ship.id})
    return None


def danger_zones(state: State, *asked: tuple[str, bool]) -> Refusal | None:
    """Why «Опасная зона» may not be used by those who say yes, paying for all of them."""
    taken: Counter[str] = Counter()
    for unit, wanted in asked:
        if not wanted:
            continue
        ship = state.ships.get(unit)
        if ship is None:
            return Refusal("no-pilot", {"unit": unit})
        if refusal := why_not(state, "danger-zone", ship=ship, besides=taken[ship.squadron]):
            return refusal
        taken[ship.squadron] += state.tables.actions["danger-zone"].cost
    return None


def pay(draft: Draft, action: str, *, unit: str | None = None, squadron: str = "") -> None:
    """Spend the points of an action, for a unit or for a squadron as such."""
    row = draft.state.tables.actions[action]
    paying = draft.state.ships[unit].squadron if unit is not None else squadron
    draft.note(
        r.PointSpent(
            squadron=paying,
            action=action,
            cost=row.cost,
            unit=unit,
            limited=row.once_per == "phase",
        )
    )


def pay_danger(draft: Draft, *asked: tuple[str, bool]) -> None:
    """Spend for «Опасная зона», the one who started the roll first (seed, «Этикет»)."""
    for unit, wanted in asked:
        if wanted:
            pay(draft, "danger-zone", unit=unit)
