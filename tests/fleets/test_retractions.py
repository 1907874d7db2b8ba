"""Taking lines back: freely, by consent, with what falls along; across rounds and again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fleets import battles, retractions
from fleets.errors import (
    AskedAlreadyError,
    BattleClosedError,
    ConsentNotYoursError,
    FalloutError,
    IllegalError,
    LineGoneError,
    WithdrawalOverError,
)
from fleets.models import Battle, Line, Withdrawal
from hq.enums import Role
from hq.errors import NotFoundHereError, PreviewStaleError
from tests.factories.battles import duel, give, make_war, seat, to_movement, to_shooting
from tests.factories.days import make_master

pytestmark = pytest.mark.django_db


def retract(battle, number, by, **more):
    return retractions.retract(battle_id=battle.pk, number=number, by=by, **more)


def state_of(battle):
    fresh = Battle.objects.get(pk=battle.pk)
    return battles.field_of(fresh, fresh.game).state


def folded(battle):
    """The state anew from the first one and the lines: the cache must equal it."""
    fresh = Battle.objects.get(pk=battle.pk)
    field = battles.field_of(fresh, fresh.game)
    entries = [retractions.entry_of(field.system, line) for line in fresh.lines.all()]
    return retractions.history.fold(field.system, field.system.decode_state(fresh.first), entries)


def test_own_last_line_is_taken_back_freely():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    line = give(battle, red, "move", ship="r1")

    back = retract(battle, line.number, red)

    assert isinstance(back, Line)
    assert back.retracts == [line.number]
    assert state_of(battle).acting == ()
    assert folded(battle) == state_of(battle)


def test_retraction_taken_back_does_it_again():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    line = give(battle, red, "move", ship="r1")
    moved = state_of(battle)
    back = retract(battle, line.number, red)

    retract(battle, back.number, red)

    assert state_of(battle) == moved == folded(battle)


def test_lines_are_taken_back_one_by_one_across_a_round():
    battle, _, _ = duel()
    scribe = seat(battle.game, "Писарь")
    to_shooting(battle, scribe, scribe)
    for ship in ("b1", "r1", "b2", "r2"):
        give(battle, scribe, "evade", ship=ship)
    give(battle, scribe, "end-round")
    assert state_of(battle).round == 2

    for number in range(battle.lines.count(), 0, -1):
        assert isinstance(retract(battle, number, scribe), Line)

    assert state_of(battle) == folded(battle)
    assert state_of(battle).round == 0


def test_another_ones_line_is_asked_back():
    battle, red, blue = duel()
    to_movement(battle, red, blue)

    asked = retract(battle, battle.lines.count(), red, reason="не те кости")

    assert isinstance(asked, Withdrawal)
    assert (asked.state, asked.side, asked.reason) == ("waiting", "spo", "не те кости")
    assert state_of(battle).phase == "movement"


def test_asked_twice_is_refused():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    retract(battle, 3, red)

    with pytest.raises(AskedAlreadyError):
        retract(battle, 3, red)


def test_what_falls_along_is_shown_first():
    battle, red, blue = duel()
    to_movement(battle, red, blue)

    with pytest.raises(FalloutError) as shown:
        retract(battle, 1, red)

    assert [number for number, _told, _why in shown.value.lines] == [2, 3]
    assert all(told and why for _number, told, why in shown.value.lines)
    assert not Withdrawal.objects.exists()


def test_what_falls_along_goes_along_once_confirmed():
    battle, red, blue = duel()
    to_movement(battle, red, blue)

    line = retract(battle, 1, make_master(battle.game), confirm=True)

    assert line.retracts == [1, 2, 3]
    assert state_of(battle).round == 0
    assert folded(battle) == state_of(battle)


def test_line_that_is_gone_is_not_taken_back_again():
    battle, red, _ = duel()
    give(battle, red, "open-round")
    retract(battle, 1, red)

    with pytest.raises(LineGoneError):
        retract(battle, 1, red)


def test_line_that_never_was_is_not_found():
    battle, red, _ = duel()

    with pytest.raises(NotFoundHereError):
        retract(battle, 7, red)


def test_onlooker_takes_nothing_back():
    battle, red, _ = duel()
    give(battle, red, "open-round")

    with pytest.raises(IllegalError):
        retract(battle, 1, seat(battle.game, "Зритель", role=Role.ONLOOKER))


def test_closed_battle_is_only_the_masters_to_undo():
    battle, red, _ = duel()
    give(battle, make_master(battle.game), "end-battle")
    Battle.objects.update(status="closed", closed_at=1)

    with pytest.raises(BattleClosedError):
        retract(battle, 1, red)

    retract(battle, 1, make_master(battle.game))
    assert Battle.objects.get().status == "open"


def test_captain_of_the_other_side_gives_it_back():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    asked = retract(battle, 3, red)

    retractions.answer(withdrawal_id=asked.pk, agree=True, along=0, by=blue)

    asked.refresh_from_db()
    assert asked.state == "agreed"
    assert state_of(battle).phase == "initiative"
    assert folded(battle) == state_of(battle)


def test_captain_of_the_other_side_keeps_it():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    asked = retract(battle, 3, red)

    retractions.answer(withdrawal_id=asked.pk, agree=False, along=0, by=blue)

    asked.refresh_from_db()
    assert asked.state == "refused"
    with pytest.raises(WithdrawalOverError):
        retractions.answer(withdrawal_id=asked.pk, agree=True, along=0, by=blue)


def test_nobody_gives_back_to_their_own_side():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    asked = retract(battle, 3, red)

    for by in (
        red,
        seat(battle.game, "Ещё один", side="spo"),
        seat(battle.game, "", role="screen"),
    ):
        with pytest.raises(ConsentNotYoursError):
            retractions.answer(withdrawal_id=asked.pk, agree=True, along=0, by=by)


def test_more_falls_by_now_than_was_shown():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    asked = retract(battle, 3, red)
    give(battle, red, "move", ship="r1")

    with pytest.raises(PreviewStaleError):
        retractions.answer(withdrawal_id=asked.pk, agree=True, along=0, by=blue)

    retractions.answer(withdrawal_id=asked.pk, agree=True, along=1, by=blue)
    assert state_of(battle).phase == "initiative"


def test_withdrawal_of_another_day_is_not_found():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    asked = retract(battle, 3, red)
    other = make_war(key="other")

    with pytest.raises(NotFoundHereError):
        retractions.answer(
            withdrawal_id=asked.pk, agree=True, along=0, by=replace(blue, game_id=other.pk)
        )


def test_asking_is_over_when_the_line_is_gone_otherwise():
    battle, red, blue = duel()
    to_movement(battle, red, blue)
    asked = retract(battle, 3, red)

    retract(battle, 3, blue)

    asked.refresh_from_db()
    assert asked.state == "void"
