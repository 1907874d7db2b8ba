"""What game masters type into the panel is checked as strictly as a scenario pack.

A slip in a stored effect or figure would otherwise stop a deadline in the middle of the day.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from pydantic import TypeAdapter, ValidationError

from hq.effects import AnyEffect, Wording
from hq.enums import PoolKind
from hq.models import Pool
from hq.panel import PanelForm
from hq.scenario.schema import Answer, Settings

TEXT: TypeAdapter[Any] = TypeAdapter(Wording)
EFFECTS: TypeAdapter[Any] = TypeAdapter(tuple[AnyEffect, ...])
ANSWERS: TypeAdapter[Any] = TypeAdapter(tuple[Answer, ...])

CHECKS: dict[str, TypeAdapter[Any]] = {
    **dict.fromkeys(
        (
            "title",
            "situation",
            "how",
            "failure",
            "worse",
            "master_note",
            "text",
            "outcome",
            "deed",
            "summary",
            "question",
        ),
        TEXT,
    ),
    "effects": EFFECTS,
    "failure_effects": EFFECTS,
    "answers": ANSWERS,
}


class CheckedForm(PanelForm):
    """Texts are `{"ru": …, "en": …}`, effects and answers as in a pack; each fault by its field."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for name in self.fields:
            check = CHECKS.get(name)
            if check is None or name not in cleaned:
                continue
            if cleaned[name] in (None, "", {}, []) and not self.fields[name].required:
                cleaned[name] = {} if check is TEXT else []
                continue
            self._check(name, check, cleaned[name])
        return cleaned

    def _check(self, name: str, check: TypeAdapter[Any], value: Any) -> None:
        try:
            check.validate_python(value)
        except ValidationError as error:
            told = _("Not as in a scenario pack: %(problem)s")
            self.add_error(name, forms.ValidationError(told, params={"problem": _said(error)}))


class GameForm(CheckedForm):
    """Figures of the day under their names of a pack; sides stay as the pack made them."""

    def clean_settings(self) -> Any:
        settings = self.cleaned_data["settings"] or {}
        try:
            figures = {name: value for name, value in settings.items() if name != "sides"}
            Settings.model_validate(figures)
        except (AttributeError, ValidationError) as error:
            told = _("Not as in a scenario pack: %(problem)s")
            raise forms.ValidationError(told, params={"problem": _said(error)}) from error
        return settings


class PoolForm(PanelForm):
    """The ceiling of БЧС is a bound: it cannot sink below what is there."""

    def clean_ceiling(self) -> int:
        ceiling: int = self.cleaned_data["ceiling"]
        pool: Pool = self.instance
        if pool.kind == PoolKind.MORALE and ceiling < pool.balance:
            told = _("There are %(balance)s in the pool: the ceiling cannot be lower.")
            raise forms.ValidationError(told, params={"balance": pool.balance})
        return ceiling


def _said(error: Exception) -> str:
    """Every fault of a value in one line each: where, and what."""
    if not isinstance(error, ValidationError):
        return str(error)
    return "; ".join(
        f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
        for fault in error.errors(include_url=False)
    )
