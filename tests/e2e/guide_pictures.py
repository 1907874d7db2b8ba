"""Takes the pictures of the printed guides: python -m tests.e2e.guide_pictures static/img/guide

Parts of real screens on paper ground, in both languages, from one crisis of a day.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

import start
from tests.e2e.crew import PHONE, Device
from tests.e2e.house import House, prepare

CENTRE = "(found) => document.querySelector(found)?.scrollIntoView({ block: 'center' })"
PAPER = "localStorage.setItem('tsup-theme', 'paper')"


def shoot(device: Device, selector: str, folder: Path, name: str) -> None:
    """A push may swap the part while it is being looked at: then it is looked at again."""
    path = folder / f"{name}-{device.language}.jpg"
    for _ in range(5):
        device.page.evaluate(CENTRE, selector)
        device.page.wait_for_timeout(700)  # motion comes to rest
        try:
            device.page.locator(selector).first.screenshot(
                path=str(path), type="jpeg", quality=72, timeout=3_000
            )
        except Error:
            continue
        return
    raise AssertionError(f"{selector} never held still")


def take(house: House, browser: Browser, folder: Path, language: str) -> None:
    """One crisis as a volunteer and a master of this language see it."""
    crew = [Device(house, browser, name, PHONE, language) for name in NAMES[language]]
    master = Device(house, browser, "Глеб", PHONE, language)
    for device in (*crew, master):
        device.context.add_init_script(PAPER)
    master.become_master()
    for device in crew:
        device.join()
    if master.page.locator("#pulse button[hx-post='/master/start/']").count():
        master.page.click("#pulse button[hx-post='/master/start/']")
        master.confirm()
    card, way = house.rows(
        "SELECT c.id, min(w.id) FROM hq_card c JOIN hq_way w ON w.card_id = c.id"
        " WHERE c.state = 'shelf' AND planned_turn > 0"
        " AND c.mode = 'collective' AND c.unfinished = ''"
        " AND c.tally = 'open' AND w.judgement = 'none' AND c.time_limit IS NOT NULL"
        " AND c.kind = 'crisis' GROUP BY c.id ORDER BY c.planned_turn, c.id"
    )[0]
    master.page.click(f'#shelf button[hx-post="/master/cards/{card}/issue/"]')
    master.confirm()
    shoot(master, f"#deadline-{card}", folder, "deadline")
    for device in crew:
        device.page.locator(f"#back-{way}").tap()
    crew[0].page.wait_for_selector(f"#voice-{way}")
    shoot(crew[0], f"[data-way-row='{way}']", folder, "way")
    crew[0].page.locator(f"#voice-{way}").tap()
    crew[0].confirm()
    crew[0].page.locator("[data-speak]:enabled").wait_for()
    shoot(crew[0], "[data-speak]", folder, "chorus")
    crew[1].page.locator("[data-speak]:enabled").tap()
    shoot(master, "#desk", folder, "desk")
    master.page.click("#desk .button.is-now")
    master.confirm()
    for device in (*crew, master):
        device.die()


NAMES = {"ru": ("Вера", "Тимур", "Лора", "Ян"), "en": ("Mira", "Taras", "Lora", "Jan")}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, sync_playwright() as tools:
        prepare(Path(room) / "plan")
        browser = tools.chromium.launch(executable_path=start.find_browser(), args=["--no-sandbox"])
        for language in NAMES:
            house = House(Path(room) / language, plan=Path(room) / "plan")
            try:
                house.open()
                take(house, browser, folder, language)
            finally:
                house.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
