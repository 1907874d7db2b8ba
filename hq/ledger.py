"""The three pools and their ledger. The only writer of `Pool.balance` and `LedgerLine`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Subquery, Sum

from hq import cards, journal
from hq.enums import ChorusState, PoolKind
from hq.errors import (
    AmountError,
    GiftCapError,
    LineSpentError,
    LineStaysError,
    LineUndoneError,
    MoraleNotGivenError,
    NotFoundHereError,
    PoolFullError,
    PoolTooLowError,
    ReasonMissingError,
    ResourcesNotGivenError,
    TakenTooMuchError,
)
from hq.events import PoolChanged
from hq.journal import Act
from hq.models import Card, Chorus, LedgerLine, Pool
from hq.permissions import check_is_master, check_is_volunteer, check_not_over
from hq.viewers import Viewer

MOST_AT_ONCE = 999


def give(*, kind: str, amount: int, by: Viewer, key: str = "") -> LedgerLine:
    """A gift from a volunteer's own pool: Energy only. БЧС is people and never given.

    Raises `MoraleNotGivenError`, `ResourcesNotGivenError`, `AmountError`, `PoolFullError`, and
    `GiftCapError` above what one person may give in a day (gifts that were undone do not count).
    """
    with journal.act("ledger.give", by=by, key=key) as act:
        check_is_volunteer(by)
        check_not_over(act.game)
        if kind == PoolKind.MORALE:
            raise MoraleNotGivenError
        if kind != PoolKind.ENERGY:
            raise ResourcesNotGivenError
        most = min(act.figures.gift_limit, act.figures.gift_daily)
        if not 1 <= amount <= most:
            raise AmountError(most=most)
        pool = _pool_within_cap(act=act, kind=PoolKind(kind), amount=amount)
        return move(act=act, kind=PoolKind(kind), delta=amount, reason="gift", pool=pool)


def correct(*, kind: str, delta: int, note: str, by: Viewer, key: str = "") -> LedgerLine:
    """A game master's correction, either way, with a reason that everyone can read.

    Raises `ReasonMissingError`, `AmountError`, `TakenTooMuchError`, `PoolFullError`.
    """
    with journal.act("ledger.correct", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        if not note.strip():
            raise ReasonMissingError
        if delta == 0 or abs(delta) > MOST_AT_ONCE:
            raise AmountError(most=MOST_AT_ONCE)
        note = note.strip()[:200]
        try:
            return move(
                act=act,
                kind=PoolKind(kind),
                delta=delta,
                reason="correction",
                params={"note": note},
            )
        except PoolTooLowError as short:
            raise TakenTooMuchError(**short.params) from short


def reverse(*, line_id: int, reason: str, by: Viewer, key: str = "") -> LedgerLine:
    """Undo a line by a counter-entry; both stay visible, and it can be done once.

    Raises `LineUndoneError`, `LineStaysError` for an opening line or an undo, `LineSpentError`
    with what is missing, `PoolFullError`, `ReasonMissingError`.
    """
    with journal.act("ledger.reverse", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        if not reason.strip():
            raise ReasonMissingError
        line = LedgerLine.objects.filter(pk=line_id, game=act.game).first()
        if line is None:
            raise NotFoundHereError
        check_reversible(line)
        return undo(act=act, line=line, note=reason.strip()[:200])


def undo(*, act: Act, line: LedgerLine, note: str) -> LedgerLine:
    """Step: the counter-entry. Raises `LineSpentError`, `PoolFullError`."""
    try:
        return move(
            act=act,
            kind=PoolKind(line.pool.kind),
            delta=-line.delta,
            reason="undo",
            params={"note": note},
            card=line.card,
            reverses=line,
        )
    except PoolTooLowError as short:
        raise LineSpentError(**short.params) from short


def check_reversible(line: LedgerLine) -> None:
    """Raises `LineUndoneError`, `LineStaysError`."""
    if line.reason == "opening" or line.reverses_id is not None:
        raise LineStaysError
    if LedgerLine.objects.filter(reverses=line).exists():
        raise LineUndoneError


def _pool_within_cap(*, act: Act, kind: PoolKind, amount: int) -> Pool:
    """The pool, locked, read together with what this person gave and nobody has undone."""
    gifts = LedgerLine.objects.filter(
        person_id=act.by.person_id or 0, reason="gift", reversed_by__isnull=True
    )
    given = gifts.order_by().values("person_id").annotate(sum=Sum("delta")).values("sum")
    rows = Pool.objects.select_for_update(of=("self",)).annotate(given=Subquery(given))
    pool = rows.get(game=act.game, kind=kind)
    most, already = act.figures.gift_daily, pool.given or 0
    if already + amount > most:
        raise GiftCapError(most=most, given=already, left=max(0, most - already))
    return pool


def move(
    *,
    act: Act,
    kind: PoolKind,
    delta: int,
    reason: str,
    params: Mapping[str, Any] | None = None,
    card: Card | None = None,
    reverses: LedgerLine | None = None,
    at: int | None = None,
    pool: Pool | None = None,
) -> LedgerLine:
    """Step: change one pool by `delta` ≠ 0 and write its line, at game time `at` (default: now).

    `pool`: its row, where the caller has locked it already.
    Raises `PoolTooLowError` below zero, `PoolFullError` above the ceiling of БЧС; in both cases
    nothing changes.
    """
    pool = pool or Pool.objects.select_for_update().get(game=act.game, kind=kind)
    balance = pool.balance + delta
    if balance < 0:
        raise PoolTooLowError(pool=kind.label, missing=-balance, free=pool.balance)
    if kind == PoolKind.MORALE and balance > pool.ceiling:
        raise PoolFullError(pool=kind.label, room=pool.ceiling - pool.balance)
    pool.balance = balance
    pool.save(update_fields=["balance"])
    line = LedgerLine.objects.create(
        game=act.game,
        pool=pool,
        delta=delta,
        balance_after=balance,
        reason=reason,
        params=dict(params or {}),
        card=card,
        reverses=reverses,
        person_id=act.by.person_id,
        seq=act.seq,
        game_time=act.at if at is None else at,
        written_at=act.moment,
    )
    act.record(
        PoolChanged(
            pool=kind.value,
            delta=delta,
            balance=balance,
            reason=reason,
            open_cards=cards.open_ids(act.game.pk),
        )
    )
    return line


def move_what_fits(
    *, act: Act, kind: PoolKind, delta: int, reason: str, at: int, card: Card | None = None
) -> LedgerLine | None:
    """Step for outcomes: takes no more than there is, adds no more than fits, or nothing at all.

    `at`: game time (ms) of what it is an outcome of, however late it is carried out.
    """
    pool = Pool.objects.select_for_update().get(game=act.game, kind=kind)
    fitting = max(delta, -pool.balance)
    if kind == PoolKind.MORALE:
        fitting = min(fitting, pool.ceiling - pool.balance)
    if fitting == 0:
        return None
    params = {} if fitting == delta else {"asked": delta}
    return move(act=act, kind=kind, delta=fitting, reason=reason, params=params, card=card, at=at)


def pay(*, act: Act, cost: Mapping[PoolKind, int], card: Card) -> None:
    """Step: pay a sealed way whole, pools in locking order. Raises `PoolTooLowError`."""
    for kind, amount in cost.items():
        move(act=act, kind=kind, delta=-amount, reason="way", card=card)


def shortfall(*, act: Act, cost: Mapping[PoolKind, int]) -> tuple[PoolKind, int, int] | None:
    """The first pool that does not cover `cost`: (kind, missing, balance), or None."""
    pools = Pool.objects.select_for_update().filter(game=act.game).order_by("pk")
    balances = {PoolKind(pool.kind): pool.balance for pool in pools}
    for kind, amount in cost.items():
        if amount > balances[kind]:
            return kind, amount - balances[kind], balances[kind]
    return None


def promised(game_id: int) -> dict[PoolKind, int]:
    """What voiced decisions will take when they are sealed, by pool."""
    sums = Chorus.objects.filter(
        game_id=game_id, state__in=(ChorusState.QUEUED, ChorusState.OPEN)
    ).aggregate(
        energy=Sum("way__cost_energy"),
        resources=Sum("way__cost_resources"),
        morale=Sum("way__cost_morale"),
    )
    return {kind: sums[kind.value] or 0 for kind in PoolKind}


def check_covers(*, game_id: int, cost: Mapping[PoolKind, int]) -> None:
    """Raises `PoolTooLowError` when what is free (not promised to others) does not cover `cost`."""
    balances = dict(Pool.objects.filter(game_id=game_id).values_list("kind", "balance"))
    taken = promised(game_id)
    for kind, amount in cost.items():
        free = balances[kind] - taken[kind]
        if amount > free:
            raise PoolTooLowError(pool=kind.label, missing=amount - free, free=free)
