"""The socket of a board. It only pushes: after connecting it never touches the database."""

from __future__ import annotations

import json
import time
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import PermissionDenied

from horizonwar.live import hooks, regions, render
from horizonwar.live.hooks import Position, Viewer
from horizonwar.live.hub import Hub
from horizonwar.live.sockets import Close, Socket


class PushConsumer(AsyncWebsocketConsumer):
    """A consumer with no place in the channel layer: its process has one member, the hub."""

    channel_layer_alias = ""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler without Channels' hop through the one database thread before it.

        With the hop, one slow query of anybody holds up every message of every socket.
        """
        await getattr(self, get_handler_name(message))(message)

    async def websocket_disconnect(self, message: object) -> None:
        raise StopConsumer


class MissingConsumer(PushConsumer):
    """An address that no board has: said in words a browser can read, not as a failed handshake."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(Close.NO_BOARD.value)


class BoardConsumer(PushConsumer):
    """One page of one seat: finds its viewer, joins the hub, answers pings."""

    def __init__(self) -> None:
        super().__init__()
        self.hub: Hub | None = None
        self.socket: Socket | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # no I/O: the server may be shutting down
            if self.hub is not None and self.socket is not None:
                self.hub.leave(self.socket)

    async def connect(self) -> None:
        """Accept first: a crowd that comes at once waits for its seats, not for the handshake."""
        await self.accept()
        board = self.scope["url_route"]["kwargs"]["board"]
        code = await self._join(board) if regions.for_board(board) else Close.NO_BOARD
        if code is not None:
            self.socket = None
            await self.close(code.value)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping with the server's clock and the last seq this socket was told."""
        number = _ping_number(text_data)
        if self.hub is None or self.socket is None or number is None:
            return
        epoch, seq = self.socket.told
        pong = json.dumps({"pong": number, "now": render.now_ms(), "epoch": epoch, "seq": seq})
        self.socket.count(len(pong))
        self.hub.pinged(self.socket, number)
        await self.send(pong)

    async def _join(self, board: str) -> Close | None:
        opened_at = time.monotonic()
        try:
            found = await database_sync_to_async(self._load)()
        except PermissionDenied:
            return Close.REVOKED
        if found is None:
            return Close.NO_SEAT
        viewer, told = found
        if viewer.is_revoked:
            return Close.REVOKED
        self.socket = Socket(
            viewer=viewer,
            board=board,
            send=self.send,
            close=self.close,
            opened_at=opened_at,
            told=told,
        )
        self.hub = Hub.current()
        return self.hub.join(self.socket)

    def _load(self) -> tuple[Viewer, Position] | None:
        viewer = hooks.load_viewer(self.scope)
        return None if viewer is None else (viewer, hooks.position(viewer.game_id))


def _ping_number(text: str | None) -> int | None:
    """The number of a ping; None for anything else, which a page never sends."""
    try:
        number = json.loads(text or "")["ping"]
    except (ValueError, TypeError, KeyError):
        return None
    return number if isinstance(number, int) else None
