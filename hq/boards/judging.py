"""What waits for a game master's judgement, and what an own way costs at one tap."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hq import figures
from hq.boards import reads
from hq.boards.cards import with_all_voices
from hq.boards.views import (
    CardView,
    JudgedItem,
    JudgementItem,
    JudgementsView,
    PresetView,
)
from hq.enums import Judgement, PoolKind
from hq.viewers import Viewer

NAMES: dict[str, str | Promise] = {
    "cheap": _("Cheap"),
    "fair": _("Fair"),
    "dear": _("Dear"),
}


def judgements(viewer: Viewer) -> JudgementsView:
    told = with_all_voices(reads.cards(viewer), reads.room(viewer))
    return JudgementsView(
        items=tuple(item for card in told for item in _items(card)),
        judged=tuple(item for card in told for item in _judged(card)),
        presets=presets(viewer),
    )


def presets(viewer: Viewer) -> tuple[PresetView, ...]:
    costs = figures.of(reads.game(viewer)).own_way_costs
    return tuple(_preset(key, costs[key]) for key in NAMES)


def _preset(key: str, cost: Mapping[str, int]) -> PresetView:
    amounts = tuple((kind.value, str(kind.label), cost.get(kind.value, 0)) for kind in PoolKind)
    return PresetView(
        key=key,
        name=str(NAMES[key]),
        amounts=amounts,
        fill=json.dumps({f"cost_{kind}": amount for kind, _name, amount in amounts}),
    )


def _items(card: CardView) -> list[JudgementItem]:
    return [
        JudgementItem(
            id=way.id,
            card_title=card.title,
            title=way.title,
            text=way.text,
            deed=way.deed,
            author=way.author,
            backers=way.backers,
        )
        for way in card.ways
        if way.judgement == Judgement.AWAITING
    ]


def _judged(card: CardView) -> list[JudgedItem]:
    return [
        JudgedItem(
            id=way.id,
            card_title=card.title,
            title=way.title,
            state=way.judgement,
            state_name=way.judgement_name,
        )
        for way in card.ways
        if way.judgement in {Judgement.PASSED, Judgement.REFUSED} and not way.is_voiced
    ]
