"""start.py for real: from nothing to a page, Ctrl-C, and the same day once more."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import start

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(180),
    pytest.mark.skipif(os.name == "nt", reason="a console's Ctrl-C cannot be sent from a test"),
]


@contextmanager
def running(var: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A started game day in a folder of its own, ended whatever happens."""
    port = start.free_port()
    outside = {"DATABASE_URL", "REDIS_URL", "DATABASE_FILE", "DJANGO_SETTINGS_MODULE"}
    environment = {name: value for name, value in os.environ.items() if name not in outside}
    command = [sys.executable, start.__file__, "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        [*command, *options],
        env=dict(environment, VAR_DIR=str(var), LANG="en_US.UTF-8", LC_ALL="en_US.UTF-8"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            yield process, port
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=30)


def health(process: subprocess.Popen[str], port: int) -> dict[str, Any]:
    """Wait for the first good answer."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as page:
                body: dict[str, Any] = json.load(page)
                return body
        except (OSError, urllib.error.HTTPError):
            if process.poll() is not None:
                break
            time.sleep(0.1)
    pytest.fail(f"no healthy server: {process.stdout.read() if process.stdout else ''}")


def ctrl_c(process: subprocess.Popen[str]) -> tuple[int, str]:
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    return process.returncode, output


def test_a_day_starts_stops_and_goes_on(tmp_path):
    with running(tmp_path, "--no-bots") as (process, port):
        first = health(process, port)
        time.sleep(0.5)  # the welcome is printed after the first answer
        code, output = ctrl_c(process)

    assert code == 0, output
    assert f":{port}" in output
    assert "Traceback" not in output
    assert start.port_is_taken("127.0.0.1", port) == ""

    began = time.monotonic()
    with running(tmp_path, "--no-bots") as (process, port):
        second = health(process, port)
        took = time.monotonic() - began
        ctrl_c(process)

    assert len(first["seq"]) == 1
    assert second["seq"].keys() == first["seq"].keys()
    assert took < 10


def test_secrets_of_the_day_are_for_the_owner_only(tmp_path):
    with running(tmp_path, "--no-bots") as (process, port):
        health(process, port)
        ctrl_c(process)

    secrets = [path for path in tmp_path.iterdir() if "key" in path.name or "pass" in path.name]
    assert secrets
    assert [path.name for path in secrets if path.stat().st_mode & 0o077] == []


def test_bots_go_with_the_server(tmp_path):
    with running(tmp_path) as (process, port):
        health(process, port)
        log = tmp_path / "bots.log"
        until = time.monotonic() + 20
        while not log.exists() and time.monotonic() < until:
            time.sleep(0.1)
        code, output = ctrl_c(process)

    assert code == 0, output
    assert log.exists()
    assert "Traceback" not in log.read_text(encoding="utf-8")


def test_a_taken_port_is_told_at_once(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, start.__file__, "--port", str(other.getsockname()[1])],
            env=dict(os.environ, VAR_DIR=str(tmp_path)),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    assert done.returncode == 1
    assert "--port" in done.stderr
    assert time.monotonic() - began < 2
    assert list(tmp_path.iterdir()) == []
