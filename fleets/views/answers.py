"""A command of a battle answered as data: done, refused, dice wanted, the same deed, fallout."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from fleets import battles, phone
from fleets.errors import DiceWantedHereError, FalloutError, IllegalError, SameDeedError
from fleets.rules.base import Json
from hq import journal
from hq.answers import seated
from hq.errors import RefusedError
from hq.viewers import HqRequest

View = Callable[..., HttpResponse]


def told(view: Callable[..., Json]) -> View:
    """A GET that answers with data; a refusal in words."""

    @never_cache
    @require_GET
    @seated
    @wraps(view)
    def answer(request: HqRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return JsonResponse(view(request, *args, **kwargs))
        except RefusedError as refusal:
            return refused(request, refusal, **kwargs)

    return answer


def ordered(view: Callable[..., Json]) -> View:
    """A POST at a battle. A repeat with the same one-time key gets the answer of the first."""

    @require_POST
    @seated
    @wraps(view)
    def answer(request: HqRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            made = view(request, *args, **kwargs)
        except journal.AlreadyDone as first:
            return done(request, first.made, again=True)
        except RefusedError as refusal:
            return refused(request, refusal, **kwargs)
        return done(request, made, again=False)

    return answer


def done(request: HqRequest, made: Json, *, again: bool) -> HttpResponse:
    """What the command made, told anew for a repeat too, and the position to reach."""
    epoch, seq = journal.reached(request.viewer)
    answer = {"done": made, "again": again, "epoch": epoch, "seq": seq}
    if "line" in made and "battle" in made:
        found = phone.field(request.viewer, made["battle"])
        line = found.battle.lines.filter(number=made["line"]).first()
        answer["told"] = battles.story_of(found, line) if line is not None else ""
        answer["dice"] = [roll["faces"] for roll in line.dice] if line is not None else []
    return JsonResponse(answer)


def refused(request: HqRequest, refusal: RefusedError, **kwargs: Any) -> HttpResponse:
    """The sentence, a code, and what the phone needs to go on."""
    body: dict[str, Json] = {"refused": {"code": code(refusal), "text": str(refusal)}}
    if isinstance(refusal, DiceWantedHereError):
        found = phone.field(request.viewer, kwargs["battle"])
        body["wanted"] = phone.wanted_dice(found, refusal.request)
    if isinstance(refusal, SameDeedError):
        body["same"] = {"line": refusal.number, **refusal.params}
    if isinstance(refusal, FalloutError):
        body["fallout"] = [
            {"line": number, "told": line, "why": why} for number, line, why in refusal.lines
        ]
    return JsonResponse(body, status=refusal.status)


def code(refusal: RefusedError) -> str:
    """The slug of the rules for what they refuse; else the name of the refusal."""
    if isinstance(refusal, IllegalError):
        return refusal.code
    name = type(refusal).__name__.removesuffix("Error")
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).strip("-")
