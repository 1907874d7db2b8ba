"""What a game master does at the tables: a desk on one page, its forms plain or by htmx."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from fleets import battles, disputes, doors, forms, results, retractions, rulings
from fleets.boards import desk as boards
from fleets.boards import reads
from fleets.boards.desk import DeskView
from horizonwar.htmx import is_htmx
from hq import journal
from hq.answers import command, key_of, seated
from hq.errors import RefusedError
from hq.permissions import is_master
from hq.texts import in_language
from hq.viewers import HqRequest

View = Callable[..., HttpResponse]


@dataclass(frozen=True, kw_only=True)
class DeskPage:
    game_title: str
    desk: DeskView
    error: str
    key: str  # one-time key of the next form that is sent


def at_desk(view: Callable[..., None]) -> View:
    """A command of the desk: by htmx as everywhere; as a plain form it leads back to the desk."""

    @require_POST
    @seated
    @wraps(view)
    def answer(request: HqRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_htmx(request):
            return command(view)(request, *args, **kwargs)
        try:
            view(request, *args, **kwargs)
        except journal.AlreadyDone:
            pass
        except RefusedError as refusal:
            return show(request, error=str(refusal), status=refusal.status)
        return redirect("tables_desk")

    return answer


@never_cache
@require_GET
@seated
def desk(request: HqRequest) -> HttpResponse:
    return show(request)


def show(request: HqRequest, *, error: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    if not is_master(request.viewer):
        raise PermissionDenied
    page = DeskPage(
        game_title=in_language(reads.game(request.viewer).title),
        desk=boards.desk(request.viewer),
        error=error,
        key=secrets.token_hex(16),
    )
    return render(request, "fleets/pages/desk.html", {"page": page}, status=status)


@at_desk
def open_battle(request: HqRequest) -> None:
    sent = forms.read(forms.OpenForm, request)
    battles.open_battle(
        table=sent["table"],
        system=sent["system"] or "horizon",
        squadrons=request.POST.getlist("squadrons"),
        things=request.POST.getlist("things"),
        rounds=sent["rounds"],
        automation=request.POST.getlist("automation") if "automated" in request.POST else None,
        title={"ru": sent["title"]} if sent["title"] else None,
        by=request.viewer,
        key=key_of(request),
    )


@at_desk
def open_door(request: HqRequest) -> None:
    sent = forms.read(forms.DoorForm, request)
    doors.open_door(by=request.viewer, key=key_of(request), **sent)


@at_desk
def override(request: HqRequest, battle: int) -> None:
    sent = forms.read(forms.ResultForm, request)
    results.override(battle_id=battle, by=request.viewer, key=key_of(request), **sent)


@at_desk
def reopen(request: HqRequest, battle: int) -> None:
    reason = forms.read(forms.ReopenForm, request)["reason"]
    results.reopen(battle_id=battle, reason=reason, by=request.viewer, key=key_of(request))


@at_desk
def settle(request: HqRequest, dispute: int) -> None:
    sent = forms.read(forms.SettleForm, request)
    disputes.settle(dispute_id=dispute, by=request.viewer, key=key_of(request), **sent)


@at_desk
def answer(request: HqRequest, withdrawal: int) -> None:
    sent = forms.read(forms.AnswerForm, request)
    retractions.answer(
        withdrawal_id=withdrawal,
        agree=sent["agree"],
        along=sent["along"] or 0,
        by=request.viewer,
        key=key_of(request),
    )


@at_desk
def confirm_ruling(request: HqRequest, system: str, number: str) -> None:
    choice = forms.read(forms.RulingForm, request)["choice"]
    rulings.confirm(
        system=system, number=number, choice=choice, by=request.viewer, key=key_of(request)
    )


@at_desk
def change_rules(request: HqRequest, system: str) -> None:
    overrides = forms.read(forms.OverridesForm, request)["overrides"]
    rulings.change(system=system, overrides=overrides or {}, by=request.viewer, key=key_of(request))
