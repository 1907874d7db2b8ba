"""The first laptop dies; a second one goes on with its copy, and the phones find their seats."""

from __future__ import annotations

import http.cookiejar
import json
import re
import sqlite3
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

import start
from horizonwar import settings
from tests.e2e.house import House, manage, prepare

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(settings.DATABASE_URL), reason="PostgreSQL's own affair"),
]
# The label, and ids of rows that a file of a day does not carry.
LABEL = re.compile(r'<i id="live-seq".*?</i>', re.DOTALL)


class Phone:
    """Cookies and nothing else."""

    def __init__(self) -> None:
        self.jar = http.cookiejar.CookieJar()
        self.wire = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, url: str) -> str:
        return str(self.wire.open(url, timeout=10).read().decode())

    def post(self, url: str, **data: str) -> str:
        token = next(c.value for c in self.jar if c.name == "csrftoken") or ""
        body = urllib.parse.urlencode({**data, "csrfmiddlewaretoken": token}).encode()
        asked = urllib.request.Request(url, body, {"Referer": url})
        return str(self.wire.open(asked, timeout=10).read().decode())

    def forget_session(self) -> None:
        for cookie in list(self.jar):
            if cookie.name == "sessionid":
                self.jar.clear(cookie.domain, cookie.path, cookie.name)


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    folder = tmp_path / "plan"
    folder.mkdir()
    prepare(folder)
    return folder


@pytest.mark.timeout(240)
def test_second_laptop_goes_on(tmp_path, plan, monkeypatch):
    first = House(tmp_path / "first", plan=plan)
    phone = Phone()
    first.open()
    try:
        door = f"{first.url}/j/{first.codes['join_code']}/"
        phone.get(door)
        phone.post(door, name="Вера")
        board = LABEL.sub("", phone.get(f"{first.url}/live/hq/"))
        assert "Вера" in board
        assert {cookie.name for cookie in phone.jar} >= {"sessionid", "seats"}
    finally:
        first.kill()
    kept = tmp_path / "first.json"
    manage(first.folder, "export_game", "voina-gorizonta", str(kept))

    # The second laptop has a day and a secret key of its own; the database file alone comes over.
    second = House(tmp_path / "second", plan=plan)
    (second.folder / "var" / "secret_key").write_text("another-" * 8)
    monkeypatch.setattr(start, "VAR", second.folder / "var")
    start.put_database(first.folder / "var" / "db.sqlite3")
    manage(second.folder, "migrate", "-v", "0")
    manage(second.folder, "take_over")
    second.open()
    try:
        # At the same address: by the cookie of the seats, whatever became of the session.
        assert second.host == first.host
        again = LABEL.sub("", phone.get(f"{second.url}/live/hq/"))
        assert again == board
        # At another address: no cookies, the wall's code and the same name.
        stranger = Phone()
        door = f"{second.url}/j/{first.codes['join_code']}/"
        stranger.get(door)
        with pytest.raises(urllib.error.HTTPError) as asked:
            stranger.post(door, name="Вера")
        assert asked.value.code == 409  # Вера's phone has answered: nobody else is Вера
        assert second.faults() == []
    finally:
        second.close()

    # The other way, by a file: equal bytes after a wipe and an import.
    third = House(tmp_path / "third", plan=plan)
    manage(third.folder, "import_game", str(kept), "--replace")
    manage(third.folder, "export_game", "voina-gorizonta", str(tmp_path / "third.json"))
    assert (tmp_path / "third.json").read_bytes() == kept.read_bytes()
    assert json.loads(kept.read_bytes())["rows"]["hq.seat"][0]["token"]
    third.open()
    try:
        phone.forget_session()
        assert "Вера" in phone.get(f"{third.url}/live/hq/")
    finally:
        third.close()


def test_day_is_told_by_its_first_bytes(tmp_path):
    base, day, other = tmp_path / "a", tmp_path / "b", tmp_path / "c"
    with sqlite3.connect(base) as made:
        made.execute("CREATE TABLE x (y)")
    made.close()
    day.write_text('{"format": "horizonwar-day"')
    other.write_text("{}")

    assert start.kind_of_day(base) == "database"
    assert start.kind_of_day(day) == "day"
    for wrong in (other, tmp_path / "none"):
        with pytest.raises(start.StopError):
            start.kind_of_day(wrong)


def test_damaged_copy_changes_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "VAR", tmp_path)
    monkeypatch.delenv("DATABASE_FILE", raising=False)
    (tmp_path / "db.sqlite3").write_text("the day that was here")
    torn = tmp_path / "torn"
    torn.write_bytes(b"SQLite format 3\0" + b"x" * 5000)

    with pytest.raises(start.StopError):
        start.put_database(torn)
    assert (tmp_path / "db.sqlite3").read_text() == "the day that was here"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["db.sqlite3", "torn"]


def test_day_that_was_here_is_kept_beside(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "VAR", tmp_path)
    monkeypatch.delenv("DATABASE_FILE", raising=False)
    (tmp_path / "db.sqlite3").write_text("the day that was here")
    copy = tmp_path / "copy"
    with sqlite3.connect(copy) as made:
        made.execute("CREATE TABLE x (y)")
    made.close()

    start.put_database(copy)

    kept = [path for path in tmp_path.iterdir() if ".before-" in path.name]
    assert [path.read_text() for path in kept] == ["the day that was here"]
    assert (tmp_path / "db.sqlite3").stat().st_mode & 0o777 == 0o600


def test_database_of_a_file_is_not_put_beside_postgresql(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://x/y")
    copy = tmp_path / "copy"
    copy.write_bytes(b"SQLite format 3\0")

    with pytest.raises(start.StopError):
        start.take_over(copy)
