"""What is due. The ticker calls `run_due` each second; each due thing happens once.

Any number of tickers may run: the Game row is locked, then the state is looked at again.
"""

from __future__ import annotations

import logging

from django.db.models import Exists, Q, QuerySet

from horizonwar import address
from hq import (
    addresses,
    aggravations,
    cards,
    choruses,
    clock,
    dispatches,
    endings,
    figures,
    journal,
    presence,
    safety,
)
from hq.enums import CardState, ChorusState, GameState, Phase
from hq.journal import Act
from hq.models import Card, Chorus, Game
from hq.viewers import Viewer

logger = logging.getLogger(__name__)


def run_due() -> None:
    """Do everything that is due in every game of this server, one transaction each thing.

    A day that fails is logged and looked at again in a second; the others' clocks go on.
    """
    now, fault = address.public_url(), safety.trouble()
    for game in Game.objects.exclude(state=GameState.OVER):
        try:
            addresses.note(game, now=now)
            safety.note(game, fault=fault)
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
        return (
            bool(act.events)
            or choruses.end_window(act=act)
            or _next(act)
            or cards.tell_unseen(act=act)
            or dispatches.tell_unread(act=act)
        )


def _something_is_due(game: Game) -> bool:
    """A cheap look without the lock, so that an idle second costs a few reads and no write."""
    if Chorus.objects.filter(game=game, state=ChorusState.OPEN).exists():
        return True
    at = clock.game_time(game)
    worse = aggravations.due(game.pk, at).values("card")
    told = figures.of(game)
    unseen = cards.unseen(game.pk, issued_by=at - told.unseen_after * 1000)
    due = Q(pk__in=_due_cards(game, at)) | Q(pk__in=worse) | Q(pk__in=unseen.values("pk"))
    unread = dispatches.unread(game.pk, arrived_by=at - told.dispatch_unread_after * 1000)
    asked = (Card.objects.filter(due), dispatches.due(game.pk, at), unread)
    cards_due, arriving, late = (Exists(rows) for rows in asked)
    return Game.objects.filter(cards_due | arriving | late, pk=game.pk).exists()


def _due_cards(game: Game, at: int) -> QuerySet[Card]:
    late = at - figures.of(game).grace - 1
    expiring = Q(state=CardState.OPEN, due_at__lte=late) & ~Q(
        decision__phase__in=(Phase.VOICED, Phase.CHORUS)
    )
    coming = Q(state=CardState.SCHEDULED, release_at__lte=at)
    return Card.objects.filter(expiring | coming, game=game)


def _next(act: Act) -> bool:
    """What is due, in the order of its game time, whatever order it was made in.

    A dispatch that arrives at the same moment as a card comes up is there first.
    """
    card = min(_due_cards(act.game, act.at).select_related("decision"), key=_moment, default=None)
    worse = min(aggravations.due(act.game.pk, act.at), key=aggravations.moment, default=None)
    dispatch = dispatches.due(act.game.pk, act.at).first()
    other = min(
        _moment(card)[0] if card is not None else act.at + 1,
        aggravations.moment(worse) if worse is not None else act.at + 1,
    )
    if dispatch is not None and (dispatch.due_at or 0) <= other:
        act.at = dispatch.due_at or 0
        dispatches.arrive(act=act, dispatch=dispatch, at=act.at)
        return True
    if worse is not None and (card is None or aggravations.moment(worse) < _moment(card)[0]):
        act.at = aggravations.moment(worse)
        aggravations.come_true(act=act, aggravation=worse, at=act.at)
        return True
    return card is not None and _end_or_open(act=act, card=card)


def _end_or_open(*, act: Act, card: Card) -> bool:
    """Books and journal carry the game time at which it was due, however late the clock came."""
    act.at = _moment(card)[0]
    if card.state == CardState.OPEN:
        endings.expire(act=act, card=card, at=act.at)
    else:
        cards.open_up(act=act, card=card, at=act.at)
    return True


def _moment(card: Card) -> tuple[int, int]:
    at = card.due_at if card.state == CardState.OPEN else card.release_at
    return at or 0, card.pk
