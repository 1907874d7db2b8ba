"""Shared regions of pages that load together: a crowd at the door costs one rendering.

The html is kept as long as the game stands where it stood, and a second at most, since who is
present changes by itself. Whoever comes while a region is being made waits for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from horizonwar.live.hooks import Position

FRESH = 1.0  # seconds


@dataclass
class _Piece:
    """The newest html of one region for one audience."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    position: Position | None = None
    made_at: float = 0.0
    html: SafeString = field(default_factory=SafeString)


_pieces: dict[Hashable, _Piece] = {}


def html(key: Hashable, position: Position, make: Callable[[], SafeString]) -> SafeString:
    """What was made for `key` at this very position less than a second ago, or made now."""
    piece = _pieces.setdefault(key, _Piece())
    with piece.lock:
        now = time.monotonic()
        if piece.position != position or now - piece.made_at >= FRESH:
            piece.html = make()
            piece.position, piece.made_at = position, now
        return piece.html


def forget() -> None:
    """Keep nothing: tests write rows behind the journal's back."""
    _pieces.clear()
