"""«Снимок»: a day set aside as a file on this laptop, and a day put back from one.

A snapshot is a file of `export_game` in `VAR_DIR/snapshots/<key>/`; what stands in its name is
what is told of it. The copies of the whole database, made each minute, can be gone back to as well.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from horizonwar import copies
from hq import clock, games, keeping
from hq.enums import GameState, SnapshotKind
from hq.errors import SnapshotGoneError, SnapshotUnfitError
from hq.keeping import Document
from hq.models import Game
from hq.scenario import Pack

NAME = re.compile(r"(\d{8}T\d{6}Z)-(\w+)-turn(\d+)-(\w+)(?:-\d+)?\.json")


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """`name` tells it apart within its day; `state` is what the day was in."""

    name: str
    kind: SnapshotKind
    at: datetime
    turn: int
    state: GameState
    size: int


def take(key: str, *, kind: SnapshotKind = SnapshotKind.HAND) -> Snapshot:
    """Set the day aside as it stands. Raises `SnapshotGoneError` where there is no such day."""
    document = games.whole(key)
    if document is None:
        raise SnapshotGoneError
    day = document.game
    name = f"{clock.wall().strftime(copies.SIGNS)}-{kind.value}-turn{day['turn']}-{day['state']}"
    path = _free(_folder(key), name)
    keeping.write(path, keeping.dump(document))
    return _of_file(path)


def listed(key: str) -> list[Snapshot]:
    """Snapshots of the day, the newest first."""
    found = [path for path in _folder(key).glob("*.json") if NAME.fullmatch(path.name)]
    return [_of_file(path) for path in sorted(found, reverse=True)]


def copied(key: str) -> list[Snapshot]:
    """The minute copies that hold this day, the newest first."""
    told = (_of_copy(path, key) for path in copies.listed())
    return [each for each in told if each is not None]


def restore(key: str, name: str, *, login: str = "") -> Game:
    """Put the day back as it was then, held; the present one is set aside first.

    Every page fetches itself anew under the new epoch. Raises `SnapshotGoneError`,
    `SnapshotUnfitError` with the faults; then nothing has changed.
    """
    document = _document(key, name)
    take(key, kind=SnapshotKind.BEFORE_RESTORE)
    try:
        return games.take_in(document, replace=True, hold=True, login=login)
    except keeping.DayFileError as error:
        raise SnapshotUnfitError(why=str(error)) from error


def reset(game: Game, *, pack: Pack, keep_seats: bool) -> Game:
    """The day as its pack begins it; what was is set aside first."""
    take(game.key, kind=SnapshotKind.BEFORE_RESET)
    return games.reset(game, pack=pack, keep_seats=keep_seats)


def path_of(key: str, name: str) -> Path:
    """The file of a snapshot. Raises `SnapshotGoneError`; a name never leads out of the folder."""
    known = {snapshot.name for snapshot in listed(key)}
    if name not in known:
        raise SnapshotGoneError
    return _folder(key) / name


def _document(key: str, name: str) -> Document:
    copy = next((path for path in copies.listed() if path.name == name), None)
    try:
        if copy is not None:
            document = read_copy(copy, key)
        else:
            document = keeping.read(path_of(key, name).read_bytes())
    except keeping.DayFileError as error:
        raise SnapshotUnfitError(why=str(error)) from error
    if document is None or document.game["key"] != key:
        raise SnapshotGoneError
    return document


def read_copy(path: Path, key: str) -> Document | None:
    """A day out of a copy of the database. Raises `SnapshotUnfitError` where it is an older one."""
    try:
        with _opened(path) as alias:
            document = games.whole(key, using=alias)
    except DatabaseError as error:
        raise SnapshotUnfitError(why=str(error)) from error
    # Written and read once: a copy answers the same questions as a file.
    return None if document is None else keeping.read(keeping.dump(document))


@contextmanager
def _opened(path: Path) -> Iterator[str]:
    """A connection of this thread to another file, for reading only."""
    alias = f"copy-{secrets.token_hex(4)}"
    told: dict[str, Any] = {
        **connections["default"].settings_dict,
        "NAME": f"{path.resolve().as_uri()}?mode=ro",
        "OPTIONS": {"uri": True},
    }
    connections[alias] = DatabaseWrapper(told, alias)  # this thread's own, in no settings
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


def _of_file(path: Path) -> Snapshot:
    found = NAME.fullmatch(path.name)
    assert found is not None  # noqa: S101  (only such names are listed)
    signs, kind, turn, state = found.groups()
    return Snapshot(
        name=path.name,
        kind=SnapshotKind(kind),
        at=copies.moment(signs),
        turn=int(turn),
        state=GameState(state),
        size=path.stat().st_size,
    )


def _of_copy(path: Path, key: str) -> Snapshot | None:
    asked = "SELECT turn, state FROM hq_game WHERE key = ?"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            row = opened.execute(asked, (key,)).fetchone()
    except sqlite3.Error:
        return None
    if row is None:
        return None
    return Snapshot(
        name=path.name,
        kind=SnapshotKind.MINUTE,
        at=copies.moment_of(path),
        turn=row[0],
        state=GameState(row[1]),
        size=path.stat().st_size,
    )


def _folder(key: str) -> Path:
    return Path(settings.VAR_DIR) / "snapshots" / key


def _free(folder: Path, name: str) -> Path:
    """Two of one second do not write over each other."""
    folder.mkdir(parents=True, exist_ok=True)
    path, number = folder / f"{name}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.json"
    return path
