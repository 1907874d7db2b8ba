"""What only a game master sees: the shelf, the pulse of the day, the journal in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F, Model, TextChoices
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from hq.boards import reads
from hq.boards.cards import came_true, is_pinned, worse_facts
from hq.boards.views import (
    DeadlineItem,
    DeadlinesView,
    JournalItem,
    JournalView,
    PulseView,
    RollPerson,
    RollView,
    SeatView,
    ShelfCard,
    ShelfView,
    WorseChoice,
)
from hq.enums import AidKind, CardState, GameState, Measure, Phase, PoolKind, Reply, Role, Trigger
from hq.models import (
    Ability,
    Aggravation,
    Card,
    Dispatch,
    GameMap,
    JournalEntry,
    Person,
    Seat,
    Stake,
    Way,
)
from hq.texts import Text, in_language
from hq.viewers import Viewer
from hq.words import EVENTS

ENTRIES_SHOWN = 30

Names = dict[tuple[str, int | str], str]
# What an entry's particulars name: a row and the field that people know it by.
NAMED: Mapping[str, tuple[type[Model], str]] = {
    "person": (Person, "name"),
    "card": (Card, "title"),
    "way": (Way, "title"),
    "aggravation": (Aggravation, "text"),
    "map": (GameMap, "title"),
    "stake": (Stake, "question"),
    "ability": (Ability, "title"),
    "dispatch": (Dispatch, "sender"),
}
PEOPLE = {"people", "came", "left"}
CHOICES: Mapping[str, type[TextChoices]] = {
    "pool": PoolKind,
    "measure": Measure,
    "reply": Reply,
    "aid": AidKind,
}


def shelf(viewer: Viewer) -> ShelfView:
    game = reads.game(viewer)
    rows = list(
        Card.objects.filter(game=game, state__in=(CardState.SHELF, CardState.SCHEDULED))
        .select_related("map")
        .order_by("planned_turn", F("map__order").asc(nulls_last=True), "pk")
        .prefetch_related("ways")
    )
    told = [_shelf_card(row) for row in rows]
    waiting = [card for card in told if card.state == CardState.SHELF]
    now = max(game.turn, 1)
    return ShelfView(
        turn=game.turn,
        this_turn=tuple(card for card in waiting if 0 < card.planned_turn <= now),
        later=tuple(card for card in waiting if card.planned_turn > now),
        on_call=tuple(card for card in waiting if card.planned_turn == 0),
        scheduled=tuple(
            sorted((card for card in told if card.state == CardState.SCHEDULED), key=_coming)
        ),
        can_issue=game.state == GameState.RUNNING,
    )


def _shelf_card(row: Card) -> ShelfCard:
    return ShelfCard(
        id=row.pk,
        kind=row.kind,
        kind_name=row.get_kind_display(),
        title=in_language(row.title),
        map=row.map.slug if row.map else "",
        map_name=in_language(row.map.title) if row.map else "",
        planned_turn=row.planned_turn,
        headcount=row.headcount,
        unfinished=row.unfinished.strip(),
        minutes=None if row.time_limit is None else max(1, row.time_limit // 60),
        ways=len(row.ways.all()),
        note=in_language(row.master_note),
        state=row.state,
        state_name=row.get_state_display(),
        release_ms=row.release_at,
        release_turn=row.release_turn,
    )


def _coming(card: ShelfCard) -> tuple[bool, int, int]:
    """Those with a time first, the soonest of them at the top; then by turn."""
    return card.release_ms is None, card.release_ms or card.release_turn or 0, card.id


def deadlines(viewer: Viewer) -> DeadlinesView:
    """Every open card with what a game master can do about its time."""
    rows = [row for row in reads.cards(viewer) if row.state == CardState.OPEN]
    rows.sort(key=lambda row: (row.due_at is None, row.due_at or 0, row.pk))
    choices: dict[int, list[Aggravation]] = {}
    waiting = Aggravation.objects.filter(
        card__in=[row.pk for row in rows], trigger=Trigger.MASTER, applied_at__isnull=True
    )
    for worse in waiting:
        choices.setdefault(worse.card_id, []).append(worse)
    return DeadlinesView(
        items=tuple(
            DeadlineItem(
                id=row.pk,
                kind=row.kind,
                title=in_language(row.title),
                map=row.map.slug if row.map else "",
                map_name=in_language(row.map.title) if row.map else "",
                issued_ms=row.issued_at or 0,
                due_ms=row.due_at,
                phase=row.decision.phase,
                phase_name=row.decision.get_phase_display(),
                is_held=row.decision.phase in {Phase.VOICED, Phase.CHORUS},
                is_pinned=is_pinned(row),
                choices=tuple(
                    WorseChoice(id=worse.pk, text=in_language(worse.text), facts=worse_facts(worse))
                    for worse in choices.get(row.pk, ())
                ),
                came_true=came_true(row),
            )
            for row in rows
        )
    )


def roll(viewer: Viewer) -> RollView:
    """Everybody who holds a seat of this day, and the volunteers who held one."""
    seats: dict[int, list[Seat]] = {}
    held = Seat.objects.filter(game_id=viewer.game_id, revoked_at__isnull=True)
    for seat in held.exclude(role=Role.MASTER).select_related("person").order_by("pk"):
        seats.setdefault(seat.person_id, []).append(seat)
    volunteers = reads.people(viewer)
    here = {person.pk for person, is_here in volunteers if is_here}
    told = [
        _roll_person(person, seats.pop(person.pk, []), is_present=is_here, is_volunteer=True)
        for person, is_here in sorted(volunteers, key=lambda found: not found[1])
    ]
    others = [
        _roll_person(own[0].person, own, is_present=False, is_volunteer=False)
        for own in seats.values()
    ]
    return RollView(
        here=len(here),
        away=len(volunteers) - len(here),
        people=(*told, *sorted(others, key=lambda person: (person.role_name, person.name))),
    )


def _roll_person(
    person: Person, seats: list[Seat], *, is_present: bool, is_volunteer: bool
) -> RollPerson:
    return RollPerson(
        id=person.pk,
        name=person.name,
        role_name=", ".join(dict.fromkeys(str(Role(seat.role).label) for seat in seats)),
        is_present=is_present,
        is_marked=person.marked_here,
        is_bot=person.is_bot,
        is_volunteer=is_volunteer,
        seats=tuple(
            SeatView(
                id=seat.pk,
                role_name=str(Role(seat.role).label),
                since="" if seat.taken_at is None else f"{localtime(seat.taken_at):%H:%M}",
            )
            for seat in seats
        ),
    )


def pulse(viewer: Viewer) -> PulseView:
    game = reads.game(viewer)
    return PulseView(
        state=game.state,
        can_start=game.state == GameState.BEFORE,
        can_pause=game.state == GameState.RUNNING,
        can_resume=game.state == GameState.PAUSED,
        turn=game.turn,
        present=sum(is_here for _person, is_here in reads.people(viewer)),
        open_cards=Card.objects.filter(game=game).open().count(),
    )


def journal(viewer: Viewer) -> JournalView:
    rows = list(
        JournalEntry.objects.filter(game_id=viewer.game_id)
        .select_related("person")
        .order_by("-seq")[:ENTRIES_SHOWN]
    )
    names = names_of(rows)
    return JournalView(
        items=tuple(
            JournalItem(
                seq=row.seq,
                game_ms=row.game_time,
                who=row.person.name
                if row.person
                else _("door")
                if row.role == "door"
                else _("clock"),
                text=str(EVENTS[row.kind]) % worded(row.params, names),
            )
            for row in rows
        )
    )


def names_of(rows: list[JournalEntry]) -> Names:
    """Names of all that these entries speak of, in a read for each kind."""
    wanted: dict[str, set[int]] = {noun: set() for noun in NAMED}
    places: set[str] = set()
    for row in rows:
        for name, value in row.params.items():
            if name in wanted and isinstance(value, int):
                wanted[name].add(value)
            elif name in PEOPLE:
                wanted["person"].update(value)
            elif name == "table":
                places.add(value)
    found: Names = {}
    for noun, (model, field) in NAMED.items():
        told = model._base_manager.filter(pk__in=wanted[noun])  # noqa: SLF001  (documented API)
        found |= {(noun, pk): _told(name) for pk, name in told.values_list("pk", field)}
    games = {row.game_id for row in rows if places}
    maps = GameMap.objects.filter(game__in=games, slug__in=places).values_list("slug", "title")
    return found | {("table", slug): in_language(title) for slug, title in maps}


def _told(name: Text | str) -> str:
    return name if isinstance(name, str) else in_language(name)


def worded(params: dict[str, Any], names: Names) -> dict[str, str]:
    return {name: _words(name, value, names) for name, value in params.items()}


def _words(name: str, value: Any, names: Names) -> str:
    if name in PEOPLE:
        return ", ".join(names.get(("person", pk), "?") for pk in value) or "–"
    if name in NAMED and not isinstance(value, str):
        return names.get((name, value), "–")
    if name == "table":
        return names.get((name, value), str(value))
    if isinstance(value, str):
        return str(CHOICES[name](value).label) if name in CHOICES else value
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return f"{value:+d}" if name == "delta" else str(value)
