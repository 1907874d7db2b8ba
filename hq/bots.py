"""Bots: volunteers who come in by the same door as people and press the same buttons over HTTP.

They hold a socket as a page does; what they see is built by the same boards; nothing here decides
anything that a player could not. `Bot` itself is the demo's temperament: it thinks aloud beside
one person who tries the whole HQ alone. The rehearsal has another (`hq.rehearsal.volunteers`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
import structlog
import websockets
from channels.db import database_sync_to_async
from django.conf import settings

from hq import clock, figures, presence
from hq.boards import cards, chorus, me
from hq.boards.views import CardView, MeView, WayView
from hq.enums import ChorusState, Phase, WayKind
from hq.models import Game, Person, Seat
from hq.viewers import Viewer

NAMES = ("Механик Зелёный", "Радистка Ася", "Доктор Лунь", "Стажёр Пётр")
PING_EVERY = 4.0  # seconds, as a phone does
SHORT_OF_TIME = 75_000  # ms of game time: then a bot voices what people left unvoiced

logger = structlog.get_logger(__name__)
dice = secrets.SystemRandom()


@dataclass(frozen=True, kw_only=True)
class Sight:
    """What a bot sees at one glance."""

    open: tuple[CardView, ...]
    me: MeView
    chorus_id: int  # the sounding chorus, or 0
    game_time: int
    humans: frozenset[str]  # names of present people who are no bots


@dataclass(kw_only=True)
class Page:
    """The socket of one page at `base` (scheme, host, port): held, pinged, opened again."""

    base: str
    client: httpx.AsyncClient
    board: str = "hq"

    async def hold(self) -> None:
        """Until cancelled."""
        while True:
            try:
                async with self.connect() as socket:
                    await self._answer(socket)
            except (OSError, websockets.WebSocketException, httpx.HTTPError):
                await asyncio.sleep(dice.uniform(0.5, 3))

    def connect(self) -> websockets.connect:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        return websockets.connect(
            self.base.replace("http", "ws", 1) + f"/ws/{self.board}/",
            origin=websockets.Origin(self.base),
            additional_headers={"Cookie": cookies},
            proxy=None,
        )

    async def hear(self, message: str) -> None:
        """A frame or a pong came. A bot that looks for itself needs neither."""

    def position(self) -> tuple[str, int]:
        """The epoch and seq that the page has reached, for its pings."""
        return "", 0

    async def _answer(self, socket: websockets.ClientConnection) -> None:
        number = 0
        while True:
            number += 1
            epoch, seq = self.position()
            await socket.send(json.dumps({"ping": number, "seq": seq, "epoch": epoch}))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PING_EVERY):
                    while True:
                        await self.hear(str(await socket.recv()))


def csrf(client: httpx.AsyncClient, base: str) -> dict[str, str]:
    """The headers by which a POST shows that it comes from the server's own page."""
    token = client.cookies.get(settings.CSRF_COOKIE_NAME) or ""
    return {"X-CSRFToken": token, "Origin": base, "Referer": f"{base}/"}


async def press(
    client: httpx.AsyncClient, base: str, path: str, fields: Mapping[str, Any]
) -> httpx.Response:
    """One intent of a person: a POST with a one-time key of its own."""
    key = secrets.token_urlsafe(16)
    headers = {**csrf(client, base), "X-Command-Key": key, "HX-Request": "true"}
    return await client.post(path, data=fields, headers=headers)


