"""Stakes: the questions that hang on the maps, closed with a prepared answer (R-6, R-22)."""

from __future__ import annotations

from collections.abc import Iterable

from hq import cards, chronicle, journal, ledger, outcomes, strokes
from hq.enums import GameState
from hq.errors import (
    GameNotRunningError,
    NotFoundHereError,
    ReasonMissingError,
    StakeAnsweredError,
    StakeOpenError,
)
from hq.events import (
    CardIssued,
    CardScheduled,
    ChronicleWritten,
    Event,
    StakeAnswered,
    StakeReopened,
    StrokeWon,
)
from hq.journal import Act
from hq.models import LedgerLine, Stake
from hq.permissions import check_is_master, check_not_over
from hq.viewers import Viewer


def answer(*, stake_id: int, answer: str, by: Viewer, key: str = "") -> Stake:
    """Close a question for good; the effects of the answer fire now, once.

    During a pause too: a battle may end while the clock stands. Raises `StakeAnsweredError` with
    the answer that holds, `GameNotRunningError` before the start, `DayOverError` after the end.
    """
    with journal.act("stakes.answer", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        if act.game.state == GameState.BEFORE:
            raise GameNotRunningError
        stake = _get(act=act, stake_id=stake_id)
        chosen = stake.prepared(answer)
        if chosen is None:
            raise NotFoundHereError
        if stake.answer:
            raise StakeAnsweredError(stake=str(stake), answer=stake.answer_title)
        stake.answer, stake.answered_at = answer, act.at
        stake.save(update_fields=["answer", "answered_at"])
        act.record(StakeAnswered(stake=stake.pk, answer=answer))
        before = len(act.events)
        outcomes.carry_out(act=act, card=None, effects=chosen.get("effects", ()), at=act.at)
        stake.touched = _touched(act=act, told=act.events[before:])
        stake.save(update_fields=["touched"])
        return stake


def reopen(*, stake_id: int, reason: str, by: Viewer, key: str = "") -> Stake:
    """The answer was a slip: the question is open, what the answer brought is turned back.

    Pools by counter-entries, the chronicle's lines go, cards that are only scheduled lie on the
    shelf again, a stroke that has not fallen is taken from its winner; a card that came up stays
    before the HQ, and so does what has gone to the tables (R-33). Raises `StakeOpenError`,
    `ReasonMissingError`, `PoolTooLowError` or `PoolFullError` when a pool cannot be turned back.
    """
    with journal.act("stakes.reopen", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        stake = _get(act=act, stake_id=stake_id)
        if not stake.answer:
            raise StakeOpenError(stake=str(stake))
        if not reason.strip():
            raise ReasonMissingError
        note = reason.strip()[:200]
        for line in lines_of(stake):
            ledger.undo(act=act, line=line, note=note)
        chronicle.erase(act=act, lines=stake.touched.get("chronicle", ()))
        cards.take_down(act=act, cards=stake.touched.get("cards", ()))
        strokes.withdraw(act=act, strokes=stake.touched.get("strokes", ()))
        stake.answer, stake.answered_at, stake.touched = "", None, {}
        stake.save(update_fields=["answer", "answered_at", "touched"])
        act.record(StakeReopened(stake=stake.pk, reason=note))
        return stake


def lines_of(stake: Stake) -> list[LedgerLine]:
    """What the answer changed in the books and nobody has undone."""
    rows = LedgerLine.objects.filter(pk__in=stake.touched.get("lines", ()))
    return list(rows.filter(reversed_by__isnull=True).select_related("pool").order_by("pk"))


def _get(*, act: Act, stake_id: int) -> Stake:
    rows = Stake.objects.select_for_update(of=("self",)).filter(pk=stake_id, map__game=act.game)
    stake = rows.first()
    if stake is None:
        raise NotFoundHereError
    return stake


def _touched(*, act: Act, told: Iterable[Event]) -> dict[str, list[int]]:
    """What this act has done so far; the Game row is locked, so nobody else wrote lines."""
    lines = LedgerLine.objects.filter(game=act.game, seq__gt=act.game.seq)
    told = list(told)
    return {
        "lines": list(lines.order_by("pk").values_list("pk", flat=True)),
        "chronicle": [each.chronicle_line for each in told if isinstance(each, ChronicleWritten)],
        "cards": [each.card for each in told if isinstance(each, (CardIssued, CardScheduled))],
        "strokes": [each.stroke for each in told if isinstance(each, StrokeWon)],
    }
