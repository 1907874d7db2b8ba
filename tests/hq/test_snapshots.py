"""A day is set aside and put back, and begins anew; phones find their seats by themselves."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.core.management.base import CommandError

from horizonwar import copies
from horizonwar.live import ticker
from horizonwar.live.hub import Hub
from horizonwar.testing import Page
from hq import games, keeping, ledger, people, scenario, snapshots, turns
from hq.enums import GameState, Role, SnapshotKind
from hq.errors import SnapshotGoneError, SnapshotUnfitError
from hq.keyring import COOKIE
from hq.models import Game, Pool, Seat
from tests.factories.days import (
    back_all,
    issue,
    make_day,
    make_master,
    make_pack,
    make_volunteer,
    make_volunteers,
)
from tests.factories.hands import hold
from tests.factories.visitors import sit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def energy(game: Game) -> int:
    return Pool.objects.get(game=game, kind="energy").balance


def test_snapshot_tells_when_and_where_the_day_stood(monkeypatch):
    hand = hold(monkeypatch)
    game = make_day()

    first = snapshots.take(game.key)
    twin = snapshots.take(game.key)
    hand.move(minutes=1)
    turns.pause(reason="чай", by=make_master(game))
    last = snapshots.take(game.key)

    assert (first.turn, first.state, first.kind) == (1, GameState.RUNNING, SnapshotKind.HAND)
    assert first.at == hand.moment.replace(minute=47)
    assert first.name != twin.name
    assert snapshots.listed(game.key)[0] == last
    assert len(snapshots.listed(game.key)) == 3
    assert snapshots.path_of(game.key, last.name).stat().st_mode & 0o777 == 0o600


def test_day_goes_back_and_the_present_one_is_set_aside(monkeypatch):
    hand = hold(monkeypatch)
    game = make_day()
    vera = make_volunteer(game)
    taken = snapshots.take(game.key)
    hand.move(minutes=5)
    ledger.give(kind="energy", amount=5, by=vera)

    restored = snapshots.restore(game.key, taken.name, login="gleb")

    assert (energy(restored), restored.state) == (60, GameState.PAUSED)
    assert restored.epoch != game.epoch
    entry = restored.journal.last()
    assert (entry.kind, entry.person.name, entry.game_time) == ("day_taken_up", "Глеб", 0)
    kept = [each for each in snapshots.listed(game.key) if each.kind == "before_restore"]
    again = snapshots.restore(game.key, kept[0].name)
    assert energy(again) == 65


@pytest.mark.parametrize("name", ["../../secret.json", "20260101T000000Z-hand-turn1-running.json"])
def test_snapshot_that_is_not_there_is_refused(name):
    game = make_day()

    with pytest.raises(SnapshotGoneError):
        snapshots.restore(game.key, name)
    with pytest.raises(SnapshotGoneError):
        snapshots.take("none")
    assert snapshots.listed(game.key) == []


def test_snapshot_with_a_fault_changes_nothing():
    game = make_day()
    taken = snapshots.take(game.key)
    path = snapshots.path_of(game.key, taken.name)
    told = json.loads(path.read_text())
    told["rows"]["hq.pool"][0]["balance"] = 1
    path.write_text(json.dumps(told))

    with pytest.raises(SnapshotUnfitError, match=r"hq\.pool\[1\]\.balance"):
        snapshots.restore(game.key, taken.name)
    assert Game.objects.get() == game


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wipeable")
def test_day_goes_back_to_a_copy_of_the_whole_database(monkeypatch):
    if copies.database() is None:
        pytest.skip("copies are SQLite's")
    hand = hold(monkeypatch)
    game = make_day()
    vera = make_volunteer(game)
    copies.folder().mkdir()
    path = copies.folder() / f"{hand.moment.strftime(copies.SIGNS)}.sqlite3"
    copies.copy(copies.database(), path)
    (copies.folder() / "20260101T000000Z.sqlite3").write_bytes(b"no database")
    ledger.give(kind="energy", amount=5, by=vera)
    make_day(key="other")

    [copied] = snapshots.copied(game.key)
    assert (copied.name, copied.turn, copied.kind) == (path.name, 1, SnapshotKind.MINUTE)
    assert snapshots.copied("other") == []
    restored = snapshots.restore(game.key, path.name)

    assert energy(restored) == 60
    assert games.find("other") is not None


@pytest.mark.django_db(transaction=True)
def test_copy_of_older_tables_is_refused(tmp_path):
    path = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE hq_game (id, key)")

    with pytest.raises(SnapshotUnfitError):
        snapshots.read_copy(path, "day")


def test_reset_day_equals_a_new_one(monkeypatch):
    """But for the codes of its doors, which are made by chance."""
    hold(monkeypatch)
    pack = make_pack()
    fresh = keeping.dump(games.whole(games.create(pack=pack, key="fresh").key))
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    back_all(game, crew)
    Game.objects.filter(key="day").update(settings={"chorus_window": 99})

    again = snapshots.reset(game, pack=pack, keep_seats=False)

    told, wanted = (json.loads(each) for each in (keeping.dump(games.whole("day")), fresh))
    for document in (told, wanted):
        del document["rows"]["hq.game"][0]["key"]
        for door in document["rows"]["hq.invitation"]:
            del door["code"]
    assert told == wanted
    assert again.state == GameState.BEFORE
    assert [each.kind for each in snapshots.listed("day")] == [SnapshotKind.BEFORE_RESET]


def test_reset_keeps_seats_when_told(monkeypatch):
    hold(monkeypatch)
    game = make_day()
    crew = make_volunteers(game, 3)
    code = games.door(game, Role.VOLUNTEER).code

    again = snapshots.reset(game, pack=make_pack(), keep_seats=True)

    assert {seat.token for seat in again.seats.all()} >= {viewer.token for viewer in crew}
    assert games.door(again, Role.VOLUNTEER).code == code
    assert set(again.people.values_list("seen_at", "shown_present")) == {(None, False)}
    assert again.people.get(login="gleb").user is not None
    assert people.join(invitation=games.door(again, Role.VOLUNTEER), name="Новый").game == again


def test_command_resets_a_day(tmp_path, monkeypatch):
    make_day()
    monkeypatch.setattr(scenario, "read", lambda _path: make_pack())
    monkeypatch.setattr(scenario, "find", lambda _name: tmp_path)

    call_command("reset_game", "day", "--keep-seats")

    assert Game.objects.get().state == GameState.BEFORE
    assert Seat.objects.filter(role=Role.MASTER).exists()
    with pytest.raises(CommandError, match="none"):
        call_command("reset_game", "none")
    with pytest.raises(CommandError):
        call_command("reset_game", "")


def test_command_refuses_a_pack_that_cannot_be_read():
    make_day()

    with pytest.raises(CommandError):
        call_command("reset_game", "day", "--pack", "nowhere")
    assert Game.objects.get().state == GameState.RUNNING


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wipeable")
async def test_pages_find_their_seats_in_the_restored_day():
    """Sockets are connected while the day goes back: each comes back to its own seat."""
    game, cookies, token, taken = await sync_to_async(_played)()
    hub = Hub.current()
    try:
        async with Page("hq", cookies=cookies) as page:
            await sync_to_async(snapshots.restore)(game.key, taken.name)
            await ticker.catch_up(hub)
            assert await page.closed() == 4409
        async with Page("hq", cookies=cookies) as page:
            found = hub.sockets()[0].viewer
            assert (found.token, found.role) == (token, Role.VOLUNTEER)
            again = await sync_to_async(games.find)(game.key)
            assert found.game_id == again.pk != game.pk
            await sync_to_async(turns.resume)(by=await sync_to_async(make_master)(again))
            frame = await page.frame(3)
            assert (frame.epoch, "banner" in frame.ids) == (again.epoch, True)
    finally:
        await hub.stop()


def _played():
    game = make_day()
    vera = make_volunteer(game)
    client = sit(vera)
    client.get("/hq/")
    taken = snapshots.take(game.key)
    cookies = {name: client.cookies[name].value for name in ("sessionid", COOKIE)}
    return game, cookies, vera.token, taken
