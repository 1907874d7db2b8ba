"""HQ and tables are one game, on real screens: points that the HQ gives, ships that it saves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.at_tables import do
from tests.e2e.crew import PHONE, WALL, Device
from tests.e2e.house import House
from tests.e2e.test_hands_off import Desk

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture
def desk(house: House) -> Iterator[Desk]:
    built = Desk(house)
    yield built
    built.client.close()


def captain_of(house: House, browser: Browser, code: str) -> Device:
    """Somebody who came to the table by its code."""
    device = Device(house, browser, "Рита", PHONE)
    device.go(f"/j/{code}/")
    device.page.fill("#name", device.name)
    device.page.click("button[type=submit]")
    device.page.wait_for_selector("#battle")
    device.wait_live()
    return device


def test_points_of_the_hq_are_taken_spent_and_seen(house: House, desk: Desk, browser: Browser):
    rita = captain_of(house, browser, do(house, "open_battle()"))
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()

    given = desk.post("/grants/give/", table="luna", side="spo", points=1, rounds=1)
    assert given.status_code == 204
    offer = rita.page.locator("#supply .offer")
    expect(offer).to_contain_text("ЦУП даёт")
    grant = vera.page.locator("#grants .grant")
    expect(grant).to_have_attribute("data-state", "given")

    offer.locator("button").tap()
    expect(grant).to_have_attribute("data-state", "taken")
    expect(grant).to_contain_text("Курсанты Кальмара")

    rita.page.locator("#now .key, #now button", has_text="раунд").first.tap()
    expect(rita.page.locator("#battle_log")).to_contain_text("ЦУП даёт")
    expect(grant).to_have_attribute("data-state", "counting")

    third = do(house, "spend_two_points()")
    strip = rita.page.locator(f"[data-unit='{third}']")
    expect(strip).to_have_class(re.compile("can-act"))
    strip.locator("[data-open-unit]").tap()
    rita.page.locator("dialog[open] button, .sheet button", has_text="полн").first.tap()
    expect(grant).to_contain_text("потрачено", ignore_case=True)
    assert rita.complaints == vera.complaints == []


def test_ship_is_saved_by_the_chorus_and_its_fate_is_told(
    house: House, desk: Desk, browser: Browser
):
    rita = captain_of(house, browser, do(house, "open_battle()"))
    ship = do(house, "lose_a_ship()")
    crew = [Device(house, browser, name, PHONE) for name in ("Вера", "Тимур")]
    wall = Device(house, browser, "стена", WALL)
    wall.become_wall()
    for device in crew:
        device.join()
    vera = crew[0].page
    lost = f"#rescue [data-ship='luna/{ship}']"
    expect(wall.page.locator(f"{lost} .ship-fate")).to_contain_text("2 · ")

    vera.locator(f"{lost} [data-ask-aid]").tap()
    way = "#cards button[data-back]"
    for device in crew:
        device.page.locator(way).first.tap()
    vera.locator("[id^=voice-]").first.tap()
    crew[0].confirm()
    for device in crew:
        device.page.locator("[data-speak]:enabled").tap()
    expect(vera.locator(f"{lost} .ship-aid")).to_have_attribute("data-state", "sent")

    do(house, f"give('use-aid', (5,), ship='{ship}', aid='reroll')")
    expect(wall.page.locator(f"{lost} .ship-fate")).to_contain_text("2 → 5 · ")
    expect(vera.locator(f"{lost} .ship-aid")).to_have_attribute("data-state", "used")

    assert desk.post("/aid/window/luna/close/").status_code == 204
    do(house, f"give('settle-survival', ship='{ship}')")
    expect(wall.page.locator(f"{lost}[data-settled]")).to_have_count(1)
    expect(vera.locator("#chronicle")).to_contain_text("«Курсанты Кальмара»")
    assert [d.complaints for d in (rita, wall, *crew)] == [[], [], [], []]
