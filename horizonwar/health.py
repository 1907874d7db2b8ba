"""`GET /healthz`: would the day go on? For the host, for preflight, and for a supervisor."""

from __future__ import annotations

from typing import Any

import structlog
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from horizonwar import clock, copies
from horizonwar.live import hooks, hub

logger = structlog.get_logger(__name__)

OLDEST_TICK = 10.0  # seconds; deadlines would be late by more than that


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answers 503 when the database is down or the ticker of this process stands still.

    `tick_age` is null in a process without a ticker (a worker beside `manage.py ticker`).
    """
    live = hub.status()
    seq = _seq()
    age = live["tick_age"]
    is_ticking = age is None or age <= OLDEST_TICK
    is_well = seq is not None and is_ticking
    return JsonResponse(
        {
            "ok": is_well,
            "database": {"ok": seq is not None, "engine": connection.vendor},
            "layer": str(settings.CHANNEL_LAYERS["default"]["BACKEND"]).rsplit(".", 1)[-1],
            "ticker": {"ok": is_ticking, "age": age},
            "copies": _copies(),
            "seq": seq or {},
            "live": {name: figure for name, figure in live.items() if name != "tick_age"},
        },
        status=200 if is_well else 503,
    )


def _copies() -> dict[str, Any]:
    """Late copies are no reason for a 503: the day goes on. `ok` is null where none are made."""
    if not copies.are_made():
        hint = "" if copies.database() else "copies are the database's own business: pg_dump"
        return {"ok": None, "age": None, "fault": "", "hint": hint}
    told = copies.last()
    if told is None:
        return {"ok": False, "age": None, "fault": "", "hint": "none yet"}
    age = None if told.good_at is None else round(clock.now().timestamp() - told.good_at, 1)
    is_well = not told.fault and not told.is_late
    return {"ok": is_well, "age": age, "fault": told.fault, "hint": told.name}


def _seq() -> dict[int, int] | None:
    """The newest seq of each game, or None when the database does not answer."""
    try:
        positions: dict[int, Any] = dict(hooks.positions())
    except Error:
        logger.exception("The database does not answer")
        return None
    return {game_id: position.seq for game_id, position in positions.items()}
