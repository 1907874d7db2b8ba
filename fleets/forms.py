"""Forms parse and validate a POST. They save nothing."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.http import HttpRequest

from fleets import dice
from fleets.battles import Order
from fleets.errors import CommandUnfitError
from hq.errors import FormUnfitError


class OrderForm(forms.Form):
    """A command: `command` and `dice` are JSON, the rest says how it is sent."""

    command = forms.JSONField()
    dice = forms.JSONField(required=False)
    throw_all = forms.BooleanField(required=False)
    seen = forms.IntegerField(required=False, min_value=0)
    again = forms.BooleanField(required=False)


class RetractForm(forms.Form):
    number = forms.IntegerField(min_value=1)
    confirm = forms.BooleanField(required=False)
    reason = forms.CharField(required=False, max_length=200)


class AnswerForm(forms.Form):
    agree = forms.BooleanField(required=False)
    along = forms.IntegerField(required=False, min_value=0)


class DisputeForm(forms.Form):
    number = forms.IntegerField(min_value=1)
    claim = forms.CharField(required=False, max_length=200)
    command = forms.JSONField(required=False)
    dice = forms.JSONField(required=False)


class SettleForm(forms.Form):
    stands = forms.BooleanField(required=False)
    word = forms.CharField(required=False, max_length=200)


class HoldForm(forms.Form):
    squadron = forms.SlugField(required=False, max_length=50)
    side = forms.SlugField(required=False)


class ResultForm(forms.Form):
    winner = forms.SlugField(required=False)
    note = forms.CharField(required=False, max_length=200)


class ReopenForm(forms.Form):
    reason = forms.CharField(required=False, max_length=200)


class OpenForm(forms.Form):
    """`squadrons`, `things` and `automation` come as lists beside the form."""

    table = forms.SlugField()
    system = forms.SlugField(required=False)
    rounds = forms.IntegerField(required=False, min_value=1, max_value=99)
    title = forms.CharField(required=False, max_length=80)


class DoorForm(forms.Form):
    table = forms.SlugField()
    side = forms.SlugField(required=False)
    squadron = forms.SlugField(required=False, max_length=50)


class RulingForm(forms.Form):
    choice = forms.CharField(required=False, max_length=60)


class OverridesForm(forms.Form):
    overrides = forms.JSONField(required=False)


class BuildForm(forms.Form):
    """A new squadron, empty or all of it from a text."""

    table = forms.SlugField(required=False)
    side = forms.SlugField()
    name = forms.CharField(required=False, max_length=500)
    text = forms.CharField(required=False, max_length=100_000, strip=False)


class CopyForm(forms.Form):
    into = forms.IntegerField(required=False, min_value=1)


class LetPassForm(forms.Form):
    code = forms.SlugField()
    unit = forms.CharField(required=False, max_length=80)
    lets = forms.BooleanField(required=False)


def read_count(request: HttpRequest) -> int:
    """How many alike; what is no number from 1 to 16 counts as one."""
    text = request.POST.get("count", "")
    return int(text) if text.isdecimal() and 1 <= int(text[:3]) <= 16 else 1


def read(kind: type[forms.Form], request: HttpRequest) -> dict[str, Any]:
    """What was sent, cleaned. Raises `FormUnfitError` with every fault."""
    form = kind(request.POST)
    if not form.is_valid():
        faults = "; ".join(
            f"{name}: {' '.join(str(fault) for fault in told)}"
            for name, told in form.errors.items()
        )
        raise FormUnfitError(faults=faults)
    return form.cleaned_data


def order(told: dict[str, Any]) -> Order:
    """A command with its dice. Raises `CommandUnfitError`."""
    try:
        typed = dice.read(told.get("dice") or [])
    except ValueError as fault:
        raise CommandUnfitError(fault=str(fault)) from fault
    return Order(
        command=told["command"],
        typed=typed,
        throw_all=bool(told.get("throw_all")),
        seen=told.get("seen"),
        again=bool(told.get("again")),
    )


def from_query(request: HttpRequest) -> Any:
    """The command of a look ahead, from `?command=JSON`. Raises `CommandUnfitError`."""
    try:
        return json.loads(request.GET.get("command", ""))
    except ValueError as fault:
        raise CommandUnfitError(fault=str(fault)) from fault
