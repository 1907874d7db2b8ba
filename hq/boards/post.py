"""Dispatches: one's own inbox, the game masters' post, the courier's bag."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import OuterRef, Q, QuerySet, Subquery

from hq import dispatches, figures, maps
from hq.boards import fallout, reads
from hq.boards.fallout import Known
from hq.enums import Addressee, CardState, DispatchState, DispatchWay, Reply, Role
from hq.models import Address, Card, Dispatch, Person, Reading, Seat
from hq.texts import in_language
from hq.viewers import Viewer

READ_SHOWN = 8
SENT_SHOWN = 5
ARRIVED_SHOWN = 20


@dataclass(frozen=True, kw_only=True)
class ReplyView:
    key: str
    name: str
    is_mine: bool


@dataclass(frozen=True, kw_only=True)
class LetterView:
    """A dispatch as its reader has it: sealed (no text yet) until it is read."""

    id: int
    sender: str
    text: str
    arrived_ms: int
    is_read: bool
    card_id: int | None
    card_title: str
    replies: tuple[ReplyView, ...]


@dataclass(frozen=True, kw_only=True)
class ReaderView:
    name: str
    reply: str


@dataclass(frozen=True, kw_only=True)
class SentView:
    id: int
    to: str
    text: str
    state: str
    state_name: str
    sent_ms: int | None
    due_ms: int | None
    code: str
    readers: tuple[ReaderView, ...]


@dataclass(frozen=True, kw_only=True)
class InboxView:
    unread: int
    letters: tuple[LetterView, ...]
    sent: tuple[SentView, ...]
    may_type_code: bool


@dataclass(frozen=True, kw_only=True)
class PostItem:
    id: int
    sender: str
    to: str
    text: str
    way: str
    state: str
    state_name: str
    is_late: bool  # told as unread, and still so at one of its addresses
    unread_at: str  # where
    due_ms: int | None
    arrived_ms: int | None
    code: str
    courier: str
    card_title: str
    minutes: int
    readers: tuple[ReaderView, ...]


@dataclass(frozen=True, kw_only=True)
class PostView:
    """The game masters' post: what nobody reads, under way, with couriers, ready, arrived."""

    late: tuple[PostItem, ...]
    moving: tuple[PostItem, ...]
    ready: tuple[PostItem, ...]
    arrived: tuple[PostItem, ...]


@dataclass(frozen=True, kw_only=True)
class BagItem:
    """What a courier carries: to whom and the code, never the text."""

    id: int
    to: str
    code: str
    is_delivered: bool
    sent_ms: int | None
    arrived_ms: int | None


@dataclass(frozen=True, kw_only=True)
class BagView:
    carried: tuple[BagItem, ...]
    delivered: tuple[BagItem, ...]


@dataclass(frozen=True, kw_only=True)
class PlaceChoice:
    value: str
    name: str
    group: str


@dataclass(frozen=True, kw_only=True)
class Choice:
    id: int
    name: str


@dataclass(frozen=True, kw_only=True)
class DispatchDesk:
    """What the form for a dispatch offers."""

    places: tuple[PlaceChoice, ...]
    people: tuple[Choice, ...]
    couriers: tuple[Choice, ...]
    cards: tuple[Choice, ...]  # of the shelf, that may ride along; a game master's
    letters: int


def inbox(viewer: Viewer) -> InboxView:
    if not reads.stock(viewer).dispatches:
        return InboxView(unread=0, letters=(), sent=(), may_type_code=False)
    mine = dispatches.addressed_to(viewer)
    own = Reading.objects.filter(dispatch=OuterRef("pk"), person_id=viewer.person_id or 0)
    waiting = Dispatch.objects.filter(game_id=viewer.game_id).filter(mine)
    rows = list(
        waiting.filter(state__in=(DispatchState.ARRIVED, DispatchState.COURIER))
        .annotate(reading=Subquery(own.values("pk")[:1]), reply=Subquery(own.values("reply")[:1]))
        .select_related("card")
        .order_by("-arrived_at", "-pk")
    )
    arrived = [row for row in rows if row.state == DispatchState.ARRIVED]
    unread = [row for row in arrived if row.reading is None]
    read = [row for row in arrived if row.reading is not None][:READ_SHOWN]
    return InboxView(
        unread=len(unread),
        letters=(
            *(_letter(row, is_read=False, reply="") for row in unread),
            *(_letter(row, is_read=True, reply=row.reply or "") for row in read),
        ),
        sent=_sent(viewer),
        may_type_code=len(arrived) < len(rows),
    )


