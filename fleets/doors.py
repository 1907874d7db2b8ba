"""Codes for captains: of a squadron, of a side, or for the scribe of a whole table."""

from __future__ import annotations

from fleets import sides
from fleets.errors import NoSuchTableError, SquadronsNotYoursError
from fleets.models import Squadron
from hq import journal, people
from hq.enums import Role
from hq.models import Invitation
from hq.permissions import check_is_master
from hq.viewers import Viewer


def open_door(
    *, table: str, by: Viewer, side: str = "", squadron: str = "", key: str = ""
) -> Invitation:
    """A code for a table: with a squadron its captain's, with a side the side's, else a scribe's.

    The same door is not opened twice. Raises `NoSuchTableError`, `SquadronsNotYoursError`.
    """
    with journal.act("doors.open_door", by=by, key=key) as act:
        check_is_master(by)
        titles = sides.tables(act.game.pk)
        if table not in titles:
            raise NoSuchTableError(table=table)
        row = None
        if squadron:
            row = Squadron.objects.filter(game=act.game, slug=squadron, table=table).first()
            if row is None:
                raise SquadronsNotYoursError
            side = row.side
        known = act.game.invitations.filter(
            role=Role.CAPTAIN, table=table, side=side, squadron=squadron, is_open=True
        ).first()
        if known is not None:
            return known
        whose = row.name if row is not None else sides.sides(act.game).get(side, side)
        label = " · ".join(filter(None, (titles[table], whose)))
        made = people.invite(
            act=act, role=Role.CAPTAIN, label=label[:80], table=table, side=side, squadron=squadron
        )
        act.made["invitation"] = made.pk
        return made
