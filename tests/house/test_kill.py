"""kill −9 in the middle of writes: nothing that was answered is lost, and the books agree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from horizonwar import settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="forks"),
    pytest.mark.skipif(bool(settings.DATABASE_URL), reason="PostgreSQL's own affair"),
]


@pytest.mark.timeout(180)
def test_twenty_kills_lose_nothing_that_was_answered(tmp_path: Path, root: Path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.house.killed"],
        cwd=root,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "horizonwar.settings",
            "VAR_DIR": str(tmp_path),
            "LOG_LEVEL": "CRITICAL",
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["wrong"] == []
    assert told["answered"] >= 60
