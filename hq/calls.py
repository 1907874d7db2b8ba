"""Calls for a game master: from each table and each volunteer, served in order."""

from __future__ import annotations

from hq import journal
from hq.enums import HelpState, Role
from hq.errors import HelpGoneError, NotAllowedError
from hq.events import HelpCalled, HelpClosed, HelpComing
from hq.journal import Act
from hq.models import HelpCall
from hq.permissions import check_is_master
from hq.states import HELP, may_become
from hq.viewers import Viewer

CALLERS = {Role.VOLUNTEER, Role.CAPTAIN, Role.COURIER}
LIVE = (HelpState.WAITING, HelpState.COMING)


def call(*, text: str = "", by: Viewer, key: str = "") -> HelpCall:
    """Ask for a game master; one call at a time, a second one only adds what it is about.

    It works in a pause and before the start too: help is not bound to the game's clock.
    """
    with journal.act("calls.call", by=by, key=key) as act:
        if by.role not in CALLERS or by.person_id is None:
            raise NotAllowedError
        about = " ".join(text.split())[:200]
        found = HelpCall.objects.filter(game=act.game, person_id=by.person_id, state__in=LIVE)
        waiting = found.first()
        if waiting is None:
            waiting = HelpCall.objects.create(
                game=act.game,
                person_id=by.person_id,
                role=by.role,
                table=by.table,
                text=about,
                called_at=act.moment,
            )
        elif about and about != waiting.text:
            waiting.text = about
            waiting.save(update_fields=["text"])
        else:
            return waiting
        act.record(HelpCalled(person=by.person_id, people=_waiting(act)))
        return waiting


def come(*, call_id: int, by: Viewer, key: str = "") -> HelpCall:
    """«On my way»: a master takes the call. Raises `HelpGoneError` when another has it already."""
    with journal.act("calls.come", by=by, key=key) as act:
        check_is_master(by)
        found = _get(act=act, call_id=call_id)
        if not may_become(HELP, found.state, HelpState.COMING):
            name = found.taken_by.name if found.taken_by else ""
            raise HelpGoneError(name=name)
        found.state = HelpState.COMING
        found.taken_by_id, found.taken_at = by.person_id, act.moment
        found.save(update_fields=["state", "taken_by", "taken_at"])
        act.record(HelpComing(person=found.person_id, people=_waiting(act)))
        return found


def close(*, call_id: int, by: Viewer, key: str = "") -> None:
    """Helped, or no longer needed: by a master, or by the caller. Twice changes nothing."""
    with journal.act("calls.close", by=by, key=key) as act:
        found = _get(act=act, call_id=call_id)
        if by.role != Role.MASTER and found.person_id != by.person_id:
            raise NotAllowedError
        if not may_become(HELP, found.state, HelpState.DONE):
            return
        found.state, found.closed_at = HelpState.DONE, act.moment
        found.save(update_fields=["state", "closed_at"])
        act.record(HelpClosed(person=found.person_id, people=_waiting(act)))


def _waiting(act: Act) -> tuple[int, ...]:
    """Everybody in the queue: their places in it change."""
    rows = HelpCall.objects.filter(game=act.game, state__in=LIVE)
    return tuple(rows.order_by("person_id").values_list("person_id", flat=True))


def _get(*, act: Act, call_id: int) -> HelpCall:
    rows = HelpCall.objects.select_for_update(of=("self",)).select_related("taken_by")
    found = rows.filter(pk=call_id, game=act.game).first()
    if found is None:
        raise HelpGoneError(name="")
    return found
