"""What a game master does at the tables."""

from __future__ import annotations

from fleets import battles, doors, forms, results
from hq.answers import command, key_of
from hq.viewers import HqRequest


@command
def open_battle(request: HqRequest) -> None:
    sent = forms.read(forms.OpenForm, request)
    battles.open_battle(
        table=sent["table"],
        system=sent["system"] or "horizon",
        squadrons=request.POST.getlist("squadrons"),
        scene=sent["scene"] or (),
        rounds=sent["rounds"],
        automation=request.POST.getlist("automation") if "automated" in request.POST else None,
        title={"ru": sent["title"]} if sent["title"] else None,
        by=request.viewer,
        key=key_of(request),
    )


@command
def open_door(request: HqRequest) -> None:
    sent = forms.read(forms.DoorForm, request)
    doors.open_door(by=request.viewer, key=key_of(request), **sent)


@command
def override(request: HqRequest, battle: int) -> None:
    sent = forms.read(forms.ResultForm, request)
    results.override(battle_id=battle, by=request.viewer, key=key_of(request), **sent)


@command
def reopen(request: HqRequest, battle: int) -> None:
    reason = forms.read(forms.ReopenForm, request)["reason"]
    results.reopen(battle_id=battle, reason=reason, by=request.viewer, key=key_of(request))
