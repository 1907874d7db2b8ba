"""Stories of the game master's live console, on real screens."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

from tests.e2e.crew import DESKTOP, PHONE, WALL, Device
from tests.e2e.house import House, manage, wait_for

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
def gleb(house: House, browser: Browser) -> Device:
    """A game master on a phone, the day under way."""
    device = Device(house, browser, "Глеб", PHONE)
    device.become_master()
    device.page.locator("#pulse button[hx-post='/master/start/']").tap()
    device.confirm()
    device.page.wait_for_selector("#pulse[data-state=running]")
    return device


def card_of(house: House, slug: str) -> int:
    return int(house.one("SELECT id FROM hq_card WHERE slug = ?", slug))


def state(house: House, card: int) -> str:
    return str(house.one("SELECT state FROM hq_card WHERE id = ?", card))


def write_worse(house: House, card: int, successor: str) -> None:
    """What may make a card worse, and what follows its failure, as an author would have it."""
    program = (
        "from hq.models import Aggravation, Card;"
        f"Aggravation.objects.create(card_id={card}, trigger='master',"
        " text={'ru': 'Кто-то крикнул «мест нет»'}, cost_percent=150, time_less=120);"
        f"Card.objects.filter(pk={card}).update(failure_effects=[{{'kind': 'release',"
        f" 'card': {successor!r}, 'when': 'now'}}])"
    )
    manage(house.folder, "shell", "-v", "0", "-c", program)


def test_shelf_card_is_issued_in_two_taps_on_a_phone(house: House, browser: Browser, gleb: Device):
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    page = gleb.page
    button = page.locator("#shelf .shelf-card button[hx-post]").first
    card = int((button.get_attribute("hx-post") or "").split("/")[3])
    button.scroll_into_view_if_needed()

    button.tap()
    page.locator("[data-ask-yes]").tap()

    vera.page.wait_for_selector(f"#card-{card}[data-card-state=open]", timeout=3_000)
    page.wait_for_selector(f"#deadline-{card}")
    assert state(house, card) == "open"
    assert gleb.complaints == vera.complaints == []


def test_my_map_hides_the_others_and_is_remembered(house: House, gleb: Device):
    page = gleb.page
    page.locator("[data-my-map-pick=luna]").tap()

    def shown() -> set[str]:
        found: list[str] = page.locator("#shelf [data-map]").evaluate_all(
            "cards => cards.filter((card) => !card.hidden).map((card) => card.dataset.map)"
        )
        return set(found)

    assert shown() <= {"luna", ""}
    assert "luna" in shown()
    page.reload()
    gleb.wait_live()
    assert shown() <= {"luna", ""}
    page.locator("#shelf .shelf-card:not([hidden]) button[hx-post]").first.tap()
    gleb.confirm()
    page.wait_for_selector("#deadlines .deadline")
    assert shown() <= {"luna", ""}


def test_crisis_is_made_worse_fails_and_its_successor_comes(
    house: House, browser: Browser, gleb: Device
):
    first, second = (
        str(row[0])
        for row in house.rows(
            "SELECT slug FROM hq_card WHERE state = 'shelf' AND planned_turn > 0"
            " AND kind = 'crisis'"
            " AND time_limit > 240 ORDER BY planned_turn, id LIMIT 2"
        )
    )
    card, successor = card_of(house, first), card_of(house, second)
    write_worse(house, card, second)
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    wall = Device(house, browser, "стена", WALL)
    wall.become_wall()
    page = gleb.page
    page.click(f"#shelf button[hx-post='/master/cards/{card}/issue/']")
    gleb.confirm()
    due = house.one("SELECT time_limit FROM hq_card WHERE id = ?", card) * 1000
    page.wait_for_selector(f"#deadline-{card}")
    cost = "SELECT sum(cost_energy + cost_resources) FROM hq_way WHERE card_id = ?"
    before = house.one(cost, card)
    vera.page.locator(f"#pin-{card}").tap()
    wall.page.wait_for_selector("#stage .stage-pin")

    page.locator(f"#deadline-{card} [id^=worse-]", has_text="мест нет").tap()
    gleb.confirm()

    vera.page.wait_for_selector(f"#card-{card} .is-worse")
    assert state(house, successor) == "shelf"
    issued, nearer = house.rows("SELECT issued_at, due_at FROM hq_card WHERE id = ?", card)[0]
    assert nearer == issued + due - 120_000
    assert house.one(cost, card) > before
    assert wall.page.inner_text("#stage h3") == vera.page.inner_text(f"#card-{card} h3")

    page.locator(f"#due-{card}-now").tap()
    gleb.confirm()

    wait_for(lambda: state(house, card) == "expired", seconds=6, what="the failure")
    vera.page.wait_for_selector(f"#card-{card}[data-card-state=expired]")
    vera.page.wait_for_selector(f"#card-{successor}[data-card-state=open]")
    wall.page.wait_for_selector("#stage .stage-pin", state="detached")
    assert state(house, successor) == "open"
    assert gleb.complaints == vera.complaints == wall.complaints == []


def test_card_is_written_on_the_spot_and_everything_is_held(
    house: House, browser: Browser, gleb: Device
):
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    page = gleb.page
    page.locator("#to-write > summary").tap()
    page.fill("#to-write [name=title]", "Погас свет")
    page.fill("#to-write [name=situation]", "Во всём модуле темно.")
    page.fill("#to-write [name=failure]", "Сядем в темноте.")
    page.fill("#to-write [name=way_1]", "Зажечь фонари")
    page.fill("#to-write [name=energy_1]", "2")
    page.locator("#to-write [name=sort][value=personal]").check()
    page.locator("#to-write .way-draft-more summary").first.tap()
    page.fill("#to-write [name=brings_morale_1]", "-1")
    page.locator("#to-write [name=then][value=open]").tap()

    vera.page.wait_for_selector("#cards h3:has-text('Погас свет')")
    wait_for(
        lambda: page.input_value("#to-write [name=title]") == "", seconds=3, what="an empty form"
    )

    page.locator("#pulse .hold-all").tap()
    page.locator("#ask-pause [name=preset]").first.tap()

    vera.page.wait_for_selector("#banner[data-state=paused]")
    reason = house.one("SELECT params FROM hq_journalentry WHERE kind = 'game_paused'")
    assert json.loads(reason)["reason"] in vera.page.inner_text("#banner")


def test_seat_taken_back_closes_its_page_and_masters_second_device_goes_on(
    house: House, browser: Browser, gleb: Device
):
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    laptop = Device(house, browser, "Глеб с ноутбука", DESKTOP)
    laptop.become_master()
    seat = house.one("SELECT id FROM hq_seat WHERE role = 'volunteer'")
    laptop.page.wait_for_selector(f"#revoke-{seat}")

    gleb.page.locator(f"#revoke-{seat}").tap()
    gleb.confirm()

    vera.page.wait_for_selector("#link[data-state=code-4403]")
    laptop.page.wait_for_selector(f"#revoke-{seat}", state="detached")
    assert house.one("SELECT count(*) FROM hq_seat WHERE role = 'master'") == 1


def test_two_masters_on_one_card_form(house: House, browser: Browser):
    first = Device(house, browser, "Глеб", DESKTOP)
    first.become_master()
    second = Device(house, browser, "Анна", DESKTOP)
    second.become_master()
    for device in (first, second):
        device.go("/admin/hq/card/1/change/")
    ours, theirs = '{"ru": "Правка Глеба"}', '{"ru": "Правка Анны"}'
    first.page.fill("#id_title", ours)
    first.page.click("input[name=_save]")
    first.page.wait_for_selector(".messagelist .success")
    second.page.fill("#id_title", theirs)

    second.page.click("input[name=_save]")

    second.page.wait_for_selector(".errornote")
    assert "Правка Глеба" in second.page.inner_text("#content")
    assert second.page.input_value("#id_title") == theirs
    title = house.one("SELECT title FROM hq_card WHERE id = 1")
    assert json.loads(title) == json.loads(ours)

    second.page.click("input[name=_save]")  # undecided: still refused
    second.page.wait_for_selector(".clash")
    assert json.loads(house.one("SELECT title FROM hq_card WHERE id = 1")) == json.loads(ours)
    assert second.page.input_value("#id_title") == theirs

    second.page.check("input[name='decide title'][value=mine]")
    second.page.click("input[name=_save]")
    second.page.wait_for_selector(".messagelist .success")
    assert json.loads(house.one("SELECT title FROM hq_card WHERE id = 1")) == json.loads(theirs)
    assert first.complaints == second.complaints == []


def test_card_issued_while_it_is_edited_keeps_what_was_typed(
    house: House, browser: Browser, gleb: Device
):
    anna = Device(house, browser, "Анна", DESKTOP)
    anna.become_master()
    button = gleb.page.locator("#shelf .shelf-card button[hx-post]").first
    card = int((button.get_attribute("hx-post") or "").split("/")[3])
    anna.go(f"/admin/hq/card/{card}/change/")
    typed = '{"ru": "Правка Анны"}'
    anna.page.fill("#id_title", typed)

    button.tap()
    gleb.confirm()
    gleb.page.wait_for_selector(f"#deadline-{card}")
    anna.page.click("input[name=_save]")

    anna.page.wait_for_selector(".clash")
    assert anna.page.input_value("#id_title") == typed
    assert anna.page.locator("input[name=_save]").count() == 0
    assert "Правка" not in house.one("SELECT title FROM hq_card WHERE id = ?", card)


def test_change_in_the_panel_reaches_the_open_boards(house: House, browser: Browser, gleb: Device):
    vera = Device(house, browser, "Вера", PHONE)
    vera.join()
    anna = Device(house, browser, "Анна", DESKTOP)
    anna.become_master()
    game_map, slug = house.rows("SELECT id, slug FROM hq_gamemap ORDER BY id LIMIT 1")[0]

    anna.go(f"/admin/hq/gamemap/{game_map}/change/")
    anna.page.fill("#id_title", '{"ru": "Тёмная сторона", "en": "Dark side"}')
    anna.page.click("input[name=_save]")

    vera.page.wait_for_selector("#maps summary:has-text('Тёмная сторона')", state="attached")
    gleb.page.wait_for_selector(f"#mymaps [data-my-map-pick={slug}]:has-text('Тёмная сторона')")

    card = house.one(
        "SELECT id FROM hq_card WHERE state = 'shelf' AND planned_turn > 0"
        " ORDER BY planned_turn, id LIMIT 1"
    )
    anna.go(f"/admin/hq/card/{card}/change/")
    anna.page.fill("#id_title", '{"ru": "Свежая карта"}')
    anna.page.click("input[name=_save]")

    gleb.page.wait_for_selector("#shelf h4:has-text('Свежая карта')", state="attached")
    assert gleb.complaints == vera.complaints == anna.complaints == []
