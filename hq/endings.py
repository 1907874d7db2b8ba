"""How a card ends without a decision: time ran out, or the day did (R-11, R-12)."""

from __future__ import annotations

from hq import cards, outcomes, pins
from hq.enums import CardKind, CardState, Phase
from hq.events import CardExpired
from hq.journal import Act
from hq.models import Card, Decision


def expire(*, act: Act, card: Card, at: int) -> None:
    """Step: an open card fails (a prospect lapses) at game time `at` (ms): part 3 takes effect."""
    claimed = Card.objects.filter(pk=card.pk, state=CardState.OPEN).update(
        state=CardState.EXPIRED, closed_at=at
    )
    if claimed:
        Decision.objects.filter(card=card).update(phase=Phase.CLOSED)
        pins.let_go(act=act, card_id=card.pk)
        act.record(CardExpired(card=card.pk, due_at=at, backers=cards.backers(card.pk)))
        outcomes.carry_out(act=act, card=card, effects=card.failure_effects, at=at)


def in_order(*, game_id: int, at: int) -> list[tuple[Card, int]]:
    """What the end of the day at game time `at` (ms) closes: (card, at which time), in order.

    First what was due already, at its due time; then crises in order of issue, those with time
    left too; prospects last (R-12).
    """
    rows = Card.objects.filter(game_id=game_id).open().select_related("map", "decision")
    told = [(card, min(at, card.due_at) if card.due_at is not None else at) for card in rows]
    return sorted(told, key=lambda found: _order(*found, at))


def _order(card: Card, ends: int, at: int) -> tuple[bool, int, bool, int, int]:
    is_late = ends < at
    return (
        not is_late,
        ends if is_late else 0,
        card.kind == CardKind.PROSPECT and not is_late,
        card.issued_at or 0,
        card.pk,
    )
