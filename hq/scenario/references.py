"""What the entries of a pack say about one another, checked on the plain values of the file.

Works on files with other faults too, so that everything is reported at once: what has the wrong
shape is passed over here and reported by pydantic.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from hq.enums import CardKind, DecisionMode, EffectKind, PoolKind, Trigger, WayKind
from hq.scenario.places import Fault, Place, Step

Path = tuple[Step, ...]


def check(pack: dict[str, Any], place: Place) -> list[Fault]:
    """Every reference that leads nowhere and every pair of entries that contradict each other."""
    return [
        place.fault(message, *path)
        for rule in (
            repeated_slugs,
            dead_maps,
            dead_releases,
            aggravations,
            times,
            ways,
            prospects,
            figures,
        )
        for path, message in rule(pack)
    ]


Findings = Iterator[tuple[Path, str]]


def repeated_slugs(pack: dict[str, Any]) -> Findings:
    """A key stands once in its list."""
    lists: list[tuple[Path, Any]] = [
        ((name,), pack.get(name)) for name in ("sides", "maps", "prices", "cards")
    ]
    for path, entry in (*items(pack, "maps"), *items(pack, "cards")):
        lists += [((*path, name), entry.get(name)) for name in ("stakes", "ways")]
    for path, stake in stakes(pack):
        lists.append(((*path, "answers"), stake.get("answers")))
    for path, entries in lists:
        seen: set[str] = set()
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            slug = entry.get("slug") if isinstance(entry, dict) else None
            if not isinstance(slug, str):
                continue
            if slug in seen:
                message = _("The key “%(slug)s” is already taken in this list.")
                yield (*path, index, "slug"), message % {"slug": slug}
            seen.add(slug)


def dead_maps(pack: dict[str, Any]) -> Findings:
    known = slugs(pack, "maps")
    for path, card in items(pack, "cards"):
        name = card.get("map")
        if isinstance(name, str) and name not in known:
            message = _("There is no map “%(map)s” in this pack.")
            yield (*path, "map"), message % {"map": name}


def dead_releases(pack: dict[str, Any]) -> Findings:
    known = slugs(pack, "cards")
    for path, effect, card in effects(pack):
        name = effect.get("card")
        if effect.get("kind") != EffectKind.RELEASE or not isinstance(name, str):
            continue
        if name not in known:
            message = _("There is no card “%(card)s” in this pack to release.")
            yield (*path, "card"), message % {"card": name}
        elif name == card.get("slug"):
            yield (*path, "card"), _("A card cannot release itself.")


def aggravations(pack: dict[str, Any]) -> Findings:
    """Each is triggered by what its trigger names, does something, and leads somewhere."""
    known = slugs(pack, "cards")
    for path, card in items(pack, "cards"):
        own = slugs(card, "ways")
        for at, worse in items(card, "aggravations", path):
            yield from _trigger(worse, at, own)
            name = worse.get("releases")
            if isinstance(name, str) and name == card.get("slug"):
                yield (*at, "releases"), _("A card cannot release itself.")
            elif isinstance(name, str) and name not in known:
                message = _("There is no card “%(card)s” in this pack to release.")
                yield (*at, "releases"), message % {"card": name}
            if worse.keys() <= {"trigger", "way", "after_minutes", "text"}:
                message = _("It changes nothing: “cost_percent”, “minutes_less” or “releases”?")
                yield at, message
            if worse.get("minutes_less") and card.get("until_end") is True:
                message = _("A card “until_end” has no deadline to bring nearer.")
                yield (*at, "minutes_less"), message


def _trigger(worse: dict[str, Any], at: Path, own: set[object]) -> Findings:
    for trigger, name in ((Trigger.WAY, "way"), (Trigger.TIME, "after_minutes")):
        is_of_it = worse.get("trigger") == trigger
        if is_of_it and name not in worse:
            message = _("“trigger: %(trigger)s” needs “%(field)s”.")
            yield at, message % {"trigger": trigger.value, "field": name}
        elif not is_of_it and name in worse and worse.get("trigger") in set(Trigger):
            message = _("“%(field)s” belongs only to “trigger: %(trigger)s”.")
            yield (*at, name), message % {"trigger": trigger.value, "field": name}
    way = worse.get("way")
    if isinstance(way, str) and way not in own:
        yield (*at, "way"), _("The card has no way “%(way)s”.") % {"way": way}


def times(pack: dict[str, Any]) -> Findings:
    for path, card in items(pack, "cards"):
        if "minutes" in card and card.get("until_end") is True:
            yield (*path, "until_end"), _("Either “minutes” or “until_end”, not both.")


def ways(pack: dict[str, Any]) -> Findings:
    """A crisis is overcome; a prospect is accepted or declined."""
    for path, card in items(pack, "cards"):
        is_prospect = card.get("kind") == CardKind.PROSPECT
        possible = {WayKind.ACCEPT, WayKind.DECLINE} if is_prospect else {WayKind.OVERCOME}
        found: set[str] = set()
        for at, way in items(card, "ways", path):
            kind = way.get("kind", WayKind.OVERCOME)
            found.add(kind if isinstance(kind, str) else "")
            if kind in set(WayKind) - possible:
                expected = ", ".join(sorted(possible))
                message = _("Ways of this kind of card can only be: %(expected)s.")
                yield (*at, "kind"), message % {"expected": expected}
        if is_prospect and found and not possible <= found:
            yield (*path, "ways"), _("A prospect needs a way to accept it and a way to decline it.")


def prospects(pack: dict[str, Any]) -> Findings:
    """Always collective, and no penalty for missing one."""
    for path, card in items(pack, "cards"):
        if card.get("kind") != CardKind.PROSPECT:
            continue
        if card.get("mode") == DecisionMode.PERSONAL:
            yield (*path, "mode"), _("A prospect is always a collective decision.")
        for at, effect in items(card, "failure_effects", path):
            if isinstance(effect.get("delta"), int) and effect["delta"] < 0:
                yield (*at, "delta"), _("A missed prospect costs nothing.")


def figures(pack: dict[str, Any]) -> Findings:
    """Morale starts within its ceiling; its bands go down to 0."""
    pools = pack.get("pools")
    morale = pools.get(PoolKind.MORALE) if isinstance(pools, dict) else None
    if isinstance(morale, dict):
        start, ceiling = morale.get("start"), morale.get("ceiling")
        if isinstance(start, int) and isinstance(ceiling, int) and start > ceiling:
            message = _("It starts above its ceiling of %(ceiling)s.")
            yield ("pools", "morale", "start"), message % {"ceiling": ceiling}
    bands = list(items(pack.get("settings"), "morale_bands", ("settings",)))
    shares = [band.get("from") for _path, band in bands]
    whole = [share for share in shares if isinstance(share, int)]
    if not bands or len(whole) < len(shares):
        return
    path: Path = ("settings", "morale_bands")
    if whole != sorted(set(whole), reverse=True):
        yield path, _("Bands go from the highest “from” to the lowest, each once.")
    elif whole[-1] != 0:
        yield path, _("The last band starts from 0: otherwise the bottom of the dial has no name.")


def items(holder: Any, name: str, at: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The blocks in the list `name` of a block, with their paths."""
    entries = holder.get(name) if isinstance(holder, dict) else None
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            yield (*at, name, index), entry


def stakes(pack: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    for path, entry in items(pack, "maps"):
        yield from items(entry, "stakes", path)


def slugs(holder: Any, name: str) -> set[object]:
    return {
        slug for _path, entry in items(holder, name) if isinstance(slug := entry.get("slug"), str)
    }


def effects(pack: dict[str, Any]) -> Iterator[tuple[Path, dict[str, Any], dict[str, Any]]]:
    """Every effect of every card and of every answer, with its path and its card, if any."""
    for path, stake in stakes(pack):
        for answer_at, answer in items(stake, "answers", path):
            for at, effect in items(answer, "effects", answer_at):
                yield at, effect, {}
    for path, card in items(pack, "cards"):
        for at, effect in items(card, "failure_effects", path):
            yield at, effect, card
        for way_at, way in items(card, "ways", path):
            for at, effect in items(way, "effects", way_at):
                yield at, effect, card
