"""What the HQ gives to the tables: command points, rescue aids, the one stroke."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from hq import grants as granting
from hq import motions, tables
from hq import strokes as striking
from hq.boards import fallout, reads
from hq.boards.fallout import Known
from hq.enums import (
    AidKind,
    AidState,
    DecisionMode,
    GameState,
    GrantState,
    Role,
    StrokeForm,
    StrokeState,
    WaysChoice,
)
from hq.models import Aid, AidWindow, Grant, Share, Stroke
from hq.tables import ShipOut, SquadronAt
from hq.texts import in_language
from hq.viewers import Viewer

OVER_SHOWN = 3


@dataclass(frozen=True, kw_only=True)
class ShareView:
    name: str
    state: str
    state_name: str
    left: int
    possible: int | None  # rounds the battle has, when fewer than were given
    spent: int


@dataclass(frozen=True, kw_only=True)
class GrantView:
    id: int
    place: str
    points: int
    rounds: int
    state: str
    state_name: str
    given_by: str
    given_ms: int
    shares: tuple[ShareView, ...]


@dataclass(frozen=True, kw_only=True)
class GrantsView:
    live: tuple[GrantView, ...]
    over: tuple[GrantView, ...]
    can_end: bool


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A grant as one squadron's captain sees it."""

    id: int
    squadron: str
    squadron_name: str
    points: int
    rounds: int
    is_taken: bool
    state_name: str
    left: int
    possible: int | None
    spent: int


@dataclass(frozen=True, kw_only=True)
class SupplyView:
    waiting: tuple[Offer, ...]
    taken: tuple[Offer, ...]


@dataclass(frozen=True, kw_only=True)
class StockView:
    """Aids of one kind and title. `key`: the Russian title that names them in a command."""

    kind: str
    kind_name: str
    key: str
    title: str
    is_collective: bool
    free: int
    promised: int


@dataclass(frozen=True, kw_only=True)
class ShipView:
    table: str
    table_name: str
    ship: str
    name: str
    side_name: str
    squadron: str
    status: str
    fate: str
    is_settled: bool
    aid: str  # what was sent to it
    aid_id: int | None
    aid_state: str
    aid_result: str
    sent_by: str
    motion_id: int | None
    may_get: bool


@dataclass(frozen=True, kw_only=True)
class WindowView:
    table: str
    name: str
    waiting: int


@dataclass(frozen=True, kw_only=True)
class RescueView:
    stock: tuple[StockView, ...]
    ships: tuple[ShipView, ...]
    windows: tuple[WindowView, ...]
    free: int
    can_send: bool
    can_ask: bool
    is_master: bool


@dataclass(frozen=True, kw_only=True)
class ChoiceView:
    key: str
    name: str


@dataclass(frozen=True, kw_only=True)
class StrokeView:
    id: int
    form: str
    form_name: str
    holder: str
    state: str
    choice: str
    choice_name: str
    named_by: str
    text: str
    done_ms: int | None
    is_here: bool  # it fell on the table this page shows
    choices: tuple[ChoiceView, ...]  # for who may name it
    can_word: bool


@dataclass(frozen=True, kw_only=True)
class StrokesView:
    items: tuple[StrokeView, ...]


def grants(viewer: Viewer) -> GrantsView:
    of_day = Grant.objects.filter(game_id=viewer.game_id).order_by("-pk")
    told_of = of_day.select_related("given_by").prefetch_related("shares")
    rows = list(told_of) if reads.stock(viewer).grants else []
    known = fallout.places(viewer) if rows else {}
    told = [_grant(row, known) for row in rows]
    return GrantsView(
        live=tuple(one for one in told if one.state != GrantState.OVER),
        over=tuple(one for one in told if one.state == GrantState.OVER)[:OVER_SHOWN],
        can_end=viewer.role == Role.MASTER,
    )


def _grant(row: Grant, known: Known) -> GrantView:
    return GrantView(
        id=row.pk,
        place=fallout.place_name(known, table=row.table, side=row.side),
        points=row.amount,
        rounds=row.rounds,
        state=row.state,
        state_name=row.get_state_display(),
        given_by=row.given_by.name if row.given_by else "",
        given_ms=row.given_at,
        shares=tuple(_share(share, row) for share in row.shares.all()),
    )


