"""What makes a crisis worse (R-7): by a game master, by a way chosen, by time; each once."""

from __future__ import annotations

from django.db.models import F, QuerySet

from hq import cards, journal
from hq.enums import CardState, Phase, Trigger
from hq.errors import AlreadyWorseError, CardClosedError, DeadlineHeldError, NotFoundHereError
from hq.events import CardAggravated
from hq.journal import Act
from hq.models import Aggravation, Card, Way
from hq.permissions import check_is_master, check_runs
from hq.viewers import Viewer

HELD = (Phase.VOICED, Phase.CHORUS)


def apply(*, aggravation_id: int, by: Viewer, key: str = "") -> None:
    """A game master says that it has come to this.

    Raises `NotFoundHereError` for one that no game master triggers, `CardClosedError`,
    `AlreadyWorseError`, `DeadlineHeldError` while a chorus holds the card.
    """
    with journal.act("aggravations.apply", by=by, key=key) as act:
        check_is_master(by)
        check_runs(act.game)
        aggravation = (
            Aggravation.objects.select_related("card__decision")
            .filter(pk=aggravation_id, card__game=act.game, trigger=Trigger.MASTER)
            .first()
        )
        if aggravation is None or aggravation.card.state in {CardState.SHELF, CardState.SCHEDULED}:
            raise NotFoundHereError
        card = aggravation.card
        if card.state != CardState.OPEN:
            raise CardClosedError(card=str(card), state=card.get_state_display())
        if aggravation.applied_at is not None:
            raise AlreadyWorseError(card=str(card))
        if card.decision.phase in HELD:
            raise DeadlineHeldError(card=str(card))
        come_true(act=act, aggravation=aggravation, at=act.at)


def try_failed(*, act: Act, card: Card, way: Way) -> None:
    """Step: this way was tried and did not hold; what was said to follow from it follows."""
    due = Aggravation.objects.filter(
        card=card,
        card__state=CardState.OPEN,
        trigger=Trigger.WAY,
        way_slug=way.slug,
        applied_at__isnull=True,
    )
    for aggravation in due.select_related("card"):
        come_true(act=act, aggravation=aggravation, at=act.at)


def way_sealed(*, act: Act, card: Card, way: Way) -> None:
    """Step: this way was taken and holds. The card is over, so only other cards come of it."""
    told = Aggravation.objects.filter(
        card=card, trigger=Trigger.WAY, way_slug=way.slug, applied_at__isnull=True
    )
    for aggravation in told.exclude(releases="").select_related("card"):
        come_true(act=act, aggravation=aggravation, at=act.at)


def due(game_id: int, at: int) -> QuerySet[Aggravation]:
    """Those whose time has come at game time `at` (ms). A chorus under way holds them off."""
    return (
        Aggravation.objects.filter(
            card__game_id=game_id,
            card__state=CardState.OPEN,
            trigger=Trigger.TIME,
            applied_at__isnull=True,
            card__issued_at__lte=at - F("after") * 1000,
        )
        .exclude(card__decision__phase__in=HELD)
        .select_related("card")
    )


def moment(aggravation: Aggravation) -> int:
    """The game time (ms) at which one by time comes true: so long after the issue."""
    return (aggravation.card.issued_at or 0) + (aggravation.after or 0) * 1000


def come_true(*, act: Act, aggravation: Aggravation, at: int) -> None:
    """Step: once, at game time `at` (ms): dearer ways, a nearer deadline, another card."""
    claimed = Aggravation.objects.filter(pk=aggravation.pk, applied_at__isnull=True).update(
        applied_at=at
    )
    if not claimed:
        return
    card = aggravation.card
    if card.state == CardState.OPEN:
        _make_dearer(card, aggravation.cost_percent)
        _bring_nearer(act=act, card=card, seconds=aggravation.time_less)
    act.record(CardAggravated(card=card.pk, aggravation=aggravation.pk))
    released = Card.objects.filter(
        game=act.game, slug=aggravation.releases, state=CardState.SHELF
    ).first()
    if released is not None:
        cards.bring_up(act=act, card=released, at=at)


def _make_dearer(card: Card, percent: int) -> None:
    """Every way of the card, volunteers' own ones too; a fraction counts as a whole one."""
    ways = list(card.ways.all())
    for way in ways:
        way.cost_energy = _share(way.cost_energy, percent)
        way.cost_resources = _share(way.cost_resources, percent)
        way.cost_morale = _share(way.cost_morale, percent)
    if percent != 100:
        Way.objects.bulk_update(ways, ["cost_energy", "cost_resources", "cost_morale"])


def _share(amount: int, percent: int) -> int:
    return -(-amount * percent // 100)


def _bring_nearer(*, act: Act, card: Card, seconds: int) -> None:
    """Never before now, and never later than it was."""
    if card.due_at is None or not seconds:
        return
    card.due_at = min(card.due_at, max(act.at, card.due_at - seconds * 1000))
    card.save(update_fields=["due_at"])
