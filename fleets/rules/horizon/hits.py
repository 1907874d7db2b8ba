"""How deadly an attack is, the hit table, damage, out of action
(seed, «Таблица результатов атаки», «Результаты таблицы попаданий»; H-1, H-6, H-9).
"""

from __future__ import annotations

from fleets.rules.base import Automation, Refusal
from fleets.rules.horizon import commands, ladder
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.draft import Draft, Rule
from fleets.rules.horizon.ladder import Hand
from fleets.rules.horizon.state import HitsDue, State, side_of
from fleets.rules.horizon.tables import Tables
from fleets.rules.horizon.terms import Hit, Status


def hit_rolls(firepower: int, defence: int, tables: Tables) -> int:
    """Rolls on the hit table: 1 if greater, one more at twice, two more at three times (H-6)."""
    if firepower <= defence:
        return 0
    multiples = (tables.figure("second_hit_multiple"), tables.figure("third_hit_multiple"))
    return 1 + sum(firepower >= multiple * defence for multiple in multiples)


def where(result: int, tables: Tables) -> Hit:
    """The hit table. A result moved by luck stays on the table (H-18)."""
    return tables.hits[max(min(tables.hits), min(result, max(tables.hits)))].outcome


# --- luck ----------------------------------------------------------------------------------


def why_no_luck(state: State, due: HitsDue) -> Refusal | None:
    """«Лучше везение, чем умение»: the target's squadron, when the opponent rolls (H-14)."""
    ship = state.ships[due.target]
    if due.by is None or state.squadrons[due.by].side == side_of(state, due.target):
        return Refusal("no-opponent-rolls", {"target": due.target})
    return commands.why_not(state, "luck", ship=ship)


def check_roll_hit(state: State, command: i.RollHit) -> Refusal | None:
    """A roll has to be owed; luck is paid before it."""
    if not state.hits:
        return Refusal("no-hits-wait")
    if state.hits[0].luck is not None:
        return Refusal("choose-luck-first")
    return why_no_luck(state, state.hits[0]) if command.luck else None


def roll_hit(draft: Draft, command: i.RollHit) -> None:
    """Бросок по таблице попаданий."""
    due = draft.state.hits[0]
    if command.luck:
        commands.pay(draft, "luck", unit=due.target)
    _roll(draft, due, luck=command.luck)
    if not command.luck:
        settle(draft)


def check_choose_luck(state: State, command: i.ChooseLuck) -> Refusal | None:
    """Add or take the step, or leave the roll."""
    if not state.hits or state.hits[0].luck is None:
        return Refusal("no-luck-waits")
    step = state.tables.figure("luck_step")
    if command.shift not in (-step, 0, step):
        return Refusal("luck-step", {"step": step})
    return None


def choose_luck(draft: Draft, command: i.ChooseLuck) -> None:
    """The paid roll counts as chosen."""
    due = draft.state.hits[0]
    assert due.luck is not None  # noqa: S101  checked
    _damage(draft, due, rolled=due.luck, shift=command.shift)
    settle(draft)


# --- damage --------------------------------------------------------------------------------


def settle(draft: Draft) -> None:
    """Roll what is owed at once, as long as nobody may step in before the roll."""
    while draft.state.hits and Automation.HITS in draft.state.automation:
        due = draft.state.hits[0]
        if due.luck is not None or why_no_luck(draft.state, due) is None:
            return
        _roll(draft, due, luck=False)


def _roll(draft: Draft, due: HitsDue, *, luck: bool) -> None:
    hand = Hand(who=due.by or "", base=draft.state.tables.dice["hit_table"].dice)
    throw = ladder.throw(hand, "hit-table", draft.rolls)
    draft.note(r.HitRolled(target=due.target, throw=throw, luck=luck))
    if not luck:
        _damage(draft, due, rolled=throw.total, shift=0)


def _damage(draft: Draft, due: HitsDue, *, rolled: int, shift: int) -> None:
    """A token, or out of action: at once, or by the second token of a system (H-9)."""
    outcome = where(rolled + shift, draft.state.tables)
    ship = draft.state.ships[due.target]
    again = outcome.system in ship.damage
    draft.note(
        r.HitSettled(
            target=due.target,
            rolled=rolled,
            shift=shift,
            outcome=outcome,
            token=None if again else outcome.system,
        )
    )
    if outcome is Hit.OUT or again:
        put_out(draft, due.target, outcome.value)


def put_out(draft: Draft, ship_id: str, fatal: str) -> None:
    """Выведен из строя. Ships aboard are lost with their carrier (H-16)."""
    draft.note(r.ShipOut(ship=ship_id, fatal=fatal))
    if not draft.state.tables.on("aboard-lost-with-carrier"):
        return
    for ship in draft.state.ships.values():
        if ship.carrier == ship_id and ship.status is Status.ABOARD:
            draft.note(r.ShipOut(ship=ship.id, fatal="carrier"))


def count_on_scene(draft: Draft, thing_id: str, hits: int) -> None:
    """Hits on a scene object come off the counter named for it; at 0 it is out (H-13)."""
    thing = draft.state.scene[thing_id]
    counter = thing.hits_from
    if not hits or counter not in thing.counters:
        return
    value = max(0, thing.counters[counter] - hits)
    draft.note(
        r.SceneCounted(
            thing=thing_id, counter=counter, delta=value - thing.counters[counter], value=value
        )
    )
    if value == 0:
        draft.note(r.SceneOut(thing=thing_id))


RULES: dict[type[i.Intent], Rule] = {
    i.RollHit: Rule(check_roll_hit, roll_hit),
    i.ChooseLuck: Rule(check_choose_luck, choose_luck),
}
