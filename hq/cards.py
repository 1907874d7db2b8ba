"""Crises and prospects from the shelf to their end."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from hq import journal
from hq.enums import CardState, Judgement, Tally
from hq.errors import CardNotOnShelfError, CardUnfinishedError, NotFoundHereError
from hq.events import CardHeldBack, CardIssued, CardOpened, CardScheduled, CardUnseen
from hq.journal import Act
from hq.models import Backing, Card, Decision, Way
from hq.permissions import check_is_master, check_is_volunteer, check_runs
from hq.viewers import Viewer


def issue(*, card_id: int, by: Viewer, key: str = "") -> Card:
    """Put a card before the HQ; its time runs from now.

    Raises `CardNotOnShelfError` with the present state (a stale tab), `GameNotRunningError`,
    `CardUnfinishedError` while anything is left to finish.
    """
    with journal.act("cards.issue", by=by, key=key) as act:
        check_is_master(by)
        check_runs(act.game)
        card = Card.objects.select_for_update().filter(pk=card_id, game=act.game).first()
        if card is None:
            raise NotFoundHereError
        if card.unfinished.strip():
            raise CardUnfinishedError(card=str(card), left=card.unfinished.strip())
        open_up(act=act, card=card, at=act.at)
        return card


def open_up(*, act: Act, card: Card, at: int) -> None:
    """Step: a card from the shelf or the schedule comes up at game time `at` (ms)."""
    claimed = Card.objects.filter(
        pk=card.pk, state__in=(CardState.SHELF, CardState.SCHEDULED)
    ).update(
        state=CardState.OPEN,
        turn=act.game.turn,
        issued_at=at,
        due_at=None if card.time_limit is None else at + card.time_limit * 1000,
        release_at=None,
        release_turn=None,
    )
    if not claimed:
        raise CardNotOnShelfError(card=str(card), state=card.state_words)
    card.refresh_from_db()
    Decision.objects.create(card=card)
    # A deed written in the panel waits for its judgement like one of a pack.
    deeds = Way.objects.filter(card=card, judgement=Judgement.NONE).exclude(deed={})
    deeds.update(judgement=Judgement.AWAITING)
    act.record(CardIssued(card=card.pk))


def bring_up(*, act: Act, card: Card, at: int) -> None:
    """Step: a card of the shelf that something else brings up; an unfinished one stays there."""
    if not _is_held_back(act=act, card=card):
        open_up(act=act, card=card, at=at)


def _is_held_back(*, act: Act, card: Card) -> bool:
    """A card with something left to finish never comes up; the journal tells the game master."""
    if not card.unfinished.strip():
        return False
    act.record(CardHeldBack(card=card.pk))
    return True


def schedule(
    *, act: Act, card: Card, release_at: int | None = None, release_turn: int | None = None
) -> None:
    """Step: a card of the shelf will come up by itself, at game time (ms) or on a turn."""
    if _is_held_back(act=act, card=card):
        return
    claimed = Card.objects.filter(pk=card.pk, state=CardState.SHELF).update(
        state=CardState.SCHEDULED, release_at=release_at, release_turn=release_turn
    )
    if claimed:
        act.record(CardScheduled(card=card.pk))


def take_down(*, act: Act, cards: Iterable[int]) -> None:
    """Step: those of these cards that are only scheduled lie on the shelf again."""
    Card.objects.filter(game=act.game, pk__in=list(cards), state=CardState.SCHEDULED).update(
        state=CardState.SHELF, release_at=None, release_turn=None
    )


def mark_opened(*, card_id: int, by: Viewer, key: str = "") -> None:
    """A volunteer has the card before their eyes. The first one counts; later ones write nothing.

    A phone says this by itself, so a card that is closed by now is no refusal.
    """
    check_is_volunteer(by)
    waiting = Card.objects.filter(pk=card_id, game_id=by.game_id, opened_at__isnull=True).open()
    if not waiting.exists():  # a cheap look without the lock: thirty phones say it at once
        return
    with journal.act("cards.mark_opened", by=by, key=key) as act:
        card = waiting.select_for_update().first()
        if card is not None:
            note_opened(act=act, card=card)


def note_opened(*, act: Act, card: Card) -> None:
    """Step: somebody has seen this card, on a phone or by deciding on it."""
    if card.opened_at is None:
        card.opened_at = act.at
        card.save(update_fields=["opened_at"])
        act.record(CardOpened(card=card.pk))


def unseen(game_id: int, *, issued_by: int) -> QuerySet[Card]:
    """Open cards issued at that game time (ms) or earlier that nobody has opened.

    Each is told of once, so those told of already are left out.
    """
    rows = Card.objects.filter(game_id=game_id).open()
    return rows.filter(opened_at__isnull=True, unseen_at__isnull=True, issued_at__lte=issued_by)


def tell_unseen(*, act: Act) -> bool:
    """Step: sound the gong again for the oldest card that nobody has opened. False without one."""
    waiting = unseen(act.game.pk, issued_by=act.at - act.figures.unseen_after * 1000)
    card = waiting.order_by("issued_at", "pk").first()
    if card is None:
        return False
    card.unseen_at = act.at
    card.save(update_fields=["unseen_at"])
    act.record(CardUnseen(card=card.pk))
    return True


def backers(card_id: int) -> tuple[int, ...]:
    """Ids of the people who back a way of this card."""
    rows = Backing.objects.filter(decision__card__pk=card_id).order_by("person_id")
    return tuple(rows.values_list("person_id", flat=True))


def seers(game_id: int) -> tuple[int, ...]:
    """Ids of the people whose own ballot lets them see the tally of an open card."""
    rows = Backing.objects.filter(
        decision__card__game_id=game_id,
        decision__card__state=CardState.OPEN,
        decision__card__tally=Tally.UNTIL_VOTED,
    )
    return tuple(rows.order_by("person_id").values_list("person_id", flat=True).distinct())


def void(way: Way) -> tuple[int, ...]:
    """Step: a way is struck out, the ballots for it are void. Ids of whose they were."""
    rows = Backing.objects.filter(way=way)
    voided = tuple(rows.order_by("person_id").values_list("person_id", flat=True))
    rows.delete()
    return voided


def open_ids(game_id: int) -> tuple[int, ...]:
    """Ids of the cards that lie before the HQ."""
    return tuple(
        Card.objects.filter(game_id=game_id).open().order_by("pk").values_list("pk", flat=True)
    )
