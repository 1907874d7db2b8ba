"""Reads stored battles of every released version.

A record stores the version `v` of its own shape, a state that of the whole. Each step takes
the stored form one version up; steps are never changed once released, and each has a fixture
under tests/fleets/rules/horizon/fixtures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fleets.rules.base import Json

VERSION = 1
"""Version of the stored state and of the set of records."""

Step = Callable[[Json], Json]

RECORD_STEPS: Mapping[tuple[str, int], Step] = {}
"""By kind and version: the step to the next version of that kind."""

STATE_STEPS: Mapping[int, Step] = {}
"""By version: the step to the next version of the state."""


def record(data: Json) -> Json:
    """The stored form of a record in today's shape."""
    while (step := RECORD_STEPS.get((data.get("kind", ""), data.get("v", 1)))) is not None:
        data = step(data)
    return data


def state(data: Json) -> Json:
    """The stored form of a state in today's shape."""
    version = data.get("version", 1)
    while (step := STATE_STEPS.get(version)) is not None:
        data, version = step(data), version + 1
    return data
