"""The end of the day: its preview and its command, and the way back."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from hq import forms, journal, stakes, turns
from hq.answers import command, key_of, seated
from hq.boards import evening, reads
from hq.boards import stakes as desk
from hq.boards.views import EndingView, ReopeningView
from hq.errors import RefusedError
from hq.permissions import is_master
from hq.texts import in_language
from hq.viewers import HqRequest


@dataclass(frozen=True, kw_only=True)
class EndingPage:
    game_title: str
    ending: EndingView
    error: str
    key: str  # one-time key of this intent


@dataclass(frozen=True, kw_only=True)
class ReopeningPage:
    game_title: str
    stake: ReopeningView
    reason: str
    error: str
    key: str  # one-time key of this intent


@never_cache
@require_http_methods(["GET", "POST"])
@seated
def end(request: HqRequest) -> HttpResponse:
    """What would expire, in order; the button ends the day as it stands on this page."""
    if not is_master(request.viewer):
        raise PermissionDenied
    error, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            told = forms.read(forms.EndForm, request)
            turns.end(
                cards=[int(pk) for pk in told["seen"].split(",") if pk.isdecimal()],
                break_chorus=told["break_chorus"],
                by=request.viewer,
                key=key_of(request),
            )
            return redirect("master")
        except journal.AlreadyDone:
            return redirect("master")
        except RefusedError as refusal:
            error, status = str(refusal), HTTPStatus(refusal.status)
    page = EndingPage(
        game_title=in_language(reads.game(request.viewer).title),
        ending=evening.ending(request.viewer),
        error=error,
        key=secrets.token_hex(16),
    )
    return render(request, "hq/pages/end.html", {"page": page}, status=status)


@command
def reopen(request: HqRequest) -> None:
    reason = forms.read(forms.ReasonForm, request)["reason"]
    turns.reopen(reason=reason, by=request.viewer, key=key_of(request))


@never_cache
@require_http_methods(["GET", "POST"])
@seated
def reopen_stake(request: HqRequest, stake: int) -> HttpResponse:
    """What opening a question again would touch, and the button that does it."""
    if not is_master(request.viewer):
        raise PermissionDenied
    reason, error, status = "", "", HTTPStatus.OK
    if request.method == "POST":
        reason = request.POST.get("reason", "")[:200]
        try:
            stakes.reopen(stake_id=stake, reason=reason, by=request.viewer, key=key_of(request))
            return redirect("master")
        except journal.AlreadyDone:
            return redirect("master")
        except RefusedError as refusal:
            error, status = str(refusal), HTTPStatus(refusal.status)
    found = desk.reopening(request.viewer, stake)
    if found is None:
        raise Http404
    page = ReopeningPage(
        game_title=in_language(reads.game(request.viewer).title),
        stake=found,
        reason=reason,
        error=error,
        key=key_of(request) or secrets.token_hex(16),
    )
    return render(request, "hq/pages/reopen_stake.html", {"page": page}, status=status)


@command
def answer(request: HqRequest, stake: int) -> None:
    slug = forms.read(forms.AnswerForm, request)["answer"]
    stakes.answer(stake_id=stake, answer=slug, by=request.viewer, key=key_of(request))
