"""The chronicle of consequences: what the war did to the world, the lasting result of the day."""

from __future__ import annotations

from collections.abc import Iterable

from hq.events import ChronicleWritten
from hq.journal import Act
from hq.models import Card, ChronicleLine
from hq.texts import Text


def write(
    *, act: Act, text: Text, at: int, card: Card | None = None, theme: str = ""
) -> ChronicleLine:
    """Step: one more line at game time `at` (ms)."""
    line = ChronicleLine.objects.create(
        game=act.game,
        card=card,
        turn=act.game.turn,
        game_time=at,
        theme=theme,
        text=dict(text),
    )
    act.record(ChronicleWritten(chronicle_line=line.pk))
    return line


def erase(*, act: Act, lines: Iterable[int]) -> None:
    """Step: what these lines told is turned back; the journal keeps that they were written."""
    ChronicleLine.objects.filter(game=act.game, pk__in=list(lines)).delete()
