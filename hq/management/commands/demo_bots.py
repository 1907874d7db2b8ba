from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import httpx
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from hq import bots, games
from hq.enums import Role
from hq.models import Seat

START_LIMIT = 60  # seconds to wait for the server


class Command(BaseCommand):
    help = "A few bots sit in the HQ of the newest day and take part until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=settings.SERVE_PORT)
        parser.add_argument("--game", default="", help="the key of a day; default: the newest")

    def handle(self, *args: Any, port: int, game: str, **options: Any) -> None:
        day = games.find(game)
        door = games.door(day, Role.VOLUNTEER) if day else None
        if day is None or door is None:
            raise CommandError("There is no day with an open door for volunteers.")
        base = f"http://127.0.0.1:{port}"
        tokens = dict(
            Seat.objects.filter(game=day, person__is_bot=True, revoked_at__isnull=True).values_list(
                "person__name", "token"
            )
        )
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(self._run(base, door.code, tokens))

    async def _run(self, base: str, code: str, tokens: dict[str, str]) -> None:
        async with httpx.AsyncClient(base_url=base) as client:
            for _ in range(START_LIMIT * 2):
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get("/healthz")).is_success:
                        break
                await asyncio.sleep(0.5)
        await bots.run(base=base, code=code, tokens=tokens)
