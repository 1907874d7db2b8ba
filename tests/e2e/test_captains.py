"""A captain's battle on a phone: three rounds with dice typed and rolled, a wing-over, a torpedo, a
mine on three ships, a round taken back, ten entries without the network, result and survival.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.crew import DESKTOP, PHONE, Device
from tests.e2e.house import House, wait_for

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]

OWN, OTHER = "luna-spo-zaslon", "luna-of-volna"
POST = """async ([path, fields, key]) => {
  const body = new URLSearchParams();
  for (const [name, value] of fields) body.append(name, value);
  const pair = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  const headers = {"X-CSRFToken": pair.split("=")[1], "HX-Request": "true", "X-Command-Key": key};
  const answer = await fetch(path, { method: "POST", body, headers });
  return [answer.status, await answer.text()];
}"""


class Table:
    """The table Luna: the game master writes what is not the story's own."""

    def __init__(self, house: House, browser: Browser) -> None:
        self.house = house
        self.master = Device(house, browser, "Глеб", DESKTOP)
        self.master.become_master()
        self.sent = 0
        self.post("/master/start/")
        for squadron in (OWN, OTHER):
            self.post("/master/tables/door/", ("table", "luna"), ("squadron", squadron))
        squadrons = [("squadrons", squadron) for squadron in (OWN, OTHER)]
        self.post("/master/tables/open/", ("table", "luna"), ("rounds", "3"), *squadrons)
        self.battle = house.one("SELECT id FROM fleets_battle")

    def post(self, path: str, *fields: tuple[str, str]) -> None:
        self.sent += 1
        status, text = self.master.page.evaluate(POST, [path, fields, f"story{self.sent}"])
        assert status < 300, (path, fields, text)

    def give(self, kind: str, *dice: Sequence[int], **fields: Any) -> None:
        command = json.dumps({"kind": kind, **fields})
        typed = ("dice", json.dumps(dice))
        self.post(f"/table/{self.battle}/act/", ("command", command), typed)

    @property
    def state(self) -> Any:
        return json.loads(self.house.one("SELECT state FROM fleets_battle"))

    def ships(self, squadron: str) -> list[str]:
        found: list[str] = self.state["squadrons"][squadron]["ships"]
        return found

    def move(self, ships: Sequence[str]) -> None:
        for ship in ships:
            self.give("move", ship=ship)
            self.give("finish-activation", ship=ship)

    def code(self, squadron: str) -> str:
        query = "SELECT code FROM hq_invitation WHERE squadron = ?"
        return str(self.house.one(query, squadron))


class Captain:
    """Rita with a phone in one hand."""

    def __init__(self, table: Table, browser: Browser) -> None:
        self.device = Device(table.house, browser, "Рита", PHONE)
        self.device.go(f"/j/{table.code(OWN)}/")
        self.page.fill("#name", "Рита")
        self.page.click("button[type=submit]")
        self.page.wait_for_selector("#now")
        self.device.wait_live()

    @property
    def page(self) -> Page:
        return self.device.page

    def now(self, text: str) -> None:
        self.page.locator("#now [data-now-keys] button", has_text=text).first.tap()

    def open(self, ship: str) -> None:
        self.page.locator(f'#squadron [data-unit="{ship}"].can-act [data-open-unit]').tap()

    def tap(self, text: str) -> None:
        self.page.locator("#sheet button:not([data-dead])", has_text=text).first.tap()

    def pick(self, selector: str, place: int = 0) -> None:
        self.page.locator(f"#sheet {selector}:not([data-dead])").nth(place).tap()

    def type(self, *faces: int) -> None:
        """The dice that lie on the table, then «write»."""
        self.tap("Кубики со стола")
        for face in faces:
            self.pick(f'.pad-key[data-face="{face}"]')
        self.tap("Записать")

    def done(self) -> None:
        self.tap("Дальше")
        self.shut()

    def shut(self) -> None:
        if self.page.locator("#sheet[open]").count():
            self.pick("[data-sheet-close]")
        self.page.wait_for_selector("#sheet:not([open])", state="attached")


def _initiative(table: Table, rita: Captain) -> None:
    rita.now("Бросок инициативы")
    rita.type(6, 6)
    rita.done()
    table.give("roll-initiative", (1, 1), squadron=OTHER)


def _shoot(table: Table, rita: Captain) -> None:
    """A wing-over that gets away, a torpedo by the app's dice, a mine on three ships."""
    own, other = table.ships(OWN), table.ships(OTHER)
    rita.open(own[1])
    rita.tap("Огонь из орудия")
    rita.pick(".is-choice")
    rita.pick("[data-pick=rear]")
    row = rita.page.locator("#sheet .ask-row", has_text="Переворот через крыло")
    row.locator("[data-answer=yes]:not([data-dead])").tap()
    expect(row.locator("[data-answer=yes]")).to_have_attribute("aria-pressed", "true")
    rita.type(1, 1, 8, 8)
    rita.tap("вне зоны")
    rita.page.wait_for_selector("#sheet:not([open])", state="attached")
    _answer(table, other)
    rita.open(own[2])
    rita.tap("Пустить торпеду")
    rita.pick(".is-choice", 1)
    rita.pick("[data-pick=front]")
    rita.tap("Бросить здесь")
    rita.page.wait_for_selector("#sheet .outcome-dice .die")
    rita.shut()
    while table.state.get("hits"):
        table.give("roll-hit", (3, 3))
    _answer(table, other)
    rita.open(own[0])
    rita.tap("Сбросить мину")
    for place in range(3):
        rita.pick(".is-choice", place)
    rita.tap("выбрано: 3")
    rita.type(1, 1, *([2] * 6))
    expect(rita.page.locator("#sheet .outcome-told")).to_contain_text("Взрыв")
    rita.done()


