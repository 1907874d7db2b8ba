"""Nothing of a day is forgotten: every model that hangs on one is kept or passed over by name."""

from __future__ import annotations

import dataclasses
import typing

import pytest
from django.apps import apps
from django.db.models import Field, ForeignKey

from hq import events, parts
from hq.keeping import shape
from hq.models import Game

# Whole numbers in events that count something and number no row.
FIGURES = {
    "balance",
    "chance",
    "count",
    "delta",
    "due_at",
    "level",
    "line",
    "lines",
    "points",
    "rolled",
    "rounds",
    "spent",
    "turn",
}


def hangs_on_a_day(model: type) -> bool:
    seen: set[type] = set()
    waiting = [model]
    while waiting:
        current = waiting.pop()
        if current is Game:
            return True
        if current not in seen:
            seen.add(current)
            keys = [f for f in current._meta.concrete_fields if isinstance(f, ForeignKey)]
            waiting += [key.related_model for key in keys]
    return False


def test_every_model_of_a_day_is_kept_or_passed_over():
    told = shape.current()
    passed = {label for part in parts.entered() for label in part.rows.passed_over}
    of_a_day = {shape.label_of(model) for model in apps.get_models() if hangs_on_a_day(model)}

    assert of_a_day == set(told.tables) | passed


def test_rows_speak_only_of_rows_before_them():
    """But for the card that is pinned, which is filled in at the end."""
    seen: set[type] = set()
    early = set()
    for table in shape.current():
        seen.add(table.model)
        early |= {
            f"{table.label}.{field.name}"
            for field in table.fields
            if (target := shape.related(field)) and target not in seen
        }

    assert early == {"hq.game.pinned"}


def test_nothing_of_a_day_stands_between_two_tables():
    tables = shape.current()

    assert [t.label for t in tables if t.model._meta.local_many_to_many] == []


def test_every_number_in_an_event_is_a_row_or_a_figure():
    told = shape.current()
    unknown = set()
    for event in every(events.Event):
        hints = typing.get_type_hints(event)
        for field in dataclasses.fields(event):
            spoken = field.name in told.ids or field.name in FIGURES
            if "int" in str(hints[field.name]) and not spoken:
                unknown.add(f"{event.__name__}.{field.name}")

    assert unknown == set()


def every(event: type) -> list[type]:
    below = [kind for each in event.__subclasses__() for kind in every(each)]
    return [*event.__subclasses__(), *below]


def test_every_name_of_a_row_leads_to_a_kept_one():
    told = shape.current()

    assert {label for label in told.ids.values() if label not in told.tables} == set()
    assert told.tables["hq.journalentry"].words == {"params", "topics"}


def test_model_that_leads_nowhere_is_named():
    with pytest.raises(LookupError, match=r"auth\.group"):
        shape._path(apps.get_model("auth.group"), {})


def test_every_kind_of_column_can_be_written():
    known = {
        "BigAutoField", "BooleanField", "CharField", "DateTimeField", "FloatField", "ForeignKey",
        "IntegerField", "JSONField", "OneToOneField", "PositiveBigIntegerField",
        "PositiveIntegerField", "PositiveSmallIntegerField", "SlugField", "SmallIntegerField",
        "TextField",
    }  # fmt: skip
    used: set[str] = set()
    for table in shape.current():
        field: Field
        for field in table.fields:
            used.add(field.get_internal_type())

    assert used - known == set()
