"""People leave and come back, bear one name, change devices; the house burns down and stands up."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser

from tests.e2e.crew import DESKTOP, PHONE, Device
from tests.e2e.house import House, wait_for

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.mark.parametrize("by", ["qr", "letters"])
def test_joining_takes_three_touches_and_fifteen_seconds(house: House, browser: Browser, by: str):
    vera = Device(house, browser, "Вера", PHONE)
    touches = 0

    def tap(selector: str) -> None:
        nonlocal touches
        touches += 1
        vera.page.tap(selector)

    began = time.monotonic()
    code = house.codes["join_code"]
    vera.go(f"/j/{code}/" if by == "qr" else "/")
    if by == "letters":
        vera.page.type("#code", code)
        vera.page.keyboard.press("Enter")  # the keyboard's own key, as «go» on a phone
        vera.page.wait_for_url("**/j/**")
    tap("#name")
    vera.page.keyboard.type(vera.name)
    tap("button[type=submit]")
    vera.page.wait_for_selector("#cards")
    vera.wait_live()

    assert time.monotonic() - began < 15
    assert touches <= 3
    assert vera.complaints == []


def test_two_of_one_name_one_of_whom_leaves_and_comes_back(house: House, browser: Browser):
    master = Device(house, browser, "Глеб", PHONE)
    master.become_master()
    first, second = (Device(house, browser, "Вера", PHONE) for _ in range(2))
    first.join()
    second.go(f"/j/{house.codes['join_code']}/")
    second.page.fill("#name", "Вера")
    second.page.click("button[type=submit]")
    second.page.check("input[name=twin]")
    second.page.click("button[type=submit]")
    second.wait_live()
    assert second.page.inner_text(".me-name") == "Вера 2"
    first.page.wait_for_selector("#people [data-name='Вера 2']")

    second.page.click("form[action='/leave/'] button")
    second.confirm()
    second.page.wait_for_selector(".left")
    shown = second.page.inner_text(".left code")
    assert shown.startswith(f"{house.host}:{house.port}/s/")
    first.page.wait_for_selector("#people [data-name='Вера 2']", state="detached", timeout=3_000)
    master.page.wait_for_selector("#roll .is-away >> text=Вера 2")

    # On another phone, by the address that was shown.
    borrowed = Device(house, browser, "чужой", PHONE)
    borrowed.page.goto(f"http://{shown}")
    borrowed.page.click("button[type=submit]")
    borrowed.wait_live()
    assert borrowed.page.inner_text(".me-name") == "Вера 2"
    first.page.wait_for_selector("#people [data-name='Вера 2']", timeout=3_000)
    assert house.one("SELECT count(*) FROM hq_person WHERE name LIKE 'Вера%'") == 2
    for device in (master, first, second, borrowed):
        assert device.complaints == []


def test_after_a_restart_everybody_sits_where_they_sat(house: House, browser: Browser):
    phone, laptop = (Device(house, browser, "Глеб", size) for size in (PHONE, DESKTOP))
    for device in (phone, laptop):
        device.become_master()
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    phone.page.click("#pulse button[hx-post='/master/start/']")
    phone.confirm()
    for device in (laptop, vera):
        device.page.wait_for_selector("#banner", state="hidden")
    seats = house.rows("SELECT id, token, person_id FROM hq_seat ORDER BY id")

    house.kill()
    house.open()
    vera.go("/")
    vera.wait_live()
    assert vera.page.inner_text(".me-name") == "Вера"
    laptop.page.click("[data-dialog=ask-pause]")
    laptop.page.fill("#ask-pause [name=reason]", "свет погас")
    laptop.page.click("#ask-pause button[type=submit]")
    for device in (phone, vera):
        device.page.wait_for_selector("#banner[data-state=paused]")

    assert house.rows("SELECT id, token, person_id FROM hq_seat ORDER BY id") == seats
    wait_for(
        lambda: house.one("SELECT count(*) FROM hq_seat WHERE role = 'master'") == 1,
        seconds=1,
        what="one seat of the master",
    )
    for device in (phone, laptop, vera):
        assert device.complaints == []
