"""Figures as JSON lines, each with its floor, its ratio and its goal."""

from __future__ import annotations

import json
import math
import os
import platform
import statistics
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Goal:
    """At most (or at least) `limit`; `of` says of what: the value or the ratio to the floor."""

    limit: float
    of: str = "value"
    is_least: bool = False

    def is_met(self, value: float) -> bool:
        return value >= self.limit if self.is_least else value <= self.limit

    def __str__(self) -> str:
        return f"{self.of} {'>=' if self.is_least else '<='} {self.limit:g}"


@dataclass(kw_only=True)
class Report:
    """Says each figure when it is known and keeps those that missed their goal."""

    bench: str
    write: Callable[[str], object]
    missed: list[str] = field(default_factory=list)

    def machine(self, **more: Any) -> None:
        """The line that comes first: what all figures were seen on."""
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
        self._line(
            figure="machine",
            python=platform.python_version(),
            system=platform.system(),
            cpus=os.cpu_count(),
            load=None if load is None else round(load, 1),
            **more,
        )

    def value(self, figure: str, value: float, *, goal: Goal | None = None, **more: Any) -> None:
        """A figure that stands alone."""
        self._judge(figure, value, goal=goal, told={"value": tidy(value)}, more=more)

    def beside(
        self,
        figure: str,
        *,
        product: Sequence[float],
        floor: Sequence[float],
        goal: Goal | None = None,
        **more: Any,
    ) -> None:
        """A figure of several runs beside the floor of the same runs: medians, median ratio."""
        ratios = [mine / base for mine, base in zip(product, floor, strict=True) if base]
        ratio = statistics.median(ratios) if ratios else math.inf
        told = {
            "product": tidy(statistics.median(product)),
            "floor": tidy(statistics.median(floor)),
            "ratio": tidy(ratio),
            "ratios": [tidy(each) for each in ratios],
        }
        self._judge(figure, ratio, goal=goal, told=told, more=more)

    def failed(self, figure: str, why: str, **more: Any) -> None:
        """A figure that could not be had counts as missed."""
        self.missed.append(_name(figure, more))
        self._line(figure=figure, error=why, met=False, **more)

    def _judge(
        self,
        figure: str,
        value: float,
        *,
        goal: Goal | None,
        told: dict[str, Any],
        more: dict[str, Any],
    ) -> None:
        judged = {} if goal is None else {"goal": str(goal), "met": goal.is_met(value)}
        if judged and not judged["met"]:
            self.missed.append(_name(figure, more))
        self._line(figure=figure, **told, **judged, **more)

    def _line(self, **told: Any) -> None:
        self.write(json.dumps({"bench": self.bench, **told}, ensure_ascii=False))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of all do not exceed (nearest rank). ValueError: there are none."""
    if not values:
        raise ValueError("no values")
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def sizes(text: str) -> tuple[int, ...]:
    """Positive numbers with commas between."""
    try:
        found = tuple(int(word) for word in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no list of numbers like 50,200,500") from None
    if min(found) < 1:
        raise ArgumentTypeError("at least 1")
    return found


def tidy(value: float) -> float:
    """Three significant digits are more than such a measurement bears."""
    if value == 0 or not math.isfinite(value):
        return value
    return round(value, max(0, 2 - math.floor(math.log10(abs(value)))))


def _name(figure: str, more: dict[str, Any]) -> str:
    where = [f"{key}={more[key]}" for key in ("sockets", "clients") if key in more]
    return " ".join([figure, *where])
