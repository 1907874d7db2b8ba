"""A day as a document: plain rows, in which a row is spoken of by its place in its list."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hq.keeping import shape, values, words
from hq.keeping.shape import Shape, Table

FORMAT = "horizonwar-day"
VERSION = 1

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Document:
    """`rows`: by the model's label, in the order in which they came; places count from 1."""

    rows: Mapping[str, list[Row]]
    version: int = VERSION

    @property
    def game(self) -> Row:
        return self.rows["hq.game"][0]


def of(game_id: int, *, using: str = "default") -> Document:
    """The whole day. The caller holds a transaction in which nothing of the day can change."""
    told = shape.current()
    places: dict[str, dict[int, int]] = {}
    rows: dict[str, list[Row]] = {}
    for table in told:
        found = list(table.rows(game_id, using))
        places[table.label] = {row.pk: place for place, row in enumerate(found, start=1)}
        rows[table.label] = found
    return Document(
        rows={
            table.label: [_row(row, table, told, places) for row in rows[table.label]]
            for table in told
        }
    )


def select(document: Document, labels: Collection[str]) -> Document:
    """The day itself and these rows of it; what speaks of others speaks of nothing."""
    wanted = {"hq.game", *labels}
    tables = shape.current().tables
    rows = {
        label: [_alone(row, tables[label], wanted) for row in found]
        for label, found in document.rows.items()
        if label in wanted
    }
    return Document(rows=rows)


def dump(document: Document) -> bytes:
    """The same day is always the same bytes: a row a line, keys sorted, no moment of writing."""
    parts = [
        f"{_json(label)}: [\n{_lines(document.rows[label])}]" for label in sorted(document.rows)
    ]
    head = f'{{"format": {_json(FORMAT)}, "version": {document.version}, "rows": {{\n'
    return (head + ",\n".join(parts) + "\n}}\n").encode()


def write(file: Path, data: bytes) -> None:
    """The file is there whole or not at all, and only for its owner: it holds everybody's seats."""
    half = file.with_name(f"{file.name}.part")
    half.unlink(missing_ok=True)
    with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:  # noqa: PTH123  (a descriptor)
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    half.replace(file)


def _row(row: Any, table: Table, told: Shape, places: Mapping[str, Mapping[int, int]]) -> Row:
    def place(label: str, pk: int) -> int | None:
        return places[label].get(pk)

    kept: Row = {}
    for field in table.fields:
        value = getattr(row, field.attname)
        target = shape.related(field)
        if target is not None:
            value = None if value is None else place(shape.label_of(target), value)
        elif field.name in table.words:
            value = words.swapped(value, told.ids, place)
        kept[field.name] = values.encode(value)
    return kept


def _alone(row: Row, table: Table, wanted: Collection[str]) -> Row:
    gone = {
        field.name
        for field in table.fields
        if (target := shape.related(field)) and shape.label_of(target) not in wanted
    }
    return {name: None if name in gone else value for name, value in row.items()}


def _lines(rows: list[Row]) -> str:
    return ",\n".join(map(_json, rows)) + ("\n" if rows else "")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
