"""How fast a change reaches the last phone, beside a hub that sends constant bytes."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets
from django.urls import reverse

from hq.benches import phones
from hq.benches.crew import Crew
from hq.benches.house import House, Served, end
from hq.benches.phones import Hand, Phone
from hq.benches.report import Goal, Report, percentile

GAP = 0.7  # seconds between triggers: merging (0.25 s) never counts as latency
QUIET = 1.5  # seconds for a crowd to settle
LATEST = 10.0  # seconds after which a frame counts as lost
VOTERS = 20
CROWD_WITHIN = 2.0  # seconds over which a crowd comes in
RESTARTED = 100  # phones that live through a restart

LAST = Goal(limit=1.3, of="ratio")
CPU = Goal(limit=1.3, of="ratio")
WHOLE_WAY = Goal(limit=250.0)  # ms
MEMORY = Goal(limit=60.0)  # kB
ANSWER = Goal(limit=1000.0)  # ms
FRAMES = Goal(limit=6)
JOINED = Goal(limit=4.0)  # seconds
RESTORED = Goal(limit=5.0)  # seconds


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much is measured. `sockets`: sizes of the crowd."""

    sockets: tuple[int, ...] = (50, 200, 500)
    runs: int = 3
    triggers: int = 12
    parts: frozenset[str] = frozenset({"push", "burst", "join", "restart"})


@dataclass(kw_only=True)
class Run:
    """The triggers of one run, ms: from the press, or from the announcement after the commit."""

    whole: list[float] = field(default_factory=list)  # press → last phone
    write: list[float] = field(default_factory=list)  # press → announcement
    first: list[float] = field(default_factory=list)  # announcement → first phone
    last: list[float] = field(default_factory=list)  # announcement → last phone
    cpu: float | None = None  # ms for each delivered message
    frame: float = 0.0  # mean bytes of a frame


@dataclass(kw_only=True)
class Stand:
    """A server with its crowd: the product's, or the floor's."""

    served: Served
    crowd: Callable[[int], list[Phone]]
    path: str
    ways: Sequence[int] = (0,)
    memory: float | None = None  # kB for each socket


async def measure(house: House, plan: Plan, report: Report) -> None:
    """All figures; a failing part is told and the others go on. BenchError: no server."""
    house.manage("migrate", "-v", "0")
    house.manage("collectstatic", "--noinput", "-v", "0")
    crew = Crew.parse(house.part("crew", str(max(plan.sockets))))
    for sockets in plan.sockets:
        async with AsyncExitStack() as stack:
            mine = stand(crew, await stack.enter_async_context(house.serving("serving")))
            await _warm(mine)
            if "push" in plan.parts:
                base = await stack.enter_async_context(house.serving("hub_floor"))
                await _part(report, "push", push, mine, _floor(base), sockets, plan, report)
            if "burst" in plan.parts:
                await _part(report, "burst", burst, mine, sockets, report)
            if "join" in plan.parts:
                await _part(report, "join", join, mine, sockets, report)
    if "restart" in plan.parts:
        count = min(RESTARTED, max(plan.sockets))
        await _part(report, "restart", restart, house, crew, count, report)


async def _part(report: Report, figure: str, work: Callable[..., Any], *arguments: Any) -> None:
    """ValueError of a refused press, lost frames, sockets that do not open: told, not raised."""
    try:
        await work(*arguments)
    except* (ValueError, TimeoutError, httpx.HTTPError, websockets.WebSocketException) as group:
        report.failed(figure, "; ".join(repr(error) for error in _leaves(group)[:3]))


def _leaves(group: BaseExceptionGroup[Exception]) -> list[BaseException]:
    found: list[BaseException] = []
    for error in group.exceptions:
        found += _leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    return found


def stand(crew: Crew, served: Served) -> Stand:
    """The product with the crew of its day."""
    return Stand(
        served=served,
        crowd=lambda sockets: phones.crowd(crew, served.address, sockets),
        path=reverse("back", args=[crew.card]),
        ways=crew.ways,
    )


def _floor(served: Served) -> Stand:
    return Stand(
        served=served,
        crowd=lambda sockets: [Phone(address=served.address) for _ in range(sockets)],
        path="/push",
    )


async def _warm(mine: Stand) -> None:
    """Templates, imports and first queries are paid before anything is measured."""
    [phone] = mine.crowd(1)
    async with phones.hands([phone], path=mine.path, ways=mine.ways) as [hand]:
        (await hand.client.get(reverse("board"), headers=phone.headers)).raise_for_status()
        async with phones.holding([phone]):
            for _ in range(4):
                phones.seq_of(await hand.press())
                await asyncio.sleep(0.3)


