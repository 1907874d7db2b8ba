"""Voices that are not for everyone: a person's own region, and the game master's."""

from __future__ import annotations

from hq.boards import reads
from hq.boards.cards import with_all_voices
from hq.boards.views import TalliesView
from hq.enums import CardState, DecisionMode, Phase, Tally
from hq.models import Card
from hq.viewers import Viewer


def tallies(viewer: Viewer) -> TalliesView:
    """Tallies that this person sees because they have voted.

    A page has read the cards anyway; a push reads once when there is no such tally.
    """
    rows = _of_a_page(viewer) if viewer.notes is not None else _of_a_push(viewer)
    return TalliesView(cards=with_all_voices(rows, reads.room(viewer)) if rows else ())


def _of_a_page(viewer: Viewer) -> list[Card]:
    return [
        row
        for row in reads.cards(viewer)
        if row.state == CardState.OPEN
        and row.tally == Tally.UNTIL_VOTED
        and row.decision.phase == Phase.DELIBERATION
        and any(ballot.person_id == viewer.person_id for ballot in row.decision.backings.all())
    ]


def _of_a_push(viewer: Viewer) -> list[Card]:
    rows = Card.objects.filter(
        game_id=viewer.game_id,
        tally=Tally.UNTIL_VOTED,
        decision__phase=Phase.DELIBERATION,
        decision__backings__person_id=viewer.person_id or 0,
    )
    return list(reads.told(rows.open()))


def votes(viewer: Viewer) -> TalliesView:
    """Every open collective card with all voices, for the game master."""
    rows = [row for row in reads.cards(viewer) if row.mode == DecisionMode.COLLECTIVE]
    return TalliesView(cards=with_all_voices(rows, reads.room(viewer)))
