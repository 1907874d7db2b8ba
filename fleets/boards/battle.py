"""A battle as everybody at the table sees it: round, phase, whose go, squadrons, scene."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from fleets import battles, retractions, words
from fleets.battles import Field
from fleets.boards import reads
from fleets.boards.views import (
    NOBODY,
    AwaitView,
    BattleView,
    DisputeView,
    Named,
    SquadronView,
    UnitView,
    WithdrawalView,
)
from fleets.enums import BattleStatus, DisputeState, WithdrawalState
from fleets.models import Dispute, Withdrawal
from fleets.rules.base import Await, SquadronLine, Summary, UnitLine
from fleets.words import Names, System
from hq import maps
from hq.viewers import Viewer

OUT = "out"


def battle(viewer: Viewer) -> BattleView:
    field = reads.here(viewer)
    title = maps.titles(viewer).get(viewer.table, viewer.table)
    if field is None:
        return _nothing(viewer, title)
    system = field.system
    summary = system.summary(field.seen_by(viewer))
    known = words.names(summary, reads.side_names(viewer))
    return BattleView(
        table=viewer.table,
        title=str(field.battle) if field.battle.title else title,
        system=field.battle.system,
        battle_id=field.battle.pk,
        number=field.battle.number,
        status=status(field.battle.status),
        round=summary.round,
        rounds=summary.rounds or 0,
        phase=reads.named(system, summary.phase),
        awaits=tuple(_await(system, wait, known) for wait in summary.awaits),
        squadrons=squadrons(viewer, system, summary, known),
        scene=tuple(
            unit_view(viewer, system, unit, known)
            for unit in summary.units
            if unit.squadron is None
        ),
        disputes=tuple(disputes_of(viewer, field)),
        withdrawals=tuple(withdrawals_of(viewer, field)),
    )


def _nothing(viewer: Viewer, title: str) -> BattleView:
    return BattleView(
        table=viewer.table,
        title=title,
        system="",
        battle_id=0,
        number=0,
        status=NOBODY,
        round=0,
        rounds=0,
        phase=NOBODY,
        awaits=(),
        squadrons=(),
        scene=(),
        disputes=(),
        withdrawals=(),
    )


def status(slug: str) -> Named:
    return Named(slug=slug, name=str(BattleStatus(slug).label))


def squadrons(
    viewer: Viewer, system: System, summary: Summary, known: Names
) -> tuple[SquadronView, ...]:
    units: dict[str | None, list[UnitView]] = {}
    for unit in summary.units:
        units.setdefault(unit.squadron, []).append(unit_view(viewer, system, unit, known))
    return tuple(
        _squadron(viewer, system, line, tuple(units.get(line.id, ()))) for line in summary.squadrons
    )


def _squadron(
    viewer: Viewer,
    system: System,
    line: SquadronLine,
    units: tuple[UnitView, ...],
) -> SquadronView:
    holding = reads.holders(viewer).get(line.id)
    return SquadronView(
        slug=line.id,
        name=line.name,
        side=reads.side(viewer, line.side),
        counters=tuple(
            (reads.named(system, name), count) for name, count in sorted(line.counters.items())
        ),
        marks=tuple(reads.named(system, mark) for mark in line.marks),
        units=units,
        left=sum(not unit.is_out for unit in units),
        holder=holding.seat.person.name if holding else "",
        holder_id=holding.seat.person_id if holding else 0,
    )


def unit_view(viewer: Viewer, system: System, unit: UnitLine, known: Names) -> UnitView:
    return UnitView(
        id=unit.id,
        name=known.get(unit.id, unit.name),
        kind=reads.named(system, unit.kind),
        side=reads.side(viewer, unit.side),
        squadron=unit.squadron or "",
        status=reads.named(system, unit.status),
        marks=tuple(_mark(system, mark) for mark in unit.marks),
        is_out=unit.status == OUT,
        text=unit.text,
        secret=unit.secret,
    )


def _mark(system: System, mark: str) -> Named:
    """A token; a counter of the scene carries its count behind a colon."""
    name, _, count = mark.partition(":")
    word = gettext(system.term(name))
    return Named(slug=mark, name=f"{word}: {count}" if count else word)


def _await(system: System, wait: Await, known: Names) -> AwaitView:
    return AwaitView(
        side=Named(slug=wait.side, name=known.get(wait.side, wait.side)) if wait.side else NOBODY,
        squadron=Named(slug=wait.squadron, name=known.get(wait.squadron, wait.squadron))
        if wait.squadron
        else NOBODY,
        what=Named(slug=wait.what, name=what(system, wait.what)),
    )


def what(system: System, slug: str) -> str:
    """A phase, or the button of a command."""
    title = system.title(slug)
    return gettext(title if title != slug else system.term(slug))


def disputes_of(viewer: Viewer, field: Field) -> Iterator[DisputeView]:
    rows = Dispute.objects.filter(
        line__battle=field.battle, state__in=(DisputeState.OPEN, DisputeState.MASTER)
    )
    for row in rows.select_related("line", "person"):
        yield DisputeView(
            id=row.pk,
            line=row.line.number,
            told=battles.story_of(field, row.line),
            who=row.person.name if row.person else "–",
            side=reads.side(viewer, row.side),
            claim=row.claim,
            version=version(field, row),
            state=Named(slug=row.state, name=str(DisputeState(row.state).label)),
            at_ms=row.at,
            word=row.word,
        )


def version(field: Field, dispute: Dispute) -> str:
    """The other captain's version in words: what was done, by which dice."""
    command = dispute.version.get("command")
    if not command:
        return ""
    rolls = [" + ".join(str(face) for face in roll["faces"]) for roll in dispute.version["dice"]]
    return ": ".join(filter(None, (what(field.system, command["kind"]), "; ".join(rolls))))


def withdrawals_of(viewer: Viewer, field: Field) -> Iterator[WithdrawalView]:
    rows = Withdrawal.objects.filter(battle=field.battle, state=WithdrawalState.WAITING)
    for row in rows.select_related("person"):
        line = field.battle.lines.get(number=row.number)
        yield WithdrawalView(
            id=row.pk,
            line=row.number,
            told=battles.story_of(field, line),
            who=row.person.name if row.person else "–",
            side=reads.side(viewer, row.side),
            reason=row.reason,
            also=len(retractions.fallout_of(field, row.number).numbers) - 1,
        )
