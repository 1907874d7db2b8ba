"""What only a game master sees: the shelf, the pulse of the day, the journal in words."""

from __future__ import annotations

from typing import Any

from django.db.models import F
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
from hq.enums import CardState, GameState, Phase, PoolKind, Role, Trigger
from hq.models import Aggravation, Card, GameMap, JournalEntry, Person, Seat, Stake, Way
from hq.texts import in_language
from hq.viewers import Viewer
from hq.words import EVENTS

ENTRIES_SHOWN = 30


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
    names = _names(rows)
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
                text=str(EVENTS[row.kind]) % _worded(row.params, names),
            )
            for row in rows
        )
    )


def _names(rows: list[JournalEntry]) -> dict[tuple[str, int], str]:
    """Names of all that these entries speak of, in a read for each kind."""
    named = ("person", "card", "way", "aggravation", "map", "stake")
    wanted: dict[str, set[int]] = {name: set() for name in named}
    for row in rows:
        for name, value in row.params.items():
            if name in wanted and isinstance(value, int):
                wanted[name].add(value)
            elif name in {"people", "came", "left"}:
                wanted["person"].update(value)
    people = Person.objects.filter(pk__in=wanted["person"]).values_list("pk", "name")
    cards = Card.objects.filter(pk__in=wanted["card"]).values_list("pk", "title")
    ways = Way.objects.filter(pk__in=wanted["way"]).values_list("pk", "title")
    worse = Aggravation.objects.filter(pk__in=wanted["aggravation"]).values_list("pk", "text")
    maps = GameMap.objects.filter(pk__in=wanted["map"]).values_list("pk", "title")
    stakes = Stake.objects.filter(pk__in=wanted["stake"]).values_list("pk", "question")
    return {
        **{("map", pk): in_language(title) for pk, title in maps},
        **{("stake", pk): in_language(question) for pk, question in stakes},
        **{("aggravation", pk): in_language(text) for pk, text in worse},
        **{("person", pk): name for pk, name in people},
        **{("card", pk): in_language(title) for pk, title in cards},
        **{("way", pk): in_language(title) for pk, title in ways},
    }


def _worded(params: dict[str, Any], names: dict[tuple[str, int], str]) -> dict[str, str]:
    told: dict[str, str] = {}
    for name, value in params.items():
        if name in {"people", "came", "left"}:
            told[name] = ", ".join(names.get(("person", pk), "?") for pk in value) or "–"
        elif name in {"person", "card", "way", "aggravation", "map", "stake"}:
            told[name] = names.get((name, value), "–")
        elif name == "pool":
            told[name] = str(PoolKind(value).label)
        elif name == "delta":
            told[name] = f"{value:+d}"
        elif isinstance(value, bool):
            told[name] = _("yes") if value else _("no")
        else:
            told[name] = str(value)
    return told
