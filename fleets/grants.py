"""Command points from the HQ at a table: counted when a round opens, told of when they are spent.

A squadron spends its own points first, then what the HQ gave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fleets import standing
from fleets.models import Battle, Line
from fleets.rules.base import Entry, Json, Summary
from fleets.words import System
from hq import grants
from hq.journal import Act
from hq.models import Share

OUT = "out"
ROUND, POINTS, SPENT = "round-opened", "points-granted", "point-spent"


def for_the_round(
    act: Act, battle: Battle, system: System, before: Summary, entry: Entry[Any, Any]
) -> Any | None:
    """Step: the command that opened a round, with what the HQ gives each squadron for it.

    None when it opened no round, or when there is nothing to give.
    """
    opened = next((record for record in entry.records if record.kind == ROUND), None)
    if opened is None or not hasattr(entry.command, "granted"):
        return None
    given = [
        {"squadron": squadron, "bonus": bonus, "rounds": 1}
        for squadron in _flying(before)
        if (
            bonus := grants.count_round(
                act=act, table=battle.table, squadron=squadron, number=opened.round
            )
        )
    ]
    if not given:
        return None
    return system.decode_command({**system.encode_command(entry.command), "granted": given})


def follow(act: Act, battle: Battle, line: Line) -> None:
    """Step: a new line has spent points of the HQ's, or its retraction has given some back."""
    is_told = bool(line.retracts) or any(record["kind"] == SPENT for record in line.records)
    if not is_told or not _has_shares(act, battle):
        return
    lines = list(battle.lines.only("number", "retracts", "records").order_by("number"))
    now, before = _spent(lines), _spent(lines[:-1])
    for squadron in sorted(now.keys() | before.keys()):
        more = now[squadron] - before[squadron]
        if more > 0:
            grants.spend(act=act, table=battle.table, squadron=squadron, points=more)
        elif more < 0:
            grants.unspend(act=act, table=battle.table, squadron=squadron, points=-more)


def _flying(summary: Summary) -> Iterator[str]:
    """Squadrons with a ship left: the others have no command phase."""
    alive = {unit.squadron for unit in summary.units if unit.status != OUT}
    return (squadron.id for squadron in summary.squadrons if squadron.id in alive)


def _has_shares(act: Act, battle: Battle) -> bool:
    return Share.objects.filter(grant__game=act.game, table=battle.table).exists()


def _spent(lines: list[Line]) -> Counter[str]:
    """Points of the HQ's that each squadron has spent in the lines that count."""
    gone = standing.gone(lines)
    spent: Counter[str] = Counter()
    own: dict[str, int] = {}
    lent: dict[str, int] = {}
    for record in _records(line for line in lines if line.number not in gone):
        squadron = record.get("squadron", "")
        if record["kind"] == POINTS:
            lent[squadron] = max(0, record["bonus"])
            own[squadron] = max(0, record["points"] - lent[squadron])
        elif record["kind"] == SPENT:
            beyond = max(0, record["cost"] - own.get(squadron, 0))
            own[squadron] = max(0, own.get(squadron, 0) - record["cost"])
            paid = min(beyond, lent.get(squadron, 0))
            lent[squadron] = lent.get(squadron, 0) - paid
            spent[squadron] += paid
    return spent


def _records(lines: Iterable[Line]) -> Iterator[Mapping[str, Json]]:
    return (record for line in lines for record in line.records)
