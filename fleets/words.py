"""The rules' sentences in the reader's language, with the names of what they speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from fleets.rules.base import Caution, Json, Record, Refusal, RuleSystem, Sentence, Summary
from hq.words import Words

Names = Mapping[str, str]
System = RuleSystem[Any, Any, Any]

EVENTS: Words = {
    "battle_opened": _("%(table)s: a battle begins"),
    "line_written": _("%(table)s: line %(line)s of the battle"),
}


def names(summary: Summary, sides: Names) -> dict[str, str]:
    """Names by id of all that a battle's sentences may speak of; twins get numbers."""
    met = Counter(unit.name for unit in summary.units)
    seen: Counter[str] = Counter()
    found = {squadron.id: squadron.name for squadron in summary.squadrons}
    for unit in summary.units:
        seen[unit.name] += 1
        found[unit.id] = unit.name if met[unit.name] == 1 else f"{unit.name} {seen[unit.name]}"
    return {**sides, **found}


def sentence(said: Sentence, known: Names) -> str:
    """A sentence of the rules for the reader."""
    places: dict[str, Json] = dict(said.params)
    places |= {place: gettext(term) for place, term in said.terms.items()}
    places |= {
        place: ", ".join(known.get(name, name) for name in found)
        for place, found in said.names.items()
    }
    return (gettext(said.text) % places).strip()


def reason(system: System, why: Refusal | Caution, known: Names) -> str:
    return sentence(system.explain(why), known)


def story(system: System, records: Iterable[Record], known: Names) -> str:
    """What came of a command, as the log tells it."""
    told = (system.tell(record) for record in records)
    return " ".join(sentence(line, known) for line in told if line is not None)
