"""One person tries the whole thing: demo bots back ways and join the chorus."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.crew import DESKTOP, PHONE, Device
from tests.e2e.house import ROOT, House, wait_for

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture
def bots(house: House) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "demo_bots", "--port", str(house.port)],
        cwd=ROOT,
        env=house.environment,
    )
    yield process
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0


def test_one_person_and_the_bots_seal_a_crisis(
    house: House, bots: subprocess.Popen[bytes], browser: Browser
):
    master = Device(house, browser, "Глеб", DESKTOP)
    master.become_master()
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    wait_for(
        lambda: house.one("SELECT count(*) FROM hq_person WHERE is_bot") == 4,
        seconds=30,
        what="four bots",
    )
    master.page.click("#pulse button[hx-post='/master/start/']")
    master.confirm()
    master.page.locator("#shelf .shelf-card button:enabled").first.click()
    master.confirm()
    way = vera.page.locator("button[data-back]").first
    way.wait_for()
    chosen = int(way.get_attribute("data-way") or 0)
    way.tap()
    wait_for(
        lambda: house.one("SELECT count(*) FROM hq_backing WHERE way_id = ?", chosen) == 5,
        seconds=60,
        what="all bots behind the person",
    )
    vera.page.locator(f"[data-way-row='{chosen}'] .button.is-now").tap()
    vera.confirm()
    vera.page.locator("[data-speak]:enabled").tap()
    vera.page.wait_for_selector("#chorus[data-state=sealed]", timeout=20_000)

    assert house.one("SELECT count(*) FROM hq_ledgerline WHERE reason = 'way'") >= 1
    assert vera.complaints == []
    assert bots.poll() is None
