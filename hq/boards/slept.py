"""«While you slept»: three lines for who comes back after more than a minute, most urgent first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hq import grants
from hq.boards import calls, fallout, me, post, reads
from hq.boards.master import names_of, worded
from hq.enums import CardState, DecisionMode, GameState, Phase, PoolKind, Role
from hq.models import JournalEntry
from hq.texts import in_language
from hq.viewers import Viewer
from hq.words import EVENTS

SHOWN = 3
LOOKED_AT = 400  # entries of the journal, the newest
# What everybody in the HQ and at the tables may hear of, the most telling first.
TOLD = (
    "stroke_done",
    "card_expired",
    "card_aggravated",
    "decision_sealed",
    "decision_taken",
    "ability_used",
    "turn_opened",
)


@dataclass(frozen=True, kw_only=True)
class SleptLine:
    text: str
    href: str = ""
    due_ms: int | None = None
    is_urgent: bool = False


@dataclass(frozen=True, kw_only=True)
class SleptView:
    lines: tuple[SleptLine, ...]
    more: int  # that find no room


def slept(viewer: Viewer, since: int) -> SleptView:
    """What waits for this viewer now, then what happened after event number `since`."""
    found = [*_waiting(viewer), *_happened(viewer, since)]
    return SleptView(lines=tuple(found[:SHOWN]), more=max(0, len(found) - SHOWN))


def _waiting(viewer: Viewer) -> Iterator[SleptLine]:
    yield from _chorus(viewer)
    yield from _help(viewer)
    yield from _letters(viewer)
    yield from _day(viewer)
    if viewer.role == Role.VOLUNTEER:
        yield from _cards(viewer)


def _chorus(viewer: Viewer) -> Iterator[SleptLine]:
    sounding = reads.sounding(viewer)
    if viewer.role != Role.VOLUNTEER or sounding is None:
        return
    own = me.me(viewer)
    if own.chorus_id and not own.has_spoken:
        text = _("A chorus sounds and waits for your word: «%(way)s»")
        way = in_language(sounding.way.title)
        yield SleptLine(text=text % {"way": way}, due_ms=sounding.ends_at, is_urgent=True)


def _help(viewer: Viewer) -> Iterator[SleptLine]:
    waiting = calls.help_queue(viewer).waiting if viewer.role == Role.MASTER else ()
    if waiting:
        words = ngettext("%(count)s call for help", "%(count)s calls for help", len(waiting))
        text = f"{words % {'count': len(waiting)}}: {', '.join(item.name for item in waiting)}"
        yield SleptLine(text=text, href="#help", is_urgent=True)


def _letters(viewer: Viewer) -> Iterator[SleptLine]:
    unread = [letter for letter in post.inbox(viewer).letters if not letter.is_read]
    for letter in unread:
        text = _("A dispatch waits to be opened: %(sender)s") % {"sender": letter.sender}
        yield SleptLine(text=text, href="#inbox", is_urgent=True)
    for own in grants.in_hand(viewer):
        for grant in grants.waiting(
            viewer.game_id, table=own.table, side=own.side, squadron=own.squadron
        ):
            text = _("The HQ gives %(name)s +%(points)s command points: take them")
            told = {"name": own.name, "points": grant.amount}
            yield SleptLine(text=text % told, href="#supply", is_urgent=True)


def _day(viewer: Viewer) -> Iterator[SleptLine]:
    state = reads.game(viewer).state
    if state in {GameState.PAUSED, GameState.OVER}:
        yield SleptLine(text=str(GameState(state).label).capitalize())


def _cards(viewer: Viewer) -> Iterator[SleptLine]:
    """Open cards that this person has not answered, the nearest deadline first."""
    answered = {ballot.card_id for ballot in me.me(viewer).ballots}
    waiting = [
        row
        for row in reads.cards(viewer)
        if row.state == CardState.OPEN
        and row.mode == DecisionMode.COLLECTIVE
        and row.decision.phase == Phase.DELIBERATION
        and row.pk not in answered
    ]
    for row in sorted(waiting, key=lambda row: (row.due_at is None, row.due_at or 0, row.pk)):
        text = _("Without your answer: «%(card)s»") % {"card": in_language(row.title)}
        yield SleptLine(text=text, href=f"#card-{row.pk}", due_ms=row.due_at)


def _happened(viewer: Viewer, since: int) -> Iterator[SleptLine]:
    if viewer.role not in {Role.VOLUNTEER, Role.MASTER}:
        return
    kinds = (*TOLD, "pool_changed")
    rows = JournalEntry.objects.filter(game_id=viewer.game_id, seq__gt=since, kind__in=kinds)
    newest = list(rows.order_by("-seq")[:LOOKED_AT])
    told = [row for row in newest if row.kind in TOLD]
    names = names_of(told)
    for row in sorted(told, key=lambda row: (TOLD.index(row.kind), -row.seq)):
        text = str(EVENTS[row.kind]) % worded(row.params, names)
        yield SleptLine(text=text, href="#to-chronicle" if viewer.role != Role.MASTER else "")
    changes: dict[str, int] = {}
    for row in newest:
        if row.kind == "pool_changed" and row.params["reason"] != "opening":
            pool = row.params["pool"]
            changes[pool] = changes.get(pool, 0) + row.params["delta"]
    sums = [(PoolKind(pool).label, delta) for pool, delta in changes.items() if delta]
    if sums:
        words = ", ".join(f"{name} {fallout.change(delta)}" for name, delta in sums)
        yield SleptLine(text=words, href="#pools")
