"""What a rehearsal runs in processes of its own: `python -m hq.rehearsal PART ARGUMENTS`."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import django

PARTS = ("day", "play")


def main(part: str, *arguments: str) -> None:
    if part not in PARTS:
        raise SystemExit(f"{part} is none of {', '.join(PARTS)}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "horizonwar.settings")
    django.setup()
    import_module(f"hq.rehearsal.{part}").main(*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
