"""The game master's desk of the tables: what is fought where, what can be opened, what is ruled."""

from __future__ import annotations

import json
from dataclasses import dataclass

from fleets import rulings
from fleets.boards import battle, reads, tables
from fleets.boards.result import result_of
from fleets.boards.views import (
    DisputeView,
    Named,
    ResultView,
    TableView,
    WithdrawalView,
)
from fleets.models import HouseRules, SceneThing, Squadron
from fleets.rules.base import Automation
from fleets.rules.registry import SYSTEMS
from fleets.rulings import Ruled
from hq.enums import Role
from hq.models import Invitation
from hq.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class DoorView:
    code: str
    whose: str


@dataclass(frozen=True, kw_only=True)
class MusterView:
    """A squadron or a thing of the scene that may be set on a table."""

    slug: str
    name: str
    side: Named
    is_here: bool  # meant for this table


@dataclass(frozen=True, kw_only=True)
class DeskTable:
    table: TableView
    is_open: bool  # a battle is under way or waits for its result
    can_reopen: bool
    result: ResultView | None
    disputes: tuple[DisputeView, ...]
    withdrawals: tuple[WithdrawalView, ...]
    things: tuple[MusterView, ...]
    doors: tuple[DoorView, ...]
    own: tuple[MusterView, ...]  # squadrons of this table
    others: tuple[MusterView, ...]  # of other tables, or of none yet


@dataclass(frozen=True, kw_only=True)
class RulesView:
    system: str
    rulings: tuple[Ruled, ...]
    waiting: int  # not confirmed yet
    overrides: str


@dataclass(frozen=True, kw_only=True)
class DeskView:
    tables: tuple[DeskTable, ...]
    sides: tuple[Named, ...]
    automation: tuple[str, ...]
    rules: tuple[RulesView, ...]


def desk(viewer: Viewer) -> DeskView:
    names = reads.side_names(viewer)
    return DeskView(
        tables=tuple(_table(viewer, table) for table in tables.tables(viewer).tables),
        sides=tuple(Named(slug=slug, name=name) for slug, name in names.items()),
        automation=tuple(each.value for each in Automation),
        rules=tuple(_rules(viewer, system) for system in SYSTEMS),
    )


def _table(viewer: Viewer, table: TableView) -> DeskTable:
    field = reads.newest(viewer).get(table.slug)
    is_open = table.status.slug in {"open", "confirming"}
    squadrons = tuple(_squadron(viewer, row, table.slug) for row in _squadrons(viewer))
    return DeskTable(
        table=table,
        is_open=is_open,
        can_reopen=table.status.slug == "closed",
        result=result_of(viewer, field) if field is not None else None,
        disputes=tuple(battle.disputes_of(viewer, field)) if field is not None else (),
        withdrawals=tuple(battle.withdrawals_of(viewer, field)) if field is not None else (),
        things=tuple(_things(viewer, table.slug)),
        doors=tuple(_doors(viewer, table.slug)),
        own=tuple(each for each in squadrons if each.is_here),
        others=tuple(each for each in squadrons if not each.is_here),
    )


def _squadrons(viewer: Viewer) -> list[Squadron]:
    rows = Squadron.objects.filter(game_id=viewer.game_id, retired=False)
    return viewer.once("squadrons", lambda: list(rows))


def _squadron(viewer: Viewer, row: Squadron, table: str) -> MusterView:
    side = reads.side(viewer, row.side)
    return MusterView(slug=row.slug, name=row.name, side=side, is_here=row.table == table)


def _things(viewer: Viewer, table: str) -> list[MusterView]:
    rows = SceneThing.objects.filter(game_id=viewer.game_id, table__in=("", table))
    return [
        MusterView(
            slug=row.slug,
            name=row.name,
            side=reads.side(viewer, row.side),
            is_here=row.table == table,
        )
        for row in rows
    ]


def _doors(viewer: Viewer, table: str) -> list[DoorView]:
    rows = Invitation.objects.filter(
        game_id=viewer.game_id, role=Role.CAPTAIN, table=table, is_open=True
    )
    return [DoorView(code=row.code, whose=row.label) for row in rows]


def _rules(viewer: Viewer, system: str) -> RulesView:
    listed = rulings.listed(viewer.game_id, system)
    own = HouseRules.objects.filter(game_id=viewer.game_id, system=system).first()
    overrides = own.overrides if own is not None else {}
    return RulesView(
        system=system,
        rulings=listed,
        waiting=sum(not ruled.confirmed for ruled in listed),
        overrides=json.dumps(overrides, ensure_ascii=False, indent=1) if overrides else "",
    )
