"""The rows by which battles belong to a day: kept in its file, carried over, wiped with it."""

from __future__ import annotations

from hq.parts import Rows

ROWS = Rows(
    kept=(
        "fleets.squadron",
        "fleets.holding",
        "fleets.houserules",
        "fleets.scenething",
        "fleets.battle",
        "fleets.line",
        "fleets.dispute",
        "fleets.withdrawal",
    ),
    ids={
        "battle": "fleets.battle",
        "dispute": "fleets.dispute",
        "squadron": "fleets.squadron",
        "told": "hq.person",
        "withdrawal": "fleets.withdrawal",
    },
    worded=("fleets.battle.confirmed", "fleets.battle.fates", "fleets.squadron.waived"),
)
