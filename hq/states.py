"""Which change of state is legal. `manage.py state_diagram` draws docs/states.md from it."""

from __future__ import annotations

from collections.abc import Mapping

from hq.enums import CardState, ChorusState, GameState, Judgement, Phase

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
