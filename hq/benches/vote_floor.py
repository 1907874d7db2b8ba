"""The floor of a vote: an empty view, and one bare transaction, with no middleware at all.

The bare vote reads, checks, updates and inserts over the product's tables in a database of the
product's kind and settings, through the same fair queue. No session, key, permission or push.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from horizonwar import clock
from horizonwar.db import durable
from hq.benches import hub_floor
from hq.enums import GameState
from hq.models import Game, JournalEntry


def empty(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


def vote(_request: HttpRequest) -> HttpResponse:
    with durable():
        game = Game.objects.select_for_update().order_by("pk").first()
        if game is None or game.state != GameState.RUNNING:
            return HttpResponse(status=409)
        game.seq += 1
        game.save(update_fields=["seq"])
        JournalEntry.objects.create(
            game=game,
            seq=game.seq,
            kind="bare_vote",
            turn=game.turn,
            game_time=0,
            written_at=clock.now(),
        )
    return HttpResponse(status=204)


urlpatterns: list[Any] = [
    path("healthz", empty),
    path("empty/", empty),
    path("vote/", vote),
]


def main(port: str, _stamps: str) -> None:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    hub_floor.serve(get_asgi_application(), port)
