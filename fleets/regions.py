"""The regions of the tables. HQ's pages show `tables` by its name."""

from __future__ import annotations

from collections.abc import Callable

from fleets.boards import battle, holding, log, result, squadron, tables
from fleets.enums import TABLE
from horizonwar.live.regions import Region, register
from hq.enums import Board

AT_TABLE = frozenset({TABLE})
GLANCED_AT = frozenset({Board.HQ.value, Board.MASTER.value, Board.SCREEN.value})


def _at_table(name: str, build: Callable[..., object], *, personal: bool = False) -> Region:
    return Region(
        name=name,
        template=f"fleets/regions/{name}.html",
        build=build,
        topics=frozenset({"battle"}),
        boards=AT_TABLE,
        personal=personal,
        local=not personal,
    )


REGIONS = (
    Region(
        name="tables",
        template="fleets/regions/tables.html",
        build=tables.tables,
        topics=frozenset({"tables"}),
        boards=GLANCED_AT,
    ),
    _at_table("battle", battle.battle),
    _at_table("squadron", squadron.squadron),
    _at_table("battle_log", log.battle_log),
    _at_table("battle_result", result.battle_result),
    _at_table("holding", holding.holding, personal=True),
)

register(*REGIONS)
