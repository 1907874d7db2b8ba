from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from hq import scenario


class Command(BaseCommand):
    help = (
        "Check a scenario pack; with --game, add what of it a day not yet started lacks. "
        "A new day is made with new_game."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pack", help="a file, a folder, or the slug of a bundled pack")
        parser.add_argument("--game", metavar="KEY", help="the day that gets them")

    def handle(self, *args: Any, pack: str, game: str | None, **options: Any) -> None:
        try:
            found = scenario.read(scenario.find(pack))
            if game is None:
                self.stdout.write(_("No faults. Make a day of it with: new_game %s") % pack)
                return
            added = scenario.add_cards(found, game_key=game)
        except scenario.PackError as error:
            raise CommandError(str(error)) from error
        listed = ", ".join(added) or "–"
        self.stdout.write(
            _("Added: %(count)s (%(added)s).") % {"count": len(added), "added": listed}
        )