def _share(row: Share, grant: Grant) -> ShareView:
    return ShareView(
        name=row.name or row.squadron,
        state=row.state,
        state_name=row.get_state_display(),
        left=row.rounds_left,
        possible=_fewer(row.rounds_possible, grant.rounds),
        spent=row.spent,
    )


def _fewer(possible: int | None, given: int) -> int | None:
    return possible if possible is not None and possible < given else None


def supply(viewer: Viewer) -> SupplyView:
    """For a captain's own page: what waits for «принято», what counts."""
    told = [offer for own in granting.in_hand(viewer) for offer in _offers(viewer, own)]
    return SupplyView(
        waiting=tuple(offer for offer in told if not offer.is_taken),
        taken=tuple(offer for offer in told if offer.is_taken),
    )


def _offers(viewer: Viewer, own: SquadronAt) -> Iterable[Offer]:
    possible = tables.rounds_left(viewer.game_id, own.table)
    for grant in granting.waiting(
        viewer.game_id, table=own.table, side=own.side, squadron=own.squadron
    ):
        yield Offer(
            id=grant.pk,
            squadron=own.squadron,
            squadron_name=own.name,
            points=grant.amount,
            rounds=grant.rounds,
            is_taken=False,
            state_name="",
            left=grant.rounds,
            possible=_fewer(possible, grant.rounds),
            spent=0,
        )
    shares = Share.objects.filter(grant__game_id=viewer.game_id, squadron=own.squadron)
    shares = shares.filter(table=own.table).exclude(state=GrantState.OVER)
    for share in shares.select_related("grant"):
        yield Offer(
            id=share.grant_id,
            squadron=own.squadron,
            squadron_name=own.name,
            points=share.grant.amount,
            rounds=share.grant.rounds,
            is_taken=True,
            state_name=share.get_state_display(),
            left=share.rounds_left,
            possible=_fewer(share.rounds_possible, share.grant.rounds),
            spent=share.spent,
        )


def rescue(viewer: Viewer) -> RescueView:
    game = reads.game(viewer)
    told_of = Aid.objects.filter(game=game).select_related("motion", "sent_by").order_by("pk")
    rows = list(told_of) if reads.stock(viewer).aids else []
    out = tables.ships_out(game.pk, viewer)
    windows = list(AidWindow.objects.filter(game=game)) if rows or out else []
    known = fallout.places(viewer) if rows or out else {}
    stock = _stock(rows)
    ships = _ships(out, rows, windows, known)
    is_room = viewer.role in {Role.VOLUNTEER, Role.MASTER}
    is_over = game.state == GameState.OVER
    return RescueView(
        stock=stock,
        ships=ships,
        windows=tuple(
            WindowView(
                table=window.table,
                name=known.get(f"map:{window.table}", window.table),
                waiting=sum(ship.table == window.table and not ship.aid for ship in ships),
            )
            for window in windows
            if window.closed_at is None
        ),
        free=sum(one.free for one in stock),
        can_send=is_room and not is_over,
        can_ask=viewer.role == Role.VOLUNTEER and game.state == GameState.RUNNING,
        is_master=viewer.role == Role.MASTER,
    )


def _stock(rows: Iterable[Aid]) -> tuple[StockView, ...]:
    groups: dict[tuple[str, str], list[Aid]] = {}
    for row in rows:
        if row.state == AidState.STOCK:
            groups.setdefault((row.kind, row.title.get("ru", "")), []).append(row)
    return tuple(
        StockView(
            kind=kind,
            kind_name=str(AidKind(kind).label),
            key=key,
            title=str(found[0]),
            is_collective=found[0].mode == DecisionMode.COLLECTIVE,
            free=sum(not motions.is_open(row.motion) for row in found),
            promised=sum(motions.is_open(row.motion) for row in found),
        )
        for (kind, key), found in groups.items()
    )


@dataclass
class _Known:
    """What is known of aid for ships: sent, asked for, closed tables."""

    sent: dict[tuple[str, str], Aid] = field(default_factory=dict)
    asked: dict[tuple[str, str], int] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)


