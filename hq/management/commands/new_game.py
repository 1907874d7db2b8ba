from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hq import games, scenario
from hq.enums import Role


class Command(BaseCommand):
    help = "Make a new game day from a scenario pack (a slug or a path)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pack", help="a file, a folder, or the slug of a bundled pack")
        parser.add_argument("--key", default="", help="what stands in addresses; default: the slug")
        parser.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, pack: str, key: str, **options: Any) -> None:
        try:
            found = scenario.read(scenario.find(pack))
        except scenario.PackError as error:
            raise CommandError(str(error)) from error
        game = games.create(pack=found, key=key or games.free_key(found.slug))
        told = {"game": game.key}
        for name, role in (("join_code", Role.VOLUNTEER), ("wall_code", Role.SCREEN)):
            door = games.door(game, role)
            told[name] = door.code if door else ""
        if options["json"]:
            self.stdout.write(json.dumps(told))
        else:
            self.stdout.write("\n".join(f"{name}: {value}" for name, value in told.items()))
