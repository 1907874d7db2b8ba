"""Ship cards of «Война Горизонта» as built: for reading, for the form, for print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from fleets import words
from fleets.boards.views import Named
from fleets.paper import FaultyPaperError, posted
from fleets.paper.horizon import PAPER
from fleets.rules import registry
from fleets.rules.horizon import ships
from fleets.rules.horizon.ships import Profile
from fleets.rules.horizon.tables import Tables
from fleets.rules.horizon.terms import TACTICIAN, Arc, ShipType, System
from fleets.rules.horizon.words import TERMS

if TYPE_CHECKING:
    from fleets.boards.rosters import LimitView

UPGRADES = {"stealth": _("Stealthy"), "decoy": _("Decoy")}
RARITIES = {"uncommon": _("uncommon"), "rare": _("rare")}
GRADES = {"rookie": _("rookie"), "veteran": _("veteran"), "ace": _("ace")}

# Cards to begin with; every figure can be changed.
TEMPLATES: Mapping[str, tuple[Any, Mapping[str, Any]]] = {
    "fighter": (
        _("Fighter"),
        {"type": "small", "speed": 3, "defence": "2d6", "guns": ["2d8"], "piloting": "2d8"},
    ),
    "gunner": (
        _("Gunner"),
        {"type": "small", "speed": 3, "defence": "2d6", "guns": ["2d8", "2d6T"], "piloting": "2d8"},
    ),
    "torpedo-boat": (
        _("Torpedo boat"),
        {
            "type": "small",
            "speed": 3,
            "defence": "2d6",
            "guns": ["2d6"],
            "piloting": "2d8",
            "upgrades": ["torpedoes", "decoy"],
        },
    ),
    "gunship": (
        _("Gunship"),
        {
            "type": "medium",
            "speed": 2,
            "defence": "2d8",
            "guns": ["2d10", "2d8T"],
            "piloting": "2d8",
            "upgrades": ["shields"],
        },
    ),
    "transport": (
        _("Transport"),
        {
            "type": "medium",
            "speed": 2,
            "defence": "2d8",
            "guns": ["2d8"],
            "piloting": "2d6",
            "upgrades": ["transport", "shields"],
        },
    ),
    "carrier": (
        _("Carrier"),
        {
            "type": "large",
            "speed": 1,
            "defence": "2d10",
            "guns": ["2d8", "2d8T"],
            "piloting": "2d6",
            "upgrades": ["carrier", "repair", "shields"],
        },
    ),
}


@dataclass(frozen=True, kw_only=True)
class BoxView:
    """A system's boxes on a card: `number` is «3.1», as in the app; the second one is «out»."""

    number: str
    system: Named


@dataclass(frozen=True, kw_only=True)
class CardView:
    """A ship's card. `number` counts from 1 in the squadron; costs: base, with the pilot."""

    id: str
    number: int
    name: str
    type: Named
    speed: int
    speeds: range
    defence: str
    piloting: str
    grade: str
    guns: tuple[tuple[str, Named], ...]
    upgrades: tuple[Named, ...]
    computed: tuple[int, int]
    printed: tuple[int, int] | None
    crew: tuple[str, ...]
    crew_count: int | None
    text: str
    boxes: tuple[BoxView, ...]
    limits: tuple[LimitView, ...]


def card(ship: Profile, number: int, tables: Tables, limits: Sequence[LimitView] = ()) -> CardView:
    """The card of a ship, by its number in the squadron."""
    cost, grade = ships.cost(ship, tables), posted.grade(ship)
    return CardView(
        id=ship.id,
        number=number,
        name=ship.name,
        type=_named(ship.type.value),
        speed=ship.speed,
        speeds=range(ship.speed),
        defence=str(ship.defence),
        piloting=str(ship.piloting),
        grade=str(GRADES[grade]) if grade else "",
        guns=tuple((str(gun.dice), _named(gun.arc.value)) for gun in ship.guns),
        upgrades=tuple(_named(upgrade) for upgrade in ship.upgrades),
        computed=(cost.base, cost.with_pilot),
        printed=ship.printed_cost,
        crew=ship.crew,
        crew_count=ship.crew_count,
        text=ship.text,
        boxes=boxes(number),
        limits=tuple(limits),
    )


