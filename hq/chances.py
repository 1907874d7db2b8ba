"""The one source of chance of the HQ game: the system's own randomness."""

from __future__ import annotations

import secrets
from collections.abc import Callable

Roll = Callable[[], int]


def percent() -> int:
    """A fair throw from 1 to 100."""
    return secrets.randbelow(100) + 1
