from __future__ import annotations

import asyncio
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hq.benches import live
from hq.benches.house import BenchError, House
from hq.benches.report import Report, sizes

PARTS = ("push", "burst", "join", "restart")


class Command(BaseCommand):
    help = "Measure how fast changes reach the phones, on a server and a database of its own."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sockets", type=sizes, default=(50, 200, 500), help="crowds, 50,200")
        parser.add_argument("--runs", type=int, default=3, help="interleaved with the floor's")
        parser.add_argument("--triggers", type=int, default=12, help="changes in a run")
        parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART")
        parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")

    def handle(self, **options: Any) -> None:
        plan = live.Plan(
            sockets=options["sockets"],
            runs=max(1, options["runs"]),
            triggers=max(1, options["triggers"]),
            parts=frozenset(options["only"]),
        )
        report = Report(bench="live", write=self._tell)
        try:
            with House() as house:
                report.machine(**house.kind)
                asyncio.run(live.measure(house, plan, report))
        except BenchError as fault:
            raise CommandError(str(fault), returncode=2) from fault
        if report.missed and options["check"]:
            raise CommandError(f"Goals missed: {', '.join(report.missed)}", returncode=1)

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
