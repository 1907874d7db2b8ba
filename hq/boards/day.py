"""Clock, banner, people, maps, chronicle: what frames the day."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from hq import clock
from hq import maps as known_maps
from hq.boards import reads
from hq.boards.views import (
    BannerView,
    ChronicleItem,
    ChronicleView,
    ClockView,
    MapNamesView,
    MapsView,
    MapView,
    PeopleView,
    PersonView,
    StakeView,
    TitleView,
)
from hq.enums import GameState, Role
from hq.models import ChronicleLine, JournalEntry, Person
from hq.texts import Text, in_language
from hq.viewers import Viewer
from hq.words import EVENTS

LINES_SHOWN = 40
HELD_BY = ("game_paused", "game_reopened", "day_taken_up")


def clock_region(viewer: Viewer) -> ClockView:
    game = reads.game(viewer)
    return ClockView(
        state=game.state,
        turn=game.turn,
        base_ms=game.clock_base,
        since_ms=clock.since_ms(game),
        speed=game.clock_speed,
    )


def title(viewer: Viewer) -> TitleView:
    return TitleView(title=in_language(reads.game(viewer).title))


def banner(viewer: Viewer) -> BannerView:
    game = reads.game(viewer)
    texts = {
        GameState.BEFORE: _("The day has not begun yet."),
        GameState.RUNNING: "",
        GameState.PAUSED: _("The clock stands. Nothing runs out."),
        GameState.OVER: _("The day is over. Thank you all."),
    }
    reason = by = ""
    if game.state == GameState.PAUSED:
        entry = (
            JournalEntry.objects.filter(game=game, kind__in=HELD_BY).select_related("person").last()
        )
        if entry is not None:
            reason = entry.params.get("reason") or str(EVENTS[entry.kind]) % entry.params
            by = entry.person.name if entry.person else ""
    return BannerView(state=game.state, text=texts[GameState(game.state)], reason=reason, by=by)


def people(viewer: Viewer) -> PeopleView:
    told = [_person(person, is_present=is_here) for person, is_here in reads.people(viewer)]
    return PeopleView(
        present=tuple(person for person in told if person.is_present),
        away=tuple(person for person in told if not person.is_present),
    )


def _person(person: Person, *, is_present: bool) -> PersonView:
    return PersonView(
        id=person.pk,
        name=person.name,
        is_present=is_present,
        is_marked=person.marked_here,
        is_bot=person.is_bot,
        role_name=str(Role.VOLUNTEER.label),
    )


def maps(viewer: Viewer) -> MapsView:
    """The maps with their stakes; a map may have none."""
    return MapsView(
        maps=tuple(
            MapView(
                slug=row.slug,
                title=in_language(row.title),
                summary=in_language(row.summary),
                stakes=tuple(_stake(*stake) for stake in row.stakes),
            )
            for row in known_maps.rows(viewer)
        )
    )


def map_names(viewer: Viewer) -> MapNamesView:
    return MapNamesView(maps=tuple(known_maps.titles(viewer).items()))


def _stake(question: Text, answers: list[dict[str, Any]], chosen: str) -> StakeView:
    """The answers in words; what each sets off is the game masters' business."""
    titles = {each["slug"]: in_language(each["title"]) for each in answers}
    return StakeView(
        question=in_language(question),
        answers=tuple(titles.values()),
        answer=titles.get(chosen, ""),
    )


def chronicle(viewer: Viewer) -> ChronicleView:
    return ChronicleView(lines=_chronicle_items(_lines(viewer.game_id)[:LINES_SHOWN]))


def whole_chronicle(game_id: int) -> ChronicleView:
    """For reading aloud: every line, the oldest first."""
    return ChronicleView(lines=_chronicle_items(_lines(game_id).reverse()))


def _lines(game_id: int) -> QuerySet[ChronicleLine]:
    rows = ChronicleLine.objects.filter(game_id=game_id)
    return rows.select_related("card__map").order_by("-pk")


def _chronicle_items(rows: QuerySet[ChronicleLine]) -> tuple[ChronicleItem, ...]:
    return tuple(
        ChronicleItem(
            id=row.pk,
            turn=row.turn,
            game_ms=row.game_time,
            map_name=in_language(row.card.map.title) if row.card and row.card.map else "",
            card_title=in_language(row.card.title) if row.card else "",
            text=in_language(row.text),
        )
        for row in rows
    )
