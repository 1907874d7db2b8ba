"""Carrying out effects. Each kind is one function; data in, steps of other nouns called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hq import aids, camp, cards, chronicle, dispatches, grants, ledger, strokes
from hq.effects import (
    AbilityEffect,
    AidEffect,
    CampEffect,
    ChronicleEffect,
    CommandEffect,
    DispatchEffect,
    HastenEffect,
    LookEffect,
    PoolEffect,
    ReleaseEffect,
    SendAidEffect,
    StrokeEffect,
    parse,
)
from hq.enums import CardState, GameState, PoolKind, When
from hq.journal import Act
from hq.models import Ability, Card


def carry_out(
    *, act: Act, card: Card | None, effects: Iterable[Mapping[str, Any]], at: int
) -> None:
    """Step: every effect once, in the order of the scenario, at game time `at` (ms).

    The caller has just made the one change of state that lets this happen (sealed, expired, a
    stake answered). `card`: whose end this is; None for a stake.
    """
    for effect in parse(effects):
        _CARRIERS[type(effect)](act, card, effect, at)


def check_can(*, act: Act, effects: Iterable[Mapping[str, Any]]) -> None:
    """Before paying: raises where an effect would be refused by hand.

    `GrantTooHighError` for command points beyond 4, `NothingAheadError` with no card scheduled.
    """
    for effect in parse(effects):
        if isinstance(effect, CommandEffect):
            grants.check_room(
                game=act.game, table=effect.map, side=effect.side, points=effect.points
            )
        elif isinstance(effect, LookEffect):
            dispatches.check_ahead(act.game.pk)
        elif isinstance(effect, AbilityEffect):
            ability = _ability_of(act, effect)
            if ability is not None:
                check_can(act=act, effects=ability.effects)


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


def _camp(act: Act, card: Card | None, effect: CampEffect, at: int) -> None:
    camp.move_what_fits(act=act, measure=effect.measure, delta=effect.delta)


def _command(act: Act, card: Card | None, effect: CommandEffect, at: int) -> None:
    """As much as fits under 4; after the end nobody is left to fight."""
    if act.game.state != GameState.OVER:
        grants.bring(
            act=act,
            table=effect.map,
            side=effect.side,
            points=effect.points,
            rounds=effect.rounds,
            at=at,
            card=card,
        )


def _aid(act: Act, card: Card | None, effect: AidEffect, at: int) -> None:
    aids.bring(
        act=act,
        kind=effect.aid,
        count=effect.count,
        title=effect.title.model_dump() if effect.title else {},
        mode=effect.mode,
        at=at,
        card=card,
    )


def _dispatch(act: Act, card: Card | None, effect: DispatchEffect, at: int) -> None:
    dispatches.send_by_slug(act=act, slug=effect.dispatch, minutes=effect.after_minutes, at=at)


def _hasten(act: Act, card: Card | None, effect: HastenEffect, at: int) -> None:
    dispatches.hasten(act=act, minutes=effect.minutes)


def _look(act: Act, card: Card | None, effect: LookEffect, at: int) -> None:
    dispatches.look_ahead(act=act, at=at)


def _stroke(act: Act, card: Card | None, effect: StrokeEffect, at: int) -> None:
    strokes.win(act=act, form=effect.form, holder=effect.side, table=effect.map, at=at)


def _ability(act: Act, card: Card | None, effect: AbilityEffect, at: int) -> None:
    ability = _ability_of(act, effect)
    if ability is not None:
        camp.take_effect(act=act, ability=ability)


def _ability_of(act: Act, effect: AbilityEffect) -> Ability | None:
    return Ability.objects.filter(game=act.game, slug=effect.ability).first()


def _send_aid(act: Act, card: Card | None, effect: SendAidEffect, at: int) -> None:
    if card is not None:
        aids.deliver(act=act, card=card, effect=effect)


_CARRIERS: Mapping[type[Any], Callable[[Act, Card | None, Any, int], None]] = {
    PoolEffect: _pool,
    ChronicleEffect: _chronicle,
    ReleaseEffect: _release,
    CampEffect: _camp,
    CommandEffect: _command,
    AidEffect: _aid,
    DispatchEffect: _dispatch,
    HastenEffect: _hasten,
    LookEffect: _look,
    StrokeEffect: _stroke,
    AbilityEffect: _ability,
    SendAidEffect: _send_aid,
}
