"""Stakes: the questions that hang on the maps, closed with a prepared answer (R-6)."""

from __future__ import annotations

from hq import journal, outcomes
from hq.enums import GameState
from hq.errors import GameNotRunningError, NotFoundHereError, StakeAnsweredError
from hq.events import StakeAnswered
from hq.models import Stake
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
        stake = (
            Stake.objects.select_for_update(of=("self",))
            .filter(pk=stake_id, map__game=act.game)
            .first()
        )
        chosen = stake.prepared(answer) if stake is not None else None
        if stake is None or chosen is None:
            raise NotFoundHereError
        if stake.answer:
            raise StakeAnsweredError(stake=str(stake), answer=stake.answer_title)
        stake.answer, stake.answered_at = answer, act.at
        stake.save(update_fields=["answer", "answered_at"])
        act.record(StakeAnswered(stake=stake.pk, answer=answer))
        outcomes.carry_out(act=act, card=None, effects=chosen.get("effects", ()), at=act.at)
        return stake
