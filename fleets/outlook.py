"""What the HQ is told of the tables: ships that are out, who flies, who commands, how long still.

Asked by hq through `hq.parts`; words are in the language that is active.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from fleets import aid, battles, holdings, sides, words
from fleets.battles import Field
from fleets.boards import reads
from fleets.boards.squadron import CARDS
from fleets.boards.views import Fate
from fleets.enums import BattleStatus
from fleets.models import Holding, Squadron
from hq.enums import Role
from hq.models import Seat
from hq.tables import ShipOut, SquadronAt
from hq.viewers import Viewer


def ships_out(game_id: int, viewer: Viewer | None = None) -> Iterator[ShipOut]:
    """Every ship out of action of every battle of the day, as onlookers see it."""
    met: Counter[str] = Counter()
    for field in reads.battles_of(viewer) if viewer else _fields(game_id):
        again = aid.again(met[field.battle.table])
        met[field.battle.table] += 1
        yield from _ships(field, again)


def squadrons(game_id: int) -> Iterator[SquadronAt]:
    """Those with a ship left in open battles."""
    for field in _fields(game_id, status=BattleStatus.OPEN):
        summary = field.system.summary(field.state)
        alive = {unit.squadron for unit in summary.units if unit.status != aid.OUT}
        for line in summary.squadrons:
            if line.id in alive:
                yield SquadronAt(
                    table=field.battle.table, side=line.side, squadron=line.id, name=line.name
                )


def held(game_id: int, seat_id: int) -> tuple[SquadronAt, ...]:
    """What a seat has in hand; while it has nothing, what is free within its reach."""
    mine = Holding.objects.filter(seat_id=seat_id, squadron__game_id=game_id)
    found = [row.squadron for row in mine.select_related("squadron").order_by("squadron")]
    return tuple(_at(row) for row in found or _free(game_id, seat_id))


def rounds_left(game_id: int, table: str) -> int | None:
    """Rounds that are still to be opened in the open battle there."""
    for field in _fields(game_id, status=BattleStatus.OPEN, table=table):
        summary = field.system.summary(field.state)
        if summary.rounds is not None:
            return max(0, summary.rounds - summary.round)
    return None


def _fields(game_id: int, **only: Any) -> Iterator[Field]:
    rows = battles.rows(game_id).filter(**only).select_related("game").order_by("pk")
    return (battles.field_of(row, row.game) for row in rows)


def _ships(field: Field, again: str) -> Iterator[ShipOut]:
    seen = field.system.view(field.state, None)
    summary = field.system.summary(seen)
    known = words.names(summary, sides.sides(field.game))
    own: Any = import_module(CARDS[field.battle.system])
    fates: Mapping[str, Fate] = own.fates(field.system, seen)
    for unit in summary.units:
        if unit.status != aid.OUT or not unit.squadron:
            continue
        fate = fates[unit.id]
        yield ShipOut(
            table=field.battle.table,
            ship=unit.id + again,
            name=known[unit.id],
            side=unit.side or "",
            squadron=unit.squadron,
            squadron_name=known.get(unit.squadron, ""),
            status=fate.status,
            fate=fate.fate,
            is_settled=fate.is_settled,
        )


def _at(row: Squadron) -> SquadronAt:
    return SquadronAt(table=row.table, side=row.side, squadron=row.slug, name=row.name)


def _free(game_id: int, seat_id: int) -> list[Squadron]:
    rows = Seat.objects.filter(pk=seat_id, game_id=game_id, role=Role.CAPTAIN)
    seat = rows.select_related("person").first()
    if seat is None or not seat.table:
        return []
    reach = holdings.within_reach(Viewer.of_seat(seat, language="ru"))
    taken = set(Holding.objects.filter(squadron__in=reach).values_list("squadron_id", flat=True))
    return [row for row in reach if row.pk not in taken]
