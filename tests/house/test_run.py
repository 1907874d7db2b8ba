"""start.py for real: from nothing to a page, Ctrl-C, and the same day once more."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
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
    outside = {
        "DATABASE_FILE",
        "DATABASE_URL",
        "DJANGO_SETTINGS_MODULE",
        "REDIS_URL",
        "SECRET_KEY",
    }
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


def welcome(process: subprocess.Popen[str]) -> str:
    """What is printed until the day is open."""
    said = ""
    for line in process.stdout or ():
        said += line
        if "Stop with Ctrl-C" in line:
            return said
    pytest.fail(f"it ended before the day was open:\n{said}")


def health(port: int) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as page:
        body: dict[str, Any] = json.load(page)
    return body


def ctrl_c(process: subprocess.Popen[str]) -> tuple[int, str]:
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    return process.returncode, output


def test_a_day_starts_stops_and_goes_on(tmp_path):
    with running(tmp_path, "--no-bots") as (process, port):
        said = welcome(process)
        first = health(port)
        code, rest = ctrl_c(process)

    assert (code, "Traceback" in said + rest) == (0, False), said + rest
    assert f":{port}" in said
    assert start.port_is_taken("127.0.0.1", port) == ""
    secrets = [path for path in tmp_path.iterdir() if "key" in path.name or "pass" in path.name]
    assert len(secrets) >= 2
    assert [path.name for path in secrets if path.stat().st_mode & 0o077] == []
    assert len(first["seq"]) == 1

    with running(tmp_path) as (process, port):
        said = welcome(process)
        second = health(port)
        bots = tmp_path / "bots.log"
        time.sleep(6)  # they join and look around
        code, rest = ctrl_c(process)

    assert (code, "Traceback" in said + rest) == (0, False), said + rest
    assert second["seq"].keys() == first["seq"].keys()
    assert [step for step in ("Installing", "Preparing", "Opening") if step in said] == []
    assert "Traceback" not in bots.read_text(encoding="utf-8")


def test_two_signals_in_a_background_job_still_take_the_server_along(tmp_path):
    """A shell starts a background job with Ctrl-C ignored; whoever is in a hurry signals twice."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)  # is inherited
    try:
        with running(tmp_path, "--empty") as (process, port):
            said = welcome(process)
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
            process.send_signal(signal.SIGTERM)
            rest, _ = process.communicate(timeout=30)
    finally:
        signal.signal(signal.SIGINT, usual)

    assert process.returncode == 0, said + rest
    assert start.port_is_taken("127.0.0.1", port) == ""


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
