"""Takes the pictures of the READMEs from real days: python -m tests.e2e.gallery docs/img

One day in each language. Phones, a desktop, the game master's phone and the wall live through a
crisis in chorus, an own way, a personal decision, one that gets worse and fails, a prospect, the
books, the maps' questions and the end. A picture's name says scene, screen and language.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

import start
from tests.e2e.crew import DESKTOP, PHONE, WALL, Device
from tests.e2e.house import House, prepare, wait_for
from tests.e2e.test_hands_off import Desk

QUALITY = {"phone": 55, "desktop": 55, "wall": 55}
NAMES = {"ru": ("Вера", "Тимур", "Лора", "Ян"), "en": ("Mira", "Taras", "Lora", "Jan")}
IDEAS = {
    "ru": (
        "Позвать деда-связиста: пусть споёт в трубку, а мы под песню проведём людей.",
        "пять минут дождя, проверяем крышу",
        "опечатка: в пуле было на три больше",
    ),
    "en": (
        "Call the old signaller: he sings down the line, and we lead people out to the song.",
        "five minutes of rain, we look at the roof",
        "a slip of the pen: the pool held three more",
    ),
}
CENTRE = "(part) => part.scrollIntoView({ block: 'center' })"
TOP = "(part) => part.scrollIntoView({ block: 'start' })"


class Gallery:
    """A running day in one language and the folder its pictures go to."""

    def __init__(self, house: House, browser: Browser, folder: Path, language: str) -> None:
        self.house, self.folder, self.language = house, folder, language
        self.idea, self.rain, self.slip = IDEAS[language]
        self.desk = Desk(house)

        def device(name: str, size: dict[str, int]) -> Device:
            return Device(house, browser, name, size, language, is_calm=True)

        vera, timur, lora, yan = NAMES[language]
        self.vera, self.timur = device(vera, PHONE), device(timur, DESKTOP)
        self.lora, self.yan = device(lora, PHONE), device(yan, PHONE)
        self.master, self.laptop = device("Глеб", PHONE), device("Глеб", DESKTOP)
        self.wall = device("wall", WALL)

    @property
    def crew(self) -> tuple[Device, ...]:
        return self.vera, self.timur, self.lora, self.yan

    # Hands

    def shoot(self, scene: str, *devices: Device, at: str = "", how: str = TOP) -> None:
        """One picture of each; `at` names the part of the page that the scene is about.

        A push may swap that part while it is being brought into view: then it is looked for again.
        """
        for device in devices:
            screen = screen_of(device)
            for _ in range(5):
                try:
                    if not at:
                        device.page.evaluate("scrollTo(0, 0)")
                    elif device is not self.wall:
                        device.page.locator(at).first.evaluate(how)
                    break
                except Error:
                    continue
            device.page.wait_for_timeout(350)  # pictures, fonts and the next push
            device.page.screenshot(
                path=str(self.folder / f"{scene}-{screen}-{self.language}.jpg"),
                type="jpeg",
                quality=QUALITY[screen],
            )

    def post(self, path: str, **fields: object) -> None:
        answer = self.desk.post(path, **fields)
        assert answer.status_code == 204, answer.text

    def issue(self, slug: str) -> tuple[int, int]:
        """A card before everyone: (card, its cheapest way)."""
        card = int(self.house.one("SELECT id FROM hq_card WHERE slug = ?", slug))
        self.post(f"/master/cards/{card}/issue/")
        for device in self.crew:
            device.page.wait_for_selector(f"#card-{card}")
        way = self.house.one(
            "SELECT id FROM hq_way WHERE card_id = ? AND judgement = 'none'"
            " AND kind IN ('overcome', 'accept')"
            " ORDER BY cost_energy + cost_resources + cost_morale, id",
            card,
        )
        return card, int(way)

    def back(self, way: int, *devices: Device) -> None:
        for device in devices:
            device.page.locator(f"#back-{way}").click()
        self.wait("SELECT count(*) FROM hq_backing WHERE way_id = ?", len(devices), way)

    def wait(self, query: str, value: object, *params: object) -> None:
        wait_for(lambda: self.house.one(query, *params) == value, seconds=15, what=query)

    def wall_is_calm(self) -> None:
        """What turned is told for a while over the whole wall."""
        self.wall.page.wait_for_selector(".stage-turned", state="hidden", timeout=60_000)

    # Scenes

    def take_seats(self) -> None:
        self.vera.go(f"/j/{self.house.codes['join_code']}/")
        self.vera.page.fill("#name", self.vera.name)
        self.shoot("join", self.vera)
        for device in (self.master, self.laptop):
            device.become_master()
        self.wall.become_wall()
        for device in self.crew:
            device.join()
        self.shoot("before", self.vera)
        self.post("/master/start/")
        self.vera.page.wait_for_selector("#banner", state="hidden")
        for device in (self.master, self.laptop):
            device.page.wait_for_selector("#pulse[data-state=running]")
        self.shoot("console", self.master, self.laptop)

    def sing(self) -> None:
        """A crisis from the table to the seal."""
        card, way = self.issue("lunar-bridges")
        part = f"#card-{card}"
        self.shoot("card", self.vera, self.timur, self.wall, at=part)
        self.back(way, self.vera, self.timur, self.lora)
        self.shoot("backed", self.vera, at=f"[data-way-row='{way}']", how=CENTRE)
        self.vera.page.locator(f"#voice-{way}").click()
        self.vera.confirm()
        self.lora.page.locator("[data-speak]:enabled").wait_for()
        self.vera.page.locator("[data-speak]:enabled").click()
        self.shoot("chorus", self.lora, self.timur, self.wall)
        self.shoot("desk", self.master, at="#desk", how=CENTRE)
        self.lora.page.locator("[data-speak]:enabled").click()
        self.timur.page.locator("[data-speak]:enabled").click()
        self.wait("SELECT state FROM hq_card WHERE id = ?", "resolved", card)
        self.vera.page.wait_for_selector("#chorus[data-state=sealed]", state="attached")
        self.shoot("sealed", self.vera, self.wall, self.timur)
        for device in (self.vera, self.timur, self.wall):
            device.page.wait_for_selector("#ceremony", state="hidden", timeout=20_000)

    def write_a_way(self) -> None:
        """A way of one's own: being written, waiting, judged."""
        card, _way = self.issue("director-heart")
        opener = f"#card-{card} [data-dialog=ask-own-way]"
        for device in (self.timur, self.vera):
            device.page.locator(opener).click()
            device.page.fill("#ask-own-way textarea", self.idea)
            self.shoot("own-way", device, at=opener, how=CENTRE)
        self.timur.page.locator("#ask-own-way [data-dialog-close]").first.click()
        self.vera.page.click("#ask-own-way button[type=submit]")
        self.timur.page.wait_for_selector(f"#card-{card} [data-judgement=awaiting] .way-author")
        own = self.house.one("SELECT id FROM hq_way WHERE author_id IS NOT NULL")
        for device in (self.laptop, self.master):
            device.page.wait_for_selector(f"[data-judge='{own}']")
            self.shoot("judging", device, at="#judgements")
        self.master.page.locator(f"[data-judge='{own}'] [data-preset=fair]").click()
        self.shoot("judged", self.master, at="#judgements")
        self.master.page.click("#ask-pass-way button[type=submit]")
        self.wait("SELECT judgement FROM hq_way WHERE id = ?", "passed", own)

    def take_alone(self) -> None:
        card, way = self.issue("one-seat")
        self.shoot("personal", self.lora, self.timur, at=f"#card-{card}")
        self.lora.page.locator(f"#take-{way}").click()
        self.lora.confirm()
        self.wait("SELECT state FROM hq_card WHERE id = ?", "resolved", card)

    def fail(self) -> None:
        """A crisis gets worse, and nobody overcomes it."""
        card, _way = self.issue("metro-warheads")
        self.post(f"/hq/cards/{card}/pin/")
        self.shoot("board", self.vera, self.timur)
        worse = self.house.one(
            "SELECT id FROM hq_aggravation WHERE card_id = ? AND trigger = 'master'", card
        )
        self.post(f"/master/aggravations/{worse}/")
        part = f"#card-{card} .is-worse"
        self.vera.page.wait_for_selector(part)
        self.shoot("worse", self.vera, self.timur, self.wall, at=part, how=CENTRE)
        self.shoot("deadlines", self.master, self.laptop, at="#deadlines")
        self.post(f"/master/cards/{card}/now/")
        self.wait("SELECT state FROM hq_card WHERE id = ?", "expired", card)
        part = f"#card-{card}[data-card-state=expired]"
        self.vera.page.wait_for_selector(part)
        self.shoot("failed", self.vera, self.timur, at=part, how=CENTRE)
        self.shoot("failed", self.wall)
        self.wall_is_calm()

    def be_offered(self) -> None:
        card, way = self.issue("whale-oil")
        self.post(f"/hq/cards/{card}/pin/")
        self.back(way, self.lora)
        self.shoot("prospect", self.vera, self.timur, self.wall, at=f"#card-{card}")

    def look_into_the_books(self) -> None:
        page = self.vera.page
        page.click("#give summary")
        page.fill("#give [name=amount]", "8")
        page.click("#give button[type=submit]")
        self.wait("SELECT count(*) FROM hq_ledgerline WHERE reason = 'gift'", 1)
        line = self.house.one("SELECT id FROM hq_ledgerline WHERE reason = 'gift'")
        for device in (self.lora, self.timur):
            device.go("/ledger/")
            self.shoot("ledger", device)
        for device in (self.laptop, self.master):
            device.go(f"/ledger/{line}/undo/")
            device.page.fill("[name=reason]", self.slip)
            self.shoot("undo", device)
            device.go("/master/")
            device.wait_live()
        for device in (self.lora, self.timur):
            device.go("/chronicle/")
            self.shoot("chronicle", device)
            device.go("/hq/")
            device.wait_live()

    def answer_a_map(self) -> None:
        for device in (self.laptop, self.master):
            device.page.locator("#to-stakes summary").first.click()
            self.shoot("stakes", device, at="#to-stakes")
        self.master.page.locator("[data-stake] button").first.click()
        self.master.confirm()
        self.wait("SELECT count(*) FROM hq_stake WHERE answer != ''", 1)
        for device in (self.vera, self.timur):
            device.page.locator("#maps summary").first.click()
            self.shoot("maps", device, at="#maps")

    def end(self) -> None:
        self.master.page.click("[data-dialog=ask-pause]")
        self.master.page.fill("#ask-pause [name=reason]", self.rain)
        self.master.page.click("#ask-pause button[type=submit]")
        for device in (self.vera, self.wall):
            device.page.wait_for_selector("#banner[data-state=paused]")
        self.shoot("paused", self.vera, self.wall)
        for device in (self.laptop, self.master):
            device.go("/master/end/")
            self.shoot("end", device)
        self.master.page.click("form button[type=submit]")
        for device in (self.vera, self.wall):
            device.page.wait_for_selector("#banner[data-state=over]")
        self.wall_is_calm()
        self.shoot("over", self.vera, self.wall)
        for device in (self.laptop, self.vera):
            device.go("/report/")
            self.shoot("report", device)
            self.shoot("report-pools", device, at="#pools")


