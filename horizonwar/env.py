"""Typed readers of environment values."""

from __future__ import annotations

import os


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def flag(name: str, *, default: bool = False) -> bool:
    """`1`, `true`, `yes` and `on` are true, everything else is false."""
    value = os.environ.get(name)
    return default if value is None else value.strip().lower() in {"1", "true", "yes", "on"}


def number(name: str, default: int) -> int:
    return int(os.environ.get(name) or default)


def words(name: str) -> list[str]:
    """A comma separated list; an unset or empty value is an empty list."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]
