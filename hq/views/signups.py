"""Before the day: the public page to sign up, the game masters' list, seats and their cards."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from hq import forms, journal, lists, signups
from hq.answers import key_of, refused
from hq.boards import reads
from hq.boards import signups as board
from hq.boards.views import SeatCard, SignUpOptions, SignUpsView
from hq.enums import GameState
from hq.errors import ListUnfitError, RefusedError, SignUpUnfitError
from hq.models import Game
from hq.signups import Choice
from hq.texts import in_language
from hq.viewers import HqRequest
from hq.views.whole import for_masters


@dataclass(frozen=True, kw_only=True)
class SignUpPage:
    game_title: str
    game_key: str
    is_open: bool
    done: bool
    options: SignUpOptions
    choice: Choice
    error: str
    key: str


@dataclass(frozen=True, kw_only=True)
class SignUpsPage:
    game_title: str
    signups: SignUpsView
    text: str
    faults: tuple[str, ...]
    brought: str
    key: str


@dataclass(frozen=True, kw_only=True)
class SeatCardsPage:
    game_title: str
    cards: tuple[SeatCard, ...]


@never_cache
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest, key: str) -> HttpResponse:
    """For anybody with the address, before the day; it shows nothing of the others."""
    game = get_object_or_404(Game, key=key)
    choice, error, status = Choice(name=""), "", HTTPStatus.OK
    if request.method == "POST":
        choice = Choice(**{name: request.POST.get(name, "")[:400] for name in _FIELDS})
        try:
            _put_down(request, game)
            return redirect(f"{request.path}?done")
        except RefusedError as refusal:
            error, status = str(refusal), HTTPStatus(refusal.status)
    page = _sign_up_page(request, game, choice, error)
    return render(request, "hq/pages/sign_up.html", {"page": page}, status=status)


def _put_down(request: HttpRequest, game: Game) -> None:
    told = forms.read(forms.SignUpForm, request)
    with contextlib.suppress(journal.AlreadyDone):
        signups.sign_up(game_id=game.pk, choice=Choice(**told), key=key_of(request))


def _sign_up_page(request: HttpRequest, game: Game, choice: Choice, error: str) -> SignUpPage:
    return SignUpPage(
        game_title=in_language(game.title),
        game_key=game.key,
        is_open=game.state == GameState.BEFORE,
        done="done" in request.GET,
        options=board.options(game),
        choice=choice,
        error=error,
        key=secrets.token_hex(16),
    )


_FIELDS = ("name", "table", "side", "squadron", "food")


@require_http_methods(["GET", "POST"])
@for_masters
def listed(request: HqRequest) -> HttpResponse:
    """The list; a POST brings more of it, pasted or as a workbook, whole or not at all."""
    faults: tuple[str, ...] = ()
    status = HTTPStatus.OK
    if request.method == "POST":
        try:
            return redirect(f"{request.path}?brought={_bring(request)}")
        except journal.AlreadyDone:
            return redirect(request.path)
        except RefusedError as refusal:
            status = HTTPStatus(refusal.status)
            faults = refusal.lines if isinstance(refusal, ListUnfitError) else (str(refusal),)
    page = SignUpsPage(
        game_title=in_language(reads.game(request.viewer).title),
        signups=board.signups(request.viewer),
        text=request.POST.get("text", ""),
        faults=faults,
        brought=request.GET.get("brought", "")[:4],
        key=secrets.token_hex(16),
    )
    return render(request, "hq/pages/signups.html", {"page": page}, status=status)


def _bring(request: HqRequest) -> int:
    return signups.bring(rows=_rows(request), by=request.viewer, key=key_of(request))


def _rows(request: HqRequest) -> Iterable[lists.Row]:
    """Of the workbook, else of what was pasted."""
    sent = request.FILES.get("file")
    try:
        if sent is None:
            return list(lists.pasted(request.POST.get("text", "")))
        return list(lists.workbook(sent.read(lists.MOST_BYTES + 1)))
    except lists.UnreadableError as fault:
        told = str(sent.name) if sent is not None else _("this is no list of people")
        raise SignUpUnfitError(fault=told) from fault


@require_POST
@for_masters
def strike(request: HqRequest, signup: int) -> HttpResponse:
    try:
        signups.strike(signup_id=signup, by=request.viewer, key=key_of(request))
    except journal.AlreadyDone:
        pass
    except RefusedError as refusal:
        return refused(request, refusal, status=refusal.status)
    return redirect("signups")


@require_POST
@for_masters
def seat_all(request: HqRequest) -> HttpResponse:
    with contextlib.suppress(journal.AlreadyDone):
        signups.seat_all(by=request.viewer, key=key_of(request))
    return redirect("seat_cards")


@require_GET
@for_masters
def cards(request: HqRequest) -> HttpResponse:
    """To print and cut: whoever scans their card sits down at once."""
    page = SeatCardsPage(
        game_title=in_language(reads.game(request.viewer).title),
        cards=board.seat_cards(request.viewer),
    )
    return render(request, "hq/pages/seat_cards.html", {"page": page})
