"""Which change of state is legal. `manage.py state_diagram` draws docs/states.md from it."""

from __future__ import annotations

from collections.abc import Mapping

from hq.enums import (
    AidState,
    CardState,
    ChorusState,
    DispatchState,
    GameState,
    GrantState,
    HelpState,
    Judgement,
    Phase,
    StrokeState,
)

GAME: Mapping[str, frozenset[str]] = {
    GameState.BEFORE: frozenset({GameState.RUNNING}),
    GameState.RUNNING: frozenset({GameState.PAUSED, GameState.OVER}),
    GameState.PAUSED: frozenset({GameState.RUNNING, GameState.OVER}),
    GameState.OVER: frozenset({GameState.PAUSED}),
}

CARD: Mapping[str, frozenset[str]] = {
    CardState.SHELF: frozenset({CardState.SCHEDULED, CardState.OPEN}),
    # Back to the shelf: what had scheduled it was turned back.
    CardState.SCHEDULED: frozenset({CardState.OPEN, CardState.SHELF}),
    CardState.OPEN: frozenset({CardState.RESOLVED, CardState.EXPIRED}),
    CardState.RESOLVED: frozenset(),
    CardState.EXPIRED: frozenset(),
}

PHASE: Mapping[str, frozenset[str]] = {
    # Straight to sealed: a personal decision.
    Phase.DELIBERATION: frozenset({Phase.VOICED, Phase.SEALED, Phase.CLOSED}),
    Phase.VOICED: frozenset({Phase.CHORUS, Phase.DELIBERATION}),
    Phase.CHORUS: frozenset({Phase.SEALED, Phase.DELIBERATION}),
    Phase.SEALED: frozenset(),
    Phase.CLOSED: frozenset(),
}

CHORUS: Mapping[str, frozenset[str]] = {
    ChorusState.QUEUED: frozenset({ChorusState.OPEN, ChorusState.BROKEN}),
    ChorusState.OPEN: frozenset({ChorusState.SEALED, ChorusState.BROKEN}),
    ChorusState.SEALED: frozenset(),
    ChorusState.BROKEN: frozenset(),
}

DISPATCH: Mapping[str, frozenset[str]] = {
    # Straight to arrived: at once.
    DispatchState.SHELF: frozenset(
        {DispatchState.DELAYED, DispatchState.COURIER, DispatchState.ARRIVED}
    ),
    DispatchState.DELAYED: frozenset({DispatchState.ARRIVED, DispatchState.RECALLED}),
    DispatchState.COURIER: frozenset({DispatchState.ARRIVED, DispatchState.RECALLED}),
    DispatchState.ARRIVED: frozenset(),
    DispatchState.RECALLED: frozenset(),
}

GRANT: Mapping[str, frozenset[str]] = {
    GrantState.GIVEN: frozenset({GrantState.TAKEN, GrantState.OVER}),
    GrantState.TAKEN: frozenset({GrantState.COUNTING, GrantState.OVER}),
    GrantState.COUNTING: frozenset({GrantState.OVER}),
    GrantState.OVER: frozenset(),
}

AID: Mapping[str, frozenset[str]] = {
    AidState.STOCK: frozenset({AidState.SENT}),
    # Back into stock: taken back before its use.
    AidState.SENT: frozenset({AidState.USED, AidState.STOCK}),
    # Back to sent: the table retracted the use.
    AidState.USED: frozenset({AidState.SENT}),
}

STROKE: Mapping[str, frozenset[str]] = {
    StrokeState.OPEN: frozenset({StrokeState.NAMED}),
    # Named anew until the game master has worded it.
    StrokeState.NAMED: frozenset({StrokeState.NAMED, StrokeState.DONE}),
    StrokeState.DONE: frozenset(),
}

HELP: Mapping[str, frozenset[str]] = {
    HelpState.WAITING: frozenset({HelpState.COMING, HelpState.DONE}),
    HelpState.COMING: frozenset({HelpState.DONE}),
    HelpState.DONE: frozenset(),
}


JUDGEMENT: Mapping[str, frozenset[str]] = {
    # A deed waits from the moment its card is issued; a way with a risk may fail when sealed.
    Judgement.NONE: frozenset({Judgement.AWAITING, Judgement.FAILED}),
    Judgement.AWAITING: frozenset({Judgement.PASSED, Judgement.REFUSED}),
    # Taken back before the way is voiced.
    Judgement.PASSED: frozenset({Judgement.AWAITING, Judgement.FAILED}),
    Judgement.REFUSED: frozenset({Judgement.AWAITING}),
    Judgement.FAILED: frozenset(),
}


def may_become(table: Mapping[str, frozenset[str]], old: str, new: str) -> bool:
    return new in table[old]
