"""The live console: deadlines, the pin, what gets worse, a card on the spot, a look before."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from hq import aggravations, forms, permissions, pins, timing, writing
from hq.answers import command, key_of, seated
from hq.boards import previews
from hq.boards.views import CardView, StageView
from hq.enums import PoolKind
from hq.viewers import HqRequest
from hq.writing import MOST_WAYS, WayDraft


@dataclass(frozen=True, kw_only=True)
class PreviewPage:
    """A card as the room will see it. `side`: «hq» for a volunteer's phone, «wall»."""

    card: CardView
    stage: StageView
    side: str


@command
def pin(request: HqRequest, card: int) -> None:
    pins.pin(card_id=card, by=request.viewer, key=key_of(request))


@command
def unpin(request: HqRequest, card: int) -> None:
    pins.unpin(card_id=card, by=request.viewer, key=key_of(request))


@command
def move_deadline(request: HqRequest, card: int) -> None:
    minutes = forms.read(forms.StepForm, request)["minutes"]
    timing.move_deadline(card_id=card, minutes=minutes, by=request.viewer, key=key_of(request))


@command
def call_time(request: HqRequest, card: int) -> None:
    timing.call_time(card_id=card, by=request.viewer, key=key_of(request))


@command
def aggravate(request: HqRequest, aggravation: int) -> None:
    aggravations.apply(aggravation_id=aggravation, by=request.viewer, key=key_of(request))


@command
def write_card(request: HqRequest) -> None:
    told = forms.read(forms.WriteCardForm, request)
    kind, mode = forms.SORTS[told["sort"] or "crisis"]
    drafts = [
        WayDraft(
            title=told[f"way_{number}"],
            cost={kind: told[f"{kind.value}_{number}"] or 0 for kind in PoolKind},
            brings={kind: told[f"brings_{kind.value}_{number}"] or 0 for kind in PoolKind},
            line=told[f"line_{number}"],
        )
        for number in range(1, MOST_WAYS + 1)
    ]
    writing.write(
        title=told["title"],
        kind=kind,
        mode=mode,
        line=told["line"],
        situation=told["situation"],
        failure=told["failure"],
        map_slug=told["map"],
        minutes=told["minutes"],
        ways=drafts,
        at_once=told["then"] == "open",
        by=request.viewer,
        key=key_of(request),
    )


@never_cache
@require_GET
@seated
def preview(request: HqRequest, card: int) -> HttpResponse:
    """A card as a phone (`?as=hq`) or the wall (`?as=wall`) will show it, by their templates."""
    if not permissions.is_master(request.viewer):
        raise PermissionDenied
    told = previews.card(request.viewer, card)
    if told is None:
        raise Http404
    page = PreviewPage(
        card=told,
        stage=StageView(card=told, waiting=0, turned=None),
        side="wall" if request.GET.get("as") == "wall" else "hq",
    )
    return render(request, "hq/pages/preview.html", {"page": page})
