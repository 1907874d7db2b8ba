"""A dispatch by a courier's phone, an ability of the HQ, the queue for help: in real browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.crew import DESKTOP, PHONE, WALL, Device
from tests.e2e.house import House

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(180)]

DOOR = "SELECT code FROM hq_invitation WHERE role = ?"
SECRET = "Встречайте у третьего шлюза, пароль «окрошка»."


def become_courier(house: House, browser: Browser, name: str) -> Device:
    courier = Device(house=house, browser=browser, name=name, size=PHONE)
    courier.go(f"/j/{house.one(DOOR, 'courier')}/")
    courier.page.fill("#name", name)
    courier.page.click("button[type=submit]")
    courier.page.wait_for_selector("#satchel")
    courier.wait_live()
    return courier


def test_dispatch_by_courier_ability_and_help(house: House, browser: Browser):
    master = Device(house=house, browser=browser, name="Глеб", size=DESKTOP)
    master.become_master()
    vera = Device(house=house, browser=browser, name="Вера", size=PHONE)
    vera.join()
    wall = Device(house=house, browser=browser, name="стена", size=WALL)
    wall.become_wall()
    courier = become_courier(house, browser, "Ласточка")
    master.page.click("#pulse [hx-post='/master/start/']")
    master.confirm()

    # The master hands a dispatch to the courier.
    master.page.click("#write-dispatch > summary")
    form = master.page.locator(".dispatch-form")
    form.locator("input[value=hq]").check()
    form.locator("textarea").fill(SECRET)
    form.locator("select[name=way]").select_option("courier")
    form.locator("button[type=submit]").click()

    # The courier sees to whom and the code, and not a word of the text.
    item = courier.page.locator(".bag-item")
    expect(item).to_be_visible()
    code = item.locator(".bag-code b").inner_text()
    assert len(code) == 6
    assert "окрошка" not in courier.page.content()
    assert "окрошка" not in vera.page.content()
    courier.page.click("[id^=hand-over]")
    courier.confirm()
    expect(item).to_have_count(0)

    # The volunteer opens it and answers with one tap.
    expect(vera.page.locator("[data-inbox-count]")).to_have_text("1")
    vera.page.click("#inbox .is-sealed button")
    expect(vera.page.locator("#inbox .letter-text").first).to_contain_text("окрошка")
    vera.page.click("[id^=reply-][id$=-doing]")
    expect(vera.page.locator("[id^=reply-][id$=-doing]").first).to_have_attribute(
        "aria-pressed", "true"
    )
    master.page.click("details[data-keep=post-arrived] > summary")
    expect(master.page.locator("#post .letter-readers").first).to_contain_text("Вера: Делаем")

    # An ability of the HQ.
    ability = vera.page.locator(".ability", has_text="Почта путейцев")
    ability.locator("summary").click()
    ability.locator("button").click()
    vera.confirm()
    expect(ability).to_contain_text("осталось 2 раза из 3")
    expect(ability).to_contain_text("Вера")

    # Help: called, seen, on the way, helped.
    vera.page.click("#call-help")
    expect(vera.page.locator("#helpline")).to_contain_text("Вы следующие")
    strip = master.page.locator("#help li")
    expect(strip).to_contain_text("Вера")
    strip.locator("button").click()
    expect(vera.page.locator("#helpline")).to_contain_text("Мастер уже идёт")
    master.page.click("#help [id^=helped-]")
    expect(vera.page.locator("#call-help")).to_be_visible()
    for device in (master, vera, wall, courier):
        assert device.complaints == [], device.name
