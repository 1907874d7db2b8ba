"""What game masters say of a card in the report of the day."""

from __future__ import annotations

from hq import journal
from hq.enums import CardState
from hq.errors import NotFoundHereError, RemarkTooLongError
from hq.events import RemarkWritten
from hq.models import Card, Remark
from hq.permissions import check_is_master
from hq.viewers import Viewer

LONGEST = 2000


def write(
    *, card_id: int, text: str, by: Viewer, is_secret: bool = False, key: str = ""
) -> Remark | None:
    """One comment a card, at any time, after the end too; an empty text takes it away.

    `is_secret`: for game masters only. Raises `NotFoundHereError` for a card that has not come up
    yet, `RemarkTooLongError`.
    """
    with journal.act("remarks.write", by=by, key=key) as act:
        check_is_master(by)
        waiting = (CardState.SHELF, CardState.SCHEDULED)
        card = Card.objects.filter(pk=card_id, game=act.game).exclude(state__in=waiting).first()
        if card is None:
            raise NotFoundHereError
        words = text.strip()
        if len(words) > LONGEST:
            raise RemarkTooLongError(most=LONGEST, letters=len(words))
        act.record(RemarkWritten(card=card.pk))
        if not words:
            Remark.objects.filter(card=card).delete()
            return None
        told = {"text": words, "is_secret": is_secret, "person_id": by.person_id}
        return Remark.objects.update_or_create(card=card, defaults=told)[0]