def _letter(row: Dispatch, *, is_read: bool, reply: str) -> LetterView:
    card = row.card if is_read else None
    return LetterView(
        id=row.pk,
        sender=in_language(row.sender),
        text=in_language(row.text) if is_read else "",
        arrived_ms=row.arrived_at or 0,
        is_read=is_read,
        card_id=card.pk if card and card.issued_at is not None else None,
        card_title=in_language(card.title) if card and card.issued_at is not None else "",
        replies=tuple(
            ReplyView(key=each.value, name=str(each.label), is_mine=each == reply) for each in Reply
        ),
    )


def _sent(viewer: Viewer) -> tuple[SentView, ...]:
    if viewer.role == Role.MASTER or viewer.person_id is None:
        return ()
    rows = Dispatch.objects.filter(author_id=viewer.person_id).order_by("-pk")
    found = list(_whole(rows)[:SENT_SHOWN])
    known = fallout.places(viewer) if found else {}
    return tuple(
        SentView(
            id=row.pk,
            to=told_to(row, known),
            text=in_language(row.text),
            state=row.state,
            state_name=row.get_state_display(),
            sent_ms=row.sent_at,
            due_ms=row.due_at,
            code=row.code if row.state == DispatchState.COURIER else "",
            readers=_readers(row),
        )
        for row in found
    )


def post(viewer: Viewer) -> PostView:
    has = reads.stock(viewer).post
    rows = list(_whole(Dispatch.objects.filter(game_id=viewer.game_id))) if has else []
    known = fallout.places(viewer) if rows else {}
    told = [_item(row, known) for row in rows]
    arrived = [item for item in told if item.state == DispatchState.ARRIVED]
    arrived.sort(key=lambda item: (-(item.arrived_ms or 0), -item.id))
    moving = [item for item in told if item.state in {DispatchState.DELAYED, DispatchState.COURIER}]
    moving.sort(key=lambda item: (item.due_ms is None, item.due_ms or 0, item.id))
    return PostView(
        late=tuple(item for item in arrived if item.is_late),
        moving=tuple(moving),
        ready=tuple(item for item in told if item.state == DispatchState.SHELF),
        arrived=tuple(item for item in arrived if not item.is_late)[:ARRIVED_SHOWN],
    )


def _item(row: Dispatch, known: Known) -> PostItem:
    unread = [address for address in row.addresses.all() if address.read_at is None]
    return PostItem(
        id=row.pk,
        sender=in_language(row.sender),
        to=told_to(row, known),
        text=in_language(row.text),
        way=row.get_way_display(),
        state=row.state,
        state_name=row.get_state_display(),
        is_late=row.unread_at is not None and bool(unread),
        unread_at=", ".join(_name(address, known) for address in unread),
        due_ms=row.due_at,
        arrived_ms=row.arrived_at,
        code=row.code,
        courier=row.courier.name if row.courier else "",
        card_title=in_language(row.card.title) if row.card else "",
        minutes=row.minutes,
        readers=_readers(row),
    )


