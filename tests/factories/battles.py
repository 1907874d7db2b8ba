"""Tables with squadrons and captains, by the domain's own doors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleets import battles
from fleets.battles import Order
from fleets.models import Battle, Line, Squadron
from fleets.rules.base import RollAnswer
from fleets.rules.horizon.squadrons import Roster
from fleets.rules.kit import codec
from hq import codes, people
from hq.enums import Role
from hq.models import Game, Invitation
from hq.viewers import Viewer
from tests.factories.days import make_day, make_master, text
from tests.fleets.rules.horizon.table import roster, small

SIDES = [
    {"slug": "spo", "title": text("СПО")},
    {"slug": "of", "title": text("Облачный флот")},
    {"slug": "tranch", "title": text("Тренч")},
]


def make_war(**fields: Any) -> Game:
    """A day with three sides and one map, Luna."""
    return make_day(sides=SIDES, **fields)


def enlist(game: Game, built: Roster, table: str = "luna") -> Squadron:
    """A squadron of the day from a roster."""
    return Squadron.objects.create(
        game=game,
        slug=built.id,
        side=built.side,
        table=table,
        name=built.name,
        roster=codec.encode(built),
    )


def duellists(game: Game) -> None:
    """Two small ships a side: «red» of the СПО, «blue» of the Облачный флот."""
    enlist(game, roster("red", "spo", small("r1", "torpedoes"), small("r2")))
    enlist(game, roster("blue", "of", small("b1", "decoy"), small("b2")))


def seat(
    game: Game,
    name: str,
    *,
    side: str = "",
    squadron: str = "",
    table: str = "luna",
    role: Role = Role.CAPTAIN,
) -> Viewer:
    """Somebody who came in by a code for this table, side and squadron."""
    door = Invitation.objects.create(
        game=game,
        code=codes.invitation_code(),
        role=role,
        side=side,
        table=table,
        squadron=squadron,
    )
    return Viewer.of_seat(people.join(invitation=door, name=name), language="ru")


def fight(game: Game, *squadrons: str, **fields: Any) -> Battle:
    """A battle at the table Luna, opened by the master."""
    return battles.open_battle(
        table="luna",
        squadrons=squadrons or ("red", "blue"),
        by=make_master(game),
        **fields,
    )


def duel(**fields: Any) -> tuple[Battle, Viewer, Viewer]:
    """A war with one duel under way, and a captain for each side."""
    game = make_war()
    duellists(game)
    battle = fight(game, **fields)
    return battle, seat(game, "Рита", side="spo"), seat(game, "Бруно", side="of")


def give(battle: Battle, by: Viewer, kind: str, *typed: Sequence[int], **more: Any) -> Line:
    """A command with the dice that lie on the table; what is about the sending stands in `more`."""
    sending = {name: more.pop(name) for name in ("seen", "again", "throw_all") if name in more}
    key = more.pop("key", "")
    order = Order(
        command={"kind": kind, **more},
        typed=tuple(RollAnswer(tuple(faces)) for faces in typed),
        **sending,
    )
    return battles.act(battle_id=battle.pk, order=order, by=by, key=key)


def to_movement(battle: Battle, red: Viewer, blue: Viewer) -> None:
    """Red loses initiative, so that it moves first and shoots last."""
    give(battle, red, "open-round")
    give(battle, red, "roll-initiative", (1, 1), squadron="red")
    give(battle, blue, "roll-initiative", (6, 6), squadron="blue")


def to_shooting(battle: Battle, red: Viewer, blue: Viewer) -> None:
    """Everybody has moved; blue shoots first."""
    to_movement(battle, red, blue)
    for by, ships in ((red, ("r1", "r2")), (blue, ("b1", "b2"))):
        for ship in ships:
            give(battle, by, "move", ship=ship)
            give(battle, by, "finish-activation", ship=ship)
