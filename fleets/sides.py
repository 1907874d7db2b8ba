"""Who fights whom, and where: sides and tables of a day, by their names."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models import Squadron
from hq.models import Game, GameMap
from hq.tables import SquadronAt
from hq.texts import in_language


def sides(game: Game) -> dict[str, str]:
    """The sides of the pack: key and name, in the pack's order."""
    return {
        side["slug"]: in_language(side["title"]) or side["slug"]
        for side in game.settings.get("sides", [])
    }


def tables(game_id: int) -> dict[str, str]:
    """A table for each map of the day: key and name, in the pack's order."""
    rows = GameMap.objects.filter(game_id=game_id).values_list("slug", "title")
    return {slug: in_language(title) for slug, title in rows}


def squadrons(game_id: int) -> Iterator[SquadronAt]:
    """Every squadron of the day's lists."""
    for row in Squadron.objects.filter(game_id=game_id, retired=False):
        yield SquadronAt(table=row.table, side=row.side, squadron=row.slug, name=row.name)
