"""Every crisis and prospect that came up: what was decided, by whose word, at what price."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Prefetch

from hq.enums import CardKind, CardState, ChorusState, PoolKind
from hq.models import Card, Chorus, Game, Remark, Voice, Way
from hq.reports.views import Amount, CardTold
from hq.texts import in_language
from hq.words import verdict


def told(game: Game, *, with_secrets: bool) -> tuple[CardTold, ...]:
    """In the order in which they came up."""
    remarks = _remarks(game, with_secrets=with_secrets)
    rows = enumerate(_rows(game), start=1)
    return tuple(_card(row, number, remarks.get(row.pk)) for number, row in rows)


def _rows(game: Game) -> Iterable[Card]:
    voices = Voice.objects.select_related("person").order_by("spoken_at", "pk")
    choruses = Chorus.objects.select_related("voiced_by").order_by("pk")
    tries = choruses.prefetch_related(Prefetch("voices", queryset=voices))
    return (
        Card.objects.filter(game=game)
        .exclude(state__in=(CardState.SHELF, CardState.SCHEDULED))
        .select_related("map", "decision__way__author", "decision__taken_by")
        .prefetch_related(
            Prefetch("decision__choruses", queryset=tries), "aggravations", "chronicle"
        )
        .order_by("issued_at", "pk")
    )


def _remarks(game: Game, *, with_secrets: bool) -> dict[int, Remark]:
    rows = Remark.objects.filter(card__game=game).select_related("person")
    shown = rows if with_secrets else rows.filter(is_secret=False)
    return {row.card_id: row for row in shown}


def _card(row: Card, number: int, remark: Remark | None) -> CardTold:
    decision = row.decision
    tries = list(decision.choruses.all())
    sealed = next((one for one in tries if one.state == ChorusState.SEALED), None)
    way = decision.way if row.state == CardState.RESOLVED else None
    said = list(sealed.voices.all()) if sealed else []
    return CardTold(
        id=row.pk,
        number=number,
        turn=row.turn or 0,
        at_ms=row.issued_at or 0,
        kind=row.kind,
        kind_name=str(CardKind(row.kind).label),
        map=in_language(row.map.title) if row.map else "",
        title=in_language(row.title),
        situation=in_language(row.situation),
        state=row.state,
        state_name=row.state_words,
        decision=in_language(way.title) if way else "",
        own_way_of=way.author.name if way and way.author else "",
        outcome=_outcome(row, way),
        voiced_by=sealed.voiced_by.name if sealed and sealed.voiced_by else "",
        taken_by=decision.taken_by.name if way and decision.taken_by else "",
        seconds_left=_seconds_left(row, sealed) if way else None,
        cost=_cost(way),
        voices=tuple(voice.person.name for voice in said if voice.spoken_at is not None),
        asked=len(said),
        broken=tuple(
            verdict(one.verdict, one.verdict_params)
            for one in tries
            if one.state == ChorusState.BROKEN
        ),
        worse=tuple(
            in_language(each.text) for each in row.aggravations.all() if each.applied_at is not None
        ),
        chronicle=tuple(in_language(line.text) for line in row.chronicle.all()),
        remark=remark.text if remark else "",
        remark_by=remark.person.name if remark and remark.person else "",
        is_secret=bool(remark and remark.is_secret),
    )


def _outcome(row: Card, way: Way | None) -> str:
    """Of the way that holds; of a crisis that ran out, what it threatened. Else nothing came."""
    if way is not None:
        return in_language(way.outcome)
    is_failed = row.state == CardState.EXPIRED and row.kind == CardKind.CRISIS
    return in_language(row.failure) if is_failed else ""


def _seconds_left(row: Card, sealed: Chorus | None) -> int | None:
    """A chorus holds the deadline, so what counts is when the way was voiced."""
    at = sealed.voiced_at if sealed else row.decision.sealed_at
    if row.due_at is None or at is None:
        return None
    return max(0, (row.due_at - at) // 1000)


def _cost(way: Way | None) -> tuple[Amount, ...]:
    cost = way.cost if way else {}
    return tuple(
        Amount(kind=kind.value, name=str(PoolKind(kind).label), amount=amount)
        for kind, amount in cost.items()
    )
