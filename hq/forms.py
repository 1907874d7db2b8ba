"""Forms parse and validate a POST. They save nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from hq.effects import LARGEST
from hq.enums import (
    AidKind,
    CardKind,
    DecisionMode,
    DispatchWay,
    Measure,
    PoolKind,
    Reply,
)
from hq.errors import FormUnfitError

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


# What a card on the spot is, at one tap: its kind and who decides.
SORTS = {
    "crisis": (CardKind.CRISIS, DecisionMode.COLLECTIVE),
    "personal": (CardKind.CRISIS, DecisionMode.PERSONAL),
    "prospect": (CardKind.PROSPECT, DecisionMode.COLLECTIVE),
}


def _amount(label: StrPromise) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=LARGEST)


class BackForm(forms.Form):
    way = forms.IntegerField(required=False, min_value=1)


class VoiceForm(forms.Form):
    way = forms.IntegerField(label=_("way"), min_value=1)


class OwnWayForm(forms.Form):
    text = forms.CharField(label=_("your way"), required=False)


class PassWayForm(forms.Form):
    """Terms of an own way: price and gain in each pool, risk, what comes of it."""

    cost_energy = _amount(_("Energy"))
    cost_resources = _amount(_("Resources"))
    cost_morale = _amount(_("BChS"))
    gain_energy = _amount(_("Energy"))
    gain_resources = _amount(_("Resources"))
    gain_morale = _amount(_("BChS"))
    chance = forms.IntegerField(
        label=_("chance of refusal, %"), required=False, min_value=0, max_value=100
    )
    result = forms.CharField(label=_("what came of it"), required=False, max_length=300)


class GiveForm(forms.Form):
    kind = forms.ChoiceField(label=_("pool"), choices=PoolKind.choices)
    amount = forms.IntegerField(label=_("amount"))


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("reason"), required=False, max_length=200)


class CorrectForm(forms.Form):
    kind = forms.ChoiceField(label=_("pool"), choices=PoolKind.choices)
    delta = forms.IntegerField(label=_("change"))
    reason = forms.CharField(label=_("reason"), required=False, max_length=200)


class PauseForm(forms.Form):
    """A reason by one tap, or one that was typed."""

    preset = forms.CharField(required=False, max_length=200)
    reason = forms.CharField(label=_("reason"), required=False, max_length=200)


class StepForm(forms.Form):
    minutes = forms.IntegerField(label=_("minutes"))


def _change(label: StrPromise) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=-LARGEST, max_value=LARGEST)


class WriteCardForm(forms.Form):
    """A card on the spot: no minutes means until the end; up to three ways, what each brings."""

    sort = forms.ChoiceField(
        label=_("kind"), required=False, choices=[(sort, sort) for sort in SORTS]
    )
    title = forms.CharField(label=_("title"), required=False, max_length=120)
    situation = forms.CharField(label=_("what is going on"), required=False, max_length=2000)
    failure = forms.CharField(label=_("what happens if not"), required=False, max_length=2000)
    line = forms.CharField(label=_("chronicle line"), required=False, max_length=300)
    map = forms.SlugField(label=_("map"), required=False)
    minutes = forms.IntegerField(label=_("minutes"), required=False)
    then = forms.ChoiceField(choices=(("shelf", "shelf"), ("open", "open")))
    way_1 = way_2 = way_3 = forms.CharField(label=_("way"), required=False, max_length=200)
    energy_1 = energy_2 = energy_3 = _amount(_("Energy"))
    resources_1 = resources_2 = resources_3 = _amount(_("Resources"))
    morale_1 = morale_2 = morale_3 = _amount(_("BChS"))
    line_1 = line_2 = line_3 = forms.CharField(
        label=_("chronicle line"), required=False, max_length=300
    )
    brings_energy_1 = brings_energy_2 = brings_energy_3 = _change(_("Energy"))
    brings_resources_1 = brings_resources_2 = brings_resources_3 = _change(_("Resources"))
    brings_morale_1 = brings_morale_2 = brings_morale_3 = _change(_("BChS"))


class ExchangeForm(forms.Form):
    price = forms.IntegerField(label=_("price"), min_value=1)
    count = forms.IntegerField(label=_("how many"))
    back = forms.BooleanField(required=False)


class AnswerForm(forms.Form):
    answer = forms.SlugField(label=_("answer"))


class DispatchForm(forms.Form):
    """To whom it goes is a list, read beside this form."""

    text = forms.CharField(label=_("text"), required=False, max_length=4000)
    way = forms.ChoiceField(label=_("way"), choices=DispatchWay.choices)
    minutes = forms.IntegerField(label=_("minutes"), required=False)
    sender = forms.CharField(label=_("from"), required=False, max_length=80)
    courier = forms.IntegerField(label=_("courier"), required=False, min_value=1)
    card = forms.IntegerField(label=_("card"), required=False, min_value=1)


class ReplyForm(forms.Form):
    reply = forms.ChoiceField(required=False, choices=Reply.choices)


class CodeForm(forms.Form):
    code = forms.CharField(label=_("code"), max_length=40)


class HelpForm(forms.Form):
    text = forms.CharField(label=_("about"), required=False, max_length=200)


class CampForm(forms.Form):
    measure = forms.ChoiceField(label=_("measure"), choices=Measure.choices)
    delta = forms.IntegerField(label=_("change"))
    reason = forms.CharField(label=_("reason"), required=False, max_length=200)


class GrantForm(forms.Form):
    table = forms.SlugField(label=_("map"), required=False)
    side = forms.SlugField(label=_("side"), required=False)
    points = forms.IntegerField(label=_("points"))
    rounds = forms.IntegerField(label=_("rounds"))


class SquadronForm(forms.Form):
    squadron = forms.SlugField(label=_("squadron"), max_length=60)


class AidForm(forms.Form):
    """`name`: a ship that a game master names by hand."""

    kind = forms.ChoiceField(label=_("kind"), choices=AidKind.choices)
    title = forms.CharField(required=False, max_length=200)
    table = forms.SlugField(label=_("map"))
    ship = forms.CharField(label=_("ship"), required=False, max_length=80)
    name = forms.CharField(label=_("ship"), required=False, max_length=120)


class ChoiceForm(forms.Form):
    choice = forms.SlugField(label=_("choice"))


class TextForm(forms.Form):
    text = forms.CharField(label=_("text"), required=False, max_length=4000)


class SignUpForm(forms.Form):
    name = forms.CharField(label=_("name"), required=False, max_length=200)
    table = forms.CharField(label=_("table"), required=False, max_length=80)
    side = forms.CharField(label=_("side"), required=False, max_length=80)
    squadron = forms.CharField(label=_("squadron"), required=False, max_length=80)
    food = forms.CharField(label=_("food"), required=False, max_length=400)


class RemarkForm(forms.Form):
    text = forms.CharField(label=_("comment"), required=False, max_length=4000)
    secret = forms.BooleanField(required=False)


class EndForm(forms.Form):
    seen = forms.CharField(required=False, max_length=4000)
    break_chorus = forms.BooleanField(required=False)


class MarkForm(forms.Form):
    here = forms.ChoiceField(choices=(("1", "1"), ("0", "0")))


class TurnForm(forms.Form):
    turn = forms.IntegerField(min_value=1)


class JoinForm(forms.Form):
    name = forms.CharField(required=False, max_length=200)
    twin = forms.BooleanField(required=False)
    mine = forms.BooleanField(required=False)


def read(kind: type[forms.Form], request: HttpRequest) -> dict[str, Any]:
    """The cleaned fields of a POST. Raises `FormUnfitError` that names what does not fit."""
    form = kind(request.POST)
    if not form.is_valid():
        told = "; ".join(
            f"{form.fields[name].label or name}: {' '.join(str(error) for error in errors)}"
            for name, errors in form.errors.items()
        )
        raise FormUnfitError(faults=told)
    return form.cleaned_data
