"""A day goes into a file and comes out of it the same, beside other days too."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from hq import games, keeping, people
from hq.enums import GameState, Role
from hq.errors import DayIsHereError
from hq.keeping import DayFileError, shape
from hq.models import Card, Game, JournalEntry, LedgerLine, Person, Pool, Seat
from tests.contracts.demo import make_world
from tests.factories.days import make_day, make_master, make_volunteer, the_card
from tests.factories.hands import hold

pytestmark = pytest.mark.django_db


def dumped(game: Game) -> bytes:
    document = games.whole(game.key)
    assert document is not None
    return keeping.dump(document)


def test_day_comes_back_equal_beside_another_one(played):
    before = dumped(played)
    games.wipe(played)
    other = make_day(key="other")
    kept = dumped(other)

    game = games.take_in(keeping.read(before))

    assert dumped(game) == before
    assert dumped(other) == kept
    assert (game.key, game.state) == (played.key, played.state)


def test_rows_speak_of_the_same_rows_under_new_numbers(played):
    """Another day's rows come first, so that every number differs."""
    said = {
        entry.seq: (entry.person and entry.person.name, entry.kind)
        for entry in JournalEntry.objects.filter(game=played).select_related("person")
    }
    first = played.journal.filter(kind="card_aggravated").first()
    card = Card.objects.get(pk=first.params["card"]).slug
    document = games.whole(played.key)
    games.wipe(played)
    make_day(key="other")

    game = games.take_in(document)

    assert said == {
        entry.seq: (entry.person and entry.person.name, entry.kind)
        for entry in JournalEntry.objects.filter(game=game).select_related("person")
    }
    written = game.journal.get(seq=first.seq)
    assert Card.objects.get(pk=written.params["card"], game=game).slug == card
    assert f"card:{written.params['card']}" in written.topics
    undone = LedgerLine.objects.get(game=game, reverses__isnull=False)
    assert (undone.reverses.game, undone.reverses.delta) == (game, -undone.delta)


def test_day_that_is_pinned_to_a_card_stays_pinned():
    game = make_day()
    Game.objects.update(pinned=the_card(game, "second"))
    document = games.whole(game.key)
    games.wipe(game)

    assert games.take_in(document).pinned.slug == "second"


def test_same_day_is_the_same_bytes_at_any_time(monkeypatch):
    hand = hold(monkeypatch)
    game = make_day()
    first = dumped(game)
    hand.move(minutes=7)

    assert dumped(game) == first
    assert json.loads(first)["version"] == 1


def test_epoch_is_never_carried_over():
    game = make_day()
    document = games.whole(game.key)
    games.wipe(game)

    assert games.take_in(document).epoch not in {"", game.epoch}


def test_day_of_the_same_key_is_replaced_only_when_told():
    game = make_day()
    document = games.whole(game.key)
    make_volunteer(game)

    with pytest.raises(DayIsHereError, match="day"):
        games.take_in(document)
    assert Seat.objects.filter(role=Role.VOLUNTEER).exists()

    assert not games.take_in(document, replace=True).seats.filter(role=Role.VOLUNTEER).exists()
    assert Game.objects.count() == 1


def test_master_finds_the_own_seat_by_login():
    game = make_day(started=False)
    token = Seat.objects.get(pk=make_master(game).seat_id).token
    document = games.whole(game.key)
    games.wipe(game)
    User.objects.all().delete()

    game = games.take_in(document)
    assert Person.objects.get(game=game).user is None
    seat = Seat.objects.get(pk=make_master(game).seat_id)

    assert (seat.token, game.seats.count()) == (token, 1)
    assert b"password" not in keeping.dump(document)


def test_master_who_is_here_is_tied_at_once():
    game = make_day(started=False)
    make_master(game)
    document = games.whole(game.key)

    game = games.take_in(document, replace=True)

    assert Person.objects.get(game=game).user.username == "gleb"


def test_another_login_gets_a_seat_of_its_own():
    game = make_day(started=False)
    make_master(game)
    game = games.take_in(games.whole(game.key), replace=True)
    other = User.objects.create(username="other")

    people.seat_master(game=game, user=other)

    assert game.people.count() == 2


def test_r51_day_that_is_held_stands_where_it_was_last_heard_of(monkeypatch):
    hand = hold(monkeypatch)
    game = make_day()
    hand.move(minutes=3)
    make_volunteer(game)
    document = games.whole(game.key)
    hand.move(minutes=50)

    game = games.take_in(document, replace=True, hold=True)

    assert (game.state, game.clock_base) == (GameState.PAUSED, 3 * 60_000)
    assert game.journal.last().kind == "day_taken_up"
    assert game.journal.last().params == {"moment": "06:50"}


def test_r51_day_that_stood_stays_as_it_was(monkeypatch):
    hold(monkeypatch)
    game = make_day(started=False)

    game = games.take_in(games.whole(game.key), replace=True, hold=True)

    assert (game.state, game.clock_base) == (GameState.BEFORE, 0)


def test_codes_of_another_day_are_a_fault_with_its_place():
    game = make_day()
    document = games.whole(game.key)
    document.rows["hq.game"][0]["key"] = "twin"

    with pytest.raises(DayFileError) as caught:
        games.take_in(document)

    assert [fault.where for fault in caught.value.faults] == [
        f"hq.invitation[{number}].code"
        for number, _door in enumerate(document.rows["hq.invitation"], start=1)
    ]
    assert Game.objects.count() == 1


def test_rows_that_break_a_rule_of_the_database_change_nothing():
    game = make_day()
    document = games.whole(game.key)
    document.rows["hq.card"][1]["state"] = "open"

    with pytest.raises(DayFileError) as caught:
        games.take_in(document, replace=True)

    assert [fault.where for fault in caught.value.faults] == ["hq.card[2]"]
    assert "card_issued_has_time_and_turn" in str(caught.value)
    assert Pool.objects.filter(game=game).count() == 3


def test_commands_carry_a_day_over(played, tmp_path, capsys):
    file = tmp_path / "day.json"
    call_command("export_game", played.key, str(file))
    games.wipe(played)
    call_command("import_game", str(file))
    again = tmp_path / "again.json"
    call_command("export_game", played.key, str(again))

    assert again.read_bytes() == file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600
    assert played.key in capsys.readouterr().out


def test_commands_say_what_is_wrong(tmp_path):
    game = make_day()
    file = tmp_path / "day.json"
    call_command("export_game", game.key, str(file))

    with pytest.raises(CommandError, match="--replace"):
        call_command("import_game", str(file))
    file.write_text("{}")
    with pytest.raises(CommandError, match="1\n"):
        call_command("import_game", str(file))
    with pytest.raises(CommandError, match="none"):
        call_command("export_game", "none", str(file))
    with pytest.raises(CommandError, match="gone"):
        call_command("import_game", str(tmp_path / "gone.json"))


def test_wiping_leaves_no_row_of_any_table(played):
    games.wipe(played)

    assert {
        table.label: table.rows(played.pk).count() for table in shape.current()
    } == dict.fromkeys(shape.current().tables, 0)


def test_selection_speaks_only_of_itself(monkeypatch):
    world = make_world(hold(monkeypatch))
    chosen = keeping.select(games.whole(world.game.key), ("hq.person", "hq.seat"))

    assert set(chosen.rows) == {"hq.game", "hq.person", "hq.seat"}
    assert {row["invitation"] for row in chosen.rows["hq.seat"]} == {None}
    assert chosen.rows["hq.seat"][0]["person"] == 1
