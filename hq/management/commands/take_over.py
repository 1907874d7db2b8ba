from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from hq import games


class Command(BaseCommand):
    help = "After another laptop's database was put here: its running days stand, ready to go on."

    def handle(self, *args: Any, **options: Any) -> None:
        for game in games.hold_all():
            self.stdout.write(
                _("The day “%(game)s” stands; a game master lets it go on.") % {"game": game.key}
            )
        self.stdout.write(_("Game masters log in as they did on the first laptop."))
        self.stdout.write(_("A forgotten password: manage.py ensure_master --reset"))
