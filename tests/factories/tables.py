"""Tables as the HQ sees them, told by a part of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from hq import parts
from hq.enums import Role
from hq.models import Game, Invitation
from hq.people import join
from hq.tables import ShipOut, SquadronAt
from hq.viewers import Viewer


@dataclass
class Tables:
    """What the tables tell; a test changes it as it goes."""

    ships: list[ShipOut] = field(default_factory=list)
    squadrons: list[SquadronAt] = field(default_factory=list)
    held: dict[int, SquadronAt] = field(default_factory=dict)
    rounds: int | None = None


@contextmanager
def telling() -> Iterator[Tables]:
    """The tables tell, until the end of the block."""
    told = Tables()
    before = dict(parts._ENTERED)
    parts._ENTERED.clear()
    parts.enter(
        parts.Part(
            name="told",
            ships_out=lambda _game, _viewer: tuple(told.ships),
            squadrons=lambda _game: tuple(told.squadrons),
            held=lambda _game, seat: (told.held[seat],) if seat in told.held else (),
            rounds_left=lambda _game, _table: told.rounds,
        )
    )
    yield told
    parts._ENTERED.clear()
    parts._ENTERED.update(before)


def ship(ship_id: str = "7", table: str = "luna", **more: object) -> ShipOut:
    return ShipOut(**{"table": table, "ship": ship_id, "name": f"Корабль {ship_id}", **more})


def squadron(slug: str = "red", side: str = "spo", table: str = "luna") -> SquadronAt:
    return SquadronAt(table=table, side=side, squadron=slug, name=f"Эскадра {slug}")


def seated_as(game: Game, role: Role, name: str, **place: str) -> Viewer:
    """Somebody who came in by a door of this role, side, table, squadron."""
    code = f"T{len(name)}{game.invitations.count():04d}"
    door = Invitation.objects.create(game=game, role=role, code=code[:6], **place)
    return Viewer.of_seat(join(invitation=door, name=name), language="ru")


def captain(game: Game, name: str = "Рита", side: str = "spo", slug: str = "red") -> Viewer:
    return seated_as(game, Role.CAPTAIN, name, side=side, table="luna", squadron=slug)
