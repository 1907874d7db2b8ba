"""Cards as the HQ sees them: nothing of the shelf, nothing for game masters only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from hq import clock, decisions, figures, ledger, presence
from hq.boards.pools import share_of
from hq.boards.views import (
    CardsView,
    CardView,
    CostView,
    RibbonItem,
    RibbonView,
    StageView,
    WayView,
)
from hq.enums import CardKind, CardState, Phase, PoolKind
from hq.models import Backing, Card, Game, Pool, Way
from hq.texts import in_language
from hq.viewers import Viewer

CLOSED_SHOWN = 3


@dataclass(frozen=True, kw_only=True)
class Room:
    """What every card of one frame is measured against, read once."""

    present: frozenset[int]
    free: dict[PoolKind, int]


def room(game: Game) -> Room:
    here = presence.present(game.pk, figures=figures.of(game), moment=clock.wall())
    balances = dict(Pool.objects.filter(game=game).values_list("kind", "balance"))
    taken = ledger.promised(game.pk)
    return Room(
        present=frozenset(here.values_list("pk", flat=True)),
        free={kind: balances.get(kind, 0) - taken[kind] for kind in PoolKind},
    )


def cards(viewer: Viewer) -> CardsView:
    game = Game.objects.get(pk=viewer.game_id)
    measured = room(game)
    open_cards = _told(Card.objects.filter(game=game).open().order_by("due_at", "pk"))
    closed = _told(
        Card.objects.filter(game=game, state__in=(CardState.RESOLVED, CardState.EXPIRED)).order_by(
            "-closed_at", "-pk"
        )[:CLOSED_SHOWN]
    )
    return CardsView(
        open=tuple(_card(row, measured) for row in sorted(open_cards, key=_urgency)),
        closed=tuple(_card(row, measured) for row in closed),
    )


def card(viewer: Viewer, card_id: int) -> CardView | None:
    """One card that lies open before the HQ, or None: the shelf is nobody's business."""
    game = Game.objects.get(pk=viewer.game_id)
    row = _told(Card.objects.filter(game=game, pk=card_id).open()).first()
    return None if row is None else _card(row, room(game))


def ribbon(viewer: Viewer) -> RibbonView:
    rows = Card.objects.filter(game_id=viewer.game_id).open().select_related("map", "decision")
    return RibbonView(
        items=tuple(
            RibbonItem(
                id=row.pk,
                kind=row.kind,
                title=in_language(row.title),
                map_name=in_language(row.map.title) if row.map else "",
                issued_ms=row.issued_at or 0,
                due_ms=row.due_at,
                phase=row.decision.phase,
                phase_name=row.decision.get_phase_display(),
            )
            for row in sorted(rows, key=_urgency)
        )
    )


def stage(viewer: Viewer) -> StageView:
    """The wall holds up the card in chorus, else the one with the least time."""
    game = Game.objects.get(pk=viewer.game_id)
    rows = sorted(
        _told(Card.objects.filter(game=game).open()),
        key=lambda row: (row.decision.phase not in {Phase.CHORUS, Phase.VOICED}, *_urgency(row)),
    )
    shown = _card(rows[0], room(game)) if rows else None
    return StageView(card=shown, waiting=max(0, len(rows) - 1))


def costs(cost: dict[PoolKind, int], free: dict[PoolKind, int]) -> tuple[CostView, ...]:
    """What a way takes against what is free now."""
    return tuple(
        CostView(
            kind=kind.value,
            name=str(kind.label),
            amount=amount,
            free=max(0, free[kind]),
            missing=max(0, amount - free[kind]),
        )
        for kind, amount in cost.items()
    )


def _urgency(row: Card) -> tuple[bool, int, int]:
    return row.due_at is None, row.due_at or 0, row.pk


def _told(rows: QuerySet[Card]) -> QuerySet[Card]:
    return rows.select_related("map", "decision__way").prefetch_related(
        "ways", "decision__backings__person", "decision__choruses__voiced_by"
    )


def _card(row: Card, measured: Room) -> CardView:
    decision = row.decision
    is_open = row.state == CardState.OPEN
    backings = [
        backing for backing in decision.backings.all() if backing.person_id in measured.present
    ]
    ways = row.ways.all()
    votes = {way.pk: 0 for way in ways}
    for backing in backings:
        votes[backing.way_id] += 1
    ready = (
        decisions.ready_ways(threshold=row.threshold, votes=votes, present=len(measured.present))
        if is_open and decision.phase == Phase.DELIBERATION
        else ()
    )
    return CardView(
        id=row.pk,
        kind=row.kind,
        kind_name=row.get_kind_display(),
        title=in_language(row.title),
        map=row.map.slug if row.map else "",
        map_name=in_language(row.map.title) if row.map else "",
        turn=row.turn or 0,
        state=row.state,
        state_name=row.get_state_display(),
        phase=decision.phase,
        phase_name=decision.get_phase_display(),
        mode_name=row.get_mode_display(),
        rule=str(decisions.RULES[row.threshold]),
        situation=in_language(row.situation),
        how=in_language(row.how),
        failure=in_language(row.failure),
        worse=in_language(row.worse),
        issued_ms=row.issued_at or 0,
        due_ms=row.due_at,
        ways=tuple(_way(way, backings, ready, row, measured) for way in ways),
        present=len(measured.present),
        voted=len(backings),
        voiced_by=_voiced_by(row),
        result=_result(row),
        is_crisis=row.kind == CardKind.CRISIS,
        is_open=is_open,
    )


def _way(
    way: Way, backings: list[Backing], ready: Iterable[int], row: Card, measured: Room
) -> WayView:
    backers = tuple(sorted(backing.person.name for backing in backings if backing.way_id == way.pk))
    is_voiced = row.decision.way_id == way.pk
    # The cost of a voiced way is already taken off what is free: it must not count twice.
    free = (
        {kind: measured.free[kind] + way.cost.get(kind, 0) for kind in measured.free}
        if is_voiced and row.state == CardState.OPEN
        else measured.free
    )
    told = costs(way.cost, free)
    return WayView(
        id=way.pk,
        kind=way.kind,
        title=in_language(way.title),
        text=in_language(way.text),
        costs=told,
        is_affordable=not any(cost.missing for cost in told),
        votes=len(backers),
        share=share_of(len(backers), len(measured.present)),
        backers=backers,
        is_ready=way.pk in ready,
        is_voiced=is_voiced,
    )


def _voiced_by(row: Card) -> str:
    """Who voiced the way that stands now."""
    if row.decision.way_id is None:
        return ""
    last = max(row.decision.choruses.all(), key=lambda chorus: chorus.pk, default=None)
    return last.voiced_by.name if last and last.voiced_by else ""


def _result(row: Card) -> str:
    if row.state == CardState.EXPIRED:
        return in_language(row.failure)
    if row.state == CardState.RESOLVED and row.decision.way:
        return in_language(row.decision.way.outcome)
    return ""
