"""From bytes to a document that can be built: every fault at once, each with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import NOT_PROVIDED, Model, UniqueConstraint
from django.utils.translation import gettext as _

from hq.keeping import books, shape, upgrades, values, words
from hq.keeping.document import FORMAT, VERSION, Document, Row
from hq.keeping.faults import DayFileError, Fault
from hq.keeping.shape import Shape, Table


def read(data: bytes) -> Document:
    """Raises `DayFileError` with every fault. The database is not asked."""
    told = shape.current()
    raw = _rows(_parsed(data), told)
    if faults := list(_Proof(raw, told).faults()):
        raise DayFileError(faults)
    document = Document(
        rows={table.label: [_filled(row, table) for row in raw[table.label]] for table in told}
    )
    if faults := list(books.faults(document)):
        raise DayFileError(faults)
    return document


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode(), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        told = _("not a text in UTF-8 (byte %(byte)s)") % {"byte": error.start}
    except json.JSONDecodeError as error:
        told = _("not JSON: line %(line)s, sign %(column)s (%(problem)s)") % {
            "line": error.lineno,
            "column": error.colno,
            "problem": error.msg,
        }
    except (ValueError, RecursionError) as error:
        told = _("not JSON: %(problem)s") % {"problem": error}
    raise DayFileError([Fault("", told)])


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _rows(whole: Any, told: Shape) -> dict[str, list[Any]]:
    """The lists of rows, brought up to date; a list that is not there is empty."""
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise DayFileError([Fault("", _("This is not a file of a game day."))])
    version, rows = whole.get("version"), whole.get("rows")
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        message = _("Version %(version)s is not known here: update the program on this laptop.")
        raise DayFileError([Fault("version", message % {"version": version})])
    if not isinstance(rows, dict):
        raise DayFileError([Fault("rows", _("a value of the wrong kind"))])
    faults = [
        Fault(str(label), _("There is no such list of rows."))
        for label in rows
        if label not in told.tables and version == VERSION
    ]
    rows = dict(upgrades.upgrade(rows, version))
    faults += [
        Fault(label, _("a value of the wrong kind"))
        for label, found in rows.items()
        if not isinstance(found, list)
    ]
    games = rows.get("hq.game")
    if isinstance(games, list) and len(games) != 1:
        message = _("One day is expected, there are %(count)s.")
        faults.append(Fault("hq.game", message % {"count": len(games)}))
    if "hq.game" not in rows:
        faults.append(Fault("hq.game", _("There is no such list of rows.")))
    if faults:
        raise DayFileError(faults)
    return {table.label: rows.get(table.label, []) for table in told}


@dataclass(frozen=True)
class _Proof:
    """The rows as they came, and what they should be."""

    raw: Mapping[str, list[Any]]
    told: Shape

    def faults(self) -> Iterator[Fault]:
        for table in self.told:
            for place, row in enumerate(self.raw[table.label], start=1):
                yield from self._of_row(table, place, row)
            yield from _twins(table, self.raw[table.label])

    def _of_row(self, table: Table, place: int, row: Any) -> Iterator[Fault]:
        where = f"{table.label}[{place}]"
        if not isinstance(row, dict):
            yield Fault(where, _("a value of the wrong kind"))
            return
        for name in sorted(row.keys() - {field.name for field in table.fields}):
            yield Fault(f"{where}.{name}", _("There is no such field."))
        for field in table.fields:
            if message := self._of_value(table, field, place, row):
                yield Fault(f"{where}.{field.name}", message)

    def _of_value(self, table: Table, field: Any, place: int, row: Row) -> str:
        if field.name not in row:
            return "" if _has_default(field) else _("is missing")
        value, target = row[field.name], shape.related(field)
        if target is not None:
            # In its own list it speaks of an earlier row.
            known = place - 1 if target is table.model else len(self._rows_of(target))
            return _wrong_place(field, value, known)
        try:
            values.decode(field, value)
        except values.ValueRefusedError as refusal:
            return str(refusal)
        return self._of_words(value) if field.name in table.words else ""

    def _rows_of(self, model: type[Model]) -> list[Any]:
        return self.raw[shape.label_of(model)]

    def _of_words(self, value: Any) -> str:
        gone: list[str] = []

        def look(label: str, place: int) -> int:
            if not 1 <= place <= len(self.raw[label]):
                gone.append(f"{label}[{place}]")
            return place

        words.swapped(value, self.told.ids, look)
        message = _("speaks of a row that is not there: %(told)s")
        return message % {"told": gone[0]} if gone else ""


def _wrong_place(field: Any, value: Any, count: int) -> str:
    if value is None:
        return "" if field.null else _("may not be empty")
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= count:
        return _("speaks of a row that is not there: %(told)s") % {"told": value}
    return ""


def _has_default(field: Any) -> bool:
    return (
        field.null
        or field.default is not NOT_PROVIDED
        or (field.blank and field.empty_strings_allowed)
    )


def _filled(row: Row, table: Table) -> Row:
    """The row with what an older file lacks."""
    return {
        field.name: row[field.name] if field.name in row else values.encode(field.get_default())
        for field in table.fields
    }


def _twins(table: Table, rows: list[Any]) -> Iterator[Fault]:
    """Rows that say the same where the database wants no two alike."""
    for names in _once(table):
        seen: dict[tuple[str, ...], int] = {}
        for place, row in enumerate(rows, start=1):
            if not isinstance(row, dict) or any(row.get(name) is None for name in names):
                continue
            key = tuple(str(row[name]) for name in names)
            if key in seen:
                message = _("the same as row %(row)s") % {"row": seen[key]}
                yield Fault(f"{table.label}[{place}].{names[0]}", message)
            seen.setdefault(key, place)


def _once(table: Table) -> Iterator[tuple[str, ...]]:
    own = {field.name for field in table.fields}
    for field in table.fields:
        if field.unique:
            yield (field.name,)
    for constraint in table.model._meta.constraints:  # noqa: SLF001  (documented API)
        if isinstance(constraint, UniqueConstraint) and constraint.condition is None:
            names = tuple(name for name in constraint.fields if name in own)
            if names:
                yield names
