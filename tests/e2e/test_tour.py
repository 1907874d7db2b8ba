"""Every page of the product in a real browser: strict CSP kept, nothing asked of the outside."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Request

from tests.e2e.crew import DESKTOP, PHONE, WALL, Device
from tests.e2e.house import House

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

ADMIN = (
    "/admin/",
    "/admin/hq/game/",
    "/admin/hq/game/1/change/",
    "/admin/hq/card/",
    "/admin/hq/card/1/change/",
    "/admin/hq/card/add/",
    "/admin/hq/gamemap/1/change/",
    "/admin/hq/person/",
    "/admin/hq/pool/",
    "/admin/hq/ledgerline/",
    "/admin/hq/ledgerline/export/",
    "/admin/hq/journalentry/",
    "/admin/hq/chronicleline/",
    "/admin/hq/seat/",
    "/admin/auth/user/1/change/",
)


@pytest.mark.parametrize("language", ["ru", "en"])
def test_every_page_keeps_to_itself(house: House, browser: Browser, language: str):
    outside: list[str] = []

    def watch(device: Device) -> None:
        def note(request: Request) -> None:
            if not request.url.startswith((house.url, "data:", house.url.replace("http", "ws"))):
                outside.append(request.url)

        device.page.on("request", note)

    master = Device(house, browser, "Глеб", DESKTOP, language)
    watch(master)
    for path in ("/", "/login/", "/no/such/page", f"/j/{house.codes['join_code']}/"):
        master.go(path)
    master.become_master()
    for path in (*ADMIN, "/chronicle/"):
        answer = master.page.goto(house.url + path)
        assert answer is not None
        assert answer.status == 200, path
        if "admin" in path:
            assert ("Выйти" if language == "ru" else "Log out") in master.page.content()
    vera = Device(house, browser, "Вера", PHONE, language)
    watch(vera)
    vera.join()
    vera.go("/s/" + vera.page.inner_text(".me-path code").split("/s/")[1])
    vera.go("/chronicle/")
    vera.go("/admin/")
    wall = Device(house, browser, "стена", WALL, language)
    watch(wall)
    wall.become_wall()

    assert outside == []
    told = {device.name: device.complaints for device in (master, vera, wall)}
    assert {name: found for name, found in told.items() if not_404(found)} == {}


def not_404(complaints: list[str]) -> list[str]:
    """The tour asks for a missing page and a forbidden one itself."""
    return [text for text in complaints if "404" not in text and "403" not in text]


def test_master_issues_from_the_panel(house: House, browser: Browser):
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    master = Device(house, browser, "Глеб", DESKTOP)
    master.become_master()
    master.page.click("#pulse button[hx-post='/master/start/']")
    master.confirm()
    vera.page.wait_for_selector("#banner", state="hidden")

    master.go("/admin/hq/card/")
    master.page.check("#result_list tbody tr:nth-child(1) input.action-select")
    master.page.select_option("select[name=action]", "issue")
    master.page.click("button[name=index]")

    assert "лежит перед ЦУП" in master.page.inner_text(".messagelist")
    vera.page.wait_for_selector("#cards article[data-card-state=open]", timeout=2_000)
    master.page.check("#result_list tbody tr:nth-child(1) input.action-select")
    master.page.select_option("select[name=action]", "issue")
    master.page.click("button[name=index]")
    assert "уже не на полке" in master.page.inner_text(".messagelist")
    assert master.complaints == []
