"""One open socket as the hub sees it: what it was told, what it still waits for, is it reading."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import IntEnum

from horizonwar.live.hooks import Position, Viewer
from horizonwar.live.regions import Slot
from horizonwar.live.render import Share

UNREAD_LIMIT = 1024 * 1024  # bytes since the last answered ping
PATIENCE = 2  # pings that may go unanswered
NONE: frozenset[Slot] = frozenset()


class Close(IntEnum):
    """Why the server ends a socket. The page comes back after any other code."""

    NO_SEAT = 4401
    REVOKED = 4403
    NO_BOARD = 4404
    STUCK = 4408
    RESYNC = 4409


FINAL = frozenset({Close.NO_SEAT, Close.REVOKED, Close.NO_BOARD})


@dataclass(eq=False, slots=True, kw_only=True)
class Socket:
    """A page. Of each region it holds at most one pending mark, so a slow reader costs nothing.

    The page numbers its pings and repeats a number until it is answered: ping n + 1 proves that
    all that was sent before the answer to n has been read.
    """

    viewer: Viewer
    board: str
    send: Callable[[str], Awaitable[None]]
    close: Callable[[int], Awaitable[None]]
    opened_at: float  # before the viewer was loaded
    told: Position
    pending: frozenset[Slot] = NONE
    is_behind: bool = False  # a frame is due, be it only a label
    sending: asyncio.Task[None] | None = None
    pinged_at: float | None = None
    audience: tuple[object, ...] = field(init=False)
    _ping: int = 0
    _repeats: int = 0
    _sent: int = 0
    _answered: int = 0  # bytes sent when the last ping was answered
    _read: int = 0  # bytes known to have been read

    def __post_init__(self) -> None:
        self.audience = self.viewer.audience(self.board)

    @property
    def is_busy(self) -> bool:
        return self.sending is not None and not self.sending.done()

    @property
    def is_stuck(self) -> bool:
        return self._sent - self._read > UNREAD_LIMIT or self._repeats >= PATIENCE

    @property
    def heard_at(self) -> float:
        return self.opened_at if self.pinged_at is None else self.pinged_at

    def take(self) -> Share:
        """What the next frame holds; from now on only newer changes are pending."""
        slots, self.pending, self.is_behind = self.pending, NONE, False
        is_personal = any(slot.region.personal for slot in slots)
        return Share(self.audience, self.viewer.person_id if is_personal else None, slots)

    def touch(self, slots: frozenset[Slot]) -> None:
        self.pending = self.pending | slots if self.pending else slots
        self.is_behind = True

    def count(self, size: int) -> None:
        self._sent += size

    def ping(self, number: int, *, at: float) -> None:
        """Note a ping, before its answer is sent."""
        self.pinged_at = at
        if number > self._ping:
            self._ping, self._repeats, self._read = number, 0, self._answered
            self._answered = self._sent
        else:
            self._repeats += 1
