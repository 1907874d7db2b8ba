"""Who is here: answered within the last 45 s, or marked by a game master (R-3, «Present»)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from hq import cards, clock, figures, journal
from hq.enums import Role
from hq.errors import NotFoundHereError
from hq.events import PersonLeft, PersonMarked, PersonReturned, PresenceChanged
from hq.figures import Figures
from hq.journal import Act
from hq.models import Game, Person, Seat
from hq.permissions import check_is_master, check_is_volunteer, check_not_over
from hq.viewers import Viewer

# A page with an open socket is noted by the ticker each 5 s; this is for pages without one, and
# for a late ticker: whoever presses a button is fresh enough for a chorus (`fresh_for`).
BEAT_EVERY = timedelta(seconds=6)


def volunteers(game_id: int) -> QuerySet[Person]:
    """People with a volunteer's seat that was not taken from them."""
    seats = Seat.objects.filter(person=OuterRef("pk"), role=Role.VOLUNTEER, revoked_at__isnull=True)
    return Person.objects.filter(Exists(seats), game_id=game_id)


def present(game_id: int, *, figures: Figures, moment: datetime) -> QuerySet[Person]:
    """Volunteers who are here at `moment` of the wall clock."""
    return volunteers(game_id).filter(_heard_within(figures.present_for, moment))


def roll(game_id: int, *, figures: Figures, moment: datetime) -> list[tuple[Person, bool]]:
    """Every volunteer by name, and whether they are `present`: one read for both."""
    heard = _heard_within(figures.present_for, moment)
    rows = volunteers(game_id).annotate(is_here=ExpressionWrapper(heard, BooleanField()))
    return [(person, bool(person.is_here)) for person in rows]


def fresh(game_id: int, *, figures: Figures, moment: datetime) -> QuerySet[Person]:
    """Volunteers who form the set of a chorus: answered just now, or marked as here."""
    return volunteers(game_id).filter(_heard_within(figures.fresh_for, moment))


def answering(game_id: int, *, figures: Figures, moment: datetime) -> QuerySet[Person]:
    """Volunteers who have not fallen silent in the window of a chorus, or are marked as here."""
    return volunteers(game_id).filter(_heard_within(figures.lost_after, moment))


def _heard_within(seconds: int, moment: datetime) -> Q:
    heard = Q(marked_here=True) | Q(seen_at__gt=moment - timedelta(seconds=seconds))
    return heard & Q(left_at__isnull=True)


def beat(person_id: int, *, seen_at: datetime | None) -> None:
    """A request of this person is a sign of life; written at most every 6 s."""
    moment = clock.wall()
    if seen_at is None or moment - seen_at > BEAT_EVERY:
        Person.objects.filter(pk=person_id).update(seen_at=moment)


def beat_many(person_ids: Collection[int]) -> None:
    """One UPDATE for all whose sockets answered lately. Presence is no event: no journal."""
    if person_ids:
        Person.objects.filter(pk__in=person_ids).update(seen_at=clock.wall())


def mark(*, person_id: int, here: bool, by: Viewer, key: str = "") -> Person:
    """A game master sees someone in the room (phone dead), or no longer sees them."""
    with journal.act("presence.mark", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        person = volunteers(act.game.pk).filter(pk=person_id).first()
        if person is None:
            raise NotFoundHereError
        if person.marked_here != here or (here and person.left_at is not None):
            person.marked_here = here
            person.left_at = None if here else person.left_at
            person.save(update_fields=["marked_here", "left_at"])
            act.record(PersonMarked(person=person.pk, here=here))
            note(act)
        return person


def leave(*, by: Viewer, key: str = "") -> None:
    """«I am leaving»: not present from this moment on, whatever the person's devices answer.

    The clock lets the seat go from the set of a chorus that sounds within a second. The seat
    waits: `come_back` ends the absence. Leaving twice changes nothing.
    """
    with journal.act("presence.leave", by=by, key=key) as act:
        person = _myself(by)
        if person.left_at is None:
            person.left_at, person.marked_here = act.moment, False
            person.save(update_fields=["left_at", "marked_here"])
            act.record(PersonLeft(person=person.pk))
            note(act)


def come_back(*, by: Viewer, key: str = "") -> None:
    """Someone who left has taken their seat again; nothing for those who never left."""
    with journal.act("presence.come_back", by=by, key=key) as act:
        person = _myself(by)
        if person.left_at is not None:
            person.left_at, person.seen_at = None, act.moment
            person.save(update_fields=["left_at", "seen_at"])
            act.record(PersonReturned(person=person.pk))
            note(act)


def _myself(by: Viewer) -> Person:
    return Person.objects.get(pk=check_is_volunteer(by))


def note_changes(game_id: int) -> None:
    """Tell everyone who came and who left since the last note. Nothing changed: nothing written."""
    game = Game.objects.get(pk=game_id)
    came, left = _changes(game, clock.wall())
    if came or left:
        with journal.act("presence.note_changes", by=Viewer.clock(game_id)) as act:
            note(act)


def note(act: Act) -> None:
    """Step: tell who came and who left since everyone was last told."""
    came, left = _changes(act.game, act.moment)
    if not came and not left:
        return
    Person.objects.filter(pk__in=came).update(shown_present=True)
    Person.objects.filter(pk__in=left).update(shown_present=False)
    act.record(
        PresenceChanged(
            came=came,
            left=left,
            open_cards=cards.open_ids(act.game.pk),
            seers=cards.seers(act.game.pk),
        )
    )


def _changes(game: Game, moment: datetime) -> tuple[tuple[int, ...], tuple[int, ...]]:
    here = set(
        present(game.pk, figures=figures.of(game), moment=moment).values_list("pk", flat=True)
    )
    shown = set(Person.objects.filter(game=game, shown_present=True).values_list("pk", flat=True))
    return tuple(sorted(here - shown)), tuple(sorted(shown - here))
