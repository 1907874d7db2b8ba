"""A card of the shelf as if it had just come up. Nothing of it is stored."""

from __future__ import annotations

from hq.boards import cards, reads
from hq.boards.views import CardView
from hq.enums import CardState, Phase
from hq.models import Card, Decision
from hq.viewers import Viewer

# No decision has this number, so nobody backs anything in a preview.
NOT_STORED = 0


def card(viewer: Viewer, card_id: int) -> CardView | None:
    """What volunteers would read now, with its whole time left; None when there is no such card."""
    rows = Card.objects.filter(game_id=viewer.game_id, pk=card_id)
    row = rows.select_related("map").prefetch_related("ways__author", "aggravations").first()
    if row is None:
        return None
    row.decision = Decision(pk=NOT_STORED, card=row, phase=Phase.DELIBERATION)
    row.state = CardState.OPEN
    row.has_worse = True  # type: ignore[attr-defined]  # read above, with the ways
    row.turn = row.turn or max(row.planned_turn, reads.game(viewer).turn)
    row.issued_at = 0
    row.due_at = None if row.time_limit is None else row.time_limit * 1000
    return cards.told_card(row, reads.room(viewer))
