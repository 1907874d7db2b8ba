"""A form of the panel that never writes over another game master and always tells the boards.

One act goes around Django's own view (ADR 13): the Game row is locked first, the form is compared
with what is stored now, Django writes, and what was written is announced after the commit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import unquote
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from hq import people, setup
from hq.editing import (
    DELETE,
    Comparison,
    Part,
    Sheet,
    compare,
    merged,
    posted_sheet,
    stored_sheet,
)
from hq.errors import RefusedError
from hq.journal import Act
from hq.models import Game
from hq.viewers import Viewer

CHOICE = "decide "


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A field to decide on, in words."""

    name: str  # of its two radio buttons
    label: str
    mine: str
    theirs: str
    choice: str


@dataclass(frozen=True, kw_only=True)
class Clash:
    """Why a save is refused. What was typed stands in the form below it."""

    sentence: str
    spots: Sequence[Spot] = ()
    notes: Sequence[str] = ()


@dataclass(kw_only=True)
class Saving:
    """A save under way: its act, and what stands against it."""

    act: Act
    clash: Clash | None = None
    extra: dict[str, Any] = field(default_factory=dict)


def saving_of(request: HttpRequest) -> Saving | None:
    return getattr(request, "saving", None)


class Panel(admin.ModelAdmin):
    """A page of the panel where game masters write."""

    change_form_template = "admin/hq/change_form.html"

    def day_of(self, row: Any) -> int:
        """The day that a row belongs to."""
        return int(row.game_id)

    def closed(self, row: Any) -> str:
        """Why this row takes no change any more; empty while it does."""
        return ""

    # Around Django's views

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        extra = extra_context or {}
        if request.method != "POST":
            extra = {**self._opened(request, object_id), **extra}
            return super().changeform_view(request, object_id, form_url, extra)
        game = self._day(request, object_id)
        if game is None:
            return super().changeform_view(request, object_id, form_url, extra)
        try:
            with setup.saving(by=_viewer(request, game)) as act:
                saving = Saving(act=act)
                request.saving = saving  # type: ignore[attr-defined]
                self._compare(request, saving, object_id)
                extra = {**saving.extra, **extra}
                answer = super().changeform_view(request, object_id, form_url, extra)
        except RefusedError as refusal:
            return self._say(request, refusal)
        if saving.clash is not None:
            answer.status_code = 409
        return answer

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        game = self._day(request, object_id) if request.method == "POST" else None
        if game is None:
            return super().delete_view(request, object_id, extra_context)
        try:
            with setup.saving(by=_viewer(request, game)) as act:
                request.saving = Saving(act=act)  # type: ignore[attr-defined]
                return super().delete_view(request, object_id, extra_context)
        except RefusedError as refusal:
            return self._say(request, refusal)

    # What Django's views call

    def get_form(self, request: HttpRequest, obj: Any = None, *args: Any, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, *args, **kwargs)
        saving = saving_of(request)
        if saving is not None and saving.clash is not None:
            form.refusal = saving.clash.sentence  # type: ignore[attr-defined]
        return form

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A row never moves to another day."""
        told = super().get_readonly_fields(request, obj)
        return told if obj is None or "game" in told else (*told, "game")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, *args: Any) -> None:
        """Only what was changed: the rest of the row belongs to the day."""
        if obj.pk is None:
            super().save_model(request, obj, form, *args)
        else:
            obj.save(update_fields=form.changed_data)

    def save_related(
        self, request: HttpRequest, form: Any, formsets: Iterable[Any], *args: Any
    ) -> None:
        super().save_related(request, form, formsets, *args)
        saving = saving_of(request)
        is_changed = form.has_changed() or any(each.has_changed() for each in formsets)
        if saving is not None and is_changed:
            setup.tell(act=saving.act, changed=form.instance)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        saving = saving_of(request)
        if saving is not None:
            setup.tell(act=saving.act, changed=obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """A changelist action, so nothing is wrapped around it: an act for each row."""
        for row in queryset:
            game = Game.objects.get(pk=self.day_of(row))
            with setup.saving(by=_viewer(request, game)) as act:
                setup.tell(act=act, changed=row)
                row.delete()

    # Side by side

    def _compare(self, request: HttpRequest, saving: Saving, object_id: str | None) -> None:
        """Set against each other what was opened, what is stored, what is posted."""
        row = self._row(request, object_id)
        if row is None:
            return
        reason = self.closed(row)
        if reason:
            saving.clash = Clash(sentence=reason)
            shut = ("show_save", "show_save_and_continue", "show_save_and_add_another")
            saving.extra = {"clash": saving.clash, **dict.fromkeys(shut, False)}
            return
        names, parts = self._names(request, row), self._parts(request, row)
        stored, opened = stored_sheet(row, names, parts), _sheet(request.POST.get("opened", ""))
        choices = {
            name.removeprefix(CHOICE): request.POST[name]
            for name in request.POST
            if name.startswith(CHOICE)
        }
        posted = posted_sheet(request.POST, names, parts)
        found = compare(opened=opened, stored=stored, posted=posted, choices=choices)
        data = merged(request.POST, opened=opened, stored=stored, parts=parts, found=found)
        request.POST = data  # type: ignore[assignment]
        is_told = _sheet(request.POST.get("told", "")) == stored
        if found.is_same or (is_told and found.is_decided):
            saving.extra = {"opened": json.dumps(stored, ensure_ascii=False)}
            return
        saving.clash = self._clash(row, found, parts)
        saving.extra = {
            "clash": saving.clash,
            "opened": json.dumps(opened, ensure_ascii=False),
            "told": json.dumps(stored, ensure_ascii=False),
        }

    def _clash(self, row: Any, found: Comparison, parts: Sequence[Part]) -> Clash:
        notes = [_("They wrote this too, it stands below: %(row)s"), _("They removed a row.")]
        rows = {f"{part.prefix}:{below.pk}": str(below) for part in parts for below in part.rows}
        return Clash(
            sentence=_said_by(row),
            spots=tuple(
                Spot(
                    name=CHOICE + spot.key,
                    label=self._label(spot.key, parts),
                    mine=_("remove") if spot.key.endswith(DELETE) else _readable(spot.mine),
                    theirs=_("keep, as they wrote it")
                    if spot.key.endswith(DELETE)
                    else _readable(spot.theirs),
                    choice=spot.choice,
                )
                for spot in found.spots
            ),
            notes=(
                *(notes[0] % {"row": rows.get(key, "")} for key in found.added),
                *(notes[1] for _key in found.removed),
            ),
        )

    def _label(self, key: str, parts: Sequence[Part]) -> str:
        *place, name = key.split(":")
        if not place:
            return _verbose(self.model, name)
        part = next(part for part in parts if part.prefix == place[0])
        below = next(below for below in part.rows if str(below.pk) == place[1])
        if name == DELETE:
            return f"«{below}»"
        return f"«{below}»: {_verbose(type(below), name)}"

    def _opened(self, request: HttpRequest, object_id: str | None) -> dict[str, Any]:
        row = self._row(request, object_id)
        if row is None:
            return {}
        sheet = stored_sheet(row, self._names(request, row), self._parts(request, row))
        return {"opened": json.dumps(sheet, ensure_ascii=False)}

    def _names(self, request: HttpRequest, row: Any) -> tuple[str, ...]:
        return tuple(self.get_form(request, row, change=True).base_fields)

    def _parts(self, request: HttpRequest, row: Any) -> tuple[Part, ...]:
        """The rows below that can be changed here."""
        told = []
        for inline in self.get_inline_instances(request, row):
            if not inline.has_change_permission(request, row):
                continue
            kind = cast("Any", inline.get_formset(request, row))
            hidden = {"id", DELETE, kind.fk.name}
            told.append(
                Part(
                    prefix=kind.get_default_prefix(),
                    names=tuple(name for name in kind.form.base_fields if name not in hidden),
                    rows=tuple(kind(instance=row).get_queryset()),
                )
            )
        return tuple(told)

    def _row(self, request: HttpRequest, object_id: str | None) -> Any:
        return None if object_id is None else self.get_object(request, unquote(object_id))

    def _day(self, request: HttpRequest, object_id: str | None) -> Game | None:
        row = self._row(request, object_id)
        wanted = str(self.day_of(row)) if row is not None else request.POST.get("game", "")
        return Game.objects.filter(pk=wanted).first() if wanted.isdecimal() else None

    def _say(self, request: HttpRequest, refusal: RefusedError) -> HttpResponse:
        self.message_user(request, str(refusal), messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())


class PanelForm(ModelForm):
    """A form that a clash refuses whole."""

    refusal = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """A change is told from what is stored now, not from what the browser had."""
        super().__init__(*args, **kwargs)
        for each in self.fields.values():
            each.show_hidden_initial = False

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if self.refusal:
            self.add_error(None, self.refusal)
        return told


def _viewer(request: HttpRequest, game: Game) -> Viewer:
    seat = people.seat_master(game=game, user=request.user)  # type: ignore[arg-type]
    return Viewer.of_seat(seat, language=(get_language() or "ru").split("-", maxsplit=1)[0])


def _sheet(text: str) -> Sheet:
    try:
        told = json.loads(text or "{}")
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _readable(text: str) -> str:
    """A text in both languages without its brackets; anything else as it is stored."""
    try:
        told = json.loads(text)
    except ValueError:
        return text
    is_text = isinstance(told, dict) and all(isinstance(each, str) for each in told.values())
    return " / ".join(told.values()) if is_text else text


def _verbose(model: type[Model], name: str) -> str:
    return str(cast("Any", model)._meta.get_field(name).verbose_name)  # noqa: SLF001  Django's own name


def _said_by(row: Any) -> str:
    """Who changed it, when; the panel's own book knows, if they came by the panel."""
    kind = ContentType.objects.get_for_model(row)
    entries = LogEntry.objects.filter(content_type=kind, object_id=str(row.pk))
    entry: Any = entries.select_related("user").first()
    if entry is None:
        return _(
            "This was changed while you wrote. Nothing is stored yet and nothing of yours is lost:"
            " choose for each field, then save."
        )
    return _(
        "%(name)s changed this at %(time)s, while you wrote. Nothing is stored yet and nothing of"
        " yours is lost: choose for each field, then save."
    ) % {
        "name": entry.user.get_full_name() or entry.user.get_username(),
        "time": f"{localtime(entry.action_time):%H:%M}",
    }
