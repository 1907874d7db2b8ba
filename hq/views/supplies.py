"""What the HQ gives to the tables, and what the camp lets it do."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from hq import aids, camp, forms, grants, strokes
from hq.answers import command, key_of, seated
from hq.boards import day, reads
from hq.permissions import is_master
from hq.texts import in_language
from hq.viewers import HqRequest


@never_cache
@require_GET
@seated
def desk(request: HqRequest) -> HttpResponse:
    """What a game master gives to the tables, with the maps and sides of the day."""
    if not is_master(request.viewer):
        raise PermissionDenied
    sides = reads.game(request.viewer).settings.get("sides", ())
    context = {
        "maps": day.map_names(request.viewer).maps,
        "sides": [(side["slug"], in_language(side["title"])) for side in sides],
    }
    return render(request, "hq/forms/supply_desk.html", context)


@command
def use_ability(request: HqRequest, ability: int) -> None:
    camp.use(ability_id=ability, by=request.viewer, key=key_of(request))


@command
def correct_camp(request: HqRequest) -> None:
    told = forms.read(forms.CampForm, request)
    camp.correct(
        measure=told["measure"],
        delta=told["delta"],
        note=told["reason"],
        by=request.viewer,
        key=key_of(request),
    )


@command
def give_grant(request: HqRequest) -> None:
    told = forms.read(forms.GrantForm, request)
    grants.give(
        table=told["table"],
        side=told["side"],
        points=told["points"],
        rounds=told["rounds"],
        by=request.viewer,
        key=key_of(request),
    )


@command
def end_grant(request: HqRequest, grant: int) -> None:
    grants.end(grant_id=grant, by=request.viewer, key=key_of(request))


@command
def take_grant(request: HqRequest, grant: int) -> None:
    squadron = forms.read(forms.SquadronForm, request)["squadron"]
    grants.take(grant_id=grant, squadron=squadron, by=request.viewer, key=key_of(request))


@command
def send_aid(request: HqRequest) -> None:
    told = forms.read(forms.AidForm, request)
    aids.send(
        kind=told["kind"],
        title=told["title"],
        table=told["table"],
        ship=told["ship"],
        name=told["name"],
        by=request.viewer,
        key=key_of(request),
    )


@command
def ask_aid(request: HqRequest) -> None:
    told = forms.read(forms.AidForm, request)
    aids.ask(
        kind=told["kind"],
        title=told["title"],
        table=told["table"],
        ship=told["ship"],
        by=request.viewer,
        key=key_of(request),
    )


@command
def take_aid_back(request: HqRequest, aid: int) -> None:
    aids.take_back(aid_id=aid, by=request.viewer, key=key_of(request))


@command
def close_aid_window(request: HqRequest, table: str) -> None:
    aids.close_window(table=table, by=request.viewer, key=key_of(request))


@command
def name_stroke(request: HqRequest, stroke: int) -> None:
    choice = forms.read(forms.ChoiceForm, request)["choice"]
    strokes.name(stroke_id=stroke, choice=choice, by=request.viewer, key=key_of(request))


@command
def word_stroke(request: HqRequest, stroke: int) -> None:
    text = forms.read(forms.TextForm, request)["text"]
    strokes.word(stroke_id=stroke, text=text, by=request.viewer, key=key_of(request))
