"""Who comes back after more than a minute sees three lines, and they go when acknowledged."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.crew import DESKTOP, PHONE, Device
from tests.e2e.house import House

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(180)]

# What the phone saw last, two minutes ago.
LONG_AGO = """
    const key = Object.keys(localStorage).find((each) => each.startsWith("tsup-seen-"));
    const seen = JSON.parse(localStorage.getItem(key));
    addEventListener("pagehide", () =>
      localStorage.setItem(key, JSON.stringify({ ...seen, at: seen.at - 120000 })));
"""


def test_three_lines_until_they_are_noted(house: House, browser: Browser):
    master = Device(house=house, browser=browser, name="Глеб", size=DESKTOP)
    master.become_master()
    vera = Device(house=house, browser=browser, name="Вера", size=PHONE)
    vera.join()
    expect(vera.page.locator("#slept")).to_be_hidden()
    vera.page.wait_for_function("Object.keys(localStorage).some((k) => k.startsWith('tsup-seen'))")
    vera.page.evaluate(LONG_AGO)
    master.page.click("#pulse [hx-post='/master/start/']")
    master.confirm()
    master.page.click("#write-dispatch > summary")
    form = master.page.locator(".dispatch-form")
    form.locator("input[value=hq]").check()
    form.locator("textarea").fill("Проснитесь")
    form.locator("button[type=submit]").click()
    expect(vera.page.locator("[data-inbox-count]")).to_have_text("1")

    vera.page.reload()

    box = vera.page.locator("#slept")
    expect(box).to_contain_text("Ждёт депеша: Мастера")
    vera.page.reload()  # not noted yet: it is still there
    expect(box).to_contain_text("Пока вы спали")
    vera.page.click("[data-slept-ack]")
    expect(box).to_be_hidden()
    vera.page.reload()
    vera.wait_live()
    expect(box).to_be_hidden()
    for device in (master, vera):
        assert device.complaints == [], device.name
