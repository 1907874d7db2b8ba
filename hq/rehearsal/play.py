"""Plays the day and tells how it went, in a process of the house."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from channels.db import database_sync_to_async

from hq import bots, scenario
from hq.enums import Role
from hq.models import Game, Seat
from hq.rehearsal import account, checks
from hq.rehearsal.day import KEY, Doors
from hq.rehearsal.master import Director
from hq.rehearsal.pages import TruePage
from hq.rehearsal.volunteers import Answers, Glance, Rehearser

COME_IN_LIMIT = 60.0  # seconds until all bots sit in the HQ
SETTLE = bots.PING_EVERY + 1  # seconds until a page that missed something has asked for it
LOOKS = 12


@dataclass(frozen=True, kw_only=True)
class Plan:
    """`limit`: seconds of the wall after which the day is ended early."""

    base: str
    pack: str
    bots: int
    speed: float
    limit: float
    doors: Doors

    @classmethod
    def parse(cls, said: str) -> Plan:
        fields = json.loads(said)
        return cls(**{**fields, "doors": Doors(**fields["doors"])})


@dataclass(kw_only=True)
class House:
    """Everyone in the HQ, and what they found."""

    plan: Plan
    game_id: int
    answers: Answers = field(default_factory=Answers)
    glance: Glance = field(default_factory=Glance)
    crowd: list[Rehearser] = field(default_factory=list)
    others: list[TruePage] = field(default_factory=list)  # the wall, the master's console
    untrue: list[str] = field(default_factory=list)

    @property
    def pages(self) -> list[TruePage]:
        return [*(bot.page for bot in self.crowd), *self.others]

    async def check_pages(self, when: str) -> None:
        """Every page against a fresh frame. A fault counts when the day stands still around it.

        Somebody may act while all are looked at, and a page that missed something has until its
        next ping to know: only what two looks at the same seq find is untrue.
        """
        before, found = -1, [""]
        for _ in range(LOOKS):
            await asyncio.sleep(SETTLE)
            seq = await database_sync_to_async(self._seq)()
            found = [
                f"{when}: {who}: {fault}"
                for who, page in enumerate(self.pages)
                for fault in await page.differences(seq)
            ]
            if not found or before == seq == await database_sync_to_async(self._seq)():
                break
            before = seq
        self.untrue += found

    def _seq(self) -> int:
        return Game.objects.values_list("seq", flat=True).get(pk=self.game_id)


def main(said: str) -> None:
    """Print what came of it as JSON."""
    plan = Plan.parse(said)
    sys.stdout.write(json.dumps(asyncio.run(play(plan)), ensure_ascii=False))


async def play(plan: Plan) -> dict[str, Any]:
    time = asyncio.get_running_loop().time
    game = await Game.objects.aget(key=KEY)
    house = House(plan=plan, game_id=game.pk)
    began = time()
    async with (
        httpx.AsyncClient(base_url=plan.base, timeout=30, trust_env=False) as client,
        httpx.AsyncClient(base_url=plan.base, timeout=30, trust_env=False) as wall,
    ):
        director = Director(
            base=plan.base,
            client=client,
            game_id=game.pk,
            headcount=plan.bots,
            until=began + plan.limit,
            answers=house.answers,
            at_pause=lambda: house.check_pages("pause"),
        )
        await director.come_in(plan.doors.login, plan.doors.password)
        await _hang_wall(plan, wall)
        house.others = [
            TruePage(base=plan.base, client=wall, board="screen"),
            TruePage(base=plan.base, client=client, board="master"),
        ]
        async with _taking_part(house):
            await director.run()
            await house.check_pages("end")
    seconds = time() - began
    return await database_sync_to_async(tell)(house, director, seconds=seconds)


async def _hang_wall(plan: Plan, client: httpx.AsyncClient) -> None:
    page = f"/j/{plan.doors.screen}/"
    await client.get(page)
    answer = await client.post(page, headers=bots.csrf(client, plan.base))
    if answer.is_error:
        raise httpx.HTTPStatusError("no wall", request=answer.request, response=answer)


@asynccontextmanager
async def _taking_part(house: House) -> AsyncIterator[None]:
    """All bots come in and play, all pages are held; everything is let go at the end."""
    plan = house.plan
    house.crowd = [
        Rehearser(
            base=plan.base,
            code=plan.doors.volunteers,
            name=name,
            speed=plan.speed,
            crowd=plan.bots,
            glance=house.glance,
            answers=house.answers,
        )
        for name in names(plan.bots)
    ]
    tasks = [asyncio.create_task(bot.live()) for bot in house.crowd]
    tasks += [asyncio.create_task(page.hold()) for page in house.others]
    try:
        async with asyncio.timeout(COME_IN_LIMIT):
            while not await database_sync_to_async(_all_sit)(house):
                _raise_first(tasks)
                await asyncio.sleep(0.25)
        yield
        _raise_first(tasks)
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(Exception):
            await asyncio.gather(*tasks, return_exceptions=True)


def _all_sit(house: House) -> bool:
    return (
        Seat.objects.filter(game_id=house.game_id, role=Role.VOLUNTEER).count() >= house.plan.bots
    )


def _raise_first(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            raise error


def names(count: int) -> list[str]:
    more = (f"Волонтёр {number:02}" for number in range(len(bots.NAMES) + 1, count + 1))
    return [*bots.NAMES, *more][:count]


def tell(house: House, director: Director, *, seconds: float) -> dict[str, Any]:
    """Invariants and figures of the day."""
    plan, game = house.plan, Game.objects.get(pk=house.game_id)
    faults = {
        **checks.run(game),
        "sockets_true": house.untrue,
        "no_faults": house.answers.faults,
    }
    return {
        "pack": plan.pack,
        "bots": plan.bots,
        "speed": plan.speed,
        "chorus_window": game.settings["chorus_window"],
        "cut_short": director.is_cut_short,
        "invariants": {name: not found for name, found in faults.items()},
        "broken": {name: found[:20] for name, found in faults.items() if found},
        "figures": {
            **account.figures(game, scenario.read(plan.pack)),
            "held_back": director.held_back,
            "presses": house.answers.presses,
            "refusals": dict(house.answers.refusals.most_common()),
            "frames": sum(page.frames for page in house.pages),
            "fetches": sum(page.fetches for page in house.pages),
            "seq": game.seq,
            "wall_seconds": round(seconds, 1),
        },
    }
