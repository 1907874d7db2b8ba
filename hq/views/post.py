"""Dispatches and calls for help: what volunteers, captains, couriers and masters do with them."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from hq import calls, dispatches, forms
from hq.answers import command, key_of, seated
from hq.boards import post, reads
from hq.dispatches import Place
from hq.enums import Addressee, Board
from hq.permissions import is_master
from hq.texts import in_language
from hq.viewers import HqRequest
from hq.views.boards import show


@dataclass(frozen=True, kw_only=True)
class SlipPage:
    """Paper for the courier: to whom, and the code. Never the text."""

    game_title: str
    to: str
    code: str


@require_GET
@seated
def courier(request: HqRequest) -> HttpResponse:
    return show(request, board=Board.COURIER, template="hq/pages/courier.html")


@never_cache
@require_GET
@seated
def desk(request: HqRequest) -> HttpResponse:
    """The form for a dispatch, with everybody it can go to now."""
    viewer = request.viewer
    context = {"desk": post.desk(viewer), "is_master": is_master(viewer)}
    return render(request, "hq/forms/dispatch.html", context)


@command
def write(request: HqRequest) -> None:
    told = forms.read(forms.DispatchForm, request)
    dispatches.write(
        text=told["text"],
        places=[_place(value) for value in request.POST.getlist("to") if value],
        way=told["way"],
        minutes=told["minutes"] or 0,
        sender=told["sender"],
        courier_id=told["courier"],
        card_id=told["card"],
        by=request.viewer,
        key=key_of(request),
    )


@command
def send(request: HqRequest, dispatch: int) -> None:
    dispatches.send_prepared(dispatch_id=dispatch, by=request.viewer, key=key_of(request))


@command
def read(request: HqRequest, dispatch: int) -> None:
    reply = forms.read(forms.ReplyForm, request)["reply"]
    dispatches.read(dispatch_id=dispatch, reply=reply, by=request.viewer, key=key_of(request))


@command
def hand_over(request: HqRequest, dispatch: int) -> None:
    dispatches.hand_over(dispatch_id=dispatch, by=request.viewer, key=key_of(request))


@command
def open_by_code(request: HqRequest) -> None:
    code = forms.read(forms.CodeForm, request)["code"]
    dispatches.open_by_code(code=code, by=request.viewer, key=key_of(request))


@command
def recall(request: HqRequest, dispatch: int) -> None:
    dispatches.recall(dispatch_id=dispatch, by=request.viewer, key=key_of(request))


@never_cache
@require_GET
@seated
def slip(request: HqRequest, dispatch: int) -> HttpResponse:
    """Paper for the courier, to print and fold."""
    if not is_master(request.viewer):
        raise PermissionDenied
    found = post.carried(request.viewer, dispatch)
    if found is None:
        raise Http404
    title = in_language(reads.game(request.viewer).title)
    page = SlipPage(game_title=title, to=found.to, code=found.code)
    return render(request, "hq/pages/slip.html", {"page": page})


@command
def call_help(request: HqRequest) -> None:
    text = forms.read(forms.HelpForm, request)["text"]
    calls.call(text=text, by=request.viewer, key=key_of(request))


@command
def come_to_help(request: HqRequest, call: int) -> None:
    calls.come(call_id=call, by=request.viewer, key=key_of(request))


@command
def close_help(request: HqRequest, call: int) -> None:
    calls.close(call_id=call, by=request.viewer, key=key_of(request))


def _place(value: str) -> Place:
    """«side:spo», «table:luna», «person:12», «hq», «masters»."""
    kind, _, key = value.partition(":")
    if kind == Addressee.PERSON:
        return Place(kind=kind, person=int(key) if key.isdecimal() else 0)
    return Place(kind=kind, key=key)
