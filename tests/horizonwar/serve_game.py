"""The fake game as a server runs it: a page, a command, and an event each second."""

from __future__ import annotations

import os

from django.apps import AppConfig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render as render_page
from django.urls import path
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie

from tests.horizonwar import fake_game
from tests.horizonwar.fake_game import GAME, FakeViewer

answers: list[int] = []  # what the next commands are answered with; then 204
heard: list[dict[str, str]] = []  # the commands that came


class ServedGame(AppConfig):
    name = "tests.horizonwar"
    label = "served_game"

    def ready(self) -> None:
        from horizonwar.live import regions

        regions.register(*fake_game.REGIONS)


def run_due() -> None:
    """Something happens each second, and nobody announces it."""
    if not os.environ.get("STILL"):
        fake_game.happens("pools")


def renew_epochs() -> None:
    GAME.epoch = f"process {os.getpid()}"


def healthz(request: HttpRequest) -> JsonResponse:
    from horizonwar.live import hub

    return JsonResponse({**hub.status(), "epoch": GAME.epoch})


@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    from horizonwar.live import render

    shown = render.page(FakeViewer(), "hq")
    clock = {"base": 0, "since": shown.now, "due": 64_000}
    context = {"page": shown, "regions": shown.regions, "clock": clock}
    return render_page(request, "page.html", context)


def live(request: HttpRequest) -> HttpResponse:
    from horizonwar.live import render

    return HttpResponse(render.frame(FakeViewer(), "hq"))


@csrf_exempt
def happen(request: HttpRequest) -> HttpResponse:
    """The test lets an event take place: `topic` any number of times, the new `energy`."""
    from horizonwar.live import hub

    if "energy" in request.GET:
        GAME.energy = request.GET["energy"]
    message = fake_game.happens(*request.GET.getlist("topic"))
    hub.publish(message)
    return JsonResponse({"seq": GAME.seq})


@csrf_exempt
def answer_with(request: HttpRequest) -> HttpResponse:
    answers[:] = [int(code) for code in request.GET.getlist("code")]
    commands = list(heard)
    heard.clear()
    return JsonResponse({"heard": commands})


def command(request: HttpRequest) -> HttpResponse:
    heard.append({"key": request.headers["X-Command-Key"], **request.POST.dict()})
    code = answers.pop(0) if answers else 204
    if code == 409:
        notice = '<div id="notice" hx-swap-oob="true">too little</div>'
        return HttpResponse(notice, status=409)
    response = HttpResponse(status=code)
    if code == 204:
        response["HX-Trigger"] = f'{{"live:reach": {{"seq": {GAME.seq}, "epoch": "{GAME.epoch}"}}}}'
    return response


urlpatterns = [
    path("", page),
    path("healthz", healthz),
    path("live/hq/", live),
    path("happen/", happen),
    path("answer/", answer_with),
    path("command/", command),
]
