"""From a domain call to an HTTP answer, the same way for every command."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from horizonwar.htmx import is_htmx
from hq import journal, presence
from hq.errors import NotAllowedError, RefusedError
from hq.viewers import HqRequest, Viewer

View = Callable[..., HttpResponse]


def seated(view: View) -> View:
    """Only for a seat of this device. Without one: to the door; its request is a sign of life."""

    @wraps(view)
    def check(request: HqRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        viewer: Viewer | None = request.viewer
        if viewer is None:
            return _to_the_door(request)
        if viewer.is_revoked:
            return refused(request, NotAllowedError(), status=403)
        if viewer.person_id is not None:
            presence.beat(viewer.person_id, seen_at=viewer.seen_at)
        return view(request, *args, **kwargs)

    return check


def command(view: Callable[..., object]) -> View:
    """A POST that does one thing: the view makes the domain call, this words the answer.

    Done, or done before with the same one-time key: 204 and the position that the page will
    reach by its socket. Refused: 409 with a notice, the form as it was left.
    """

    @require_POST
    @seated
    @wraps(view)
    def answer(request: HqRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            view(request, *args, **kwargs)
        except journal.AlreadyDone:
            pass
        except RefusedError as refusal:
            return refused(request, refusal, status=refusal.status)
        return done(request)

    return answer


def key_of(request: HttpRequest) -> str:
    """The one-time key that the page made for this intent, or none."""
    return request.headers.get("X-Command-Key", "") or request.POST.get("key", "")


def done(request: HqRequest) -> HttpResponse:
    if not is_htmx(request):
        return redirect("home")
    epoch, seq = journal.reached(request.viewer)
    response = HttpResponse(status=204)
    response["HX-Trigger"] = json.dumps({"live:reach": {"seq": seq, "epoch": epoch}})
    return response


def refused(request: HttpRequest, refusal: RefusedError, *, status: int = 409) -> HttpResponse:
    """The refusal in words. A page with scripts shows it in place and keeps what was typed."""
    template = "ui/notice.html" if is_htmx(request) else "errors/refused.html"
    return render(request, template, {"text": str(refusal), "oob": True}, status=status)


def _to_the_door(request: HttpRequest) -> HttpResponse:
    if is_htmx(request):
        response = HttpResponse(status=403)
        response["HX-Redirect"] = "/"
        return response
    return redirect("home")
