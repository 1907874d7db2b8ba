"""The one reader of the system clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.conf import settings


def now() -> datetime:
    """The present moment, UTC. Rehearsals and tests may shift it by `CLOCK_SHIFT` seconds."""
    return datetime.now(tz=UTC) + timedelta(seconds=settings.CLOCK_SHIFT)


def epoch_ms(moment: datetime) -> int:
    """Milliseconds since 1970, as browsers count them."""
    return round(moment.timestamp() * 1000)
