from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from hq import games, keeping
from hq.errors import RefusedError


class Command(BaseCommand):
    help = "Make a game day from a file of export_game; a file with a fault changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="the day of the same key is wiped first"
        )
        parser.add_argument(
            "--hold", action="store_true", help="a running clock stands where it was last heard of"
        )

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            document = keeping.read(file.read_bytes())
            game = games.take_in(document, replace=options["replace"], hold=options["hold"])
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except keeping.DayFileError as error:
            told = _("Nothing was changed. Faults: %(count)s") % {"count": len(error.faults)}
            raise CommandError(f"{told}\n{error}") from error
        except RefusedError as refusal:
            raise CommandError(f"{refusal} (--replace)") from refusal
        self.stdout.write(_("The day “%(game)s” is here.") % {"game": game.key})
