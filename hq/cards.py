"""Crises and prospects from the shelf to their end."""

from __future__ import annotations

from hq import journal
from hq.enums import CardState
from hq.errors import CardNotOnShelfError, NotFoundHereError
from hq.events import CardIssued, CardScheduled
from hq.journal import Act
from hq.models import Backing, Card, Decision
from hq.permissions import check_is_master, check_runs
from hq.viewers import Viewer


def issue(*, card_id: int, by: Viewer, key: str = "") -> Card:
    """Put a card before the HQ; its time runs from now.

    Raises `CardNotOnShelfError` with the present state (a stale tab), `GameNotRunningError`.
    """
    with journal.act("cards.issue", by=by, key=key) as act:
        check_is_master(by)
        check_runs(act.game)
        card = Card.objects.select_for_update().filter(pk=card_id, game=act.game).first()
        if card is None:
            raise NotFoundHereError
        open_up(act=act, card=card, at=act.at)
        return card


def open_up(*, act: Act, card: Card, at: int) -> None:
    """Step: a card from the shelf or the schedule comes up at game time `at` (ms)."""
    claimed = Card.objects.filter(
        pk=card.pk, state__in=(CardState.SHELF, CardState.SCHEDULED)
    ).update(
        state=CardState.OPEN,
        turn=act.game.turn,
        issued_at=at,
        due_at=None if card.time_limit is None else at + card.time_limit * 1000,
        release_at=None,
        release_turn=None,
    )
    if not claimed:
        raise CardNotOnShelfError(card=str(card), state=card.get_state_display())
    card.refresh_from_db()
    Decision.objects.create(card=card)
    act.record(CardIssued(card=card.pk))


def schedule(
    *, act: Act, card: Card, release_at: int | None = None, release_turn: int | None = None
) -> None:
    """Step: a card of the shelf will come up by itself, at game time (ms) or on a turn."""
    claimed = Card.objects.filter(pk=card.pk, state=CardState.SHELF).update(
        state=CardState.SCHEDULED, release_at=release_at, release_turn=release_turn
    )
    if claimed:
        act.record(CardScheduled(card=card.pk))


def backers(card_id: int) -> tuple[int, ...]:
    """Ids of the people who back a way of this card."""
    rows = Backing.objects.filter(decision__card__pk=card_id).order_by("person_id")
    return tuple(rows.values_list("person_id", flat=True))


def open_phases(game_id: int) -> dict[int, str]:
    """The phases of the decisions that lie before the HQ, by card."""
    rows = Card.objects.filter(game_id=game_id).open().order_by("pk")
    return dict(rows.values_list("pk", "decision__phase"))


def open_ids(game_id: int) -> tuple[int, ...]:
    """Ids of the cards that lie before the HQ."""
    return tuple(
        Card.objects.filter(game_id=game_id).open().order_by("pk").values_list("pk", flat=True)
    )
