"""Building squadrons: one test for each way out."""

from __future__ import annotations

from typing import Any

import pytest

from fleets import paper, rosters
from fleets.errors import (
    NoSuchTableError,
    NotYourSquadronError,
    PaperFaultyError,
    ReadySquadronError,
    SideUnknownError,
    SquadronInBattleError,
)
from fleets.models import Squadron
from fleets.rules.horizon.squadrons import Roster
from hq.enums import Role
from hq.errors import NotAllowedError, NotFoundHereError
from hq.journal import AlreadyDone
from hq.models import Game, JournalEntry, Person
from tests.factories.battles import duellists, fight, make_war, seat
from tests.factories.days import make_master

pytestmark = pytest.mark.django_db

CARD: dict[str, Any] = {
    "name": "Игла",
    "type": "small",
    "speed": 3,
    "defence": "2d6",
    "guns": ["2d8"],
    "piloting": "2d8",
}
TEXT = "= horizon | Заря\n* 1 | tactician | Кира\n\nИгла | small | 3 | 2d6 | 2d8 | 2d8 | - | -\n"


@pytest.fixture
def game() -> Game:
    game = make_war()
    duellists(game)
    return game


def red(game: Game) -> Squadron:
    return Squadron.objects.get(game=game, slug="red")


def roster_of(row: Squadron) -> Roster:
    row.refresh_from_db()
    found: Roster = paper.of(row.system).decode(row.roster)
    return found


def captain(game: Game, **where: str) -> Any:
    """Somebody new each time."""
    name = f"Рита {Person.objects.count()}"
    return seat(game, name, **{"side": "spo", **where})


# --- building


def test_build_makes_an_empty_squadron_of_the_captains_side(game):
    row = rosters.build(table="luna", side="spo", name="  Заря ", by=captain(game))

    assert (row.slug, row.name, row.table, row.side) == ("luna-spo-1", "Заря", "luna", "spo")
    assert roster_of(row).ships == ()
    assert JournalEntry.objects.latest("seq").kind == "squadron_built"


def test_build_gives_each_squadron_a_key_of_its_own(game):
    made = [rosters.build(table="luna", side="spo", name="A", by=captain(game)) for _ in "ab"]

    assert [row.slug for row in made] == ["luna-spo-1", "luna-spo-2"]


def test_build_by_a_seat_of_a_squadron_builds_that_one_once(game):
    by = captain(game, squadron="zarya")

    assert rosters.build(table="luna", side="spo", name="Заря", by=by).slug == "zarya"
    with pytest.raises(NotAllowedError):
        rosters.build(table="luna", side="spo", name="Ещё", by=by)


@pytest.mark.parametrize(
    ("where", "refusal"),
    [
        ({"table": "luna", "side": "of"}, NotAllowedError),
        ({"table": "mars", "side": "spo"}, NoSuchTableError),
        ({"table": "luna", "side": "nobody"}, SideUnknownError),
    ],
)
def test_build_elsewhere_is_refused(game, where, refusal):
    with pytest.raises(refusal):
        rosters.build(**where, name="A", by=captain(game))

    assert Squadron.objects.count() == 2


def test_build_by_a_volunteer_is_refused(game):
    by = seat(game, "Вера", role=Role.VOLUNTEER, table="")

    with pytest.raises(NotAllowedError):
        rosters.build(table="luna", side="spo", name="A", by=by)


def test_build_twice_with_one_key_builds_once(game):
    by = captain(game)
    rosters.build(table="luna", side="spo", name="A", by=by, key="k")

    with pytest.raises(AlreadyDone) as first:
        rosters.build(table="luna", side="spo", name="A", by=by, key="k")

    assert Squadron.objects.get(pk=first.value.made["squadron"]).name == "A"


@pytest.mark.parametrize("name", ["", " \u200b ", "щ" * 81])
def test_name_that_does_not_fit_is_refused(game, name):
    with pytest.raises(PaperFaultyError):
        rosters.build(table="luna", side="spo", name=name, by=captain(game))


@pytest.mark.parametrize("name", ["🚀", "שלום", "щ" * 80, "a | b", "Игла"])
def test_odd_names_stay_as_they_are(game, name):
    by = captain(game)
    row = rosters.build(table="luna", side="spo", name=name, by=by)
    rosters.put_unit(squadron_id=row.pk, values={**CARD, "name": name}, count=4, by=by)

    roster = roster_of(row)
    assert (row.name, [ship.name for ship in roster.ships]) == (name, [name] * 4)
    assert len({ship.id for ship in roster.ships}) == 4


# --- changing


