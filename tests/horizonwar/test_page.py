"""The page's side of the push machinery, in a browser against a served fake game."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.horizonwar.serving import ask, free_port, server

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180)]


@pytest.fixture(scope="module")
def port():
    port = free_port()
    with server(port, STILL="1"):
        yield port


@pytest.fixture
def browser(browser_path):
    with sync_playwright() as tools:
        opened = tools.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser, port):
    """A page whose socket is open."""
    page = browser.new_page()
    page.set_default_timeout(5000)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.goto(f"http://127.0.0.1:{port}/")
    page.wait_for_function("document.body.dataset.link === 'live'")
    page.wait_for_timeout(300)
    ask(port, "answer/")
    yield page
    assert page.faults == []


def receive(page, html: str, *, seq: int, since: int = 0, root: str = "pools", tag: str = "div"):
    """A frame comes over the socket."""
    epoch = page.evaluate("document.body.dataset.epoch")
    frame = (
        f'<i id="live-seq" data-epoch="{epoch}" data-since="{since}" data-seq="{seq}"'
        f' data-now="0"></i><{tag} id="{root}" hx-swap-oob="true">{html}</{tag}>'
    )
    page.evaluate(
        """message => document.querySelector('[ws-connect]').dispatchEvent(
            new CustomEvent('htmx:wsBeforeMessage',
                { bubbles: true, cancelable: true, detail: { message } }))""",
        frame,
    )


def give_pools(page, html: str) -> None:
    """Put something to hold into the region, as if the server had rendered it."""
    page.evaluate("html => { document.getElementById('pools').innerHTML = html }", html)


def test_event_is_shown_without_a_word_from_the_person(page, port):
    seq = ask(port, "happen/?topic=pools&energy=41")["seq"]
    expect(page.locator("#pools")).to_contain_text("41 volunteer")
    assert page.locator("#live-seq").get_attribute("data-seq") == str(seq)
    assert page.locator("#pools").get_attribute("hx-swap-oob") is None


def test_field_that_is_in_use_holds_the_swap_until_it_is_left(page, port):
    give_pools(page, "<select id=pick><option>a<option>b</select>")
    page.focus("#pick")
    ask(port, "happen/?topic=pools&energy=50")
    ask(port, "happen/?topic=pools&energy=51")
    page.wait_for_timeout(600)
    expect(page.locator("#pools")).not_to_contain_text("volunteer")
    page.focus("[name=amount]")
    expect(page.locator("#pools")).to_contain_text("51 volunteer")


def test_pressed_button_holds_the_swap_and_its_click_counts(page, port):
    give_pools(page, "<button id=key type=button>press</button>")
    page.evaluate("document.getElementById('key').onclick = () => { window.clicked = true }")
    box = page.locator("#key").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    ask(port, "happen/?topic=pools&energy=52")
    page.wait_for_timeout(500)
    expect(page.locator("#key")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#pools")).to_contain_text("52 volunteer")
    assert page.evaluate("window.clicked")


def test_typing_outside_survives_any_number_of_frames(page, port):
    page.fill("[name=amount]", "")
    page.focus("[name=amount]")
    for energy in range(60, 65):
        ask(port, f"happen/?topic=pools&topic=cards&energy={energy}")
        page.keyboard.type(str(energy % 10))
    expect(page.locator("#pools")).to_contain_text("64 volunteer")
    assert page.input_value("[name=amount]") == "01234"


def test_missed_event_is_found_by_the_next_frame_and_fetched(page, port):
    with page.expect_response("**/live/hq/"):
        receive(page, "from the gap", since=9000, seq=9001)


def test_older_never_overwrites_newer(page, port):
    receive(page, "newer", seq=300)
    receive(page, "older", seq=299)
    page.wait_for_timeout(100)
    expect(page.locator("#pools")).to_have_text("newer")


def test_part_that_came_alone_survives_its_older_container(page):
    receive(page, "<p id=card-1>first</p>", seq=300)
    receive(page, "newer", root="card-1", tag="p", seq=302)
    receive(page, "<p id=card-1>older</p> and all", seq=301)
    expect(page.locator("#pools")).to_have_text("newer and all")


def test_opened_details_and_focus_outlive_a_swap(page):
    html = "<details data-keep=map><summary>map</summary>north</details><button id=go>go</button>"
    receive(page, html, seq=300)
    page.click("summary")
    page.focus("#go")
    receive(page, html + "south", seq=301)
    expect(page.locator("#pools")).to_contain_text("south")
    assert page.locator("details").evaluate("each => each.open")
    assert page.evaluate("document.activeElement.id") == "go"


def test_button_with_a_new_meaning_takes_no_tap_for_a_moment(page):
    page.evaluate("addEventListener('click', event => { window.taken = event.target.name })")
    receive(page, "<button name=old type=button>one</button>", seq=300)
    page.wait_for_timeout(350)
    receive(page, "<button name=old type=button>one, counted 2</button>", seq=301)
    page.evaluate("document.querySelector('#pools button').click()")
    assert page.evaluate("window.taken") == "old"
    receive(page, "<button name=new type=button>two</button>", seq=302)
    page.evaluate("document.querySelector('#pools button').click()")
    assert page.evaluate("window.taken") == "old"
    page.wait_for_timeout(350)
    page.evaluate("document.querySelector('#pools button').click()")
    assert page.evaluate("window.taken") == "new"


def test_question_on_the_screen_holds_the_region_it_is_about(page, port):
    page.evaluate(
        """() => {
            document.body.insertAdjacentHTML('beforeend', '<dialog id=ask></dialog>');
            addEventListener('htmx:confirm', event => {
                if (!event.detail.question) return;
                event.preventDefault();
                const ask = document.getElementById('ask');
                ask.onclick = () => { ask.close(); event.detail.issueRequest(true); };
                ask.showModal();
            });
        }"""
    )
    receive(page, '<button id=key hx-post="/command/" hx-confirm="sure?">go</button>', seq=300)
    page.wait_for_timeout(350)
    page.click("#key")
    receive(page, "changed", seq=301)
    page.wait_for_timeout(200)
    expect(page.locator("#key")).to_be_visible()
    page.evaluate("document.getElementById('ask').click()")
    expect(page.locator("#pools")).to_have_text("changed")
    assert len(ask(port, "answer/")["heard"]) == 1


@pytest.mark.parametrize("code", [1000, 4408, 4409])
def test_page_comes_back_after_any_close(page, port, code):
    page.evaluate(
        """code => {
            const real = htmx.createWebSocket;
            window.opened = 0;
            htmx.createWebSocket = url => { window.opened += 1; return real(url); };
            document.querySelector('[ws-connect]');
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
                WebSocket.prototype.send = send;
                this.close(code);
            };
        }""",
        code,
    )
    page.wait_for_function("window.opened > 0", timeout=9000)
    ask(port, f"happen/?topic=pools&energy=9{code}")
    expect(page.locator("#pools")).to_contain_text(f"9{code} volunteer")


@pytest.mark.parametrize(("code", "words"), [(4401, "no seat"), (4403, "revoked")])
def test_page_stays_away_and_says_why(page, port, code, words):
    page.evaluate(
        """code => {
            const target = document.querySelector('[ws-connect]');
            const real = htmx.createWebSocket;
            window.opened = 0;
            htmx.createWebSocket = url => { window.opened += 1; return real(url); };
            const socket = WebSocket.prototype.send;
            WebSocket.prototype.send = function () {
                WebSocket.prototype.send = socket;
                Object.defineProperty(CloseEvent.prototype, 'code', { get: () => code });
                this.close();
            };
        }""",
        code,
    )
    expect(page.locator("#link")).to_have_text(words, timeout=9000)
    page.wait_for_timeout(3500)
    assert page.evaluate("window.opened") == 0
    assert page.evaluate("document.body.dataset.link") == "lost"


def test_server_that_starts_again_is_found_and_believed(browser):
    port = free_port()
    page = browser.new_page()
    with server(port, STILL="1"):
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_function("document.body.dataset.link === 'live'")
        for energy in range(3):
            ask(port, f"happen/?topic=pools&energy={energy}")
        expect(page.locator("#pools")).to_contain_text("2 volunteer")
    page.wait_for_function("document.body.dataset.link !== 'live'")
    expect(page.locator("#link")).to_have_text(re.compile("late|lost"))
    with server(port, STILL="1"):
        page.wait_for_function("document.body.dataset.link === 'live'", timeout=10000)
        ask(port, "happen/?topic=pools&energy=88")
        expect(page.locator("#pools")).to_contain_text("88 volunteer", timeout=6000)


def test_command_that_is_not_answered_is_sent_again_with_its_key(page, port):
    ask(port, "answer/?code=503&code=503")
    page.click("#send")
    expect(page.locator("#send")).to_be_disabled()
    expect(page.locator("#send")).to_have_attribute("data-state", "sending")
    expect(page.locator("#send")).to_be_enabled()
    heard = ask(port, "answer/")["heard"]

    assert len(heard) == 3
    assert len({command["key"] for command in heard}) == 1
    assert {command["amount"] for command in heard} == {"3"}
    assert page.locator("#send").get_attribute("data-state") is None


def test_each_press_has_a_key_of_its_own(page, port):
    for _ in range(2):
        page.click("#send")
        expect(page.locator("#send")).to_be_enabled()
        page.wait_for_timeout(200)
    heard = ask(port, "answer/")["heard"]
    assert len({command["key"] for command in heard}) == 2


def test_double_click_sends_one_command(page, port):
    page.dblclick("#send")
    page.wait_for_timeout(500)
    assert len(ask(port, "answer/")["heard"]) == 1


def test_refusal_is_said_and_leaves_the_form_as_it_was(page, port):
    ask(port, "answer/?code=409")
    page.fill("[name=amount]", "99")
    page.click("#send")
    expect(page.locator("#notice")).to_have_text("too little")
    assert page.input_value("[name=amount]") == "99"
    expect(page.locator("#send")).to_be_enabled()
    assert page.locator("#send").get_attribute("data-state") is None


def test_fault_is_seen_on_the_very_button(page, port):
    ask(port, "answer/?code=500")
    page.click("#send")
    expect(page.locator("#send")).to_have_attribute("data-state", "failed")
    expect(page.locator("#send")).to_be_enabled()


def test_answer_that_runs_ahead_of_the_push_makes_the_page_fetch(page, port):
    with page.expect_response("**/live/hq/"):
        page.evaluate(
            """() => {
                const { epoch, seq } = document.body.dataset;
                const detail = { epoch, seq: Number(seq) + 1000 };
                document.getElementById('send').dispatchEvent(
                    new CustomEvent('live:reach', { bubbles: true, detail }));
            }"""
        )


def test_answer_whose_push_has_come_fetches_nothing(page, port):
    asked = []
    ask(port, "happen/?topic=pools&energy=123")
    expect(page.locator("#pools")).to_contain_text("123 volunteer")
    page.on("request", lambda request: asked.append(request.url))
    page.click("#send")
    page.wait_for_timeout(1200)
    assert [url for url in asked if "/live/" in url] == []


def test_countdown_runs_by_the_servers_clock(page):
    expect(page.locator("#soon")).to_have_text(re.compile(r"^(1:0\d|0:5\d)$"))
    before = page.text_content("#soon")
    time.sleep(1.3)
    assert page.text_content("#soon") != before
    assert page.locator("#soon").get_attribute("data-level") in {"calm", "last"}
    assert page.evaluate("document.getElementById('soon').style.getPropertyValue('--share')")
