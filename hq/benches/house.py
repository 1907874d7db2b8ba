"""A house for a benchmark: its folder, its database, and the server processes it starts and ends.

Everything is on the loopback address and gone at the end; only processes started here are ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
from django.conf import settings
from psycopg import sql

HOST = "127.0.0.1"
START_LIMIT = 60.0  # seconds until a server answers
END_LIMIT = 10.0  # seconds a server may take to end
DROPPED = ("DATABASE_URL", "DATABASE_FILE", "SECRET_KEY", "PUBLIC_URL", "CLOCK_SHIFT")


class BenchError(Exception):
    """A benchmark cannot go on; the words say why."""


@dataclass(frozen=True, kw_only=True)
class Served:
    """A running server. `stamps`: where it writes when each change was announced."""

    process: asyncio.subprocess.Process
    port: int
    stamps: Path

    @property
    def address(self) -> str:
        return f"{HOST}:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    def cpu_ms(self) -> float | None:
        """CPU time it has used so far, all threads; None where there is no /proc."""
        with contextlib.suppress(OSError):
            said = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
            ticks = [int(word) for word in said.rpartition(")")[2].split()[11:15]]
            return sum(ticks) * 1000 / os.sysconf("SC_CLK_TCK")
        return None

    def memory_kb(self) -> float | None:
        """Memory it holds; None where there is no /proc."""
        with contextlib.suppress(OSError):
            said = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii")
            return int(said.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024
        return None

    def announced(self) -> dict[int, float]:
        """When each seq was announced, on the monotonic clock that all processes share."""
        lines = self.stamps.read_text(encoding="ascii").splitlines()
        pairs = (line.split() for line in lines)
        return {int(seq): float(moment) for seq, moment in pairs}


class House:
    """A folder and a database of its own: SQLite, or one on the server of DATABASE_URL."""

    def __init__(self) -> None:
        self.folder = Path()
        self._server_url = os.environ.get("DATABASE_URL", "")
        self._database = f"horizonwar_bench_{secrets.token_hex(4)}"

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="horizonwar-bench-"))
        try:
            if self._server_url:
                self._tell_postgres("CREATE DATABASE {}")
        except psycopg.Error as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise BenchError(f"No database of its own: {error}") from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server_url:
            self._tell_postgres("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def environment(self) -> dict[str, str]:
        """This process's environment with the house's own places; REDIS_URL is kept."""
        kept = {name: value for name, value in os.environ.items() if name not in DROPPED}
        own = {
            "DJANGO_SETTINGS_MODULE": "horizonwar.settings",
            "VAR_DIR": str(self.folder / "var"),
            "STATIC_ROOT": str(self.folder / "static"),
            "LOG_LEVEL": "WARNING",
            "PYTHONUTF8": "1",
        }
        if self._server_url:
            own["DATABASE_URL"] = urlunsplit(
                urlsplit(self._server_url)._replace(path=f"/{self._database}")
            )
        return {**kept, **own}

    @property
    def kind(self) -> dict[str, str]:
        """What it is made of."""
        redis = os.environ.get("REDIS_URL")
        return {
            "database": "postgresql" if self._server_url else "sqlite",
            "layer": "redis" if redis else "memory",
        }

    def manage(self, *words: str) -> str:
        return self._run("manage.py", *words)

    def part(self, *words: str) -> str:
        """Run a part of `hq.benches` to its end and return what it printed."""
        return self._run("-m", "hq.benches", *words)

    @asynccontextmanager
    async def serving(self, part: str, *words: str) -> AsyncIterator[Served]:
        """A server from a part of `hq.benches`, ready to answer; ended on the way out."""
        served = await self.start(part, *words)
        try:
            yield served
        finally:
            await end(served)

    async def start(self, part: str, *words: str, port: int = 0) -> Served:
        """Start a server and wait until it answers; `port` brings one back at its old address."""
        port = port or free_port()
        stamps = self.folder / f"{part}-{port}.stamps"
        with (self.folder / f"{part}.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "hq.benches", part, str(port), str(stamps), *words),
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        served = Served(process=process, port=port, stamps=stamps)
        try:
            await self._answers(served, part)
        except BaseException:
            await end(served)
            raise
        return served

    async def _answers(self, served: Served, part: str) -> None:
        try:
            async with asyncio.timeout(START_LIMIT), httpx.AsyncClient(trust_env=False) as client:
                while True:
                    if served.process.returncode is not None:
                        raise BenchError(f"The server {part} ended:\n{self.log(part)}")
                    with contextlib.suppress(httpx.HTTPError):
                        if (await client.get(f"{served.url}/healthz")).is_success:
                            return
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise BenchError(f"The server {part} does not answer:\n{self.log(part)}") from None

    def log(self, part: str) -> str:
        """The last lines that a server of this part has logged."""
        lines = (self.folder / f"{part}.log").read_text(encoding="utf-8", errors="replace")
        return "\n".join(lines.splitlines()[-20:])

    def _run(self, *words: str) -> str:
        done = subprocess.run(  # noqa: S603  (our own words)
            [sys.executable, *words],
            cwd=settings.BASE_DIR,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise BenchError(f"{' '.join(words)} failed:\n{done.stderr}")
        return done.stdout

    def _tell_postgres(self, words: str) -> None:
        with psycopg.connect(self._server_url, autocommit=True) as connection:
            # A constant with a place for the name: nothing of a user's is in it.
            connection.execute(sql.SQL(words).format(sql.Identifier(self._database)))


async def end(served: Served, *, at_once: bool = False) -> None:
    """End a server that we started; `at_once` is kill −9."""
    process = served.process
    if process.returncode is not None:
        return
    if at_once:
        process.kill()
    elif sys.platform == "win32":
        process.terminate()
    else:
        process.send_signal(signal.SIGINT)
    try:
        async with asyncio.timeout(END_LIMIT):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
