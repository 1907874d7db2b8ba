from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from hq import games, preflight
from hq.parts import Light

SIGNS = {Light.GOOD: "+", Light.LOOK: "?", Light.WARN: "!", Light.BAD: "X"}


class Command(BaseCommand):
    help = "The list before the doors open: + ready, ? look yourself, ! mind it, X not ready."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", default="", help="a day's key; default: the newest")
        parser.add_argument("--port", type=int, default=settings.SERVE_PORT)

    def handle(self, *args: Any, game: str, port: int, **options: Any) -> None:
        settings.SERVE_PORT = port
        told = preflight.look(games.find(game), health=preflight.ask())
        styles = {Light.GOOD: self.style.SUCCESS, Light.BAD: self.style.ERROR}
        for line in told:
            style = styles.get(line.light, self.style.WARNING)
            self.stdout.write(f"{style(SIGNS[line.light])} {line.name}: {line.text}")
        if any(line.light == Light.BAD for line in told):
            sys.exit(1)
