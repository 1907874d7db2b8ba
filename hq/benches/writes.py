"""How many votes a second the house takes, beside an empty view and a bare transaction."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx

from hq.benches import phones
from hq.benches.crew import Crew
from hq.benches.house import House, Served
from hq.benches.live import Stand, stand
from hq.benches.phones import Hand, Phone
from hq.benches.report import Goal, Report, percentile

MOST = 20_000  # presses of one run, whatever the time
QUIET = 1.5  # seconds for a crowd to settle

TO_BARE = Goal(limit=0.5, of="ratio", is_least=True)
TO_EMPTY = Goal(limit=0.3, of="ratio", is_least=True)
TAIL = Goal(limit=2.0, of="p99 / p50")
NONE_FAILED = Goal(limit=0)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much is measured: `seconds` for each kind in each run."""

    clients: tuple[int, ...] = (20, 100)
    runs: int = 3
    seconds: float = 4.0


@dataclass(kw_only=True)
class Run:
    """One closed loop: everybody presses again as soon as the answer is there."""

    seconds: float = 0.0
    answers: list[float] = field(default_factory=list)  # ms
    failed: int = 0
    lost: int = 0  # answered with yes and not in the journal

    @property
    def rate(self) -> float:
        return len(self.answers) / self.seconds


async def measure(house: House, floor: House, plan: Plan, report: Report) -> None:
    """All figures; the floor has a house of its own, so that neither waits for the other's writes.

    BenchError: no server.
    """
    for each in (house, floor):
        await asyncio.to_thread(each.manage, "migrate", "-v", "0")
    crew = Crew.parse(await asyncio.to_thread(house.part, "crew", str(max(plan.clients))))
    await asyncio.to_thread(floor.part, "crew", "1")
    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(house.serving("serving"))
        bare = await stack.enter_async_context(floor.serving("vote_floor"))
        for clients in plan.clients:
            runs = await _compare(stand(crew, served), bare, clients, plan)
            _tell(runs, clients, report)


async def _compare(mine: Stand, bare: Served, clients: int, plan: Plan) -> dict[str, list[Run]]:
    """Interleaved runs of the three. The product's voters hold their sockets meanwhile."""
    runs: dict[str, list[Run]] = {"empty": [], "bare": [], "product": []}
    crowd = mine.crowd(clients + 2)
    voters = [phone for phone in crowd if phone.board == "hq"]
    strangers = [Phone(address=bare.address) for _ in range(clients)]
    for _ in range(plan.runs):
        for name, path in (("empty", "/empty/"), ("bare", "/vote/")):
            async with phones.hands(strangers, path=path) as hands:
                runs[name].append(await press_all(hands, plan.seconds))
        async with (
            phones.hands(voters, path=mine.path, ways=mine.ways) as hands,
            phones.holding(crowd),
        ):
            await asyncio.sleep(QUIET)
            before = await _seq(mine.served)
            seen = await press_all(hands, plan.seconds)
            seen.lost = max(0, len(seen.answers) - (await _seq(mine.served) - before))
            runs["product"].append(seen)
    return runs


async def press_all(hands: Sequence[Hand], seconds: float) -> Run:
    """All press in a closed loop for so long, or until `MOST` is reached."""
    time = asyncio.get_running_loop().time
    seen = Run()
    await asyncio.gather(*(hand.client.get("/healthz") for hand in hands))
    began = time()

    async def keep_pressing(hand: Hand) -> None:
        while (pressed := time()) < began + seconds and len(seen.answers) < MOST:
            try:
                answer = await hand.press()
            except httpx.HTTPError:
                seen.failed += 1
                continue
            if answer.status_code == httpx.codes.NO_CONTENT:
                seen.answers.append((time() - pressed) * 1000)
            else:
                seen.failed += 1

    await asyncio.gather(*(keep_pressing(hand) for hand in hands))
    seen.seconds = time() - began
    return seen


async def _seq(served: Served) -> int:
    """How many events the day's journal holds: every accepted vote is one."""
    async with httpx.AsyncClient(trust_env=False, timeout=phones.PATIENCE) as client:
        told = (await client.get(f"{served.url}/healthz")).json()["seq"]
    return sum(told.values())


def _tell(runs: dict[str, list[Run]], clients: int, report: Report) -> None:
    product = runs["product"]
    if not all(each.answers for found in runs.values() for each in found):
        report.failed("votes_to_bare", "no answers at all", clients=clients)
        return
    rates = {name: [each.rate for each in found] for name, found in runs.items()}
    for name, goal in (("bare", TO_BARE), ("empty", TO_EMPTY)):
        report.beside(
            f"votes_to_{name}",
            product=rates["product"],
            floor=rates[name],
            goal=goal if clients <= 20 else None,
            unit="votes/s",
            clients=clients,
        )
    for name, found in runs.items():
        middle, tail = (
            statistics.median(percentile(each.answers, share) for each in found)
            for share in (0.5, 0.99)
        )
        where: dict[str, Any] = {"of": name, "clients": clients}
        report.value("answer_p50", middle, unit="ms", **where)
        report.value("answer_p99", tail, unit="ms", **where)
        if name == "product":
            judged = TAIL if clients >= 100 else None
            report.value("tail", tail / middle, goal=judged, unit="p99 / p50", **where)
    failed = sum(each.failed for each in product)
    votes = sum(len(each.answers) for each in product)
    report.value("failed", failed, goal=NONE_FAILED, unit="votes", of=votes, clients=clients)
    lost = sum(each.lost for each in product)
    report.value("lost", lost, goal=NONE_FAILED, unit="votes", of=votes, clients=clients)
