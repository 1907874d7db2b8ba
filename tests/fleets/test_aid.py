"""HQ and tables are one game: command points given, ships rescued, fates written down."""

from __future__ import annotations

import pytest

from fleets import battles, holdings, phone, results, retractions
from fleets.errors import IllegalError
from fleets.models import Battle
from hq import aids, grants, journal, tables
from hq.enums import AidState, Role
from hq.models import Aid, AidWindow, ChronicleLine, Grant, JournalEntry, Share
from hq.tables import SquadronAt
from hq.texts import in_language
from hq.viewers import Viewer
from tests.factories.battles import duel, fight, give, seat, to_shooting
from tests.factories.days import make_master, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hand")]


def grant(battle: Battle, by: Viewer, *, points: int = 1, rounds: int = 1) -> Share:
    """The HQ gives the red squadron points, and its captain says «принято»."""
    given = grants.give(
        table="luna", side="spo", points=points, rounds=rounds, by=make_master(battle.game)
    )
    return grants.take(grant_id=given.pk, squadron="red", by=by)


def points(battle: Battle, squadron: str = "red") -> int:
    found: int = (
        battles.field_of(Battle.objects.get(pk=battle.pk), battle.game)
        .state.squadrons[squadron]
        .points
    )
    return found


def stock(battle: Battle, *kinds: str) -> None:
    with journal.act("stock", by=make_master(battle.game)) as act:
        for kind in kinds:
            aids.bring(act=act, kind=kind, count=1, title=text("Скорая"), at=act.at)


def send(battle: Battle, by: Viewer, kind: str = "reroll", ship: str = "r1") -> Aid:
    return aids.send(kind=kind, title="Скорая", table="luna", ship=ship, by=by)


def line(battle: Battle) -> int:
    return Battle.objects.get(pk=battle.pk).number


def kinds_since(battle: Battle, seq: int) -> list[str]:
    rows = JournalEntry.objects.filter(game=battle.game, seq__gt=seq).order_by("seq")
    return list(rows.values_list("kind", flat=True))


def topics_of(battle: Battle) -> set[str]:
    """Of the newest line of the battle, as it was announced."""
    kinds = ("line_written", "lines_retracted")
    last = JournalEntry.objects.filter(game=battle.game, kind__in=kinds).order_by("seq").last()
    assert last is not None
    return set(last.topics)


@pytest.fixture
def lost():
    """A duel that is over; r1 of the reds is out by its hull, r2 is not."""
    battle, red, blue = duel()
    master = make_master(battle.game)
    give(battle, master, "correct-ship", ship="r1", status="out", fatal="hull")
    give(battle, master, "end-battle")
    return battle, red, blue, master


# --- command points ------------------------------------------------------------------------


def test_points_that_were_taken_count_from_the_next_command_phase():
    battle, red, _ = duel()
    grant(battle, red)
    assert points(battle) == 0

    told = give(battle, red, "open-round")

    assert (points(battle), points(battle, "blue")) == (3, 2)
    assert told.command["granted"] == [
        {"kind": "grant-bonus", "squadron": "red", "bonus": 1, "rounds": 1}
    ]
    field = battles.field_of(battle, battle.game)
    assert "ЦУП даёт. red: +1 к очкам командования в этом раунде." in battles.story_of(field, told)


def test_who_writes_for_the_whole_table_is_told_of_points_for_a_side():
    battle, _, _ = duel()
    scribe = seat(battle.game, "Писарь")

    grants.give(table="luna", side="spo", points=1, rounds=1, by=make_master(battle.game))

    told = set(JournalEntry.objects.get(kind="grant_given").topics)
    assert f"person:{scribe.person_id}" in told


def test_points_that_nobody_took_are_not_counted():
    battle, red, _ = duel()
    grants.give(table="luna", side="spo", points=2, rounds=1, by=make_master(battle.game))

    give(battle, red, "open-round")

    assert points(battle) == 2
    assert Grant.objects.get().state == "given"


def test_points_last_their_rounds():
    battle, red, _ = duel()
    grant(battle, red, points=2, rounds=2)
    master = make_master(battle.game)
    give(battle, red, "open-round")
    seen = [points(battle)]
    for _ in range(2):
        pass_round(battle, master)
        seen.append(points(battle))

    assert seen == [4, 4, 2]
    assert Share.objects.get().state == "over"


