"""Carrying out effects. Each kind is one function; data in, steps of other nouns called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hq import cards, chronicle, ledger
from hq.effects import ChronicleEffect, PoolEffect, ReleaseEffect, parse
from hq.enums import CardState, GameState, PoolKind, When
from hq.journal import Act
from hq.models import Card


def carry_out(
    *, act: Act, card: Card | None, effects: Iterable[Mapping[str, Any]], at: int
) -> None:
    """Step: every effect once, in the order of the scenario, at game time `at` (ms).

    The caller has just made the one change of state that lets this happen (sealed, expired, a
    stake answered). `card`: whose end this is; None for a stake.
    """
    for effect in parse(effects):
        _CARRIERS[type(effect)](act, card, effect, at)


def _pool(act: Act, card: Card | None, effect: PoolEffect, at: int) -> None:
    ledger.move_what_fits(
        act=act,
        kind=PoolKind(effect.pool),
        delta=effect.delta,
        reason="outcome",
        card=card,
        at=at,
    )


def _chronicle(act: Act, card: Card | None, effect: ChronicleEffect, at: int) -> None:
    chronicle.write(act=act, card=card, text=effect.text.model_dump(), theme=effect.theme, at=at)


def _release(act: Act, card: Card | None, effect: ReleaseEffect, at: int) -> None:
    """A card that already left the shelf stays as it is: chains may meet.

    Nothing comes up after the end of the day: nobody is left to decide (R-17).
    """
    if act.game.state == GameState.OVER:
        return
    released = Card.objects.filter(game=act.game, slug=effect.card, state=CardState.SHELF).first()
    if released is None:
        return
    if effect.when == When.NOW:
        cards.bring_up(act=act, card=released, at=at)
    elif effect.when == When.AFTER:
        after = (effect.after_minutes or 0) * 60_000
        cards.schedule(act=act, card=released, release_at=at + after)
    else:
        cards.schedule(act=act, card=released, release_turn=act.game.turn + 1)


_CARRIERS: Mapping[type[Any], Callable[[Act, Card | None, Any, int], None]] = {
    PoolEffect: _pool,
    ChronicleEffect: _chronicle,
    ReleaseEffect: _release,
}
