"""A real house: the product's own settings, a server process, its database file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from horizonwar.address import lan_address

ROOT = Path(__file__).resolve().parents[2]
DROPPED = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")


class House:
    """`manage.py serve` on this machine's address in the network, with a day of its own."""

    def __init__(self, folder: Path, *, plan: Path, workers: int = 1, **more: str) -> None:
        """A house like `plan` (see `prepare`), with a day nobody has entered yet.

        `more` goes into the environment of the server.
        """
        self.workers, self.more = workers, more
        self.folder = folder
        shutil.copytree(plan, folder, dirs_exist_ok=True)
        self.host = lan_address()
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.shift = 0
        self.log = folder / "server.log"
        told = json.loads((folder / "told.json").read_text(encoding="utf-8"))
        self.codes, self.master = told["codes"], told["master"]

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        return {**environment(self.folder), **self.more, "CLOCK_SHIFT": str(self.shift)}

    def open(self) -> None:
        """Start the server and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "manage.py",
                    "serve",
                    "--host",
                    "0.0.0.0",  # noqa: S104  phones of the house must reach it
                    "--port",
                    str(self.port),
                    "--workers",
                    str(self.workers),
                ],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        wait_for(self._answers, seconds=30, what=f"the server, see {self.log}")

    def kill(self) -> None:
        """kill −9: no goodbye to anybody."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(10)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Read the day's database from outside, as it lies on the disk."""
        with sqlite3.connect(f"file:{self.folder}/var/db.sqlite3?mode=ro", uri=True) as database:
            return database.execute(query, values).fetchall()

    def one(self, query: str, *values: Any) -> Any:
        return self.rows(query, *values)[0][0]

    def faults(self) -> list[str]:
        """Lines of the log that no sound day has."""
        bad = ("Traceback", "took too long to shut down", "Internal Server Error")
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if any(word in line for word in bad)]

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False


def prepare(folder: Path, *, pack: str = "voina-gorizonta", **more: str) -> None:
    """Build a plan: database, static files, a day from the pack, a game master's login."""
    manage(folder, "compile_translations", "-v", "0", **more)
    manage(folder, "migrate", "-v", "0", **more)
    manage(folder, "collectstatic", "--noinput", "-v", "0", **more)
    told = {
        "codes": json.loads(manage(folder, "new_game", pack, "--json", **more)),
        "master": json.loads(manage(folder, "ensure_master", "--json", **more)),
    }
    (folder / "told.json").write_text(json.dumps(told), encoding="utf-8")


def manage(folder: Path, *arguments: str, **more: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**environment(folder), **more},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def environment(folder: Path) -> dict[str, str]:
    """The product's own settings, in a folder of this house."""
    kept = {name: value for name, value in os.environ.items() if name not in DROPPED}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "horizonwar.settings",
        "VAR_DIR": str(folder / "var"),
        "STATIC_ROOT": str(folder / "static"),
        "LOG_LEVEL": "WARNING",
        "PYTHONUTF8": "1",
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def wait_for(condition: Any, *, seconds: float, what: str) -> None:
    """Ask until it holds. AssertionError that names what did not come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{what} did not come within {seconds} s"
        time.sleep(0.05)
