"""One message a transaction, after its commit, and never a harm to the write."""

from __future__ import annotations

import asyncio
import time

import pytest
from channels.db import database_sync_to_async
from django.db import transaction

from horizonwar.live import announce as module
from horizonwar.live.announce import announce
from horizonwar.testing import Page
from tests.horizonwar.fake_game import topics

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def published(monkeypatch):
    messages: list[dict] = []
    monkeypatch.setattr(module.hub, "publish", messages.append)
    return messages


def test_events_of_one_transaction_travel_as_one_message(published):
    with transaction.atomic():
        announce(game_id=1, seq=4, topics=topics("pools"), urgent=False)
        announce(game_id=1, seq=5, topics=topics("cards", "pools"), urgent=True)
        announce(game_id=2, seq=9, topics=topics("camp"), urgent=False)
        assert published == []

    assert published == [
        {
            "type": "live.changed",
            "game": 1,
            "since": 3,
            "seq": 5,
            "topics": ["cards", "pools"],
            "urgent": True,
        },
        {
            "type": "live.changed",
            "game": 2,
            "since": 8,
            "seq": 9,
            "topics": ["camp"],
            "urgent": False,
        },
    ]


def test_what_is_rolled_back_is_not_announced(published):
    with transaction.atomic():
        announce(game_id=1, seq=4, topics=topics("pools"), urgent=False)
        transaction.set_rollback(True)

    assert published == []


def test_what_a_savepoint_takes_back_is_not_announced(published):
    with transaction.atomic():
        announce(game_id=1, seq=4, topics=topics("pools"), urgent=False)
        with transaction.atomic():
            announce(game_id=1, seq=5, topics=topics("cards"), urgent=True)
            transaction.set_rollback(True)

    [message] = published
    assert (message["seq"], message["topics"], message["urgent"]) == (4, ["pools"], False)


def test_push_that_fails_does_not_harm_the_write(monkeypatch, caplog):
    monkeypatch.setattr(module.hub, "publish", lambda message: 1 / 0)
    with transaction.atomic():
        announce(game_id=1, seq=4, topics=topics("pools"), urgent=False)

    assert "ZeroDivisionError" in caplog.text


def test_without_a_server_in_this_process_nothing_happens(game):
    with transaction.atomic():
        announce(game_id=1, seq=11, topics=topics("pools"), urgent=False)


async def test_commit_in_another_thread_reaches_the_page_within_100_ms(game, hub):
    def spend() -> None:
        with transaction.atomic():
            game.seq += 1
            announce(game_id=1, seq=game.seq, topics=topics("pools"), urgent=False)

    async with Page("hq", query="?seat=1") as page:
        began = time.monotonic()
        spending = asyncio.ensure_future(database_sync_to_async(spend)())
        frame = await page.frame()
        took = time.monotonic() - began
        await spending

    assert frame.ids == ("pools",)
    assert took < 0.1
