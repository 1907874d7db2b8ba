"""Who is looking or acting: a value made from the session, checked again on every request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Self, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from hq import keyring
from hq.enums import Board, Role
from hq.models import Seat

# Which live pages a role may open, and where its seat leads. What is not of the HQ enters its own
# by `open_board`.
BOARDS: dict[str, frozenset[str]] = {
    # The books are open to everyone of the day.
    **{role.value: frozenset({Board.LEDGER}) for role in Role},
    Role.MASTER: frozenset({Board.MASTER, Board.SCREEN, Board.LEDGER}),
    Role.VOLUNTEER: frozenset({Board.HQ, Board.LEDGER}),
    Role.SCREEN: frozenset({Board.SCREEN, Board.LEDGER}),
    Role.ONLOOKER: frozenset({Board.SCREEN, Board.LEDGER}),
    Role.COURIER: frozenset({Board.COURIER, Board.LEDGER}),
}
HOMES: dict[str, str] = {
    Role.MASTER: "master",
    Role.VOLUNTEER: "board",
    Role.SCREEN: "wall",
    Role.ONLOOKER: "wall",
    Role.COURIER: "courier",
}

Read = TypeVar("Read")

ACTIVE_SEAT = "active_seat"
SEATS = "seats"


def open_board(board: str, *roles: str, homes: Mapping[str, str] | None = None) -> None:
    """Let these roles open one more live page; `homes`: by role, the address its seat leads to."""
    for role in roles:
        BOARDS[role] = BOARDS.get(role, frozenset()) | {board}
    HOMES.update(homes or {})


@dataclass(frozen=True, kw_only=True)
class Viewer:
    """A seat at a board, or the clock acting by itself (no role, no person)."""

    game_id: int
    role: str
    person_id: int | None = None
    seat_id: int | None = None
    name: str = ""
    side: str = ""
    table: str = ""
    squadron: str = ""
    language: str = "ru"
    is_revoked: bool = False
    seen_at: datetime | None = None
    # Only for the owner's own region: what brings the seat to another device.
    token: str = field(default="", repr=False)
    # What one request has read already; a socket's viewer lives for hours and keeps none.
    notes: dict[str, Any] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of_seat(cls, seat: Seat, *, language: str) -> Self:
        return cls(
            game_id=seat.game_id,
            role=seat.role,
            person_id=seat.person_id,
            seat_id=seat.pk,
            name=seat.person.name,
            side=seat.side,
            table=seat.table,
            squadron=seat.squadron,
            language=language,
            is_revoked=seat.revoked_at is not None,
            seen_at=seat.person.seen_at,
            token=seat.token,
        )

    @classmethod
    def clock(cls, game_id: int) -> Self:
        """The game clock: acts when time is up; no player may be it."""
        return cls(game_id=game_id, role="clock")

    @property
    def place(self) -> str:
        """The table whose battle this viewer looks at, for what is told of one table only."""
        return self.table

    def looking_at(self, table: str) -> Self:
        """A seat that is bound to no table looks at the one its page names."""
        return self if self.table else replace(self, table=table)

    def audience(self, board: str) -> tuple[object, ...]:
        """All who share this key see the same bytes of a shared region."""
        return (self.game_id, board, self.role, self.side, self.table, self.language)

    def noting(self, notes: dict[str, Any]) -> Self:
        """The same viewer, keeping what it reads in `notes`."""
        return replace(self, notes=notes)

    def once(self, name: str, read: Callable[[], Read]) -> Read:
        """What `read` returns, asked for once in a request or a push; each time without one.

        In a push all viewers of a game share their notes: `name` must not stand for anything that
        only one of them may see or that differs by language.
        """
        if self.notes is None:
            return read()
        if name not in self.notes:
            self.notes[name] = read()
        found: Read = self.notes[name]
        return found

    @property
    def boards(self) -> frozenset[str]:
        """The live pages this role may open."""
        return BOARDS.get(self.role, frozenset())


class GuestRequest(HttpRequest):
    """A request of a device that may have no seat yet."""

    viewer: Viewer | None


class HqRequest(HttpRequest):
    """A request whose seat was found by `ViewerMiddleware` and `views.doors.seated`."""

    viewer: Viewer


class ViewerMiddleware:
    """Sets `request.viewer`: the active seat of this device, or None; and keeps its keyring."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.viewer = None  # type: ignore[attr-defined]
        if request.path.startswith((f"/{settings.STATIC_URL}".replace("//", "/"), "/healthz")):
            return self.get_response(request)
        tokens = keyring.read(request.COOKIES)
        language = get_language() or settings.LANGUAGE_CODE
        found = find(request.session, language=language, tokens=tokens)
        if found is not None:
            request.viewer = replace(found, notes={})  # type: ignore[attr-defined]
            if found.seat_id != request.session.get(ACTIVE_SEAT):
                _sit_down_again(request.session, found, tokens)
        held = list(request.session.get(SEATS, []))
        response = self.get_response(request)
        is_lacking = found is not None and found.token not in tokens
        if is_lacking or request.session.get(SEATS, []) != held:
            keyring.write(response, _tokens(request.session.get(SEATS, []), found))
        return response


