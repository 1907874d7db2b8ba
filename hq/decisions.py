"""Deliberation: each present volunteer backs one way; a way with enough backing is voiced (R-3).

A personal card knows neither: one volunteer takes a way alone (R-10).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hq import cards, chances, choruses, journal, ledger, outcomes, presence, sealing
from hq.enums import CardState, DecisionMode, Judgement, Phase, Tally, Threshold
from hq.errors import (
    AlreadyVoicedError,
    AwayError,
    CardClosedError,
    CollectiveCardError,
    NotFoundHereError,
    PersonalCardError,
    TooLateError,
    WayAwaitsError,
    WayNotReadyError,
    WayOfAnotherCardError,
    WayStruckOutError,
)
from hq.events import DecisionTaken, WayBacked
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
        decision, way = get_open(act=act, card_id=card_id, way_id=way_id)
        _check_mode(decision.card, DecisionMode.COLLECTIVE)
        _check_in_deliberation(decision)
        if way is None:
            Backing.objects.filter(decision=decision, person_id=person_id).delete()
        else:
            _check_can_be_backed(way)
            Backing.objects.bulk_create(
                [Backing(decision=decision, person_id=person_id, way=way)],
                update_conflicts=True,
                unique_fields=["decision", "person"],
                update_fields=["way"],
            )
        cards.note_opened(act=act, card=decision.card)
        is_hidden = decision.card.tally == Tally.UNTIL_VOTED
        seers = cards.seers(act.game.pk) if is_hidden else ()
        act.record(WayBacked(card=card_id, way=way_id, person=person_id, seers=seers))


def voice(*, card_id: int, way_id: int, by: Viewer, key: str = "") -> Chorus:
    """Say a way aloud for all: its cost is promised and its chorus opens, or waits for its turn.

    Raises as `back`, and `WayNotReadyError` below the card's threshold, `PoolTooLowError` when
    what is free does not cover it, `ChorusTooSmallError` with fewer than two people here.
    """
    with journal.act("decisions.voice", by=by, key=key) as act:
        check_is_volunteer(by)
        check_runs(act.game)
        decision, way = get_open(act=act, card_id=card_id, way_id=way_id)
        _check_mode(decision.card, DecisionMode.COLLECTIVE)
        _check_in_deliberation(decision)
        way = _check_can_be_sealed(way)
        _check_ready(act=act, decision=decision, way=way)
        ledger.check_covers(game_id=act.game.pk, cost=way.cost)
        outcomes.check_can(act=act, effects=way.effects)
        chorus = choruses.call(act=act, decision=decision, way=way)
        act.made["chorus"] = chorus.pk
        return chorus


def take(*, card_id: int, way_id: int, by: Viewer, key: str = "") -> bool:
    """Take a way of a personal card alone, in one's own name, straight to sealed (R-10).

    False when the way had a chance of refusal and failed: paid, struck out, the card stays open.
    Raises as `back`, and `CollectiveCardError`, `AwayError`, `WayAwaitsError`,
    `WayStruckOutError`, `PoolTooLowError` when what is free does not cover it.
    """
    with journal.act("decisions.take", by=by, key=key) as act:
        person_id = check_is_volunteer(by)
        check_runs(act.game)
        decision, chosen = get_open(act=act, card_id=card_id, way_id=way_id)
        _check_mode(decision.card, DecisionMode.PERSONAL)
        way = _check_can_be_sealed(chosen)
        here = presence.present(act.game.pk, figures=act.figures, moment=act.moment)
        if not here.filter(pk=person_id).exists():
            raise AwayError
        ledger.check_covers(game_id=act.game.pk, cost=way.cost)
        outcomes.check_can(act=act, effects=way.effects)
        decision.taken_by_id = person_id
        told = DecisionTaken(
            card=card_id, way=way.pk, person=person_id, backers=cards.backers(card_id)
        )
        return sealing.seal(act=act, decision=decision, way=way, told=told, roll=chances.percent)


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


def get_open(*, act: Act, card_id: int, way_id: int | None) -> tuple[Decision, Way | None]:
    """The decision of an open card whose time is not up, and its way, if asked: in one read.

    The Game row is locked already; no other command of this day is under way.
    """
    decision, way = _read(act=act, card_id=card_id, way_id=way_id)
    card = decision.card
    if card.state != CardState.OPEN:
        raise CardClosedError(card=str(card), state=card.state_words)
    if not is_in_time(card=card, at=act.at, grace=act.figures.grace):
        raise TooLateError(card=str(card), seconds=max(1, (act.at - (card.due_at or 0)) // 1000))
    if way_id is not None and way is None:
        raise WayOfAnotherCardError(card=str(card))
    return decision, way


def _read(*, act: Act, card_id: int, way_id: int | None) -> tuple[Decision, Way | None]:
    way = (
        Way.objects.select_related("card__decision__way")
        .filter(pk=way_id, card__pk=card_id, card__game=act.game, card__decision__isnull=False)
        .first()
        if way_id is not None
        else None
    )
    if way is not None:
        return way.card.decision, way
    decision = (
        Decision.objects.select_related("card", "way")
        .filter(card__pk=card_id, card__game=act.game)
        .first()
    )
    if decision is None:
        raise NotFoundHereError
    return decision, None


def is_in_time(*, card: Card, at: int, grace: int) -> bool:
    """One verdict for everyone: game time `at` of arrival, `grace` in the voter's favour (ms)."""
    return card.due_at is None or at <= card.due_at + grace


def _check_mode(card: Card, mode: DecisionMode) -> None:
    if card.mode == mode:
        return
    raise (PersonalCardError if mode == DecisionMode.COLLECTIVE else CollectiveCardError)(
        card=str(card)
    )


def _check_can_be_backed(way: Way) -> None:
    if way.can_be_backed:
        return
    if way.judgement == Judgement.AWAITING:
        raise WayAwaitsError(way=str(way))
    raise WayStruckOutError(way=str(way), state=way.get_judgement_display())


def _check_can_be_sealed(way: Way | None) -> Way:
    """The way, if it was named and no judgement stands against it."""
    if way is None:
        raise NotFoundHereError
    _check_can_be_backed(way)
    if not way.can_be_sealed:
        raise WayAwaitsError(way=str(way))
    return way


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
