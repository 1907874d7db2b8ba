"""Collision alerts (seed, «Предупреждение о столкновении»; H-11, H-19)."""

from __future__ import annotations

from fleets.rules.base import Refusal
from fleets.rules.horizon import commands, hits, ladder, modifiers
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.draft import Draft, Rule, first_of
from fleets.rules.horizon.ladder import Contest
from fleets.rules.horizon.phases import in_phase
from fleets.rules.horizon.state import State, on_the_table
from fleets.rules.horizon.terms import Phase


def check_collision_alert(state: State, command: i.CollisionAlert) -> Refusal | None:
    """The ship that moved last and a base it touched; never within a squadron."""
    if refusal := in_phase(state, Phase.MOVEMENT):
        return refusal
    if command.ship != state.last_mover:
        return Refusal("not-the-last-mover", {"ship": command.ship})
    if refusal := _never_collides(state, command.ship, command.target):
        return refusal
    if command.target in state.collided:
        return Refusal("collision-settled", {"target": command.target})
    return first_of(
        _no_ram(state, command.ship, command.ram, command.danger),
        _no_ram(state, command.target, command.ram_other, command.danger_other),
        commands.danger_zones(
            state, (command.ship, command.danger), (command.target, command.danger_other)
        ),
    )


def _never_collides(state: State, ship_id: str, target: str) -> Refusal | None:
    if not on_the_table(state, target) or target == ship_id:
        return Refusal("no-such-target", {"target": target})
    other = state.ships.get(target)
    if other is not None and other.squadron == state.ships[ship_id].squadron:
        return Refusal("own-squadron", {"target": target})
    if other is None and not state.scene[target].collides:
        return Refusal("no-collision-with", {"target": target})
    if state.ships[ship_id].docked_to == target:
        return Refusal("docked-no-collision", {"target": target})
    return None


def _no_ram(state: State, unit: str, ram: bool, danger: bool) -> Refusal | None:  # noqa: FBT001
    if not ram:
        return None
    ship = state.ships.get(unit)
    if ship is None or not ship.profile.has("ram"):
        return Refusal("needs-upgrade", {"upgrade": "ram", "ship": unit})
    return Refusal("ram-or-danger", {"ship": unit}) if danger else None


def collision_alert(draft: Draft, command: i.CollisionAlert) -> None:
    """Предупреждение о столкновении: one success is enough; both failed: both are struck at."""
    asked = ((command.ship, command.danger), (command.target, command.danger_other))
    commands.pay_danger(draft, *asked)
    mover = _avoid(draft, command.ship, ram=command.ram, danger=command.danger)
    other = _avoid(draft, command.target, ram=command.ram_other, danger=command.danger_other)
    avoided = any(contest is not None and contest.won for contest in (mover, other))
    rams = tuple(
        unit
        for unit, ram in ((command.ship, command.ram), (command.target, command.ram_other))
        if ram
    )
    draft.note(
        r.CollisionRolled(
            ship=command.ship,
            target=command.target,
            mover=mover,
            other=other,
            avoided=avoided,
            rams=rams,
        )
    )
    if not avoided:
        _struck(draft, command.ship, command.target)
        _struck(draft, command.target, command.ship)
        hits.settle(draft)


def _avoid(draft: Draft, unit: str, *, ram: bool, danger: bool) -> Contest | None:
    """Simple piloting roll; a ram fails on purpose, a thing without a pilot always (H-19)."""
    if ram or not modifiers.pilots(draft.state, unit):
        return None
    hand = modifiers.piloting(draft.state, unit, danger=danger)
    return ladder.simple(hand, modifiers.universe(draft.state), "collision", draft.rolls)


def _struck(draft: Draft, target: str, by: str) -> None:
    """Defence against the other's unmodified defence; a tie is no hit, a failure one (H-11)."""
    if target in draft.state.scene and draft.state.scene[target].defence is None:
        return
    against = modifiers.plain_defence(draft.state, by)
    own = modifiers.defence(draft.state, target, weapon=None)
    contest = ladder.opposed(against, own, "collision-damage", draft.rolls)
    rolls = draft.state.tables.figure("collision_hit_rolls") if contest.won else 0
    draft.note(r.CollisionStruck(target=target, by=by, contest=contest, hits=rolls))
    if target in draft.state.scene:
        hits.count_on_scene(draft, target, rolls)


RULES: dict[type[i.Intent], Rule] = {
    i.CollisionAlert: Rule(check_collision_alert, collision_alert),
}
