"""Volunteers' commands: open, back, take, write a way, voice, speak, give, come back."""

from __future__ import annotations

from hq import cards, choruses, decisions, forms, ledger, presence, ways
from hq.answers import command, key_of
from hq.viewers import HqRequest


@command
def back(request: HqRequest, card: int) -> None:
    way = forms.read(forms.BackForm, request)["way"]
    decisions.back(card_id=card, way_id=way, by=request.viewer, key=key_of(request))


@command
def take(request: HqRequest, card: int) -> None:
    way = forms.read(forms.VoiceForm, request)["way"]
    decisions.take(card_id=card, way_id=way, by=request.viewer, key=key_of(request))


@command
def write_way(request: HqRequest, card: int) -> None:
    text = forms.read(forms.OwnWayForm, request)["text"]
    ways.write(card_id=card, text=text, by=request.viewer, key=key_of(request))


@command
def mark_opened(request: HqRequest, card: int) -> None:
    cards.mark_opened(card_id=card, by=request.viewer, key=key_of(request))


@command
def come_back(request: HqRequest) -> None:
    presence.come_back(by=request.viewer, key=key_of(request))


@command
def voice(request: HqRequest, card: int) -> None:
    way = forms.read(forms.VoiceForm, request)["way"]
    decisions.voice(card_id=card, way_id=way, by=request.viewer, key=key_of(request))


@command
def speak(request: HqRequest, chorus: int) -> None:
    beside = [int(pk) for pk in request.POST.getlist("beside") if pk.isdecimal()]
    choruses.speak(chorus_id=chorus, beside=beside, by=request.viewer, key=key_of(request))


@command
def give(request: HqRequest) -> None:
    told = forms.read(forms.GiveForm, request)
    ledger.give(kind=told["kind"], amount=told["amount"], by=request.viewer, key=key_of(request))
