"""The books in real browsers: a prospect declined, a gift undone, a day ended and reopened."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.crew import DESKTOP, PHONE, Device
from tests.e2e.house import House, wait_for

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]


class Evening:
    """A running day with a master on a phone and two volunteers."""

    def __init__(self, house: House, browser: Browser, *, language: str = "ru") -> None:
        self.house = house
        self.master = Device(house, browser, "Глеб", PHONE, language)
        self.master.become_master()
        self.vera = Device(house, browser, "Вера", PHONE, language)
        self.timur = Device(house, browser, "Тимур", DESKTOP, language)
        for device in self.crew:
            device.join()
        self.master.page.click("#pulse button[hx-post='/master/start/']")
        self.master.confirm()
        self.wait("SELECT state FROM hq_game", "running")

    @property
    def crew(self) -> list[Device]:
        return [self.vera, self.timur]

    def wait(self, query: str, value: object, *params: object) -> None:
        wait_for(lambda: self.house.one(query, *params) == value, seconds=6, what=query)

    def issue(self, kind: str) -> int:
        """The master puts the first card of this kind before the HQ."""
        card = self.house.one(
            "SELECT id FROM hq_card WHERE state = 'shelf' AND planned_turn > 0"
            " AND kind = ? AND mode = 'collective'"
            " ORDER BY planned_turn, id",
            kind,
        )
        self.master.page.click(f'#shelf button[hx-post="/master/cards/{card}/issue/"]')
        self.master.confirm()
        self.wait("SELECT state FROM hq_card WHERE id = ?", "open", card)
        return int(card)

    def shoot(self, device: Device, name: str) -> None:
        """A picture for a person to look at, when a folder is asked for."""
        folder = os.environ.get("BOOKS_PICTURES", "")
        if folder:
            device.page.wait_for_timeout(600)
            path = Path(folder) / f"{name}-{device.language}.png"
            device.page.screenshot(path=str(path), full_page="end" in name)

    def check_no_complaints(self) -> None:
        told = {device.name: device.complaints for device in (self.master, *self.crew)}
        assert {name: found for name, found in told.items() if found} == {}


def test_prospect_is_declined_by_a_chorus(house: House, browser: Browser):
    day = Evening(house, browser)
    card = day.issue("prospect")
    way = house.one("SELECT id FROM hq_way WHERE card_id = ? AND kind = 'decline'", card)
    before = house.rows("SELECT balance FROM hq_pool ORDER BY id")
    for device in day.crew:
        device.page.click(f"#card-{card} button[data-back][data-way='{way}']")
    day.wait("SELECT count(*) FROM hq_backing WHERE way_id = ?", 2, way)

    day.vera.page.click(f"#card-{card} [data-way-row='{way}'] .button.is-now")
    day.vera.confirm()
    for device in day.crew:
        key = device.page.locator("[data-speak]:enabled")
        key.wait_for()
        key.tap() if device.size == PHONE else device.page.keyboard.press("Enter")

    day.wait("SELECT state FROM hq_card WHERE id = ?", "resolved", card)
    assert house.rows("SELECT balance FROM hq_pool ORDER BY id") == before
    assert house.one("SELECT count(*) FROM hq_chronicleline WHERE card_id = ?", card) == 1
    day.timur.page.wait_for_selector("#chronicle [data-line]")
    day.check_no_complaints()


def test_wrong_gift_is_undone_with_its_preview(house: House, browser: Browser):
    day = Evening(house, browser)
    start = house.one("SELECT balance FROM hq_pool WHERE kind = 'energy'")
    page = day.vera.page
    page.click("#give summary")
    page.fill("#give [name=amount]", "8")
    page.click("#give button[type=submit]")
    day.wait("SELECT balance FROM hq_pool WHERE kind = 'energy'", start + 8)
    amount = page.locator("#give [name=amount]")
    wait_for(lambda: amount.input_value() == "", seconds=5, what="an empty form")
    page.fill("#give [name=amount]", "5")
    page.click("#give button[type=submit]")
    page.wait_for_selector("#notice >> text=/8/")
    assert page.input_value("#give [name=amount]") == "5"

    line = house.one("SELECT id FROM hq_ledgerline WHERE reason = 'gift'")
    day.vera.go("/ledger/")
    assert day.vera.page.locator(".books-undo").count() == 0
    day.master.go("/ledger/?pool=energy")
    day.shoot(day.master, "ledger-phone")
    day.master.page.click(f"#line-{line} .books-undo")
    moved = day.master.page.inner_text(".books-move")
    assert str(start + 8) in moved
    assert str(start) in moved
    day.shoot(day.master, "undo-phone")
    day.master.page.fill("[name=reason]", "перепутала пул")
    day.master.page.click("button[type=submit]")
    day.master.page.wait_for_selector(f"#line-{line}.is-undone")
    day.shoot(day.master, "undone-phone")
    assert day.master.page.locator("[data-line].is-undo").count() == 1

    day.wait("SELECT balance FROM hq_pool WHERE kind = 'energy'", start)
    day.timur.page.wait_for_selector(f"#pools [data-dial=energy][data-balance='{start}']")
    day.timur.go("/ledger/")
    day.shoot(day.timur, "ledger-desktop")
    day.check_no_complaints()


@pytest.mark.parametrize("language", ["ru", "en"])
def test_day_is_ended_with_its_preview_and_opened_again(
    house: House, browser: Browser, language: str
):
    day = Evening(house, browser, language=language)
    crisis, prospect = day.issue("crisis"), day.issue("prospect")
    day.timur.page.wait_for_selector("#pools .forecast-line")
    day.shoot(day.timur, "board-desktop")
    day.shoot(day.vera, "board-phone")

    master = day.master.page
    master.click("#to-stakes summary >> nth=0")
    day.shoot(day.master, "console-phone")
    master.click("[data-stake] button >> nth=0")
    day.shoot(day.master, "stake-confirm-phone")
    day.master.confirm()
    day.wait("SELECT count(*) FROM hq_stake WHERE answer != ''", 1)
    day.timur.page.click("#maps summary >> nth=0")
    day.timur.page.wait_for_selector("#maps .is-chosen-answer")

    master.click("#pulse a[href='/master/end/']")
    listed = master.locator("[data-card]").evaluate_all(
        "all => all.map((each) => each.dataset.card)"
    )
    # The answer to the map's question has brought up one more prospect: it lapses last.
    brought = house.rows(
        "SELECT id FROM hq_card WHERE state = 'open' AND kind = 'prospect' AND id != ?", prospect
    )
    assert len(brought) == 1
    assert listed == [str(crisis), str(prospect), str(brought[0][0])]
    day.shoot(day.master, "end-phone")
    master.click("form button[type=submit]")
    master.wait_for_selector("#shelf")
    for device in (day.vera, day.timur):
        device.page.wait_for_selector("#banner[data-state=over]")
    assert house.rows("SELECT state FROM hq_card WHERE id IN (?, ?)", crisis, prospect) == [
        ("expired",),
        ("expired",),
    ]
    day.shoot(day.vera, "over-phone")
    day.vera.page.click("#give summary")
    day.vera.page.fill("#give [name=amount]", "1")
    day.vera.page.click("#give button[type=submit]")
    day.vera.page.wait_for_selector("#notice >> text=/./")

    day.master.wait_live()
    master.click("[data-dialog=ask-reopen]")
    master.fill("#ask-reopen [name=reason]", "рано закончили")
    master.click("#ask-reopen button[type=submit]")
    day.timur.page.wait_for_selector("#banner[data-state=paused]")
    assert "рано закончили" in day.timur.page.inner_text("#banner")
    assert house.one("SELECT state FROM hq_card WHERE id = ?", crisis) == "expired"
    day.check_no_complaints()
