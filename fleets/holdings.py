"""Who commands what right now: a squadron is in one phone's hands, and passes on in the middle.

One phone a squadron, one for a side, or one scribe for the whole table: each takes in hand what
its code allows. Whoever loses a squadron so is told, and may take it back.
"""

from __future__ import annotations

from collections.abc import Sequence

from fleets import actors
from fleets.errors import SquadronsNotYoursError
from fleets.events import SquadronsReleased, SquadronsTaken
from fleets.models import Holding, Squadron
from hq import journal
from hq.enums import Role
from hq.errors import NotAllowedError
from hq.journal import Act
from hq.viewers import Viewer


def take(*, by: Viewer, squadron: str = "", side: str = "", key: str = "") -> tuple[Holding, ...]:
    """Take a squadron in hand; with `side` all of that side; with neither the whole table.

    Raises `NotAllowedError` for whoever is no captain, `SquadronsNotYoursError` beyond the code.
    """
    with journal.act("holdings.take", by=by, key=key) as act:
        _check_is_captain(by)
        wanted = _wanted(by, squadron=squadron, side=side)
        held = {row.squadron_id: row for row in Holding.objects.filter(squadron__in=wanted)}
        taken = tuple(_take(act, row, held.get(row.pk), by) for row in wanted)
        act.made["squadrons"] = [row.slug for row in wanted]
        act.record(
            SquadronsTaken(
                table=by.table,
                person=by.person_id or 0,
                squadrons=", ".join(row.name for row in wanted),
                told=actors.seated_at(act.game.pk, by.table),
            )
        )
        return taken


def release(*, by: Viewer, key: str = "") -> None:
    """Let go of all that is in this phone's hands; forget what was taken from it."""
    with journal.act("holdings.release", by=by, key=key) as act:
        _check_is_captain(by)
        Holding.objects.filter(before_id=by.seat_id).update(before=None)
        mine = Holding.objects.filter(seat_id=by.seat_id or 0)
        names = ", ".join(mine.values_list("squadron__name", flat=True))
        mine.delete()
        act.record(
            SquadronsReleased(
                table=by.table,
                person=by.person_id or 0,
                squadrons=names,
                told=actors.seated_at(act.game.pk, by.table),
            )
        )


def within_reach(by: Viewer) -> list[Squadron]:
    """Squadrons at this seat's table that its code lets it command."""
    rights = actors.rights(by, by.table)
    rows = Squadron.objects.filter(game_id=by.game_id, table=by.table, retired=False)
    return [row for row in rows if rights.commands(side=row.side, squadron=row.slug)]


def _check_is_captain(by: Viewer) -> None:
    if by.role != Role.CAPTAIN or not by.table or by.seat_id is None:
        raise NotAllowedError


def _wanted(by: Viewer, *, squadron: str, side: str) -> Sequence[Squadron]:
    found = [
        row for row in within_reach(by) if squadron in {"", row.slug} and side in {"", row.side}
    ]
    if not found:
        raise SquadronsNotYoursError
    return found


def _take(act: Act, squadron: Squadron, held: Holding | None, by: Viewer) -> Holding:
    if held is None:
        return Holding.objects.create(squadron=squadron, seat_id=by.seat_id or 0, taken_at=act.at)
    if held.seat_id != by.seat_id:
        held.before_id, held.seat_id, held.taken_at = held.seat_id, by.seat_id or 0, act.at
        held.save(update_fields=["before", "seat", "taken_at"])
    return held
