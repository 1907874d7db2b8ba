"""«It was otherwise»: a captain disputes a line of another side within two minutes."""

from __future__ import annotations

from fleets import actors, battles, retractions, standing
from fleets.battles import Field, Order
from fleets.enums import DisputeState
from fleets.errors import (
    DisputedAlreadyError,
    DisputeLateError,
    DisputeNotYoursError,
    DisputeOverError,
    DisputeOwnError,
    LineGoneError,
)
from fleets.events import DisputePassedOn, DisputeSettled, LineDisputed
from fleets.models import Dispute, Line
from fleets.rules.base import Json, Refusal, RollAnswer
from fleets.rules.kit import codec
from hq import journal
from hq.errors import NotFoundHereError
from hq.journal import Act
from hq.permissions import is_master
from hq.viewers import Viewer

WINDOW = 120_000  # ms of game time after the line
LIVE = (DisputeState.OPEN, DisputeState.MASTER)


def dispute(
    *,
    battle_id: int,
    number: int,
    by: Viewer,
    claim: str = "",
    version: Order | None = None,
    key: str = "",
) -> Dispute:
    """Say that a line of another side was otherwise, with the own version of it if there is one.

    Raises `DisputeLateError`, `DisputeOwnError`, `DisputedAlreadyError`, `LineGoneError`,
    `CommandUnfitError`.
    """
    with journal.act("disputes.dispute", by=by, key=key) as act:
        field = battles.get(act, battle_id)
        line = field.battle.lines.filter(number=number).first()
        if line is None:
            raise NotFoundHereError
        _check_may_dispute(act, field, line, by)
        if version is not None:
            battles.decoded(field.system, version.command)
        made = Dispute.objects.create(
            line=line,
            person_id=by.person_id,
            side=by.side,
            claim=claim.strip()[:200],
            version=_stored(version),
            at=act.at,
        )
        act.made.update(battle=field.battle.pk, dispute=made.pk)
        act.record(
            LineDisputed(
                table=field.battle.table,
                battle=field.battle.pk,
                line=number,
                claim=made.claim,
            )
        )
        return made


def pass_on(*, dispute_id: int, by: Viewer, key: str = "") -> Dispute:
    """Either side hands the dispute to the game master, with both versions."""
    with journal.act("disputes.pass_on", by=by, key=key) as act:
        found, field = _open(act, dispute_id)
        if not actors.rights(by, field.battle.table).at_the_table:
            raise DisputeNotYoursError
        if found.state != DisputeState.MASTER:
            found.state = DisputeState.MASTER
            found.save(update_fields=["state"])
            battle = field.battle
            act.record(
                DisputePassedOn(table=battle.table, battle=battle.pk, line=found.line.number)
            )
        return found


def settle(*, dispute_id: int, stands: bool, by: Viewer, word: str = "", key: str = "") -> Dispute:
    """The line stands (the one who disputed drops it, or a master says so), or it is taken back
    with all that falls along and the other version is carried out in its place.

    Taken back by who wrote it, by their side, or by a master. Raises `DisputeNotYoursError`,
    `DisputeOverError`, and what the other version is refused for.
    """
    with journal.act("disputes.settle", by=by, key=key) as act:
        found, field = _open(act, dispute_id)
        _check_may_settle(found, by, stands=stands)
        if not stands:
            _correct(act, field, found, by)
        state = DisputeState.CORRECTED
        if stands:
            state = DisputeState.UPHELD if is_master(by) else DisputeState.DROPPED
        found.state, found.word = state, word.strip()[:200]
        found.settled_at, found.settled_by_id = act.at, by.person_id
        found.save(update_fields=["state", "word", "settled_at", "settled_by"])
        act.record(
            DisputeSettled(
                table=field.battle.table,
                battle=field.battle.pk,
                line=found.line.number,
                stands=stands,
                word=found.word,
            )
        )
        return found


def _check_may_dispute(act: Act, field: Field, line: Line, by: Viewer) -> None:
    if not actors.rights(by, field.battle.table).at_the_table:
        raise field.explain(Refusal("onlooker"))
    if line.person_id == by.person_id or (line.side and line.side == by.side):
        raise DisputeOwnError
    if line.number in standing.gone(list(field.battle.lines.only("number", "retracts"))):
        raise LineGoneError(line=line.number)
    if act.at - line.at > WINDOW:
        raise DisputeLateError
    if line.disputes.filter(state__in=LIVE).exists():
        raise DisputedAlreadyError(line=line.number)


def _check_may_settle(found: Dispute, by: Viewer, *, stands: bool) -> None:
    if is_master(by):
        return
    line = found.line
    is_accused = line.person_id == by.person_id or bool(line.side and line.side == by.side)
    is_accuser = found.person_id == by.person_id
    if not (is_accuser if stands else is_accused):
        raise DisputeNotYoursError


def _open(act: Act, dispute_id: int) -> tuple[Dispute, Field]:
    rows = Dispute.objects.select_related("line__battle")
    found = rows.filter(pk=dispute_id, line__battle__game=act.game).first()
    if found is None:
        raise NotFoundHereError
    if found.state not in LIVE:
        raise DisputeOverError(state=found.get_state_display())
    return found, battles.get(act, found.line.battle_id)


def _correct(act: Act, field: Field, found: Dispute, by: Viewer) -> None:
    """The counter-record: what was said is taken back, the other version done in its place."""
    fall = retractions.fallout_of(field, found.line.number)
    retractions.take_back(act, field, fall, by=by, reason=found.claim)
    if not found.version:
        return
    order = Order(
        command=found.version["command"],
        typed=tuple(codec.decode(RollAnswer, roll) for roll in found.version["dice"]),
        again=True,
    )
    fresh = battles.get(act, field.battle.pk)
    command = battles.decoded(fresh.system, order.command)
    battles.carry_out(act, fresh, command, order, by)


def _stored(version: Order | None) -> Json:
    if version is None:
        return {}
    dice = [codec.encode(roll) for roll in version.typed if roll is not None]
    return {"command": version.command, "dice": dice}
