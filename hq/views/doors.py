"""Ways in and out: six letters, a QR, a seat's own address, the master's password."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_POST

from hq import codes, forms, journal, people, presence
from hq.answers import key_of
from hq.boards.doors import qr_code
from hq.enums import Role
from hq.errors import (
    CodeUnknownError,
    InvitationClosedError,
    NameTakenError,
    RefusedError,
    TooManyTriesError,
)
from hq.models import Invitation, Seat
from hq.texts import in_language
from hq.viewers import ACTIVE_SEAT, HOMES, SEATS, GuestRequest, Viewer

TRIES, TRIES_WINDOW = 30, 300


@dataclass(frozen=True, kw_only=True)
class SeatChoice:
    id: int
    name: str
    role_name: str
    game_title: str


@dataclass(frozen=True, kw_only=True)
class HomePage:
    error: str
    code: str
    seats: tuple[SeatChoice, ...]


@dataclass(frozen=True, kw_only=True)
class JoinPage:
    code: str
    game_title: str
    role_name: str
    label: str
    needs_name: bool
    name: str
    error: str
    same_name: bool
    may_be_mine: bool
    known_as: str  # who sits at this device already, in this day and role


@dataclass(frozen=True, kw_only=True)
class RestorePage:
    name: str
    role_name: str
    game_title: str


@dataclass(frozen=True, kw_only=True)
class LeftPage:
    """The way back for somebody who leaves; `url` without its scheme."""

    name: str
    path: str
    url: str
    qr: SafeString


@require_http_methods(["GET", "POST"])
def home(request: GuestRequest) -> HttpResponse:
    """Six letters lead to a door; a device with a seat goes to its board at once."""
    if request.method == "POST":
        try:
            return redirect("join", code=_find_door(request, request.POST.get("code", "")).code)
        except RefusedError as refusal:
            page = HomePage(
                error=str(refusal), code=request.POST.get("code", ""), seats=_seats(request)
            )
            return render(request, "hq/pages/home.html", {"page": page}, status=HTTPStatus.CONFLICT)
    viewer = request.viewer
    board = "" if viewer is None or viewer.is_revoked else HOMES.get(viewer.role, "")
    if board and "stay" not in request.GET:
        return redirect(board)
    page = HomePage(error="", code="", seats=_seats(request))
    return render(request, "hq/pages/home.html", {"page": page})


@require_http_methods(["GET", "POST"])
def join(request: GuestRequest, code: str) -> HttpResponse:
    """The page behind a QR: a GET (a link preview too) spends nothing, the button joins."""
    name, error, same_name, status = "", "", False, HTTPStatus.OK
    try:
        invitation = _find_door(request, code)
    except RefusedError as refusal:
        page = HomePage(error=str(refusal), code=code, seats=_seats(request))
        return render(request, "hq/pages/home.html", {"page": page}, status=HTTPStatus.CONFLICT)
    if request.method == "POST":
        name = request.POST.get("name", "")[:200]
        try:
            activate(request, _take_seat(request, invitation, name))
            return redirect("home")
        except RefusedError as refusal:
            error, status = str(refusal), HTTPStatus.CONFLICT
            same_name = isinstance(refusal, NameTakenError)
    page_ = JoinPage(
        code=invitation.code,
        game_title=in_language(invitation.game.title),
        role_name=invitation.get_role_display(),
        label=invitation.label,
        needs_name=invitation.role != Role.SCREEN,
        name=name,
        error=error,
        same_name=same_name,
        may_be_mine=same_name and people.may_find_again(invitation=invitation, name=name),
        known_as=_known_as(request.viewer, invitation),
    )
    return render(request, "hq/pages/join.html", {"page": page_}, status=status)


def _known_as(viewer: Viewer | None, invitation: Invitation) -> str:
    if viewer is None or viewer.is_revoked or viewer.game_id != invitation.game_id:
        return ""
    return viewer.name if viewer.role == invitation.role else ""


def _take_seat(request: HttpRequest, invitation: Invitation, name: str) -> Seat:
    """A double tap, or a retry after a lost answer, leads back to the seat it already made."""
    told = forms.read(forms.JoinForm, request)
    key = key_of(request)
    try:
        if told["mine"]:
            return people.find_again(invitation=invitation, name=name, key=key)
        return people.join(invitation=invitation, name=name, is_another=told["twin"], key=key)
    except journal.AlreadyDone as first:
        return Seat.objects.get(pk=first.made["seat"])


@require_http_methods(["GET", "POST"])
def restore(request: HttpRequest, token: str) -> HttpResponse:
    """A seat's own address: a button brings the seat to this device."""
    seat = get_object_or_404(
        Seat.objects.select_related("person", "game").exclude(role=Role.MASTER),
        token=token,
        revoked_at__isnull=True,
    )
    if request.method == "POST":
        _sit_down(request, seat)
        return redirect("home")
    page = RestorePage(
        name=seat.person.name,
        role_name=seat.get_role_display(),
        game_title=in_language(seat.game.title),
    )
    return render(request, "hq/pages/restore.html", {"page": page})


