from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from hq import scenario


class Command(BaseCommand):
    help = "Read a scenario pack and print every fault and warning with its line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pack", help="a file, a folder, or the slug of a bundled pack")

    def handle(self, *args: Any, pack: str, **options: Any) -> None:
        try:
            path = scenario.find(pack)
            found = scenario.read(path)
        except scenario.PackError as error:
            raise CommandError(str(error)) from error
        for warning in scenario.warnings(found):
            self.stdout.write(self.style.WARNING(_("Warning: %s") % warning))
        params = {"path": path, "cards": len(found.cards), "maps": len(found.maps)}
        self.stdout.write(_("%(path)s: no faults; cards: %(cards)s, maps: %(maps)s.") % params)
