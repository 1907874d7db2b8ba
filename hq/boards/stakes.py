"""Stakes in the game master's hand: which questions are open, what each answer sets off (R-6)."""

from __future__ import annotations

from hq.boards import fallout, reads
from hq.boards.views import StakeAnswer, StakeItem, StakesMap, StakesView
from hq.enums import GameState
from hq.models import Stake
from hq.texts import in_language
from hq.viewers import Viewer


def stakes(viewer: Viewer) -> StakesView:
    game = reads.game(viewer)
    rows = Stake.objects.filter(map__game=game).select_related("map")
    known = fallout.titles(game.pk)
    maps: dict[str, list[StakeItem]] = {}
    names: dict[str, str] = {}
    for row in rows.order_by("map__order", "map__pk", "order", "pk"):
        names[row.map.slug] = in_language(row.map.title)
        maps.setdefault(row.map.slug, []).append(_item(row, known))
    return StakesView(
        maps=tuple(
            StakesMap(slug=slug, title=names[slug], stakes=tuple(items))
            for slug, items in maps.items()
        ),
        open_count=sum(not item.answer for items in maps.values() for item in items),
        can_answer=game.state in {GameState.RUNNING, GameState.PAUSED},
    )


def _item(row: Stake, known: dict[str, str]) -> StakeItem:
    return StakeItem(
        id=row.pk,
        question=in_language(row.question),
        answer=row.answer_title,
        at_ms=row.answered_at,
        answers=tuple(
            StakeAnswer(
                slug=each["slug"],
                title=in_language(each["title"]),
                effects=fallout.told(each.get("effects", ()), known),
            )
            for each in row.answers
        ),
    )
