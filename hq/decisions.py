"""Deliberation: each present volunteer backs one way; a way with enough backing is voiced (R-3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hq import choruses, journal, ledger, presence
from hq.enums import CardState, Phase, Threshold
from hq.errors import (
    AlreadyVoicedError,
    CardClosedError,
    NotFoundHereError,
    TooLateError,
    WayNotReadyError,
    WayOfAnotherCardError,
)
from hq.events import WayBacked
from hq.journal import Act
from hq.models import Backing, Card, Chorus, Decision, Way
from hq.permissions import check_is_volunteer, check_not_over, check_runs
from hq.viewers import Viewer

RULES: Mapping[str, str | Promise] = {
    Threshold.PLURALITY: _("more voices than any other way"),
    Threshold.MAJORITY: _("more than half of those present"),
    Threshold.TWO_THIRDS: _("two thirds of those present"),
    Threshold.ALL: _("everyone present"),
}


def back(*, card_id: int, way_id: int | None, by: Viewer, key: str = "") -> None:
    """Back a way, change to another, or (`way_id` None) take the backing back.

    Works during a pause too: talking needs no clock. A tap within 1 s after the deadline counts.
    Raises `CardClosedError`, `TooLateError`, `WayOfAnotherCardError`, `AlreadyVoicedError`.
    """
    with journal.act("decisions.back", by=by, key=key) as act:
        person_id = check_is_volunteer(by)
        check_not_over(act.game)
        decision = _get_open(act=act, card_id=card_id, way_id=way_id)
        _check_in_deliberation(decision)
        if way_id is None:
            Backing.objects.filter(decision=decision, person_id=person_id).delete()
        else:
            Backing.objects.bulk_create(
                [Backing(decision=decision, person_id=person_id, way_id=way_id)],
                update_conflicts=True,
                unique_fields=["decision", "person"],
                update_fields=["way"],
            )
        act.record(WayBacked(card=card_id, way=way_id, person=person_id))


def voice(*, card_id: int, way_id: int, by: Viewer, key: str = "") -> Chorus:
    """Say a way aloud for all: its cost is promised and its chorus opens, or waits for its turn.

    Raises as `back`, and `WayNotReadyError` below the card's threshold, `PoolTooLowError` when
    what is free does not cover it, `ChorusTooSmallError` with fewer than two people here.
    """
    with journal.act("decisions.voice", by=by, key=key) as act:
        check_is_volunteer(by)
        check_runs(act.game)
        decision = _get_open(act=act, card_id=card_id, way_id=way_id)
        _check_in_deliberation(decision)
        way = Way.objects.get(pk=way_id)
        _check_ready(act=act, decision=decision, way=way)
        ledger.check_covers(game_id=act.game.pk, cost=way.cost)
        chorus = choruses.call(act=act, decision=decision, way=way)
        act.made["chorus"] = chorus.pk
        return chorus


def ready_ways(*, threshold: str, votes: Mapping[int, int], present: int) -> Collection[int]:
    """Ids of the ways that can be voiced: `votes` by way of those present, `present` people."""
    return {way for way in votes if _has_threshold(threshold, way, votes, present)}


def _has_threshold(threshold: str, way: int, votes: Mapping[int, int], present: int) -> bool:
    own = votes[way]
    if own == 0:
        return False
    if threshold == Threshold.MAJORITY:
        return own * 2 > present
    if threshold == Threshold.TWO_THIRDS:
        return own * 3 >= present * 2
    if threshold == Threshold.ALL:
        return own >= present
    return all(own > other for key, other in votes.items() if key != way)


def _get_open(*, act: Act, card_id: int, way_id: int | None) -> Decision:
    """The decision of an open card whose time is not up and which has this way; its row locked."""
    own_ways = Way.objects.filter(card=OuterRef("card"), pk=way_id or 0)
    decision = (
        Decision.objects.select_for_update(of=("self",))
        .select_related("card", "way")
        .annotate(has_way=Exists(own_ways))
        .filter(card__pk=card_id, card__game=act.game)
        .first()
    )
    if decision is None:
        raise NotFoundHereError
    card = decision.card
    if card.state != CardState.OPEN:
        raise CardClosedError(card=str(card), state=card.get_state_display())
    if not is_in_time(card=card, at=act.at, grace=act.figures.grace):
        raise TooLateError(card=str(card), seconds=max(1, (act.at - (card.due_at or 0)) // 1000))
    if way_id is not None and not decision.has_way:
        raise WayOfAnotherCardError(card=str(card))
    return decision


def is_in_time(*, card: Card, at: int, grace: int) -> bool:
    """One verdict for everyone: game time `at` of arrival, `grace` in the voter's favour (ms)."""
    return card.due_at is None or at <= card.due_at + grace


def _check_in_deliberation(decision: Decision) -> None:
    if decision.phase != Phase.DELIBERATION:
        raise AlreadyVoicedError(way=str(decision.way))


def _check_ready(*, act: Act, decision: Decision, way: Way) -> None:
    here = set(
        presence.present(act.game.pk, figures=act.figures, moment=act.moment).values_list(
            "pk", flat=True
        )
    )
    votes: dict[int, int] = {way.pk: 0}
    for person_id, way_id in decision.backings.values_list("person_id", "way_id"):
        if person_id in here:
            votes[way_id] = votes.get(way_id, 0) + 1
    threshold = decision.card.threshold
    if way.pk not in ready_ways(threshold=threshold, votes=votes, present=len(here)):
        raise WayNotReadyError(way=str(way), rule=RULES[threshold])
