"""Ways of deciding on real screens: alone, and by a way of one's own."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from tests.e2e.crew import PHONE, WALL, Device
from tests.e2e.house import House, wait_for
from tests.e2e.test_hands_off import Desk

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

IDEA = "Разбудить дедушку-связиста и дать ему паяльник"


@dataclass
class Room:
    house: House
    desk: Desk
    vera: Device
    timur: Device
    wall: Device

    def issue(self, mode: str) -> tuple[int, int]:
        """A card of this mode before the HQ: (card, its cheapest way)."""
        card = self.house.one(
            "SELECT id FROM hq_card WHERE state = 'shelf' AND planned_turn > 0"
            " AND mode = ? AND kind = 'crisis'"
            " ORDER BY planned_turn, id",
            mode,
        )
        assert self.desk.post(f"/master/cards/{card}/issue/").status_code == 204
        way = self.house.one(
            "SELECT id FROM hq_way WHERE card_id = ? AND judgement = 'none'"
            " ORDER BY cost_energy + cost_resources + cost_morale, id",
            card,
        )
        return card, way


@pytest.fixture
def room(house: House, browser: Browser) -> Room:
    desk = Desk(house)
    desk.post("/master/start/")
    vera, timur = (Device(house, browser, name, PHONE) for name in ("Вера", "Тимур"))
    wall = Device(house, browser, "стена", WALL)
    wall.become_wall()
    for device in (vera, timur):
        device.join()
    yield Room(house, desk, vera, timur, wall)
    desk.client.close()


def test_personal_decision_is_taken_on_a_phone(room: Room):
    card, way = room.issue("personal")
    key = room.vera.page.locator(f"#take-{way}")
    key.wait_for()
    assert room.vera.page.locator(f"#card-{card} [data-back]").count() == 0

    key.tap()
    room.vera.confirm()

    for device in (room.vera, room.timur):
        closed = device.page.locator(f"#card-{card}[data-card-state=resolved]")
        closed.wait_for(timeout=5_000)
        assert "Вера" in closed.inner_text()
    taken = room.house.rows(
        "SELECT p.name, d.phase, d.way_id FROM hq_decision d"
        " JOIN hq_person p ON p.id = d.taken_by_id WHERE d.card_id = ?",
        card,
    )
    assert taken == [("Вера", "sealed", way)]
    assert room.vera.complaints == room.timur.complaints == room.wall.complaints == []


def test_own_way_is_judged_in_two_taps_backed_and_sealed_in_chorus(room: Room, browser: Browser):
    card, _way = room.issue("collective")
    vera, timur = room.vera.page, room.timur.page
    gleb = Device(room.house, browser, "Глеб", PHONE)
    gleb.become_master()
    chip = vera.locator("[data-unanswered-chip]")
    chip.wait_for()
    assert chip.get_attribute("href") is not None
    assert vera.locator("[data-unanswered-count]").inner_text() == "1"

    vera.locator(f"#card-{card} [data-dialog=ask-own-way]").tap()
    vera.fill("#ask-own-way textarea", IDEA)
    vera.tap("#ask-own-way button[type=submit]")
    waiting = timur.locator(f"#card-{card} [data-judgement=awaiting]", has_text=IDEA)
    waiting.first.wait_for(timeout=5_000)
    assert "Вера" in waiting.first.inner_text()
    assert vera.input_value("#ask-own-way textarea") == ""

    own = room.house.one("SELECT id FROM hq_way WHERE author_id IS NOT NULL")
    gleb.page.locator(f"[data-judge='{own}'] [data-preset=fair]").tap()
    gleb.page.tap("#ask-pass-way button[type=submit]")
    wait_for(
        lambda: room.house.one("SELECT judgement FROM hq_way WHERE id = ?", own) == "passed",
        seconds=5,
        what="the judgement",
    )

    for page in (vera, timur):
        page.locator(f"button[data-back][data-way='{own}']").tap()
    chip.wait_for(state="hidden")
    vera.locator(f"#voice-{own}").tap()
    room.vera.confirm()
    for page in (vera, timur):
        page.locator("[data-speak]:enabled").tap()

    wait_for(
        lambda: room.house.one("SELECT state FROM hq_card WHERE id = ?", card) == "resolved",
        seconds=5,
        what="the seal",
    )
    assert room.house.rows(
        "SELECT d.way_id, w.cost_energy > 0 FROM hq_decision d JOIN hq_way w ON w.id = d.way_id"
        " WHERE d.card_id = ?",
        card,
    ) == [(own, 1)]
    assert room.house.one("SELECT count(*) FROM hq_chronicleline WHERE card_id = ?", card) == 1
    devices = (room.vera, room.timur, room.wall, gleb)
    assert {each.name: each.complaints for each in devices if each.complaints} == {}


def test_refused_text_of_an_own_way_is_not_lost(room: Room):
    card, _way = room.issue("collective")
    page = room.vera.page
    for number in range(3):
        page.locator(f"#card-{card} [data-dialog=ask-own-way]").tap()
        page.fill("#ask-own-way textarea", f"{IDEA}, попытка {number}")
        page.tap("#ask-own-way button[type=submit]")
        if number < 2:
            page.locator("#ask-own-way").wait_for(state="hidden")

    page.wait_for_selector("#notice >> text=/./", state="attached")
    assert page.input_value("#ask-own-way textarea") == f"{IDEA}, попытка 2"
    page.locator("#ask-own-way [data-dialog-close]").tap()
    page.locator(f"#card-{card} [data-dialog=ask-own-way]").tap()
    assert page.input_value("#ask-own-way textarea") == f"{IDEA}, попытка 2"
