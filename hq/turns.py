"""Start, turns and the pause. Only a person moves the day's state (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.timezone import localtime

from horizonwar import copies
from hq import cards as deck
from hq import choruses, clock, endings, journal
from hq.enums import CardState, GameState
from hq.errors import ChorusSoundsError, GameStateError, PreviewStaleError, ReasonMissingError
from hq.events import (
    DayTakenUp,
    GameEnded,
    GamePaused,
    GameReopened,
    GameResumed,
    GameStarted,
    TurnOpened,
)
from hq.journal import Act
from hq.models import Card, Game
from hq.permissions import check_is_master, check_runs
from hq.states import GAME, may_become
from hq.viewers import Viewer


def start(*, by: Viewer, key: str = "") -> None:
    """The day begins: clock runs, turn 1. Raises `GameStateError` when it has begun."""
    with journal.act("turns.start", by=by, key=key) as act:
        check_is_master(by)
        if act.game.state != GameState.BEFORE:
            raise GameStateError(state=act.game.get_state_display())
        act.game.turn = 1
        _run(act)
        act.record(GameStarted())


def pause(*, reason: str, by: Viewer, key: str = "") -> None:
    """The clock stands, with every deadline and window in it; everyone sees who and why."""
    with journal.act("turns.pause", by=by, key=key) as act:
        check_is_master(by)
        if not reason.strip():
            raise ReasonMissingError
        if act.game.state != GameState.RUNNING:
            raise GameStateError(state=act.game.get_state_display())
        _stand(act, GameState.PAUSED)
        act.record(GamePaused(reason=reason.strip()[:200]))
        transaction.on_commit(copies.ask, robust=True)


def resume(*, by: Viewer, key: str = "") -> None:
    """The clock goes on from where it stood."""
    with journal.act("turns.resume", by=by, key=key) as act:
        check_is_master(by)
        if act.game.state != GameState.PAUSED:
            raise GameStateError(state=act.game.get_state_display())
        _run(act)
        act.record(GameResumed())


def hold(*, act: Act) -> None:
    """Step: a day that comes from a copy stands, as of the last sign of life in it.

    Nothing that fell due between that moment and now may burst over the people (R-51).
    """
    sign = last_sign(act.game) or act.moment
    act.at = clock.game_time(act.game, sign)
    if act.game.state == GameState.RUNNING:
        _stand(act, GameState.PAUSED)
    act.record(DayTakenUp(moment=f"{localtime(sign):%H:%M}"))


def last_sign(game: Game) -> datetime | None:
    """When the day was last heard of: a command, or a phone that answered."""
    written = game.journal.aggregate(last=Max("written_at"))["last"]
    seen = game.people.aggregate(last=Max("seen_at"))["last"]
    return max(filter(None, (written, seen)), default=None)


def end(*, cards: Collection[int], break_chorus: bool = False, by: Viewer, key: str = "") -> None:
    """The day ends: open cards close in the order of `endings.in_order`, then everything stands.

    `cards`: ids of the open cards that the game master saw in the preview; when others lie there
    now, `PreviewStaleError`. A chorus that sounds is finished first (`ChorusSoundsError`) unless
    `break_chorus`, which breaks the queue too. Raises `GameStateError` before the start and after
    the end.
    """
    with journal.act("turns.end", by=by, key=key) as act:
        check_is_master(by)
        if not may_become(GAME, act.game.state, GameState.OVER):
            raise GameStateError(state=act.game.get_state_display())
        sounding = choruses.sounding(act.game.pk)
        if sounding is not None and not break_chorus:
            raise ChorusSoundsError(way=str(sounding.way))
        ending = endings.in_order(game_id=act.game.pk, at=act.at)
        if {card.pk for card, _at in ending} != set(cards):
            raise PreviewStaleError
        _stand(act, GameState.OVER)
        choruses.break_all(act=act, verdict="over")
        for card, at in ending:
            endings.expire(act=act, card=card, at=at)
        act.record(GameEnded())


def reopen(*, reason: str, by: Viewer, key: str = "") -> None:
    """The day goes on from where it stood, paused at first. What failed stays failed."""
    with journal.act("turns.reopen", by=by, key=key) as act:
        check_is_master(by)
        if not reason.strip():
            raise ReasonMissingError
        if act.game.state != GameState.OVER:
            raise GameStateError(state=act.game.get_state_display())
        _stand(act, GameState.PAUSED)
        act.record(GameReopened(reason=reason.strip()[:200]))


def open_next(*, turn: int, by: Viewer, key: str = "") -> None:
    """Open turn number `turn`; naming it makes a second tap, or a stale tab, harmless.

    Cards that wait for this turn come up. Raises `GameStateError` when it is not the next one.
    """
    with journal.act("turns.open_next", by=by, key=key) as act:
        check_is_master(by)
        check_runs(act.game)
        if turn != act.game.turn + 1:
            raise GameStateError(state=f"{act.game.get_state_display()}, {act.game.turn}")
        act.game.turn = turn
        act.game.save(update_fields=["turn"])
        act.record(TurnOpened(turn=turn))
        waiting = Card.objects.filter(
            game=act.game, state=CardState.SCHEDULED, release_turn__lte=turn
        )
        for card in waiting.order_by("pk"):
            deck.open_up(act=act, card=card, at=act.at)


def _run(act: Act) -> None:
    act.game.clock_base, act.game.clock_since = act.at, act.moment
    act.game.state = GameState.RUNNING
    act.game.save(update_fields=["clock_base", "clock_since", "state", "turn"])


def _stand(act: Act, state: GameState) -> None:
    act.game.clock_base, act.game.clock_since = act.at, None
    act.game.state = state
    act.game.save(update_fields=["clock_base", "clock_since", "state"])
