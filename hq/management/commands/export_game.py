from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from hq import games, keeping


class Command(BaseCommand):
    help = "Write everything of a game day into a file; the same day is always the same bytes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the day's key")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, game: str, file: Path, **options: Any) -> None:
        document = games.whole(game)
        if document is None:
            raise CommandError(_("There is no game day “%(game)s” here.") % {"game": game})
        data = keeping.dump(document)
        keeping.write(file, data)
        rows = sum(map(len, document.rows.values()))
        self.stdout.write(
            _("Written: %(rows)s rows, %(size)s kB.")
            % {
                "rows": rows,
                "size": -(-len(data) // 1024),
            }
        )
        self.stdout.write(_("The file holds everybody's seats: keep it as you keep the laptop."))
