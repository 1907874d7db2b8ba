"""One stored value as JSON, and back with its checks."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Field
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from hq.keeping.shape import is_json

# What JSON holds for each kind of column; anything else is text that the column itself reads.
KINDS: dict[str, tuple[type, ...]] = {
    "BooleanField": (bool,),
    "FloatField": (float, int),
    "IntegerField": (int,),
    "SmallIntegerField": (int,),
    "BigIntegerField": (int,),
    "PositiveIntegerField": (int,),
    "PositiveSmallIntegerField": (int,),
    "PositiveBigIntegerField": (int,),
}


class ValueRefusedError(Exception):
    """A sentence about one value."""


def encode(value: Any) -> Any:
    """TypeError: a kind of value that nobody has thought of."""
    if value is None or isinstance(value, bool | int | float | dict | list):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | UUID | Decimal):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be written into a file of a day")


def decode(field: Field[Any, Any], told: Any) -> Any:
    """Raises `ValueRefusedError`."""
    if told is None:
        if not field.null:
            raise ValueRefusedError(_("may not be empty"))
        return None
    if is_json(field):
        return told
    value = _typed(field, told)
    _check(field, value)
    return value


def _typed(field: Field[Any, Any], told: Any) -> Any:
    kinds = KINDS.get(field.get_internal_type(), (str,))
    if not isinstance(told, kinds) or (isinstance(told, bool) and bool not in kinds):
        raise ValueRefusedError(_("a value of the wrong kind: %(told)s") % {"told": _short(told)})
    if field.get_internal_type() == "DateTimeField":
        return _moment(str(told))
    try:
        return field.to_python(told)
    except ValidationError as error:
        raise ValueRefusedError(" ".join(error.messages)) from None


def _moment(told: str) -> datetime:
    try:
        moment = parse_datetime(told)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueRefusedError(_("not a moment with its time zone: %(told)s") % {"told": told})
    return moment


def _check(field: Field[Any, Any], value: Any) -> None:
    choices = {key for key, _label in field.flatchoices}
    if choices and value not in choices and not (field.blank and value == ""):
        raise ValueRefusedError(_("unknown: %(told)s") % {"told": _short(value)})
    try:
        field.run_validators(value)
    except ValidationError as error:
        raise ValueRefusedError(" ".join(error.messages)) from None


def _short(told: Any) -> str:
    text = str(told)
    return text if len(text) <= 60 else f"{text[:60]}…"
