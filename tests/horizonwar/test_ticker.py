"""What is due happens each second, whatever fails; what the hub did not hear is announced."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from horizonwar.live import hub as hub_module
from horizonwar.live import ticker
from horizonwar.testing import Page
from tests.horizonwar.fake_game import happens

pytestmark = pytest.mark.live


@pytest.fixture
async def ticking(game, hub, monkeypatch):
    monkeypatch.setattr(ticker, "TICK", 0.02)
    task = asyncio.create_task(ticker.run())
    yield task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_event_that_nobody_announced_is_pushed(game, hub):
    async with Page("hq", query="?seat=1") as page:
        happens("cards")  # a command in another process
        await ticker.catch_up(hub)
        frame = await page.frame()

    assert (frame.ids, frame.since, frame.seq) == (("cards",), 10, 11)


async def test_event_that_was_announced_is_not_pushed_twice(game, hub):
    async with Page("hq", query="?seat=1") as page:
        hub.hear(happens("cards"))
        await page.frame()
        await ticker.catch_up(hub)
        assert await page.has_no_frame()


async def test_lost_announcement_between_two_others_is_made_up_for(game, hub):
    async with Page("hq", query="?seat=1") as page:
        happens("cards")  # lost
        hub.hear(happens("pools"))
        assert (await page.frame()).ids == ("pools",)
        await ticker.catch_up(hub)
        frame = await page.frame()

    assert "cards" in frame.ids


async def test_lost_revocation_closes_the_seat(game, hub):
    async with Page("hq", query="?seat=1") as page:
        happens("revoked:1")
        await ticker.catch_up(hub)
        assert await page.closed() == 4403


async def test_game_nobody_watches_is_only_remembered(game, hub, monkeypatch):
    monkeypatch.setattr(ticker.hooks, "topics_since", lambda game_id, seq: 1 / 0)
    await ticker.catch_up(hub)
    happens("cards")
    await ticker.catch_up(hub)
    assert hub.rooms[1].heard == 11


async def test_another_epoch_renews_every_board(game, hub):
    async with Page("hq", query="?seat=1") as page:
        game.epoch, game.seq = "restored", 2
        await ticker.catch_up(hub)
        frame = await page.frame()

    assert (frame.epoch, frame.seq) == ("restored", 2)
    assert set(frame.ids) == {"pools", "cards", "me"}


async def test_faults_never_stop_the_clock(game, hub, ticking, caplog):
    game.trouble = ZeroDivisionError("deadline")
    async with Page("hq", query="?seat=1") as page:
        happens("cards")
        assert (await page.frame()).ids == ("cards",)
        due = game.due
        await asyncio.sleep(0.1)

    assert game.due > due
    assert "A step of the ticker failed" in caplog.text
    assert not ticking.done()


async def test_pages_that_ping_count_as_presence(game, hub, ticking):
    async with Page("hq", query="?seat=7"):
        await asyncio.sleep(0.3)

    assert {7} in game.beats


async def test_busy_laptop_does_not_make_people_seem_gone(game, hub, ticking, monkeypatch):
    """A tick that takes five times its time: were beats counted in ticks, nobody would be fresh."""
    monkeypatch.setattr(ticker.hooks, "run_due", lambda: Event().wait(5 * 0.02))
    async with Page("hq", query="?seat=7"):
        await asyncio.sleep(1)

    assert game.beats.count({7}) >= 4


async def test_status_tells_the_age_of_the_last_tick(game, hub, ticking):
    await asyncio.sleep(0.1)
    assert 0 <= hub_module.status()["tick_age"] < 1


async def test_copy_is_made_beside_the_ticks(ticking, monkeypatch):
    """It takes longer than many ticks, and they go on."""
    ticks, held = [], Event()
    monkeypatch.setattr(ticker.copies, "is_due", lambda: True)
    monkeypatch.setattr(ticker.copies, "keep", lambda check: held.wait(5))
    monkeypatch.setattr(ticker.hooks, "run_due", lambda: ticks.append(1))
    try:
        for _ in range(200):
            await asyncio.sleep(0.01)
            if len(ticks) > 5:
                break
    finally:
        held.set()

    assert len(ticks) > 5


async def test_pages_of_a_day_that_is_gone_come_back(game, hub, monkeypatch):
    async with Page("hq", query="?seat=1") as page:
        monkeypatch.setattr(ticker.hooks, "positions", dict)
        await ticker.catch_up(hub)

        assert await page.closed() == 4409
    assert hub.rooms == {}
