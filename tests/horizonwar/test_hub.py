"""The hub with real sockets and a game of a few variables."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack

import pytest

from horizonwar.live import hooks, regions, render
from horizonwar.live import hub as hub_module
from horizonwar.live.sockets import Close, Socket
from horizonwar.testing import Page
from tests.horizonwar import fake_game
from tests.horizonwar.fake_game import FakeViewer, happens

pytestmark = pytest.mark.live


async def open_all(stack: AsyncExitStack, count: int, **query: str) -> list[Page]:
    extra = "".join(f"&{name}={value}" for name, value in query.items())
    return [
        await stack.enter_async_context(Page("hq", query=f"?seat={seat}{extra}"))
        for seat in range(1, count + 1)
    ]


async def test_event_reaches_two_audiences_each_in_its_own_words(game, hub):
    async with (
        Page("hq", query="?seat=1&language=ru") as vera,
        Page("hq", query="?seat=2&language=en&role=master") as gleb,
    ):
        hub.hear(happens("pools"))
        frames = await vera.frame(), await gleb.frame()

    assert [frame.ids for frame in frames] == [("pools",), ("pools",)]
    assert "5 volunteer ru" in frames[0].html
    assert "5 master en" in frames[1].html
    assert game.builds["pools"] == 2


async def test_frame_says_what_it_follows(game, hub):
    async with Page("hq", query="?seat=1") as page:
        hub.hear(happens("pools"))
        first = await page.frame()
        hub.hear(happens("pools"))
        second = await page.frame()

    assert (first.epoch, first.since, first.seq) == ("first", 10, 11)
    assert (second.epoch, second.since, second.seq) == ("first", 11, 12)


@pytest.mark.parametrize("count", [1, 50])
async def test_cost_of_a_push_does_not_grow_with_the_sockets(game, hub, count):
    async with AsyncExitStack() as stack:
        pages = await open_all(stack, count)
        hub.hear(happens("pools", "cards"))
        frames = [await page.frame() for page in pages]

    assert len({frame.html for frame in frames}) == 1
    assert game.builds == {"pools": 1, "cards": 1}
    assert hub.counts["renders"] == 2
    assert hub.counts["frames"] == count


async def test_personal_region_goes_to_its_person_only(game, hub):
    async with Page("hq", query="?seat=1") as vera, Page("hq", query="?seat=2") as gleb:
        hub.hear(happens("person:2"))
        of_gleb, of_vera = await gleb.frame(), await vera.frame()

    assert of_gleb.ids == ("me",)
    assert ">2<" in of_gleb.html
    # Hers says only that the game has moved on.
    assert (of_vera.ids, of_vera.since, of_vera.seq) == ((), 10, 11)


async def test_keyed_region_is_touched_by_its_key(game, hub):
    async with Page("hq", query="?seat=1") as page:
        hub.hear(happens("card:12", "card:7"))
        frame = await page.frame()

    assert frame.ids == ("card-12", "card-7")


async def test_keyed_region_whose_thing_is_gone_is_left_out(game, hub):
    async with Page("hq", query="?seat=1") as page:
        hub.hear(happens("card:404", "cards"))
        frame = await page.frame()

    assert frame.ids == ("cards",)


async def test_first_goes_at_once_and_the_rest_are_merged(game, hub):
    async with Page("hq", query="?seat=1") as page:
        began = time.monotonic()
        hub.hear(happens("pools"))
        await page.frame()
        assert time.monotonic() - began < hub_module.WINDOW / 2

        for energy in range(20):
            game.energy = energy
            hub.hear(happens("pools"))
        merged = await page.frame()
        assert time.monotonic() - began >= hub_module.WINDOW * 0.9
        assert await page.has_no_frame()

    assert (merged.since, merged.seq) == (11, 31)
    assert "19 volunteer" in merged.html
    assert game.builds["pools"] == 2


async def test_urgent_goes_at_once(game, hub):
    async with Page("hq", query="?seat=1") as page:
        hub.hear(happens("pools"))
        await page.frame()
        began = time.monotonic()
        hub.hear(happens("cards"))
        hub.hear(happens("pools", urgent=True))
        frame = await page.frame()

    assert time.monotonic() - began < hub_module.WINDOW / 2
    assert frame.ids == ("pools", "cards")


async def test_event_of_another_game_is_not_heard(game, hub):
    async with Page("hq", query="?seat=1") as page:
        hub.hear({**happens("pools"), "game": 2})
        assert await page.has_no_frame()


async def test_region_that_fails_takes_no_other_down(game, hub, caplog):
    regions.register(fake_game.BROKEN)
    async with Page("hq", query="?seat=1") as page:
        hub.hear(happens("pools"))
        frame = await page.frame()

    assert frame.ids == ("pools",)
    assert hub.counts["failed_renders"] == 1
    assert "Region broken failed" in caplog.text


async def test_hub_goes_on_after_a_fault_and_sends_everything(game, hub, monkeypatch, caplog):
    monkeypatch.setattr(hub_module, "RESTART", 0.01)
    async with Page("hq", query="?seat=1") as page:
        with monkeypatch.context() as broken:
            broken.setattr(hooks, "position", lambda game_id: 1 / 0)
            hub.hear(happens("pools"))
            await asyncio.sleep(0.1)
        frame = await page.frame()

    assert set(frame.ids) == {"pools", "cards", "me"}
    assert hub.counts["restarts"] >= 1
    assert "starts again" in caplog.text


async def test_announcement_from_another_thread_comes_within_100_ms(game, hub):
    async with Page("hq", query="?seat=1") as page:
        message = happens("pools")
        began = time.monotonic()
        await asyncio.to_thread(hub_module.publish, message)
        await page.frame()

    assert time.monotonic() - began < 0.1


async def test_layer_carries_no_member_but_the_hub(game, hub):
    async with Page("hq", query="?seat=1"):
        layer = hub_module.groups.get_channel_layer()
        assert layer.channels == {}
        assert layer.groups == {}


async def test_stuck_send_holds_up_nobody_and_what_it_misses_is_merged(game, hub):
    got: list[str] = []
    gate = asyncio.Event()

    async def send(frame: str) -> None:
        await gate.wait()
        got.append(frame)

    stuck = Socket(
        viewer=FakeViewer(),
        board="hq",
        send=send,
        close=send,
        opened_at=time.monotonic(),
        told=hooks.position(1),
    )
    async with Page("hq", query="?seat=2") as page:
        assert hub.join(stuck) is None
        for energy in (1, 2, 3):
            game.energy = energy
            hub.hear(happens("pools", urgent=True))
            await page.frame()
        assert len(stuck.pending) == 1
        gate.set()
        await page.has_no_frame()

    assert ["1 volunteer" in got[0], "3 volunteer" in got[1], len(got)] == [True, True, 2]


async def test_page_that_does_not_read_is_closed_at_a_mebibyte(game, hub, monkeypatch):
    monkeypatch.setattr(hub_module, "WINDOW", 0.0)
    big = "x" * 200_000
    async with Page("hq", query="?seat=1") as page:
        game.energy = big
        for _ in range(5):
            hub.hear(happens("pools"))
            await page.frame()
        assert hub.sockets()
        hub.hear(happens("pools"))
        assert await page.closed() == Close.STUCK

    assert not hub.sockets()
    assert hub.counts["closed_4408"] == 1


async def test_answered_pings_let_a_reader_have_any_number_of_bytes(game, hub, monkeypatch):
    monkeypatch.setattr(hub_module, "WINDOW", 0.0)
    game.energy = "x" * 400_000
    async with Page("hq", query="?seat=1") as page:
        for number in range(2, 8):
            hub.hear(happens("pools"))
            await page.frame()
            await page.ping(number)
        assert hub.sockets()


async def test_ping_that_stays_unanswered_twice_closes(game, hub):
    async with Page("hq", query="?seat=1") as page:
        await page.ping(1)
        await page.wire.send_json_to({"ping": 1})
        assert await page.closed() == Close.STUCK


async def test_silent_page_is_closed(game, hub, monkeypatch):
    monkeypatch.setattr(hub_module, "SILENCE", 0.05)
    monkeypatch.setattr(hub_module, "SWEEP", 0.02)
    page = Page("hq", query="?seat=1")
    await page.open()
    assert await page.closed(3) == Close.STUCK
    await page.wire.disconnect()


async def test_pong_tells_the_clock_and_the_last_seq_told(game, hub):
    async with Page("hq", query="?seat=1") as page:
        pong = await page.ping(2)
        assert abs(pong.pop("now") - render.now_ms()) < 1000
        assert pong == {"pong": 2, "epoch": "first", "seq": 10}
        hub.hear(happens("person:9"))
        await page.frame()
        assert (await page.ping(3))["seq"] == 11


@pytest.mark.parametrize("text", ["", "no json", "[]", "{}", '{"ping": "one"}', "7"])
async def test_what_is_no_ping_is_ignored(game, hub, text):
    async with Page("hq", query="?seat=1") as page:
        await page.wire.send_input({"type": "websocket.receive", "text": text})
        assert (await page.ping(2))["pong"] == 2


@pytest.mark.parametrize(
    ("board", "query", "code"),
    [
        ("hq", "", Close.NO_SEAT),
        ("hq", "?seat=3", Close.REVOKED),
        ("hq", "?seat=1&role=stranger", Close.REVOKED),
        ("nowhere", "?seat=1", Close.NO_BOARD),
        ("no/such/path", "?seat=1", Close.NO_BOARD),
    ],
)
async def test_page_without_a_right_is_told_not_to_come_back(game, hub, board, query, code):
    game.revoked.add(3)
    page = Page(board, query=query)
    await page.open()
    assert await page.closed() == code
    await page.wire.disconnect()


async def test_revoked_seat_is_closed_at_once_and_hears_nothing_more(game, hub):
    async with Page("hq", query="?seat=1") as vera, Page("hq", query="?seat=2") as gleb:
        hub.hear(happens("revoked:1", "pools"))
        assert await vera.closed() == Close.REVOKED
        assert (await gleb.frame()).ids == ("pools",)
        assert await vera.has_no_frame()


async def test_seat_revoked_while_its_page_is_joining_does_not_slip_in(game, hub):
    late = Socket(
        viewer=FakeViewer(seat_id=5),
        board="hq",
        send=print,
        close=print,
        opened_at=time.monotonic(),
        told=hooks.position(1),
    )
    hub.hear(happens("revoked:5"))
    assert hub.join(late) is Close.REVOKED


async def test_event_announced_while_a_page_is_joining_shows_as_a_gap(game, hub):
    joined_at = hooks.position(1)
    late = Socket(
        viewer=FakeViewer(),
        board="hq",
        send=print,
        close=print,
        opened_at=time.monotonic(),
        told=joined_at,
    )
    hub.hear(happens("pools"))
    hub.join(late)
    assert (joined_at.seq, late.told.seq) == (10, 11)


async def test_resync_sends_all_away_to_come_back(game, hub):
    async with Page("hq", query="?seat=1") as vera, Page("hq", query="?seat=2") as gleb:
        hub.resync()
        assert [await vera.closed(), await gleb.closed()] == [Close.RESYNC, Close.RESYNC]


async def test_another_epoch_renews_the_whole_board(game, hub):
    async with Page("hq", query="?seat=1") as page:
        game.epoch, game.seq = "restored", 3
        hub.meet(1, hooks.position(1))
        frame = await page.frame()

    assert (frame.epoch, frame.since, frame.seq) == ("restored", 0, 3)
    assert set(frame.ids) == {"pools", "cards", "me"}


async def test_people_are_those_whose_pages_ping(game, hub):
    silent = Page("hq", query="?seat=3")
    await silent.open()
    async with Page("hq", query="?seat=1"), Page("hq", query="?seat=1"):
        assert hub.people() == {1}
    await silent.wire.disconnect()
    assert hub.people() == set()


async def test_status_counts(game, hub):
    async with Page("hq", query="?seat=1") as page:
        hub.hear(happens("pools"))
        await page.frame()
        status = hub_module.status()

    assert (status["sockets"], status["frames"], status["renders"]) == (1, 1, 1)
    assert status["tick_age"] is None
