"""Which lines of a battle count: a line that was taken back does not, unless that was too."""

from __future__ import annotations

from collections.abc import Sequence

from fleets.models import Line


def gone(lines: Sequence[Line]) -> frozenset[int]:
    """Numbers of lines that do not count any more."""
    taken: set[int] = set()
    for line in sorted(lines, key=lambda each: each.number, reverse=True):
        if line.number not in taken:
            taken.update(line.retracts)
    return frozenset(taken)
