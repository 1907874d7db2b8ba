"""The result of a battle: read off its end, confirmed by a captain of each side, or by a master."""

from __future__ import annotations

from typing import Any

from fleets import actors, battles
from fleets.battles import Field
from fleets.enums import BattleStatus
from fleets.errors import (
    BattleClosedError,
    BattleNotClosedError,
    BattleNotOverError,
    WinnerUnknownError,
)
from fleets.events import BattleClosed, BattleReopened, ResultConfirmed
from fleets.models import Battle
from fleets.rules.base import Refusal, Summary
from hq import grants, journal
from hq.enums import Role
from hq.errors import ReasonMissingError
from hq.journal import Act
from hq.models import Seat
from hq.permissions import check_is_master
from hq.viewers import Viewer

OUT = "out"


def confirm(*, battle_id: int, winner: str, by: Viewer, note: str = "", key: str = "") -> Battle:
    """One captain of each side says what came of it; when all say the same the battle is closed.

    Another winner or note than the one before starts the confirming anew. A scribe speaks for
    every side that has no captain of its own. Raises `BattleNotOverError`, `BattleClosedError`,
    `WinnerUnknownError`.
    """
    with journal.act("results.confirm", by=by, key=key) as act:
        field = battles.get(act, battle_id)
        battle, summary = field.battle, field.system.summary(field.state)
        _check_due(field, summary, winner)
        own = _sides_of(field, summary, by)
        result = outcome(summary, winner, note)
        if battle.result != result:
            battle.result, battle.confirmed = result, {}
        for side in own:
            battle.confirmed[side] = {"person": by.person_id, "at": act.at}
            act.record(
                ResultConfirmed(
                    table=battle.table, battle=battle.pk, person=by.person_id or 0, side=side
                )
            )
        if set(summary.left) <= set(battle.confirmed):
            _close(act, battle)
        battle.save(update_fields=["result", "confirmed", "status", "closed_at"])
        return battle


def override(*, battle_id: int, winner: str, by: Viewer, note: str = "", key: str = "") -> Battle:
    """A game master says what came of it, whatever the captains confirmed; closed already too."""
    with journal.act("results.override", by=by, key=key) as act:
        check_is_master(by)
        field = battles.get(act, battle_id)
        battle, summary = field.battle, field.system.summary(field.state)
        _check_over(summary, winner)
        battle.result = outcome(summary, winner, note)
        battle.confirmed = {"": {"person": by.person_id, "at": act.at}}
        _close(act, battle)
        battle.save(update_fields=["result", "confirmed", "status", "closed_at"])
        return battle


def reopen(*, battle_id: int, reason: str, by: Viewer, key: str = "") -> Battle:
    """A closed battle waits for its result again; to fight on is then a command of its rules."""
    with journal.act("results.reopen", by=by, key=key) as act:
        check_is_master(by)
        if not reason.strip():
            raise ReasonMissingError
        battle = battles.get(act, battle_id).battle
        if battle.status != BattleStatus.CLOSED:
            raise BattleNotClosedError(status=battle.get_status_display())
        battles.check_table_free(act.game.pk, battle.table, but=battle.pk)
        battle.status, battle.closed_at = BattleStatus.CONFIRMING, None
        battle.confirmed = {}
        battle.save(update_fields=["status", "closed_at", "confirmed"])
        act.record(
            BattleReopened(table=battle.table, battle=battle.pk, reason=reason.strip()[:200])
        )
        return battle


def outcome(summary: Summary, winner: str, note: str = "") -> dict[str, Any]:
    """What is confirmed: the winner's side (empty: nobody's), a note, who is left, who is out."""
    out: dict[str, list[str]] = {side: [] for side in summary.left}
    for unit in summary.units:
        if unit.status == OUT and unit.side in out and unit.squadron is not None:
            out[unit.side].append(unit.id)
    return {
        "winner": winner,
        "note": note.strip()[:200],
        "left": dict(summary.left),
        "out": out,
    }


def likely_winner(summary: Summary) -> str:
    """The only side with anything left; empty where several are, or none."""
    alive = [side for side, left in summary.left.items() if left]
    return alive[0] if len(alive) == 1 else ""


def _check_due(field: Field, summary: Summary, winner: str) -> None:
    if field.battle.status == BattleStatus.CLOSED:
        raise BattleClosedError
    _check_over(summary, winner)


def _check_over(summary: Summary, winner: str) -> None:
    if not summary.over:
        raise BattleNotOverError
    if winner and winner not in summary.left:
        raise WinnerUnknownError


def _sides_of(field: Field, summary: Summary, by: Viewer) -> tuple[str, ...]:
    """The sides this seat may confirm for."""
    actor = actors.rights(by, field.battle.table)
    if actor.side is not None and actor.side in summary.left:
        return (actor.side,)
    if not actor.scribe:
        raise field.explain(Refusal("onlooker"))
    seats = Seat.objects.filter(
        game=field.game, role=Role.CAPTAIN, table=field.battle.table, revoked_at__isnull=True
    )
    spoken_for = set(seats.exclude(side="").values_list("side", flat=True))
    return tuple(side for side in summary.left if side not in spoken_for)


def _close(act: Act, battle: Battle) -> None:
    battle.status, battle.closed_at = BattleStatus.CLOSED, act.at
    grants.table_closed(act=act, table=battle.table)
    act.record(
        BattleClosed(
            table=battle.table,
            battle=battle.pk,
            winner=battle.result["winner"],
            note=battle.result["note"],
        )
    )
