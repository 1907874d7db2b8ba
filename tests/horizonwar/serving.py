"""Starts `manage.py serve` with the fake game, for tests that need a real server."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(*words: object, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", *map(str, words)],
        cwd=ROOT,
        env=os.environ
        | {"DJANGO_SETTINGS_MODULE": "tests.horizonwar.serve_settings"}
        | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def server(port: int, *words: object, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A server that takes connections; killed at the end, if it still runs."""
    process = start("serve", "--host", "127.0.0.1", "--port", port, *words, **environment)
    try:
        wait_until_open(port, process)
        assert process.poll() is None, process.communicate()[0]
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def ask(port: int, path: str) -> dict[str, Any]:
    with urlopen(f"http://127.0.0.1:{port}/{path}", timeout=5) as answer:
        return json.load(answer)


@contextmanager
def redis_server(port: int | None = None) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A Redis of its own, and its address; without one on this machine the test is skipped."""
    if not shutil.which("redis-server"):
        pytest.skip("no redis-server on this machine")
    port = port or free_port()
    process = subprocess.Popen(
        ["redis-server", "--port", str(port), "--save", "", "--bind", "127.0.0.1"],
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until_open(port, process)
        yield process, f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


def wait_until_open(port: int, process: subprocess.Popen[Any]) -> None:
    """Until somebody listens, or the process is gone."""
    for _ in range(1200):
        with socket.socket() as probe:
            if process.poll() is not None or not probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.05)
