"""Cards as the HQ sees them: nothing of the shelf, nothing for game masters only."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hq import decisions
from hq.boards import reads
from hq.boards.pools import share_of
from hq.boards.reads import Room
from hq.boards.views import (
    CardsView,
    CardView,
    CostView,
    MayComeView,
    RibbonItem,
    RibbonView,
    StageView,
    WayView,
    WorseView,
)
from hq.enums import CardKind, CardState, DecisionMode, Judgement, Phase, PoolKind, Tally, Trigger
from hq.models import Aggravation, Backing, Card, Way
from hq.texts import in_language
from hq.viewers import Viewer


def cards(viewer: Viewer) -> CardsView:
    measured = reads.room(viewer)
    rows = reads.cards(viewer)
    closed = [row for row in rows if row.state != CardState.OPEN]
    return CardsView(
        open=tuple(told_card(row, measured) for row in _open(rows)),
        closed=tuple(told_card(row, measured) for row in sorted(closed, key=_newest)),
    )


def card(viewer: Viewer, card_id: int) -> CardView | None:
    """One card that lies open before the HQ, or None: the shelf is nobody's business."""
    row = next((row for row in _open(reads.cards(viewer)) if row.pk == card_id), None)
    return None if row is None else told_card(row, reads.room(viewer))


def ribbon(viewer: Viewer) -> RibbonView:
    return RibbonView(
        items=tuple(
            RibbonItem(
                id=row.pk,
                kind=row.kind,
                title=in_language(row.title),
                map_name=in_language(row.map.title) if row.map else "",
                issued_ms=row.issued_at or 0,
                due_ms=row.due_at,
                phase=row.decision.phase,
                phase_name=row.decision.get_phase_display(),
                is_pinned=is_pinned(row),
            )
            for row in _open(reads.cards(viewer))
        )
    )


def stage(viewer: Viewer) -> StageView:
    """The wall holds up the pinned card, else the one in chorus, else that with the least time."""
    rows = sorted(
        _open(reads.cards(viewer)),
        key=lambda row: (
            not is_pinned(row),
            row.decision.phase not in {Phase.CHORUS, Phase.VOICED},
        ),
    )
    measured = reads.room(viewer)
    shown = told_card(rows[0], measured) if rows else None
    closed = [row for row in reads.cards(viewer) if row.state != CardState.OPEN]
    newest = min(closed, key=_newest, default=None)
    has_failed = newest is not None and newest.state == CardState.EXPIRED
    return StageView(
        card=shown,
        waiting=max(0, len(rows) - 1),
        turned=told_card(newest, measured) if newest is not None and has_failed else None,
    )


def costs(cost: dict[PoolKind, int], free: dict[PoolKind, int]) -> tuple[CostView, ...]:
    """What a way takes against what is free now."""
    return tuple(
        CostView(
            kind=kind.value,
            name=str(kind.label),
            amount=amount,
            free=max(0, free[kind]),
            missing=max(0, amount - free[kind]),
        )
        for kind, amount in cost.items()
    )


def _urgency(row: Card) -> tuple[bool, int, int]:
    return row.due_at is None, row.due_at or 0, row.pk


def _open(rows: Iterable[Card]) -> list[Card]:
    return sorted((row for row in rows if row.state == CardState.OPEN), key=_urgency)


def _newest(row: Card) -> tuple[int, int]:
    return -(row.closed_at or 0), -row.pk


def with_all_voices(rows: Iterable[Card], measured: Room) -> tuple[CardView, ...]:
    """Open cards with their tally, hidden or not: only for those who may see it."""
    return tuple(told_card(row, measured, sees_all=True) for row in _open(rows))


def is_tally_open(row: Card) -> bool:
    """Whether everyone sees the voices: always, or because a way was voiced."""
    return row.tally == Tally.OPEN or row.decision.phase in {Phase.VOICED, Phase.CHORUS}


def told_card(row: Card, measured: Room, *, sees_all: bool = False) -> CardView:
    """A card as the room may see it, measured against what is there now."""
    decision = row.decision
    is_open = row.state == CardState.OPEN
    backings = [
        backing for backing in decision.backings.all() if backing.person_id in measured.present
    ]
    ways = row.ways.all()
    votes = {way.pk: 0 for way in ways}
    for backing in backings:
        votes[backing.way_id] += 1
    is_talked_over = is_open and decision.phase == Phase.DELIBERATION
    is_personal = row.mode == DecisionMode.PERSONAL
    ready = (
        decisions.ready_ways(threshold=row.threshold, votes=votes, present=len(measured.present))
        if is_talked_over and not is_personal
        else ()
    )
    is_shown = sees_all or is_tally_open(row)
    told = backings if is_shown else []
    return CardView(
        id=row.pk,
        kind=row.kind,
        kind_name=row.get_kind_display(),
        title=in_language(row.title),
        map=row.map.slug if row.map else "",
        map_name=in_language(row.map.title) if row.map else "",
        turn=row.turn or 0,
        state=row.state,
        state_name=row.state_words,
        phase=decision.phase,
        phase_name=decision.get_phase_display(),
        mode_name=row.get_mode_display(),
        is_personal=is_personal,
        rule=str(decisions.RULES[row.threshold]),
        situation=in_language(row.situation),
        how=in_language(row.how),
        failure=in_language(row.failure),
        worse=in_language(row.worse),
        issued_ms=row.issued_at or 0,
        due_ms=row.due_at,
        closed_ms=row.closed_at,
        ways=tuple(_way(way, told, ready, row, measured) for way in ways),
        present=len(measured.present),
        voted=len(backings),
        tally_rule="" if row.tally == Tally.OPEN or is_personal else row.get_tally_display(),
        is_tally_shown=is_shown,
        taken_by=decision.taken_by.name if decision.taken_by else "",
        voiced_by=measured.voiced_by.get(decision.pk, "") if decision.way_id else "",
        result=_result(row),
        is_crisis=row.kind == CardKind.CRISIS,
        is_open=is_open,
        is_pinned=is_pinned(row),
        came_true=came_true(row),
        may_come=_may_come(row) if is_open else (),
    )


