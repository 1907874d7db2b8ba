"""What belongs to a day: the models in their order, and how their rows lead to the day.

All else is read off the models, so a new field or a new model of a listed kind needs no code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import Field, ForeignKey, JSONField, Model, QuerySet

from hq import parts
from hq.models import Game
from hq.parts import Rows

OWN = Rows(
    kept=(
        "hq.game",
        "hq.gamemap",
        "hq.stake",
        "hq.price",
        "hq.pool",
        "hq.invitation",
        "hq.person",
        "hq.seat",
        "hq.signup",
        "hq.card",
        "hq.way",
        "hq.aggravation",
        "hq.decision",
        "hq.backing",
        "hq.chorus",
        "hq.voice",
        "hq.ledgerline",
        "hq.chronicleline",
        "hq.remark",
        "hq.camp",
        "hq.ability",
        "hq.grant",
        "hq.share",
        "hq.aid",
        "hq.aidwindow",
        "hq.stroke",
        "hq.dispatch",
        "hq.address",
        "hq.reading",
        "hq.helpcall",
    ),
    ids={
        "ability": "hq.ability",
        "aggravation": "hq.aggravation",
        "aid": "hq.aid",
        "backers": "hq.person",
        "came": "hq.person",
        "captains": "hq.person",
        "card": "hq.card",
        "chorus": "hq.chorus",
        "chronicle_line": "hq.chronicleline",
        "dispatch": "hq.dispatch",
        "grant": "hq.grant",
        "instead_of": "hq.card",
        "invitation": "hq.invitation",
        "left": "hq.person",
        "map": "hq.gamemap",
        "open_cards": "hq.card",
        "people": "hq.person",
        "person": "hq.person",
        "revoked": "hq.seat",
        "seat": "hq.seat",
        "seers": "hq.person",
        "stake": "hq.stake",
        "stroke": "hq.stroke",
        "voided": "hq.person",
        "way": "hq.way",
    },
)
# Spoken of by nobody and speaking of all: they come last.
LAST = Rows(
    kept=("hq.journalentry", "hq.command"),
    worded=("hq.journalentry.params", "hq.journalentry.topics", "hq.command.made"),
)
# What each server makes for itself.
MADE_HERE = {"hq.game.copies_fault", "hq.game.epoch", "hq.game.is_wiping"}


@dataclass(frozen=True)
class Table:
    """The rows of one model. `path`: the lookup from a row to its day («card__game»)."""

    label: str
    model: type[Model]
    path: str
    words: frozenset[str]  # names of the JSON fields that speak of other rows

    @cached_property
    def fields(self) -> tuple[Field[Any, Any], ...]:
        """The columns that travel: no number of this database, no day, no login."""
        return tuple(
            field
            for field in self.model._meta.concrete_fields  # noqa: SLF001  (documented API)
            if not field.primary_key
            and related(field) not in {Game, _user()}
            and f"{self.label}.{field.name}" not in MADE_HERE
        )

    def rows(self, game_id: int, using: str = "default") -> QuerySet[Any]:
        """The rows of a day in the order in which they came."""
        manager = self.model._base_manager.using(using)  # noqa: SLF001  (documented API)
        return manager.filter(**{self.path: game_id}).order_by("pk")


@dataclass(frozen=True)
class Shape:
    tables: Mapping[str, Table]
    ids: Mapping[str, str]

    def __iter__(self) -> Iterator[Table]:
        return iter(self.tables.values())


def current() -> Shape:
    """The shape of a day with the parts that are there."""
    rows = (OWN, *(part.rows for part in parts.entered()), LAST)
    worded = frozenset(name for each in rows for name in each.worded)
    tables: dict[str, Table] = {}
    for label in (label for each in rows for label in each.kept):
        model = apps.get_model(label)
        path = "pk" if model is Game else _path(model, {t.model: t for t in tables.values()})
        words = frozenset(
            name.rpartition(".")[2] for name in worded if name.startswith(f"{label}.")
        )
        tables[label] = Table(label, model, path, words)
    return Shape(tables, {name: label for each in rows for name, label in each.ids.items()})


def related(field: Field[Any, Any]) -> type[Model] | None:
    """The model that a foreign key leads to."""
    if not isinstance(field, ForeignKey):
        return None
    found = field.related_model
    assert not isinstance(found, str)  # noqa: S101  (all models are loaded)
    return found


def is_json(field: Field[Any, Any]) -> bool:
    return isinstance(field, JSONField)


def label_of(model: type[Model]) -> str:
    return model._meta.label_lower  # noqa: SLF001  (documented API)


def _path(model: type[Model], before: Mapping[type[Model], Table]) -> str:
    """The shortest way to the day through what stands before; a key that may be empty is last."""
    keys = [field for field in model._meta.concrete_fields if related(field)]  # noqa: SLF001
    for field in sorted(keys, key=lambda field: field.null):
        target = related(field)
        if target is Game:
            return field.name
    for field in sorted(keys, key=lambda field: field.null):
        known = before.get(related(field) or Game)
        if known is not None:
            return f"{field.name}__{known.path}"
    raise LookupError(f"{label_of(model)} leads to no game day")


def _user() -> type[Model]:
    return apps.get_model(settings.AUTH_USER_MODEL)
