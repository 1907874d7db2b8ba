from __future__ import annotations

import pytest

from hq import scenario
from hq.scenario import Pack


@pytest.fixture(scope="session")
def pack() -> Pack:
    return scenario.read(scenario.find("voina-gorizonta"))