def test_put_unit_adds_ships_with_ids_never_given_before(game):
    by = captain(game)
    row = rosters.build(table="luna", side="spo", name="A", by=by)
    rosters.put_unit(squadron_id=row.pk, values=CARD, count=3, by=by)
    rosters.drop_unit(squadron_id=row.pk, unit="luna-spo-1-2", by=by)
    rosters.put_unit(squadron_id=row.pk, values=CARD, by=by)

    assert [ship.id[-1] for ship in roster_of(row).ships] == ["1", "3", "4"]


def test_put_unit_changes_one_card_and_keeps_its_place(game):
    values = {**CARD, "name": "Новая", "printed_cost": [40, 44]}

    rosters.put_unit(squadron_id=red(game).pk, values=values, unit="r1", by=captain(game))

    first, second = roster_of(red(game)).ships
    assert (first.id, first.name, first.printed_cost) == ("r1", "Новая", (40, 44))
    assert second.id == "r2"


def test_put_unit_that_is_no_ship_tells_every_fault_and_changes_nothing(game):
    before = red(game).roster
    values = {**CARD, "speed": -1, "piloting": "2d7", "guns": ["big"]}

    with pytest.raises(PaperFaultyError) as refusal:
        rosters.put_unit(squadron_id=red(game).pk, values=values, by=captain(game))

    assert {fault.where for fault in refusal.value.faults} == {
        "скорость",
        "пилотирование",
        "орудия",
    }
    assert red(game).roster == before


def test_put_unit_of_no_such_ship_is_refused(game):
    with pytest.raises(NotFoundHereError):
        rosters.put_unit(squadron_id=red(game).pk, values=CARD, unit="r9", by=captain(game))
    with pytest.raises(NotFoundHereError):
        rosters.drop_unit(squadron_id=red(game).pk, unit="r9", by=captain(game))


def test_squadron_holds_sixty_ships_and_no_more(game):
    by = captain(game)
    rosters.put_unit(squadron_id=red(game).pk, values=CARD, count=58, by=by)

    with pytest.raises(PaperFaultyError, match="60"):
        rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=by)


def test_commander_who_leaves_is_no_commander(game):
    by = captain(game)
    head = {
        "name": "Красные",
        "commander": "r1",
        "commander_name": "Кира",
        "aboard": [["r2", "r1"]],
    }
    rosters.describe(squadron_id=red(game).pk, values=head, by=by)
    assert (roster_of(red(game)).commander, red(game).name) == ("r1", "Красные")

    rosters.drop_unit(squadron_id=red(game).pk, unit="r1", by=by)

    roster = roster_of(red(game))
    assert (roster.commander, roster.commander_name, roster.aboard) == (None, "Кира", ())


@pytest.mark.parametrize(
    "head",
    [{"commander": "b1"}, {"aboard": [["r1", "b1"]]}, {"aboard": [["r1", "r2"], ["r2", "r1"]]}],
)
def test_heading_that_names_strangers_is_refused(game, head):
    with pytest.raises(PaperFaultyError):
        rosters.describe(squadron_id=red(game).pk, values={"name": "A", **head}, by=captain(game))


# --- whose it is


def test_captain_changes_only_squadrons_of_the_own_side(game):
    for by in (
        captain(game, side="of"),
        captain(game, squadron="blue"),
        seat(game, "Вера", role=Role.VOLUNTEER, table=""),
        seat(game, "Глаша", role=Role.ONLOOKER),
    ):
        with pytest.raises(NotYourSquadronError):
            rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=by)


def test_captain_of_another_table_is_refused(game):
    Squadron.objects.update(table="l4")

    with pytest.raises(NotYourSquadronError):
        rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=captain(game))


def test_seat_of_the_squadron_scribe_and_master_change_it(game):
    for by in (captain(game, squadron="red"), captain(game, side=""), make_master(game)):
        rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=by)

    assert len(roster_of(red(game)).ships) == 5


def test_squadron_of_another_day_is_not_found(game):
    other = make_war(key="other")

    with pytest.raises(NotFoundHereError):
        rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=make_master(other))


def test_ready_squadron_is_copied_not_changed(game):
    Squadron.objects.update(from_pack=True)
    by = captain(game)

    with pytest.raises(ReadySquadronError):
        rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=by)
    mine = rosters.copy(squadron_id=red(game).pk, name="Мои", by=by)
    rosters.put_unit(squadron_id=mine.pk, values=CARD, by=by)

    assert (mine.name, mine.from_pack, red(game).name) == ("Мои", False, "red")
    assert [ship.id for ship in roster_of(mine).ships] == [f"luna-spo-1-{n}" for n in (1, 2, 3)]


def test_ready_squadron_is_changed_by_the_seat_bound_to_it_and_by_a_master(game):
    Squadron.objects.update(from_pack=True)

    for by in (captain(game, squadron="red"), make_master(game)):
        rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=by)


