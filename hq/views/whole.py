"""The day as a whole, for game masters: set aside, taken along, put back, begun anew, checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from hq import games, keeping, safety, scenario, snapshots
from hq import preflight as readiness
from hq.answers import View, seated
from hq.boards import reads
from hq.errors import PackGoneError, RefusedError, SnapshotGoneError
from hq.parts import Light, Readiness
from hq.permissions import is_master
from hq.scenario import Pack
from hq.snapshots import Snapshot
from hq.texts import in_language
from hq.viewers import HqRequest


@dataclass(frozen=True, kw_only=True)
class WholePage:
    game_title: str
    snapshots: tuple[Snapshot, ...]
    copies: tuple[Snapshot, ...]
    copies_are_made: bool
    taken: bool


@dataclass(frozen=True, kw_only=True)
class BackPage:
    game_title: str
    snapshot: Snapshot
    turn: int
    error: str


@dataclass(frozen=True, kw_only=True)
class ResetPage:
    game_title: str
    pack: str
    error: str


@dataclass(frozen=True, kw_only=True)
class PreflightPage:
    game_title: str
    lines: tuple[Readiness, ...]
    bad: int


def for_masters(view: View) -> View:
    """These pages hold everybody's seats."""

    @never_cache
    @seated
    @wraps(view)
    def check(request: HqRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_master(request.viewer):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return check


@require_GET
@for_masters
def day(request: HqRequest) -> HttpResponse:
    game = reads.game(request.viewer)
    page = WholePage(
        game_title=in_language(game.title),
        snapshots=tuple(snapshots.listed(game.key)),
        copies=tuple(snapshots.copied(game.key)),
        copies_are_made=safety.are_made(),
        taken="taken" in request.GET,
    )
    return render(request, "hq/pages/whole.html", {"page": page})


@require_GET
@for_masters
def file(request: HqRequest) -> HttpResponse:
    """The day, to be taken along on a memory stick."""
    key = reads.game(request.viewer).key
    document = games.whole(key)
    if document is None:
        raise Http404
    response = HttpResponse(keeping.dump(document), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{key}.json"'
    return response


@require_POST
@for_masters
def snapshot(request: HqRequest) -> HttpResponse:
    snapshots.take(reads.game(request.viewer).key)
    return redirect(f"{reverse('whole')}?taken")


@require_http_methods(["GET", "POST"])
@for_masters
def back(request: HqRequest, name: str) -> HttpResponse:
    """What is gone back to, and the button that does it."""
    game = reads.game(request.viewer)
    found = _found(game.key, name)
    error, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            snapshots.restore(game.key, name, login=request.user.get_username())
            return redirect("master")
        except RefusedError as refusal:
            error, status = str(refusal), HTTPStatus(refusal.status)
    page = BackPage(game_title=in_language(game.title), snapshot=found, turn=game.turn, error=error)
    return render(request, "hq/pages/back.html", {"page": page}, status=status)


def _found(key: str, name: str) -> Snapshot:
    known = (*snapshots.listed(key), *snapshots.copied(key))
    found = next((each for each in known if each.name == name), None)
    if found is None:
        raise Http404(str(SnapshotGoneError()))
    return found


@require_http_methods(["GET", "POST"])
@for_masters
def reset(request: HqRequest) -> HttpResponse:
    """What a reset takes away, and the button that does it."""
    game = reads.game(request.viewer)
    error, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            keeps = request.POST.get("seats") == "keep"
            snapshots.reset(game, pack=_pack(game.pack), keep_seats=keeps)
            return redirect(f"{reverse('master')}?game={game.key}")
        except RefusedError as refusal:
            error, status = str(refusal), HTTPStatus(refusal.status)
    page = ResetPage(game_title=in_language(game.title), pack=game.pack, error=error)
    return render(request, "hq/pages/reset.html", {"page": page}, status=status)


def _pack(slug: str) -> Pack:
    try:
        return scenario.read(scenario.find(slug))
    except scenario.PackError as error:
        raise PackGoneError(why=str(error)) from error


@require_GET
@for_masters
def preflight(request: HqRequest) -> HttpResponse:
    game = reads.game(request.viewer)
    lines = readiness.look(game, health=readiness.ask())
    page = PreflightPage(
        game_title=in_language(game.title),
        lines=lines,
        bad=sum(line.light == Light.BAD for line in lines),
    )
    return render(request, "hq/pages/preflight.html", {"page": page})