def test_points_never_pass_four():
    battle, red, _ = duel()
    grant(battle, red, points=2, rounds=2)
    give(battle, make_master(battle.game), "grant-bonus", squadron="red", bonus=2)

    give(battle, red, "open-round")

    assert points(battle) == 4


def pass_round(battle: Battle, master: Viewer) -> None:
    """From the initiative phase into the next round, cut short by the master."""
    give(battle, master, "roll-initiative", (1, 1), squadron="red")
    give(battle, master, "roll-initiative", (6, 6), squadron="blue")
    give(battle, master, "advance-phase")
    give(battle, master, "advance-phase")
    give(battle, master, "end-round")


def test_round_that_opens_by_itself_counts_too():
    battle, red, _ = duel()
    master = make_master(battle.game)
    give(battle, red, "open-round")
    grant(battle, red, rounds=1)
    assert points(battle) == 2

    pass_round(battle, master)
    assert points(battle) == 3
    pass_round(battle, master)
    assert points(battle) == 2


def test_captain_cannot_give_points_to_the_own_squadron():
    battle, red, _ = duel()
    given = [{"squadron": "red", "bonus": 2, "rounds": 1}]

    with pytest.raises(IllegalError) as refusal:
        give(battle, red, "open-round", granted=given)

    assert refusal.value.code == "master-only"


def test_lost_squadron_has_no_command_phase():
    battle, red, _ = duel()
    grant(battle, red)
    master = make_master(battle.game)
    for ship in ("r1", "r2"):
        give(battle, master, "correct-ship", ship=ship, status="out", fatal="hull")

    give(battle, master, "open-round")

    assert Share.objects.get().state == "taken"


def test_retracted_and_opened_again_counts_once():
    battle, red, _ = duel()
    grant(battle, red, rounds=2)
    give(battle, red, "open-round")

    retractions.retract(battle_id=battle.pk, number=1, by=red)
    assert points(battle) == 0
    give(battle, red, "open-round")

    assert (points(battle), Share.objects.get().rounds_left) == (3, 1)


def test_third_point_is_told_to_the_hq_and_given_back_by_a_retract():
    battle, red, blue = duel()
    grant(battle, red)
    to_movement_with_points(battle, red, blue)
    give(battle, red, "move", ship="r1", full_thrust=True)
    give(battle, red, "finish-activation", ship="r1")
    give(battle, red, "move", ship="r2", full_thrust=True)
    assert Share.objects.get().spent == 0

    give(battle, red, "barrel-roll", (8, 8), (1, 1), ship="r2", danger=True)
    assert Share.objects.get().spent == 1
    assert JournalEntry.objects.filter(kind="grant_spent").count() == 1

    retractions.retract(battle_id=battle.pk, number=line(battle), by=red)
    assert Share.objects.get().spent == 0
    retractions.retract(battle_id=battle.pk, number=line(battle), by=red)
    assert Share.objects.get().spent == 1


def to_movement_with_points(battle: Battle, red: Viewer, blue: Viewer) -> None:
    give(battle, red, "open-round")
    give(battle, red, "roll-initiative", (1, 1), squadron="red")
    give(battle, blue, "roll-initiative", (6, 6), squadron="blue")


def test_points_end_with_the_battle(lost):
    battle, red, _, master = lost
    grant(battle, red, rounds=3)

    results.override(battle_id=battle.pk, winner="of", by=master)

    assert Grant.objects.get().state == "over"


# --- what the HQ knows ---------------------------------------------------------------------


def test_hq_sees_who_flies_and_how_long_still():
    battle, red, _ = duel(rounds=3)
    give(battle, red, "open-round")

    flying = tables.squadrons(battle.game_id)

    assert [(one.table, one.side, one.squadron) for one in flying] == [
        ("luna", "of", "blue"),
        ("luna", "spo", "red"),
    ]
    assert tables.rounds_left(battle.game_id, "luna") == 2
    assert tables.rounds_left(battle.game_id, "l4") is None


def test_hq_sees_no_end_where_none_is_set():
    battle, _, _ = duel(rounds=None)

    assert tables.rounds_left(battle.game_id, "luna") is None


