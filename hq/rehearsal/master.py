"""The game master of a rehearsal: issues the deck turn by turn, judges, pauses once, ends it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from math import ceil
from operator import itemgetter

import httpx
from channels.db import database_sync_to_async
from django.db.models import Q

from hq import bots, clock, figures
from hq.enums import CardKind, CardState, ChorusState, DecisionMode, Judgement, Trigger
from hq.models import Aggravation, Card, Chorus, Game, Pool, Stake, Way
from hq.rehearsal.volunteers import Answers

TURN = 40 * 60  # seconds of game time: six turns are four hours
LAST_MINUTES = 2 * 60  # seconds kept free at the end of a turn
# A pool below this share of its ceiling, for a whole day to come, is too low for the reserve.
SPARED = 0.15
JUDGED_AFTER = 45  # seconds of game time that a personal card's deed takes
REFUSED = 1 / 6  # share of deeds and own ways that a game master does not let pass
BLUNDERS = 1 / 5  # share of cards that something said or done in the room makes worse
BLUNDER_AT = (60, 240)  # seconds after the issue
LOOK_EVERY = 0.25
PATIENCE = 30.0  # seconds for a chorus to finish before the day ends

Planned = tuple[float, Callable[[], Awaitable[None]]]

SEEN = re.compile(r'name="seen"[^>]*value="(?P<cards>[^"]*)"')


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A card and the game second of its turn at which it is issued."""

    card_id: int
    at: float


def spread(times: Sequence[tuple[int, int | None]]) -> list[Slot]:
    """Cards of a turn (id, seconds each gives), evenly: the longest first, each has its time."""
    ordered = sorted(times, key=lambda card: -(card[1] or TURN))
    room = TURN - LAST_MINUTES
    shortest = min((limit for _pk, limit in times if limit), default=0)
    step = max(0, room - shortest) / max(1, len(times) - 1)
    return [
        Slot(card_id=pk, at=max(0.0, min(number * step, room - (limit or 0))))
        for number, (pk, limit) in enumerate(ordered)
    ]


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A way that a game master has a say in; only an own way gets a price."""

    way_id: int
    price: Mapping[str, int] | None


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
    # Game second and key of an aggravation that the room will give cause for.
    blunders: list[tuple[float, int]] = field(default_factory=list)

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
            for at, act in self._agenda(turn, deck.get(turn, ())):
                await self._wait_until(TURN * (turn - 1) + at)
                if not self.is_cut_short:
                    await act()
            await self._wait_until(TURN * turn)
            if self.is_cut_short:
                break
        await self._end()

    def _agenda(self, turn: int, cards: Sequence[tuple[int, int | None]]) -> list[Planned]:
        """What this turn brings, by its second: cards, answers from the tables, the pause."""
        planned: list[Planned] = [
            (slot.at, partial(self._issue, slot.card_id, turn)) for slot in spread(cards)
        ]
        if self.turns - turn <= self.turns // 2:
            planned.append((TURN / 2, partial(self._close_stakes, turns_left=self.turns - turn)))
        if turn == (self.turns + 1) // 2:
            planned.append((TURN / 2, self._pause))
        return sorted(planned, key=itemgetter(0))

    async def _issue(self, card_id: int, turn: int) -> None:
        """Put a card before the HQ; sometimes the room will give cause to make it worse."""
        if not await database_sync_to_async(self._wants)(card_id, turn):
            return
        await self._press(f"/master/cards/{card_id}/issue/")
        found = await database_sync_to_async(self._can_get_worse)(card_id)
        if found and bots.dice.random() < BLUNDERS:
            now, pk = found
            self.blunders.append((now + bots.dice.uniform(*BLUNDER_AT), pk))

    def _can_get_worse(self, card_id: int) -> tuple[float, int] | None:
        """The game second, and what a game master may apply to this card."""
        first = Aggravation.objects.filter(card_id=card_id, trigger=Trigger.MASTER).first()
        game = Game.objects.get(pk=self.game_id)
        return None if first is None else (clock.game_time(game) / 1000, first.pk)

    def _deck(self) -> dict[int, list[tuple[int, int | None]]]:
        rows = Card.objects.filter(
            game_id=self.game_id, headcount__lte=self.headcount, planned_turn__gt=0
        )
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
            for way in waiting:
                await self._judge(way)
            due = [pk for at, pk in self.blunders if at * 1000 <= now]
            self.blunders = [(at, pk) for at, pk in self.blunders if pk not in due]
            for pk in due:
                await self._press(f"/master/aggravations/{pk}/")
            if now >= second * 1000:
                return
            await asyncio.sleep(LOOK_EVERY)
            self.is_cut_short = time() > self.until

    def _look(self) -> tuple[int, list[Waiting]]:
        """Game time in ms, and what waits for a game master: own ways, deeds that were begun."""
        game = Game.objects.get(pk=self.game_id)
        now = clock.game_time(game)
        is_begun = Q(backings__isnull=False) | Q(
            card__mode=DecisionMode.PERSONAL, card__issued_at__lt=now - JUDGED_AFTER * 1000
        )
        rows = Way.objects.filter(
            Q(author__isnull=False) | is_begun,
            card__game=game,
            card__state=CardState.OPEN,
            judgement=Judgement.AWAITING,
        )
        own = set(rows.filter(author__isnull=False).values_list("pk", flat=True))
        prices = list(figures.of(game).own_way_costs.values())
        return now, [
            Waiting(way_id=pk, price=bots.dice.choice(prices) if pk in own else None)
            for pk in sorted(set(rows.values_list("pk", flat=True)))
        ]

    async def _judge(self, way: Waiting) -> None:
        """Deeds are mostly done well; an own way gets a price by one tap, sometimes a risk."""
        if bots.dice.random() < REFUSED:
            await self._press(f"/master/ways/{way.way_id}/refuse/", reason="Не вышло")
            return
        terms: dict[str, object] = {}
        if way.price is not None:
            terms = {f"cost_{kind}": amount for kind, amount in way.price.items()}
            terms["chance"] = bots.dice.choice((0, 25, 50))
        await self._press(f"/master/ways/{way.way_id}/pass/", **terms)

    async def _close_stakes(self, *, turns_left: int) -> None:
        """Battles end at the tables: from the middle on some questions are answered each turn."""
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