def screen_of(device: Device) -> str:
    """phone, desktop or wall."""
    sizes = {PHONE["width"]: "phone", DESKTOP["width"]: "desktop", WALL["width"]: "wall"}
    return sizes[device.size["width"]]


def take(house: House, browser: Browser, folder: Path, language: str) -> None:
    gallery = Gallery(house, browser, folder, language)
    gallery.take_seats()
    gallery.sing()
    gallery.write_a_way()
    gallery.take_alone()
    gallery.fail()
    gallery.be_offered()
    gallery.look_into_the_books()
    gallery.answer_a_map()
    gallery.end()
    told = {device.name: device.complaints for device in (*gallery.crew, gallery.master)}
    assert not any(told.values()), told
    gallery.desk.client.close()


def main(folder: Path, languages: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, sync_playwright() as tools:
        prepare(Path(room) / "plan")
        for language in languages:
            browser = tools.chromium.launch(
                executable_path=start.find_browser(), args=["--no-sandbox"]
            )
            house = House(Path(room) / language, plan=Path(room) / "plan")
            try:
                house.open()
                take(house, browser, folder, language)
            finally:
                browser.close()
                house.close()


if __name__ == "__main__":
    start.keep_bytecode()
    main(Path(sys.argv[1]), sys.argv[2:] or list(NAMES))
