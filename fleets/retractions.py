"""Taking lines back: the own last one freely, others by consent, with what falls along."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from fleets import actors, battles, standing, words
from fleets.battles import Field
from fleets.enums import BattleStatus, DisputeState, WithdrawalState
from fleets.errors import (
    AskedAlreadyError,
    BattleClosedError,
    ConsentNotYoursError,
    FalloutError,
    LineGoneError,
    WithdrawalOverError,
)
from fleets.events import WithdrawalAsked, WithdrawalRefused
from fleets.models import Dispute, Line, Withdrawal
from fleets.rules.base import Actor, Entry, Refusal, RollAnswer
from fleets.rules.kit import codec, history
from fleets.rules.kit.history import Fallout
from fleets.words import System
from hq import journal
from hq.errors import NotFoundHereError, PreviewStaleError
from hq.journal import Act
from hq.permissions import is_master
from hq.viewers import Viewer


def retract(
    *,
    battle_id: int,
    number: int,
    by: Viewer,
    confirm: bool = False,
    reason: str = "",
    key: str = "",
) -> Line | Withdrawal:
    """Take a line back, or ask the other side for it where it is not this seat's alone.

    Free for a master, and for the own last line if nothing falls with it. Raises `FalloutError`
    until what falls along is confirmed, `LineGoneError`, `AskedAlreadyError`,
    `BattleClosedError`.
    """
    with journal.act("retractions.retract", by=by, key=key) as act:
        field = battles.get(act, battle_id)
        _check_at_the_table(field, by)
        fall = fallout_of(field, number)
        if len(fall.numbers) > 1 and not confirm:
            raise FalloutError(lines=along(field, fall))
        if is_master(by) or (len(fall.numbers) == 1 and number in _own_last(field, by)):
            line = take_back(act, field, fall, by=by, reason=reason)
            act.made.update(battle=field.battle.pk, line=line.number)
            return line
        asked = _ask(act, field, number, by=by, reason=reason)
        act.made.update(battle=field.battle.pk, withdrawal=asked.pk)
        return asked


def answer(*, withdrawal_id: int, agree: bool, along: int, by: Viewer, key: str = "") -> Withdrawal:
    """A captain of another side, or a master, gives a line back or keeps it.

    `along`: how many later lines they saw falling with it. Raises `ConsentNotYoursError`,
    `WithdrawalOverError`, `PreviewStaleError` when more would fall by now.
    """
    with journal.act("retractions.answer", by=by, key=key) as act:
        rows = Withdrawal.objects.select_related("battle")
        asked = rows.filter(pk=withdrawal_id, battle__game=act.game).first()
        if asked is None:
            raise NotFoundHereError
        field = battles.get(act, asked.battle_id)
        if not may_answer(field, asked, by):
            raise ConsentNotYoursError
        if asked.state != WithdrawalState.WAITING:
            raise WithdrawalOverError(state=asked.get_state_display())
        if agree:
            fall = fallout_of(field, asked.number)
            if len(fall.numbers) - 1 != along:
                raise PreviewStaleError
            asked.state = WithdrawalState.AGREED
            asked.save(update_fields=["state"])
            take_back(act, field, fall, by=by, reason=asked.reason)
        else:
            asked.state = WithdrawalState.REFUSED
            asked.save(update_fields=["state"])
            battle = field.battle
            act.record(WithdrawalRefused(table=battle.table, battle=battle.pk, line=asked.number))
        return asked


def may_answer(field: Field, asked: Withdrawal, by: Viewer) -> bool:
    """A master; or a captain at the table who is not of the side that asks."""
    if is_master(by):
        return True
    if not actors.rights(by, field.battle.table).at_the_table or by.seat_id == asked.seat_id:
        return False
    return not asked.side or by.side != asked.side


def take_back(act: Act, field: Field, fall: Fallout[Any], *, by: Viewer, reason: str) -> Line:
    """Step: the retraction as a line of its own; what was asked about these lines is over."""
    entry: Entry[Any, Any] = Entry(
        number=field.battle.number + 1,
        actor=actors.rights(by, field.battle.table),
        retracts=fall.numbers,
    )
    line = battles.write(act, field, entry, fall.state, by=by, reason=reason)
    Withdrawal.objects.filter(
        battle=field.battle, number__in=fall.numbers, state=WithdrawalState.WAITING
    ).update(state=WithdrawalState.VOID)
    Dispute.objects.filter(
        line__battle=field.battle,
        line__number__in=fall.numbers,
        state__in=(DisputeState.OPEN, DisputeState.MASTER),
    ).update(state=DisputeState.CORRECTED, settled_at=act.at, settled_by_id=by.person_id)
    return line


# --- what falls along ----------------------------------------------------------------------


def fallout_of(field: Field, number: int) -> Fallout[Any]:
    """What would fall with a line that counts. Raises `LineGoneError`, `NotFoundHereError`."""
    lines = list(field.battle.lines.order_by("number"))
    if not any(line.number == number for line in lines):
        raise NotFoundHereError
    entries = [entry_of(field.system, line) for line in lines]
    if number in history.retracted(entries):
        raise LineGoneError(line=number)
    first = field.system.decode_state(field.battle.first)
    return history.fallout(field.system, first, entries, number)


def entry_of(system: System, line: Line) -> Entry[Any, Any]:
    """A stored line as the rules know it."""
    return Entry(
        number=line.number,
        actor=codec.decode(Actor, line.actor),
        command=system.decode_command(line.command) if line.command is not None else None,
        records=tuple(system.decode_record(record) for record in line.records),
        dice=tuple(codec.decode(RollAnswer, roll) for roll in line.dice),
        retracts=tuple(line.retracts),
    )


def along(field: Field, fall: Fallout[Any]) -> tuple[tuple[int, str, str], ...]:
    """Lines that fall with another: number, what they told, and why they cannot stand."""
    told = {line.number: line for line in field.battle.lines.filter(number__in=fall.numbers)}
    names = field.names
    return tuple(
        (number, battles.story_of(field, told[number]), _why(field.system, why, names))
        for number, why in fall.reasons
    )


def _why(system: System, why: Refusal | None, names: words.Names) -> str:
    if why is None:
        return _("It would come out otherwise.")
    return words.reason(system, why, names)


# --- whose it is ---------------------------------------------------------------------------


def _check_at_the_table(field: Field, by: Viewer) -> None:
    if not actors.rights(by, field.battle.table).at_the_table:
        raise field.explain(Refusal("onlooker"))
    if field.battle.status == BattleStatus.CLOSED and not is_master(by):
        raise BattleClosedError


def _own_last(field: Field, by: Viewer) -> frozenset[int]:
    """The last deed of this person that counts; and their retraction, if nothing came after it."""
    lines = list(field.battle.lines.only("number", "person_id", "retracts").order_by("number"))
    taken = standing.gone(lines)
    own = [line for line in lines if line.person_id == by.person_id and line.number not in taken]
    deeds = [line.number for line in own if not line.retracts]
    return frozenset({*deeds[-1:], *(line.number for line in own if line is lines[-1])})


def _ask(act: Act, field: Field, number: int, *, by: Viewer, reason: str) -> Withdrawal:
    battle = field.battle
    waiting = battle.withdrawals.filter(number=number, state=WithdrawalState.WAITING)
    if waiting.exists():
        raise AskedAlreadyError(line=number)
    asked = Withdrawal.objects.create(
        battle=battle,
        number=number,
        seat_id=by.seat_id,
        person_id=by.person_id,
        side=by.side,
        reason=reason[:200],
        at=act.at,
    )
    act.record(
        WithdrawalAsked(table=battle.table, battle=battle.pk, line=number, reason=asked.reason)
    )
    return asked
