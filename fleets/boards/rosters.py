"""Squadrons as built, for their captains' pages and for print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.utils.translation import gettext

from fleets import paper, rosters, rulings, words
from fleets.boards import reads
from fleets.boards.views import NOBODY, Named
from fleets.models import Squadron
from fleets.rosters import PassedLimit
from fleets.rules import registry
from hq import maps
from hq.enums import Role
from hq.permissions import is_master
from hq.texts import in_language
from hq.viewers import Viewer

# Where the cards of a system are put into words; each has card, form, weigh, template(s), traits.
CARDS = {"horizon": "fleets.boards.horizon_paper"}


def cards_of(system: str) -> Any:
    """The words of the cards of a system."""
    return import_module(CARDS[system])


@dataclass(frozen=True, kw_only=True)
class LimitView:
    """A limit that is passed. `by`: the game master who let it pass, or empty."""

    code: str
    unit: str
    text: str
    by: str


@dataclass(frozen=True, kw_only=True)
class RosterLine:
    """A squadron in a list."""

    id: int
    slug: str
    name: str
    side: Named
    table: Named
    flavour: str
    commander: str
    units: int
    cost: int
    limits: int  # passed and not let pass
    is_ready: bool
    can_change: bool


@dataclass(frozen=True, kw_only=True)
class RostersView:
    """Own squadrons and ready ones; `tables` and `sides`: where this seat may build one."""

    own: tuple[RosterLine, ...]
    ready: tuple[RosterLine, ...]
    tables: tuple[Named, ...]
    sides: tuple[Named, ...]
    can_build: bool


@dataclass(frozen=True, kw_only=True)
class RosterView:
    """A squadron with its cards. `system` chooses the templates of the cards."""

    line: RosterLine
    system: str
    head: Mapping[str, Any]
    traits: tuple[Named, ...]
    known_traits: tuple[Named, ...]
    cards: tuple[Any, ...]
    carriers: tuple[Any, ...]  # cards of ships that others may start aboard of
    fighters: tuple[Any, ...]  # cards of those that may
    carrier: str
    aboard: tuple[str, ...]
    limits: tuple[LimitView, ...]
    templates: tuple[Named, ...]
    is_fighting: bool
    is_master: bool


def rosters_of(viewer: Viewer) -> RostersView:
    """What this seat has, and the ready squadrons of its table and side."""
    rows = Squadron.objects.filter(game_id=viewer.game_id, retired=False).select_related("game")
    lines = [(row, _line(viewer, row)) for row in rows if _is_shown(viewer, row)]
    tables = maps.titles(viewer)
    at = [slug for slug in tables if viewer.table in {"", slug}]
    names = reads.side_names(viewer)
    own_sides = [slug for slug in names if viewer.side in {"", slug}]
    can_build = is_master(viewer) or viewer.role == Role.CAPTAIN
    bound = Squadron.objects.filter(game_id=viewer.game_id, slug=viewer.squadron).exists()
    return RostersView(
        own=tuple(line for row, line in lines if not row.from_pack or _is_bound(viewer, row)),
        ready=tuple(line for row, line in lines if row.from_pack and not _is_bound(viewer, row)),
        tables=tuple(Named(slug=slug, name=tables[slug]) for slug in at),
        sides=tuple(Named(slug=slug, name=names[slug]) for slug in own_sides),
        can_build=can_build and not (viewer.squadron and bound),
    )


def _is_bound(viewer: Viewer, row: Squadron) -> bool:
    return bool(viewer.squadron) and viewer.squadron == row.slug


def _is_shown(viewer: Viewer, row: Squadron) -> bool:
    if not rosters.can_see(viewer, row):
        return False
    is_here = viewer.table in {"", row.table} or not row.table
    return is_here and viewer.side in {"", row.side}


def roster(viewer: Viewer, squadron_id: int) -> RosterView | None:
    """One squadron with its cards; None where this seat may not look at it."""
    row = find(viewer, squadron_id)
    if row is None:
        return None
    sheet = paper.of(row.system)
    built, worded = sheet.decode(row.roster), cards_of(row.system)
    passed = rosters.warnings(row)
    names = {unit.id: unit.name for unit in sheet.units(built)}
    limits = tuple(_limit(row, each, names) for each in passed)
    in_force = rulings.in_force(row.game, row.system)
    head = sheet.head(built)
    cards = tuple(
        worded.card(unit, number, in_force, [each for each in limits if each.unit == unit.id])
        for number, unit in enumerate(sheet.units(built), start=1)
    )
    carriers, fighters = worded.hangar(cards)
    return RosterView(
        line=_line(viewer, row, passed),
        system=row.system,
        head=head,
        traits=tuple(_named(row.system, trait) for trait in built.traits),
        known_traits=worded.traits(),
        cards=cards,
        carriers=carriers,
        fighters=fighters,
        carrier=head["aboard"][0][1] if head["aboard"] else "",
        aboard=tuple(unit for unit, _carrier in head["aboard"]),
        limits=tuple(each for each in limits if not each.unit),
        templates=worded.templates_of(),
        is_fighting=rosters.is_fighting(row),
        is_master=is_master(viewer),
    )


def find(viewer: Viewer, squadron_id: int) -> Squadron | None:
    """The row, if this seat may look at it."""
    rows = Squadron.objects.filter(game_id=viewer.game_id, pk=squadron_id, retired=False)
    row = rows.select_related("game").first()
    return row if row is not None and rosters.can_see(viewer, row) else None


def card_form(row: Squadron, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The choices of a card's form, and what the card costs as it stands."""
    in_force = rulings.in_force(row.game, row.system)
    found: Mapping[str, Any] = cards_of(row.system).form(values, in_force)
    return found


def _line(viewer: Viewer, row: Squadron, passed: Iterable[PassedLimit] | None = None) -> RosterLine:
    sheet = paper.of(row.system)
    built = sheet.decode(row.roster)
    found = rosters.warnings(row) if passed is None else passed
    titles = maps.titles(viewer)
    return RosterLine(
        id=row.pk,
        slug=row.slug,
        name=row.name,
        side=reads.side(viewer, row.side),
        table=Named(slug=row.table, name=titles.get(row.table, row.table)) if row.table else NOBODY,
        flavour=in_language(row.flavour),
        commander=built.commander_name,
        units=len(sheet.units(built)),
        cost=sheet.cost(built, rulings.in_force(row.game, row.system)),
        limits=sum(1 for each in found if not each.waived),
        is_ready=row.from_pack,
        can_change=rosters.can_change(viewer, row),
    )


def _limit(row: Squadron, passed: PassedLimit, names: Mapping[str, str]) -> LimitView:
    return LimitView(
        code=passed.caution.code,
        unit=passed.unit,
        text=words.reason(registry.get(row.system), passed.caution, names),
        by=passed.by,
    )


def _named(system: str, slug: str) -> Named:
    return Named(slug=slug, name=gettext(registry.get(system).term(slug)))
