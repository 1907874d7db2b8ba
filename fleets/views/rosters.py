"""Squadrons on a captain's phone: the list, the cards, texts in and out, print.

Plain pages: a form is sent, the page comes back; a refusal keeps what was typed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from fleets import forms, paper, rosters, rulings
from fleets.boards import reads
from fleets.boards import rosters as boards
from fleets.boards.rosters import RostersView, RosterView
from fleets.errors import PaperFaultyError
from fleets.models import Squadron
from hq import journal
from hq.answers import key_of, seated
from hq.errors import RefusedError
from hq.texts import in_language
from hq.viewers import HqRequest

OK = 200


@dataclass(frozen=True, kw_only=True)
class Refused:
    """A refusal beside the form as it was left; `faults` where there are several."""

    text: str = ""
    faults: tuple[str, ...] = ()
    status: int = OK


@dataclass(frozen=True, kw_only=True)
class ListPage:
    game_title: str
    view: RostersView
    refused: Refused
    key: str
    typed: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class RosterPage:
    game_title: str
    view: RosterView
    refused: Refused
    key: str


@dataclass(frozen=True, kw_only=True)
class CardPage:
    game_title: str
    view: RosterView
    form: Mapping[str, Any]
    unit: str
    count: int
    refused: Refused
    key: str


@dataclass(frozen=True, kw_only=True)
class TextPage:
    game_title: str
    view: RosterView
    lines: str
    refused: Refused
    key: str
    typed: str


@dataclass(frozen=True, kw_only=True)
class PrintPage:
    game_title: str
    view: RosterView
    sheet: str  # «a4» or «letter»
    rounds: range


# --- the list ------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@seated
def listed(request: HqRequest) -> HttpResponse:
    """Own and ready squadrons; a POST builds a new one, or brings it from a text."""
    refused = Refused()
    if request.method == "POST":
        made = _sent(lambda: _build(request))
        if isinstance(made, int):
            return redirect("squadron", made)
        refused = made
    page = ListPage(
        game_title=_title(request),
        view=boards.rosters_of(request.viewer),
        refused=refused,
        key=_key(request, refused),
        typed={name: request.POST.get(name, "") for name in ("name", "side", "table", "text")},
    )
    return render(request, "fleets/pages/squadrons.html", {"page": page}, status=refused.status)


def _build(request: HqRequest) -> Squadron:
    told = forms.read(forms.BuildForm, request)
    where = {"table": told["table"], "side": told["side"], "by": request.viewer}
    if told["text"].strip():
        return rosters.bring(text=told["text"], key=key_of(request), **where)
    return rosters.build(name=told["name"], key=key_of(request), **where)


# --- one squadron --------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@seated
def squadron(request: HqRequest, squadron: int) -> HttpResponse:
    """Its cards; a POST changes what stands above them."""
    row, refused = _find(request, squadron), Refused()
    if request.method == "POST":
        values = paper.of(row.system).posted_head(request.POST)
        made = _sent(
            lambda: rosters.describe(
                squadron_id=squadron, values=values, by=request.viewer, key=key_of(request)
            )
        )
        if isinstance(made, int):
            return redirect("squadron", made)
        refused = made
    return _show(request, squadron, refused)


def _show(request: HqRequest, squadron: int, refused: Refused) -> HttpResponse:
    page = RosterPage(
        game_title=_title(request),
        view=_view(request, squadron),
        refused=refused,
        key=_key(request, refused),
    )
    return render(request, "fleets/pages/squadron.html", {"page": page}, status=refused.status)


@never_cache
@require_http_methods(["GET", "POST"])
@seated
def card(request: HqRequest, squadron: int) -> HttpResponse:
    """The form of one card: `?unit=` of a ship there is, `?like=` to begin with; a POST keeps."""
    row = _find(request, squadron)
    if not rosters.can_change(request.viewer, row):
        raise PermissionDenied
    unit = request.POST.get("unit", request.GET.get("unit", ""))
    values, refused, count = _card_values(request, row, unit), Refused(), 1
    if request.method == "POST":
        count = forms.read_count(request)
        values = paper.of(row.system).posted_unit(request.POST)
        made = _sent(
            lambda: rosters.put_unit(
                squadron_id=squadron,
                values=values,
                unit=unit,
                count=count,
                by=request.viewer,
                key=key_of(request),
            )
        )
        if isinstance(made, int):
            return redirect(f"{reverse('squadron', args=[made])}#cards")
        refused = made
    page = CardPage(
        game_title=_title(request),
        view=_view(request, squadron),
        form=boards.card_form(row, values),
        unit=unit,
        count=count,
        refused=refused,
        key=_key(request, refused),
    )
    return render(request, "fleets/pages/card.html", {"page": page}, status=refused.status)


def _card_values(request: HqRequest, row: Squadron, unit: str) -> Mapping[str, Any]:
    if not unit:
        begun: Mapping[str, Any] = boards.cards_of(row.system).template(request.GET.get("like", ""))
        return begun
    sheet = paper.of(row.system)
    for found in sheet.units(sheet.decode(row.roster)):
        if found.id == unit:
            return sheet.values(found)
    raise Http404


@require_POST
@seated
def weigh(request: HqRequest, squadron: int) -> HttpResponse:
    """What the card in the form costs as it stands, and the limits it passes."""
    row = _find(request, squadron)
    in_force = rulings.in_force(row.game, row.system)
    values = paper.of(row.system).posted_unit(request.POST)
    weighed = boards.cards_of(row.system).weigh(values, in_force)
    return render(request, f"fleets/paper/{row.system}/weighed.html", {"weighed": weighed})


# --- one tap -------------------------------------------------------------------------------


@require_POST
@seated
def drop(request: HqRequest, squadron: int) -> HttpResponse:
    """A ship less."""
    unit = request.POST.get("unit", "")
    return _tapped(
        request,
        squadron,
        lambda: rosters.drop_unit(
            squadron_id=squadron, unit=unit, by=request.viewer, key=key_of(request)
        ),
    )


@require_POST
@seated
def copy(request: HqRequest, squadron: int) -> HttpResponse:
    """The same ships for a squadron of one's own."""

    def change() -> Squadron:
        into = forms.read(forms.CopyForm, request)["into"] or 0
        by, key = request.viewer, key_of(request)
        return rosters.copy(squadron_id=squadron, into=into, by=by, key=key)

    return _tapped(request, squadron, change)


