"""What the database cannot check row by row: the books of a document agree."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from hq.keeping.document import Document
from hq.keeping.faults import Fault


def faults(document: Document) -> Iterator[Fault]:
    yield from _pools(document)
    yield from _journal(document)


def _pools(document: Document) -> Iterator[Fault]:
    """Every line tells the sum of the lines up to it, and the balance is the sum of all."""
    sums = dict.fromkeys(range(1, len(document.rows["hq.pool"]) + 1), 0)
    for place, line in enumerate(document.rows["hq.ledgerline"], start=1):
        sums[line["pool"]] += line["delta"]
        if line["balance_after"] != sums[line["pool"]]:
            yield Fault(
                f"hq.ledgerline[{place}].balance_after",
                _("says %(told)s, the lines up to it make %(sum)s")
                % {"told": line["balance_after"], "sum": sums[line["pool"]]},
            )
    for place, pool in enumerate(document.rows["hq.pool"], start=1):
        if pool["balance"] != sums[place]:
            yield Fault(
                f"hq.pool[{place}].balance",
                _("says %(told)s, its lines make %(sum)s")
                % {"told": pool["balance"], "sum": sums[place]},
            )


def _journal(document: Document) -> Iterator[Fault]:
    """Numbers without a gap, up to the day's own."""
    entries = document.rows["hq.journalentry"]
    for place, entry in enumerate(entries, start=1):
        if entry["seq"] != place:
            yield Fault(
                f"hq.journalentry[{place}].seq",
                _("is %(told)s where %(number)s comes next")
                % {"told": entry["seq"], "number": place},
            )
            return
    if document.game["seq"] != len(entries):
        yield Fault(
            "hq.game[1].seq",
            _("is %(told)s, the journal ends at %(number)s")
            % {"told": document.game["seq"], "number": len(entries)},
        )
