from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import TextChoices
from django.utils import translation

from hq import states
from hq.enums import (
    AidState,
    CardState,
    ChorusState,
    DispatchState,
    GameState,
    GrantState,
    HelpState,
    Judgement,
    Phase,
    StrokeState,
)

Table = Mapping[str, frozenset[str]]

HEAD = """# States

Drawn by `manage.py state_diagram` from `hq/states.py`; edit that table, never this file. \
`state_diagram --check` fails when the two differ.
"""

TABLES: tuple[tuple[str, type[TextChoices], Table], ...] = (
    ("A day (`Game.state`)", GameState, states.GAME),
    ("A card (`Card.state`)", CardState, states.CARD),
    ("A decision (`Decision.phase`)", Phase, states.PHASE),
    ("A chorus (`Chorus.state`)", ChorusState, states.CHORUS),
    ("A way's judgement (`Way.judgement`)", Judgement, states.JUDGEMENT),
    ("A dispatch (`Dispatch.state`)", DispatchState, states.DISPATCH),
    ("A grant of command points (`Grant.state`)", GrantState, states.GRANT),
    ("A rescue aid (`Aid.state`)", AidState, states.AID),
    ("The one stroke (`Stroke.state`)", StrokeState, states.STROKE),
    ("A call for help (`HelpCall.state`)", HelpState, states.HELP),
)


class Command(BaseCommand):
    help = "Draw docs/states.md from the state tables."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing, compare")
        parser.add_argument("--print", action="store_true", help="print, write nothing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        drawn = draw()
        path = Path(settings.BASE_DIR) / "docs" / "states.md"
        if options["print"]:
            self.stdout.write(drawn, ending="")
        elif not check:
            path.write_text(drawn, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != drawn:
            raise CommandError("docs/states.md is out of date: run manage.py state_diagram")


def draw() -> str:
    """The whole of docs/states.md."""
    with translation.override("en"):
        return "\n".join([HEAD, *(_chapter(*table) for table in TABLES)])


def _chapter(title: str, kinds: type[TextChoices], table: Table) -> str:
    return "\n".join((f"## {title}", "", "```mermaid", *_diagram(kinds, table), "```", ""))


def _diagram(kinds: type[TextChoices], table: Table) -> Iterator[str]:
    """States in their declared order; the first is where everything begins."""
    order = list(kinds)
    yield "stateDiagram-v2"
    for kind in order:
        yield f"    {kind.value}: {kind.label}"
    yield f"    [*] --> {order[0].value}"
    for kind in order:
        for other in order:
            if other.value in table[kind.value]:
                yield f"    {kind.value} --> {other.value}"
        if not table[kind.value]:
            yield f"    {kind.value} --> [*]"
