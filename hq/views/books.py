"""The ledger for everyone of the day, the undo of a line, the exchange."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from hq import exchange, forms, journal, ledger
from hq.answers import command, key_of, seated
from hq.boards import books, reads
from hq.boards.views import UndoView
from hq.enums import Board
from hq.errors import RefusedError
from hq.permissions import is_master
from hq.texts import in_language
from hq.viewers import HqRequest
from hq.views.boards import show


@dataclass(frozen=True, kw_only=True)
class UndoPage:
    game_title: str
    undo: UndoView
    reason: str
    error: str
    key: str  # one-time key of this intent


@require_GET
@seated
def lines(request: HqRequest) -> HttpResponse:
    """The whole ledger, kept live, for reading and for print; `?pool=` shows the lines of one."""
    return show(request, board=Board.LEDGER, template="hq/pages/ledger.html")


@never_cache
@require_http_methods(["GET", "POST"])
@seated
def undo(request: HqRequest, line: int) -> HttpResponse:
    """What an undo would touch, and the button that does it; a refusal keeps the reason."""
    if not is_master(request.viewer):
        raise PermissionDenied
    reason, error, status = "", "", HTTPStatus.OK
    if request.method == "POST":
        reason = request.POST.get("reason", "")[:200]
        try:
            ledger.reverse(line_id=line, reason=reason, by=request.viewer, key=key_of(request))
            return redirect(f"{reverse('ledger')}#line-{line}")
        except journal.AlreadyDone:
            return redirect(f"{reverse('ledger')}#line-{line}")
        except RefusedError as refusal:
            error, status = str(refusal), HTTPStatus(refusal.status)
    found = books.undo(request.viewer, line)
    if found is None:
        raise Http404
    page = UndoPage(
        game_title=in_language(reads.game(request.viewer).title),
        undo=found,
        reason=reason,
        error=error,
        key=key_of(request) or secrets.token_hex(16),
    )
    return render(request, "hq/pages/undo.html", {"page": page}, status=status)


@command
def buy(request: HqRequest) -> None:
    told = forms.read(forms.ExchangeForm, request)
    trade = exchange.turn_back if told["back"] else exchange.buy
    trade(price_id=told["price"], count=told["count"], by=request.viewer, key=key_of(request))
