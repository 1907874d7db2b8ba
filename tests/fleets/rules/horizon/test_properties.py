"""Properties that hold whatever is done, over random battles."""

from __future__ import annotations

import copy

from hypothesis import given, settings
from hypothesis import strategies as st

from fleets.rules.base import MASTER, Entry
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import records as r
from fleets.rules.horizon.ladder import STEPS, Dice, Modifier, modified
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Phase, SceneKind, Status
from fleets.rules.kit import history
from tests.fleets.rules.horizon.table import (
    SeededRolls,
    battle,
    bot,
    fleet,
    guns,
    seeded,
    stored,
)

dice = st.builds(Dice, st.sampled_from(STEPS), st.integers(-2, 3))
shifts = st.lists(st.integers(-5, 5), max_size=5)
seeds = st.integers(0, 10**6)


@given(dice, shifts)
def test_the_ladder_is_clamped_and_shifts_commute(base, moved):
    result = base.shifted(*moved)
    assert result.sides in STEPS
    assert result == base.shifted(*reversed(moved))
    assert result.bonus == base.bonus
    wanted = max(0, min(STEPS.index(base.sides) + sum(moved), len(STEPS) - 1))
    assert STEPS.index(result.sides) == wanted


@given(dice, st.lists(st.builds(Modifier, st.just("m"), st.integers(-3, 3), st.integers(-1, 1))))
def test_the_order_of_modifiers_does_not_matter(base, mods):
    assert modified(base, mods) == modified(base, list(reversed(mods)))


SCENE = (
    SceneObject(
        id="light",
        name="Свет Разума",
        kind=SceneKind.DREADNOUGHT,
        side="reds",
        defence=Dice(12),
        guns=guns("2d12T", "2d10T"),
        counters={"hull": 20, "fighters": 6},
        hits_from="hull",
    ),
    SceneObject(id="rock", name="rock", kind=SceneKind.ASTEROID, collides=True),
)


def play_some(seed: int, steps: int):
    """First state, journal and state of a random battle of two small fleets."""
    chance = seeded(seed)
    rolls = SeededRolls(chance)
    first = battle(fleet("a", "reds", 7), fleet("b", "blues", 5), rounds=3, scene=SCENE)
    state, entries = first, []
    for number in range(1, steps + 1):
        command = bot(state, chance)
        state, entry = history.act(SYSTEM, state, command, actor=MASTER, rolls=rolls, number=number)
        entries.append(entry)
        if state.phase is Phase.OVER and len(state.survival) == out_of(state):
            break
    return first, entries, state


def out_of(state):
    return sum(ship.status is Status.OUT for ship in state.ships.values())


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_apply_never_changes_its_input(seed):
    chance = seeded(seed)
    rolls = SeededRolls(chance)
    state = battle(fleet("a", "reds", 7), fleet("b", "blues", 5), rounds=2)
    for _ in range(40):
        if state.phase is Phase.OVER:
            break
        before = copy.deepcopy(state)
        command = bot(state, chance)
        after = SYSTEM.apply(state, command, rolls).state
        assert state == before
        state = after


@settings(max_examples=20, deadline=None)
@given(seeds, st.integers(1, 150))
def test_records_fold_to_the_state_also_through_the_store(seed, steps):
    first, entries, state = play_some(seed, steps)
    assert history.fold(SYSTEM, first, entries) == state
    again = SYSTEM.decode_state(stored(SYSTEM.encode_state(first)))
    assert again == first
    for entry in entries:
        command = SYSTEM.decode_command(stored(entry.command))
        assert command == entry.command
        for record in entry.records:
            read = SYSTEM.decode_record(stored(record))
            assert read == record
            again = SYSTEM.absorb(again, read)
    assert again == state
    assert SYSTEM.decode_state(stored(SYSTEM.encode_state(state))) == state
    assert SYSTEM.encode_state(SYSTEM.decode_state(SYSTEM.encode_state(state))) == (
        SYSTEM.encode_state(state)
    )


@settings(max_examples=15, deadline=None)
@given(seeds, st.integers(2, 120), st.data())
def test_undo_then_redo_is_identity(seed, steps, data):
    first, entries, state = play_some(seed, steps)
    number = data.draw(st.integers(1, len(entries)))
    fallout = history.fallout(SYSTEM, first, entries, number)
    undo = Entry(number=len(entries) + 1, actor=MASTER, retracts=fallout.numbers)
    undone = history.fold(SYSTEM, first, [*entries, undo])
    assert undone == fallout.state
    if number == len(entries):
        assert fallout.numbers == (number,)
    back = history.fallout(SYSTEM, first, [*entries, undo], undo.number)
    assert (back.numbers, back.state) == ((undo.number,), state)
    redo = Entry(number=len(entries) + 2, actor=MASTER, retracts=(undo.number,))
    assert history.fold(SYSTEM, first, [*entries, undo, redo]) == state


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_invariants_of_a_whole_battle(seed):
    first, entries, state = play_some(seed, 400)
    most = first.tables.figure("command_points_most")
    walked = first
    out: dict[str, int] = {}
    for entry in entries:
        for record in entry.records:
            walked = SYSTEM.absorb(walked, record)
            assert all(0 <= s.points <= most for s in walked.squadrons.values())
            if isinstance(record, r.ShipOut):
                out[record.ship] = out.get(record.ship, 0) + 1
        assert SYSTEM.check(walked, i.OpenRound(), MASTER) is None or walked.phase != "command"
    assert set(out.values()) <= {1}
    assert set(out) == {s.id for s in state.ships.values() if s.status is Status.OUT}
    assert all(state.ships[name].fatal for name in out)


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_survival_exactly_once_a_ship(seed):
    chance = seeded(seed)
    rolls = SeededRolls(chance)
    _, _, state = play_some(seed, 60)
    if state.phase is not Phase.OVER:
        state = SYSTEM.apply(state, i.EndBattle(), rolls).state
    for _ in range(3):
        for ship in state.ships:
            for command in (
                i.RollSurvival(ship=ship),
                i.UseAid(ship=ship, aid="plus-one"),
                i.SettleSurvival(ship=ship),
            ):
                if SYSTEM.check(state, command, MASTER) is None:
                    known = ship in state.survival
                    assert isinstance(command, i.RollSurvival) != known
                    state = SYSTEM.apply(state, command, rolls).state
    assert len(state.survival) == out_of(state)
    assert all(s.settled and 1 <= s.result <= 6 for s in state.survival.values())


@settings(max_examples=10, deadline=None)
@given(seeds, st.integers(1, 200))
def test_every_record_has_its_line_or_none(seed, steps):
    _, entries, state = play_some(seed, steps)
    for entry in entries:
        for record in entry.records:
            line = SYSTEM.tell(record)
            if line is not None:
                filled = {**line.params, **line.terms, **line.names}
                assert line.text % filled
    assert SYSTEM.summary(state).units
