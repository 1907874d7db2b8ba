"""Two game masters on one form: three sheets side by side, and a choice for each field.

A sheet is what a form says, as a browser sends it: a field under its name, a field of a row below
under `ways:12:title`. Opened: what the form said when it was opened. Stored: what it would say
now. Posted: what this game master sends. Where another has changed a field since, and this game
master does not say the same, they choose; nothing is written before.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

Sheet = Mapping[str, str]
DELETE = "DELETE"
MINE, THEIRS = "mine", "theirs"


@dataclass(frozen=True, kw_only=True)
class Part:
    """Rows of one kind below a form: the prefix of their fields, their names, what is stored."""

    prefix: str
    names: tuple[str, ...]
    rows: Sequence[Any]


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A field that two have changed, or only the other: `choice` is empty until it is decided."""

    key: str
    mine: str
    theirs: str
    choice: str


@dataclass(frozen=True, kw_only=True)
class Comparison:
    spots: tuple[Spot, ...]
    added: tuple[str, ...]  # rows that the other wrote: prefix:id
    removed: tuple[str, ...]  # rows that the other removed

    @property
    def is_same(self) -> bool:
        return not (self.spots or self.added or self.removed)

    @property
    def is_decided(self) -> bool:
        return all(spot.choice for spot in self.spots)


def stored_sheet(row: Any, names: Iterable[str], parts: Iterable[Part]) -> dict[str, str]:
    told = {name: _sent(row, name) for name in names}
    for part in parts:
        for below in part.rows:
            for name in part.names:
                told[f"{part.prefix}:{below.pk}:{name}"] = _sent(below, name)
    return told


def posted_sheet(data: QueryDict, names: Iterable[str], parts: Iterable[Part]) -> dict[str, str]:
    told = {name: data.get(name, "") for name in names}
    for part in parts:
        for row in _posted_rows(data, part.prefix):
            if row.get("id"):
                for name in (*part.names, DELETE):
                    told[f"{part.prefix}:{row['id']}:{name}"] = row.get(name, "")
    return told


def compare(
    *, opened: Sheet, stored: Sheet, posted: Sheet, choices: Mapping[str, str]
) -> Comparison:
    """What the other changed since, and this game master would write over."""
    before, now = _rows(opened), _rows(stored)
    spots: list[Spot] = []
    for row in now:
        own = [key for key in stored if _row(key) == row]
        changed = [key for key in own if not is_same(opened.get(key), stored[key])]
        if row and row not in before:
            continue
        if changed and posted.get(f"{row}:{DELETE}"):
            changed = [f"{row}:{DELETE}"]
        spots += [
            _spot(key, opened=opened, stored=stored, posted=posted, choices=choices)
            for key in changed
            if not is_same(posted.get(key), stored.get(key, ""))
        ]
    mine = _rows(posted)
    return Comparison(
        spots=tuple(spots),
        added=tuple(row for row in now if row not in before and row not in mine),
        removed=tuple(row for row in before if row not in now and row in mine),
    )


def merged(
    data: QueryDict, *, opened: Sheet, stored: Sheet, parts: Iterable[Part], found: Comparison
) -> QueryDict:
    """What was posted, brought to the rows that are stored now, with the choices made so far.

    A row that the other wrote is put in. A row that the other removed stays as a new one if this
    game master wrote in it, and goes if not.
    """
    told = data.copy()
    theirs = {spot.key for spot in found.spots if spot.choice == THEIRS}
    for key in theirs:
        if ":" not in key:
            told[key] = stored[key]
    for part in parts:
        _put_rows(told, part, _merged_rows(data, part, opened, stored, theirs))
    return told


def is_same(one: str | None, other: str | None) -> bool:
    """Whether two values say the same: JSON by its value, text without its line ends."""
    return bool(_value(one) == _value(other))


def _spot(
    key: str, *, opened: Sheet, stored: Sheet, posted: Sheet, choices: Mapping[str, str]
) -> Spot:
    mine = posted.get(key, "")
    is_untouched = key in opened and is_same(mine, opened[key])
    chosen = choices.get(key, THEIRS if is_untouched else "")
    return Spot(
        key=key,
        mine=mine,
        theirs=stored.get(key, ""),
        choice=chosen if chosen in {MINE, THEIRS} else "",
    )


def _merged_rows(
    data: QueryDict, part: Part, opened: Sheet, stored: Sheet, theirs: set[str]
) -> list[dict[str, str]]:
    """Stored rows in their order, then those that this game master adds."""
    posted = _posted_rows(data, part.prefix)
    known = {row["id"]: row for row in posted if row.get("id")}
    told: list[dict[str, str]] = []
    for below in part.rows:
        pk = str(below.pk)
        kept = {name: stored[f"{part.prefix}:{pk}:{name}"] for name in part.names}
        mine = known.pop(pk, None)
        if mine is None or f"{part.prefix}:{pk}:{DELETE}" in theirs:
            told.append({"id": pk, **kept})
            continue
        chosen = {
            name: text for name, text in kept.items() if f"{part.prefix}:{pk}:{name}" in theirs
        }
        told.append({**mine, **chosen})
    gone = [row for pk, row in known.items() if _is_written_in(row, part, opened, pk)]
    return told + [
        {**row, "id": ""} for row in (*gone, *(row for row in posted if not row.get("id")))
    ]


def _is_written_in(row: Mapping[str, str], part: Part, opened: Sheet, pk: str) -> bool:
    keys = {name: f"{part.prefix}:{pk}:{name}" for name in part.names}
    return not row.get(DELETE) and any(
        not is_same(row.get(name, ""), opened.get(key, "")) for name, key in keys.items()
    )


def _posted_rows(data: QueryDict, prefix: str) -> list[dict[str, str]]:
    total = data.get(f"{prefix}-TOTAL_FORMS", "")
    rows = []
    for number in range(min(int(total), 1000) if total.isdecimal() else 0):
        head = f"{prefix}-{number}-"
        own = [name for name in data if name.startswith(head)]
        rows.append({name.removeprefix(head): data.get(name, "") for name in own})
    return rows


def _put_rows(data: QueryDict, part: Part, rows: Sequence[Mapping[str, str]]) -> None:
    heads = (f"{part.prefix}-{number}-" for number in range(len(_posted_rows(data, part.prefix))))
    for head in heads:
        for name in [name for name in data if name.startswith(head)]:
            del data[name]
    for number, row in enumerate(rows):
        for name, text in row.items():
            if text or name == "id":
                data[f"{part.prefix}-{number}-{name}"] = text
    data[f"{part.prefix}-TOTAL_FORMS"] = str(len(rows))
    data[f"{part.prefix}-INITIAL_FORMS"] = str(sum(bool(row.get("id")) for row in rows))


def _row(key: str) -> str:
    """«ways:12» of «ways:12:title»; empty for a field of the form itself."""
    return key.rpartition(":")[0]


def _rows(sheet: Sheet) -> list[str]:
    return list(dict.fromkeys(_row(key) for key in sheet))


def _sent(row: Any, name: str) -> str:
    """The value of a field as a browser sends it."""
    value = row.serializable_value(name)
    if isinstance(value, bool):
        return "on" if value else ""
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)


def _value(text: str | None) -> Any:
    plain = (text or "").replace("\r\n", "\n").strip()
    try:
        return json.loads(plain)
    except ValueError:
        return plain
