from __future__ import annotations

import io
import json
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from horizonwar import address
from hq import games
from hq.enums import Role


class Command(BaseCommand):
    help = "Print addresses, codes, the game master's login and a QR for the volunteers' door."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=settings.SERVE_PORT)

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        settings.SERVE_PORT = port
        base = address.public_url()
        told = io.StringIO()
        call_command("ensure_master", "--json", stdout=told)
        master = json.loads(told.getvalue())
        lines = ["", "  ЦУП", f"  {base}"]
        game = games.find()
        volunteers = games.door(game, Role.VOLUNTEER) if game else None
        screens = games.door(game, Role.SCREEN) if game else None
        if game and volunteers:
            lines.append(f"  {game}: код волонтёра / volunteer code  {volunteers.code}")
        if screens:
            wall = base + reverse("join", args=[screens.code])
            lines.append(f"  Экран на стене / wall screen       {wall}")
        lines.append(f"  Мастер / game master               {base}{reverse('master')}")
        password = master["password"] or "(свой / your own)"
        lines.append(f"    логин / login {master['login']}, пароль / password {password}")
        self.stdout.write("\n".join(lines))
        if volunteers:
            picture = io.StringIO()
            link = base + reverse("join", args=[volunteers.code])
            segno.make(link, error="l", micro=False).terminal(picture, border=2, compact=True)
            self.stdout.write(picture.getvalue())