def boxes(number: int) -> tuple[BoxView, ...]:
    """The systems of a ship in the order of their boxes: hull 1, systems 2 … crew 5."""
    return tuple(
        BoxView(number=f"{number}.{place}", system=_named(system.value))
        for place, system in enumerate(System, start=1)
    )


def templates_of() -> tuple[Named, ...]:
    """Cards to begin with, by name."""
    return tuple(Named(slug=slug, name=str(name)) for slug, (name, _card) in TEMPLATES.items())


def template(slug: str) -> Mapping[str, Any]:
    """The values of a card to begin with; the first one where there is none of that name."""
    name, values = TEMPLATES.get(slug, TEMPLATES["fighter"])
    return {"name": str(name), **values}


def form(values: Mapping[str, Any], tables: Tables) -> Mapping[str, Any]:
    """A card's form: its values, the choices of every field, what it costs as it stands."""
    limits = tables.points.limits
    upgrades = dict.fromkeys([*tables.upgrades, *values.get("upgrades", ())])
    return {
        "values": posted.back(dict(values)),
        "types": [(_named(each.value), str(limits[each].defence)) for each in ShipType],
        "speeds": _with(range(1, 4), values.get("speed")),
        "defences": _with(tables.points.defence, values.get("defence")),
        "guns": _with([*tables.points.gun, "2d12"], *(g for g, _arc in _gun_rows(values))),
        "arcs": [_named(arc.value) for arc in Arc],
        "pilots": [
            (dice, str(GRADES[name]))
            for dice, name in zip(tables.points.pilot, GRADES, strict=False)
        ],
        "other_pilot": _other(values.get("piloting"), tables.points.pilot),
        "upgrades": [_upgrade(slug, tables) for slug in upgrades],
        "weighed": weigh(values, tables),
    }


BLANK: Mapping[str, Any] = {"computed": None, "printed": None, "limits": (), "faults": ()}


def weigh(values: Mapping[str, Any], tables: Tables) -> Mapping[str, Any]:
    """What a card costs and which limits it passes, or what does not fit yet."""
    try:
        roster = PAPER.put(PAPER.empty(slug="x", side="", name="–"), values)
    except FaultyPaperError as error:
        return {**BLANK, "faults": [str(fault) for fault in error.faults]}
    (ship,) = roster.ships
    system = registry.get("horizon")
    cost = ships.cost(ship, tables)
    return {
        **BLANK,
        "computed": (cost.base, cost.with_pilot),
        "printed": ship.printed_cost,
        "limits": [words.reason(system, caution, {}) for caution in ships.cautions(ship, tables)],
    }


def hangar(cards: Sequence[CardView]) -> tuple[tuple[CardView, ...], tuple[CardView, ...]]:
    """Carriers among the cards, and the small ships that may start aboard of one."""
    carriers = [card for card in cards if "carrier" in {each.slug for each in card.upgrades}]
    small = [card for card in cards if card.type.slug == ShipType.SMALL]
    return tuple(carriers), tuple(small)


def traits() -> tuple[Named, ...]:
    """Traits of commanders that the rules know."""
    return (_named(TACTICIAN),)


def _gun_rows(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = posted.back(dict(values))["gun_rows"]
    return [row for row in rows if row[0]]


def _upgrade(slug: str, tables: Tables) -> Mapping[str, Any]:
    row = tables.upgrades.get(slug)
    return {
        "named": _named(slug),
        "cost": row.cost if row else 0,
        "rarity": str(RARITIES.get(row.rarity, "")) if row else "",
    }


def _with(known: Any, *held: Any) -> list[Any]:
    return list(dict.fromkeys([*known, *(each for each in held if each not in {None, ""})]))


def _other(held: Any, known: Any) -> str:
    return str(held) if held and held not in known else ""


def _named(slug: str) -> Named:
    """A word of a card; some upgrades bear the name of a manoeuvre or a gun elsewhere."""
    word = UPGRADES.get(slug) or gettext(TERMS.get(slug, slug))
    return Named(slug=slug, name=str(word))
