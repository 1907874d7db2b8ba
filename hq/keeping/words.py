"""Numbers of rows inside JSON: «card»: 12, «people»: [3, 4], «card:12»."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Swap = Callable[[str, int], int | None]
"""From (model's label, a row's number) to its number elsewhere; None: there is no such row."""


def swapped(told: Any, ids: Mapping[str, str], swap: Swap) -> Any:
    """The same JSON with every number of a row exchanged; a row that is gone leaves nothing."""
    if isinstance(told, list):
        return [new for each in told if (new := swapped(each, ids, swap)) is not None]
    if isinstance(told, str):
        return _topic(told, ids, swap)
    if not isinstance(told, dict):
        return told
    return {name: _named(value, ids.get(name), ids, swap) for name, value in told.items()}


def _named(value: Any, label: str | None, ids: Mapping[str, str], swap: Swap) -> Any:
    if label is not None and _is_number(value):
        return swap(label, value)
    if label is not None and isinstance(value, list) and all(map(_is_number, value)):
        return [new for each in value if (new := swap(label, each)) is not None]
    return swapped(value, ids, swap) if isinstance(value, dict) else value


def _topic(topic: str, ids: Mapping[str, str], swap: Swap) -> str | None:
    noun, colon, number = topic.partition(":")
    label = ids.get(noun)
    if label is None or not colon or not number.isdecimal():
        return topic
    new = swap(label, int(number))
    return None if new is None else f"{noun}:{new}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