def _sit_down_again(session: SessionBase, found: Viewer, tokens: tuple[str, ...]) -> None:
    """The session does not know the seats that the device's keyring names: it learns them."""
    pks = dict(Seat.objects.filter(token__in=tokens).values_list("token", "pk"))
    held = [pks[token] for token in tokens if token in pks and pks[token] != found.seat_id]
    session[SEATS], session[ACTIVE_SEAT] = [*held, found.seat_id], found.seat_id


def _tokens(seat_ids: list[int], found: Viewer | None) -> list[str]:
    """The tokens of these seats; most devices hold one, and who looks has brought it along."""
    known = {found.seat_id: found.token} if found is not None else {}
    if not known.keys() >= set(seat_ids):
        known = dict(Seat.objects.filter(pk__in=seat_ids).values_list("pk", "token"))
    return [known[pk] for pk in seat_ids if pk in known]


def find(
    session: Mapping[str, Any], *, language: str, tokens: tuple[str, ...] = ()
) -> Viewer | None:
    """The viewer of the session's active seat; a revoked seat comes back marked as such.

    Where the session knows no seat that is still there, the newest of `tokens` that leads to one.
    """
    seats = Seat.objects.select_related("person")
    seat_id = session.get(ACTIVE_SEAT)
    seat = seats.filter(pk=seat_id).first() if seat_id else None
    if seat is None and tokens:
        known = {seat.token: seat for seat in seats.filter(token__in=tokens)}
        named = (known[token] for token in reversed(tokens) if token in known)
        seat = next((seat for seat in named if _may_hold(seat, session)), None)
    if seat is None or not _may_hold(seat, session):
        return None
    return Viewer.of_seat(seat, language=language.split("-", maxsplit=1)[0])


def _may_hold(seat: Seat, session: Mapping[str, Any]) -> bool:
    """A game master's seat works only while its own login is in the session."""
    if seat.role != Role.MASTER:
        return True
    return bool(seat.person.user_id) and str(seat.person.user_id) == session.get(SESSION_KEY)


def load_viewer(scope: Mapping[str, Any]) -> Viewer | None:
    """The viewer of a websocket (`settings.LIVE`): same session, and the language of its page.

    Raises PermissionDenied for a board that is not of this role.
    """
    asked = parse_qs(scope["query_string"].decode())
    wanted = asked.get("language", [""])[0]
    language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    tokens = keyring.read(scope.get("cookies", {}))
    viewer = find(scope["session"], language=language, tokens=tokens)
    if viewer is not None and scope["url_route"]["kwargs"]["board"] not in viewer.boards:
        raise PermissionDenied
    table = asked.get("table", [""])[0]
    return viewer.looking_at(table) if viewer is not None and table else viewer
