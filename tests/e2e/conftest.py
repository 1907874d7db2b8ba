from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.house import House, prepare, wait_for


@pytest.fixture(scope="package")
def _chromium(browser_path: str) -> Iterator[Browser]:
    """One browser for the stories of a process. Gone before other tests: it holds the loop."""
    with sync_playwright() as tools:
        opened = tools.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def browser(_chromium: Browser) -> Iterator[Browser]:
    """The browser without anybody in it; every device has cookies of its own."""
    yield _chromium
    for context in _chromium.contexts:
        context.close()


@pytest.fixture(scope="session")
def plan(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Prepared by the first process of this run that needs it; the others wait."""
    of_process = tmp_path_factory.getbasetemp()
    room = of_process if worker_id == "master" else of_process.parent
    folder, made = room / "plan", room / "plan-in-making"
    try:
        made.mkdir()
    except FileExistsError:
        wait_for(folder.exists, seconds=120, what="the plan that another process makes")
        return folder
    prepare(made)
    return made.rename(folder)


@pytest.fixture
def house(tmp_path: Path, plan: Path) -> Iterator[House]:
    built = House(tmp_path / "house", plan=plan)
    built.open()
    yield built
    built.close()
    assert built.faults() == []
