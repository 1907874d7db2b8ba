"""What only a game master sees: the shelf, the pulse of the day, the journal in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from hq.boards import reads
from hq.boards.views import JournalItem, JournalView, PulseView, ShelfCard, ShelfView
from hq.enums import CardState, GameState, PoolKind
from hq.models import Card, JournalEntry, Person, Way
from hq.texts import in_language
from hq.viewers import Viewer
from hq.words import EVENTS

ENTRIES_SHOWN = 30


def shelf(viewer: Viewer) -> ShelfView:
    game = reads.game(viewer)
    rows = list(
        Card.objects.filter(game=game, state__in=(CardState.SHELF, CardState.SCHEDULED))
        .select_related("map")
        .prefetch_related("ways")
    )
    told = [_shelf_card(row) for row in rows]
    waiting = [card for card in told if card.state == CardState.SHELF]
    now = max(game.turn, 1)
    return ShelfView(
        turn=game.turn,
        this_turn=tuple(card for card in waiting if card.planned_turn <= now),
        later=tuple(card for card in waiting if card.planned_turn > now),
        scheduled=tuple(card for card in told if card.state == CardState.SCHEDULED),
        can_issue=game.state == GameState.RUNNING,
    )


def _shelf_card(row: Card) -> ShelfCard:
    return ShelfCard(
        id=row.pk,
        kind=row.kind,
        kind_name=row.get_kind_display(),
        title=in_language(row.title),
        map_name=in_language(row.map.title) if row.map else "",
        planned_turn=row.planned_turn,
        minutes=None if row.time_limit is None else max(1, row.time_limit // 60),
        ways=len(row.ways.all()),
        note=in_language(row.master_note),
        state=row.state,
        state_name=row.get_state_display(),
        release_ms=row.release_at,
        release_turn=row.release_turn,
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
                who=row.person.name if row.person else _("clock"),
                text=str(EVENTS[row.kind]) % _worded(row.params, names),
            )
            for row in rows
        )
    )


def _names(rows: list[JournalEntry]) -> dict[tuple[str, int], str]:
    """Names of all that these entries speak of, in three reads."""
    wanted: dict[str, set[int]] = {"person": set(), "card": set(), "way": set()}
    for row in rows:
        for name, value in row.params.items():
            if name in wanted and isinstance(value, int):
                wanted[name].add(value)
            elif name in {"people", "came", "left"}:
                wanted["person"].update(value)
    people = Person.objects.filter(pk__in=wanted["person"]).values_list("pk", "name")
    cards = Card.objects.filter(pk__in=wanted["card"]).values_list("pk", "title")
    ways = Way.objects.filter(pk__in=wanted["way"]).values_list("pk", "title")
    return {
        **{("person", pk): name for pk, name in people},
        **{("card", pk): in_language(title) for pk, title in cards},
        **{("way", pk): in_language(title) for pk, title in ways},
    }


def _worded(params: dict[str, Any], names: dict[tuple[str, int], str]) -> dict[str, str]:
    told: dict[str, str] = {}
    for name, value in params.items():
        if name in {"people", "came", "left"}:
            told[name] = ", ".join(names.get(("person", pk), "?") for pk in value) or "–"
        elif name in {"person", "card", "way"}:
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