@require_POST
def seat_switch(request: HttpRequest, seat: int) -> HttpResponse:
    """Another of the seats this device holds becomes the active one."""
    found = Seat.objects.select_related("person").filter(pk=seat).first()
    if found is not None and seat in request.session.get(SEATS, []):
        _sit_down(request, found)
    return redirect("home")


@require_POST
def leave(request: GuestRequest) -> HttpResponse:
    """This device lets go of its active seat; the seat itself stays and can be restored.

    A volunteer is away from this moment on, and is shown the address that brings the seat back.
    """
    seat = request.session.pop(ACTIVE_SEAT, None)
    request.session[SEATS] = [pk for pk in request.session.get(SEATS, []) if pk != seat]
    viewer = request.viewer
    if viewer is None or viewer.is_revoked or viewer.role != Role.VOLUNTEER:
        return redirect("home")
    presence.leave(by=viewer)
    path = reverse("restore", args=[viewer.token])
    url = request.build_absolute_uri(path)
    page = LeftPage(name=viewer.name, path=path, url=url.partition("://")[2], qr=qr_code(url))
    return render(request, "hq/pages/left.html", {"page": page})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Russian or English, each by their own choice; kept in a cookie of this device."""
    wanted = request.POST.get("language", "")
    response = redirect("home")
    if wanted in dict(settings.LANGUAGES):
        translation.activate(wanted)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            wanted,
            max_age=settings.SESSION_COOKIE_AGE,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
    return response


def _sit_down(request: HttpRequest, seat: Seat) -> None:
    """Take a seat again: whoever had left is back."""
    activate(request, seat)
    if seat.person.left_at is not None and seat.revoked_at is None and seat.role == Role.VOLUNTEER:
        presence.come_back(by=Viewer.of_seat(seat, language="ru"))


def activate(request: HttpRequest, seat: Seat) -> None:
    """Put a seat into this device's session, beside those it holds."""
    held = request.session.get(SEATS, [])
    request.session[SEATS] = [*(pk for pk in held if pk != seat.pk), seat.pk]
    request.session[ACTIVE_SEAT] = seat.pk


def _find_door(request: HttpRequest, typed: str) -> Invitation:
    """The open invitation of a code. Raises `TooManyTriesError` after 30 wrong ones in 5 min."""
    address = request.META.get("REMOTE_ADDR", "")
    counter = f"door-tries:{address}"
    if cache.get(counter, 0) >= TRIES:
        raise TooManyTriesError(seconds=TRIES_WINDOW)
    found = Invitation.objects.select_related("game").filter(code=codes.as_typed(typed)).first()
    if found is None:
        cache.add(counter, 0, TRIES_WINDOW)
        cache.incr(counter)
        raise CodeUnknownError
    if not found.is_open:
        raise InvitationClosedError
    return found


def _seats(request: HttpRequest) -> tuple[SeatChoice, ...]:
    held = Seat.objects.filter(
        pk__in=request.session.get(SEATS, []), revoked_at__isnull=True
    ).select_related("person", "game")
    return tuple(
        SeatChoice(
            id=seat.pk,
            name=seat.person.name,
            role_name=seat.get_role_display(),
            game_title=in_language(seat.game.title),
        )
        for seat in held
    )
