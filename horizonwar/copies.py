"""Copies of the SQLite database while it is played: whole, checked, the old ones thinned out.

Everything here works on files and on connections of its own, so that it may run in any thread:
the loop, the writers and their queue never wait for it (a reader does not block WAL's writer).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.db import connections

from horizonwar import clock

logger = structlog.get_logger(__name__)

NAME = re.compile(r"(\d{8}T\d{6}Z)\.sqlite3")
SIGNS = "%Y%m%dT%H%M%SZ"
ALL_FOR = timedelta(minutes=60)
SLOT = timedelta(minutes=10)
KEPT_FOR = timedelta(hours=24)
LATE_AFTER = 3  # intervals without a good copy
ROOM = 50 * 1024 * 1024  # bytes that must stay free on the disk after a copy
PAGES_AT_ONCE = -1  # all: in steps, every write in between would begin the copy anew

Check = Callable[[sqlite3.Connection], Iterable[str]]


@dataclass(frozen=True, kw_only=True)
class Report:
    """The last try. `at`: when, seconds since 1970; `good_at`: of the last copy without a fault."""

    at: float
    good_at: float | None
    name: str = ""
    seconds: float = 0.0
    size: int = 0
    fault: str = ""
    stamp: str = ""

    @property
    def is_late(self) -> bool:
        """No good copy for long, whatever the last try said."""
        patience = LATE_AFTER * max(settings.COPY_EVERY, 1)
        return self.good_at is None or clock.now().timestamp() - self.good_at > patience


class CopyFailedError(Exception):
    """A sentence for the log and the game master."""


def folder() -> Path:
    """On the laptop's own disk, or where COPIES_DIR says: a memory stick outlives a laptop."""
    return Path(settings.COPIES_DIR or Path(settings.VAR_DIR) / "copies")


def database() -> Path | None:
    """The file that is copied; None where the database is not SQLite's."""
    told: dict[str, Any] = connections["default"].settings_dict
    return Path(told["NAME"]) if str(told["ENGINE"]).endswith("sqlite3") else None


def are_made() -> bool:
    return settings.COPY_EVERY > 0 and database() is not None


def ask() -> None:
    """Let the next tick, of whichever process, make a copy: a pause began."""
    if are_made():
        folder().mkdir(parents=True, exist_ok=True)
        _asked().touch()


def is_due() -> bool:
    """A cheap look, for each second."""
    if not are_made():
        return False
    known = last()
    if _asked().exists() or known is None:
        return True
    age = clock.now().timestamp() - known.at
    return age >= settings.COPY_EVERY or age < 0


def last() -> Report | None:
    try:
        return Report(**json.loads(_told().read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def listed() -> list[Path]:
    """The copies, newest first."""
    found = [path for path in folder().glob("*.sqlite3") if NAME.fullmatch(path.name)]
    return sorted(found, reverse=True)


def moment_of(path: Path) -> datetime:
    """When a copy was made, by its name: times of files do not survive a memory stick."""
    return moment(path.name.partition(".")[0])


def moment(signs: str) -> datetime:
    return datetime.strptime(signs, SIGNS).replace(tzinfo=UTC)


def keep(*, check: Check | None = None) -> Report:
    """Make a copy, check it, thin out the old ones, and write down how it went. Never raises."""
    started = clock.now()
    before = last()
    folder().mkdir(parents=True, exist_ok=True)
    _asked().unlink(missing_ok=True)
    try:
        report = _kept(started, before, check)
    except (CopyFailedError, OSError, sqlite3.Error) as error:
        logger.exception("No copy was made")
        report = Report(
            at=started.timestamp(), good_at=before.good_at if before else None, fault=str(error)
        )
    _write(report)
    return report


def _kept(started: datetime, before: Report | None, check: Check | None) -> Report:
    source = database()
    if source is None:
        raise CopyFailedError("Only SQLite is copied here.")
    stamp = _stamp(source)
    if before is not None and before.stamp == stamp and (folder() / before.name).exists():
        at = started.timestamp()
        return Report(**{**asdict(before), "at": at, "good_at": at, "fault": ""})
    _room_for(source)
    path = folder() / f"{started.strftime(SIGNS)}.sqlite3"
    copy(source, path, check=check)
    thin_out(started)
    ended = clock.now()
    return Report(
        at=ended.timestamp(),
        good_at=ended.timestamp(),
        name=path.name,
        seconds=round((ended - started).total_seconds(), 3),
        size=path.stat().st_size,
        stamp=stamp,
    )


def copy(source: Path, path: Path, *, check: Check | None = None) -> None:
    """One whole file, checked before it gets its name. Raises `CopyFailedError`."""
    half = path.with_name(f"{path.name}.{os.getpid()}.part")
    half.unlink(missing_ok=True)
    try:
        half.touch(mode=0o600)  # everybody's seats are in it
        with closing(sqlite3.connect(half)) as target:
            target.execute("PRAGMA synchronous=OFF")
            with closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as origin:
                origin.backup(target, pages=PAGES_AT_ONCE)
            target.execute("PRAGMA journal_mode=DELETE")  # one file that can be carried away
            faults = verdict(target, check)
        if faults:
            raise CopyFailedError("; ".join(faults[:3]))
        with half.open("rb+") as written:
            os.fsync(written.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


def verdict(connection: sqlite3.Connection, check: Check | None = None) -> list[str]:
    """What is wrong with a database file: its pages, its references, its books."""
    pages = [row[0] for row in connection.execute("PRAGMA quick_check(3)") if row[0] != "ok"]
    lost = connection.execute("PRAGMA foreign_key_check").fetchone()
    dangling = [f"a row of {lost[0]} speaks of a row that is not there"] if lost else []
    return [*pages, *dangling, *(check(connection) if check else ())]


def thin_out(now: datetime) -> None:
    """All of the last hour, one each ten minutes of a day, nothing older; no halves of the dead."""
    slots: set[int] = set()
    for path in reversed(listed()):
        age = now - moment_of(path)
        slot = int(moment_of(path).timestamp() // SLOT.total_seconds())
        if age > KEPT_FOR or (age > ALL_FOR and slot in slots):
            path.unlink(missing_ok=True)
        slots.add(slot)
    for half in folder().glob("*.part"):
        if now.timestamp() - half.stat().st_mtime > ALL_FOR.total_seconds():
            half.unlink(missing_ok=True)


def _room_for(source: Path) -> None:
    free = shutil.disk_usage(folder()).free
    if free < 2 * source.stat().st_size + ROOM:
        raise CopyFailedError(f"The disk is nearly full: {free // 1024 // 1024} MB are left.")


def _stamp(source: Path) -> str:
    """Differs after each write: by it a still database is not copied again and again."""
    wal = source.with_name(f"{source.name}-wal")
    told = [each.stat() for each in (source, wal) if each.exists()]
    return " ".join(f"{each.st_mtime_ns}:{each.st_size}" for each in told if each.st_size)


def _write(report: Report) -> None:
    half = _told().with_suffix(f".{os.getpid()}.part")
    half.write_text(json.dumps(asdict(report)), encoding="utf-8")
    half.replace(_told())


def _told() -> Path:
    return folder() / "last.json"


def _asked() -> Path:
    return folder() / "asked"
