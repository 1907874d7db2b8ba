"""Older files: one pure step from each version to the next.

A column that came later and has a default needs no step: a file without it gets the default.
What is renamed, split or means something else does: a function here, the version one higher
(`document.VERSION`), and a file of the old version beside the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hq.keeping.document import VERSION

Rows = Mapping[str, Any]

STEPS: Mapping[int, Callable[[Rows], Rows]] = {}
"""From the version that is the key to the one after it."""


def upgrade(rows: Rows, version: int) -> Rows:
    for number in range(version, VERSION):
        rows = STEPS[number](rows)
    return rows
