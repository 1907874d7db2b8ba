"""As whom a seat acts at a table: captain of a squadron or a side, scribe, master, onlooker."""

from __future__ import annotations

from fleets.models import Battle, Holding
from fleets.rules.base import MASTER, Actor
from hq.enums import Role
from hq.models import Seat
from hq.permissions import is_master
from hq.viewers import Viewer


def rights(by: Viewer, table: str) -> Actor:
    """What a seat may command at a table, whoever holds the squadrons just now.

    A captain's seat with a squadron commands that one, with a side the side, with neither the
    whole table.
    """
    if is_master(by):
        return MASTER
    if by.role != Role.CAPTAIN or by.table != table:
        return Actor()
    if by.squadron:
        return Actor(side=by.side or None, squadron=by.squadron)
    return Actor(side=by.side) if by.side else Actor(scribe=True)


def seated_at(game_id: int, table: str) -> tuple[int, ...]:
    """People with a captain's seat at a table."""
    rows = Seat.objects.filter(
        game_id=game_id, role=Role.CAPTAIN, table=table, revoked_at__isnull=True
    )
    return tuple(sorted(set(rows.values_list("person_id", flat=True))))


def acting(by: Viewer, battle: Battle) -> Actor:
    """What a seat may command this moment: not what is in another phone's hands."""
    actor = rights(by, battle.table)
    if actor.master or not actor.at_the_table:
        return actor
    held = Holding.objects.filter(squadron__game_id=by.game_id).exclude(seat_id=by.seat_id or 0)
    held = held.filter(seat__revoked_at__isnull=True)
    return Actor(
        side=actor.side,
        squadron=actor.squadron,
        scribe=actor.scribe,
        without=frozenset(held.values_list("squadron__slug", flat=True)),
    )
