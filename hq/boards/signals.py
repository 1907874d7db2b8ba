"""What a page sounds for: cards that come, end or are opened by nobody."""

from __future__ import annotations

from hq.boards import reads
from hq.boards.views import SignalItem, SignalsView
from hq.enums import CardState
from hq.models import Card
from hq.texts import in_language
from hq.viewers import Viewer


def signals(viewer: Viewer) -> SignalsView:
    told = tuple(_item(row) for row in sorted(reads.cards(viewer), key=lambda row: row.pk))
    return SignalsView(cards=told, unseen=tuple(item for item in told if item.is_unseen))


def _item(row: Card) -> SignalItem:
    is_open = row.state == CardState.OPEN
    return SignalItem(
        id=row.pk,
        kind=row.kind,
        state=row.state,
        title=in_language(row.title),
        is_unseen=is_open and row.unseen_at is not None and row.opened_at is None,
    )
