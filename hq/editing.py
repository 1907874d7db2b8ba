"""Two game masters on one form: the second is told, sees the other's text, keeps their own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.serializers.json import DjangoJSONEncoder
from django.forms.models import model_to_dict
from django.http import QueryDict
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from hq.models import Aggravation, Card, Way
from hq.values import CheckedForm

# What the day itself writes into a card is no master's text.
OF_THE_DAY = frozenset(
    {
        "state",
        "release_at",
        "release_turn",
        "turn",
        "issued_at",
        "due_at",
        "closed_at",
        "opened_at",
        "unseen_at",
    }
)


class CardForm(CheckedForm):
    """A card with the version it was opened with; saving over another's change is refused."""

    version = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["version"].initial = version_of(self.instance.pk)

    def clean(self) -> dict[str, Any] | None:
        """Compare with what is stored now, its row locked until the save."""
        cleaned = super().clean()
        opened = self.data.get(self.add_prefix("version"), "")
        if not self.instance.pk or not opened:
            return cleaned
        Card.objects.select_for_update().get(pk=self.instance.pk)
        stored = version_of(self.instance.pk)
        if opened != stored:
            self._tell_apart(cleaned or {})
            # The next save is made knowing the other's text, so it is allowed.
            data = cast("QueryDict", self.data).copy()
            data[self.add_prefix("version")] = stored
            self.data = data
        return cleaned

    def _tell_apart(self, cleaned: Mapping[str, Any]) -> None:
        other = Card.objects.get(pk=self.instance.pk)
        self.add_error(None, _said_by(other))
        theirs = model_to_dict(other)
        for name in self.fields:
            if name not in theirs or cleaned.get(name) == getattr(other, name):
                continue
            told = _("Stored now: %(text)s") % {"text": _readable(theirs[name])}
            self.add_error(name, told)
        for rows in (other.ways.all(), other.aggravations.all()):
            for row in rows:
                told = "; ".join(
                    f"{name}: {_readable(value)}"
                    for name, value in model_to_dict(row).items()
                    if name not in {"id", "card"} and value not in (None, "", {}, [], 0)
                )
                self.add_error(None, _("Stored now: %(text)s") % {"text": told})


def version_of(card_id: int) -> str:
    """A short name of all that game masters write in a card, its ways and what makes it worse."""
    card = Card.objects.get(pk=card_id)
    told = {name: value for name, value in model_to_dict(card).items() if name not in OF_THE_DAY}
    parts = [
        [model_to_dict(row) for row in rows.order_by("pk")]
        for rows in (Way.objects.filter(card=card), Aggravation.objects.filter(card=card))
    ]
    text = json.dumps([told, parts], cls=DjangoJSONEncoder, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _said_by(card: Card) -> str:
    """Who changed it, when; the panel's own book knows, if they came by the panel."""
    kind = ContentType.objects.get_for_model(Card)
    entry = (
        LogEntry.objects.filter(content_type=kind, object_id=str(card.pk))
        .select_related("user")
        .first()
    )
    if entry is None:
        return _(
            "This card was changed while you wrote. Nothing of yours is lost: compare, then save."
        )
    return _(
        "%(name)s changed this card at %(time)s, while you wrote. Nothing of yours is lost:"
        " compare, then save."
    ) % {"name": str(entry.user), "time": f"{localtime(entry.action_time):%H:%M}"}


def _readable(value: Any) -> str:
    if isinstance(value, dict):
        return " / ".join(str(text) for text in value.values()) or "–"
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return "–" if value in {None, ""} else str(value)
