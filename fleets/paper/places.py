"""The lines of values in a text, as faults name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hq.scenario import Fault, PackError
from hq.scenario.places import Place, Step, parse


def place_of_json(text: str) -> tuple[Place, list[Fault]]:
    """Places of the values of a JSON text, and keys that stand twice.

    JSON is YAML but for tabs, which JSON has only between its values.
    """
    try:
        _values, place, faults = parse(text.replace("\t", " "))
    except (PackError, RecursionError):
        return Place(), []
    return place, faults


def place_of_lines(
    lines: Mapping[tuple[Step, ...], int], called: Callable[[tuple[Step, ...]], str]
) -> Place:
    """Places from the line of each path, and what a path is called on the page."""
    root = Place()
    for path, line in sorted(lines.items(), key=lambda item: len(item[0])):
        place = root
        for step in path[:-1]:
            place = place.inside.setdefault(step, Place())
        place.inside[path[-1]] = Place(line, called(path))
    return root
