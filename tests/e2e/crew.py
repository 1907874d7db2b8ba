"""People of the house in real browsers: volunteers on phones, a game master, the wall."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.e2e.house import House

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
WALL = {"width": 1920, "height": 1080}


@dataclass
class Device:
    """A browser of its own: cookies, socket, complaints."""

    house: House
    browser: Browser
    name: str
    size: dict[str, int]
    language: str = "ru"
    is_calm: bool = False  # for pictures: little motion, fewer pixels
    context: BrowserContext = field(init=False)
    page: Page = field(init=False)
    complaints: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        is_phone = self.size == PHONE
        self.context = self.browser.new_context(
            viewport=self.size,  # type: ignore[arg-type]
            locale="ru-RU" if self.language == "ru" else "en-US",
            has_touch=is_phone,
            is_mobile=is_phone,
            device_scale_factor=(2 if is_phone else 1) * (0.7 if self.is_calm else 1),
            reduced_motion="reduce" if self.is_calm else "no-preference",
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, message: ConsoleMessage) -> None:
        is_refusal = "409" in message.text or "422" in message.text
        # What the browser and the socket extension say while there is no server.
        gone = ("ERR_", "WebSocket", "[object Event]")
        is_gone = any(word in message.text for word in gone)
        if message.type == "error" and not is_refusal and not is_gone:
            self.complaints.append(f"{self.page.url}: {message.text}")

    def go(self, path: str) -> None:
        self.page.goto(self.house.url + path)

    def join(self) -> None:
        """As from a QR: the page with the button, the name, one tap."""
        self.go(f"/j/{self.house.codes['join_code']}/")
        self.page.fill("#name", self.name)
        self.page.click("button[type=submit]")
        self.page.wait_for_selector("#cards")
        self.wait_live()

    def become_master(self) -> None:
        self.go("/master/")
        self.page.fill("input[name=username]", self.house.master["login"])
        self.page.fill("input[name=password]", self.house.master["password"])
        self.page.click("button[type=submit]")
        self.page.wait_for_selector("#shelf")
        self.wait_live()

    def become_wall(self) -> None:
        self.go(f"/j/{self.house.codes['wall_code']}/")
        self.page.click("button[type=submit]")
        self.page.wait_for_selector("#stage")
        self.wait_live()

    def wait_live(self) -> None:
        self.page.wait_for_selector("body[data-link=live]", state="attached")

    def confirm(self) -> None:
        self.page.click("[data-ask-yes]")

    def seq(self) -> int:
        return int(self.page.get_attribute("#live-seq", "data-seq") or 0)

    def die(self) -> None:
        """The battery is empty."""
        self.context.close()
