"""What is only one person's own."""

from __future__ import annotations

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from hq.boards.views import BallotView, MeView
from hq.enums import CardState, ChorusState, Role
from hq.models import Person, Voice
from hq.texts import in_language
from hq.viewers import Viewer


def me(viewer: Viewer) -> MeView:
    """One read: when a chorus opens, this is built for everybody in the room at once."""
    own = Voice.objects.filter(person=OuterRef("pk"), chorus__state=ChorusState.OPEN)
    rows = list(
        Person.objects.filter(pk=viewer.person_id or 0)
        .order_by("backings__pk")
        .values_list(
            "marked_here",
            "left_at",
            Subquery(own.values("chorus_id")[:1]),
            Subquery(own.values("spoken_at")[:1]),
            "backings__decision__card__state",
            "backings__way__card_id",
            "backings__way_id",
            "backings__way__title",
        )
    )
    is_marked_here, left_at, chorus_id, spoken_at = rows[0][:4]
    return MeView(
        person_id=viewer.person_id or 0,
        name=viewer.name,
        role_name=str(Role(viewer.role).label),
        restore_path=reverse("restore", args=[viewer.token]),
        ballots=tuple(
            BallotView(card_id=card_id, way_id=way_id, way_title=in_language(title))
            for *_, state, card_id, way_id, title in rows
            if state == CardState.OPEN
        ),
        chorus_id=chorus_id or 0,
        has_spoken=spoken_at is not None,
        is_marked_here=is_marked_here,
        has_left=left_at is not None,
    )
