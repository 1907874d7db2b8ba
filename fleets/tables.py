"""Reads the data tables of rule systems: YAML in, frozen tables out, no database.

The rules themselves read no files. A game master's changes for one game come as `overrides`,
a mapping of the same shape that holds only what differs; they are laid over the files before
anything is checked, so a bad one is told with its place like a fault in a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError

from fleets.rules import horizon
from fleets.rules.base import Json
from fleets.rules.horizon import ladder
from fleets.rules.horizon.tables import Tables as HorizonTables
from fleets.rules.kit import codec

_DICE = re.compile(r"^[1-9]d\d{1,2}([+-]\d{1,2})?$")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a table: the file (or «overrides»), its line, where, and what."""

    file: str
    line: int | None
    place: str
    what: str

    def __str__(self) -> str:
        at = f":{self.line}" if self.line is not None else ""
        return f"{self.file}{at}: {self.place}: {self.what}"


class FaultyTablesError(Exception):
    """The tables cannot be used; `faults` lists everything that is wrong with them."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Source:
    """Where the tables of a system lie and which class holds them."""

    folder: Path
    tables: type
    prepare: Callable[[Json], Json]


def _dice_in(data: Json) -> Json:
    """Dice written as «2d8+1» as the mapping the tables hold."""
    if isinstance(data, str) and _DICE.match(data):
        return codec.encode(ladder.parse(data))
    if isinstance(data, Mapping):
        return {
            str(key): part if key in {"text", "source"} else _dice_in(part)
            for key, part in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_dice_in(part) for part in data]
    return data


SOURCES = {
    "horizon": Source(Path(horizon.__file__).parent / "data", HorizonTables, _dice_in),
}


@cache
def default(system: str) -> Any:
    """The tables of a system as bundled. Raises FaultyTablesError."""
    return load(system)


def load(system: str, overrides: Json = None) -> Any:
    """The tables of a system with a game's changes laid over. Raises FaultyTablesError."""
    source = SOURCES[system]
    files, faults = _read(source.folder)
    if faults:
        raise FaultyTablesError(tuple(faults))
    changes = overrides or {}
    prepared = source.prepare(laid_over(dict(files), changes))
    return _checked(source.tables, prepared, files, changes)


def _read(folder: Path) -> tuple[dict[str, Any], list[Fault]]:
    files, faults = {}, []
    for path in sorted(folder.glob("*.yaml")):
        try:
            files[path.stem] = YAML(typ="rt").load(path.read_text(encoding="utf-8"))
        except MarkedYAMLError as fault:
            mark = fault.problem_mark
            line = mark.line + 1 if mark is not None else None
            faults.append(Fault(path.name, line, path.stem, str(fault.problem)))
    return files, faults


def laid_over(data: Json, changes: Json) -> Json:
    """Changes laid over data: mappings are merged, anything else is replaced."""
    if not isinstance(data, Mapping) or not isinstance(changes, Mapping):
        return changes
    merged = {str(key): part for key, part in data.items()}
    for key, part in changes.items():
        name = str(key)
        merged[name] = laid_over(merged[name], part) if name in merged else part
    return merged


def _checked(cls: type, data: Json, files: Mapping[str, Any], changes: Json) -> Any:
    adapter: TypeAdapter[Any] = TypeAdapter(cls)
    try:
        tables = adapter.validate_python(data)
    except ValidationError as error:
        faults = tuple(_fault(e["loc"], e["msg"], files, changes) for e in error.errors())
        raise FaultyTablesError(faults) from error
    unknown = tuple(
        _fault(loc, "unknown field", files, changes) for loc in _unknown(data, tables, ())
    )
    if unknown:
        raise FaultyTablesError(unknown)
    return tables


def _unknown(data: Json, built: Any, loc: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Places in the data that no field of the tables took: a dataclass would drop them."""
    if not isinstance(data, Mapping):
        return
    for key, part in data.items():
        if isinstance(built, Mapping):
            held = {str(name): value for name, value in built.items()}.get(str(key))
        elif hasattr(built, str(key)):
            held = getattr(built, str(key))
        else:
            yield (*loc, key)
            continue
        yield from _unknown(part, held, (*loc, key))


def _fault(loc: tuple[Any, ...], what: str, files: Mapping[str, Any], changes: Json) -> Fault:
    place = ".".join(str(step) for step in loc if step != "[key]")
    row = loc[:-1]
    added = bool(row) and _holds(changes, row) and not _holds(files, row)
    if added or _holds(changes, loc):
        return Fault("overrides", None, place, what)
    file = str(loc[0]) if loc else ""
    return Fault(f"{file}.yaml", _line(files.get(file), loc[1:]), place, what)


def _holds(data: Json, loc: tuple[Any, ...]) -> bool:
    for step in loc:
        if not isinstance(data, Mapping):
            return True
        found = {str(key): part for key, part in data.items()}
        if str(step) not in found:
            return False
        data = found[str(step)]
    return True


def _line(data: Any, loc: tuple[Any, ...]) -> int | None:
    """The line of a place in a file, or of the nearest place above it that has one."""
    line = None
    for step in loc:
        keys = {str(key): key for key in data} if isinstance(data, Mapping) else {}
        key = keys.get(str(step), step)
        try:
            line = data.lc.key(key)[0] + 1 if keys else data.lc.item(key)[0] + 1
            data = data[key]
        except (AttributeError, KeyError, IndexError, TypeError):
            break
    return line
