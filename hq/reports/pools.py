"""The pools over the time of the day."""

from __future__ import annotations

from django.utils.translation import gettext as _

from hq import clock
from hq.enums import PoolKind
from hq.models import Game, Pool
from hq.reports.views import Moment, Point, PoolTold


def told(game: Game) -> tuple[PoolTold, ...]:
    """Each pool with every change of its balance; the last point is now, or the end."""
    rows = {row.kind: row for row in Pool.objects.filter(game=game).prefetch_related("lines")}
    return tuple(
        _pool(rows[kind], kind, clock.game_time(game)) for kind in PoolKind if kind in rows
    )


def _pool(row: Pool, kind: PoolKind, now: int) -> PoolTold:
    lines = sorted(row.lines.all(), key=lambda line: line.pk)
    points = [Point(at_ms=line.game_time, balance=line.balance_after) for line in lines]
    points.append(Point(at_ms=max(now, points[-1].at_ms if points else 0), balance=row.balance))
    return PoolTold(
        kind=kind.value,
        name=str(kind.label),
        ceiling=row.ceiling,
        start=points[0].balance,
        end=row.balance,
        points=tuple(points),
    )


def turns(game: Game) -> tuple[Moment, ...]:
    rows = game.journal.filter(kind="turn_opened").order_by("seq")
    return tuple(
        Moment(at_ms=row.game_time, name=_("turn %(turn)s") % {"turn": row.params["turn"]})
        for row in rows
    )
