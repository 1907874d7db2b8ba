"""The camp «Виктория»: its levels, what the HQ can do, what it lacks for the rest."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hq import camp as camps
from hq import motions
from hq.boards import fallout, reads
from hq.boards.views import CostView
from hq.enums import DecisionMode, GameState, Measure, PoolKind, Role
from hq.models import Ability, Camp
from hq.models.camp import HIGHEST
from hq.texts import in_language
from hq.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class MeasureView:
    key: str
    name: str
    level: int
    steps: tuple[bool, ...]  # five, the lit ones first


@dataclass(frozen=True, kw_only=True)
class AbilityView:
    """`state`: ready, locked, short (the pools do not cover it), voting, used."""

    id: int
    title: str
    text: str
    state: str
    is_collective: bool
    costs: tuple[CostView, ...]
    effects: tuple[str, ...]
    needs: tuple[str, ...]
    lacks: tuple[str, ...]
    left: int
    uses: int
    used_by: str
    used_ms: int | None
    motion_id: int | None
    can_use: bool


@dataclass(frozen=True, kw_only=True)
class CampView:
    title: str
    measures: tuple[MeasureView, ...]
    people: int
    abilities: tuple[AbilityView, ...]
    ready: int
    is_known: bool


def camp(viewer: Viewer) -> CampView:
    game = reads.game(viewer)
    has = reads.stock(viewer)
    row = Camp.objects.filter(game=game).first() if has.camp else None
    people = sum(is_here for _person, is_here in reads.people(viewer))
    rows = reads.abilities(viewer)
    known = fallout.places(viewer) if rows else {}
    free = reads.free(viewer) if rows else {}
    can_use = viewer.role == Role.VOLUNTEER and game.state == GameState.RUNNING
    told = tuple(
        _ability(one, camp=row, people=people, free=free, known=known, can_use=can_use)
        for one in rows
    )
    return CampView(
        title=in_language(row.title) if row and row.title else _("The camp"),
        measures=tuple(_measure(measure, row) for measure in Measure),
        people=people,
        abilities=told,
        ready=sum(one.state == "ready" for one in told),
        is_known=row is not None or bool(rows),
    )


def _measure(measure: Measure, row: Camp | None) -> MeasureView:
    level = 0 if row is None else getattr(row, measure.value)
    return MeasureView(
        key=measure.value,
        name=str(measure.label),
        level=level,
        steps=tuple(step < level for step in range(HIGHEST)),
    )


def _ability(
    row: Ability,
    *,
    camp: Camp | None,
    people: int,
    free: dict[PoolKind, int],
    known: fallout.Known,
    can_use: bool,
) -> AbilityView:
    lacks = camps.lacks(row, camp=camp, people=people)
    costs = tuple(
        CostView(
            kind=kind.value,
            name=str(kind.label),
            amount=amount,
            free=max(0, free.get(kind, 0)),
            missing=max(0, amount - free.get(kind, 0)),
        )
        for kind, amount in row.cost.items()
    )
    is_short = any(cost.missing for cost in costs)
    state = _state(row, is_locked=bool(lacks), is_short=is_short)
    return AbilityView(
        id=row.pk,
        title=in_language(row.title),
        text=in_language(row.text),
        state=state,
        is_collective=row.mode == DecisionMode.COLLECTIVE,
        costs=costs,
        effects=fallout.told(row.effects, known),
        needs=_words(row.defence, row.support, row.people),
        lacks=_words(lacks.defence, lacks.support, lacks.people),
        left=row.uses - row.used,
        uses=row.uses,
        used_by=row.last_by.name if row.last_by else "",
        used_ms=row.last_at,
        motion_id=row.motion_id if state == "voting" else None,
        can_use=can_use and state == "ready",
    )


def _state(row: Ability, *, is_locked: bool, is_short: bool) -> str:
    if row.used >= row.uses:
        return "used"
    if motions.is_open(row.motion):
        return "voting"
    if is_locked:
        return "locked"
    return "short" if is_short else "ready"


def _words(defence: int, support: int, people: int) -> tuple[str, ...]:
    told = []
    if defence:
        told.append(_("camp defence %(level)s") % {"level": defence})
    if support:
        told.append(_("camp support %(level)s") % {"level": support})
    if people:
        words = ngettext("%(people)s person in the HQ", "%(people)s people in the HQ", people)
        told.append(words % {"people": people})
    return tuple(told)
