"""«It was otherwise»: two minutes, both versions, a counter-record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fleets import battles, disputes, retractions
from fleets.battles import Order
from fleets.errors import (
    CommandUnfitError,
    DisputedAlreadyError,
    DisputeLateError,
    DisputeNotYoursError,
    DisputeOverError,
    DisputeOwnError,
    IllegalError,
    LineGoneError,
)
from fleets.models import Battle, Dispute
from fleets.rules.base import RollAnswer
from hq.enums import Role
from hq.errors import NotFoundHereError
from tests.factories.battles import duel, give, make_war, seat, to_shooting
from tests.factories.days import make_master

pytestmark = pytest.mark.django_db


@pytest.fixture
def hit(hand):
    """Blue has hit r1; the last line lays a token on its engine."""
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    give(battle, blue, "fire-gun", (8, 8), (1, 1), ship="b1", gun="g1", target="r1", face="front")
    line = give(battle, blue, "roll-hit", (1, 2))
    assert damage(battle) == ["engine"]
    return battle, red, blue, line


def damage(battle):
    fresh = Battle.objects.get(pk=battle.pk)
    return [token.value for token in battles.field_of(fresh, fresh.game).state.ships["r1"].damage]


def say(battle, line, by, **more):
    return disputes.dispute(battle_id=battle.pk, number=line.number, by=by, **more)


OTHER = Order(command={"kind": "roll-hit"}, typed=(RollAnswer((2, 2)),))


def test_captain_of_another_side_disputes_with_a_version(hit):
    battle, red, _, line = hit

    made = say(battle, line, red, claim=" было 4 ", version=OTHER)

    assert (made.state, made.claim, made.side) == ("open", "было 4", "spo")
    assert made.version == {"command": {"kind": "roll-hit"}, "dice": [{"faces": [2, 2]}]}
    assert damage(battle) == ["engine"]


def test_two_minutes_are_the_limit(hit, hand):
    battle, red, _, line = hit
    hand.move(seconds=120)
    say(battle, line, red)
    Dispute.objects.all().delete()
    hand.move(seconds=1)

    with pytest.raises(DisputeLateError):
        say(battle, line, red)


def test_own_side_does_not_dispute(hit):
    battle, _, blue, line = hit

    for by in (blue, seat(battle.game, "Второй", side="of")):
        with pytest.raises(DisputeOwnError):
            say(battle, line, by)


def test_disputed_once_at_a_time(hit):
    battle, red, _, line = hit
    say(battle, line, red)

    with pytest.raises(DisputedAlreadyError):
        say(battle, line, red)


def test_line_that_is_gone_is_not_disputed(hit):
    battle, red, blue, line = hit
    retractions.retract(battle_id=battle.pk, number=line.number, by=blue)

    with pytest.raises(LineGoneError):
        say(battle, line, red)


def test_onlooker_does_not_dispute(hit):
    battle, _, _, line = hit

    with pytest.raises(IllegalError):
        say(battle, line, seat(battle.game, "Зритель", role=Role.ONLOOKER))


def test_version_has_to_be_a_command(hit):
    battle, red, _, line = hit

    with pytest.raises(CommandUnfitError):
        say(battle, line, red, version=Order(command={"kind": "x"}))


def test_dispute_of_an_unknown_line(hit):
    battle, red, _, line = hit
    line.number = 99

    with pytest.raises(NotFoundHereError):
        say(battle, line, red)


def test_author_agrees_and_the_other_version_stands(hit):
    battle, red, blue, line = hit
    made = say(battle, line, red, version=OTHER)

    settled = disputes.settle(dispute_id=made.pk, stands=False, by=blue)

    assert settled.state == "corrected"
    assert damage(battle) == ["guns"]
    assert battle.lines.get(number=line.number + 1).retracts == [line.number]
    assert battle.lines.get(number=line.number + 2).dice == [{"faces": [2, 2]}]


def test_author_agrees_without_a_version(hit):
    battle, red, blue, line = hit
    made = say(battle, line, red)

    disputes.settle(dispute_id=made.pk, stands=False, by=blue)

    assert damage(battle) == []
    assert battle.lines.count() == line.number + 1


def test_version_that_is_not_legal_leaves_all_as_it_was(hit):
    battle, red, blue, line = hit
    version = Order(command={"kind": "move", "ship": "r1"})
    made = say(battle, line, red, version=version)

    with pytest.raises(IllegalError):
        disputes.settle(dispute_id=made.pk, stands=False, by=blue)

    assert damage(battle) == ["engine"]
    assert Dispute.objects.get().state == "open"


def test_disputer_drops_it(hit):
    battle, red, _, line = hit
    made = say(battle, line, red)

    assert disputes.settle(dispute_id=made.pk, stands=True, by=red).state == "dropped"
    assert damage(battle) == ["engine"]


@pytest.mark.parametrize("stands", [True, False])
def test_neither_settles_for_the_other(hit, stands):
    battle, red, blue, line = hit
    made = say(battle, line, red)

    with pytest.raises(DisputeNotYoursError):
        disputes.settle(dispute_id=made.pk, stands=stands, by=blue if stands else red)


def test_it_goes_to_the_master_with_both_versions(hit):
    battle, red, blue, line = hit
    made = say(battle, line, red, version=OTHER)

    assert disputes.pass_on(dispute_id=made.pk, by=blue).state == "master"
    assert disputes.pass_on(dispute_id=made.pk, by=red).state == "master"
    settled = disputes.settle(
        dispute_id=made.pk, stands=True, word="кость видел", by=make_master(battle.game)
    )

    assert (settled.state, settled.word) == ("upheld", "кость видел")
    with pytest.raises(DisputeOverError):
        disputes.settle(dispute_id=made.pk, stands=False, by=blue)


def test_onlooker_passes_nothing_on(hit):
    battle, red, _, line = hit
    made = say(battle, line, red)

    with pytest.raises(DisputeNotYoursError):
        disputes.pass_on(dispute_id=made.pk, by=seat(battle.game, "Гость", role=Role.ONLOOKER))


def test_dispute_of_another_day_is_not_found(hit):
    battle, red, _, line = hit
    made = say(battle, line, red)

    with pytest.raises(NotFoundHereError):
        disputes.pass_on(dispute_id=made.pk, by=replace(red, game_id=make_war(key="o").pk))