def test_squadron_in_hand_is_whose_phone_holds_it():
    battle, red, _ = duel()
    other = seat(battle.game, "Роза", side="spo")
    mine = (SquadronAt(table="luna", side="spo", squadron="red", name="red"),)
    assert tables.held(battle.game_id, red.seat_id) == mine  # free, and within reach

    holdings.take(squadron="red", by=other)

    assert tables.held(battle.game_id, other.seat_id) == mine
    assert tables.held(battle.game_id, red.seat_id) == ()
    guest = seat(battle.game, "Гость", role=Role.ONLOOKER)
    assert tables.held(battle.game_id, guest.seat_id) == ()


def test_both_captains_are_told_when_a_squadron_passes():
    battle, red, _ = duel()
    other = seat(battle.game, "Роза", side="spo")
    holdings.take(squadron="red", by=red)

    holdings.take(squadron="red", by=other)

    told = set(JournalEntry.objects.filter(kind="squadrons_taken").latest("seq").topics)
    assert {f"person:{red.person_id}", f"person:{other.person_id}"} <= told


def test_ship_that_goes_out_is_told_at_once():
    battle, red, blue = duel()
    to_shooting(battle, red, blue)
    shot = {"gun": "g1", "face": "front"}
    give(battle, blue, "fire-gun", (8, 8), (1, 1), ship="b1", target="r1", **shot)
    assert "rescue" not in topics_of(battle)

    give(battle, blue, "roll-hit", (3, 4))

    assert "rescue" in topics_of(battle)
    (ship,) = tables.ships_out(battle.game_id)
    assert (ship.table, ship.ship, ship.name, ship.squadron_name) == ("luna", "r1", "r1", "red")
    assert (ship.fate, ship.is_settled) == ("", False)
    assert not AidWindow.objects.exists()


def test_ship_of_a_second_battle_is_another_one(lost):
    battle, _, _, master = lost
    results.override(battle_id=battle.pk, winner="of", by=master)
    again = fight(battle.game)
    give(again, master, "correct-ship", ship="r1", status="out", fatal="hull")

    assert [ship.ship for ship in tables.ships_out(battle.game_id)] == ["r1", "r1@2"]


# --- survival ------------------------------------------------------------------------------


def test_rescue_opens_when_a_battle_with_losses_ends(lost):
    assert aids.is_window_open(lost[0].game_id, "luna")


def test_rescue_does_not_open_where_nobody_is_out():
    battle, _, _ = duel()

    give(battle, make_master(battle.game), "end-battle")

    assert not AidWindow.objects.exists()


def test_rescue_opens_again_for_a_ship_put_out_afterwards(lost):
    battle, _, _, master = lost
    aids.close_window(table="luna", by=master)

    give(battle, master, "correct-ship", ship="b1", status="out", fatal="hull")

    assert aids.is_window_open(battle.game_id, "luna")


def test_h8_die_is_seen_and_fate_waits(lost):
    battle, red, _, master = lost

    give(battle, red, "roll-survival", (3,), ship="r1")

    assert "rescue" in topics_of(battle)
    (ship,) = tables.ships_out(battle.game_id)
    assert (ship.status, ship.is_settled) == ("выведен из строя: корпус", False)
    assert ship.fate.startswith("3 · ")
    for by in (red, master):
        with pytest.raises(IllegalError) as waits:
            give(battle, by, "settle-survival", ship="r1")
        assert waits.value.code == "aid-may-come"
    aids.close_window(table="luna", by=master)
    give(battle, red, "settle-survival", ship="r1")
    (ship,) = tables.ships_out(battle.game_id)
    assert ship.is_settled


def test_h8_captain_uses_what_the_hq_sent(lost):
    battle, red, blue, master = lost
    stock(battle, "reroll", "plus_one")
    send(battle, master)
    give(battle, red, "roll-survival", (3,), ship="r1")

    with pytest.raises(IllegalError) as other_kind:
        give(battle, red, "use-aid", ship="r1", aid="plus-one")
    assert other_kind.value.code == "no-aid-sent"
    with pytest.raises(IllegalError) as other_side:
        give(battle, blue, "use-aid", (6,), ship="r1", aid="reroll")
    assert other_side.value.code == "not-your-squadron"
    give(battle, red, "use-aid", (5,), ship="r1", aid="reroll")

    used = Aid.objects.get(kind="reroll")
    assert (used.state, used.result) == (AidState.USED, "3 → 5")
    (ship,) = tables.ships_out(battle.game_id)
    assert ship.fate.startswith("3 → 5 · ")


