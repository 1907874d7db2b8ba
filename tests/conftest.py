"""What every test may ask for. Fixtures of one kind of test live in the deepest conftest."""

from __future__ import annotations

from pathlib import Path

import pytest

import start


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the project."""
    return start.ROOT


@pytest.fixture(scope="session")
def browser_path() -> str:
    """A Chromium family browser on this machine; without one the test is skipped."""
    found = start.find_browser()
    if not found:
        pytest.skip("no Chromium, Chrome or Edge on this machine")
    return found
