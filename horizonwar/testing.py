"""A page without a browser, for tests of whatever is pushed."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from channels.testing import WebsocketCommunicator

HOST = "testserver"
LABEL = re.compile(
    r'<i id="live-seq" [^>]*data-epoch="(?P<epoch>[^"]*)" data-since="(?P<since>\d+)"'
    r' data-seq="(?P<seq>\d+)" data-now="(?P<now>\d+)"></i>\n'
)
ROOT = re.compile(r'id="([^"]+)"[^>]*hx-swap-oob="true"')


@dataclass(frozen=True, kw_only=True)
class Frame:
    """A frame taken apart: its label, the ids it swaps, its html without the label."""

    epoch: str
    since: int
    seq: int
    now: int
    ids: tuple[str, ...]
    html: str

    @classmethod
    def parse(cls, text: str) -> Frame:
        """ValueError: the text does not begin with a label."""
        label = LABEL.match(text)
        if label is None:
            raise ValueError(f"Not a frame: {text[:200]!r}")
        html = text[label.end() :]
        return cls(
            epoch=label["epoch"],
            since=int(label["since"]),
            seq=int(label["seq"]),
            now=int(label["now"]),
            ids=tuple(ROOT.findall(html)),
            html=html,
        )


class Page:
    """A socket of a board: `async with Page("hq", session=key) as page: await page.frame()`."""

    def __init__(
        self,
        board: str,
        *,
        query: str = "",
        cookies: Mapping[str, str] | None = None,
        origin: str | None = f"http://{HOST}",
    ) -> None:
        from horizonwar.asgi import application  # noqa: PLC0415  (sets Django up)

        headers = [(b"host", HOST.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if cookies:
            pairs = "; ".join(f"{name}={value}" for name, value in cookies.items())
            headers.append((b"cookie", pairs.encode()))
        self.wire = WebsocketCommunicator(application, f"/ws/{board}/{query}", headers=headers)

    async def __aenter__(self) -> Page:
        """Open, and wait until the socket has joined (a ping is answered only then)."""
        await self.open()
        await self.ping(1)
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.wire.disconnect()

    async def open(self) -> None:
        """AssertionError: the handshake was refused."""
        accepted, code = await self.wire.connect()
        assert accepted, code  # noqa: S101  (a test's own tool)

    async def ping(self, number: int) -> dict[str, Any]:
        """Send a ping, return the pong. Frames on the way are not skipped: ask for them first."""
        await self.wire.send_json_to({"ping": number, "seq": 0, "epoch": ""})
        pong: dict[str, Any] = json.loads(await self.wire.receive_from())
        return pong

    async def frame(self, timeout: float = 1.0) -> Frame:  # noqa: ASYNC109  (Channels' word)
        """The next frame; TimeoutError: none came."""
        return Frame.parse(str(await self.wire.receive_from(timeout)))

    async def has_no_frame(self, seconds: float = 0.4) -> bool:
        """Nothing comes for a while (longer than the merging window)."""
        return bool(await self.wire.receive_nothing(seconds))

    async def closed(self, timeout: float = 1.0) -> int:  # noqa: ASYNC109  (Channels' word)
        """The code with which the server closes this socket; earlier frames are skipped."""
        async with asyncio.timeout(timeout):
            while True:
                message = await self.wire.receive_output(timeout)
                if message["type"] == "websocket.close":
                    return int(message["code"])
