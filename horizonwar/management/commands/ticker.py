"""`manage.py ticker`: deadlines beside a server with several workers. Any number may run."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from horizonwar.live import groups, ticker
from horizonwar.live.hub import Hub


class Command(BaseCommand):
    help = "Carry out what is due each second. Needs Redis; a plain `serve` ticks by itself."

    def handle(self, **_options: Any) -> None:
        if groups.shared_layer() is None:
            raise CommandError(
                _(
                    "The channel layer is in memory, so this process could not reach the phones:"
                    " `serve` has its own ticker. Set REDIS_URL to run one beside it."
                ),
                returncode=2,
            )
        asyncio.run(_tick())


async def _tick() -> None:
    """Until SIGINT or SIGTERM."""
    task = asyncio.create_task(ticker.run())
    with contextlib.suppress(NotImplementedError):  # Windows ends us without asking
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    await Hub.current().stop()
