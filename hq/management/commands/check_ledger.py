"""`manage.py check_ledger [GAME]`: do the pools' balances equal the sums of their lines?"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hq.models import Game, Pool


class Command(BaseCommand):
    help = "Checks the books of a day, or of all: exit 1 when a balance is not its lines' sum."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", default="", help="a day's key; without: all days")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if options["game"]:
            games = games.filter(key=options["game"])
            if not games.exists():
                raise CommandError(f"There is no game day «{options['game']}» here.")
        faults = 0
        for game in games:
            found = [fault for pool in game.pools.order_by("pk") for fault in faults_of(pool)]
            for fault in found:
                self.stdout.write(f"{game.key}: {fault}")
            if not found:
                self.stdout.write(f"{game.key}: the books agree")
            faults += len(found)
        if faults:
            sys.exit(1)


def faults_of(pool: Pool) -> list[str]:
    """What is wrong with a pool's books, in sentences."""
    found, total = [], 0
    for line in pool.lines.order_by("pk").values("pk", "delta", "balance_after"):
        total += line["delta"]
        if line["balance_after"] != total:
            found.append(
                f"{pool.kind}: line {line['pk']} says {line['balance_after']} after it,"
                f" the lines up to it make {total}"
            )
    if total != pool.balance:
        found.append(f"{pool.kind}: the balance is {pool.balance}, its lines make {total}")
    return found
