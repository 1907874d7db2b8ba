"""The game master's console and its commands."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect

from hq import addresses, cards, choruses, forms, games, ledger, people, presence, turns, ways
from hq.answers import command, key_of
from hq.enums import Board, PoolKind, Role
from hq.viewers import GuestRequest, HqRequest
from hq.views import doors
from hq.views.boards import show
from hq.ways import Terms


@login_required
def console(request: GuestRequest) -> HttpResponse:
    """The console of the newest day, or of `?game=KEY`; a first visit takes the master's seat."""
    if not request.user.is_staff:
        raise PermissionDenied
    viewer = request.viewer
    wanted = request.GET.get("game", "")
    if viewer is None or viewer.role != Role.MASTER or wanted:
        game = games.find(wanted)
        if game is None:
            return redirect("admin:hq_game_changelist")
        doors.activate(request, people.seat_master(game=game, user=request.user))
        return redirect("master")
    return show(cast("HqRequest", request), board=Board.MASTER, template="hq/pages/master.html")


@command
def start(request: HqRequest) -> None:
    turns.start(by=request.viewer, key=key_of(request))


@command
def pause(request: HqRequest) -> None:
    told = forms.read(forms.PauseForm, request)
    reason = told["preset"] or told["reason"]
    turns.pause(reason=reason, by=request.viewer, key=key_of(request))


@command
def resume(request: HqRequest) -> None:
    turns.resume(by=request.viewer, key=key_of(request))


@command
def turn(request: HqRequest) -> None:
    number = forms.read(forms.TurnForm, request)["turn"]
    turns.open_next(turn=number, by=request.viewer, key=key_of(request))


@command
def issue(request: HqRequest, card: int) -> None:
    cards.issue(card_id=card, by=request.viewer, key=key_of(request))


@command
def mark(request: HqRequest, person: int) -> None:
    here = forms.read(forms.MarkForm, request)["here"] == "1"
    presence.mark(person_id=person, here=here, by=request.viewer, key=key_of(request))


@command
def note_address(request: HqRequest) -> None:
    addresses.acknowledge(by=request.viewer, key=key_of(request))


@command
def record_voice(request: HqRequest, chorus: int, person: int) -> None:
    choruses.record_voice(
        chorus_id=chorus, person_id=person, by=request.viewer, key=key_of(request)
    )


@command
def seal(request: HqRequest, chorus: int) -> None:
    choruses.seal_for_room(chorus_id=chorus, by=request.viewer, key=key_of(request))


@command
def pass_way(request: HqRequest, way: int) -> None:
    told = forms.read(forms.PassWayForm, request)
    terms = Terms(
        cost={kind: told[f"cost_{kind.value}"] or 0 for kind in PoolKind},
        gains={kind: told[f"gain_{kind.value}"] or 0 for kind in PoolKind},
        chance=told["chance"] or 0,
        result=told["result"],
    )
    ways.let_pass(way_id=way, terms=terms, by=request.viewer, key=key_of(request))


@command
def refuse_way(request: HqRequest, way: int) -> None:
    word = forms.read(forms.ReasonForm, request)["reason"]
    ways.refuse(way_id=way, word=word, by=request.viewer, key=key_of(request))


@command
def take_back_judgement(request: HqRequest, way: int) -> None:
    ways.take_back(way_id=way, by=request.viewer, key=key_of(request))


@command
def break_chorus(request: HqRequest, chorus: int) -> None:
    reason = forms.read(forms.ReasonForm, request)["reason"]
    choruses.break_off(chorus_id=chorus, reason=reason, by=request.viewer, key=key_of(request))


@command
def correct(request: HqRequest) -> None:
    told = forms.read(forms.CorrectForm, request)
    ledger.correct(
        kind=told["kind"],
        delta=told["delta"],
        note=told["reason"],
        by=request.viewer,
        key=key_of(request),
    )


@command
def revoke(request: HqRequest, seat: int) -> None:
    people.revoke(seat_id=seat, by=request.viewer, key=key_of(request))
