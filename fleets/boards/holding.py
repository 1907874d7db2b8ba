"""Personal: what this seat may take in hand, what it has, what another phone took over."""

from __future__ import annotations

from django.urls import reverse

from fleets import actors, holdings
from fleets.boards import reads
from fleets.boards.views import HoldChoice, HoldingView
from fleets.models import Squadron
from hq.enums import Role
from hq.viewers import Viewer


def holding(viewer: Viewer) -> HoldingView:
    is_captain = viewer.role == Role.CAPTAIN and bool(viewer.table)
    rights = actors.rights(viewer, viewer.table)
    within = holdings.within_reach(viewer) if is_captain else []
    sides = dict.fromkeys(row.side for row in within)
    choices = tuple(_choice(viewer, row) for row in within)
    return HoldingView(
        person_id=viewer.person_id or 0,
        name=viewer.name,
        restore_path=reverse("restore", args=[viewer.token]) if is_captain else "",
        is_captain=is_captain,
        is_bound=rights.squadron is not None,
        sides=tuple(reads.side(viewer, side) for side in sides) if rights.squadron is None else (),
        may_take_table=rights.scribe and len(sides) > 1,
        choices=choices,
        mine=tuple(choice.slug for choice in choices if choice.is_mine),
    )


def _choice(viewer: Viewer, row: Squadron) -> HoldChoice:
    held = reads.holders(viewer).get(row.slug)
    is_mine = held is not None and held.seat_id == viewer.seat_id
    return HoldChoice(
        slug=row.slug,
        name=row.name,
        side=reads.side(viewer, row.side),
        holder=held.seat.person.name if held is not None else "",
        is_mine=is_mine,
        was_mine=held is not None and not is_mine and held.before_id == viewer.seat_id,
    )
