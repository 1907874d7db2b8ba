"""Which rule systems there are. A system is imported when somebody asks for it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fleets.rules.base import RuleSystem

SYSTEMS = {
    "horizon": "fleets.rules.horizon.system:SYSTEM",
}


def get(key: str) -> RuleSystem[Any, Any, Any]:
    """The system of that key. Raises KeyError for one that is not registered."""
    module, _, name = SYSTEMS[key].partition(":")
    system: RuleSystem[Any, Any, Any] = getattr(import_module(module), name)
    return system
