"""Voices that are not for everyone: a person's own region, and the game master's."""

from __future__ import annotations

from hq.boards import reads
from hq.boards.cards import with_all_voices
from hq.boards.views import TalliesView
from hq.enums import DecisionMode, Phase, Tally
from hq.models import Card
from hq.viewers import Viewer


def tallies(viewer: Viewer) -> TalliesView:
    """Tallies that this person sees because they have voted; one read when there is none."""
    rows = list(
        reads.told(
            Card.objects.filter(
                game_id=viewer.game_id,
                tally=Tally.UNTIL_VOTED,
                decision__phase=Phase.DELIBERATION,
                decision__backings__person_id=viewer.person_id or 0,
            ).open()
        )
    )
    return TalliesView(cards=with_all_voices(rows, reads.room(viewer)) if rows else ())


def votes(viewer: Viewer) -> TalliesView:
    """Every open collective card with all voices, for the game master."""
    rows = [row for row in reads.cards(viewer) if row.mode == DecisionMode.COLLECTIVE]
    return TalliesView(cards=with_all_voices(rows, reads.room(viewer)))
