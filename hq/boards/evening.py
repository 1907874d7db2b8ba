"""What the end of the day would close, and in which order, before a game master says so."""

from __future__ import annotations

from hq import clock, endings
from hq.boards import fallout, reads
from hq.boards.views import EndingItem, EndingView
from hq.enums import CardKind, CardState, ChorusState, EffectKind, GameState
from hq.models import Card, Stake
from hq.texts import in_language
from hq.viewers import Viewer

NOT_AFTER_THE_END = {
    EffectKind.RELEASE,
    EffectKind.COMMAND,
    EffectKind.DISPATCH,
    EffectKind.HASTEN,
    EffectKind.LOOK,
}


def ending(viewer: Viewer) -> EndingView:
    game = reads.game(viewer)
    closing = endings.in_order(game_id=game.pk, at=clock.game_time(game))
    known = fallout.titles(viewer)
    told = [_item(card, number, known) for number, (card, _at) in enumerate(closing, start=1)]
    sounding = reads.sounding(viewer)
    scheduled = Card.objects.filter(game=game, state=CardState.SCHEDULED)
    open_stakes = Stake.objects.filter(map__game=game, answer="").order_by("map__order", "order")
    return EndingView(
        can_end=game.state in {GameState.RUNNING, GameState.PAUSED},
        state_name=game.get_state_display(),
        failing=tuple(item for item in told if item.kind == CardKind.CRISIS),
        lapsing=tuple(item for item in told if item.kind == CardKind.PROSPECT),
        chorus=in_language(sounding.way.title) if sounding else "",
        queue=tuple(
            in_language(row.way.title)
            for row in reads.choruses(viewer)
            if row.state == ChorusState.QUEUED
        ),
        never=tuple(in_language(row.title) for row in scheduled.order_by("pk")),
        open_stakes=tuple(in_language(row.question) for row in open_stakes),
        seen=",".join(str(item.id) for item in told),
    )


def _item(card: Card, number: int, known: dict[str, str]) -> EndingItem:
    return EndingItem(
        number=number,
        id=card.pk,
        kind=card.kind,
        title=in_language(card.title),
        map_name=in_language(card.map.title) if card.map else "",
        turn=card.turn or 0,
        is_until_end=card.due_at is None,
        failure=in_language(card.failure),
        # Nothing comes up, goes out or flies after the end, so those are left out.
        effects=fallout.told(
            (each for each in card.failure_effects if each["kind"] not in NOT_AFTER_THE_END), known
        ),
    )
