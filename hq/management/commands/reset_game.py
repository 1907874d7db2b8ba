from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from hq import games, scenario, snapshots


class Command(BaseCommand):
    help = "Bring a day back to the start of its pack; what was is kept as a snapshot."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the day's key")
        parser.add_argument("--pack", default="", help="another pack; default: the day's own")
        parser.add_argument(
            "--keep-seats", action="store_true", help="people, seats and doors stay"
        )

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        found = games.find(game) if game else None
        if found is None:
            raise CommandError(_("There is no game day “%(game)s” here.") % {"game": game})
        try:
            pack = scenario.read(scenario.find(options["pack"] or found.pack))
        except scenario.PackError as error:
            raise CommandError(str(error)) from error
        fresh = snapshots.reset(found, pack=pack, keep_seats=options["keep_seats"])
        self.stdout.write(_("The day “%(game)s” is at its start again.") % {"game": fresh.key})
