"""Takes the pictures of the READMEs from a real day: python -m tests.e2e.gallery docs/img

Three phones, a desktop in English, the game master's phone and the wall live through one crisis.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import start
from tests.e2e.crew import DESKTOP, PHONE, WALL, Device
from tests.e2e.house import House, prepare


class Gallery:
    """A running day and the folder its pictures go to."""

    def __init__(self, house: House, browser: Browser, folder: Path) -> None:
        self.folder = folder
        self.master = Device(house, browser, "Глеб", PHONE)
        self.wall = Device(house, browser, "стена", WALL)
        self.vera = Device(house, browser, "Вера", PHONE)
        self.timur = Device(house, browser, "Тимур", DESKTOP, "en")
        self.lora = Device(house, browser, "Лора", PHONE, "en")
        self.gleb = Device(house, browser, "Глеб", DESKTOP)
        self.screen = Device(house, browser, "wall", WALL, "en")

    def shoot(self, device: Device, name: str) -> None:
        device.page.wait_for_timeout(900)  # motion comes to rest
        device.page.screenshot(path=str(self.folder / f"{name}.jpg"), type="jpeg", quality=80)

    def take_seats(self, house: House) -> None:
        self.vera.go(f"/j/{house.codes['join_code']}/")
        self.vera.page.fill("#name", "Вера")
        self.shoot(self.vera, "join-phone-ru")
        self.master.become_master()
        self.gleb.become_master()
        self.wall.become_wall()
        self.screen.become_wall()
        for device in (self.vera, self.timur, self.lora):
            device.join()
        self.shoot(self.vera, "before-phone-ru")

    def deliberate(self) -> None:
        page = self.master.page
        page.click("#pulse button[hx-post='/master/start/']")
        self.master.confirm()
        self.vera.page.wait_for_selector("#banner", state="hidden")
        self.shoot(self.master, "console-phone-ru")
        page.locator("#shelf .shelf-card button[hx-post$='/issue/']:enabled").first.click()
        self.master.confirm()
        for device in (self.vera, self.timur, self.lora):
            device.page.wait_for_selector("#cards article")
        self.shoot(self.vera, "card-phone-ru")
        self.shoot(self.wall, "card-wall-ru")
        self.shoot(self.screen, "card-wall-en")
        self.shoot(self.timur, "card-desktop-en")
        self.shoot(self.gleb, "console-desktop-ru")
        for device in (self.vera, self.timur, self.lora):
            device.page.locator("button[data-back]").first.click()
        self.vera.page.locator(".way .button.is-now").first.scroll_into_view_if_needed()
        self.shoot(self.vera, "backed-phone-ru")

    def sing(self) -> None:
        self.vera.page.locator(".way .button.is-now").first.click()
        self.vera.confirm()
        self.lora.page.locator("[data-speak]:enabled").wait_for()
        self.vera.page.locator("[data-speak]:enabled").click()
        self.shoot(self.lora, "chorus-phone-en")
        self.shoot(self.wall, "chorus-wall-ru")
        self.master.page.locator("#desk").scroll_into_view_if_needed()
        self.shoot(self.master, "desk-phone-ru")
        self.lora.page.locator("[data-speak]:enabled").click()
        self.vera.page.wait_for_selector("#chorus[data-state=sealed]")
        self.shoot(self.vera, "sealed-phone-ru")
        self.shoot(self.wall, "sealed-wall-ru")

    def pause(self) -> None:
        self.vera.page.wait_for_selector("#ceremony", state="hidden", timeout=15_000)
        self.master.page.click("[data-dialog=ask-pause]")
        self.master.page.fill("#ask-pause [name=reason]", "несут ведро окрошки")
        self.master.page.click("#ask-pause button[type=submit]")
        self.vera.page.wait_for_selector("#banner[data-state=paused]")
        self.vera.page.evaluate("scrollTo(0, 0)")
        self.shoot(self.vera, "paused-phone-ru")
        self.timur.go("/chronicle/")
        self.shoot(self.timur, "chronicle-desktop-en")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, sync_playwright() as tools:
        prepare(Path(room) / "plan")
        house = House(Path(room) / "house", plan=Path(room) / "plan")
        house.open()
        browser = tools.chromium.launch(executable_path=start.find_browser(), args=["--no-sandbox"])
        gallery = Gallery(house, browser, folder)
        gallery.take_seats(house)
        gallery.deliberate()
        gallery.sing()
        gallery.pause()
        browser.close()
        house.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
