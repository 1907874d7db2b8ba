"""Every table at a glance, for the HQ, the wall and the game masters."""

from __future__ import annotations

from fleets import rulings, words
from fleets.battles import Field
from fleets.boards import battle, reads
from fleets.boards.views import NOBODY, SideGlance, TablesView, TableView
from fleets.enums import BattleStatus
from fleets.rules.base import Summary
from fleets.rules.registry import SYSTEMS
from fleets.words import Names
from hq import maps
from hq.permissions import is_master
from hq.viewers import Viewer


def tables(viewer: Viewer) -> TablesView:
    fought = reads.newest(viewer)
    titles = maps.titles(viewer)
    known = {**titles, **{slug: slug for slug in fought if slug not in titles}}
    return TablesView(
        tables=tuple(
            _table(viewer, slug, title, fought.get(slug)) for slug, title in known.items()
        ),
        fought=len(fought),
        is_master=is_master(viewer),
        rulings_waiting=_rulings_waiting(viewer) if is_master(viewer) else 0,
    )


def _rulings_waiting(viewer: Viewer) -> int:
    listed = (ruled for key in SYSTEMS for ruled in rulings.listed(viewer.game_id, key))
    return sum(not ruled.confirmed for ruled in listed)


def _table(viewer: Viewer, slug: str, title: str, field: Field | None) -> TableView:
    if field is None:
        return TableView(
            slug=slug,
            title=title,
            battle_id=0,
            status=NOBODY,
            round=0,
            rounds=0,
            phase=NOBODY,
            awaits="",
            sides=(),
            winner="",
        )
    summary = field.system.summary(field.seen_by(viewer))
    known = words.names(summary, reads.side_names(viewer))
    is_fought = field.battle.status == BattleStatus.OPEN
    winner = reads.side(viewer, field.battle.result.get("winner"))
    return TableView(
        slug=slug,
        title=title,
        battle_id=field.battle.pk,
        status=battle.status(field.battle.status),
        round=summary.round,
        rounds=summary.rounds or 0,
        phase=reads.named(field.system, summary.phase),
        awaits=_awaits(summary, known) if is_fought else "",
        sides=tuple(_side(viewer, summary, known, side) for side in summary.left),
        winner=winner.name,
    )


def _awaits(summary: Summary, known: Names) -> str:
    waiting = dict.fromkeys(wait.squadron or wait.side for wait in summary.awaits)
    return ", ".join(known.get(who, who) for who in waiting if who)


def _side(viewer: Viewer, summary: Summary, known: Names, side: str) -> SideGlance:
    own = [u for u in summary.units if u.side == side and u.squadron is not None]
    return SideGlance(
        side=reads.side(viewer, side),
        left=summary.left[side],
        total=len(own),
        out=tuple(known[unit.id] for unit in own if unit.status == battle.OUT),
    )