def test_h8_plus_one_is_no_die(lost):
    battle, red, _, master = lost
    stock(battle, "plus_one")
    send(battle, master, "plus_one")
    give(battle, red, "roll-survival", (3,), ship="r1")

    give(battle, red, "use-aid", ship="r1", aid="plus-one")

    assert Aid.objects.get().result == "3 → 4"


def test_h8_retract_gives_the_aid_back_and_it_may_be_used_again(lost):
    battle, red, _, master = lost
    stock(battle, "reroll")
    send(battle, master)
    give(battle, red, "roll-survival", (3,), ship="r1")
    give(battle, red, "use-aid", (5,), ship="r1", aid="reroll")

    retractions.retract(battle_id=battle.pk, number=line(battle), by=red)

    assert Aid.objects.get().state == AidState.SENT
    give(battle, red, "use-aid", (2,), ship="r1", aid="reroll")
    assert Aid.objects.get().result == "3 → 2"


def test_master_helps_without_the_hq_and_nothing_is_used(lost):
    battle, red, _, master = lost
    stock(battle, "plus_one")
    send(battle, master, "plus_one")
    give(battle, red, "roll-survival", (3,), ship="r1")

    give(battle, master, "use-aid", (6,), ship="r1", aid="reroll")

    assert Aid.objects.get().state == AidState.SENT


def test_fate_stands_in_the_chronicle_and_goes_with_a_retract(lost):
    battle, red, _, master = lost
    aids.close_window(table="luna", by=master)
    give(battle, red, "roll-survival", (6,), ship="r1")
    seq = JournalEntry.objects.filter(game=battle.game).count()

    give(battle, red, "settle-survival", ship="r1")

    written = ChronicleLine.objects.get()
    assert written.theme == "ships"
    assert in_language(written.text, "ru").startswith("Луна, «red». r1. ")
    assert in_language(written.text, "en") != in_language(written.text, "ru")
    assert kinds_since(battle, seq) == ["line_written", "chronicle_written"]
    retractions.retract(battle_id=battle.pk, number=line(battle), by=master)
    assert not ChronicleLine.objects.exists()
    assert {"chronicle", "rescue"} <= topics_of(battle)
    retractions.retract(battle_id=battle.pk, number=line(battle), by=master)
    assert ChronicleLine.objects.count() == 1


def test_fate_by_other_dice_after_a_retract_is_the_one_that_stands(lost):
    battle, _, _, master = lost
    aids.close_window(table="luna", by=master)
    give(battle, master, "roll-survival", (6,), ship="r1")
    give(battle, master, "settle-survival", ship="r1")
    first = in_language(ChronicleLine.objects.get().text, "ru")

    retractions.retract(battle_id=battle.pk, number=3, confirm=True, by=master)
    give(battle, master, "roll-survival", (1,), ship="r1")
    give(battle, master, "settle-survival", ship="r1")

    assert in_language(ChronicleLine.objects.get().text, "ru") != first


# --- the phone's buttons -------------------------------------------------------------------


def buttons(battle: Battle, by: Viewer) -> dict[str, dict]:
    told = phone.options(by, battle.pk, "r1")["options"]
    return {option["kind"]: option for option in told}


def test_button_for_aid_lights_up_with_the_aid(lost):
    battle, red, _, master = lost
    stock(battle, "reroll")
    give(battle, red, "roll-survival", (3,), ship="r1")
    dark = buttons(battle, red)["use-aid"]
    assert (dark["legal"], "не посылал" in dark["why"]) == (False, True)
    assert buttons(battle, master)["use-aid"]["legal"]

    send(battle, master)

    lit = buttons(battle, red)["use-aid"]
    assert lit["legal"]
    assert [value["value"] for value in lit["choices"][0]["values"]] == ["reroll"]
    assert [value["value"] for value in lit["choices"][0]["barred"]] == ["plus-one"]


def test_button_to_settle_is_dark_while_aid_may_come(lost):
    battle, red, _, master = lost
    give(battle, red, "roll-survival", (3,), ship="r1")
    command = {"kind": "settle-survival", "ship": "r1"}
    assert buttons(battle, red)["settle-survival"]["legal"] is False
    assert phone.look(red, battle.pk, command)["legal"] is False

    aids.close_window(table="luna", by=master)

    assert buttons(battle, red)["settle-survival"]["legal"]
    assert phone.look(red, battle.pk, command)["legal"]
