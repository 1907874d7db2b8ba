"""Calls for a game master: the masters' queue, and what the caller sees of it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from horizonwar.clock import epoch_ms
from hq import calls
from hq.boards import fallout, reads
from hq.enums import HelpState, Role
from hq.models import HelpCall
from hq.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class HelpItem:
    id: int
    name: str
    role_name: str
    table_name: str
    text: str
    called: int  # server's epoch ms
    is_coming: bool
    who: str


@dataclass(frozen=True, kw_only=True)
class HelpView:
    waiting: tuple[HelpItem, ...]
    coming: tuple[HelpItem, ...]


@dataclass(frozen=True, kw_only=True)
class HelplineView:
    """`place`: in the queue from 1; 0 without a call. `who`: the master on the way."""

    call_id: int | None
    place: int
    is_coming: bool
    who: str
    text: str
    may_call: bool


def help_queue(viewer: Viewer) -> HelpView:
    rows = list(_live(viewer)) if reads.stock(viewer).calls else []
    known = fallout.places(viewer) if rows else {}
    told = [
        HelpItem(
            id=row.pk,
            name=row.person.name,
            role_name=row.get_role_display(),
            table_name=known.get(f"map:{row.table}", row.table),
            text=row.text,
            called=epoch_ms(row.called_at),
            is_coming=row.state == HelpState.COMING,
            who=row.taken_by.name if row.taken_by else "",
        )
        for row in rows
    ]
    return HelpView(
        waiting=tuple(item for item in told if not item.is_coming),
        coming=tuple(item for item in told if item.is_coming),
    )


def helpline(viewer: Viewer) -> HelplineView:
    rows = list(_live(viewer)) if reads.stock(viewer).calls else []
    own = next((row for row in rows if row.person_id == viewer.person_id), None)
    waiting = [row.pk for row in rows if row.state == HelpState.WAITING]
    return HelplineView(
        call_id=own.pk if own else None,
        place=waiting.index(own.pk) + 1 if own and own.pk in waiting else 0,
        is_coming=own is not None and own.state == HelpState.COMING,
        who=own.taken_by.name if own and own.taken_by else "",
        text=own.text if own else "",
        may_call=Role(viewer.role) in calls.CALLERS,
    )


def _live(viewer: Viewer) -> QuerySet[HelpCall]:
    rows = HelpCall.objects.filter(game_id=viewer.game_id, state__in=calls.LIVE)
    return rows.select_related("person", "taken_by").order_by("called_at", "pk")
