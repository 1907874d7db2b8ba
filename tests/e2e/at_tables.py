"""A table of a house, brought by the domain's own doors to where a story begins.

Run in the house's own Python (`do`): the server hears of it as of any other worker.
"""

from __future__ import annotations

from collections.abc import Sequence

from fleets import battles, doors
from fleets.battles import Order
from fleets.models import Battle
from fleets.rules.base import RollAnswer
from hq import aids, journal, turns
from hq.enums import Role
from hq.models import Game, Seat
from hq.viewers import Viewer
from tests.e2e.house import House, manage

RED, BLUE = "luna-spo-kadety", "luna-of-volna"


def do(house: House, what: str) -> str:
    """One of the functions below, in the house: `do(house, "open_battle()")`."""
    code = f"from tests.e2e import at_tables as here; print(here.{what})"
    return manage(house.folder, "shell", "-v", "0", "-c", code, **house.more).strip()


def master() -> Viewer:
    """The game master, who has logged in already."""
    return Viewer.of_seat(Seat.objects.filter(role=Role.MASTER).earliest("pk"), language="ru")


def open_battle() -> str:
    """The day runs, two squadrons meet at Luna; the code of the captain of one of them."""
    by = master()
    turns.start(by=by)
    battles.open_battle(table="luna", squadrons=[RED, BLUE], rounds=3, by=by)
    return doors.open_door(table="luna", side="spo", squadron=RED, by=by).code


def give(kind: str, *typed: Sequence[int], **fields: object) -> None:
    order = Order(
        command={"kind": kind, **fields}, typed=tuple(RollAnswer(tuple(faces)) for faces in typed)
    )
    battles.act(battle_id=Battle.objects.get().pk, order=order, by=master())


def ships() -> list[str]:
    """Ids of the red ships that stand on the table."""
    battle = battles.field_of(Battle.objects.get(), Game.objects.get())
    of_red = battle.state.squadrons[RED].ships
    return [ship for ship in of_red if battle.state.ships[ship].active]


def spend_two_points() -> str:
    """Red moves first; two ships go at full thrust, and the id of the third is told."""
    give("roll-initiative", (1, 1), squadron=RED)
    give("roll-initiative", (6, 6), squadron=BLUE)
    first, second, third, *_ = ships()
    for ship in (first, second):
        give("move", ship=ship, full_thrust=True)
        give("finish-activation", ship=ship)
    return third


def lose_a_ship() -> str:
    """A red ship is out and the battle over, with aid in the HQ's stock; the ship's id."""
    ship = ships()[0]
    give("open-round")
    give("correct-ship", ship=ship, status="out", fatal="engine")
    give("end-battle")
    with journal.act("stock", by=master()) as act:
        title = {"ru": "Скорая", "en": "Ambulance"}
        aids.bring(act=act, kind="reroll", count=1, title=title, mode="collective", at=act.at)
    give("roll-survival", (2,), ship=ship)
    return ship
