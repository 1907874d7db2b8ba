"""The game master of a rehearsal: logs in, issues the deck turn by turn, pauses once, ends it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from math import ceil

import httpx
from channels.db import database_sync_to_async

from hq import bots, clock
from hq.enums import CardKind, CardState, ChorusState, Judgement
from hq.models import Card, Chorus, Game, Pool, Stake, Way
from hq.rehearsal.volunteers import Answers

TURN = 40 * 60  # seconds of game time: six turns are four hours
LAST_MINUTES = 2 * 60  # seconds kept free at the end of a turn
# Share of a pool's ceiling that a whole day asks for; less than that for its rest is poor.
SPARED = 0.65
LOOK_EVERY = 0.25
PATIENCE = 30.0  # seconds for a chorus to finish before the day ends

SEEN = re.compile(r'name="seen"[^>]*value="(?P<cards>[^"]*)"')


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A card and the game second of its turn at which it is issued."""

    card_id: int
    at: float


def spread(times: Sequence[tuple[int, int | None]]) -> list[Slot]:
    """Cards of a turn (id, seconds each gives), evenly, so that the last has its whole time."""
    room = TURN - LAST_MINUTES
    longest = max((limit for _pk, limit in times if limit), default=0)
    step = max(0, room - longest) / max(1, len(times) - 1)
    return [Slot(card_id=pk, at=number * step) for number, (pk, _limit) in enumerate(times)]


@dataclass(kw_only=True)
class Director:
    """The master's phone. `until`: the loop's time at which a rehearsal is cut short."""

    base: str
    client: httpx.AsyncClient
    game_id: int
    headcount: int
    until: float
    answers: Answers
    at_pause: Callable[[], Awaitable[None]]
    is_cut_short: bool = False
    turns: int = 0
    held_back: list[str] = field(default_factory=list)  # crises of the reserve

    async def come_in(self, login: str, password: str) -> None:
        """The real door of game masters. Raises `httpx.HTTPError` when it stays shut."""
        await self.client.get("/login/")
        answer = await self.client.post(
            "/login/",
            data={"username": login, "password": password},
            headers=bots.csrf(self.client, self.base),
        )
        if answer.status_code != HTTPStatus.FOUND:
            raise httpx.HTTPStatusError("no login", request=answer.request, response=answer)
        await self.client.get("/master/", follow_redirects=True)

    async def run(self) -> None:
        """The whole day."""
        deck = await database_sync_to_async(self._deck)()
        self.turns = max(deck, default=1)
        await self._press("/master/start/")
        for turn in range(1, self.turns + 1):
            if turn > 1:
                await self._press("/master/turn/", turn=turn)
            begins = TURN * (turn - 1)
            for slot in spread(deck.get(turn, ())):
                await self._wait_until(begins + slot.at)
                if self.is_cut_short:
                    break
                if await database_sync_to_async(self._wants)(slot.card_id, turn):
                    await self._press(f"/master/cards/{slot.card_id}/issue/")
            if turn == (self.turns + 1) // 2:
                await self._wait_until(begins + TURN / 2)
                await self._pause()
            await self._wait_until(begins + TURN)
            if self.is_cut_short:
                break
            await self._close_stakes(turns_left=self.turns - turn)
        await self._end()

    def _deck(self) -> dict[int, list[tuple[int, int | None]]]:
        rows = Card.objects.filter(game_id=self.game_id, headcount__lte=self.headcount)
        deck: dict[int, list[tuple[int, int | None]]] = {}
        for turn, pk, limit in rows.order_by("planned_turn", "headcount", "pk").values_list(
            "planned_turn", "pk", "time_limit"
        ):
            deck.setdefault(turn, []).append((pk, limit))
        return deck

    def _wants(self, card_id: int, turn: int) -> bool:
        """Whether to issue a card now: a chain may have brought it up, a poor HQ is spared.

        The core always comes; a crisis of the reserve stays on the shelf while a pool is too low
        for what is left of the day.
        """
        card = Card.objects.get(pk=card_id)
        if card.state != CardState.SHELF:
            return False
        if card.headcount and card.kind == CardKind.CRISIS:
            days_left = (self.turns - turn + 1) / self.turns
            pools = Pool.objects.filter(game_id=self.game_id)
            if any(pool.balance < SPARED * days_left * pool.ceiling for pool in pools):
                self.held_back.append(card.slug)
                return False
        return True

    async def _wait_until(self, second: float) -> None:
        """Until this game second; what waits for a game master's word gets it meanwhile."""
        time = asyncio.get_running_loop().time
        while not self.is_cut_short:
            now, waiting = await database_sync_to_async(self._look)()
            for way_id in waiting:
                await self._press(f"/master/ways/{way_id}/pass/")
            if now >= second * 1000:
                return
            await asyncio.sleep(LOOK_EVERY)
            self.is_cut_short = time() > self.until

    def _look(self) -> tuple[int, list[int]]:
        """Game time in ms, and backed deeds that nobody has judged."""
        deeds = Way.objects.filter(
            card__game_id=self.game_id,
            card__state=CardState.OPEN,
            judgement=Judgement.AWAITING,
            backings__isnull=False,
        )
        game = Game.objects.get(pk=self.game_id)
        return clock.game_time(game), sorted(set(deeds.values_list("pk", flat=True)))

    async def _close_stakes(self, *, turns_left: int) -> None:
        """Battles end at the tables: from the middle on some questions are answered each turn."""
        if turns_left > self.turns // 2:
            return
        stakes = await database_sync_to_async(self._open_stakes)()
        for pk, answers in stakes[: ceil(len(stakes) / (turns_left + 1))]:
            await self._press(f"/master/stakes/{pk}/answer/", answer=bots.dice.choice(answers))

    def _open_stakes(self) -> list[tuple[int, list[str]]]:
        """Ids of the questions nobody has closed, each with the keys of its answers."""
        rows = Stake.objects.filter(map__game_id=self.game_id, answer="").order_by("map", "order")
        return [(row.pk, [answer["slug"] for answer in row.answers]) for row in rows]

    async def _pause(self) -> None:
        """In a pause all pages must be true, and nothing may run out."""
        await self._press("/master/pause/", reason="Пицца")
        await self.at_pause()
        await self._press("/master/resume/")

    async def _end(self) -> None:
        """See what would expire, then end the day as it stands there."""
        time = asyncio.get_running_loop().time
        patient_until = time() + PATIENCE
        while True:
            is_late = time() > patient_until
            if not is_late and await database_sync_to_async(self._is_sounding)():
                await asyncio.sleep(LOOK_EVERY)
                continue
            preview = (await self.client.get("/master/end/")).raise_for_status().text
            seen = SEEN.search(preview)
            fields = {"seen": seen["cards"] if seen else "", "break_chorus": "1" if is_late else ""}
            answer = await self._press("/master/end/", **fields)
            if answer.status_code == HTTPStatus.FOUND or time() > patient_until + PATIENCE:
                return

    def _is_sounding(self) -> bool:
        return Chorus.objects.filter(game_id=self.game_id, state=ChorusState.OPEN).exists()

    async def _press(self, path: str, **fields: object) -> httpx.Response:
        answer = await bots.press(self.client, self.base, path, fields)
        self.answers.note(path, answer)
        return answer
