"""What the regions of a page read. A request asks the database for each thing once.

The answers are kept in the notes of the request's viewer (`Viewer.once`) and go with it. The
viewer of a socket keeps no notes, so every push reads anew.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)

from hq import clock, figures, presence
from hq.enums import CardState, ChorusState, DispatchState, HelpState, PoolKind
from hq.models import (
    Ability,
    Aggravation,
    Aid,
    Backing,
    Camp,
    Card,
    Chorus,
    Dispatch,
    Game,
    Grant,
    HelpCall,
    LedgerLine,
    Person,
    Pool,
    Stroke,
    Voice,
    Way,
)
from hq.viewers import Viewer

CLOSED_SHOWN = 3
LIVE = (ChorusState.QUEUED, ChorusState.OPEN)


@dataclass(frozen=True, kw_only=True)
class Room:
    """What every card of one frame is measured against."""

    present: frozenset[int]
    free: dict[PoolKind, int]
    voiced_by: dict[int, str]  # by decision: who voiced the way that stands


@dataclass(frozen=True, kw_only=True)
class Stock:
    """Which of the rarer things this day has at all; what it has not is not asked for."""

    abilities: bool
    camp: bool
    grants: bool
    aids: bool
    strokes: bool
    post: bool  # any dispatch at all
    dispatches: bool  # that have arrived, that a courier carries, that somebody here wrote
    calls: bool  # for a game master, that are not closed


def stock(viewer: Viewer) -> Stock:
    """Asked together with the pools, which every board shows."""
    pool = next(iter(pools(viewer).values()))[0]
    return Stock(**{each.name: getattr(pool, f"has_{each.name}") for each in fields(Stock)})


def _has() -> dict[str, Exists]:
    """What there is of a pool's day, as columns of the pool."""
    of_day = {"game": OuterRef("game")}
    moved = Q(state__in=(DispatchState.ARRIVED, DispatchState.COURIER))
    asked = {
        "abilities": Ability.objects.filter(**of_day),
        "camp": Camp.objects.filter(**of_day),
        "grants": Grant.objects.filter(**of_day),
        "aids": Aid.objects.filter(**of_day),
        "strokes": Stroke.objects.filter(**of_day),
        "post": Dispatch.objects.filter(**of_day),
        "dispatches": Dispatch.objects.filter(moved | Q(author__isnull=False), **of_day),
        "calls": HelpCall.objects.exclude(state=HelpState.DONE).filter(**of_day),
    }
    return {f"has_{name}": Exists(rows) for name, rows in asked.items()}


def abilities(viewer: Viewer) -> list[Ability]:
    """What the camp lets the HQ do, in the pack's order."""
    if not stock(viewer).abilities:
        return []
    rows = Ability.objects.filter(game_id=viewer.game_id).select_related("motion", "last_by")
    return viewer.once("abilities", lambda: list(rows))


def game(viewer: Viewer) -> Game:
    return viewer.once("game", lambda: _game(viewer))


def _game(viewer: Viewer) -> Game:
    """For a whole page the day comes with its pools, which every board shows."""
    rows = pools(viewer) if viewer.notes is not None else {}
    return next((pool.game for pool, _change in rows.values()), None) or Game.objects.get(
        pk=viewer.game_id
    )


def people(viewer: Viewer) -> list[tuple[Person, bool]]:
    """Every volunteer, and whether they are here now."""
    day = game(viewer)
    return viewer.once(
        "people",
        lambda: presence.roll(day.pk, figures=figures.of(day), moment=clock.wall()),
    )


def pools(viewer: Viewer) -> dict[str, tuple[Pool, int]]:
    """The pools by kind, each with its last change."""
    return viewer.once("pools", lambda: _pools(viewer.game_id))


def _pools(game_id: int) -> dict[str, tuple[Pool, int]]:
    changes = LedgerLine.objects.filter(pool=OuterRef("pk")).exclude(reason="opening")
    newest = changes.order_by("-pk").values("delta")[:1]
    rows = Pool.objects.filter(game_id=game_id).select_related("game")
    rows = rows.annotate(last_delta=Subquery(newest), **_has())
    return {pool.kind: (pool, getattr(pool, "last_delta", None) or 0) for pool in rows}


