"""One report from all that tells of a day."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.timezone import localtime

from hq import clock, parts
from hq.boards import reads
from hq.enums import CardKind, CardState, GameState
from hq.errors import ReportNotYetError
from hq.models import ChronicleLine, Game, GameMap
from hq.permissions import is_master
from hq.reports import cards, people, pools
from hq.reports.views import MapTold, ReportView, StakeTold, ThemeTold
from hq.texts import in_language
from hq.viewers import Viewer


def check_may_read(viewer: Viewer) -> None:
    """Game masters at any time, everybody of the day once it is over."""
    if not is_master(viewer) and reads.game(viewer).state != GameState.OVER:
        raise ReportNotYetError


def of_day(viewer: Viewer, *, language: str, with_secrets: bool = False) -> ReportView:
    """The report in the active language, which is `language`.

    `with_secrets`: game masters' secret comments too, and only for a game master.
    """
    game = reads.game(viewer)
    told = cards.told(game, with_secrets=with_secrets and is_master(viewer))
    keepsakes = people.keepsakes(game)
    return ReportView(
        language=language,
        title=in_language(game.title),
        date=_date(game),
        state=game.get_state_display(),
        turns=game.turn,
        length_ms=clock.game_time(game),
        people=len(keepsakes),
        solved=sum(card.state == CardState.RESOLVED for card in told),
        failed=sum(
            card.state == CardState.EXPIRED and card.kind == CardKind.CRISIS for card in told
        ),
        words=sum(card.words for card in keepsakes),
        maps=_maps(game),
        cards=told,
        chapters=tuple(chapter for part in parts.entered() for chapter in part.report(game)),
        pools=pools.told(game),
        turns_at=pools.turns(game),
        themes=_themes(game),
        keepsakes=keepsakes,
    )


def _date(game: Game) -> str:
    entry = game.journal.filter(kind="game_started").first()
    return date_format(localtime(entry.written_at), "DATE_FORMAT") if entry else ""


def _maps(game: Game) -> tuple[MapTold, ...]:
    rows = GameMap.objects.filter(game=game).prefetch_related("stakes")
    return tuple(
        MapTold(
            title=in_language(row.title),
            summary=in_language(row.summary),
            stakes=tuple(
                StakeTold(question=in_language(stake.question), answer=stake.answer_title)
                for stake in row.stakes.all()
            ),
        )
        for row in rows
    )


def _themes(game: Game) -> tuple[ThemeTold, ...]:
    """Lines of the chronicle by theme, in the pack's order; what has no title comes last."""
    titles = {each["slug"]: in_language(each["title"]) for each in game.settings.get("themes", ())}
    found: dict[str, list[str]] = {slug: [] for slug in (*titles, "")}
    for row in ChronicleLine.objects.filter(game=game).order_by("pk"):
        found[row.theme if row.theme in titles else ""].append(in_language(row.text))
    return tuple(
        ThemeTold(slug=slug, title=titles.get(slug, ""), lines=tuple(lines))
        for slug, lines in found.items()
        if lines
    )