# The push


async def push(mine: Stand, base: Stand, sockets: int, plan: Plan, report: Report) -> None:
    """Runs of both, interleaved. The first run of the product also weighs its sockets."""
    floors, products = [], []
    for _ in range(plan.runs):
        floors.append(await run(base, sockets, plan.triggers))
        products.append(await run(mine, sockets, plan.triggers))
    where: dict[str, Any] = {"unit": "ms", "sockets": sockets}

    def beside(name: str, take: Callable[[Run], float], goal: Goal | None = None) -> None:
        report.beside(
            name,
            product=[take(each) for each in products],
            floor=[take(each) for each in floors],
            goal=goal,
            **where,
        )

    beside("last_p50", lambda each: statistics.median(each.last), LAST)
    beside("last_p95", lambda each: percentile(each.last, 0.95), LAST)
    beside("first_to_last_p50", spread)
    beside("whole_way_p50", lambda each: statistics.median(each.whole))
    if all(each.cpu is not None for each in (*floors, *products)):
        beside("cpu_per_message", lambda each: each.cpu or 0.0, CPU if sockets >= 500 else None)
    whole = [moment for each in products for moment in each.whole]
    goal = WHOLE_WAY if sockets <= 200 else None
    report.value("whole_way_p95", percentile(whole, 0.95), goal=goal, **where)
    for name in ("write", "first"):
        moments = [moment for each in products for moment in getattr(each, name)]
        report.value(f"{name}_p50", statistics.median(moments), **where)
    frame = statistics.mean(each.frame for each in products)
    report.value("frame", frame, unit="bytes", sockets=sockets)
    if mine.memory is not None:
        report.value("memory", mine.memory, goal=MEMORY, unit="kB", sockets=sockets)


def spread(run: Run) -> float:
    """The part that grows with the crowd: from the first phone to the last, the median."""
    return statistics.median(last - first for first, last in zip(run.first, run.last, strict=True))


async def run(on: Stand, sockets: int, triggers: int) -> Run:
    """One crowd, so many triggers. ValueError: a frame was lost, a press refused."""
    crowd = on.crowd(sockets)
    empty = on.served.memory_kb()
    async with (
        phones.hands(voters_of(crowd), path=on.path, ways=on.ways) as hands,
        phones.holding(crowd, within=sockets / 250),
    ):
        await asyncio.sleep(QUIET)
        if empty is not None and on.memory is None:
            on.memory = ((on.served.memory_kb() or empty) - empty) / sockets
        for hand in hands:
            await hand.client.get("/healthz")  # the connection is there before it counts
        for phone in crowd:
            phone.frames.clear()
            phone.bytes = 0
        seen = Run()
        before = on.served.cpu_ms()
        for number in range(triggers):
            await _trigger(hands[number % len(hands)], crowd, on, seen)
        after = on.served.cpu_ms()
        frames = sum(len(phone.frames) for phone in crowd)
        seen.frame = sum(phone.bytes for phone in crowd) / max(1, frames)
        if before is not None and after is not None:
            seen.cpu = (after - before) / max(1, frames)
    return seen


async def _trigger(hand: Hand, crowd: list[Phone], on: Stand, seen: Run) -> None:
    time = asyncio.get_running_loop().time
    pressed = time()
    seq = phones.seq_of(await hand.press())
    await asyncio.sleep(max(0.0, pressed + GAP - time()))
    moments = await phones.all_told(crowd, seq, patience=LATEST)
    if moments is None:
        raise ValueError(f"not every socket got change {seq} within {LATEST:g} s")
    announced = on.served.announced()[seq]
    seen.whole.append((max(moments) - pressed) * 1000)
    seen.write.append((announced - pressed) * 1000)
    seen.first.append((min(moments) - announced) * 1000)
    seen.last.append((max(moments) - announced) * 1000)


# Twenty at once


async def burst(mine: Stand, sockets: int, report: Report) -> None:
    """20 votes within a second: how long an answer takes, how many frames a socket gets."""
    crowd = mine.crowd(sockets)
    time = asyncio.get_running_loop().time
    answers: list[float] = []
    seqs: list[int] = []

    async def vote(hand: Hand, delay: float) -> None:
        await asyncio.sleep(delay)
        pressed = time()
        seqs.append(phones.seq_of(await hand.press()))
        answers.append((time() - pressed) * 1000)

    async with (
        phones.hands(voters_of(crowd), path=mine.path, ways=mine.ways) as hands,
        phones.holding(crowd, within=sockets / 250),
    ):
        await asyncio.sleep(QUIET)
        for phone in crowd:
            phone.frames.clear()
        async with asyncio.TaskGroup() as tasks:
            for number, hand in enumerate(hands):
                tasks.create_task(vote(hand, number / len(hands)))
        if await phones.all_told(crowd, max(seqs), patience=LATEST) is None:
            raise ValueError("not every socket got the last of the votes")
        frames = max(len(phone.frames) for phone in crowd)
    where: dict[str, Any] = {"sockets": sockets, "votes": len(answers)}
    report.value("burst_answer_p95", percentile(answers, 0.95), goal=ANSWER, unit="ms", **where)
    report.value("burst_frames", frames, goal=FRAMES, unit="frames a socket", **where)


