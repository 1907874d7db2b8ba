"""Doors into the day: QR codes with the address the phones in the house can reach."""

from __future__ import annotations

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from horizonwar import address
from hq import safety
from hq.boards import reads
from hq.boards.views import AddressView, CopiesView, JoinsView, JoinView
from hq.enums import Role
from hq.models import Invitation, SignUp
from hq.viewers import Viewer


def join(viewer: Viewer) -> JoinView | None:
    """The volunteers' door, for the wall."""
    row = Invitation.objects.filter(
        game_id=viewer.game_id, role=Role.VOLUNTEER, is_open=True
    ).first()
    return None if row is None else _join(row)


def joins(viewer: Viewer) -> JoinsView:
    rows = Invitation.objects.filter(game_id=viewer.game_id, is_open=True)
    return JoinsView(
        joins=tuple(_join(row) for row in rows),
        signed_up=SignUp.objects.filter(game_id=viewer.game_id).count(),
    )


def qr_code(url: str) -> SafeString:
    """An inline SVG of the code that leads to `url`."""
    picture = segno.make(url, error="m", micro=False).svg_inline(
        scale=4, border=2, omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(picture)  # noqa: S308  made here from an address, no player's text in it


def address_told(viewer: Viewer) -> AddressView:
    """The strip for game masters; it has nothing to say until the address changes."""
    day = reads.game(viewer)
    return AddressView(now=_short(day.address), before=_short(day.address_before))


def copies(viewer: Viewer) -> CopiesView:
    """How the day is kept; the strip for game masters speaks up only when it is not."""
    told = safety.last()
    return CopiesView(
        fault=reads.game(viewer).copies_fault,
        is_made=safety.are_made(),
        at="" if told is None else f"{localtime(told):%H:%M}",
    )


def _short(url: str) -> str:
    return url.partition("://")[2]


def _join(row: Invitation) -> JoinView:
    base = address.public_url()
    url = base + reverse("join", args=[row.code])
    return JoinView(
        role=str(Role(row.role).label),
        label=row.label,
        code=row.code,
        address=base.split("://", 1)[1],
        url=url,
        qr=qr_code(url),
    )
