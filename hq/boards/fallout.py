"""What effects will do, in words, for game masters who are about to set them off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hq import maps
from hq.boards import reads
from hq.effects import (
    AbilityEffect,
    AidEffect,
    CampEffect,
    ChronicleEffect,
    CommandEffect,
    DispatchEffect,
    HastenEffect,
    LookEffect,
    PoolEffect,
    ReleaseEffect,
    SendAidEffect,
    StrokeEffect,
    parse,
)
from hq.enums import AidKind, Measure, PoolKind, StrokeForm, When
from hq.models import Card, Dispatch
from hq.texts import Text, in_language
from hq.viewers import Viewer

Known = Mapping[str, str]


def titles(viewer: Viewer) -> dict[str, str]:
    """The titles of a day's cards by their keys; of other things by «noun:key»."""
    cards = Card.objects.filter(game_id=viewer.game_id).values_list("slug", "title")
    return {slug: in_language(title) for slug, title in cards} | places(viewer)


def places(viewer: Viewer) -> dict[str, str]:
    """The titles of maps, sides and abilities, the senders of dispatches, by «noun:key»."""
    texts = viewer.once("places", lambda: _places(viewer))
    return {key: in_language(title) for key, title in texts.items()}


def _places(viewer: Viewer) -> dict[str, Text]:
    """In all languages: the notes of a push are shared by viewers of every language."""
    game, has = reads.game(viewer), reads.stock(viewer)
    sides = [(side["slug"], side["title"]) for side in game.settings.get("sides", ())]
    dispatches = Dispatch.objects.filter(game=game).exclude(slug="").values_list("slug", "sender")
    found = {
        "map": [(row.slug, row.title) for row in maps.rows(viewer)],
        "side": sides,
        "ability": [(row.slug, row.title) for row in reads.abilities(viewer)],
        "dispatch": dispatches if has.post else (),
    }
    return {f"{noun}:{slug}": title for noun, rows in found.items() for slug, title in rows}


def told(effects: Iterable[Mapping[str, Any]], known: Known) -> tuple[str, ...]:
    """Each effect in a few words; `known`: titles by key."""
    return tuple(_WORDS[type(effect)](effect, known) for effect in parse(effects))


def change(delta: int) -> str:
    """A change as it is printed: «+8», «−8» with a minus that a reader sees."""
    return f"{delta:+d}".replace("-", "−")


def _pool(effect: PoolEffect, known: Known) -> str:
    return f"{PoolKind(effect.pool).label} {change(effect.delta)}"


def _chronicle(effect: ChronicleEffect, known: Known) -> str:
    return _("chronicle: %(text)s") % {"text": in_language(effect.text.model_dump())}


def _release(effect: ReleaseEffect, known: Known) -> str:
    card = known.get(effect.card, effect.card)
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


def _camp(effect: CampEffect, known: Known) -> str:
    measure = Measure(effect.measure).label
    return _("camp: %(measure)s %(delta)s") % {"measure": measure, "delta": change(effect.delta)}


def _command(effect: CommandEffect, known: Known) -> str:
    words = ngettext(
        "command points +%(points)s for %(rounds)s round: %(place)s",
        "command points +%(points)s for %(rounds)s rounds: %(place)s",
        effect.rounds,
    )
    place = place_name(known, table=effect.map, side=effect.side)
    return words % {"points": effect.points, "rounds": effect.rounds, "place": place}


def place_name(known: Known, *, table: str, side: str) -> str:
    """A map, a side, or a side on one map, as people call it."""
    names = (known.get(f"side:{side}", side), known.get(f"map:{table}", table))
    return ", ".join(name for name in names if name)


def _aid(effect: AidEffect, known: Known) -> str:
    title = in_language(effect.title.model_dump()) if effect.title else AidKind(effect.aid).label
    return _("rescue aid: %(title)s × %(count)s") % {"title": title, "count": effect.count}


def _dispatch(effect: DispatchEffect, known: Known) -> str:
    sender = known.get(f"dispatch:{effect.dispatch}", effect.dispatch)
    return _("a dispatch goes out: %(sender)s") % {"sender": sender}


def _hasten(effect: HastenEffect, known: Known) -> str:
    words = ngettext(
        "dispatches arrive %(minutes)s minute sooner",
        "dispatches arrive %(minutes)s minutes sooner",
        effect.minutes,
    )
    return words % {"minutes": effect.minutes}


def _look(effect: LookEffect, known: Known) -> str:
    return _("a look ahead at the next card")


def _stroke(effect: StrokeEffect, known: Known) -> str:
    side = place_name(known, table="", side=effect.side) or _("the winner")
    return f"{side}: {StrokeForm(effect.form).label}"


def _ability(effect: AbilityEffect, known: Known) -> str:
    return known.get(f"ability:{effect.ability}", effect.ability)


def _send_aid(effect: SendAidEffect, known: Known) -> str:
    return _("aid for «%(ship)s»") % {"ship": effect.name}


_WORDS: Mapping[type[Any], Callable[[Any, Known], str]] = {
    PoolEffect: _pool,
    ChronicleEffect: _chronicle,
    ReleaseEffect: _release,
    CampEffect: _camp,
    CommandEffect: _command,
    AidEffect: _aid,
    DispatchEffect: _dispatch,
    HastenEffect: _hasten,
    LookEffect: _look,
    StrokeEffect: _stroke,
    AbilityEffect: _ability,
    SendAidEffect: _send_aid,
}
