"""What the entries of a pack say about one another, checked on the plain values of the file.

Works on files with other faults too, so that everything is reported at once: what has the wrong
shape is passed over here and reported by pydantic.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from hq.enums import (
    Addressee,
    CardKind,
    DecisionMode,
    DispatchWay,
    EffectKind,
    PoolKind,
    Trigger,
    WayKind,
)
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
            dead_places,
            dead_dispatches,
            dispatches,
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
        ((name,), pack.get(name))
        for name in ("sides", "maps", "prices", "cards", "abilities", "dispatches")
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


def dead_places(pack: dict[str, Any]) -> Findings:
    """Maps and sides that effects and dispatches name."""
    known = {"map": slugs(pack, "maps"), "side": slugs(pack, "sides")}
    for path, effect, _card in effects(pack):
        if effect.get("kind") in {EffectKind.COMMAND, EffectKind.STROKE}:
            for noun in ("map", "side"):
                yield from _dead_place(effect.get(noun), noun, known, (*path, noun))
    for path, dispatch in items(pack, "dispatches"):
        for at, place in items(dispatch, "to", path):
            yield from _dead_address(place, known, at)


def _dead_address(place: dict[str, Any], known: dict[str, set[object]], at: Path) -> Findings:
    noun = {Addressee.TABLE.value: "map", Addressee.SIDE.value: "side"}.get(str(place.get("kind")))
    if noun is None:
        if place.get("key"):
            yield (*at, "key"), _("Only a side or a table has a “key”.")
    elif place.get("key"):
        yield from _dead_place(place["key"], noun, known, (*at, "key"))
    else:
        yield at, _("To which one? Give its “key”.")


def _dead_place(name: object, noun: str, known: dict[str, set[object]], path: Path) -> Findings:
    if not isinstance(name, str) or not name or name in known[noun]:
        return
    if noun == "map":
        yield path, _("There is no map “%(map)s” in this pack.") % {"map": name}
    else:
        yield path, _("There is no side “%(side)s” in this pack.") % {"side": name}


def dead_dispatches(pack: dict[str, Any]) -> Findings:
    known = slugs(pack, "dispatches")
    for path, effect, _card in effects(pack):
        name = effect.get("dispatch")
        is_sent = effect.get("kind") == EffectKind.DISPATCH and isinstance(name, str)
        if is_sent and name not in known:
            message = _("There is no dispatch “%(dispatch)s” in this pack to send.")
            yield (*path, "dispatch"), message % {"dispatch": name}


def dispatches(pack: dict[str, Any]) -> Findings:
    """A card that rides along is there; a time on the way belongs to what is delayed."""
    known = slugs(pack, "cards")
    for path, dispatch in items(pack, "dispatches"):
        card, way = dispatch.get("card"), dispatch.get("way", DispatchWay.AT_ONCE)
        if isinstance(card, str) and card not in known:
            message = _("There is no card “%(card)s” in this pack to ride along.")
            yield (*path, "card"), message % {"card": card}
        if way == DispatchWay.DELAYED and "minutes" not in dispatch:
            yield path, _("“way: delayed” needs “minutes”.")
        elif way in set(DispatchWay) - {DispatchWay.DELAYED} and "minutes" in dispatch:
            yield (*path, "minutes"), _("“minutes” belongs only to “way: delayed”.")
        if way == DispatchWay.COURIER and "at_minutes" in dispatch:
            message = _("A courier takes it from a game master: “at_minutes” cannot stand here.")
            yield (*path, "at_minutes"), message


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
    """Every effect of a card, an answer or an ability, with its path and its card, if any."""
    for holder, name, path, card in _holders(pack):
        for at, effect in items(holder, name, path):
            yield at, effect, card


def _holders(pack: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str, Path, dict[str, Any]]]:
    """What has effects: the block, the name of its list, its path, its card, if any."""
    for path, ability in items(pack, "abilities"):
        yield ability, "effects", path, {}
    for path, stake in stakes(pack):
        for at, answer in items(stake, "answers", path):
            yield answer, "effects", at, {}
    for path, card in items(pack, "cards"):
        yield card, "failure_effects", path, card
        for at, way in items(card, "ways", path):
            yield way, "effects", at, card
