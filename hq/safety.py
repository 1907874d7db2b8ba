"""Is the day being copied? Game masters are told when it is not, and when it is again."""

from __future__ import annotations

from datetime import UTC, datetime

from horizonwar import copies
from hq import journal
from hq.events import CopiesFailed, CopiesWork
from hq.models import Game
from hq.viewers import Viewer

LONGEST = 200


def are_made() -> bool:
    """Copies of the SQLite file; PostgreSQL has its own means."""
    return copies.are_made()


def last() -> datetime | None:
    """When the last good copy was made."""
    told = copies.last()
    if told is None or told.good_at is None:
        return None
    return datetime.fromtimestamp(told.good_at, tz=UTC)


def trouble() -> str:
    """What went wrong with the last copy; empty while all is well, or none is made here."""
    told = copies.last() if copies.are_made() else None
    return "" if told is None else told.fault[:LONGEST]


def note(game: Game, *, fault: str) -> None:
    """Tell of a change of `trouble`, once."""
    if fault == game.copies_fault:
        return
    with journal.act("safety.note", by=Viewer.clock(game.pk)) as act:
        if fault == act.game.copies_fault:
            return
        act.game.copies_fault = fault
        act.game.save(update_fields=["copies_fault"])
        act.record(CopiesFailed(fault=fault) if fault else CopiesWork())
