"""Pushes never take what a person types, chooses or holds; broken frames heal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence

import httpx
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.e2e.crew import DESKTOP, PHONE, Device
from tests.e2e.house import House, wait_for

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

dice = secrets.SystemRandom()


@pytest.fixture
def desk(house: House) -> Iterator[Desk]:
    sitting = Desk(house)
    yield sitting
    sitting.client.close()


class Desk:
    """The game master's hand without a browser: real requests, fast."""

    def __init__(self, house: House) -> None:
        self.client = httpx.Client(base_url=house.url, follow_redirects=True, timeout=20)
        self.client.get("/login/")
        self.client.post(
            "/login/",
            data={
                "username": house.master["login"],
                "password": house.master["password"],
                "csrfmiddlewaretoken": self.client.cookies["csrftoken"],
            },
        )
        assert self.client.get("/master/").status_code == 200

    def post(self, path: str, **fields: object) -> httpx.Response:
        return self.client.post(
            path,
            data={name: str(value) for name, value in fields.items()},
            headers={
                "X-CSRFToken": self.client.cookies["csrftoken"],
                "HX-Request": "true",
                "X-Command-Key": secrets.token_hex(16),
            },
        )

    def correct(self, delta: int) -> None:
        answer = self.post("/master/pools/correct/", kind="energy", delta=delta, reason="учения")
        assert answer.status_code == 204, answer.text


def test_fifty_pushes_take_nothing_from_a_person(house: House, desk: Desk, browser: Browser):
    desk.post("/master/start/")
    vera = Device(house, browser, "Вера", DESKTOP)
    vera.join()
    page = vera.page
    page.click("#give summary")
    page.select_option("#give [name=kind]", "resources")
    page.click("#give [name=amount]")
    page.keyboard.type("17")
    page.keyboard.press("ArrowLeft")
    page.evaluate("window.typedIn = document.activeElement")
    before = vera.seq()

    for number in range(50):
        desk.correct(1 if number % 2 == 0 else -1)
    wait_for(lambda: vera.seq() >= before + 50, seconds=5, what="fifty pushes")

    assert page.evaluate("document.activeElement === window.typedIn")
    assert page.evaluate("document.querySelector('#give').open")
    assert page.input_value("#give [name=kind]") == "resources"
    page.keyboard.type("5")
    # The caret stood before the last digit all the while.
    assert page.input_value("#give [name=amount]") == "157"
    page.click("#give button[type=submit]")
    page.wait_for_selector("#notice >> text=/./")
    assert page.input_value("#give [name=amount]") == "157"
    assert vera.complaints == []


def test_dropped_doubled_and_shuffled_frames_heal(house: House, desk: Desk, browser: Browser):
    desk.post("/master/start/")
    crew = [Device(house, browser, name, PHONE) for name in ("Вера", "Тимур")]
    for device in crew:
        device.context.route_web_socket("**/ws/**", spoil)
        device.join()
    card = house.one("SELECT min(id) FROM hq_card WHERE state = 'shelf' AND planned_turn > 0")
    desk.post(f"/master/cards/{card}/issue/")
    for number in range(40):
        desk.correct(1 if number % 3 else -1)
        time.sleep(0.05)

    seq = house.one("SELECT seq FROM hq_game")
    end = time.monotonic() + 5  # for all of them together
    for device in crew:
        wait_for(
            lambda device=device: device.seq() >= seq, seconds=left(end), what="the newest seq"
        )
        wait_for(
            lambda device=device: is_like_fresh(device), seconds=left(end), what="a true board"
        )


def left(end: float) -> float:
    return max(0.1, end - time.monotonic())


def is_like_fresh(device: Device) -> bool:
    """All regions but the clock's face read as on a page loaded now."""
    names = ("pools", "ribbon", "cards", "chronicle", "people", "me")
    shown = read(device.page, names)
    fresh = device.context.new_page()
    fresh.goto(device.page.url)
    fresh.wait_for_selector("body[data-link=live]", state="attached")
    told = read(fresh, names)
    fresh.close()
    return shown == told


def read(page: Page, names: Sequence[str]) -> dict[str, str]:
    """The words of each region, without what counts down by itself."""
    return {
        name: page.locator(f"#{name}").evaluate(
            """(region) => {
              const still = region.cloneNode(true);
              for (const face of still.querySelectorAll(".countdown")) face.remove();
              return still.textContent.replace(/\\s+/g, " ");
            }"""
        )
        for name in names
    }


def spoil(route: WebSocketRoute) -> None:
    """A proxy on the line: a third of the frames is lost, a third doubled, some change places."""
    server = route.connect_to_server()
    held: list[str | bytes] = []

    def pass_on(message: str | bytes) -> None:
        if "live-seq" not in str(message):
            route.send(message)
            return
        lot = dice.random()
        if lot < 0.3:
            return
        if lot < 0.6:
            held.append(message)
            return
        for one in dice.sample([message, *held], len(held) + 1):
            route.send(one)
            if lot > 0.8:
                route.send(one)
        held.clear()

    server.on_message(pass_on)