@require_POST
@seated
def let_pass(request: HqRequest, squadron: int) -> HttpResponse:
    """The master lets a limit pass, or no longer does."""

    def change() -> Squadron:
        told = forms.read(forms.LetPassForm, request)
        by, key = request.viewer, key_of(request)
        return rosters.let_pass(squadron_id=squadron, **told, by=by, key=key)

    return _tapped(request, squadron, change)


@require_POST
@seated
def retire(request: HqRequest, squadron: int) -> HttpResponse:
    """Off the lists."""
    made = _sent(
        lambda: rosters.retire(squadron_id=squadron, by=request.viewer, key=key_of(request))
    )
    return redirect("squadrons") if isinstance(made, int) else _show(request, squadron, made)


def _tapped(request: HqRequest, squadron: int, change: Callable[[], Squadron]) -> HttpResponse:
    made = _sent(change)
    if isinstance(made, int):
        return redirect(f"{reverse('squadron', args=[made])}#cards")
    _find(request, squadron)
    return _show(request, squadron, made)


# --- texts and print -----------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@seated
def text(request: HqRequest, squadron: int) -> HttpResponse:
    """The squadron as lines and as JSON; a POST takes all of it from a text."""
    row, refused, typed = _find(request, squadron), Refused(), ""
    if request.method == "POST":
        typed = request.POST.get("text", "")
        made = _sent(
            lambda: rosters.bring(
                text=typed, squadron_id=squadron, by=request.viewer, key=key_of(request)
            )
        )
        if isinstance(made, int):
            return redirect("squadron", made)
        refused = made
    sheet = paper.of(row.system)
    page = TextPage(
        game_title=_title(request),
        view=_view(request, squadron),
        lines=sheet.as_lines(sheet.decode(row.roster)),
        refused=refused,
        key=_key(request, refused),
        typed=typed,
    )
    return render(request, "fleets/pages/squadron_text.html", {"page": page}, status=refused.status)


@never_cache
@require_GET
@seated
def export(request: HqRequest, squadron: int, form: str) -> HttpResponse:
    """A file to keep or to send: `txt` to be read by people, `json` that keeps everything."""
    row = _find(request, squadron)
    sheet = paper.of(row.system)
    built = sheet.decode(row.roster)
    body = sheet.as_json(built) if form == "json" else sheet.as_lines(built)
    kind = "application/json" if form == "json" else "text/plain; charset=utf-8"
    response = HttpResponse(body, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{row.slug}.{form}"'
    return response


@never_cache
@require_GET
@seated
def printed(request: HqRequest, squadron: int) -> HttpResponse:
    """The sheet of the squadron and its cards, for A4 or Letter (`?paper=letter`)."""
    _find(request, squadron)
    page = PrintPage(
        game_title=_title(request),
        view=_view(request, squadron),
        sheet="letter" if request.GET.get("paper") == "letter" else "a4",
        rounds=range(1, 9),
    )
    return render(request, "fleets/pages/squadron_print.html", {"page": page})


# --- the same for all ----------------------------------------------------------------------


def _sent(change: Callable[[], Squadron]) -> int | Refused:
    """The id of the squadron that a change made or changed, or why it did not."""
    try:
        return change().pk
    except journal.AlreadyDone as first:
        return int(first.made["squadron"])
    except PaperFaultyError as refusal:
        faults = tuple(str(fault) for fault in refusal.faults)
        return Refused(text=str(refusal), faults=faults, status=refusal.status)
    except RefusedError as refusal:
        return Refused(text=str(refusal), status=refusal.status)


def _key(request: HqRequest, refused: Refused) -> str:
    """The one-time key of this intent: kept by a refusal, new otherwise."""
    return (key_of(request) if refused.text else "") or secrets.token_hex(16)


def _find(request: HqRequest, squadron: int) -> Squadron:
    row = boards.find(request.viewer, squadron)
    if row is None:
        raise Http404
    return row


def _view(request: HqRequest, squadron: int) -> RosterView:
    view = boards.roster(request.viewer, squadron)
    if view is None:
        raise Http404
    return view


def _title(request: HqRequest) -> str:
    return in_language(reads.game(request.viewer).title)
