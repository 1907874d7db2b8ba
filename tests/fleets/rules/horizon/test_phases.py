"""Rounds, initiative and whose go it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fleets.rules.base import MASTER, SCRIBE, Actor, Automation
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import modifiers
from fleets.rules.horizon import records as r
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Phase, Status
from tests.fleets.rules.horizon.table import (
    at_maintenance,
    at_movement,
    at_shooting,
    battle,
    d,
    duel,
    of,
    play,
    refused,
    roster,
    small,
    told,
    tweak,
    tweak_squadron,
)


def three_sides(**changes):
    return battle(
        roster("red", "reds", small("a1"), small("a2")),
        roster("blue", "blues", small("b1"), small("b2")),
        roster("green", "greens", small("c1"), small("c2")),
        **changes,
    )


def test_opening_a_round_gives_points_and_asks_for_initiative():
    state, records = told(duel(), i.OpenRound())
    assert state.round == 1
    assert state.phase is Phase.INITIATIVE
    assert set(state.due) == {"reds", "blues"}
    assert {s.points for s in state.squadrons.values()} == {2}
    assert len(of(records, r.PointsGranted)) == 2
    assert refused(state, i.OpenRound()) == "not-in-phase"


def test_a_lost_squadron_gets_no_points():
    state = tweak(three_sides(), "a1", status=Status.OUT)
    state = tweak(state, "a2", status=Status.OUT)
    state, records = told(state, i.OpenRound())
    assert {record.squadron for record in of(records, r.PointsGranted)} == {"blue", "green"}
    assert state.squadrons["red"].points == 0
    assert set(state.due) == {"blues", "greens"}


def test_hq_bonuses_add_up_and_last_their_rounds():
    state = play(duel(), i.GrantBonus(squadron="red", bonus=1, rounds=2))
    state = play(state, i.GrantBonus(squadron="red", bonus=1, rounds=1))
    assert (state.squadrons["red"].points, state.squadrons["red"].bonus) == (0, 2)
    seen = []
    for _ in range(3):
        state = play(state, i.OpenRound()) if state.phase is Phase.COMMAND else state
        seen.append(state.squadrons["red"].points)
        state = play(finish(state), i.EndRound())
    assert seen == [4, 3, 2]


def test_what_hq_gives_for_a_round_comes_with_its_opening():
    given = (i.GrantBonus(squadron="red", bonus=1, rounds=1),)
    state = play(duel(), i.OpenRound(granted=given))
    assert (state.squadrons["red"].points, state.squadrons["blue"].points) == (3, 2)
    state = play(finish(state), i.EndRound(granted=given * 2))
    assert (state.round, state.squadrons["red"].points) == (2, 4)
    state = play(finish(state), i.EndRound())
    assert state.squadrons["red"].points == 2


def test_what_hq_gives_is_not_for_captains_to_say():
    given = (i.GrantBonus(squadron="red", bonus=1, rounds=1),)
    assert refused(duel(), i.OpenRound(granted=given), SCRIBE) == "master-only"
    assert refused(at_maintenance(duel()), i.EndRound(granted=given), SCRIBE) == "master-only"
    nobody = (i.GrantBonus(squadron="nobody", bonus=1, rounds=1),)
    assert refused(duel(), i.OpenRound(granted=nobody)) == "unknown-squadron"
    assert refused(at_maintenance(duel()), i.EndRound(granted=nobody)) == "unknown-squadron"


def finish(state):
    """From the initiative phase to maintenance, cut short by the master."""
    state = play(state, i.RollInitiative(squadron="red"), (1, 1))
    state = play(state, i.RollInitiative(squadron="blue"), (6, 6))
    return play(play(state, i.AdvancePhase()), i.AdvancePhase())


def test_a_battle_reopened_in_the_middle_goes_on_with_the_next_round():
    state = play(at_movement(duel(), first="reds"), i.Move(ship="a1"))
    state = play(play(state, i.EndBattle()), i.Reopen())
    assert (state.acting, state.ships["a1"].acts) == ((), 0)
    assert play(state, i.OpenRound()).round == 2


def test_h10_a_lost_squadron_is_not_named():
    state = battle(
        roster("red", "reds", small("a1")),
        roster("ruby", "reds", small("a2")),
        roster("blue", "blues", small("b1")),
    )
    state = play(tweak(state, "a2", status=Status.OUT), i.OpenRound())
    assert refused(state, i.RollInitiative(squadron="ruby")) == "squadron-lost"


def test_hq_bonus_without_an_end_stays():
    state = play(duel(), i.GrantBonus(squadron="red", bonus=2))
    state = play(at_maintenance(state), i.EndRound())
    assert state.squadrons["red"].bonus == 2


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (i.GrantBonus(squadron="nobody", bonus=1), "unknown-squadron"),
        (i.GrantBonus(squadron="red", bonus=-1), "no-such-bonus"),
        (i.GrantBonus(squadron="red", bonus=1, rounds=0), "no-such-bonus"),
    ],
)
def test_bad_bonus(command, code):
    assert refused(duel(), command) == code


# --- initiative ----------------------------------------------------------------------------


def test_greater_initiative_moves_last_and_shoots_first():
    state = play(duel(), i.OpenRound())
    state = play(state, i.RollInitiative(squadron="red"), (6, 5))
    assert state.due == ("blues",)
    assert refused(state, i.RollInitiative(squadron="red")) == "initiative-rolled"
    assert refused(state, i.RollInitiative(squadron="nobody")) == "unknown-squadron"
    state = play(state, i.RollInitiative(squadron="blue"), (1, 2))
    assert state.order == ("reds", "blues")
    assert (state.phase, state.turn) == (Phase.MOVEMENT, "blues")
    assert at_shooting(duel(), last="blues").turn == "reds"


def test_h10_a_tie_of_two_is_rolled_again():
    state = play(duel(), i.OpenRound())
    state = play(state, i.RollInitiative(squadron="red"), (6, 1))
    state, records = told(state, i.RollInitiative(squadron="blue"), (3, 4))
    assert of(records, r.InitiativeTied)[0].groups == ("blues", "reds")
    assert state.phase is Phase.INITIATIVE
    state = play(state, i.RollInitiative(squadron="red"), (1, 1))
    state = play(state, i.RollInitiative(squadron="blue"), (1, 2))
    assert state.order == ("blues", "reds")


def test_h10_three_sides_only_the_tied_roll_again():
    state = play(three_sides(), i.OpenRound())
    state = play(state, i.RollInitiative(squadron="red"), (2, 2))
    state = play(state, i.RollInitiative(squadron="blue"), (6, 6))
    state = play(state, i.RollInitiative(squadron="green"), (1, 3))
    assert set(state.due) == {"reds", "greens"}
    state = play(state, i.RollInitiative(squadron="red"), (6, 6))
    state = play(state, i.RollInitiative(squadron="green"), (1, 1))
    assert state.order == ("blues", "reds", "greens")


def test_initiative_modifiers():
    state = battle(
        roster("red", "reds", small("a1"), small("a2"), traits=("tactician",)),
        roster("blue", "blues", small("b1")),
    )
    assert modifiers.initiative(state, state.squadrons["red"]).dice == d("2d8")
    state = tweak_squadron(state, "red", regrouped=True)
    assert modifiers.initiative(state, state.squadrons["red"]).dice == d("2d10")
    # the tactician is lost: no bonus of the trait, and −1DT
    state = tweak(state, "a1", status=Status.OUT)
    assert modifiers.initiative(state, state.squadrons["red"]).dice == d("2d6")
    state = tweak_squadron(state, "red", regrouped=False)
    assert modifiers.initiative(state, state.squadrons["red"]).dice == d("2d4")


def test_a_squadron_without_a_commander_loses_none():
    state = battle(
        roster("red", "reds", small("a1"), commander=None, traits=("tactician",)),
        roster("blue", "blues", small("b1")),
    )
    assert modifiers.initiative(state, state.squadrons["red"]).dice == d("2d6")


def test_npc_flotilla_has_several_initiatives():
    state = battle(
        roster("red", "reds", small("a1")),
        roster("n1", "npcs", small("c1"), own_initiative=True, npc=True),
        roster("n2", "npcs", small("c2"), own_initiative=True, npc=True),
    )
    state = play(state, i.OpenRound())
    assert set(state.due) == {"reds", "n1", "n2"}
    for squadron, faces in (("n1", (6, 6)), ("red", (4, 4)), ("n2", (1, 1))):
        state = play(state, i.RollInitiative(squadron=squadron), faces)
    assert state.order == ("n1", "reds", "n2")
    assert state.turn == "n2"


# --- turns ---------------------------------------------------------------------------------


def test_movement_goes_squadron_by_squadron_side_by_side():
    state = battle(
        roster("red", "reds", small("a1"), small("a2")),
        roster("ruby", "reds", small("a3")),
        roster("blue", "blues", small("b1")),
    )
    state = at_movement(state, first="reds")
    assert state.turn == "reds"
    assert refused(state, i.Move(ship="b1")) == "not-your-turn"
    state = play(state, i.Move(ship="a1"))
    assert refused(state, i.Move(ship="a3")) == "squadron-in-the-middle"
    state = play(state, i.FinishActivation(ship="a1"))
    assert state.turn == "reds"
    state = play(state, i.Move(ship="a2"))
    state = play(state, i.FinishActivation(ship="a2"))
    assert state.turn == "blues"
    state = play(state, i.Move(ship="b1"))
    state = play(state, i.FinishActivation(ship="b1"))
    assert state.turn == "reds"
    state = play(state, i.Move(ship="a3"))
    state = play(state, i.FinishActivation(ship="a3"))
    assert state.phase is Phase.SHOOTING


def test_h7_shooting_goes_ship_by_ship_and_skips_who_is_done():
    state = battle(
        roster("red", "reds", small("a1"), small("a2"), small("a3")),
        roster("blue", "blues", small("b1")),
        roster("green", "greens", small("c1"), small("c2")),
    )
    state = at_shooting(state)
    seen = []
    while state.phase is Phase.SHOOTING:
        seen.append(state.turn)
        ship = next(
            s.id
            for s in state.ships.values()
            if not s.acted and state.squadrons[s.squadron].side == state.turn
        )
        state = play(state, i.Evade(ship=ship))
    first, second, third = state.order
    by_side = {side: seen.count(side) for side in state.order}
    assert by_side == {"reds": 3, "blues": 1, "greens": 2}
    assert seen[:3] == [first, second, third]
    assert seen[-1] == "reds"
    assert state.phase is Phase.MAINTENANCE


def test_unspent_points_and_passing_tokens_go_at_the_end_of_the_round():
    state = at_maintenance(duel())
    assert state.ships["a1"].evading
    state, records = told(state, i.EndRound())
    assert not state.ships["a1"].evading
    assert of(records, r.RoundEnded)
    assert (state.round, state.phase) == (2, Phase.INITIATIVE)
    assert state.squadrons["red"].points == 2


def test_the_scenario_says_how_many_rounds():
    state, records = told(at_maintenance(duel(rounds=1)), i.EndRound())
    assert state.phase is Phase.OVER
    assert of(records, r.BattleEnded)[0].reason == "rounds"
    assert refused(state, i.EndBattle()) == "battle-over"
    state = play(state, i.Reopen(rounds=2))
    assert (state.phase, state.rounds, state.ended) == (Phase.COMMAND, 2, "")
    assert refused(state, i.Reopen()) == "battle-not-over"


def test_a_battle_of_one_side_left_waits_in_its_command_phase():
    state = tweak(at_maintenance(duel()), "b1", status=Status.OUT)
    state = play(state, i.EndRound())
    assert (state.phase, state.round) == (Phase.COMMAND, 1)
    captain = Actor(side="reds")
    assert SYSTEM.check(state, i.EndBattle(), captain) is None
    assert play(state, i.EndBattle(reason="won")).ended == "won"


def test_only_master_and_scribe_end_a_battle_that_goes_on():
    state = at_movement(duel())
    assert refused(state, i.EndBattle(), Actor(side="reds")) == "sides-still-fight"
    assert SYSTEM.check(state, i.EndBattle(), SCRIBE) is None
    assert SYSTEM.check(state, i.EndBattle(), MASTER) is None


# --- advancing by hand ---------------------------------------------------------------------


def test_phases_wait_where_they_do_not_advance_by_themselves():
    state = at_movement_by_hand()
    for ship in ("a1", "b1") if state.turn == "reds" else ("b1", "a1"):
        state = play(state, i.Move(ship=ship))
        assert refused(state, i.AdvancePhase(), Actor(side="reds")) == "not-complete"
        state = play(state, i.FinishActivation(ship=ship))
    assert state.phase is Phase.MOVEMENT
    assert SYSTEM.check(state, i.AdvancePhase(), Actor(side="reds")) is None
    state = play(state, i.AdvancePhase())
    for _ in range(2):
        ship = "a1" if state.turn == "reds" else "b1"
        state = play(state, i.Evade(ship=ship))
    assert state.phase is Phase.SHOOTING
    state = play(play(state, i.AdvancePhase()), i.EndRound())
    assert state.phase is Phase.COMMAND


def at_movement_by_hand():
    state = play(duel(automation=(Automation.HITS,)), i.OpenRound())
    assert refused(state, i.AdvancePhase()) == "initiative-first"
    state = play(state, i.RollInitiative(squadron="red"), (1, 1))
    state = play(state, i.RollInitiative(squadron="blue"), (6, 6))
    assert state.phase is Phase.INITIATIVE
    assert SYSTEM.check(state, i.AdvancePhase(), Actor(side="reds")) is None
    return play(state, i.AdvancePhase())


def test_the_master_may_cut_a_phase_short():
    state = play(three_sides(), i.OpenRound())
    state = play(state, i.RollInitiative(squadron="green"), (1, 1))
    state = play(state, i.AdvancePhase())
    assert state.order[0] == "greens"
    assert set(state.order) == {"reds", "blues", "greens"}
    state = play(state, i.AdvancePhase())
    assert state.phase is Phase.SHOOTING
    assert play(state, i.AdvancePhase()).phase is Phase.MAINTENANCE
    state = play(state, i.AdvancePhase())
    assert refused(state, i.AdvancePhase()) == "not-in-phase"
    assert refused(state, i.AdvancePhase(), Actor(side="reds")) == "not-complete"


def test_a_fleet_without_anybody_left_skips_the_phases():
    state = tweak(tweak(duel(), "a1", status=Status.OUT), "b1", status=Status.OUT)
    state = play(state, i.OpenRound())
    assert state.phase is Phase.MAINTENANCE or state.due == ()


def test_whose_go_it_is_shows_in_the_summary():
    state = duel()
    assert [a.what for a in SYSTEM.summary(state).awaits] == ["open-round"]
    state = play(state, i.OpenRound())
    assert {a.squadron for a in SYSTEM.summary(state).awaits} == {"red", "blue"}
    state = at_movement(duel(), first="reds")
    assert [(a.side, a.squadron) for a in SYSTEM.summary(state).awaits] == [("reds", "red")]
    state = play(state, i.Move(ship="a1"))
    assert [a.what for a in SYSTEM.summary(state).awaits] == ["movement"]
    state = at_maintenance(duel())
    assert [a.what for a in SYSTEM.summary(state).awaits] == ["end-round"]
    summary = SYSTEM.summary(play(state, i.EndBattle()))
    assert (summary.over, summary.awaits) == (True, ())
    assert summary.left == {"reds": 1, "blues": 1}


def test_two_squadrons_of_a_side_are_both_awaited():
    state = battle(
        roster("red", "reds", small("a1")),
        roster("ruby", "reds", small("a2")),
        roster("blue", "blues", small("b1")),
    )
    state = at_movement(state, first="reds")
    assert [a.squadron for a in SYSTEM.summary(state).awaits] == ["red", "ruby"]


def test_replace_leaves_the_input_alone():
    state = duel()
    before = replace(state)
    play(state, i.OpenRound())
    assert state == before
