"""`squadrons.yaml` of a scenario pack: ready squadrons and scene objects of every map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from fleets import paper, tables
from fleets import words as spoken
from fleets.models import SceneThing, Squadron
from fleets.paper.horizon import ReadySquadron, SceneShape
from fleets.rules import registry
from fleets.rules.kit import codec
from hq.models import Game
from hq.parts import Entry, Finding, Section

FILE = "squadrons.yaml"


class Squadrons(Entry):
    """The whole file. A further system joins with its own shapes, told apart by `system`."""

    squadrons: tuple[ReadySquadron, ...] = ()
    scene: tuple[SceneShape, ...] = ()


def check(values: Mapping[str, Any], pack: Mapping[str, Any]) -> Iterator[Finding]:
    """Keys taken twice, maps and sides the pack does not have, ships a squadron does not have."""
    known = {name: _slugs(pack.get(name)) for name in ("maps", "sides")}
    seen: set[str] = set()
    for path, entry in _entries(values):
        slug = entry.get("slug")
        if isinstance(slug, str) and slug in seen:
            yield (*path, "slug"), _("The key “%(slug)s” is already taken in this file.") % entry
        seen.add(str(slug))
        yield from _dead_references(path, entry, known)
        if path[0] == "squadrons":
            found = paper.of("horizon").findings(entry)
            yield from (((*path, *steps), message) for steps, message in found)


def _dead_references(
    path: tuple[str | int, ...], entry: Mapping[str, Any], known: Mapping[str, set[str]]
) -> Iterator[Finding]:
    for field, name in (("map", "maps"), ("side", "sides")):
        value = entry.get(field)
        if isinstance(value, str) and value not in known[name]:
            message = _("The pack has no “%(slug)s” among its %(list)s.")
            yield (*path, field), message % {"slug": value, "list": name}


def _entries(values: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    for name in ("squadrons", "scene"):
        listed = values.get(name)
        for index, entry in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(entry, dict):
                yield (name, index), entry


def _slugs(listed: object) -> set[str]:
    entries = listed if isinstance(listed, list) else []
    return {str(entry.get("slug")) for entry in entries if isinstance(entry, dict)}


def advise(section: Squadrons) -> Iterator[Finding]:
    """Limits that ready squadrons pass, sentences that one of the languages lacks."""
    for index, entry in enumerate(section.squadrons):
        if not entry.flavour.en:
            yield ("squadrons", index, "flavour"), _("The text has no English.")
        yield from (
            (("squadrons", index, *steps), message) for steps, message in _limits_passed(entry)
        )


def _limits_passed(entry: ReadySquadron) -> Iterator[Finding]:
    sheet, system = paper.of(entry.system), registry.get(entry.system)
    roster = sheet.made(entry, slug=entry.slug, side=entry.side)
    numbers = {unit.id: index for index, unit in enumerate(sheet.units(roster))}
    for unit, caution in sheet.cautions(roster, tables.default(entry.system)):
        steps = () if unit is None else ("ships", numbers[unit])
        yield steps, spoken.reason(system, caution, {})


def load(section: Squadrons, game: Game) -> tuple[str, ...]:
    """Step: rows for what the day does not have yet, by key; returns the new keys."""
    known = {
        *Squadron.objects.filter(game=game).values_list("slug", flat=True),
        *SceneThing.objects.filter(game=game).values_list("slug", flat=True),
    }
    squadrons = [entry for entry in section.squadrons if entry.slug not in known]
    scene = [entry for entry in section.scene if entry.slug not in known]
    Squadron.objects.bulk_create(_squadron(entry, game) for entry in squadrons)
    SceneThing.objects.bulk_create(_scene_thing(entry, game) for entry in scene)
    return (*(entry.slug for entry in squadrons), *(thing.slug for thing in scene))


def _squadron(entry: ReadySquadron, game: Game) -> Squadron:
    sheet = paper.of(entry.system)
    return Squadron(
        game=game,
        slug=entry.slug,
        side=entry.side,
        table=entry.map,
        name=entry.name,
        system=entry.system,
        roster=sheet.encode(sheet.made(entry, slug=entry.slug, side=entry.side)),
        flavour=entry.flavour.model_dump(exclude_defaults=True),
        from_pack=True,
    )


def _scene_thing(entry: SceneShape, game: Game) -> SceneThing:
    return SceneThing(
        game=game,
        slug=entry.slug,
        side=entry.side or "",
        table=entry.map,
        name=entry.name,
        system=entry.system,
        thing=codec.encode(entry.made()),
        text=entry.text.model_dump(exclude_defaults=True),
        secret=entry.secret.model_dump(exclude_defaults=True) if entry.secret else {},
        from_pack=True,
    )


SECTION = Section(file=FILE, shape=Squadrons, check=check, advise=advise, load=load)