def is_pinned(row: Card) -> bool:
    """Whether it is talked about now; `reads.told` has asked, a preview has not."""
    return row.state == CardState.OPEN and bool(getattr(row, "is_pinned", False))


def came_true(row: Card) -> tuple[WorseView, ...]:
    """What has made it worse so far, in order of its coming."""
    told = [worse for worse in _aggravations(row) if worse.applied_at is not None]
    return tuple(
        WorseView(
            text=in_language(worse.text), facts=worse_facts(worse), at_ms=worse.applied_at or 0
        )
        for worse in sorted(told, key=lambda worse: (worse.applied_at or 0, worse.pk))
    )


def _aggravations(row: Card) -> Iterable[Aggravation]:
    """`reads.told` tells whether there are any, which spares a read."""
    return row.aggravations.all() if getattr(row, "has_worse", False) else ()


def _may_come(row: Card) -> tuple[MayComeView, ...]:
    """What may still make it worse; what is secret is for nobody's eyes, here too."""
    return tuple(
        MayComeView(
            trigger=_trigger(worse, row), text=in_language(worse.text), facts=worse_facts(worse)
        )
        for worse in _aggravations(row)
        if worse.applied_at is None and not worse.secret
    )


def _trigger(worse: Aggravation, row: Card) -> str:
    if worse.trigger == Trigger.TIME:
        minutes = (worse.after or 0) // 60
        words = ngettext(
            "%(minutes)s minute after it came up", "%(minutes)s minutes after it came up", minutes
        )
        return words % {"minutes": minutes}
    if worse.trigger == Trigger.WAY:
        way = next((way for way in row.ways.all() if way.slug == worse.way_slug), None)
        held = _("if «%(way)s» is chosen") if worse.releases else _("if «%(way)s» does not hold")
        return held % {"way": in_language(way.title) if way else worse.way_slug}
    return _("if it comes to this")


def worse_facts(worse: Aggravation) -> tuple[str, ...]:
    """What it changes, in words."""
    facts = []
    if worse.cost_percent != 100:
        dearer = _("every way costs %(percent)s %% of what it did")
        facts.append(dearer % {"percent": worse.cost_percent})
    if worse.time_less:
        minutes = worse.time_less // 60
        facts.append(
            ngettext("%(minutes)s minute less", "%(minutes)s minutes less", minutes)
            % {"minutes": minutes}
        )
    if worse.releases:
        facts.append(_("another card comes of it"))
    return tuple(facts)


def _way(
    way: Way, backings: list[Backing], ready: Iterable[int], row: Card, measured: Room
) -> WayView:
    backers = tuple(sorted(backing.person.name for backing in backings if backing.way_id == way.pk))
    is_voiced = row.decision.way_id == way.pk
    # The cost of a voiced way is already taken off what is free: it must not count twice.
    free = (
        {kind: measured.free[kind] + way.cost.get(kind, 0) for kind in measured.free}
        if is_voiced and row.state == CardState.OPEN
        else measured.free
    )
    told = costs(way.cost, free)
    return WayView(
        id=way.pk,
        kind=way.kind,
        title=in_language(way.title),
        text=_text(way),
        costs=told,
        is_affordable=not any(cost.missing for cost in told),
        votes=len(backers),
        share=share_of(len(backers), len(measured.present)),
        backers=backers,
        is_ready=way.pk in ready and way.can_be_sealed,
        is_voiced=is_voiced,
        judgement=way.judgement,
        judgement_name=way.get_judgement_display(),
        deed=in_language(way.deed),
        author=way.author.name if way.author else "",
        word=way.word,
        risk=way.refusal_chance,
        can_back=row.mode == DecisionMode.COLLECTIVE and way.can_be_backed,
        can_take=row.mode == DecisionMode.PERSONAL and way.can_be_sealed,
        is_struck_out=way.judgement in {Judgement.REFUSED, Judgement.FAILED},
    )


def _text(way: Way) -> str:
    """Below the title of a long own way stands only what the title had no room for."""
    title, text = in_language(way.title), in_language(way.text)
    head = title.removesuffix("…")
    if way.slug.startswith("own-") and head != title and text.startswith(head):
        return f"…{text.removeprefix(head).lstrip()}"
    return text


def _result(row: Card) -> str:
    if row.state == CardState.EXPIRED:
        return in_language(row.failure) or _lapsed(row)
    if row.state == CardState.RESOLVED and row.decision.way:
        return in_language(row.decision.way.outcome)
    return ""


def _lapsed(row: Card) -> str:
    """A prospect may say nothing of being missed: then a calm sentence stands there."""
    if row.kind != CardKind.PROSPECT:
        return ""
    return _("The offer has lapsed. Nothing is lost but the chance.")
