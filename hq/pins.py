"""«We talk about this now»: a pointer that the wall follows. It decides nothing."""

from __future__ import annotations

from hq import journal
from hq.enums import CardState
from hq.errors import CardClosedError, NotFoundHereError
from hq.events import CardPinned, CardUnpinned
from hq.journal import Act
from hq.models import Card
from hq.permissions import check_is_of_the_room, check_not_over
from hq.viewers import Viewer


def pin(*, card_id: int, by: Viewer, key: str = "") -> None:
    """Point at an open card, instead of the one pointed at before; a pause does not matter.

    Any volunteer and any game master may. Raises `CardClosedError`, `NotFoundHereError`.
    """
    with journal.act("pins.pin", by=by, key=key) as act:
        check_is_of_the_room(by)
        check_not_over(act.game)
        card = _get_open(act=act, card_id=card_id)
        before = act.game.pinned_id
        if before == card.pk:
            return
        act.game.pinned = card
        act.game.save(update_fields=["pinned"])
        act.record(CardPinned(card=card.pk, instead_of=before))


def unpin(*, card_id: int, by: Viewer, key: str = "") -> None:
    """Point at it no more. When another card has been pinned since, nothing changes."""
    with journal.act("pins.unpin", by=by, key=key) as act:
        check_is_of_the_room(by)
        check_not_over(act.game)
        if act.game.pinned_id == card_id:
            act.record(CardUnpinned(card=card_id))
            let_go(act=act, card_id=card_id)


def let_go(*, act: Act, card_id: int) -> None:
    """Step: the card closes; the event that closes it touches all that shows the pin."""
    if act.game.pinned_id == card_id:
        act.game.pinned = None
        act.game.save(update_fields=["pinned"])


def _get_open(*, act: Act, card_id: int) -> Card:
    card = Card.objects.filter(pk=card_id, game=act.game).first()
    if card is None or card.state in {CardState.SHELF, CardState.SCHEDULED}:
        raise NotFoundHereError
    if card.state != CardState.OPEN:
        raise CardClosedError(card=str(card), state=card.get_state_display())
    return card
