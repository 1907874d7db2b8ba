"""What became of a ship that went out of action, by the rule system it flew under."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext

from fleets.battles import Field
from fleets.rules.horizon.state import State


def fate(field: Field, unit: str) -> str:
    """Its survival in words; empty while nobody has rolled."""
    told = _FATES.get(field.battle.system)
    return told(field, unit) if told is not None else ""


def _horizon(field: Field, unit: str) -> str:
    state: State = field.state
    rolled = state.survival.get(unit)
    if rolled is None:
        return ""
    return gettext(field.system.term(state.tables.survival[rolled.result].name))


_FATES: Mapping[str, Callable[[Any, str], str]] = {"horizon": _horizon}
