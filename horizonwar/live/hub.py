"""The hub: hears announcements, renders each touched region once per audience, feeds the sockets.

One for each running event loop. All its state is touched in that loop only; other threads hand
over with `publish`. Of `Game.seq` it knows what it was announced; the ticker compares that with
the database and makes it hear the difference.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sized
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import ThreadSensitiveContext, async_to_sync, sync_to_async
from channels.db import database_sync_to_async
from django.db import connections

from horizonwar.live import groups, regions, render
from horizonwar.live.hooks import Position
from horizonwar.live.regions import EVERYTHING, Slot
from horizonwar.live.render import Batch, Share
from horizonwar.live.sockets import Close, Socket

logger = logging.getLogger(__name__)

WINDOW = 0.25  # seconds: after a frame at once, the next ones are merged
PRESENT = 6.0  # seconds since the last ping, which comes each 4 s
SILENCE = 12.0  # seconds without a ping: two went unanswered and nobody asks a third time
SWEEP = 1.0
RESTART = 0.5
GOODBYE = 5.0
ECHO_LIMIT = 5.0  # seconds without our own echo: the shared layer has a hole

Message = dict[str, Any]

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


@dataclass(eq=False, slots=True)
class Room:
    """What a hub knows of one game."""

    known: Position  # the newest that was announced or read
    heard: int  # every event up to this one was announced
    sockets: set[Socket] = field(default_factory=set)
    due_at: float | None = None  # the next frames; None: nothing waits
    free_at: float = 0.0  # the end of the merging window


class Hub:
    """The push machinery of one event loop."""

    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self.counts: Counter[str] = Counter()
        self.ticked_at: float | None = None
        self._revoked: dict[int, float] = {}  # seat: when it was heard
        self._wakeup = asyncio.Event()
        self._swept_at = 0.0
        self._channel = ""  # our name on a shared layer
        self._echo: asyncio.Task[None] | None = None
        self._echo_at = time.monotonic()
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def current(cls) -> Hub:
        """The hub of the running loop, started on first use."""
        loop = asyncio.get_running_loop()
        if loop not in _hubs:
            _hubs[loop] = hub = cls()
            hub._keep(hub._forever(hub._fan_out))
            if groups.shared_layer() is not None:
                hub._keep(hub._forever(hub._listen))
        return _hubs[loop]

    async def stop(self) -> None:
        """End the tasks and forget this hub; the sockets are left to their server."""
        _hubs.pop(asyncio.get_running_loop(), None)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Sockets

    def join(self, socket: Socket) -> Close | None:
        """Take in a socket that was told the position its viewer was loaded at; or refuse it."""
        if self._revoked.get(socket.viewer.seat_id or 0, -1.0) >= socket.opened_at:
            return Close.REVOKED
        room = self.meet(socket.viewer.game_id, socket.told)
        # What was announced while the viewer was loading shows to the page as a gap.
        socket.told = room.known
        room.sockets.add(socket)
        return None

    def leave(self, socket: Socket) -> None:
        """Forget a socket. No I/O: it may be called while the server shuts down."""
        if room := self.rooms.get(socket.viewer.game_id):
            room.sockets.discard(socket)

    def end(self, socket: Socket, code: Close) -> None:
        """Close a socket from our side."""
        self.leave(socket)
        self.counts[f"closed_{code.value}"] += 1
        logger.info("Socket of seat %s closed: %s", socket.viewer.seat_id, code.name)
        self._keep(_closed(socket, code))

    def pinged(self, socket: Socket, number: int) -> None:
        """Note a ping and its answer, and end a socket that does not read."""
        socket.ping(number, at=time.monotonic())
        if socket.is_stuck:
            self.end(socket, Close.STUCK)

    def people(self) -> set[int]:
        """The people whose pages are awake here."""
        now = time.monotonic()
        return {
            socket.viewer.person_id
            for socket in self.sockets()
            if socket.viewer.person_id is not None
            and socket.pinged_at is not None
            and now - socket.pinged_at <= PRESENT
        }

    def sockets(self) -> list[Socket]:
        return [socket for room in self.rooms.values() for socket in room.sockets]

    def resync(self) -> None:
        """Send every page away to come back and fetch: something may have been missed."""
        for socket in self.sockets():
            self.end(socket, Close.RESYNC)

    def forget(self, games: Iterable[int]) -> None:
        """These games are no more: their pages come back and see what there is instead."""
        for game_id in games:
            for socket in list(self.rooms[game_id].sockets):
                self.end(socket, Close.RESYNC)
            del self.rooms[game_id]

    # Announcements

    def publish(self, message: Message) -> None:
        """Pass an announcement of this process on: to all processes, or to the only one."""
        layer = groups.shared_layer()
        if layer is None:
            self.hear(message)
        else:
            self._keep(_sent(layer.group_send(groups.LIVE, message)))

    def hear(self, message: Message) -> None:
        """Mark what an announcement touches; the frames follow at once or with the window."""
        topics = frozenset(message["topics"])
        room = self.meet(message["game"], None, seq=message["seq"])
        if message["since"] <= room.heard:
            room.heard = max(room.heard, message["seq"])
        for topic in topics:
            noun, _, seat = topic.partition(":")
            if noun == "revoked":
                self._revoke(room, int(seat))
        self._touch(room, topics)
        self._schedule(room, urgent=message["urgent"])

    def meet(self, game_id: int, position: Position | None, *, seq: int = 0) -> Room:
        """The room of a game, moved on to a position that was read or a seq that was announced.

        Another epoch (an import, a restore) makes everything on its boards stale.
        """
        room = self.rooms.get(game_id)
        if room is None:
            known = position or Position("", seq)
            room = self.rooms[game_id] = Room(known, heard=known.seq)
        elif position is None or position.epoch == room.known.epoch:
            newest = max(room.known.seq, position.seq if position else seq)
            room.known = Position(room.known.epoch, newest)
        elif not room.known.epoch:
            room.known = Position(position.epoch, max(room.known.seq, position.seq))
        else:
            room.known, room.heard = position, position.seq
            self._touch(room, frozenset({EVERYTHING}))
            self._schedule(room, urgent=True)
        return room

    def _touch(self, room: Room, topics: frozenset[str]) -> None:
        memo: dict[tuple[str, int | None], frozenset[Slot]] = {}
        for socket in room.sockets:
            person_id = socket.viewer.person_id
            is_theirs = f"person:{person_id}" in topics
            key = (socket.board, person_id if is_theirs else None)
            if key not in memo:
                memo[key] = frozenset(regions.touched(socket.board, topics, socket.viewer))
            socket.touch(memo[key])

    def _revoke(self, room: Room, seat_id: int) -> None:
        self._revoked[seat_id] = time.monotonic()
        for socket in [each for each in room.sockets if each.viewer.seat_id == seat_id]:
            self.end(socket, Close.REVOKED)

    def _schedule(self, room: Room, *, urgent: bool) -> None:
        now = time.monotonic()
        due_at = now if urgent else max(now, room.free_at)
        room.due_at = due_at if room.due_at is None else min(room.due_at, due_at)
        self._wakeup.set()

    # Fan-out

    async def _fan_out(self) -> None:
        """Send what is due, for ever, with a database thread of its own."""
        async with ThreadSensitiveContext():
            try:
                while True:
                    now = time.monotonic()
                    due = [
                        room
                        for room in self.rooms.values()
                        if room.due_at is not None and room.due_at <= now
                    ]
                    if due:
                        await self._flush(due)
                    if now - self._swept_at >= SWEEP:
                        self._sweep(now)
                    await self._wait()
            finally:
                await sync_to_async(connections.close_all)()

    async def _wait(self) -> None:
        waiting = [room.due_at for room in self.rooms.values() if room.due_at is not None]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(min([*waiting, self._swept_at + SWEEP])):
                await self._wakeup.wait()
        self._wakeup.clear()

    async def _flush(self, rooms: Iterable[Room]) -> None:
        shares = self._take(rooms)
        batch = Batch({share: sockets[0].viewer for share, sockets in shares.items()})
        for part in _in_turn(shares):
            await database_sync_to_async(batch.render)(part)
            for share in part:
                self._send_all(shares[share], batch, batch.bodies[share])
        self.counts["renders"] += batch.renders
        self.counts["failed_renders"] += batch.failures
        for game_id, position in batch.positions.items():
            self.meet(game_id, position)

    def _take(self, rooms: Iterable[Room]) -> dict[Share, list[Socket]]:
        """The sockets that wait for a frame, by what they will get alike."""
        shares: dict[Share, list[Socket]] = {}
        for room in rooms:
            room.due_at, room.free_at = None, time.monotonic() + WINDOW
            for socket in room.sockets:
                if socket.is_behind and not socket.is_busy:
                    shares.setdefault(socket.take(), []).append(socket)
        return shares

    def _send_all(self, sockets: list[Socket], batch: Batch, body: str) -> None:
        frames: dict[Position, tuple[str, int]] = {}
        for socket in sockets:
            position = batch.positions[socket.viewer.game_id]
            if socket not in self.rooms[socket.viewer.game_id].sockets:
                continue  # gone, or revoked, while its frame was rendered
            if socket.told not in frames:
                since = socket.told.seq if socket.told.epoch == position.epoch else 0
                frame = render.label(position, since=since) + body
                frames[socket.told] = frame, len(frame.encode())
            frame, size = frames[socket.told]
            socket.told = position
            socket.count(size)
            self.counts["frames"] += 1
            self.counts["bytes"] += size
            if socket.is_stuck:
                self.end(socket, Close.STUCK)
            else:
                socket.sending = self._keep(self._sent_to(socket, frame))

    async def _sent_to(self, socket: Socket, frame: str) -> None:
        """A reader that makes us wait holds up nobody else; what it misses meanwhile is merged."""
        try:
            await socket.send(frame)
        except Exception as error:  # noqa: BLE001  (whatever the server raises)
            # Left open it would stay deaf for ever; closed like this, its page comes back.
            logger.warning("A frame of %s bytes did not go out: %r", len(frame), error)
            self.end(socket, Close.RESYNC)
            return
        if socket.is_behind:
            self._schedule(self.rooms[socket.viewer.game_id], urgent=False)

    def _sweep(self, now: float) -> None:
        """Once a second: end the silent, and listen for our own echo on a shared layer."""
        self._swept_at = now
        for socket in self.sockets():
            if now - socket.heard_at > SILENCE:
                self.end(socket, Close.STUCK)
        layer = groups.shared_layer()
        if layer is not None and self._channel and (self._echo is None or self._echo.done()):
            self._echo = self._keep(_sent(layer.send(self._channel, {"type": "live.echo"})))

    # The shared layer, and the tasks

    async def _listen(self) -> None:
        """Be this process's one member of the layer's group.

        channels-redis reconnects by itself and tells nobody (its `on_disconnect` is never called),
        so an echo that comes late is how we learn that announcements were lost.
        """
        layer = groups.shared_layer()
        assert layer is not None  # noqa: S101  (started only with one)
        self._channel = await layer.new_channel()
        await layer.group_add(groups.LIVE, self._channel)
        self._echo_at = time.monotonic()
        while True:
            message = await layer.receive(self._channel)
            if message["type"] == "live.echo":
                since, self._echo_at = self._echo_at, time.monotonic()
                if self._echo_at - since > ECHO_LIMIT:
                    self.resync()
            else:
                self.hear(message)

    async def _forever(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start `work` again when it fails; all pages then get everything, for marks were lost."""
        while True:
            try:
                await work()
            except Exception:
                logger.exception("The hub's %s failed and starts again", work.__qualname__)
                self.counts["restarts"] += 1
                await asyncio.sleep(RESTART)
                for room in self.rooms.values():
                    self._touch(room, frozenset({EVERYTHING}))
                    self._schedule(room, urgent=False)

    def _keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that lives as long as it needs, in no one's context (language, thread)."""
        task = asyncio.create_task(work, context=contextvars.Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _in_turn(shares: Mapping[Share, Sized]) -> list[list[Share]]:
    """The crowd first, then each board, so that the wall does not wait for a master's console.

    What only one person gets comes last, in one go.
    """
    ordered = sorted(shares, key=lambda share: -len(shares[share]))
    boards = [share for share in ordered[1:] if share.person_id is None]
    people = [share for share in ordered[1:] if share.person_id is not None]
    return [part for part in (ordered[:1], *([board] for board in boards), people) if part]


def publish(message: Message) -> None:
    """Hand an announcement over to the loops that can send it. May be called in any thread.

    With the layer in memory and no hub in this process there is nobody to tell: the ticker of the
    server, if it is another process, finds the difference within a second.
    """
    is_shared = groups.shared_layer() is not None
    hubs = _running()
    for loop, hub in hubs[:1] if is_shared else hubs:
        with contextlib.suppress(RuntimeError):  # the loop closed a moment ago
            loop.call_soon_threadsafe(hub.publish, message)
    if is_shared and not hubs:
        async_to_sync(_published)(message)


def status() -> dict[str, Any]:
    """Figures of this process for /healthz; `tick_age` is None where no ticker runs."""
    hubs = [hub for _, hub in _running()]
    ticks = [hub.ticked_at for hub in hubs if hub.ticked_at is not None]
    counts: Counter[str] = sum((hub.counts for hub in hubs), Counter())
    return {
        "sockets": sum(len(hub.sockets()) for hub in hubs),
        "tick_age": round(time.monotonic() - max(ticks), 1) if ticks else None,
        **{name: counts[name] for name in ("renders", "frames", "bytes", *sorted(counts))},
    }


def _running() -> list[tuple[asyncio.AbstractEventLoop, Hub]]:
    for loop in list(_hubs):
        if loop.is_closed():
            _hubs.pop(loop, None)
    return list(_hubs.items())


async def _published(message: Message) -> None:
    layer = groups.shared_layer()
    if layer is not None:
        await layer.group_send(groups.LIVE, message)


async def _sent(sending: Awaitable[None]) -> None:
    """A lost message is no harm: the ticker of each process finds the difference."""
    try:
        await sending
    except Exception as error:  # noqa: BLE001  (whatever the layer raises)
        logger.warning("The channel layer did not take a message: %r", error)


async def _closed(socket: Socket, code: Close) -> None:
    """Say goodbye, but not for long: a stuck reader takes no goodbye either."""
    if socket.sending is not None:
        socket.sending.cancel()
    with contextlib.suppress(Exception):
        async with asyncio.timeout(GOODBYE):
            await socket.close(code.value)
