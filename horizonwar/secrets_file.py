"""Secrets that are made once on this machine and kept in a git-ignored folder."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def keep(path: Path, *, length: int) -> str:
    """Read a secret; if there is none yet, make one of `length` characters, mode 600.

    Two processes may start at once: the file is created exclusively, the loser reads the winner's.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="utf-8").strip()
    made = "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(length))
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(made + "\n")
    return made
