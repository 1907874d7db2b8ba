"""What a benchmark runs in processes of its own: `python -m hq.benches PART ARGUMENTS`."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import django

PARTS = ("crew", "serving", "hub_floor", "vote_floor")


def main(part: str, *arguments: str) -> None:
    """Run a part. The floor of the hub does without Django, that is its point."""
    if part not in PARTS:
        raise SystemExit(f"{part} is none of {', '.join(PARTS)}")
    if part != "hub_floor":
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "horizonwar.settings")
        django.setup()
    import_module(f"hq.benches.{part}").main(*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
