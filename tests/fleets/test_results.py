"""The result: prefilled, confirmed by a captain of each side, overridden, opened again."""

from __future__ import annotations

import pytest

from fleets import results
from fleets.boards.result import battle_result
from fleets.errors import (
    BattleClosedError,
    BattleNotClosedError,
    BattleNotOverError,
    IllegalError,
    TableTakenError,
    WinnerUnknownError,
)
from fleets.models import Battle, Squadron
from hq import aids
from hq.enums import Role
from hq.errors import NotAllowedError, ReasonMissingError
from tests.factories.battles import duel, fight, give, seat
from tests.factories.days import make_master

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(hand):
    battle, red, blue = duel()
    master = make_master(battle.game)
    give(battle, master, "correct-ship", ship="r1", status="out", fatal="hull")
    give(battle, master, "correct-ship", ship="r2", status="out", fatal="crew")
    give(battle, master, "end-battle")
    return battle, red, blue, master


def confirm(battle, by, winner="of", **more):
    return results.confirm(battle_id=battle.pk, winner=winner, by=by, **more)


def test_result_is_prefilled_from_the_end(over):
    _, red, _, _ = over

    told = battle_result(red)

    assert told.is_due
    assert told.winner.slug == "of"
    assert [(side.side.slug, side.left, side.out) for side in told.sides] == [
        ("spo", 0, ("r1", "r2")),
        ("of", 2, ()),
    ]
    assert [unit.id for unit in told.survivals] == ["r1", "r2"]


def test_confirmed_by_a_captain_of_each_side(over):
    battle, red, blue, _ = over

    assert confirm(battle, red).status == "confirming"
    closed = confirm(battle, blue)

    assert (closed.status, closed.result["winner"]) == ("closed", "of")
    assert [side.confirmed_by for side in battle_result(red).sides] == ["Рита", "Бруно"]


def test_confirmed_anew_when_somebody_says_otherwise(over):
    battle, red, blue, _ = over
    confirm(battle, red)

    told = confirm(battle, blue, winner="", note="ничья")

    assert (told.status, set(told.confirmed)) == ("confirming", {"of"})
    assert confirm(battle, red, winner="", note="ничья").status == "closed"


def test_scribe_confirms_for_sides_without_a_captain(over):
    battle, _, _, _ = over
    scribe = seat(battle.game, "Писарь")

    assert confirm(battle, scribe).status == "confirming"
    assert Battle.objects.get().confirmed == {}

    battle.game.seats.filter(side__in=("spo", "of")).update(revoked_at="2026-11-29T03:47Z")
    assert confirm(battle, scribe).status == "closed"


def test_not_confirmed_while_it_is_fought():
    battle, red, _ = duel()

    with pytest.raises(BattleNotOverError):
        confirm(battle, red)
    with pytest.raises(BattleNotOverError):
        results.override(battle_id=battle.pk, winner="of", by=make_master(battle.game))


def test_not_confirmed_again_once_closed(over):
    battle, red, blue, _ = over
    confirm(battle, red)
    confirm(battle, blue)

    with pytest.raises(BattleClosedError):
        confirm(battle, red)


def test_winner_has_to_have_fought(over):
    battle, red, _, _ = over

    with pytest.raises(WinnerUnknownError):
        confirm(battle, red, winner="tranch")


def test_onlooker_confirms_nothing(over):
    battle, _, _, _ = over

    with pytest.raises(IllegalError):
        confirm(battle, seat(battle.game, "Гость", role=Role.ONLOOKER))


def test_master_says_what_it_is(over):
    battle, red, _, master = over
    confirm(battle, red)

    told = results.override(battle_id=battle.pk, winner="", note="станция пала", by=master)

    assert (told.status, told.result["note"]) == ("closed", "станция пала")
    assert battle_result(red).by_master
    assert results.override(battle_id=battle.pk, winner="of", by=master).result["winner"] == "of"


def test_captain_overrides_and_reopens_nothing(over):
    battle, red, _, _ = over

    with pytest.raises(NotAllowedError):
        results.override(battle_id=battle.pk, winner="of", by=red)
    with pytest.raises(NotAllowedError):
        results.reopen(battle_id=battle.pk, reason="хочу", by=red)


def test_closed_battle_is_opened_again_on_record(over):
    battle, red, _, master = over
    results.override(battle_id=battle.pk, winner="of", by=master)

    told = results.reopen(battle_id=battle.pk, reason="ошиблись столом", by=master)

    assert (told.status, told.confirmed) == ("confirming", {})
    entry = battle.game.journal.last()
    assert entry.params["reason"] == "ошиблись столом"
    give(battle, master, "reopen", rounds=3)
    assert Battle.objects.get().status == "open"
    assert battle_result(red).is_due is False


def test_reopening_wants_a_reason_and_a_closed_battle(over):
    battle, _, _, master = over

    with pytest.raises(BattleNotClosedError):
        results.reopen(battle_id=battle.pk, reason="так", by=master)
    results.override(battle_id=battle.pk, winner="of", by=master)
    with pytest.raises(ReasonMissingError):
        results.reopen(battle_id=battle.pk, reason="  ", by=master)


def test_no_two_open_battles_at_a_table(over):
    battle, _, _, master = over
    results.override(battle_id=battle.pk, winner="of", by=master)
    assert Squadron.objects.count() == 2
    fight(battle.game)

    with pytest.raises(TableTakenError):
        results.reopen(battle_id=battle.pk, reason="так", by=master)
    with pytest.raises(TableTakenError):
        give(battle, master, "reopen")


def test_fighting_on_before_anybody_confirmed_asks_nobody(over):
    battle, red, _, master = over
    confirm(battle, red)

    give(battle, master, "reopen", rounds=3)

    fresh = Battle.objects.get()
    assert (fresh.status, fresh.confirmed, fresh.result) == ("open", {}, {})


def test_survival_once_a_ship_with_aid_of_the_hq_only(over):
    battle, red, blue, master = over
    confirm(battle, red)
    confirm(battle, blue)

    give(battle, red, "roll-survival", (1,), ship="r1")
    with pytest.raises(IllegalError) as twice:
        give(battle, red, "roll-survival", (6,), ship="r1")
    assert twice.value.code == "survival-rolled"
    with pytest.raises(IllegalError) as aid:
        give(battle, red, "use-aid", (6,), ship="r1", aid="reroll")
    assert aid.value.code == "no-aid-sent"
    give(battle, master, "use-aid", (6,), ship="r1", aid="reroll")
    aids.close_window(table="luna", by=master)
    give(battle, red, "settle-survival", ship="r1")
    with pytest.raises(IllegalError):
        give(battle, red, "settle-survival", ship="r1")


def test_points_are_granted_by_the_master_only():
    battle, red, _ = duel()

    with pytest.raises(IllegalError) as refusal:
        give(battle, red, "grant-bonus", squadron="red", bonus=2)
    assert refusal.value.code == "master-only"

    give(battle, make_master(battle.game), "grant-bonus", squadron="red", bonus=2)
