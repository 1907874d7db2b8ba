"""The captain's page at work: looks ahead as data, commands, retractions, disputes."""

from __future__ import annotations

from fleets import battles, disputes, forms, holdings, phone, results, retractions
from fleets.models import Line
from fleets.rules.base import Json
from fleets.views.answers import ordered, told
from hq.answers import command, key_of
from hq.viewers import HqRequest


@told
def options(request: HqRequest, battle: int) -> Json:
    return phone.options(request.viewer, battle, request.GET.get("unit", ""))


@told
def look(request: HqRequest, battle: int) -> Json:
    return phone.look(request.viewer, battle, forms.from_query(request))


@told
def fallout(request: HqRequest, battle: int, number: int) -> Json:
    found = phone.field(request.viewer, battle)
    fall = retractions.fallout_of(found, number)
    lines = retractions.along(found, fall)
    return {
        "line": number,
        "fallout": [{"line": line, "told": said, "why": why} for line, said, why in lines],
    }


@ordered
def act(request: HqRequest, battle: int) -> Json:
    order = forms.order(forms.read(forms.OrderForm, request))
    line = battles.act(battle_id=battle, order=order, by=request.viewer, key=key_of(request))
    return {"battle": battle, "line": line.number}


@ordered
def retract(request: HqRequest, battle: int) -> Json:
    sent = forms.read(forms.RetractForm, request)
    made = retractions.retract(battle_id=battle, by=request.viewer, key=key_of(request), **sent)
    if isinstance(made, Line):
        return {"battle": battle, "line": made.number}
    return {"battle": battle, "withdrawal": made.pk}


@command
def answer(request: HqRequest, withdrawal: int) -> None:
    sent = forms.read(forms.AnswerForm, request)
    retractions.answer(
        withdrawal_id=withdrawal,
        agree=sent["agree"],
        along=sent["along"] or 0,
        by=request.viewer,
        key=key_of(request),
    )


@ordered
def dispute(request: HqRequest, battle: int) -> Json:
    sent = forms.read(forms.DisputeForm, request)
    made = disputes.dispute(
        battle_id=battle,
        number=sent["number"],
        claim=sent["claim"],
        version=forms.order(sent) if sent["command"] else None,
        by=request.viewer,
        key=key_of(request),
    )
    return {"battle": battle, "dispute": made.pk}


@command
def pass_on(request: HqRequest, dispute: int) -> None:
    disputes.pass_on(dispute_id=dispute, by=request.viewer, key=key_of(request))


@command
def settle(request: HqRequest, dispute: int) -> None:
    sent = forms.read(forms.SettleForm, request)
    disputes.settle(dispute_id=dispute, by=request.viewer, key=key_of(request), **sent)


@command
def hold(request: HqRequest) -> None:
    sent = forms.read(forms.HoldForm, request)
    holdings.take(by=request.viewer, key=key_of(request), **sent)


@command
def let_go(request: HqRequest) -> None:
    holdings.release(by=request.viewer, key=key_of(request))


@command
def confirm(request: HqRequest, battle: int) -> None:
    sent = forms.read(forms.ResultForm, request)
    results.confirm(battle_id=battle, by=request.viewer, key=key_of(request), **sent)
