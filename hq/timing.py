"""A game master moves the deadline of an open card."""

from __future__ import annotations

from hq import journal
from hq.enums import CardState, Phase
from hq.errors import (
    AmountError,
    CardClosedError,
    DeadlineHeldError,
    NoDeadlineError,
    NotFoundHereError,
    TooLateError,
)
from hq.events import DeadlineMoved
from hq.journal import Act
from hq.models import Card
from hq.permissions import check_is_master, check_not_over
from hq.viewers import Viewer

# More than a card is ever given at once; what does not fit is a slip of the finger.
LONGEST_STEP = 24 * 60


def move_deadline(*, card_id: int, minutes: int, by: Viewer, key: str = "") -> None:
    """Give an open card more minutes, or fewer (never less than none); in a pause too.

    A card without a deadline gets one, `minutes` from now. Raises `CardClosedError`,
    `TooLateError`, `DeadlineHeldError` while its chorus is under way, `NoDeadlineError`.
    """
    with journal.act("timing.move_deadline", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        card = _get_movable(act=act, card_id=card_id)
        if not 1 <= abs(minutes) <= LONGEST_STEP:
            raise AmountError(most=LONGEST_STEP)
        if card.due_at is None and minutes < 0:
            raise NoDeadlineError(card=str(card))
        base = act.at if card.due_at is None else card.due_at
        _set_due(act=act, card=card, due_at=max(act.at, base + minutes * 60_000))


def call_time(*, card_id: int, by: Viewer, key: str = "") -> None:
    """The time of an open card is up now; it fails by the clock, in a second. Raises as above."""
    with journal.act("timing.call_time", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        card = _get_movable(act=act, card_id=card_id)
        _set_due(act=act, card=card, due_at=act.at)


def _get_movable(*, act: Act, card_id: int) -> Card:
    """An open card whose time is not up and whose chorus does not hold it; its row locked."""
    card = (
        Card.objects.select_for_update(of=("self",))
        .select_related("decision")
        .filter(pk=card_id, game=act.game)
        .first()
    )
    if card is None:
        raise NotFoundHereError
    if card.state != CardState.OPEN:
        raise CardClosedError(card=str(card), state=card.get_state_display())
    if card.decision.phase in {Phase.VOICED, Phase.CHORUS}:
        raise DeadlineHeldError(card=str(card))
    if card.due_at is not None and act.at > card.due_at + act.figures.grace:
        raise TooLateError(card=str(card), seconds=max(1, (act.at - card.due_at) // 1000))
    return card


def _set_due(*, act: Act, card: Card, due_at: int) -> None:
    if card.due_at == due_at:
        return
    card.due_at = due_at
    card.save(update_fields=["due_at"])
    act.record(DeadlineMoved(card=card.pk, due_at=due_at, rest=_in_minutes(due_at - act.at)))


def _in_minutes(ms: int) -> str:
    seconds = -(-ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"
