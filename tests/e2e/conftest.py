from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.house import House, prepare


@pytest.fixture
def browser(browser_path: str) -> Iterator[Browser]:
    with sync_playwright() as tools:
        opened = tools.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plan")
    prepare(folder)
    return folder


@pytest.fixture
def house(tmp_path: Path, plan: Path) -> Iterator[House]:
    built = House(tmp_path / "house", plan=plan)
    built.open()
    yield built
    built.close()
    assert built.faults() == []
