"""The hub on a shared layer: one member a process, and what happens when Redis goes away."""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from channels.layers import get_channel_layer

from horizonwar.live import announce, groups
from horizonwar.live import hub as hub_module
from horizonwar.live.hub import Hub
from horizonwar.live.sockets import Close
from horizonwar.testing import Page
from tests.horizonwar.fake_game import happens, topics
from tests.horizonwar.serving import redis_server

pytestmark = [pytest.mark.live, pytest.mark.slow]


@pytest.fixture
def servers():
    """Redis servers of a test; they outlive its hub."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def redis(servers):
    return servers.enter_context(redis_server())


@pytest.fixture
async def shared(game, settings, redis, monkeypatch):
    monkeypatch.setattr(hub_module, "SWEEP", 0.1)
    monkeypatch.setattr(hub_module, "ECHO_LIMIT", 0.6)
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [redis[1]]},
        }
    }
    hub = Hub.current()
    await asyncio.sleep(0.3)  # until it has subscribed
    yield hub
    await hub.stop()
    await get_channel_layer().flush()


async def test_announcement_goes_round_by_the_layer(game, shared):
    async with Page("hq", query="?seat=1") as page:
        await get_channel_layer().group_send(groups.LIVE, happens("pools"))
        assert (await page.frame()).ids == ("pools",)
        await asyncio.to_thread(hub_module.publish, happens("cards"))
        assert (await page.frame()).ids == ("cards",)


@pytest.mark.django_db(transaction=True)
def test_process_without_a_hub_sends_by_the_layer(game, settings, redis):
    listening = subprocess.Popen(
        ["redis-cli", "-u", redis[1], "--csv", "subscribe", "asgi__group__live"],
        stdout=subprocess.PIPE,
        text=True,
    )
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [redis[1]]},
        }
    }
    while "subscribe" not in listening.stdout.readline():
        pass
    announce.announce(game_id=1, seq=3, topics=topics("pools"), urgent=False)
    assert "live.changed" in listening.stdout.readline()
    listening.kill()
    listening.wait()
    listening.stdout.close()


async def test_hole_in_the_layer_sends_all_pages_away_to_come_back(game, shared, redis, caplog):
    process, _url = redis
    async with Page("hq", query="?seat=1") as page:
        process.send_signal(19)  # SIGSTOP: connected, and deaf
        await asyncio.sleep(1)
        process.send_signal(18)  # SIGCONT
        assert await page.closed(3) == Close.RESYNC

    assert shared.counts["closed_4409"] == 1


async def test_hub_hears_again_after_redis_was_restarted(game, shared, redis, servers):
    process, url = redis
    process.kill()
    process.wait()
    await asyncio.sleep(0.5)
    servers.enter_context(redis_server(urlsplit(url).port))
    await asyncio.sleep(2.5)  # channels-redis waits a second after a fault
    async with Page("hq", query="?seat=1") as page:
        await asyncio.to_thread(hub_module.publish, happens("pools"))
        assert (await page.frame(3)).ids == ("pools",)
