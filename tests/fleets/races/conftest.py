from __future__ import annotations

from tests.hq.races.conftest import locked, unlocked  # noqa: F401  (fixtures)
