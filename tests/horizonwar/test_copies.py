"""Copies are whole, checked and thinned out, and nobody waits for them."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from horizonwar import clock, copies
from tests.factories.hands import Hand, hold

SUMS = "SELECT (SELECT balance FROM pool), (SELECT SUM(delta) FROM line)"


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return hold(monkeypatch)


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings, hand: Hand) -> Path:
    """A database in WAL mode with books of its own, which is copied each minute."""
    path = tmp_path / "day.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(
            "PRAGMA journal_mode=WAL; CREATE TABLE pool (balance); CREATE TABLE line (delta);"
            "INSERT INTO pool VALUES (1); INSERT INTO line VALUES (1);"
        )
    settings.VAR_DIR, settings.COPY_EVERY = tmp_path, 60
    monkeypatch.setattr(copies, "database", lambda: path)
    return path


def spend(path: Path, delta: int = 1) -> None:
    with closing(sqlite3.connect(path, timeout=20)) as writer, writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE pool SET balance = balance + ?", (delta,))
        writer.execute("INSERT INTO line VALUES (?)", (delta,))


def books(connection: sqlite3.Connection) -> list[str]:
    balance, total = connection.execute(SUMS).fetchone()
    return [] if balance == total else [f"{balance} is not {total}"]


def test_copy_is_one_whole_file_for_its_owner(database):
    spend(database, 4)

    report = copies.keep(check=books)

    [path] = copies.listed()
    assert (report.fault, report.name, report.size) == ("", path.name, path.stat().st_size)
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in copies.folder().iterdir()) == [path.name, "last.json"]
    with closing(sqlite3.connect(path)) as opened:
        assert opened.execute(SUMS).fetchone() == (5, 5)


def test_copy_among_writers_is_a_moment_of_the_day(database, hand):
    """Ten copies while four hands write: in each the books agree, and the writers never wait."""
    done = threading.Event()

    def write() -> None:
        while not done.is_set():
            spend(database)

    writers = [threading.Thread(target=write) for _ in range(4)]
    for writer in writers:
        writer.start()
    try:
        faults = []
        for _ in range(10):
            hand.move(seconds=1)
            faults.append(copies.keep(check=books).fault)
    finally:
        done.set()
        for writer in writers:
            writer.join()

    assert faults == [""] * 10
    assert len(copies.listed()) > 2


def test_writer_goes_on_while_a_copy_is_made(database, monkeypatch):
    """The twin of F16: the copy holds its moment, the write that comes in between is not in it."""
    original = copies.verdict

    def slowly(connection: sqlite3.Connection, check: copies.Check | None) -> list[str]:
        spend(database, 7)  # would wait for ever if the copy held the writers' lock
        return original(connection, check)

    monkeypatch.setattr(copies, "verdict", slowly)

    assert copies.keep(check=books).fault == ""
    with closing(sqlite3.connect(copies.listed()[0])) as opened:
        assert opened.execute(SUMS).fetchone() == (1, 1)


def test_copy_whose_books_disagree_is_no_copy(database, hand):
    good = copies.keep(check=books)
    with closing(sqlite3.connect(database)) as writer, writer:
        writer.execute("INSERT INTO line VALUES (9)")
    hand.move(minutes=1)

    report = copies.keep(check=books)

    assert (report.fault, report.good_at) == ("1 is not 10", good.good_at)
    assert [path.name for path in copies.listed()] == [good.name]


def test_torn_file_is_no_copy(database, tmp_path):
    copies.keep()
    torn = bytearray(copies.listed()[0].read_bytes())
    torn[4096:4196] = b"x" * 100
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(torn)

    with pytest.raises((copies.CopyFailedError, sqlite3.DatabaseError)):
        copies.copy(broken, tmp_path / "twin.sqlite3")
    assert not (tmp_path / "twin.sqlite3").exists()


def test_row_that_speaks_of_nothing_is_told(database):
    with closing(sqlite3.connect(database)) as writer:
        writer.executescript(
            "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a);"
            "INSERT INTO b VALUES (3);"
        )

    assert "a row of b" in copies.keep().fault


def test_full_disk_is_told_and_the_old_copies_stay(database, hand, monkeypatch):
    copies.keep()
    spend(database)
    monkeypatch.setattr(copies, "ROOM", 1 << 60)
    hand.move(minutes=1)

    report = copies.keep()

    assert "disk" in report.fault
    assert len(copies.listed()) == 1
    assert not report.is_late
    hand.move(minutes=3)
    assert report.is_late


def test_still_database_is_not_copied_again(database, hand):
    first = copies.keep()
    hand.move(minutes=1)

    second = copies.keep()

    assert (second.name, second.good_at) == (first.name, clock.now().timestamp())
    assert len(copies.listed()) == 1
    spend(database)
    hand.move(minutes=1)
    assert copies.keep().name != first.name


def test_copy_is_due_each_minute_and_when_asked(database, hand):
    assert copies.is_due()
    copies.keep()
    assert not copies.is_due()
    hand.move(seconds=59)
    assert not copies.is_due()
    hand.move(seconds=1)
    assert copies.is_due()
    copies.keep()
    copies.ask()
    assert copies.is_due()
    copies.keep()
    assert not copies.is_due()
    hand.move(minutes=-30)  # somebody set the clock back
    assert copies.is_due()


def test_nothing_is_copied_where_it_is_off_or_not_sqlite(database, settings, monkeypatch):
    settings.COPY_EVERY = 0
    copies.ask()
    assert not copies.is_due()
    settings.COPY_EVERY = 60
    monkeypatch.setattr(copies, "database", lambda: None)
    copies.ask()
    assert not copies.is_due()
    assert "SQLite" in copies.keep().fault


def test_last_hour_is_kept_whole_and_a_day_by_tens_of_minutes(database, hand):
    copies.folder().mkdir()
    now = datetime(2026, 11, 29, 12, 5, tzinfo=UTC)
    for minutes in range(26 * 60):
        moment = now - timedelta(minutes=minutes)
        (copies.folder() / f"{moment.strftime(copies.SIGNS)}.sqlite3").touch()
    stranger = copies.folder() / "mine.sqlite3"
    stranger.touch()

    copies.thin_out(now)

    ages = [now - copies.moment_of(path) for path in copies.listed()]
    assert [age for age in ages if age <= timedelta(minutes=60)] == [
        timedelta(minutes=minutes) for minutes in range(61)
    ]
    older = [age for age in ages if age > timedelta(minutes=60)]
    assert len(older) == 6 * 23
    assert max(older) <= timedelta(hours=24)
    assert stranger.exists()


def test_note_that_is_torn_counts_as_none(database):
    copies.folder().mkdir()
    (copies.folder() / "last.json").write_text("{")

    assert copies.last() is None
