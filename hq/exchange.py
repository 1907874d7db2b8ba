"""Resources buy things of the event at the pack's price list (R-1)."""

from __future__ import annotations

from hq import journal, ledger
from hq.enums import PoolKind, Role
from hq.errors import AmountError, ExchangeOneWayError, NotAllowedError, NotFoundHereError
from hq.models import LedgerLine, Price
from hq.permissions import check_not_over
from hq.viewers import Viewer

MOST_AT_ONCE = 99


def buy(*, price_id: int, count: int, by: Viewer, key: str = "") -> LedgerLine:
    """`count` of a thing for Resources that are free; nobody confirms it, a master can undo it.

    Raises `PoolTooLowError` with what is missing, `AmountError`, `NotFoundHereError`.
    """
    return _trade(price_id=price_id, count=count, is_back=False, by=by, key=key)


def turn_back(*, price_id: int, count: int, by: Viewer, key: str = "") -> LedgerLine:
    """Things become Resources again; only where the pack says `exchange_back`.

    Raises `ExchangeOneWayError` elsewhere, else as `buy`.
    """
    return _trade(price_id=price_id, count=count, is_back=True, by=by, key=key)


def _trade(*, price_id: int, count: int, is_back: bool, by: Viewer, key: str) -> LedgerLine:
    with journal.act("exchange.turn_back" if is_back else "exchange.buy", by=by, key=key) as act:
        if by.role not in {Role.VOLUNTEER, Role.MASTER}:
            raise NotAllowedError
        check_not_over(act.game)
        if is_back and not act.figures.exchange_back:
            raise ExchangeOneWayError
        price = Price.objects.filter(pk=price_id, game=act.game).first()
        if price is None:
            raise NotFoundHereError
        if not 1 <= count <= MOST_AT_ONCE:
            raise AmountError(most=MOST_AT_ONCE)
        total = price.resources * count
        if not is_back:
            ledger.check_covers(game_id=act.game.pk, cost={PoolKind.RESOURCES: total})
        return ledger.move(
            act=act,
            kind=PoolKind.RESOURCES,
            delta=total if is_back else -total,
            reason="exchange_back" if is_back else "exchange",
            params={"price": price.slug, "thing": price.title, "count": count},
        )
