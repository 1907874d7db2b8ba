"""What the regions of the tables read; a push or a request asks for each thing once."""

from __future__ import annotations

from django.utils.translation import gettext

from fleets import battles, sides
from fleets.battles import Field
from fleets.boards.views import NOBODY, Named
from fleets.models import Holding
from fleets.words import System
from hq.models import Game
from hq.viewers import Viewer


def game(viewer: Viewer) -> Game:
    return viewer.once("game", lambda: Game.objects.get(pk=viewer.game_id))


def newest(viewer: Viewer) -> dict[str, Field]:
    """The newest battle of every table, by table."""
    return {field.battle.table: field for field in battles_of(viewer)}


def battles_of(viewer: Viewer) -> list[Field]:
    """All battles of the day, the oldest first: a table has few."""
    return viewer.once("battles", lambda: _battles_of(viewer))


def _battles_of(viewer: Viewer) -> list[Field]:
    day = game(viewer)
    return [battles.field_of(row, day) for row in battles.rows(viewer.game_id).order_by("pk")]


def here(viewer: Viewer) -> Field | None:
    """The battle of the table this viewer is at, the newest one."""
    if not viewer.table:
        return None
    return viewer.once(f"battle:{viewer.table}", lambda: _here(viewer))


def _here(viewer: Viewer) -> Field | None:
    rows = battles.rows(viewer.game_id).filter(table=viewer.table)
    row = rows.order_by("-pk").first()
    return battles.field_of(row, game(viewer)) if row is not None else None


def holders(viewer: Viewer) -> dict[str, Holding]:
    """Who holds which squadron, by its slug."""
    rows = Holding.objects.filter(squadron__game_id=viewer.game_id)
    rows = rows.select_related("squadron", "seat__person")
    return viewer.once("holders", lambda: {row.squadron.slug: row for row in rows})


def side_names(viewer: Viewer) -> dict[str, str]:
    return sides.sides(game(viewer))


def named(system: System, slug: str) -> Named:
    """A slug of the rules with its word."""
    return Named(slug=slug, name=gettext(system.term(slug)))


def side(viewer: Viewer, slug: str | None) -> Named:
    return Named(slug=slug, name=side_names(viewer).get(slug, slug)) if slug else NOBODY
