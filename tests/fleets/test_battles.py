"""Opening a battle and acting in it: one test for each way out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fleets import battles
from fleets.battles import Order
from fleets.errors import (
    CommandUnfitError,
    DiceLeftError,
    DiceUnfitError,
    DiceWantedHereError,
    HeldByAnotherError,
    IllegalError,
    NoSuchTableError,
    SameDeedError,
    SquadronsUnfitError,
    TablesFaultyError,
    TableTakenError,
)
from fleets.models import Battle, Holding, HouseRules, Line, Squadron
from fleets.rules import registry
from hq import turns
from hq.enums import Role
from hq.errors import DayOverError, NotAllowedError, NotFoundHereError
from hq.journal import AlreadyDone
from hq.models import Card, JournalEntry
from tests.factories.battles import (
    duel,
    duellists,
    fight,
    give,
    make_war,
    seat,
    to_movement,
    to_shooting,
)
from tests.factories.days import make_master

pytestmark = pytest.mark.django_db


def state_of(battle: Battle):
    battle.refresh_from_db()
    return registry.get(battle.system).decode_state(battle.state)


# --- opening


def test_open_battle_sets_the_squadrons_on_the_table():
    game = make_war()
    duellists(game)

    battle = fight(game, rounds=3, title={"ru": "Высадка"})

    state = state_of(battle)
    assert set(state.ships) == {"r1", "r2", "b1", "b2"}
    assert state.sides == ("spo", "of")
    assert (state.rounds, battle.number, battle.status) == (3, 0, "open")
    assert battle.first == battle.state
    assert str(battle) == "Высадка"
    assert JournalEntry.objects.last().topics == ["battle:luna", "journal", "tables"]


def test_open_battle_is_the_masters():
    game = make_war()
    duellists(game)

    with pytest.raises(NotAllowedError):
        battles.open_battle(table="luna", squadrons=["red", "blue"], by=seat(game, "Рита"))


def test_open_battle_refuses_an_unknown_table():
    game = make_war()

    with pytest.raises(NoSuchTableError):
        battles.open_battle(table="mars", squadrons=["red"], by=make_master(game))


def test_open_battle_refuses_a_second_one_at_the_table():
    battle, _, _ = duel()

    with pytest.raises(TableTakenError):
        fight(battle.game)


@pytest.mark.parametrize("squadrons", [["red", "green"], []])
def test_open_battle_refuses_squadrons_that_are_not_there(squadrons):
    game = make_war()
    duellists(game)

    with pytest.raises(SquadronsUnfitError):
        battles.open_battle(table="luna", squadrons=squadrons, by=make_master(game))

    assert not Battle.objects.exists()


def test_open_battle_refuses_ships_of_one_id():
    game = make_war()
    duellists(game)
    blue = Squadron.objects.get(slug="blue")
    blue.roster["ships"][0]["id"] = "r1"
    blue.save()

    with pytest.raises(SquadronsUnfitError, match="r1: twice"):
        fight(game)


def test_open_battle_is_refused_after_the_day():
    game = make_war()
    duellists(game)
    turns.end(cards=list(Card.objects.open().values_list("pk", flat=True)), by=make_master(game))

    with pytest.raises(DayOverError):
        fight(game)


def test_open_battle_takes_the_tables_in_force():
    game = make_war()
    duellists(game)
    HouseRules.objects.create(
        game=game, system="horizon", overrides={"figures": {"base_points": {"value": 4}}}
    )
    red = seat(game, "Рита")

    with pytest.raises(TablesFaultyError):
        fight(game)

    HouseRules.objects.update(overrides={"hits": {"7": {"outcome": "none"}}})
    battle = fight(game)
    assert state_of(battle).tables.hits[7].outcome == "none"
    assert red.role == Role.CAPTAIN


# --- acting


def test_act_writes_a_line_and_the_state_it_leads_to():
    battle, red, blue = duel()

    to_movement(battle, red, blue)

    state = state_of(battle)
    assert (battle.number, state.round, state.phase) == (3, 1, "movement")
    line = Line.objects.get(battle=battle, number=2)
    assert line.command == {"kind": "roll-initiative", "squadron": "red"}
    assert line.dice == [{"faces": [1, 1]}]
    assert (line.person_id, line.side, line.squadron) == (red.person_id, "spo", "red")
    told = JournalEntry.objects.last().params
    assert told == {"table": "luna", "battle": battle.pk, "line": 3, "rescue": False, "told": []}


def test_act_lets_the_server_throw_what_is_not_typed():
    battle, red, _ = duel()
    give(battle, red, "open-round")

    line = give(battle, red, "roll-initiative", squadron="red")

    assert all(1 <= face <= 6 for face in line.dice[0]["faces"])


def test_act_asks_for_dice_and_changes_nothing():
    battle, red, _ = duel()
    give(battle, red, "open-round")

    with pytest.raises(DiceWantedHereError) as wanted:
        give(battle, red, "roll-initiative", squadron="red", throw_all=True)

    assert wanted.value.request.sides == (6, 6)
    assert wanted.value.request.purpose == "initiative"
    assert state_of(battle).initiative == {}
    assert battle.number == 1


def test_act_refuses_dice_that_cannot_lie_so():
    battle, red, _ = duel()
    give(battle, red, "open-round")

    with pytest.raises(DiceUnfitError):
        give(battle, red, "roll-initiative", (7, 1), squadron="red")


def test_act_refuses_more_dice_than_are_asked():
    battle, red, _ = duel()
    give(battle, red, "open-round")

    with pytest.raises(DiceLeftError):
        give(battle, red, "roll-initiative", (2, 1), (3, 3), squadron="red")

    assert state_of(battle).initiative == {}


def test_act_refuses_what_the_rules_refuse_with_their_words():
    battle, red, _ = duel()

    with pytest.raises(IllegalError) as refusal:
        give(battle, red, "move", ship="r1")

    assert refusal.value.code == "not-in-phase"
    assert str(refusal.value)
    assert "%(" not in str(refusal.value)


def test_act_refuses_another_captains_ship():
    battle, red, blue = duel()
    to_movement(battle, red, blue)

    with pytest.raises(IllegalError) as refusal:
        give(battle, blue, "move", ship="r1")

    assert refusal.value.code == "not-your-squadron"


@pytest.mark.parametrize("role", [Role.ONLOOKER, Role.VOLUNTEER])
def test_act_is_for_those_at_the_table(role):
    battle, _, _ = duel()

    with pytest.raises(IllegalError) as refusal:
        give(battle, seat(battle.game, "Гость", role=role), "open-round")

    assert refusal.value.code == "onlooker"


def test_act_of_a_captain_of_another_table_is_an_onlookers():
    battle, _, _ = duel()

    with pytest.raises(IllegalError) as refusal:
        give(battle, seat(battle.game, "Чужой", side="spo", table="mars"), "open-round")

    assert refusal.value.code == "onlooker"


def test_act_of_a_scribe_is_for_all_sides():
    battle, _, _ = duel()
    scribe = seat(battle.game, "Писарь")

    to_movement(battle, scribe, scribe)

    assert state_of(battle).phase == "movement"


def test_act_of_a_squadrons_seat_is_for_that_squadron():
    battle, _, _ = duel()
    give(battle, make_master(battle.game), "open-round")
    own = seat(battle.game, "Рита 2", side="spo", squadron="red")

    give(battle, own, "roll-initiative", (3, 3), squadron="red")
    with pytest.raises(IllegalError):
        give(battle, own, "roll-initiative", (3, 3), squadron="blue")


def test_act_refuses_what_is_in_another_phones_hands():
    battle, red, _ = duel()
    other = seat(battle.game, "Вера", side="spo")
    give(battle, red, "open-round")
    squadron = Squadron.objects.get(slug="red")
    Holding.objects.create(squadron=squadron, seat_id=other.seat_id, taken_at=0)

    with pytest.raises(HeldByAnotherError, match="Вера"):
        give(battle, red, "roll-initiative", (3, 3), squadron="red")

    give(battle, other, "roll-initiative", (3, 3), squadron="red")


def test_act_of_a_master_minds_nobodys_hands():
    battle, red, _ = duel()
    squadron = Squadron.objects.get(slug="red")
    Holding.objects.create(squadron=squadron, seat_id=red.seat_id, taken_at=0)
    master = make_master(battle.game)
    give(battle, master, "open-round")

    give(battle, master, "roll-initiative", (3, 3), squadron="red")


@pytest.mark.parametrize("command", [{"kind": "nonsense"}, {"kind": "move"}, [], None, "x", 3])
def test_act_refuses_what_is_no_command(command):
    battle, red, _ = duel()

    with pytest.raises(CommandUnfitError):
        battles.act(battle_id=battle.pk, order=Order(command=command), by=red)


def test_act_knows_only_battles_of_its_day():
    battle, red, _ = duel()

    with pytest.raises(NotFoundHereError):
        give(battle, replace(red, game_id=make_war(key="other").pk), "open-round")


def test_act_is_applied_once_and_answers_the_same_again():
    battle, red, _ = duel()
    give(battle, red, "open-round", key="one-time")

    with pytest.raises(AlreadyDone) as done:
        give(battle, red, "open-round", key="one-time")

    assert done.value.made == {"battle": battle.pk, "line": 1}
    assert Line.objects.count() == 1


def test_act_refused_does_not_use_up_its_key():
    battle, red, _ = duel()
    with pytest.raises(IllegalError):
        give(battle, red, "roll-initiative", squadron="red", key="k")
    give(battle, red, "open-round")

    give(battle, red, "roll-initiative", squadron="red", key="k")


# --- one deed, two phones


def test_same_hit_recorded_by_both_captains_is_one_token():
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    give(battle, blue, "fire-gun", (8, 8), (1, 1), ship="b1", gun="g1", target="r1", face="front")
    seen = Battle.objects.get(pk=battle.pk).number
    give(battle, blue, "roll-hit", (2, 4), seen=seen)

    with pytest.raises(SameDeedError) as same:
        give(battle, red, "roll-hit", (2, 4), seen=seen)

    assert same.value.number == seen + 1
    assert "Бруно" in str(same.value)
    assert len(state_of(battle).ships["r1"].damage) == 1
    give(battle, red, "roll-hit", (4, 5), seen=seen, again=True)
    assert len(state_of(battle).ships["r1"].damage) == 2


def test_deed_that_this_phone_had_seen_is_no_twin():
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    give(battle, blue, "fire-gun", (8, 8), (1, 1), ship="b1", gun="g1", target="r1", face="front")
    line = give(battle, blue, "roll-hit", (2, 4))

    give(battle, red, "roll-hit", (4, 5), seen=line.number)


def test_own_line_since_is_no_twin():
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    fired = give(
        battle, blue, "fire-gun", (8, 8), (1, 1), ship="b1", gun="g1", target="r1", face="front"
    )
    give(battle, blue, "roll-hit", (2, 4), seen=fired.number)

    give(battle, blue, "roll-hit", (4, 5), seen=fired.number)
