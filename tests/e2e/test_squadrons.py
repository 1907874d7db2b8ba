"""Building a squadron in a browser, and printing it: no card is split between two pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.crew import DESKTOP, Device
from tests.e2e.house import House

pytestmark = pytest.mark.e2e

LONG = "Корабль с таким названием, что на карточку оно помещается только в четыре строки"
SHIP = "{name} | small | 3 | 2d6 | 2d8, 2d6T | 2d8 | shields, torpedoes, decoy | -"
BIG = "Гора | large | 1 | 2d10 | 2d10, 2d8T, 2d8R | 2d6 | carrier, repair, shields, ecm | 30 (31)"
TEXT = "\n".join(
    [
        "= horizon | Шестнадцать",
        "* 1 | tactician | Кира Валевская",
        "",
        BIG,
        SHIP.format(name=LONG),
        *(SHIP.format(name=f"Игла {number}") for number in range(3, 17)),
    ]
)
MM = 96 / 25.4
SHEETS = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN, GAP = 12, 4


def master(house: House, browser: Browser) -> Page:
    desk = Device(house, browser, "Мастер", DESKTOP)
    desk.become_master()
    return desk.page


def build(page: Page, house: House) -> str:
    """A squadron of sixteen from a text; the path of its page."""
    page.goto(f"{house.url}/squadrons/")
    page.check("input[name=side][value=spo]")
    page.check("input[name=table][value=luna]")
    page.click("text=У меня есть текст")
    page.fill("textarea[name=text]", TEXT)
    page.click("main form button[type=submit]")
    expect(page.locator(".shipcard")).to_have_count(16)
    return re.sub(r"[#?].*", "", page.url)


def test_card_is_weighed_while_it_is_filled_and_then_kept(house: House, browser: Browser):
    page = master(house, browser)
    squadron = build(page, house)
    page.goto(f"{squadron}card/?like=fighter")
    cost = page.locator(".weighed-cost b")
    expect(cost).to_have_text("11 (14)")

    page.check("input[name=type][value=large]")

    expect(page.locator("input[name=defence][value='2d10']")).to_be_checked()
    expect(cost).to_have_text("17 (20)")
    expect(page.locator(".weighed-limits")).to_contain_text("Скорость 3")
    page.fill("input[name=printed_base]", "30")
    page.fill("input[name=printed_full]", "33")
    expect(cost).to_have_text("30 (33)")
    page.fill("input[name=name]", "🚀 שלום")
    page.click(".cardform-foot button")
    expect(page.locator(".shipcard").last).to_contain_text("🚀 שלום")
    expect(page.locator(".shipcard")).to_have_count(17)


def test_bad_text_is_told_by_lines_and_stays(house: House, browser: Browser):
    page = master(house, browser)
    page.goto(f"{build(page, house)}text/")

    page.fill("textarea[name=text]", TEXT.replace("| 1 |", "| один |", 1) + "\nМимо")
    page.click("main form button[type=submit]")

    faults = page.locator(".faults li")
    expect(faults).to_have_count(2)
    expect(faults.first).to_contain_text("4: № 1, скорость")
    expect(faults.last).to_contain_text("20:")
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile("один[\\s\\S]*Мимо$"))


@pytest.mark.parametrize("sheet", ["a4", "letter"])
def test_print_splits_no_card(house: House, browser: Browser, sheet: str):
    page = master(house, browser)
    width, height = SHEETS[sheet]
    page.goto(f"{build(page, house)}print/?paper={sheet}")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": int((width - 2 * MARGIN) * MM), "height": 900})
    expect(page.locator(".paper-card")).to_have_count(16)

    rows = page.evaluate(ROWS)
    room = (height - 2 * MARGIN) * MM
    table = page.locator(".sheet").bounding_box()

    assert table is not None
    assert table["height"] <= room
    assert max(rows) <= room
    assert page.evaluate(UNSPLIT) == ["avoid"] * 16
    pdf = page.pdf(prefer_css_page_size=True)
    assert sizes(pdf) == {(round(width / 25.4 * 72), round(height / 25.4 * 72))}
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1 + packed(rows, room)


ROWS = """() => {
  const heights = new Map();
  for (const card of document.querySelectorAll(".paper-card")) {
    const box = card.getBoundingClientRect();
    heights.set(Math.round(box.top), Math.max(heights.get(Math.round(box.top)) ?? 0, box.height));
  }
  return [...heights.values()];
}"""
UNSPLIT = """() => [...document.querySelectorAll(".paper-card")].map(
  (card) => getComputedStyle(card).breakInside)"""


def packed(rows: list[float], room: float) -> int:
    """Pages that rows of cards take when none is split; a split one would take fewer."""
    pages, left = 0, 0.0
    for row in rows:
        if row > left:
            pages, left = pages + 1, room
        left -= row + GAP * MM
    return pages


def sizes(pdf: bytes) -> set[tuple[int, ...]]:
    boxes: list[Any] = re.findall(rb"/MediaBox\s*\[([^\]]+)\]", pdf)
    return {tuple(round(float(part)) for part in box.split()[2:]) for box in boxes}