def test_copy_of_what_another_side_has_built_is_refused(game):
    with pytest.raises(NotYourSquadronError):
        rosters.copy(squadron_id=red(game).pk, by=captain(game, side="of"))


def test_copy_into_an_own_squadron_keeps_its_key_and_side(game):
    Squadron.objects.filter(slug="blue").update(from_pack=True)
    blue = Squadron.objects.get(slug="blue")

    rosters.copy(squadron_id=blue.pk, into=red(game).pk, by=captain(game, squadron="red"))

    roster = roster_of(red(game))
    assert (roster.id, roster.side) == ("red", "spo")
    assert [ship.id for ship in roster.ships] == ["red-1", "red-2"]


# --- in a battle


def test_cards_stand_while_the_squadron_fights(game):
    fight(game)

    for change in (
        lambda by: rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=by),
        lambda by: rosters.bring(text=TEXT, squadron_id=red(game).pk, by=by),
        lambda by: rosters.retire(squadron_id=red(game).pk, by=by),
    ):
        with pytest.raises(SquadronInBattleError):
            change(captain(game))


def test_master_changes_cards_of_a_fighting_squadron_but_does_not_retire_it(game):
    battle = fight(game)
    master = make_master(game)
    state = battle.state

    rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=master)
    with pytest.raises(SquadronInBattleError):
        rosters.retire(squadron_id=red(game).pk, by=master)

    battle.refresh_from_db()
    assert battle.state == state


def test_retired_squadron_is_gone(game):
    rosters.retire(squadron_id=red(game).pk, by=captain(game))

    with pytest.raises(NotFoundHereError):
        rosters.put_unit(squadron_id=red(game).pk, values=CARD, by=captain(game))


# --- texts


def test_bring_makes_a_squadron_of_a_text(game):
    row = rosters.bring(text=TEXT, table="luna", side="spo", by=captain(game))

    assert (row.name, row.side) == ("Заря", "spo")
    assert paper.of("horizon").as_lines(roster_of(row)) == TEXT


def test_bring_over_a_squadron_takes_all_of_it(game):
    rosters.bring(text=TEXT, squadron_id=red(game).pk, by=captain(game))

    assert (red(game).name, [ship.id for ship in roster_of(red(game)).ships]) == ("Заря", ["red-1"])


def test_bad_text_changes_nothing_and_every_fault_has_its_line(game):
    before = red(game).roster
    text = TEXT.replace("| 3 |", "| fast |") + "Слова\n"

    with pytest.raises(PaperFaultyError) as refusal:
        rosters.bring(text=text, squadron_id=red(game).pk, by=captain(game))
    with pytest.raises(PaperFaultyError):
        rosters.bring(text=text, table="luna", side="spo", by=captain(game))

    assert [fault.line for fault in refusal.value.faults] == [4, 5]
    assert (red(game).roster, Squadron.objects.count()) == (before, 2)


# --- limits


def test_h4_limits_warn_and_never_block(game):
    row = rosters.put_unit(squadron_id=red(game).pk, values={**CARD, "speed": 9}, by=captain(game))

    told = [(each.unit, each.caution.code) for each in rosters.warnings(row)]
    assert told == [("red-1", "speed-off-limits")]


def test_h4_master_lets_a_limit_pass_on_record(game):
    master = make_master(game)

    new = rosters.build(table="luna", side="spo", name="A", by=master)

    row = rosters.let_pass(squadron_id=new.pk, code="no-commander", by=master)

    (passed,) = [each for each in rosters.warnings(row) if each.waived]
    assert (passed.caution.code, passed.by) == ("no-commander", "Глеб")
    assert row.waived[0]["person"] == master.person_id
    assert JournalEntry.objects.latest("seq").kind == "limit_let_pass"

    row = rosters.let_pass(squadron_id=new.pk, code="no-commander", lets=False, by=master)
    assert not any(each.waived for each in rosters.warnings(row))


def test_h4_limit_let_pass_warns_again_when_it_is_passed_otherwise(game):
    by, master = captain(game), make_master(game)
    fast = {**CARD, "speed": 8}
    rosters.put_unit(squadron_id=red(game).pk, values=fast, unit="r1", by=by)
    rosters.let_pass(squadron_id=red(game).pk, code="speed-off-limits", unit="r1", by=master)

    rosters.put_unit(squadron_id=red(game).pk, values={**fast, "speed": 9}, unit="r1", by=by)

    assert not any(each.waived for each in rosters.warnings(red(game)))


def test_h4_only_a_master_lets_a_limit_pass_and_only_one_that_is(game):
    with pytest.raises(NotAllowedError):
        rosters.let_pass(squadron_id=red(game).pk, code="no-commander", by=captain(game))
    with pytest.raises(NotFoundHereError):
        rosters.let_pass(squadron_id=red(game).pk, code="over-size", by=make_master(game))
