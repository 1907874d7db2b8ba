"""The live pages: a shell with its regions, and the same regions as one frame."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from horizonwar.live import render as live
from horizonwar.live.hooks import Position
from hq import figures
from hq.answers import seated
from hq.boards import day, judging, reads, slept
from hq.boards.views import ChronicleView, PresetView
from hq.enums import Board, PoolKind
from hq.texts import in_language
from hq.viewers import HqRequest, Viewer


@dataclass(frozen=True, kw_only=True)
class OwnWayPage:
    """What the forms of an own way need: how long it may be, what it is judged by."""

    letters: int
    presets: tuple[PresetView, ...]
    chances: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class BoardPage:
    """What the shell of a live page needs besides its regions."""

    game_title: str
    name: str
    pools: tuple[tuple[str, str], ...]
    pool: str  # of the ledger: which one it shows, or empty
    ws_url: str
    live_url: str
    own_way: OwnWayPage


@dataclass(frozen=True, kw_only=True)
class ChroniclePage:
    game_title: str
    chronicle: ChronicleView


@require_GET
@seated
def board(request: HqRequest) -> HttpResponse:
    return show(request, board=Board.HQ, template="hq/pages/board.html")


@require_GET
@seated
def wall(request: HqRequest) -> HttpResponse:
    return show(request, board=Board.SCREEN, template="hq/pages/wall.html")


@never_cache
@require_GET
@seated
def frame(request: HqRequest, board: str) -> HttpResponse:
    """All regions of the board, for a page that missed something."""
    _check_may_see(request, board)
    viewer = request.viewer.looking_at(request.GET.get("table", ""))
    game = reads.game(viewer)
    return HttpResponse(live.frame(viewer, board, Position(game.epoch, game.seq)))


@never_cache
@require_GET
@seated
def while_you_slept(request: HqRequest) -> HttpResponse:
    """Three lines for who comes back (`?since=`: the last event seen); 204 when there are none."""
    since = request.GET.get("since", "0")
    told = slept.slept(request.viewer, int(since) if since.isdecimal() else 0)
    if not told.lines:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "ui/slept.html", {"region": told})


@require_GET
@seated
def chronicle(request: HqRequest) -> HttpResponse:
    """The whole chronicle, for reading aloud and for print."""
    title = in_language(reads.game(request.viewer).title)
    page = ChroniclePage(game_title=title, chronicle=day.whole_chronicle(request.viewer.game_id))
    return render(request, "hq/pages/chronicle.html", {"page": page})


@never_cache
def show(request: HqRequest, *, board: Board, template: str) -> HttpResponse:
    _check_may_see(request, board)
    viewer = request.viewer
    game = reads.game(viewer)
    built = live.page(viewer, board, Position(game.epoch, game.seq))
    page = BoardPage(
        game_title=in_language(game.title),
        name=viewer.name,
        pools=tuple((kind.value, str(kind.label)) for kind in PoolKind),
        pool=request.GET.get("pool", "") if request.GET.get("pool") in set(PoolKind) else "",
        ws_url=f"/ws/{board.value}/?language={viewer.language}",
        live_url=reverse("frame", args=[board.value]),
        own_way=_own_way(viewer),
    )
    live_data = {
        "board": board.value,
        "epoch": built.epoch,
        "seq": built.seq,
        "now": built.now,
        "person": viewer.person_id,
    }
    context = {"page": page, "live": live_data, "regions": built.regions}
    return render(request, template, context)


def _own_way(viewer: Viewer) -> OwnWayPage:
    told = figures.of(reads.game(viewer))
    return OwnWayPage(
        letters=told.own_way_letters,
        presets=judging.presets(viewer),
        chances=told.own_way_chances,
    )


def _check_may_see(request: HqRequest, board: str) -> None:
    if board not in request.viewer.boards:
        raise PermissionDenied
