"""Clock, banner, people, maps, chronicle: what frames the day."""

from __future__ import annotations

from django.utils.translation import gettext as _

from hq import clock, figures, presence
from hq.boards.views import (
    BannerView,
    ChronicleItem,
    ChronicleView,
    ClockView,
    MapsView,
    MapView,
    PeopleView,
    PersonView,
    StakeView,
)
from hq.enums import GameState, Role
from hq.models import ChronicleLine, Game, GameMap, JournalEntry, Person
from hq.texts import in_language
from hq.viewers import Viewer

LINES_SHOWN = 40


def clock_region(viewer: Viewer) -> ClockView:
    game = Game.objects.get(pk=viewer.game_id)
    return ClockView(
        game_title=in_language(game.title),
        state=game.state,
        turn=game.turn,
        base_ms=game.clock_base,
        since_ms=clock.since_ms(game),
        speed=game.clock_speed,
    )


def banner(viewer: Viewer) -> BannerView:
    game = Game.objects.get(pk=viewer.game_id)
    texts = {
        GameState.BEFORE: _("The day has not begun yet."),
        GameState.RUNNING: "",
        GameState.PAUSED: _("The clock stands. Nothing runs out."),
        GameState.OVER: _("The day is over. Thank you all."),
    }
    reason = by = ""
    if game.state == GameState.PAUSED:
        entry = (
            JournalEntry.objects.filter(game=game, kind="game_paused")
            .select_related("person")
            .last()
        )
        if entry is not None:
            reason = entry.params["reason"]
            by = entry.person.name if entry.person else ""
    return BannerView(state=game.state, text=texts[GameState(game.state)], reason=reason, by=by)


def people(viewer: Viewer) -> PeopleView:
    game = Game.objects.get(pk=viewer.game_id)
    here = set(
        presence.present(game.pk, figures=figures.of(game), moment=clock.wall()).values_list(
            "pk", flat=True
        )
    )
    told = [
        _person(person, is_present=person.pk in here) for person in presence.volunteers(game.pk)
    ]
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
    rows = GameMap.objects.filter(game_id=viewer.game_id).prefetch_related("stakes")
    return MapsView(
        maps=tuple(
            MapView(
                slug=row.slug,
                title=in_language(row.title),
                summary=in_language(row.summary),
                stakes=tuple(
                    StakeView(
                        question=in_language(stake.question),
                        answers=tuple(in_language(answer["title"]) for answer in stake.answers),
                    )
                    for stake in row.stakes.all()
                ),
            )
            for row in rows
        )
    )


def chronicle(viewer: Viewer) -> ChronicleView:
    return ChronicleView(lines=_chronicle_items(viewer.game_id)[:LINES_SHOWN])


def whole_chronicle(game_id: int) -> ChronicleView:
    """For reading aloud: every line, the oldest first."""
    return ChronicleView(lines=_chronicle_items(game_id)[::-1])


def _chronicle_items(game_id: int) -> tuple[ChronicleItem, ...]:
    rows = ChronicleLine.objects.filter(game_id=game_id).select_related("card__map").order_by("-pk")
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
