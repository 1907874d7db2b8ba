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
    "squadron_built": _("Squadron «%(name)s» is built"),
    "squadron_changed": _("Squadron «%(name)s» is changed"),
    "squadron_retired": _("Squadron «%(name)s» is taken off the lists"),
    "limit_let_pass": _("Squadron «%(name)s»: a limit is let pass (%(code)s)"),
    "limit_held": _("Squadron «%(name)s»: a limit holds again (%(code)s)"),
    "lines_retracted": _("%(table)s: lines taken back: %(lines)s %(reason)s"),
    "withdrawal_asked": _("%(table)s: line %(line)s is asked back %(reason)s"),
    "withdrawal_refused": _("%(table)s: line %(line)s is not given back"),
    "line_disputed": _("%(table)s: line %(line)s is disputed: %(claim)s"),
    "dispute_passed_on": _("%(table)s: the dispute over line %(line)s waits for the game master"),
    "dispute_settled": _("%(table)s: the dispute over line %(line)s is settled %(word)s"),
    "squadrons_taken": _("%(table)s: %(person)s takes in hand: %(squadrons)s"),
    "squadrons_released": _("%(table)s: %(person)s lets go: %(squadrons)s"),
    "result_confirmed": _("%(table)s: %(person)s confirms the result"),
    "battle_closed": _("%(table)s: the battle is closed %(note)s"),
    "ruling_confirmed": _("Ruling %(number)s is confirmed: %(choice)s"),
    "rules_changed": _("Tables of the rules changed: %(tables)s"),
    "battle_reopened": _("%(table)s: the battle is open again: %(reason)s"),
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
