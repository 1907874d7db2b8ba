"""The result of a battle: prefilled from its end, confirmed by a captain of each side."""

from __future__ import annotations

from fleets import results, words
from fleets.battles import Field
from fleets.boards import battle, reads
from fleets.boards.views import NOBODY, ResultView, SideResult
from fleets.enums import BattleStatus
from fleets.rules.base import Summary
from fleets.words import Names
from hq import aids
from hq.models import Person
from hq.viewers import Viewer


def battle_result(viewer: Viewer) -> ResultView:
    field = reads.here(viewer)
    return result_of(viewer, field) if field is not None else _nothing()


def result_of(viewer: Viewer, field: Field) -> ResultView:
    summary = field.system.summary(field.seen_by(viewer))
    known = words.names(summary, reads.side_names(viewer))
    row = field.battle
    told = row.result or results.outcome(summary, results.likely_winner(summary))
    return ResultView(
        table=row.table,
        battle_id=row.pk,
        status=battle.status(row.status),
        is_due=row.status == BattleStatus.CONFIRMING,
        is_closed=row.status == BattleStatus.CLOSED,
        winner=reads.side(viewer, told["winner"]),
        note=told["note"],
        sides=_sides(viewer, field, summary, known),
        by_master="" in row.confirmed,
        survivals=tuple(
            battle.unit_view(viewer, field.system, unit, known)
            for unit in summary.units
            if unit.status == battle.OUT and unit.squadron is not None
        )
        if summary.over
        else (),
        is_aid_awaited=summary.over and aids.is_window_open(viewer.game_id, row.table),
    )


def _nothing() -> ResultView:
    return ResultView(
        table="",
        battle_id=0,
        status=NOBODY,
        is_due=False,
        is_closed=False,
        winner=NOBODY,
        note="",
        sides=(),
        by_master=False,
        survivals=(),
        is_aid_awaited=False,
    )


def _sides(viewer: Viewer, field: Field, summary: Summary, known: Names) -> tuple[SideResult, ...]:
    confirmed = field.battle.confirmed
    people = dict(
        Person.objects.filter(pk__in=[told["person"] for told in confirmed.values()]).values_list(
            "pk", "name"
        )
    )
    out = results.outcome(summary, "")["out"]
    return tuple(
        SideResult(
            side=reads.side(viewer, side),
            left=left,
            out=tuple(known.get(unit, unit) for unit in out[side]),
            confirmed_by=people.get(confirmed.get(side, {}).get("person"), ""),
        )
        for side, left in summary.left.items()
    )
