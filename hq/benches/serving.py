"""The product: `manage.py serve`, which also notes when each change is announced.

The note is taken right after the commit, in the thread that made it, so that the way of a change
can be told apart: the write before it, the push after it.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from django.core.management import call_command

from horizonwar.live import hub
from hq.benches.house import HOST


def main(port: str, stamps: str) -> None:
    note_announcements(Path(stamps))
    call_command("serve", host=HOST, port=int(port))


def note_announcements(stamps: Path) -> None:
    """From now on each announcement of this process leaves a line: seq, moment in seconds."""
    notes = os.open(stamps, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    publish = hub.publish

    def noted(message: hub.Message) -> None:
        moment = time.monotonic()  # noqa: TID251  (real time is what is measured)
        publish(message)
        os.write(notes, f"{message['seq']} {moment:.6f}\n".encode())

    hub.publish = noted