def _ships(
    told: Iterable[ShipOut], rows: list[Aid], windows: list[AidWindow], known: Known
) -> tuple[ShipView, ...]:
    aid = _known(rows, windows)
    listed = list(told)
    named = {(ship.table, ship.ship) for ship in listed}
    by_hand = [
        ShipOut(table=row.table, ship=row.ship, name=row.ship_name)
        for key, row in aid.sent.items()
        if key not in named
    ]
    return tuple(_ship(ship, aid, known) for ship in (*listed, *by_hand))


def _known(rows: list[Aid], windows: list[AidWindow]) -> _Known:
    found = _Known()
    for row in rows:
        if row.state != AidState.STOCK:
            found.sent[row.table, row.ship] = row
        elif row.motion is not None and motions.is_open(row.motion):
            for way in row.motion.ways.all():
                for effect in way.effects:
                    if "ship" in effect:
                        found.asked[effect["table"], effect["ship"]] = row.motion.pk
    is_open = {window.table for window in windows if window.closed_at is None}
    found.closed = {window.table for window in windows} - is_open
    return found


def _ship(ship: ShipOut, aid: _Known, known: Known) -> ShipView:
    key = (ship.table, ship.ship)
    sent = aid.sent.get(key)
    motion = aid.asked.get(key)
    may_get = not sent and not motion and not ship.is_settled and ship.table not in aid.closed
    return ShipView(
        table=ship.table,
        table_name=known.get(f"map:{ship.table}", ship.table),
        ship=ship.ship,
        name=ship.name,
        side_name=known.get(f"side:{ship.side}", ship.side),
        squadron=ship.squadron_name,
        status=ship.status,
        fate=ship.fate,
        is_settled=ship.is_settled,
        aid=str(sent) if sent else "",
        aid_id=sent.pk if sent else None,
        aid_state=sent.state if sent else "",
        aid_result=sent.result if sent else "",
        sent_by=sent.sent_by.name if sent and sent.sent_by else "",
        motion_id=motion,
        may_get=may_get,
    )


def strokes(viewer: Viewer) -> StrokesView:
    """What is won and what has fallen. On a table's page only what concerns that table or side."""
    told_of = Stroke.objects.filter(game_id=viewer.game_id).select_related("named_by")
    rows = list(told_of) if reads.stock(viewer).strokes else []
    known = fallout.places(viewer) if rows else {}
    told = (_stroke(row, viewer, known) for row in rows)
    return StrokesView(items=tuple(one for one in told if one is not None))


def _stroke(row: Stroke, viewer: Viewer, known: Known) -> StrokeView | None:
    is_ours = bool(row.holder) and row.holder == viewer.side
    is_here = bool(viewer.table) and row.choice == viewer.table and row.state == StrokeState.DONE
    is_public = row.state == StrokeState.DONE or not viewer.table
    if viewer.table and not (is_here or is_ours or row.form == StrokeForm.WAYS):
        return None
    if not is_public and not is_ours:
        return None
    may_name = row.state != StrokeState.DONE and (
        viewer.role == Role.MASTER or (viewer.role == Role.CAPTAIN and is_ours)
    )
    return StrokeView(
        id=row.pk,
        form=row.form,
        form_name=row.get_form_display(),
        holder=known.get(f"side:{row.holder}", row.holder) or _("the winner"),
        state=row.state,
        choice=row.choice,
        choice_name=_choice(row.choice, known),
        named_by=row.named_by.name if row.named_by else "",
        text=in_language(row.text),
        done_ms=row.done_at,
        is_here=is_here,
        choices=_choices(row, viewer, known) if may_name else (),
        can_word=viewer.role == Role.MASTER and row.state == StrokeState.NAMED,
    )


def _choices(row: Stroke, viewer: Viewer, known: Known) -> tuple[ChoiceView, ...]:
    keys = striking.choices(reads.game(viewer), row)
    return tuple(ChoiceView(key=key, name=_choice(key, known)) for key in keys)


def _choice(key: str, known: Known) -> str:
    if key in set(WaysChoice):
        return str(WaysChoice(key).label)
    return known.get(f"map:{key}", key)
