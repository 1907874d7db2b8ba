"""What is heard in the room, and when nothing is; a card that nobody opens sounds again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.crew import PHONE, WALL, Device
from tests.e2e.house import House, wait_for
from tests.e2e.test_hands_off import Desk

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

# Counts what is scheduled in the audio of the page, and under which name.
SPY = """
window.heard = [];
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...rest) {
  window.tones += 1;
  return start.apply(this, rest);
};
document.addEventListener("sound:played", ({ detail }) => window.heard.push(detail));
"""

DECIDE = """
async ([address, before, after]) => {
  const { decide } = await import(address);
  const revive = ({ cards = {}, unseen = [], last = [], chorus = null }) => ({
    cards: new Map(Object.entries(cards)), unseen: new Set(unseen), last: new Set(last), chorus,
  });
  return decide(revive(before), revive(after));
}
"""


def crisis(state: str) -> dict[str, str]:
    return {"kind": "crisis", "state": state}


def chorus(number: str, state: str) -> dict[str, str]:
    return {"id": number, "state": state}


OPEN = {"cards": {"1": crisis("open")}}
CASES: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({}, {}, []),
    (OPEN, OPEN, []),
    ({}, OPEN, ["gong"]),
    ({}, {"cards": {"1": crisis("open"), "2": crisis("open")}}, ["gong"]),
    ({}, {"cards": {"1": crisis("resolved")}}, []),
    (OPEN, {**OPEN, "unseen": ["1"]}, ["gong"]),
    ({**OPEN, "unseen": ["1"]}, {**OPEN, "unseen": ["1"]}, []),
    ({**OPEN, "unseen": ["1"]}, OPEN, []),
    (OPEN, {**OPEN, "last": ["1"]}, ["bell"]),
    ({**OPEN, "last": ["1"]}, {**OPEN, "last": ["1"]}, []),
    ({}, {**OPEN, "last": ["1"]}, ["gong"]),
    (OPEN, {"cards": {"1": crisis("resolved")}}, ["seal"]),
    (OPEN, {"cards": {"1": crisis("expired")}}, ["low"]),
    (
        {"cards": {"1": {"kind": "prospect", "state": "open"}}},
        {"cards": {"1": {"kind": "prospect", "state": "expired"}}},
        [],
    ),
    (OPEN, {}, []),
    (OPEN, {**OPEN, "chorus": chorus("5", "open")}, ["rise"]),
    ({"chorus": chorus("5", "open")}, {"chorus": chorus("5", "open")}, []),
    ({"chorus": chorus("5", "open")}, {"chorus": chorus("5", "broken")}, ["low"]),
    (
        {**OPEN, "chorus": chorus("5", "open")},
        {"cards": {"1": crisis("resolved")}, "chorus": chorus("5", "sealed")},
        ["seal"],
    ),
    (
        {"cards": {"1": crisis("open")}, "chorus": chorus("5", "open")},
        {"cards": {"1": crisis("resolved")}, "chorus": chorus("6", "open")},
        ["rise", "seal"],
    ),
    ({"chorus": chorus("5", "broken")}, {"chorus": chorus("6", "broken")}, []),
    ({}, {"chorus": chorus("5", "sealed")}, []),
]


@pytest.fixture
def desk(house: House) -> Iterator[Desk]:
    sitting = Desk(house)
    yield sitting
    sitting.client.close()


def issue(house: House, desk: Desk) -> int:
    """The first card of the shelf with a deadline that nothing moves comes up."""
    card: int = house.one(
        "SELECT id FROM hq_card WHERE state = 'shelf' AND planned_turn > 0 AND mode = 'collective'"
        " AND time_limit > 240 AND unfinished = '' AND id NOT IN"
        " (SELECT card_id FROM hq_aggravation WHERE trigger = 'time') ORDER BY planned_turn, id"
    )
    answer = desk.post(f"/master/cards/{card}/issue/")
    assert answer.status_code == 204, answer.text
    return card


def heard(device: Device) -> list[str]:
    names: list[str] = device.page.evaluate("window.heard")
    return names


def wait_heard(device: Device, *names: str) -> None:
    wait_for(lambda: heard(device) == list(names), seconds=5, what=f"{names}, not {heard(device)}")


def forget(device: Device) -> None:
    device.page.evaluate("window.heard = []")


def state(device: Device) -> str | None:
    return device.page.get_attribute("[data-sound]", "data-state")


def test_what_sounds_is_decided_from_two_states(house: House, browser: Browser):
    names = json.loads((house.folder / "static" / "staticfiles.json").read_text(encoding="utf-8"))
    address = f"{house.url}/static/{names['paths']['js/sounds.js']}"
    page = browser.new_page()
    page.goto(house.url)

    found = [page.evaluate(DECIDE, [address, before, after]) for before, after, _ in CASES]

    assert found == [names for _, _, names in CASES]


def test_wall_is_heard_after_one_touch(house: House, desk: Desk, browser: Browser):
    desk.post("/master/start/")
    wall = Device(house, browser, "стена", WALL)
    wall.context.add_init_script(SPY)
    wall.become_wall()
    card = issue(house, desk)
    wall.page.wait_for_selector(f'#signals [data-signal="{card}"]', state="attached")
    wall.page.wait_for_timeout(300)
    assert (state(wall), heard(wall)) == ("off", [])

    wall.page.click("[data-sound]")
    wall.page.wait_for_selector("[data-sound][data-state=on]")
    wait_heard(wall, "bell")  # so that the room knows how loud it is
    forget(wall)
    issue(house, desk)
    wait_heard(wall, "gong")
    assert wall.page.evaluate("window.tones") >= 5

    wall.page.reload()
    wall.wait_live()
    wall.page.wait_for_selector("[data-sound][data-state=blocked]")
    issue(house, desk)
    wall.page.wait_for_timeout(700)
    assert heard(wall) == []
    wall.page.mouse.click(900, 500)
    wall.page.wait_for_selector("[data-sound][data-state=on]")

    crew = [Device(house, browser, name, PHONE) for name in ("Вера", "Тимур")]
    for device in crew:
        device.join()
    way = house.one(
        "SELECT id FROM hq_way WHERE card_id = ? AND judgement = 'none' ORDER BY id", card
    )
    for device in crew:
        device.page.locator(f"#back-{way}").tap()
    voice = crew[0].page.locator(f"#voice-{way}")
    voice.tap()
    crew[0].confirm()
    wait_heard(wall, "rise")
    forget(wall)
    for device in crew:
        device.page.locator("[data-speak]:enabled").tap()
    wait_heard(wall, "seal")

    wall.page.wait_for_selector("#ceremony", state="hidden", timeout=15_000)
    forget(wall)
    wall.page.click("[data-sound]")
    assert state(wall) == "off"
    issue(house, desk)
    wall.page.wait_for_timeout(700)
    assert heard(wall) == []
    assert wall.complaints == []


def test_unopened_card_is_gonged_again_and_the_last_minute_rings(
    house: House, desk: Desk, browser: Browser
):
    desk.post("/master/start/")
    started = time.monotonic()
    wall = Device(house, browser, "стена", WALL)
    wall.context.add_init_script(SPY)
    wall.become_wall()
    master = Device(house, browser, "Глеб", PHONE)
    master.become_master()
    wall.page.click("[data-sound]")
    card = issue(house, desk)
    wait_heard(wall, "bell", "gong")
    forget(wall)

    house.kill()
    house.shift = 125
    house.open()
    wait_heard(wall, "gong")
    for device in (wall, master):
        device.page.wait_for_selector("#signals.strip")
    wait_for(
        lambda: house.one("SELECT unseen_at FROM hq_card WHERE id = ?", card) is not None,
        seconds=2,
        what="the note in the books",
    )

    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    vera.page.locator(f"#card-{card}").scroll_into_view_if_needed()
    for device in (wall, master):
        device.page.wait_for_selector("#signals", state="hidden", timeout=6_000)
    assert house.one("SELECT opened_at FROM hq_card WHERE id = ?", card) is not None
    assert house.rows("SELECT count(*) FROM hq_journalentry WHERE kind = 'card_opened'") == [(1,)]

    forget(wall)
    due = house.one("SELECT due_at FROM hq_card WHERE id = ?", card) // 1000
    house.kill()
    house.shift = round(due - 50 - (time.monotonic() - started))
    house.open()
    wait_heard(wall, "bell")
    wait_for(lambda: heard(wall) == ["bell", "bell"], seconds=20, what="the second bell")
    for device in (wall, master, vera):
        assert device.complaints == []
