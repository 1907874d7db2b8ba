"""Takes the pictures of the tables: python -m tests.e2e.captain_pictures docs/img static/img/guide

A captain's phone in both languages, a desktop and the wall in the middle of a battle.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import start
from tests.e2e.crew import DESKTOP, PHONE, WALL, Device
from tests.e2e.house import House, prepare
from tests.e2e.test_captains import OTHER, OWN, Table

PAPER = "localStorage.setItem('tsup-theme', 'paper')"
CENTRE = "(found) => document.querySelector(found)?.scrollIntoView({ block: 'center' })"


def shoot(device: Device, folder: Path, name: str, part: str = "") -> None:
    device.page.wait_for_timeout(900)  # motion comes to rest
    path, kind = str(folder / f"{name}-{device.language}.jpg"), "jpeg"
    if part:
        device.page.evaluate(CENTRE, part)
        device.page.locator(part).first.screenshot(path=path, type=kind, quality=60)  # type: ignore[arg-type]
    else:
        device.page.screenshot(path=path, type=kind, quality=60)  # type: ignore[arg-type]


def enter(table: Table, browser: Browser, size: dict[str, int], language: str) -> Device:
    name = {"ru": "Рита", "en": "Rita"}[language] if size == PHONE else "Ray"
    device = Device(table.house, browser, name, size, language)
    device.go(f"/j/{table.code(OWN)}/")
    device.page.fill("#name", device.name)
    device.page.click("button[type=submit]")
    device.page.wait_for_selector("#now")
    device.wait_live()
    return device


def begin(table: Table) -> None:
    """Everybody has moved, one ship is hurt, one is out; the own side shoots first."""
    own, other = table.ships(OWN), table.ships(OTHER)
    table.give("open-round")
    table.give("roll-initiative", (6, 6), squadron=OWN)
    table.give("roll-initiative", (1, 1), squadron=OTHER)
    table.move(other)
    table.move(own)
    table.give("correct-ship", ship=own[0], status="active", damage=["hull"], reason="–")
    table.give("correct-ship", ship=other[2], status="out", fatal="engine", reason="–")


def attack(device: Device, table: Table, docs: Path, guide: Path) -> None:
    """The way of one shot, step by step, on a phone of one language."""
    page, ship = device.page, table.ships(OWN)[1]
    shoot(device, docs, "table-phone")
    page.locator(f'[data-unit="{ship}"].can-act [data-open-unit]').tap()
    shoot(device, docs, "acts-phone")
    page.locator("#sheet .is-choice").first.tap()
    page.wait_for_timeout(500)
    page.locator("#sheet .is-choice").first.tap()
    shoot(device, docs, "measure-phone")
    page.locator("#sheet [data-pick=rear]").tap()
    shoot(device, docs, "odds-phone")
    page.locator("#sheet .sheet-foot button").first.tap()
    page.wait_for_timeout(500)
    for face in (5, 3, 2):
        page.locator(f'.pad-key[data-face="{face}"]').tap()
    shoot(device, docs, "pad-phone")
    page.locator("[data-sheet-close]").tap()
    page.evaluate(PAPER)
    page.reload()
    shoot(device, guide, "strip", "#squadron .strip")
    page.locator(f'[data-unit="{ship}"].can-act [data-open-unit]').tap()
    for step in (".is-choice", ".is-choice", "[data-pick=rear]"):
        page.wait_for_timeout(500)
        page.locator(f"#sheet {step}").first.tap()
    shoot(device, guide, "odds", "#sheet .forecast")


def main(docs: Path, guide: Path) -> None:
    with tempfile.TemporaryDirectory() as room, sync_playwright() as tools:
        prepare(Path(room) / "plan")
        house = House(Path(room) / "house", plan=Path(room) / "plan")
        browser = tools.chromium.launch(executable_path=start.find_browser(), args=["--no-sandbox"])
        try:
            house.open()
            table = Table(house, browser)
            begin(table)
            for language in ("ru", "en"):
                attack(enter(table, browser, PHONE, language), table, docs, guide)
            shoot(enter(table, browser, DESKTOP, "en"), docs, "table-desktop")
            wall = Device(house, browser, "стена", WALL)
            wall.become_wall()
            shoot(wall, docs, "tables-wall")
            wall.go("/table/at/luna/")
            shoot(wall, docs, "onlooker-wall")
        finally:
            browser.close()
            house.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
