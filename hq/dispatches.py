"""Dispatches: from and to the HQ, sides, tables, persons and game masters (R-5).

At once, after a time of the game's clock, or by a courier in person; read, answered with one tap.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from hq import cards, codes, grants, journal
from hq.enums import Addressee, CardState, DispatchState, DispatchWay, GameState, Reply, Role
from hq.errors import (
    AddresseeMissingError,
    AmountError,
    CodeWrongError,
    DispatchGoneError,
    NotAllowedError,
    NotFoundHereError,
    NothingAheadError,
    TextUnfitError,
)
from hq.events import (
    DispatchAnswered,
    DispatchArrived,
    DispatchHastened,
    DispatchRead,
    DispatchRecalled,
    DispatchSent,
    DispatchUnread,
)
from hq.journal import Act
from hq.models import Address, Card, Dispatch, Person, Reading, Seat
from hq.permissions import check_is_master, check_not_over
from hq.states import DISPATCH, may_become
from hq.texts import Text, in_all_languages
from hq.viewers import Viewer

LONGEST_SENDER = 80
LONGEST_MINUTES = 24 * 60
MOST_PLACES = 12
WRITERS = {Role.MASTER, Role.VOLUNTEER, Role.CAPTAIN}


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a dispatch goes. `key`: side or table; `person`: the id of one person."""

    kind: str
    key: str = ""
    person: int | None = None


def write(
    *,
    text: str,
    places: Sequence[Place],
    way: str = DispatchWay.AT_ONCE,
    minutes: int = 0,
    sender: str = "",
    courier_id: int | None = None,
    card_id: int | None = None,
    by: Viewer,
    key: str = "",
) -> Dispatch:
    """Send a dispatch of one's own words. Works in a pause too; time on its way stands then.

    `sender`: who signs it; only a master may sign for another, and only a master sends a card
    along or sets the time. Players' dispatches take the day's `dispatch_minutes`, to game masters
    none. Raises `TextUnfitError`, `AddresseeMissingError`, `AmountError`, `NotFoundHereError`.
    """
    with journal.act("dispatches.write", by=by, key=key) as act:
        if by.role not in WRITERS or by.person_id is None:
            raise NotAllowedError
        check_not_over(act.game)
        words = text.strip()
        if not 0 < len(words) <= act.figures.dispatch_letters:
            raise TextUnfitError(most=act.figures.dispatch_letters, letters=len(words))
        is_master = by.role == Role.MASTER
        dispatch = Dispatch.objects.create(
            game=act.game,
            sender=_signed(act=act, sender=sender),
            author_id=by.person_id,
            text={"ru": words},
            card=_card_along(act=act, card_id=card_id) if is_master else None,
            minutes=_minutes(act=act, places=places, minutes=minutes, way=way),
            way=way,
            courier=_courier(act=act, courier_id=courier_id),
        )
        _address(act=act, dispatch=dispatch, places=places)
        act.made["dispatch"] = dispatch.pk
        send(act=act, dispatch=dispatch, at=act.at)
        return dispatch


