"""The server as a process: it ticks, serves sockets, ends quickly and says why it cannot start."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from pathlib import Path

import pytest
import websockets

from horizonwar.testing import Frame
from tests.horizonwar.serving import ask, free_port, redis_server, server, start

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
    pytest.mark.timeout(180),  # processes start slowly on a busy machine
]


def page(port: int, seat: int = 1):
    return websockets.connect(
        f"ws://127.0.0.1:{port}/ws/hq/?seat={seat}",
        origin=f"http://127.0.0.1:{port}",
        open_timeout=60,  # workers listen before they are up
    )


async def test_server_ticks_and_pushes_what_nobody_announced():
    port = free_port()
    with server(port) as process:
        async with page(port) as wire:
            frames = [Frame.parse(await asyncio.wait_for(wire.recv(), 5)) for _ in range(2)]
        status = await asyncio.to_thread(ask, port, "healthz")

    assert [frame.ids for frame in frames] == [("pools",), ("pools",)]
    assert frames[1].since == frames[0].seq
    assert status["epoch"] == frames[0].epoch == f"process {process.pid}"
    assert status["tick_age"] < 3


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_server_ends_within_3_s_with_200_sockets(number):
    port = free_port()
    with server(port) as process:
        pages = await asyncio.gather(*(page(port, seat) for seat in range(200)))
        await asyncio.wait_for(pages[-1].recv(), 10)
        began = time.monotonic()
        process.send_signal(number)
        said, _ = await asyncio.to_thread(process.communicate)
        took = time.monotonic() - began
        await asyncio.gather(*(wire.wait_closed() for wire in pages))

    assert process.returncode == 0
    assert took < 3 * max(1, os.getloadavg()[0])  # 3 s of a machine that does nothing else
    assert said.endswith(f":{port}/\n"), said  # no complaint at the end


def test_port_that_is_taken_is_said_in_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start("serve", "--host", "127.0.0.1", "--port", port)
        said, _ = process.communicate(timeout=60)

    assert process.returncode == 2
    assert "Traceback" not in said
    assert str(port) in said.splitlines()[-1]
    assert "--port" in said.splitlines()[-1]


@pytest.mark.parametrize("words", [["serve", "--workers", 2], ["ticker"]])
def test_what_needs_redis_is_refused_without_it(words):
    process = start(*words, REDIS_URL="")
    said, _ = process.communicate(timeout=60)

    assert process.returncode == 2
    assert "REDIS_URL" in said
    assert "Traceback" not in said


@pytest.mark.slow
async def test_workers_share_the_port_and_a_dead_one_is_replaced():
    port = free_port()
    with redis_server() as (_, url), server(port, "--workers", 2, REDIS_URL=url) as process:
        children = await asyncio.to_thread(wait_for_children, process.pid, 2)
        async with page(port) as wire:
            assert await asyncio.wait_for(wire.recv(), 30)
        os.kill(children[0], signal.SIGKILL)
        for _ in range(100):
            replaced = await asyncio.to_thread(wait_for_children, process.pid, 2)
            if children[0] not in replaced:
                break
            await asyncio.sleep(0.1)
        assert children[0] not in replaced
        process.terminate()
        await asyncio.to_thread(process.wait, 30)

    assert process.returncode == 0
    for child in replaced:
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)


@pytest.mark.slow
async def test_workers_end_with_a_parent_that_was_killed():
    port = free_port()
    with redis_server() as (_, url), server(port, "--workers", 2, REDIS_URL=url) as process:
        children = await asyncio.to_thread(wait_for_children, process.pid, 2)
        async with page(port) as wire:
            assert await asyncio.wait_for(wire.recv(), 30)
        process.kill()
        process.wait()
        for _ in range(300):
            if not any(is_alive(child) for child in children):
                break
            await asyncio.sleep(0.1)

        assert not any(is_alive(child) for child in children)


def is_alive(pid: int) -> bool:
    """A process that ended but has nobody to collect it does not count."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def wait_for_children(parent: int, count: int) -> list[int]:
    for _ in range(300):
        text = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        if len(children := [int(word) for word in text.split()]) == count:
            return children
        time.sleep(0.1)
    raise AssertionError(text)
