"""The maps of a day and what hangs on them: one read for a page or a push, whoever asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hq.models import GameMap
from hq.texts import Text, in_language
from hq.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class MapRow:
    """A map in all languages; `stakes` holds (question, prepared answers, chosen answer)."""

    slug: str
    title: Text
    summary: Text
    stakes: tuple[tuple[Text, list[dict[str, Any]], str], ...]


def rows(viewer: Viewer) -> list[MapRow]:
    """The maps in the pack's order; a map may have no stakes."""
    return viewer.once("maps", lambda: _rows(viewer.game_id))


def titles(viewer: Viewer) -> dict[str, str]:
    """Key and name of each map, in the active language."""
    return {row.slug: in_language(row.title) for row in rows(viewer)}


def _rows(game_id: int) -> list[MapRow]:
    asked = (
        GameMap.objects.filter(game_id=game_id)
        .order_by("order", "pk", "stakes__order", "stakes__pk")
        .values_list(
            "slug",
            "title",
            "summary",
            "stakes__question",
            "stakes__answers",
            "stakes__answer",
        )
    )
    of_map: dict[str, tuple[Text, Text]] = {}
    stakes: dict[str, list[tuple[Text, list[dict[str, Any]], str]]] = {}
    for slug, title, summary, question, answers, answer in asked:
        of_map[slug] = (title, summary)
        hung = stakes.setdefault(slug, [])
        if question is not None:
            hung.append((question, answers, answer))
    return [
        MapRow(slug=slug, title=title, summary=summary, stakes=tuple(stakes[slug]))
        for slug, (title, summary) in of_map.items()
    ]