# A crowd at the door


async def join(mine: Stand, sockets: int, report: Report) -> None:
    """N phones open their board within 2 s: page, socket, and what came in between."""
    crowd = mine.crowd(sockets)
    pages: list[float] = []
    ready: list[float] = []
    faults: list[str] = []
    time = asyncio.get_running_loop().time
    began = time()

    async def come(client: httpx.AsyncClient, phone: Phone) -> None:
        await asyncio.sleep(dice_within(CROWD_WITHIN))
        try:
            page = await client.get(_page(phone), headers=phone.headers)
            page.raise_for_status()
            phone.learn(page.text)
            pages.append(time() - began)
            await phone.open()
        except (OSError, ValueError, httpx.HTTPError, websockets.WebSocketException) as fault:
            faults.append(repr(fault)[:120])
            return
        ready.append(time() - began)

    async with _visitors(mine) as client, asyncio.TaskGroup() as tasks:
        for phone in crowd:
            tasks.create_task(come(client, phone))
    await asyncio.gather(*(phone.close() for phone in crowd), return_exceptions=True)
    if faults:
        report.failed("join", f"{len(faults)} failed, {faults[0]}", sockets=sockets)
        return
    goal = JOINED if sockets >= 500 else None
    where: dict[str, Any] = {"unit": "s", "sockets": sockets, "within": CROWD_WITHIN}
    report.value("join_page_last", max(pages), **where)
    report.value("join_last", max(ready), goal=goal, failed=0, **where)


def voters_of(crowd: list[Phone]) -> list[Phone]:
    """The volunteers who press."""
    return [phone for phone in crowd if phone.board == "hq"][:VOTERS]


def _page(phone: Phone) -> str:
    return reverse({"hq": "board", "screen": "wall", "master": "master"}[phone.board])


def _visitors(mine: Stand) -> httpx.AsyncClient:
    """Phones that come once: a connection for each request."""
    return httpx.AsyncClient(
        base_url=mine.served.url,
        trust_env=False,
        timeout=phones.PATIENCE,
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
    )


def dice_within(seconds: float) -> float:
    return phones.dice.uniform(0, seconds)


# Kill -9 in the middle


async def restart(house: House, crew: Crew, count: int, report: Report) -> None:
    """The server is killed and started again: how long until the last page is true again."""
    time = asyncio.get_running_loop().time
    served = await house.start("serving")
    mine = stand(crew, served)
    await _warm(mine)
    crowd = mine.crowd(count)
    truths: list[float] = []

    async def come_back(client: httpx.AsyncClient, phone: Phone) -> None:
        """As a page does: a moment's patience, the socket, then the whole board."""
        await phone.lost()
        before = phone.epoch
        while True:
            await asyncio.sleep(dice_within(phones.COMEBACK))
            with contextlib.suppress(OSError, TimeoutError, websockets.WebSocketException):
                await phone.open()
                break
        phone.learn(await _whole_board(client, phone))
        if phone.epoch == before:
            raise ValueError("the epoch is still the old one")
        truths.append(time())

    try:
        async with _visitors(mine) as client, phones.holding(crowd, within=count / 100):
            for phone in crowd:
                phone.learn(await _whole_board(client, phone))
            async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
                coming = [tasks.create_task(come_back(client, phone)) for phone in crowd]
                await asyncio.sleep(0)
                killed = time()
                await end(served, at_once=True)
                served = await house.start("serving", port=served.port)
                answers = time()
                await asyncio.gather(*coming)
    finally:
        await end(served)
    report.value(
        "restart_last",
        max(truths) - answers,
        goal=RESTORED,
        unit="s",
        sockets=count,
        start=round(answers - killed, 2),
        since_kill=round(max(truths) - killed, 2),
    )


async def _whole_board(client: httpx.AsyncClient, phone: Phone) -> str:
    path = reverse("frame", args=[phone.board])
    return (await client.get(path, headers=phone.headers)).raise_for_status().text
