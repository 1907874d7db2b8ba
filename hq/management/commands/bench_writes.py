from __future__ import annotations

import asyncio
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hq.benches import writes
from hq.benches.house import BenchError, House
from hq.benches.report import Report, sizes


class Command(BaseCommand):
    help = "Measure how many votes a second are taken, on servers and databases of its own."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--clients", type=sizes, default=(20, 100), help="voters, 20,100")
        parser.add_argument("--runs", type=int, default=3, help="interleaved with the floors'")
        parser.add_argument("--seconds", type=float, default=4.0, help="of one kind in one run")
        parser.add_argument("--check", action="store_true", help="exit 1 when a goal is missed")

    def handle(self, **options: Any) -> None:
        plan = writes.Plan(
            clients=options["clients"],
            runs=max(1, options["runs"]),
            seconds=min(60.0, max(0.2, options["seconds"])),
        )
        report = Report(bench="writes", write=self._tell)
        try:
            with House() as house, House() as floor:
                report.machine(**house.kind)
                asyncio.run(writes.measure(house, floor, plan, report))
        except BenchError as fault:
            raise CommandError(str(fault), returncode=2) from fault
        if report.missed and options["check"]:
            raise CommandError(f"Goals missed: {', '.join(report.missed)}", returncode=1)

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
