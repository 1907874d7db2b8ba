"""Pydantic's findings in sentences that a scenario author understands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from hq.scenario.places import Fault, Place

SENTENCES: Mapping[str, str] = {
    "missing": gettext_noop("“%(field)s” is missing here."),
    "extra_forbidden": gettext_noop("“%(field)s” is not known here: a slip of the pen?"),
    "string_type": gettext_noop(
        "A text is expected here. A number or true/false goes into quotes."
    ),
    "string_too_short": gettext_noop("The text is empty."),
    "string_too_long": gettext_noop("At most %(max_length)s characters fit here."),
    "string_pattern_mismatch": gettext_noop(
        "A key is lower-case Latin letters, digits and single hyphens."
    ),
    "int_type": gettext_noop("A whole number is expected here."),
    "greater_than_equal": gettext_noop("The least possible here is %(ge)s."),
    "less_than_equal": gettext_noop("The most possible here is %(le)s."),
    "bool_type": gettext_noop("Only true or false can stand here."),
    "enum": gettext_noop("“%(input)s” is not one of the words possible here: %(expected)s."),
    "literal_error": gettext_noop(
        "“%(input)s” is not one of the words possible here: %(expected)s."
    ),
    "union_tag_invalid": gettext_noop(
        "“%(tag)s” is no kind of effect. Possible: %(expected_tags)s."
    ),
    "union_tag_not_found": gettext_noop("The effect does not say its “kind”."),
    "model_type": gettext_noop("A block of named entries is expected here."),
    "model_attributes_type": gettext_noop("A block of named entries is expected here."),
    "tuple_type": gettext_noop(
        "A list is expected here: each item on a line of its own after “- ”."
    ),
    "too_short": gettext_noop("Too few entries here: at least %(min_length)s."),
    "too_long": gettext_noop("Too many entries here: at most %(max_length)s."),
    "delta_zero": gettext_noop(
        "A change of 0 changes nothing: give a number or leave the effect out."
    ),
    "place_missing": gettext_noop("For which “map” or “side”? Name at least one."),
    "delay_missing": gettext_noop("“when: after” needs “after_minutes”."),
    "delay_unused": gettext_noop("“after_minutes” belongs only to “when: after”."),
}


def of(error: ValidationError, place: Place) -> list[Fault]:
    """All that pydantic found, each at its line, each once."""
    found = error.errors(include_url=False)
    paths = [details["loc"] for details in found]
    faults = [fault(details, place) for details in found if not is_echo(details, paths)]
    return list(dict.fromkeys(faults))


def is_echo(details: ErrorDetails, paths: Sequence[tuple[int | str, ...]]) -> bool:
    """Whether a list counts as too short only because its entries have faults of their own."""
    path = details["loc"]
    return details["type"] == "too_short" and any(
        other[: len(path)] == path and len(other) > len(path) for other in paths
    )


def fault(details: ErrorDetails, place: Place) -> Fault:
    path = details["loc"]
    context = details.get("ctx", {})
    params = {
        **context,
        "field": path[-1] if path else "",
        "input": details["input"],
        "expected": plain(str(context.get("expected", ""))),
        "expected_tags": plain(str(context.get("expected_tags", ""))),
    }
    message = SENTENCES.get(details["type"])
    if message is None:
        return place.fault(
            _("This cannot stand here: %(problem)s.") % {"problem": details["msg"]}, *path
        )
    return place.fault(_(message) % params, *path)


def plain(words: str) -> str:
    """«'a', 'b' or 'c'» without quotes and English."""
    return words.replace("'", "").replace(" or ", ", ")
