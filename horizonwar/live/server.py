"""daphne, with the ticker in its loop, patience for a crowd that comes at once, and a quick end."""

from __future__ import annotations

import asyncio
from typing import IO, Any

from daphne.server import Server
from twisted.internet.defer import Deferred

from horizonwar.live import ticker
from horizonwar.live.hub import Hub
from horizonwar.live.sockets import UNREAD_LIMIT

HANDSHAKE_LIMIT = 30  # seconds; with daphne's 5 some of a crowd of 1,000 are cut
CLOSE_LIMIT = 3  # seconds that a socket's application may take to end
FAREWELL = 2.0  # seconds that all of them together may take when the server stops
# Bytes. A page sends only pings, but autobahn holds what we send to the same limit: a whole board
# must pass, and more than this unread would end the socket anyway.
LARGEST_MESSAGE = UNREAD_LIMIT


class LiveServer(Server):  # type: ignore[misc]  # daphne ships no types
    """One process that serves until it is told to stop."""

    def __init__(self, application: Any, endpoint: str, *, leash: IO[str] | None = None) -> None:
        """`leash`: a pipe held by the parent process; its end is ours."""
        self.leash = leash
        self.failure: OSError | None = None
        self.ticker: asyncio.Task[None] | None = None
        super().__init__(
            application,
            endpoints=[endpoint],
            websocket_handshake_timeout=HANDSHAKE_LIMIT,
            websocket_connect_timeout=HANDSHAKE_LIMIT,
            application_close_timeout=CLOSE_LIMIT,
            websocket_max_message_size=LARGEST_MESSAGE,
            websocket_max_frame_size=LARGEST_MESSAGE,
            ready_callable=self.start_ticker,
        )

    def start_ticker(self) -> None:
        """In the server's own loop: from a thread beside it the in-memory sockets never wake."""
        loop = asyncio.get_event_loop()
        self.ticker = loop.create_task(ticker.run())
        if self.leash is not None:
            loop.add_reader(self.leash, self._let_go)

    def _let_go(self) -> None:
        assert self.leash is not None  # noqa: S101  (set before the reader was)
        asyncio.get_event_loop().remove_reader(self.leash)
        self.stop()

    def listen_error(self, failure: Any) -> None:
        """Keep the reason for whoever started us, and do not start."""
        self.failure = getattr(failure.value, "socketError", None) or OSError(str(failure.value))
        self.stop()

    def kill_all_applications(self) -> Deferred[None]:
        """End what is left when the server stops; daphne would wait for the last one for ever."""
        return Deferred.fromFuture(asyncio.ensure_future(self._wind_up()))

    async def _wind_up(self) -> None:
        running = [details.get("application_instance") for details in self.connections.values()]
        tasks = [task for task in (*running, self.ticker) if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=FAREWELL)
        await Hub.current().stop()
