"""The ledger for everyone of the day, what an undo would touch, the price list."""

from __future__ import annotations

from django.utils.translation import gettext as _

from hq import figures
from hq.boards import reads
from hq.boards.fallout import change
from hq.boards.views import (
    ExchangeView,
    LedgerItem,
    LedgerView,
    PriceView,
    UndoView,
)
from hq.enums import CardState, GameState, Phase, PoolKind
from hq.models import LedgerLine, Price
from hq.permissions import is_master
from hq.texts import in_language
from hq.viewers import Viewer
from hq.words import reason

STAYS = "opening"


def ledger(viewer: Viewer) -> LedgerView:
    """All lines of the day, the newest first."""
    game, known = reads.game(viewer), reads.pools(viewer)
    may_undo = is_master(viewer) and game.state != GameState.OVER
    return LedgerView(
        balances=tuple(
            (kind.value, str(kind.label), known[kind][0].balance)
            for kind in PoolKind
            if kind in known
        ),
        lines=tuple(_line(row, may_undo=may_undo) for row in _rows(viewer)),
        may_undo=may_undo,
    )


def _rows(viewer: Viewer) -> list[LedgerLine]:
    rows = LedgerLine.objects.filter(game_id=viewer.game_id).order_by("-pk")
    related = rows.select_related("pool", "card", "person", "reverses", "reversed_by")
    return viewer.once("ledger", lambda: list(related))


def undo(viewer: Viewer, line_id: int) -> UndoView | None:
    """What undoing this line would touch, or None when there is no such line in the day."""
    rows = LedgerLine.objects.filter(game_id=viewer.game_id, pk=line_id)
    row = rows.select_related("pool", "card", "person", "reverses", "reversed_by").first()
    if row is None:
        return None
    kind = PoolKind(row.pool.kind)
    now, taken = row.pool.balance, reads.promised(viewer)[kind]
    after = now - row.delta
    is_full = kind == PoolKind.MORALE and after > row.pool.ceiling
    return UndoView(
        line=_line(row, may_undo=is_master(viewer)),
        pool_name=str(kind.label),
        before=now,
        after=after,
        missing=max(0, -after),
        over=max(0, after - row.pool.ceiling) if is_full else 0,
        promised=taken,
        promised_missing=max(0, taken - after) if after >= 0 else 0,
        unaffordable=_unaffordable(viewer, kind, before=now - taken, after=after - taken),
    )


def _unaffordable(viewer: Viewer, kind: PoolKind, *, before: int, after: int) -> tuple[str, ...]:
    """Ways of open cards that this pool covers now and would not cover then."""
    told = _("«%(card)s»: %(way)s (%(cost)s)")
    return tuple(
        told % {"card": card, "way": way, "cost": way.cost[kind]}
        for card in reads.cards(viewer)
        if card.state == CardState.OPEN and card.decision.phase == Phase.DELIBERATION
        for way in card.ways.all()
        if way.can_be_backed and after < way.cost.get(kind, 0) <= before
    )


def exchange(viewer: Viewer) -> ExchangeView:
    """The price list of the day (R-1)."""
    rows = Price.objects.filter(game_id=viewer.game_id)
    return ExchangeView(
        prices=tuple(
            PriceView(id=row.pk, title=in_language(row.title), resources=row.resources)
            for row in rows
        ),
        can_turn_back=figures.of(reads.game(viewer)).exchange_back,
    )


def _line(row: LedgerLine, *, may_undo: bool) -> LedgerItem:
    undone_by = getattr(row, "reversed_by", None)
    return LedgerItem(
        id=row.pk,
        game_ms=row.game_time,
        who=row.person.name if row.person else _("clock"),
        kind=row.pool.kind,
        pool_name=row.pool.get_kind_display(),
        delta=row.delta,
        change=change(row.delta),
        balance_after=row.balance_after,
        reason=reason(row.reason, row.params),
        asked=row.params.get("asked"),
        card_title=in_language(row.card.title) if row.card else "",
        undoes=row.reverses_id,
        undone_by=undone_by.pk if undone_by else None,
        can_undo=may_undo and row.reason != STAYS and not row.reverses_id and undone_by is None,
    )