def _answer(table: Table, ships: Sequence[str]) -> None:
    """The other side evades with whoever has not acted."""
    while table.state.get("turn") != "spo" and table.state["phase"] == "shooting":
        known = table.state["ships"]
        able = [ship for ship in ships if known[ship].get("status", "active") == "active"]
        table.give("evade", ship=next(ship for ship in able if not known[ship].get("acted")))


def _without_the_network(table: Table, rita: Captain) -> None:
    """Ten entries on the phone, the tab closed; back in the network they go out, each once."""
    own = table.ships(OWN)
    before = table.house.one("SELECT number FROM fleets_battle")
    rita.page.locator(f'#squadron [data-unit="{own[0]}"].can-act').wait_for()
    assert rita.page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
    rita.device.context.set_offline(True)
    for count, ship in enumerate(own[:5]):
        rita.page.locator(f'#squadron [data-unit="{ship}"] [data-open-unit]').tap()
        _queue(rita, "Движение", 2 * count + 1)
        _queue(rita, "Движение закончено", 2 * count + 2)
        rita.shut()
    table.give("grant-bonus", squadron=OWN, bonus=1)
    rita.page.close()
    rita.device.context.set_offline(False)
    rita.device.page = rita.device.context.new_page()
    rita.device.go("/table/")
    wait_for(
        lambda: table.house.one("SELECT number FROM fleets_battle") == before + 11,
        seconds=20,
        what="ten entries that waited",
    )
    expect(rita.page.locator("#outbox")).to_be_hidden()


def _queue(rita: Captain, text: str, count: int) -> None:
    keys = "#sheet .is-queued:not([data-dead]), #sheet .is-choice:not([data-dead])"
    rita.page.locator(keys).filter(has_text=text).first.tap()
    if "закончено" in text:  # what the phone cannot know to be legal: does it need dice?
        rita.tap("Без кубиков")
    expect(rita.page.locator("#outbox .outbox-line[data-state=waiting]")).to_have_count(count)
    rita.page.wait_for_selector("#sheet[data-step=acts]")


def test_a_captain_fights_three_rounds_on_a_phone(house: House, browser: Browser) -> None:
    table = Table(house, browser)
    rita = Captain(table, browser)
    own, other = table.ships(OWN), table.ships(OTHER)

    rita.now("Открыть раунд")
    _initiative(table, rita)
    table.move(other)
    rita.open(own[1])
    rita.pick(".is-choice")
    rita.tap("Движение закончено")
    rita.page.wait_for_selector("#sheet:not([open])", state="attached")
    table.move([own[0], *own[2:]])
    _shoot(table, rita)
    table.give("advance-phase")

    rita.now("Закончить раунд")
    rita.page.locator("#now").get_by_text("Бросок инициативы").wait_for()
    rita.page.locator("#undo-last").tap()
    rita.page.locator("#now").get_by_text("Закончить раунд").wait_for()
    assert table.state["round"] == 1
    rita.now("Закончить раунд")
    _initiative(table, rita)
    table.move(other)
    _without_the_network(table, rita)
    table.move([own[5]])
    table.give("advance-phase")
    rita.now("Закончить раунд")

    _initiative(table, rita)
    table.give("advance-phase")
    table.give("advance-phase")
    table.give("correct-ship", ship=own[3], status="out", fatal="engine", reason="стол")
    rita.now("Закончить раунд")

    rita.page.locator("#battle_result .winner:has([value=spo])").tap()
    rita.page.fill("#battle_result [name=note]", "устояли")
    rita.page.locator("#battle_result button[data-for-captains]").tap()
    rita.page.locator("#battle_result .is-confirmed").wait_for()
    table.post(f"/table/{table.battle}/act/", *_command("roll-survival", own[3], "[[1]]"))
    table.give("use-aid", (6,), ship=own[3], aid="reroll")
    table.post("/aid/window/luna/close/")
    rita.open(own[3])
    rita.tap("Закрыть бросок выживания")
    rita.tap("Да")
    rita.page.wait_for_selector("#sheet:not([open])", state="attached")
    rita.page.locator(f'#squadron [data-unit="{own[3]}"] .strip-fate').wait_for()
    table.post(f"/master/tables/{table.battle}/override/", ("winner", "spo"))
    rita.page.locator("#battle_result[data-status=closed]").wait_for()
    assert rita.device.complaints == []


def _command(kind: str, ship: str, dice: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("command", json.dumps({"kind": kind, "ship": ship})), ("dice", dice)
