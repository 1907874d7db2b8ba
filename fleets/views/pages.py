"""The live page of a table, for captains, masters and whoever looks on."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from fleets.boards import reads
from fleets.enums import TABLE
from horizonwar.live import render as live
from horizonwar.live.hooks import Position
from hq import maps
from hq.answers import seated
from hq.viewers import HqRequest


@dataclass(frozen=True, kw_only=True)
class TablePage:
    """What the shell of a table's page needs besides its regions."""

    title: str
    table: str
    name: str
    role: str
    side: str
    squadron: str
    ws_url: str


@require_GET
@seated
def own(request: HqRequest) -> HttpResponse:
    """A captain's own table; others choose one on their board."""
    viewer = request.viewer
    return show(request, viewer.table) if viewer.table else redirect("home")


@require_GET
@seated
def at(request: HqRequest, table: str) -> HttpResponse:
    """The table of this name; a seat bound to another one sees its own."""
    return show(request, table)


@never_cache
def show(request: HqRequest, table: str) -> HttpResponse:
    if TABLE not in request.viewer.boards:
        raise PermissionDenied
    viewer = request.viewer.looking_at(table)
    game = reads.game(viewer)  # before anything else that a region shows
    titles = maps.titles(viewer)
    if viewer.table != table:
        return redirect("table")
    if table not in titles:
        raise Http404
    built = live.page(viewer, TABLE, Position(game.epoch, game.seq))
    query = urlencode({"table": table})
    page = TablePage(
        title=titles[table],
        table=table,
        name=viewer.name,
        role=viewer.role,
        side=viewer.side,
        squadron=viewer.squadron,
        ws_url=f"/ws/{TABLE}/?language={viewer.language}&{query}",
    )
    live_data = {
        "board": TABLE,
        "epoch": built.epoch,
        "seq": built.seq,
        "now": built.now,
        "person": viewer.person_id,
        "query": f"?{query}",
    }
    context = {"page": page, "live": live_data, "regions": built.regions}
    return render(request, "fleets/pages/table.html", context)
