"""Phones without a browser: they hold a socket, ping as a page does, and press buttons."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import re
import secrets
import ssl
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx
import websockets
from django.conf import settings

from hq.benches.crew import Crew

PING_EVERY = 4.0  # seconds, as a page does
COMEBACK = 3.0  # seconds at most before a page tries again
LOOK_EVERY = 0.02
PATIENCE = 30.0  # seconds for a handshake, a page or an answer
LABEL = re.compile(r'data-epoch="(?P<epoch>[^"]*)"(?: data-since="\d+")? data-seq="(?P<seq>\d+)"')
TOKEN = "b" * 32  # any 32 letters are a CSRF secret; the header only has to equal the cookie

dice = secrets.SystemRandom()


@dataclass(eq=False, kw_only=True)
class Phone:
    """One page of one seat at `address` (host:port)."""

    address: str
    board: str = "hq"
    session: str = ""
    epoch: str = ""
    seq: int = 0
    bytes: int = 0
    frames: list[tuple[int, float]] = field(default_factory=list)  # seq, moment of arrival
    is_true: asyncio.Event = field(default_factory=asyncio.Event)
    wire: websockets.ClientConnection | None = None
    _reading: asyncio.Task[None] | None = None
    _ping: int = 0

    @property
    def headers(self) -> dict[str, str]:
        """What a POST of this page carries: its cookies, the token, a key made for this intent."""
        return {
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={self.session};"
            f" {settings.CSRF_COOKIE_NAME}={TOKEN}",
            "X-CSRFToken": TOKEN,
            "X-Command-Key": secrets.token_urlsafe(16),
            "Origin": f"http://{self.address}",
            "HX-Request": "true",
        }

    async def open(self) -> None:
        """Open the socket and wait until the server answers on it."""
        self.wire = await websockets.connect(
            f"ws://{self.address}/ws/{self.board}/",
            origin=websockets.Origin(f"http://{self.address}"),
            additional_headers={"Cookie": self.headers["Cookie"]},
            compression=None,
            proxy=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            close_timeout=2,
            max_size=None,
        )
        self.is_true.clear()
        self._reading = asyncio.create_task(self._read(self.wire))
        await self.ping()
        async with asyncio.timeout(PATIENCE):
            await self.is_true.wait()

    async def close(self) -> None:
        if self.wire is not None:
            await self.wire.close()
        if self._reading is not None:
            await self._reading

    async def ping(self) -> None:
        if self.wire is not None:
            self._ping += 1
            with contextlib.suppress(websockets.ConnectionClosed):
                await self.wire.send(
                    json.dumps({"ping": self._ping, "seq": self.seq, "epoch": self.epoch})
                )

    async def lost(self) -> None:
        """Wait until the socket is gone."""
        if self._reading is not None:
            await self._reading

    def told_at(self, seq: int) -> float | None:
        """When this page had everything up to `seq`; None: not yet."""
        return next((moment for told, moment in self.frames if told >= seq), None)

    def learn(self, text: str) -> None:
        """Note the position a page or a frame was made at. ValueError: it bears none."""
        label = LABEL.search(text)
        if label is None:
            raise ValueError(f"No position in {text[:200]!r}")
        self.epoch, self.seq = label["epoch"], int(label["seq"])

    async def _read(self, wire: websockets.ClientConnection) -> None:
        time = asyncio.get_running_loop().time
        with contextlib.suppress(websockets.ConnectionClosed):
            async for message in wire:
                text = str(message)
                if text.startswith("{"):
                    self.is_true.set()
                    continue
                moment = time()
                self.learn(text[:300])
                self.bytes += len(text.encode())
                self.frames.append((self.seq, moment))


@asynccontextmanager
async def holding(phones: Sequence[Phone], *, within: float = 0.0) -> AsyncIterator[None]:
    """Open all sockets, spread over `within` seconds, keep them pinging, close them at the end."""
    pause = within / len(phones)
    async with asyncio.TaskGroup() as tasks:
        for phone in phones:
            tasks.create_task(phone.open())
            await asyncio.sleep(pause or 0.002)
    pinging = asyncio.create_task(ping_all(phones))
    gc.collect()
    gc.freeze()  # or a collection of our own would count as a slow push
    try:
        yield
    finally:
        gc.unfreeze()
        pinging.cancel()
        await asyncio.gather(*(phone.close() for phone in phones), return_exceptions=True)


async def ping_all(phones: Sequence[Phone]) -> None:
    """Ping from all, evenly spread, until cancelled."""
    while True:
        for phone in phones:
            await phone.ping()
            await asyncio.sleep(PING_EVERY / len(phones))


async def all_told(phones: Iterable[Phone], seq: int, *, patience: float) -> list[float] | None:
    """When each phone had `seq`; None: some never got it."""
    waiting = list(phones)
    for _ in range(round(patience / LOOK_EVERY)):
        if all(phone.seq >= seq for phone in waiting):
            break
        await asyncio.sleep(LOOK_EVERY)
    moments = [moment for phone in waiting if (moment := phone.told_at(seq)) is not None]
    return moments if len(moments) == len(waiting) else None


@dataclass(kw_only=True)
class Hand:
    """The same person's button: votes now for one way, now for the other."""

    phone: Phone
    client: httpx.AsyncClient
    path: str
    ways: Sequence[int] = (0,)
    pressed: int = 0

    async def press(self) -> httpx.Response:
        self.pressed += 1
        way = self.ways[self.pressed % len(self.ways)]
        return await self.client.post(self.path, data={"way": way}, headers=self.phone.headers)


@asynccontextmanager
async def hands(
    phones: Iterable[Phone], *, path: str, ways: Sequence[int] = (0,)
) -> AsyncIterator[list[Hand]]:
    """One HTTP client with its own kept connection for each phone."""
    context = ssl.create_default_context()  # made once: it is slow to make, and never used
    async with contextlib.AsyncExitStack() as stack:
        made = []
        for phone in phones:
            client = httpx.AsyncClient(
                base_url=f"http://{phone.address}",
                verify=context,
                trust_env=False,
                timeout=PATIENCE,
            )
            await stack.enter_async_context(client)
            made.append(Hand(phone=phone, client=client, path=path, ways=ways))
        yield made


def seq_of(answer: httpx.Response) -> int:
    """The position that an answer promises. ValueError: the press was refused or failed."""
    if not answer.is_success:
        raise ValueError(f"{answer.status_code} {answer.text[:200]}")
    if told := answer.headers.get("HX-Trigger"):
        return int(json.loads(told)["live:reach"]["seq"])
    return int(answer.headers["X-Seq"])


def crowd(crew: Crew, address: str, sockets: int) -> list[Phone]:
    """The pages of a day: the wall, the master's console, the rest volunteers."""
    others = [("screen", crew.screen), ("master", crew.master)][: max(0, sockets - 1)]
    seats = [*(("hq", key) for key in crew.volunteers[: sockets - len(others)]), *others]
    return [Phone(address=address, board=board, session=key) for board, key in seats]
