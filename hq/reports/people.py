"""A souvenir card for each person: what they did on that day, counted off the journal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hq import parts
from hq.enums import PoolKind, Role
from hq.models import Chorus, Decision, Game, JournalEntry, LedgerLine, Person
from hq.reports.views import Keepsake
from hq.texts import in_language

Counts = dict[int, Counter[str]]
WORDS = "words"
SILENT = (Role.SCREEN,)


def keepsakes(game: Game) -> tuple[Keepsake, ...]:
    """Everybody who came, by name; walls and demo bots keep nothing."""
    counts, quotes = _counted(game), _quoted(game)
    told = [part.keepsakes(game) for part in parts.entered()]
    came = Q(seen_at__isnull=False) | Q(seats__role=Role.MASTER)
    rows = Person.objects.filter(came, game=game, is_bot=False, seats__isnull=False)
    people = rows.exclude(seats__role__in=SILENT).distinct().prefetch_related("seats")
    return tuple(
        Keepsake(
            name=person.name,
            role=", ".join(
                dict.fromkeys(str(Role(seat.role).label) for seat in person.seats.all())
            ),
            words=counts[person.pk][WORDS],
            lines=(
                *_lines(counts[person.pk]),
                *(line for more in told for line in more.get(person.pk, ())),
            ),
            quotes=tuple(quotes.get(person.pk, ())),
        )
        for person in people
    )


def _counted(game: Game) -> Counts:
    counts: Counts = defaultdict(Counter)
    for entry in JournalEntry.objects.filter(game=game, kind__in=_TOLD).order_by("seq"):
        for pk, deed in _TOLD[entry.kind](entry):
            counts[pk][deed] += 1
    gifts = LedgerLine.objects.filter(
        game=game, reason="gift", person__isnull=False, reversed_by=None
    )
    for pk, delta in gifts.filter(pool__kind=PoolKind.ENERGY).values_list("person", "delta"):
        counts[pk or 0]["gift"] += delta
    return counts


Deeds = Iterator[tuple[int, str]]


def _words(entry: JournalEntry) -> Deeds:
    yield from ((pk, WORDS) for pk in entry.params["people"])


def _backed(entry: JournalEntry) -> Deeds:
    if entry.params["way"] is not None:
        yield entry.params["person"], "backed"


def _taken(entry: JournalEntry) -> Deeds:
    yield entry.params["person"], "taken"


def _own(deed: str) -> Callable[[JournalEntry], Deeds]:
    def told(entry: JournalEntry) -> Deeds:
        if entry.person_id is not None:
            yield entry.person_id, deed

    return told


_TOLD: dict[str, Callable[[JournalEntry], Deeds]] = {
    "word_given": _words,
    "way_backed": _backed,
    "decision_taken": _taken,
    "way_voiced": _own("voiced"),
    "way_written": _own("written"),
    "card_opened": _own("opened"),
    "card_issued": _own("issued"),
    "dispatch_sent": _own("sent"),
}


def _lines(counts: Counter[str]) -> Iterator[str]:
    """The deeds that were done, each in a line."""
    said = {
        "voiced": ngettext(
            "You voiced the HQ's decision %(n)s time",
            "You voiced the HQ's decision %(n)s times",
            counts["voiced"],
        ),
        "taken": ngettext(
            "You decided %(n)s time alone, in your own name",
            "You decided %(n)s times alone, in your own name",
            counts["taken"],
        ),
        "backed": ngettext(
            "You stood for a way %(n)s time",
            "You stood for a way %(n)s times",
            counts["backed"],
        ),
        "written": ngettext(
            "You thought of %(n)s way of your own",
            "You thought of %(n)s ways of your own",
            counts["written"],
        ),
        "opened": ngettext(
            "You were the first to open %(n)s dossier",
            "You were the first to open %(n)s dossiers",
            counts["opened"],
        ),
        "gift": _("You gave %(n)s Energy of your own"),
        "sent": ngettext("You sent %(n)s dispatch", "You sent %(n)s dispatches", counts["sent"]),
        "issued": ngettext(
            "You laid %(n)s dossier on the table",
            "You laid %(n)s dossiers on the table",
            counts["issued"],
        ),
    }
    return (words % {"n": counts[deed]} for deed, words in said.items() if counts[deed] > 0)


def _quoted(game: Game) -> dict[int, list[str]]:
    """The ways that a person voiced and the HQ sealed, or took alone."""
    found: dict[int, list[str]] = defaultdict(list)
    sealed = Chorus.objects.filter(game=game, state="sealed", voiced_by__isnull=False)
    for one in sealed.select_related("way").order_by("pk"):
        found[one.voiced_by_id or 0].append(in_language(one.way.title))
    alone = Decision.objects.filter(card__game=game, taken_by__isnull=False, way__isnull=False)
    for decision in alone.select_related("way").order_by("sealed_at", "pk"):
        if decision.way is not None:
            found[decision.taken_by_id or 0].append(in_language(decision.way.title))
    return found
