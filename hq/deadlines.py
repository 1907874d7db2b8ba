"""What is due. The ticker calls `run_due` each second; each due thing happens once.

Any number of tickers may run: the Game row is locked, then the state is looked at again.
"""

from __future__ import annotations

import logging

from django.db.models import Q, QuerySet

from hq import cards, choruses, clock, figures, journal, outcomes, presence
from hq.enums import CardState, ChorusState, GameState, Phase
from hq.events import CardExpired
from hq.journal import Act
from hq.models import Card, Chorus, Decision, Game
from hq.viewers import Viewer

logger = logging.getLogger(__name__)


def run_due() -> None:
    """Do everything that is due in every game of this server, one transaction each thing.

    A day that fails is logged and looked at again in a second; the others' clocks go on.
    """
    for game in Game.objects.exclude(state=GameState.OVER):
        try:
            _run_game(game)
        except Exception:
            logger.exception("What is due in the day %s failed", game.key)


def _run_game(game: Game) -> None:
    presence.note_changes(game.pk)
    while game.state == GameState.RUNNING and _something_is_due(game):
        if not run_next(game.pk):
            break


def run_next(game_id: int) -> bool:
    """Do the one thing that has been due the longest. False when nothing was."""
    with journal.act("deadlines.run_next", by=Viewer.clock(game_id)) as act:
        if act.game.state != GameState.RUNNING:
            return False
        choruses.let_go_of_lost_seats(act=act)
        return bool(act.events) or choruses.end_window(act=act) or _next_card(act)


def _something_is_due(game: Game) -> bool:
    """A cheap look without the lock, so that an idle second costs a few reads and no write."""
    if Chorus.objects.filter(game=game, state=ChorusState.OPEN).exists():
        return True
    return _due_cards(game, clock.game_time(game)).exists()


def _due_cards(game: Game, at: int) -> QuerySet[Card]:
    late = at - figures.of(game).grace - 1
    expiring = Q(state=CardState.OPEN, due_at__lte=late) & ~Q(
        decision__phase__in=(Phase.VOICED, Phase.CHORUS)
    )
    coming = Q(state=CardState.SCHEDULED, release_at__lte=at)
    return Card.objects.filter(expiring | coming, game=game)


def _next_card(act: Act) -> bool:
    """Deadlines and releases in the order of their game time, whatever order they were made in."""
    due = list(_due_cards(act.game, act.at).select_related("decision"))
    if not due:
        return False
    card = min(due, key=_moment)
    if card.state == CardState.OPEN:
        _expire(act=act, card=card)
    else:
        cards.open_up(act=act, card=card, at=card.release_at or act.at)
    return True


def _moment(card: Card) -> tuple[int, int]:
    at = card.due_at if card.state == CardState.OPEN else card.release_at
    return at or 0, card.pk


def _expire(*, act: Act, card: Card) -> None:
    """Time up is not overcome: «what happens if not» takes effect, at the due game time."""
    due_at = card.due_at or act.at
    claimed = Card.objects.filter(pk=card.pk, state=CardState.OPEN).update(
        state=CardState.EXPIRED, closed_at=due_at
    )
    if claimed:
        Decision.objects.filter(card=card).update(phase=Phase.CLOSED)
        act.record(CardExpired(card=card.pk, due_at=due_at, backers=cards.backers(card.pk)))
        outcomes.carry_out(act=act, card=card, effects=card.failure_effects, at=due_at)
