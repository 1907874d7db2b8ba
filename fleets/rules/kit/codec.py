"""Stored form of frozen dataclasses: plain JSON values, stable, equal after a round trip.

Knows dataclasses, tuples, mappings, frozensets and enums of strings. Classes of one family are
told apart by a class attribute `kind`, written first. Values equal to a field's default are
left out, so a new field with a default reads older data; to change a default is to change the
shape, and needs a new version.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from fleets.rules.base import Json

T = TypeVar("T")
Reader = Callable[[Json], Any]


class MalformedError(ValueError):
    """Stored data that does not fit its type; the message says where."""


def encode(value: Any) -> Json:
    """Stored form of a value. A class with `kind` writes it first."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _encode_fields(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(encode(key)): encode(value[key]) for key in sorted(value)}
    if isinstance(value, frozenset):
        return sorted(encode(item) for item in value)
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in value]
    return value


def _encode_fields(value: Any) -> Json:
    kind = getattr(value, "kind", None)
    data = {"kind": kind} if _is_tagged(type(value)) else {}
    cls: Any = type(value)
    for name, default in _defaults(cls):
        held = getattr(value, name)
        if name == "v" or held != default:
            data[name] = encode(held)
    return data


def _is_tagged(cls: type) -> bool:
    return isinstance(vars(cls).get("kind"), str)


@cache
def _defaults(cls: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (
            spec.name,
            spec.default_factory()
            if spec.default_factory is not dataclasses.MISSING
            else spec.default,
        )
        for spec in dataclasses.fields(cls)
    )


def decode(cls: type[T], data: Json) -> T:
    """A value of `cls` from its stored form. Raises MalformedError."""
    hint: Any = cls
    value: T = _reader(hint)(data)
    return value


def decode_tagged(classes: Mapping[str, type[T]], data: Json) -> T:
    """A value of the class that `kind` names. Raises MalformedError."""
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if not isinstance(kind, str) or kind not in classes:
        msg = f"unknown kind {kind!r}"
        raise MalformedError(msg)
    return decode(classes[kind], data)


@cache
def _reader(hint: Any) -> Reader:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is not None:
        return _reader_of_many(origin, args)
    if hint is Any:
        return _as_is
    if dataclasses.is_dataclass(hint):
        return _dataclass_reader(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_reader(hint)
    return _plain_reader(hint)


def _reader_of_many(origin: Any, args: tuple[Any, ...]) -> Reader:
    if origin in (typing.Union, types.UnionType):
        return _union_reader(args)
    if origin is tuple:
        return _tuple_reader(args)
    if origin is frozenset:
        return _set_reader(args[0])
    if issubclass(origin, Mapping):
        return _mapping_reader(args[0], args[1])
    msg = f"no stored form for {origin}"
    raise TypeError(msg)


def _as_is(data: Json) -> Any:
    return data


def _union_reader(args: tuple[Any, ...]) -> Reader:
    inner = tuple(arg for arg in args if arg is not type(None))
    tagged = {vars(arg)["kind"]: arg for arg in inner if isinstance(arg, type) and _is_tagged(arg)}

    def read(data: Json) -> Any:
        if data is None and len(inner) < len(args):
            return None
        if tagged:
            return decode_tagged(tagged, data)
        if len(inner) == 1:
            return _reader(inner[0])(data)
        for arg in inner:
            if isinstance(data, arg) and not (arg is int and isinstance(data, bool)):
                return data
        msg = f"{data!r} is none of {inner}"
        raise MalformedError(msg)

    return read


def _tuple_reader(args: tuple[Any, ...]) -> Reader:
    def read(data: Json) -> Any:
        if not isinstance(data, (list, tuple)):
            msg = f"a list wanted, not {data!r}"
            raise MalformedError(msg)
        if len(args) == 2 and args[1] is Ellipsis:
            item = _reader(args[0])
            return tuple(item(part) for part in data)
        if len(data) != len(args):
            msg = f"{len(args)} items wanted, not {len(data)}"
            raise MalformedError(msg)
        return tuple(_reader(arg)(part) for arg, part in zip(args, data, strict=True))

    return read


def _set_reader(arg: Any) -> Reader:
    def read(data: Json) -> Any:
        return frozenset(_tuple_reader((arg, Ellipsis))(data))

    return read


def _mapping_reader(key: Any, value: Any) -> Reader:
    def read(data: Json) -> Any:
        if not isinstance(data, Mapping):
            msg = f"a mapping wanted, not {data!r}"
            raise MalformedError(msg)
        read_key = _whole if key is int else _reader(key)
        # By key, as it was written: a store may have put the keys in an order of its own.
        read_value = _reader(value)
        found = {read_key(name): read_value(part) for name, part in data.items()}
        return {name: found[name] for name in sorted(found)}

    return read


def _whole(text: Json) -> int:
    try:
        return int(text)
    except ValueError as fault:
        raise MalformedError(str(fault)) from fault


def _dataclass_reader(cls: Any) -> Reader:
    hints = typing.get_type_hints(cls)
    specs = {spec.name: spec for spec in dataclasses.fields(cls)}
    tagged = _is_tagged(cls)
    needed = {
        name
        for name, spec in specs.items()
        if spec.default is dataclasses.MISSING and spec.default_factory is dataclasses.MISSING
    }

    def read(data: Json) -> Any:
        if not isinstance(data, Mapping):
            msg = f"{cls.__name__}: a mapping wanted, not {data!r}"
            raise MalformedError(msg)
        given = {name: part for name, part in data.items() if name != "kind" or not tagged}
        if unknown := sorted(given.keys() - specs.keys()):
            msg = f"{cls.__name__}: unknown {', '.join(unknown)}"
            raise MalformedError(msg)
        if missing := sorted(needed - given.keys()):
            msg = f"{cls.__name__}: missing {', '.join(missing)}"
            raise MalformedError(msg)
        return cls(**{name: _field(cls, name, hints[name], part) for name, part in given.items()})

    return read


def _field(cls: Any, name: str, hint: Any, data: Json) -> Any:
    try:
        return _reader(hint)(data)
    except MalformedError as fault:
        msg = f"{cls.__name__}.{name}: {fault}"
        raise MalformedError(msg) from fault


def _enum_reader(cls: type[Enum]) -> Reader:
    def read(data: Json) -> Any:
        try:
            return cls(data)
        except ValueError as fault:
            raise MalformedError(str(fault)) from fault

    return read


def _plain_reader(cls: Any) -> Reader:
    wanted = (int, float) if cls is float else cls

    def read(data: Json) -> Any:
        if not isinstance(data, wanted) or (cls is int and isinstance(data, bool)):
            msg = f"{cls.__name__} wanted, not {data!r}"
            raise MalformedError(msg)
        return data

    return read
