from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from hq import games, scenario


class Command(BaseCommand):
    help = "Write the cards, maps and pools of a day as a scenario pack (YAML)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the key of a day, or the slug of its pack")
        parser.add_argument("--file", type=Path, help="where to write it; default: print it")

    def handle(self, *args: Any, game: str, file: Path | None, **options: Any) -> None:
        day = games.find(game) or games.newest_of(game)
        if day is None:
            raise CommandError(_("There is no game day “%(game)s” here.") % {"game": game})
        try:
            text, left = scenario.write(day)
        except scenario.PackError as error:
            raise CommandError(str(error)) from error
        for title in left:
            self.stderr.write(_("Left out, for it has no way: %(card)s") % {"card": title})
        if file is None:
            self.stdout.write(text)
        else:
            file.write_text(text, encoding="utf-8")
