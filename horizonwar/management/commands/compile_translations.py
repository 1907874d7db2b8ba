"""Compile the translation catalogues; check or update them on request."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from horizonwar import catalogues


class Command(BaseCommand):
    help = "Compiles stale .po files to .mo. Needs no gettext tools."
    requires_system_checks = ()  # one of them asks for the very files made here

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; fail on untranslated, fuzzy, missing and left-over entries",
        )
        parser.add_argument(
            "--update",
            action="store_true",
            help="add empty entries for new texts, drop those that nothing says any more",
        )

    def handle(self, **options: Any) -> None:
        if options["update"]:
            self.stdout.write(f"{catalogues.update()} entries added or dropped")
        if options["check"]:
            self._check()
            return
        for written in catalogues.compile_stale():
            self.stdout.write(f"compiled {written.name} of {written.parts[-3]}")

    def _check(self) -> None:
        faults = catalogues.problems()
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} faults in the translations")
        self.stdout.write("The translations are complete.")