def send_prepared(*, dispatch_id: int, by: Viewer, key: str = "") -> Dispatch:
    """A game master sends a dispatch of the scenario, by its own way.

    Raises `DispatchGoneError` when it has left the shelf already.
    """
    with journal.act("dispatches.send_prepared", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        dispatch = _get(act=act, dispatch_id=dispatch_id)
        if dispatch.state != DispatchState.SHELF:
            raise DispatchGoneError(state=dispatch.get_state_display())
        send(act=act, dispatch=dispatch, at=act.at)
        return dispatch


def hand_over(*, dispatch_id: int, by: Viewer, key: str = "") -> Dispatch:
    """The courier stands before the addressee: the dispatch is free. A master may say so too."""
    with journal.act("dispatches.hand_over", by=by, key=key) as act:
        dispatch = _get(act=act, dispatch_id=dispatch_id)
        is_courier = by.role == Role.COURIER and dispatch.courier_id in {None, by.person_id}
        if by.role != Role.MASTER and not is_courier:
            raise NotAllowedError
        if dispatch.state != DispatchState.COURIER:
            raise DispatchGoneError(state=dispatch.get_state_display())
        arrive(act=act, dispatch=dispatch, at=act.at)
        return dispatch


def open_by_code(*, code: str, by: Viewer, key: str = "") -> Dispatch:
    """An addressee types the code of the courier's paper. Raises `CodeWrongError`."""
    with journal.act("dispatches.open_by_code", by=by, key=key) as act:
        typed = codes.as_typed(code)
        waiting = Dispatch.objects.filter(game=act.game, state=DispatchState.COURIER, code=typed)
        dispatch = waiting.filter(addressed_to(by)).distinct().first() if typed else None
        if dispatch is None:
            raise CodeWrongError
        arrive(act=act, dispatch=dispatch, at=act.at)
        return dispatch


def recall(*, dispatch_id: int, by: Viewer, key: str = "") -> Dispatch:
    """A game master calls back what has not arrived yet. Raises `DispatchGoneError`."""
    with journal.act("dispatches.recall", by=by, key=key) as act:
        check_is_master(by)
        dispatch = _get(act=act, dispatch_id=dispatch_id)
        _become(dispatch, DispatchState.RECALLED)
        dispatch.due_at = None
        dispatch.save(update_fields=["state", "due_at"])
        act.record(DispatchRecalled(dispatch=dispatch.pk, people=_concerned(dispatch)))
        return dispatch


def read(*, dispatch_id: int, by: Viewer, reply: str = "", key: str = "") -> Reading:
    """An addressee has read it, and may answer with one tap; another tap changes the answer.

    Raises `NotFoundHereError` for a dispatch that is not theirs or has not arrived.
    """
    with journal.act("dispatches.read", by=by, key=key) as act:
        rows = Dispatch.objects.filter(pk=dispatch_id, game=act.game)
        dispatch = rows.filter(state=DispatchState.ARRIVED).filter(addressed_to(by)).first()
        if dispatch is None or by.person_id is None or reply not in {"", *Reply.values}:
            raise NotFoundHereError
        reading, is_new = Reading.objects.get_or_create(
            dispatch=dispatch, person_id=by.person_id, defaults={"read_at": act.at}
        )
        if is_new:
            own = Address.objects.filter(dispatch=dispatch, read_at__isnull=True)
            own.filter(_addresses_of(by)).update(read_at=act.at)
            people = _told(dispatch, by.person_id)
            act.record(DispatchRead(dispatch=dispatch.pk, people=people))
        if reply and reading.reply != reply:
            reading.reply, reading.replied_at = reply, act.at
            reading.save(update_fields=["reply", "replied_at"])
            people = _told(dispatch, by.person_id)
            act.record(DispatchAnswered(dispatch=dispatch.pk, reply=reply, people=people))
        return reading


def send(*, act: Act, dispatch: Dispatch, at: int, minutes: int | None = None) -> None:
    """Step: a dispatch leaves by its way; `minutes` on its way, where not its own."""
    dispatch.sent_at = at
    delay = dispatch.minutes if minutes is None else minutes
    if dispatch.way == DispatchWay.COURIER:
        _become(dispatch, DispatchState.COURIER)
        dispatch.code = _free_code(act)
    elif delay:
        _become(dispatch, DispatchState.DELAYED)
        dispatch.due_at = at + delay * 60_000
    dispatch.save(update_fields=["state", "sent_at", "code", "due_at"])
    # A reader is asked for the code of what a courier carries.
    is_carried = dispatch.state == DispatchState.COURIER
    people = _concerned(dispatch) if is_carried else _carriers(dispatch)
    act.record(DispatchSent(dispatch=dispatch.pk, people=people))
    if dispatch.state == DispatchState.SHELF:
        arrive(act=act, dispatch=dispatch, at=at)


def send_by_slug(*, act: Act, slug: str, minutes: int | None, at: int) -> None:
    """Step for outcomes: a dispatch of the scenario; one that has left already stays as it is."""
    rows = Dispatch.objects.filter(game=act.game, slug=slug, state=DispatchState.SHELF)
    dispatch = rows.first()
    if dispatch is not None and act.game.state != GameState.OVER:
        send(act=act, dispatch=dispatch, at=at, minutes=minutes)


def arrive(*, act: Act, dispatch: Dispatch, at: int) -> None:
    """Step: it is before its addressees' eyes, once; the card that rides on it comes up."""
    _become(dispatch, DispatchState.ARRIVED)
    dispatch.arrived_at, dispatch.due_at = at, None
    dispatch.save(update_fields=["state", "arrived_at", "due_at"])
    act.record(DispatchArrived(dispatch=dispatch.pk, people=_concerned(dispatch)))
    card = dispatch.card
    is_day = act.game.state in {GameState.RUNNING, GameState.PAUSED}
    if card is not None and is_day and card.state in {CardState.SHELF, CardState.SCHEDULED}:
        cards.bring_up(act=act, card=card, at=at)


def hasten(*, act: Act, minutes: int) -> None:
    """Step for outcomes: what is on its way to or from the HQ arrives sooner by so many minutes."""
    waiting = Dispatch.objects.filter(game=act.game, state=DispatchState.DELAYED)
    for dispatch in waiting.order_by("due_at", "pk"):
        dispatch.due_at = max(act.at, (dispatch.due_at or 0) - minutes * 60_000)
        dispatch.save(update_fields=["due_at"])
        act.record(DispatchHastened(dispatch=dispatch.pk, people=_carriers(dispatch)))


def look_ahead(*, act: Act, at: int) -> None:
    """Step for outcomes: the HQ is told of the next card that will come, as a dispatch."""
    card = ahead(act.game.pk)
    if card is None or act.game.state == GameState.OVER:
        return
    dispatch = Dispatch.objects.create(
        game=act.game,
        sender=in_all_languages(gettext_noop("Long-range watch")),
        text=in_all_languages(
            gettext_noop("Soon: «%(title)s». %(situation)s"),
            title=card.title,
            situation=card.situation,
        ),
    )
    Address.objects.create(dispatch=dispatch, kind=Addressee.HQ)
    send(act=act, dispatch=dispatch, at=at)


def ahead(game_id: int) -> Card | None:
    """The card that comes up next by itself: by time first, then by turn."""
    rows = Card.objects.filter(game_id=game_id, state=CardState.SCHEDULED)
    timed = rows.filter(release_at__isnull=False).order_by("release_at", "pk").first()
    return timed or rows.order_by("release_turn", "pk").first()


def check_ahead(game_id: int) -> None:
    """Raises `NothingAheadError` when no card is scheduled."""
    if ahead(game_id) is None:
        raise NothingAheadError


def due(game_id: int, at: int) -> QuerySet[Dispatch]:
    """What should have arrived by game time `at` (ms), the earliest first."""
    rows = Dispatch.objects.filter(game_id=game_id, state=DispatchState.DELAYED, due_at__lte=at)
    return rows.order_by("due_at", "pk")


def unread(game_id: int, *, arrived_by: int) -> QuerySet[Dispatch]:
    """What arrived at that game time (ms) or earlier and stands unread at one of its addresses.

    Each is told of once, so those told of already are left out.
    """
    rows = Dispatch.objects.filter(game_id=game_id, state=DispatchState.ARRIVED)
    rows = rows.filter(arrived_at__lte=arrived_by, unread_at__isnull=True)
    return rows.filter(addresses__read_at__isnull=True).distinct().order_by("arrived_at", "pk")


def tell_unread(*, act: Act) -> bool:
    """Step: tell the game masters of the oldest dispatch nobody reads. False without one."""
    limit = act.at - act.figures.dispatch_unread_after * 1000
    dispatch = unread(act.game.pk, arrived_by=limit).first()
    if dispatch is None:
        return False
    dispatch.unread_at = act.at
    dispatch.save(update_fields=["unread_at"])
    act.record(DispatchUnread(dispatch=dispatch.pk, people=_author(dispatch)))
    return True


def addressed_to(viewer: Viewer) -> Q:
    """Dispatches that this seat may read once they have arrived."""
    own = _addresses_of(viewer)
    return Q(pk__in=Address.objects.filter(own).values("dispatch"))


def _addresses_of(viewer: Viewer) -> Q:
    own = Q(kind=Addressee.PERSON, person_id=viewer.person_id or 0)
    if viewer.role == Role.VOLUNTEER:
        own |= Q(kind=Addressee.HQ)
    elif viewer.role == Role.MASTER:
        own |= Q(kind=Addressee.MASTERS)
    elif viewer.role == Role.CAPTAIN:
        own |= Q(kind=Addressee.SIDE, key=viewer.side or "-")
        own |= Q(kind=Addressee.TABLE, key=viewer.table or "-")
    return own


def readers(dispatch: Dispatch) -> tuple[int, ...]:
    """Ids of the people who may read it; whose seat was taken back is told for the last time."""
    seats = Q(pk__in=())
    for address in dispatch.addresses.all():
        seats |= _seats_of(address)
    rows = Seat.objects.filter(seats, game_id=dispatch.game_id)
    return tuple(rows.order_by("person_id").values_list("person_id", flat=True).distinct())


def _seats_of(address: Address) -> Q:
    return {
        Addressee.HQ: Q(role=Role.VOLUNTEER),
        Addressee.MASTERS: Q(role=Role.MASTER),
        Addressee.SIDE: Q(role=Role.CAPTAIN, side=address.key),
        Addressee.TABLE: Q(role=Role.CAPTAIN, table=address.key),
        Addressee.PERSON: Q(person_id=address.person_id or 0),
    }[Addressee(address.kind)]


def _concerned(dispatch: Dispatch) -> tuple[int, ...]:
    """Readers, carriers and the author: all who have it on a page of their own."""
    return _sorted(*readers(dispatch), *_carriers(dispatch))


def _carriers(dispatch: Dispatch) -> tuple[int, ...]:
    """The author, and the couriers who carry it."""
    seats = Seat.objects.filter(
        game_id=dispatch.game_id, role=Role.COURIER, revoked_at__isnull=True
    )
    if dispatch.courier_id is not None:
        seats = seats.filter(person_id=dispatch.courier_id)
    carried = seats.values_list("person_id", flat=True)
    is_carried = dispatch.way == DispatchWay.COURIER
    return _sorted(*_author(dispatch), *(carried if is_carried else ()))


def _told(dispatch: Dispatch, reader: int) -> tuple[int, ...]:
    return _sorted(reader, *_author(dispatch))


def _author(dispatch: Dispatch) -> tuple[int, ...]:
    return () if dispatch.author_id is None else (dispatch.author_id,)


def _sorted(*people: int) -> tuple[int, ...]:
    return tuple(sorted(set(people)))


def _signed(*, act: Act, sender: str) -> Text:
    """A master signs as they like; everybody else by name and place."""
    by = act.by
    if by.role == Role.MASTER:
        typed = sender.strip()[:LONGEST_SENDER]
        return {"ru": typed} if typed else in_all_languages(gettext_noop("Game masters"))
    if by.role == Role.VOLUNTEER:
        return in_all_languages(gettext_noop("HQ, %(name)s"), name=by.name)
    title = act.game.maps.filter(slug=by.table).values_list("title", flat=True).first()
    return in_all_languages(
        gettext_noop("%(table)s, %(name)s"), table=title or by.table, name=by.name
    )


def _minutes(*, act: Act, places: Iterable[Place], minutes: int, way: str) -> int:
    if act.by.role == Role.MASTER:
        if not 0 <= minutes <= LONGEST_MINUTES or (way == DispatchWay.DELAYED and not minutes):
            raise AmountError(most=LONGEST_MINUTES)
        return minutes if way == DispatchWay.DELAYED else 0
    is_to_masters = all(place.kind == Addressee.MASTERS for place in places)
    return 0 if is_to_masters or way == DispatchWay.COURIER else act.figures.dispatch_minutes


def _courier(*, act: Act, courier_id: int | None) -> Person | None:
    if courier_id is None:
        return None
    seats = Seat.objects.filter(
        game=act.game, role=Role.COURIER, person_id=courier_id, revoked_at__isnull=True
    )
    seat = seats.select_related("person").first()
    if seat is None:
        raise NotFoundHereError
    return seat.person


def _card_along(*, act: Act, card_id: int | None) -> Card | None:
    if card_id is None:
        return None
    card = Card.objects.filter(pk=card_id, game=act.game, state=CardState.SHELF).first()
    if card is None:
        raise NotFoundHereError
    return card


def _address(*, act: Act, dispatch: Dispatch, places: Collection[Place]) -> None:
    wanted = list(dict.fromkeys(places))
    if not 1 <= len(wanted) <= MOST_PLACES:
        raise AddresseeMissingError
    if not all(_is_here(act, place) for place in wanted):
        raise NotFoundHereError
    Address.objects.bulk_create(
        Address(dispatch=dispatch, kind=place.kind, key=place.key, person_id=place.person)
        for place in wanted
    )


def _is_here(act: Act, place: Place) -> bool:
    if place.kind == Addressee.SIDE:
        return place.key in grants.sides(act.game)
    if place.kind == Addressee.TABLE:
        return act.game.maps.filter(slug=place.key).exists()
    if place.kind == Addressee.PERSON:
        return act.game.people.filter(pk=place.person or 0).exists()
    return place.kind in {Addressee.HQ, Addressee.MASTERS}


def _free_code(act: Act) -> str:
    taken = set(Dispatch.objects.filter(game=act.game).values_list("code", flat=True))
    while (code := codes.invitation_code()) in taken:
        pass
    return code


def _get(*, act: Act, dispatch_id: int) -> Dispatch:
    rows = Dispatch.objects.select_for_update(of=("self",)).filter(pk=dispatch_id, game=act.game)
    dispatch = rows.select_related("card").first()
    if dispatch is None:
        raise NotFoundHereError
    return dispatch


def _become(dispatch: Dispatch, state: DispatchState) -> None:
    if not may_become(DISPATCH, dispatch.state, state):
        raise DispatchGoneError(state=dispatch.get_state_display())
    dispatch.state = state