@dataclass(kw_only=True)
class Bot:
    """One volunteer at `base` (scheme, host, port). `pace`: seconds a thought takes at most."""

    base: str
    code: str
    name: str
    token: str = ""  # of the seat this bot had before
    pace: float = 8.0
    look_every: float = 1.5
    owns_up: bool = True  # noted as a bot, so that a person who plays along can tell
    client: httpx.AsyncClient = field(init=False)
    viewer: Viewer = field(init=False)

    async def live(self) -> None:
        """Come in and take part until cancelled; a lost server is waited for."""
        async with httpx.AsyncClient(
            base_url=self.base, timeout=20, trust_env=False
        ) as self.client:
            await self._come_in()
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._page().hold())
                tasks.create_task(self._think())

    def _page(self) -> Page:
        return Page(base=self.base, client=self.client)

    async def _come_in(self) -> None:
        page = f"/s/{self.token}/" if self.token else f"/j/{self.code}/"
        await self.client.get(page)
        answer = await self.client.post(
            page,
            data={"name": self.name, "twin": "1"},
            headers=csrf(self.client, self.base),
            follow_redirects=False,
        )
        if answer.is_error:
            raise httpx.HTTPStatusError("no seat", request=answer.request, response=answer)
        self.viewer = await database_sync_to_async(self._find_self)()

    def _find_self(self) -> Viewer:
        seats = Seat.objects.select_related("person").order_by("-pk")
        known = {"token": self.token} if self.token else {"person__name__startswith": self.name}
        newest = seats.filter(**known)[0]
        if self.owns_up:
            Person.objects.filter(pk=newest.person_id).update(is_bot=True)
        return Viewer.of_seat(newest, language="ru")

    async def _think(self) -> None:
        while True:
            await asyncio.sleep(self.look_every)
            try:
                seen = await database_sync_to_async(self._look)()
                await self._act(seen)
            except httpx.HTTPError as error:
                logger.info("A bot waits for the server", bot=self.name, error=str(error))

    def _look(self) -> Sight:
        game = Game.objects.get(pk=self.viewer.game_id)
        here = presence.present(game.pk, figures=figures.of(game), moment=clock.wall())
        shown = chorus.chorus(self.viewer)
        return Sight(
            open=cards.cards(self.viewer).open,
            me=me.me(self.viewer),
            chorus_id=shown.id if shown.state == ChorusState.OPEN else 0,
            game_time=clock.game_time(game),
            humans=frozenset(here.filter(is_bot=False).values_list("name", flat=True)),
        )

    async def _act(self, seen: Sight) -> None:
        """At most one thing at a time, after a moment's thought."""
        if seen.chorus_id and seen.me.chorus_id == seen.chorus_id and not seen.me.has_spoken:
            await asyncio.sleep(dice.uniform(0.5, 3))
            await self._post(f"/hq/chorus/{seen.chorus_id}/speak/")
            return
        voted = {ballot.card_id: ballot.way_id for ballot in seen.me.ballots}
        for card in seen.open:
            if card.phase != Phase.DELIBERATION or card.is_personal:
                continue
            choice = choose(card, humans=seen.humans, own=voted.get(card.id))
            if choice is not None:
                await asyncio.sleep(dice.uniform(1, self.pace))
                await self._post(f"/hq/cards/{card.id}/back/", way=choice.id)
                return
            ready = ripe(card, seen)
            if ready is not None:
                await self._post(f"/hq/cards/{card.id}/voice/", way=ready.id)
                return

    async def _post(self, path: str, **fields: int) -> None:
        answer = await press(self.client, self.base, path, fields)
        if answer.status_code == httpx.codes.CONFLICT:
            logger.debug("A bot was refused", bot=self.name, path=path)


def choose(card: CardView, *, humans: Iterable[str], own: int | None) -> WayView | None:
    """The way a bot now backs, or None when it is content: people lead, bots follow.

    As long as no person has backed anything, bots spread over what the pools cover.
    """
    affordable = [
        way
        for way in card.ways
        if way.can_back and way.is_affordable and way.kind != WayKind.DECLINE
    ]
    named = set(humans)
    led = max(
        (way for way in card.ways if named.intersection(way.backers)),
        key=lambda way: len(named.intersection(way.backers)),
        default=None,
    )
    if led is not None:
        return None if own == led.id else led
    if own is not None or not affordable:
        return None
    return dice.choice(affordable)


def ripe(card: CardView, seen: Sight) -> WayView | None:
    """A way that bots voice themselves: time is short, or no person is here to do it."""
    is_short = card.due_ms is not None and card.due_ms - seen.game_time < SHORT_OF_TIME
    if seen.humans and not is_short:
        return None
    return next((way for way in card.ways if way.is_ready and way.is_affordable), None)


async def run(
    *, base: str, code: str, names: Iterable[str] = NAMES, tokens: Mapping[str, str]
) -> None:
    """All bots side by side until cancelled; `tokens` bring bots of an earlier run back.

    Raises the first failure of any.
    """
    async with asyncio.TaskGroup() as tasks:
        for name in names:
            bot = Bot(base=base, code=code, name=name, token=tokens.get(name, ""))
            tasks.create_task(bot.live())
