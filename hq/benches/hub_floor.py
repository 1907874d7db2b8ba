"""The floor of a push: daphne and a registry of sockets that all get the same 4 KB. No Django."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

from daphne.server import Server

from hq.benches.house import HOST

SIZE = 4096  # bytes of a frame
PATIENCE = 30  # seconds for a handshake, as the product has

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]


class Registry:
    """An ASGI application: sockets that answer pings, and `POST /push` that feeds them all."""

    def __init__(self, stamps: str) -> None:
        self.sockets: set[Send] = set()
        self.seq = 0
        self.notes = os.open(stamps, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Send
    ) -> None:
        if scope["type"] == "websocket":
            await self.hold(receive, send)
            return
        if scope["method"] == "POST":
            await self.push()
        headers = [(b"x-seq", str(self.seq).encode())]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body"})

    async def hold(self, receive: Callable[[], Awaitable[Message]], send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        self.sockets.add(send)
        try:
            while (await receive())["type"] == "websocket.receive":
                pong = f'{{"pong": 1, "now": 0, "epoch": "floor", "seq": {self.seq}}}'
                await send({"type": "websocket.send", "text": pong})
        finally:
            self.sockets.discard(send)

    async def push(self) -> None:
        moment = asyncio.get_running_loop().time()
        self.seq += 1
        label = f'<i data-epoch="floor" data-seq="{self.seq}"></i>'
        message = {"type": "websocket.send", "text": label.ljust(SIZE, ".")}
        for send in list(self.sockets):
            await send(message)
        os.write(self.notes, f"{self.seq} {moment:.6f}\n".encode())


def main(port: str, stamps: str) -> None:
    serve(Registry(stamps), port)


def serve(application: Any, port: str) -> None:
    """daphne as bare as it comes, but for the product's patience with a crowd."""
    Server(
        application,
        endpoints=[f"tcp:port={port}:interface={HOST}"],
        websocket_handshake_timeout=PATIENCE,
        websocket_connect_timeout=PATIENCE,
    ).run()
