"""What effects will do, in words, for game masters who are about to set them off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hq.effects import Effect, PoolEffect, ReleaseEffect, parse
from hq.enums import PoolKind, When
from hq.models import Card
from hq.texts import in_language


def titles(game_id: int) -> dict[str, str]:
    """The titles of a day's cards by their keys."""
    rows = Card.objects.filter(game_id=game_id).values_list("slug", "title")
    return {slug: in_language(title) for slug, title in rows}


def told(effects: Iterable[Mapping[str, Any]], known: Mapping[str, str]) -> tuple[str, ...]:
    """Each effect in a few words; `known`: titles of cards by key."""
    return tuple(_words(effect, known) for effect in parse(effects))


def change(delta: int) -> str:
    """A change as it is printed: «+8», «−8» with a minus that a reader sees."""
    return f"{delta:+d}".replace("-", "−")


def _words(effect: Effect, known: Mapping[str, str]) -> str:
    if isinstance(effect, PoolEffect):
        return f"{PoolKind(effect.pool).label} {change(effect.delta)}"
    if isinstance(effect, ReleaseEffect):
        return _release(effect, known.get(effect.card, effect.card))
    return _("chronicle: %(text)s") % {"text": in_language(effect.text.model_dump())}


def _release(effect: ReleaseEffect, card: str) -> str:
    if effect.when == When.NOW:
        return _("«%(card)s» comes up now") % {"card": card}
    if effect.when == When.NEXT_TURN:
        return _("«%(card)s» comes with the next turn") % {"card": card}
    minutes = effect.after_minutes or 0
    words = ngettext(
        "«%(card)s» comes in %(minutes)s minute",
        "«%(card)s» comes in %(minutes)s minutes",
        minutes,
    )
    return words % {"card": card, "minutes": minutes}