def cards(viewer: Viewer) -> list[Card]:
    """All open cards, and the last few that were closed."""
    return viewer.once("cards", lambda: _cards(viewer.game_id))


def _cards(game_id: int) -> list[Card]:
    rows = Card.objects.filter(game_id=game_id)
    closed = rows.filter(state__in=(CardState.RESOLVED, CardState.EXPIRED))
    newest = closed.order_by("-closed_at", "-pk").values("pk")[:CLOSED_SHOWN]
    found = list(told(rows.filter(Q(state=CardState.OPEN) | Q(pk__in=newest))))
    # Few cards can get worse: without one nothing more is asked, with any one question for all.
    worse = [row for row in found if getattr(row, "has_worse", False)]
    prefetch_related_objects(worse, "aggravations")
    return found


def told(rows: QuerySet[Card]) -> QuerySet[Card]:
    """Cards with all that a card shows."""
    backings = Backing.objects.select_related("person")
    ways = Way.objects.select_related("author")
    worse = Aggravation.objects.filter(card=OuterRef("pk"))
    pinned = ExpressionWrapper(Q(game__pinned=F("pk")), BooleanField())
    return (
        rows.select_related("map", "decision__way", "decision__taken_by")
        .annotate(is_pinned=pinned, has_worse=Exists(worse))
        .prefetch_related(
            Prefetch("ways", queryset=ways),
            Prefetch("decision__backings", queryset=backings),
        )
    )


def choruses(viewer: Viewer) -> list[Chorus]:
    """Those that sound or wait, the last that ended, and those that sealed the last few cards."""
    return viewer.once("choruses", lambda: _choruses(viewer.game_id))


def _choruses(game_id: int) -> list[Chorus]:
    rows = Chorus.objects.filter(game_id=game_id)
    ended = rows.exclude(state__in=LIVE).order_by("-closed_at", "-pk").values("pk")[:1]
    sealed = rows.filter(state=ChorusState.SEALED)
    newest = sealed.order_by("-closed_at", "-decision__card_id").values("pk")[:CLOSED_SHOWN]
    wanted = Q(state__in=LIVE) | Q(pk__in=ended) | Q(pk__in=newest)
    return list(
        rows.filter(wanted).select_related("way", "voiced_by", "decision__card").order_by("pk")
    )


def sounding(viewer: Viewer) -> Chorus | None:
    return next((row for row in choruses(viewer) if row.state == ChorusState.OPEN), None)


def shown(viewer: Viewer) -> Chorus | None:
    """The chorus that sounds, else the last that ended."""
    ended = [row for row in choruses(viewer) if row.state not in LIVE]
    last = max(ended, key=lambda row: (row.closed_at or 0, row.pk), default=None)
    return sounding(viewer) or last


def voices(viewer: Viewer, chorus: Chorus) -> list[Voice]:
    """The set of a chorus, by name."""
    rows = Voice.objects.filter(chorus=chorus).select_related("person")
    return viewer.once(f"voices:{chorus.pk}", lambda: list(rows.order_by("person__name", "pk")))


def promised(viewer: Viewer) -> dict[PoolKind, int]:
    """What voiced decisions will take; `ledger.promised` of rows that were read already."""
    costs = [row.way.cost for row in choruses(viewer) if row.state in LIVE]
    return {kind: sum(cost.get(kind, 0) for cost in costs) for kind in PoolKind}


def free(viewer: Viewer) -> dict[PoolKind, int]:
    """Balances less promises; below zero when a promise is not covered any more."""
    known, taken = pools(viewer), promised(viewer)
    return {
        kind: (known[kind][0].balance if kind in known else 0) - taken[kind] for kind in PoolKind
    }


def room(viewer: Viewer) -> Room:
    return Room(
        present=frozenset(person.pk for person, is_here in people(viewer) if is_here),
        free=free(viewer),
        voiced_by={
            row.decision_id: row.voiced_by.name
            for row in choruses(viewer)
            if row.voiced_by and row.state != ChorusState.BROKEN
        },
    )
