"""The clock of the day: once a second in the server's own loop, what is due happens."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from asgiref.sync import ThreadSensitiveContext
from channels.db import database_sync_to_async

from horizonwar import copies
from horizonwar.live import hooks
from horizonwar.live.hub import Hub

logger = logging.getLogger(__name__)

TICK = 1.0  # seconds
BEAT = 5  # ticks' time from beat to beat, however long a tick takes


async def run() -> None:
    """Tick for ever, in a database thread of its own. A failing step is logged and tried again."""
    hub = Hub.current()
    async with ThreadSensitiveContext():
        beaten_at = -BEAT * TICK
        copying: asyncio.Task[copies.Report] | None = None
        while True:
            started_at = time.monotonic()
            # Before what is due: on a busy laptop that may take long, and people stay here.
            if started_at - beaten_at > (BEAT - 0.5) * TICK:
                beaten_at = started_at
                await _step(lambda: beat(hub))
            await _step(database_sync_to_async(hooks.run_due))
            await _step(lambda: catch_up(hub))
            if (copying is None or copying.done()) and copies.is_due():
                # Files only, no ORM: a thread beside the loop, which goes on ticking.
                copying = asyncio.create_task(
                    asyncio.to_thread(copies.keep, check=hooks.copy_check())
                )
            hub.ticked_at = time.monotonic()
            await asyncio.sleep(max(0.0, started_at + TICK - hub.ticked_at))


async def beat(hub: Hub) -> None:
    """Say which people's pages are awake here."""
    if people := hub.people():
        await database_sync_to_async(hooks.beat)(people)


async def catch_up(hub: Hub) -> None:
    """Announce, to the pages of this process, what the database has and the hub has not heard.

    This covers commands in another process, lost announcements and holes in a shared layer. Pages
    of a day that is gone (restored, replaced) come back and find their seats in the new one.
    """
    known = set(hub.rooms)
    positions = await database_sync_to_async(hooks.positions)()
    hub.forget(known - set(positions))
    for game_id, position in positions.items():
        room = hub.meet(game_id, position)
        if not room.sockets:
            room.heard = max(room.heard, position.seq)
        elif position.seq > room.heard:
            heard = room.heard
            topics = await database_sync_to_async(hooks.topics_since)(game_id, heard)
            hub.hear(
                {
                    "game": game_id,
                    "since": heard,
                    "seq": position.seq,
                    "topics": topics,
                    "urgent": False,
                }
            )


async def _step(step: Callable[[], Awaitable[object]]) -> None:
    try:
        await step()
    except Exception:
        logger.exception("A step of the ticker failed")