def satchel(viewer: Viewer) -> BagView:
    rows = Dispatch.objects.filter(game_id=viewer.game_id, way=DispatchWay.COURIER)
    rows = rows.filter(Q(courier=None) | Q(courier_id=viewer.person_id or 0))
    rows = rows.filter(state__in=(DispatchState.COURIER, DispatchState.ARRIVED))
    found = list(rows.prefetch_related("addresses__person").order_by("sent_at", "pk"))
    known = fallout.places(viewer)
    told = [
        BagItem(
            id=row.pk,
            to=told_to(row, known),
            code=row.code,
            is_delivered=row.state == DispatchState.ARRIVED,
            sent_ms=row.sent_at,
            arrived_ms=row.arrived_at,
        )
        for row in found
    ]
    return BagView(
        carried=tuple(item for item in told if not item.is_delivered),
        delivered=tuple(item for item in told if item.is_delivered)[-READ_SHOWN:],
    )


def carried(viewer: Viewer, dispatch_id: int) -> BagItem | None:
    """One dispatch that a courier carries, for its paper."""
    rows = Dispatch.objects.filter(game_id=viewer.game_id, pk=dispatch_id)
    row = rows.filter(state=DispatchState.COURIER).prefetch_related("addresses__person").first()
    if row is None:
        return None
    return BagItem(
        id=row.pk,
        to=told_to(row, fallout.places(viewer)),
        code=row.code,
        is_delivered=False,
        sent_ms=row.sent_at,
        arrived_ms=None,
    )


def desk(viewer: Viewer) -> DispatchDesk:
    """To whom a dispatch can go, for the form on a page."""
    game = reads.game(viewer)
    known = [(row.slug, dict(row.title)) for row in maps.rows(viewer)]
    sides = [(side["slug"], side["title"]) for side in game.settings.get("sides", ())]
    seats = Seat.objects.filter(game=game, revoked_at__isnull=True)
    people = Person.objects.filter(
        pk__in=seats.exclude(role__in=(Role.SCREEN, Role.MASTER)).values("person")
    ).exclude(pk=viewer.person_id or 0)
    is_master = viewer.role == Role.MASTER
    shelf = Card.objects.filter(game=game, state=CardState.SHELF, unfinished="")
    cards = shelf.values_list("pk", "title") if is_master else ()
    couriers = Person.objects.filter(pk__in=seats.filter(role=Role.COURIER).values("person"))
    return DispatchDesk(
        places=(
            *(_whole_room(kind) for kind in (Addressee.MASTERS, Addressee.HQ)),
            *(_choice(Addressee.TABLE, slug, title) for slug, title in known),
            *(_choice(Addressee.SIDE, slug, title) for slug, title in sides),
        ),
        people=_people(people),
        couriers=_people(couriers) if is_master else (),
        cards=tuple(Choice(id=pk, name=in_language(title)) for pk, title in cards),
        letters=figures.of(game).dispatch_letters,
    )


def _whole_room(kind: Addressee) -> PlaceChoice:
    return PlaceChoice(value=kind.value, name=str(kind.label), group=kind.value)


def _choice(kind: Addressee, slug: str, title: dict[str, str]) -> PlaceChoice:
    return PlaceChoice(value=f"{kind.value}:{slug}", name=in_language(title), group=kind.value)


def _people(rows: Iterable[Person]) -> tuple[Choice, ...]:
    return tuple(Choice(id=row.pk, name=row.name) for row in rows)


def _whole(rows: QuerySet[Dispatch]) -> QuerySet[Dispatch]:
    """Dispatches with all that a list of them shows."""
    return rows.select_related("card", "courier").prefetch_related(
        "addresses__person", "readings__person"
    )


def _readers(row: Dispatch) -> tuple[ReaderView, ...]:
    return tuple(
        ReaderView(
            name=reading.person.name,
            reply=str(Reply(reading.reply).label) if reading.reply else "",
        )
        for reading in row.readings.all()
    )


def told_to(row: Dispatch, known: Known) -> str:
    return ", ".join(_name(address, known) for address in row.addresses.all())


def _name(address: Address, known: Known) -> str:
    if address.kind == Addressee.PERSON:
        return address.person.name if address.person else ""
    if address.kind == Addressee.SIDE:
        return known.get(f"side:{address.key}", address.key)
    if address.kind == Addressee.TABLE:
        return known.get(f"map:{address.key}", address.key)
    return str(Addressee(address.kind).label)
