"""Stakes in the game master's hand: which questions are open, what each answer sets off (R-6)."""

from __future__ import annotations

from hq import stakes as questions
from hq.boards import fallout, reads
from hq.boards.views import (
    PoolMove,
    ReopeningView,
    StakeAnswer,
    StakeItem,
    StakesMap,
    StakesView,
)
from hq.enums import CardState, GameState, PoolKind
from hq.models import Card, ChronicleLine, Stake
from hq.texts import in_language
from hq.viewers import Viewer


def stakes(viewer: Viewer) -> StakesView:
    game = reads.game(viewer)
    rows = Stake.objects.filter(map__game=game).select_related("map")
    known = fallout.titles(viewer)
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


def reopening(viewer: Viewer, stake_id: int) -> ReopeningView | None:
    """What `hq.stakes.reopen` would turn back now, or None when there is no such question."""
    stake = Stake.objects.filter(pk=stake_id, map__game_id=viewer.game_id).first()
    if stake is None:
        return None
    brought = Card.objects.filter(pk__in=stake.touched.get("cards", ())).order_by("pk")
    erased = ChronicleLine.objects.filter(pk__in=stake.touched.get("chronicle", ()))
    moves = _moves(viewer, stake)
    is_scheduled = {row.pk: row.state == CardState.SCHEDULED for row in brought}
    return ReopeningView(
        question=in_language(stake.question),
        answer=stake.answer_title,
        pools=moves,
        lines=tuple(in_language(line.text) for line in erased.order_by("pk")),
        back=tuple(in_language(row.title) for row in brought if is_scheduled[row.pk]),
        stay=tuple(
            f"{in_language(row.title)}: {row.state_words}"
            for row in brought
            if not is_scheduled[row.pk]
        ),
        is_possible=bool(stake.answer) and not any(move.missing or move.over for move in moves),
    )


def _moves(viewer: Viewer, stake: Stake) -> tuple[PoolMove, ...]:
    deltas: dict[str, int] = {}
    for line in questions.lines_of(stake):
        deltas[line.pool.kind] = deltas.get(line.pool.kind, 0) - line.delta
    told = []
    for kind in PoolKind:
        if kind in deltas:
            pool, _change = reads.pools(viewer)[kind]
            after = pool.balance + deltas[kind]
            over = after - pool.ceiling if kind == PoolKind.MORALE else 0
            told.append(
                PoolMove(
                    kind=kind.value,
                    name=str(kind.label),
                    before=pool.balance,
                    after=after,
                    missing=max(0, -after),
                    over=max(0, over),
                )
            )
    return tuple(told)
