"""The fake game as a server runs it: something happens each second, and nobody announces it."""

from __future__ import annotations

from django.apps import AppConfig
from django.http import HttpRequest, JsonResponse
from django.urls import path

from tests.horizonwar import fake_game


class ServedGame(AppConfig):
    name = "tests.horizonwar"
    label = "served_game"

    def ready(self) -> None:
        from horizonwar.live import regions

        regions.register(*fake_game.REGIONS)


def run_due() -> None:
    fake_game.happens("pools")


def healthz(request: HttpRequest) -> JsonResponse:
    from horizonwar.live import hub

    return JsonResponse({**hub.status(), "epoch": fake_game.GAME.epoch})


urlpatterns = [path("healthz", healthz)]
