"""Start, turns and the pause. Only a person moves the day's state (DESIGN section 4)."""

from __future__ import annotations

from hq import cards, journal
from hq.enums import CardState, GameState
from hq.errors import GameStateError, ReasonMissingError
from hq.events import GamePaused, GameResumed, GameStarted, TurnOpened
from hq.journal import Act
from hq.models import Card
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
        if not may_become(GAME, act.game.state, GameState.PAUSED):
            raise GameStateError(state=act.game.get_state_display())
        act.game.clock_base, act.game.clock_since = act.at, None
        act.game.state = GameState.PAUSED
        act.game.save(update_fields=["clock_base", "clock_since", "state"])
        act.record(GamePaused(reason=reason.strip()[:200]))


def resume(*, by: Viewer, key: str = "") -> None:
    """The clock goes on from where it stood."""
    with journal.act("turns.resume", by=by, key=key) as act:
        check_is_master(by)
        if act.game.state != GameState.PAUSED:
            raise GameStateError(state=act.game.get_state_display())
        _run(act)
        act.record(GameResumed())


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
            cards.open_up(act=act, card=card, at=act.at)


def _run(act: Act) -> None:
    act.game.clock_base, act.game.clock_since = act.at, act.moment
    act.game.state = GameState.RUNNING
    act.game.save(update_fields=["clock_base", "clock_since", "state", "turn"])
