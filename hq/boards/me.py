"""What is only one person's own."""

from __future__ import annotations

from django.urls import reverse

from hq.boards.views import BallotView, MeView
from hq.enums import CardState, ChorusState, Role
from hq.models import Backing, Seat, Voice
from hq.texts import in_language
from hq.viewers import Viewer


def me(viewer: Viewer) -> MeView:
    seat = Seat.objects.select_related("person").get(pk=viewer.seat_id)
    backings = Backing.objects.filter(
        person_id=viewer.person_id, decision__card__state=CardState.OPEN
    ).select_related("way")
    voice = Voice.objects.filter(person_id=viewer.person_id, chorus__state=ChorusState.OPEN).first()
    return MeView(
        person_id=seat.person_id,
        name=seat.person.name,
        role_name=str(Role(seat.role).label),
        restore_path=reverse("restore", args=[seat.token]),
        ballots=tuple(
            BallotView(
                card_id=backing.way.card_id,
                way_id=backing.way_id,
                way_title=in_language(backing.way.title),
            )
            for backing in backings
        ),
        chorus_id=voice.chorus_id if voice else 0,
        has_spoken=bool(voice and voice.spoken_at is not None),
        is_marked_here=seat.person.marked_here,
    )
