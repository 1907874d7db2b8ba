"""Squadrons of «Война Горизонта» on paper: ships as fields, as lines, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from django.http import QueryDict
from django.utils.translation import gettext as _
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from fleets.paper import posted
from fleets.paper.base import FaultyPaperError
from fleets.paper.places import place_of_json, place_of_lines
from fleets.rules.base import Caution, Json
from fleets.rules.horizon import cards, ladder, sheets, ships, squadrons, words
from fleets.rules.horizon.ships import Profile
from fleets.rules.horizon.squadrons import Roster
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.tables import Tables
from fleets.rules.horizon.terms import SceneKind, ShipType
from fleets.rules.kit import codec
from hq.parts import Entry, Finding, Slug, Wording
from hq.scenario import Fault, sentences
from hq.scenario.places import Place
from hq.texts import visible

DICE = (4, 6, 8, 10, 12, 20)  # dice that lie on the table
LONGEST, MOST_SHIPS, LONGEST_TEXT = 80, 60, 60_000

COST = 10_000


def _dice(text: str) -> str:
    try:
        dice = ladder.parse(text)
    except ValueError:
        dice = None
    if dice is None or dice.sides not in DICE:
        raise PydanticCustomError(
            "dice", "{what}", {"what": _("dice are written like 2d6 or 2d8+1")}
        )
    return str(dice)


def _gun(text: str) -> str:
    try:
        (gun,) = cards.guns([text])
    except ValueError:
        gun = None
    if gun is None or gun.dice.sides not in DICE:
        raise PydanticCustomError("gun", "{what}", {"what": _("guns are written like 2d8, 2d6T")})
    return str(gun)


def _name(text: str) -> str:
    name = visible(text)
    if not name:
        raise PydanticCustomError("name", "{what}", {"what": _("the name is empty")})
    if len(name) > LONGEST:
        raise PydanticCustomError(
            "name", "{what}", {"what": _("a name has up to %(most)s letters") % {"most": LONGEST}}
        )
    return name


def _maybe_name(text: str) -> str:
    return "" if visible(text) in {"", cards.NOTHING} else _name(text)


Dice = Annotated[StrictStr, AfterValidator(_dice)]
Gun = Annotated[StrictStr, AfterValidator(_gun)]
Name = Annotated[StrictStr, Field(max_length=1000), AfterValidator(_name)]
MaybeName = Annotated[StrictStr, Field(max_length=1000), AfterValidator(_maybe_name)]


def _printed(given: Any) -> Any:
    if isinstance(given, str):
        what = _("the cost is written like 11 (14), without the pilot and with")
        raise PydanticCustomError("cost", "{what}", {"what": what})
    return given


Points = Annotated[StrictInt, Field(ge=0, le=COST)]
Number = Annotated[StrictInt, Field(ge=1, le=MOST_SHIPS)]


class ShipShape(Entry):
    """A ship's card in a file or a form."""

    name: Name
    type: ShipType
    speed: Annotated[StrictInt, Field(ge=0, le=9)]
    defence: Dice
    guns: Annotated[tuple[Gun, ...], Field(max_length=12)] = ()
    piloting: Dice
    upgrades: Annotated[tuple[Slug, ...], Field(max_length=20)] = ()
    printed_cost: Annotated[tuple[Points, Points] | None, BeforeValidator(_printed)] = None
    crew: Annotated[tuple[Name, ...], Field(max_length=100)] = ()
    crew_count: Annotated[StrictInt, Field(ge=0, le=COST)] | None = None
    text: Annotated[StrictStr, Field(max_length=1000), AfterValidator(visible)] = ""


class SquadronShape(Entry):
    """A squadron in a file. Ships are meant by their numbers, from 1."""

    system: Literal["horizon"] = "horizon"
    name: Name
    commander: Number | None = None
    commander_name: MaybeName = ""
    traits: Annotated[tuple[Slug, ...], Field(max_length=10)] = ()
    own_initiative: StrictBool = False
    npc: StrictBool = False
    aboard: tuple[tuple[Number, Number], ...] = ()
    ships: Annotated[tuple[ShipShape, ...], Field(max_length=MOST_SHIPS)] = ()


class HeadShape(Entry):
    """What stands above the ships, in a form; ships are meant by their ids."""

    name: Name
    commander: StrictStr = ""
    commander_name: MaybeName = ""
    traits: Annotated[tuple[Slug, ...], Field(max_length=10)] = ()
    aboard: tuple[tuple[StrictStr, StrictStr], ...] = ()


class ReadySquadron(SquadronShape):
    """A squadron of a pack: whose, at which map, and what it is like in a sentence."""

    slug: Slug
    map: Slug
    side: Slug
    flavour: Wording
    ships: Annotated[tuple[ShipShape, ...], Field(min_length=1, max_length=MOST_SHIPS)]


class SceneShape(Entry):
    """A scene object of a pack (H-13). Counters and parts may be words of the rules."""

    system: Literal["horizon"] = "horizon"
    slug: Slug
    map: Slug
    side: Slug | None = None
    name: Name
    kind: SceneKind
    defence: Dice | None = None
    guns: Annotated[tuple[Gun, ...], Field(max_length=12)] = ()
    counters: dict[Slug, Points] = Field(default_factory=dict)
    hits_from: Slug | Literal[""] = ""
    parts: tuple[Slug, ...] = ()
    collides: StrictBool = False
    text: Wording
    secret: Wording | None = None

    @model_validator(mode="after")
    def check_counter(self) -> Self:
        if self.hits_from and self.hits_from not in self.counters:
            raise PydanticCustomError(
                "counter", "{what}", {"what": _("hits come off a counter that it does not have")}
            )
        return self

    def made(self) -> SceneObject:
        """The object as battles take it; what is told in Russian stands in its texts."""
        return SceneObject(
            id=self.slug,
            name=self.name,
            kind=self.kind,
            side=self.side,
            defence=ladder.parse(self.defence) if self.defence else None,
            guns=cards.guns(self.guns),
            counters=self.counters,
            hits_from=self.hits_from,
            parts=self.parts,
            collides=self.collides,
            text=self.text.ru,
            secret=self.secret.ru if self.secret else "",
        )


def findings(values: Mapping[str, Any]) -> list[Finding]:
    """Numbers of ships that the squadron does not have."""
    listed = values.get("ships")
    count = len(listed) if isinstance(listed, (list, tuple)) else 0
    return [
        (path, _("There is no ship № %(number)s here.") % {"number": number})
        for path, number in _numbers(values)
        if isinstance(number, int) and not 1 <= number <= count
    ]


def _numbers(values: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], object]]:
    yield ("commander",), values.get("commander")
    aboard = values.get("aboard")
    for index, pair in enumerate(aboard if isinstance(aboard, (list, tuple)) else ()):
        for number in pair if isinstance(pair, (list, tuple)) else ():
            yield ("aboard", index), number


def profile(shape: ShipShape, ship_id: str) -> Profile:
    """The card of a shape."""
    return Profile(
        id=ship_id,
        name=shape.name,
        type=shape.type,
        speed=shape.speed,
        defence=ladder.parse(shape.defence),
        guns=cards.guns(shape.guns),
        piloting=ladder.parse(shape.piloting),
        upgrades=shape.upgrades,
        printed_cost=shape.printed_cost,
        crew=shape.crew,
        crew_count=shape.crew_count,
        text=shape.text,
    )


def fields(ship: Profile) -> dict[str, Json]:
    """The values of a card, as a file holds them."""
    data = codec.encode(ship)
    return {name: part for name, part in data.items() if name != "id"} | {
        "defence": str(ship.defence),
        "piloting": str(ship.piloting),
        "guns": [str(gun) for gun in ship.guns],
    }


def ship_id(slug: str, number: int) -> str:
    """The id of a ship: unique on a table, because the squadron's slug is in a day."""
    return f"{slug}-{number}"


def next_number(roster: Roster) -> int:
    """A number no ship of the roster has had: ids are never given twice while it grows."""
    taken = [int(tail) for ship in roster.ships if (tail := ship.id.rpartition("-")[2]).isdecimal()]
    return max([0, *taken]) + 1


class HorizonPaper:
    """`fleets.paper.base.Paper` for the horizon rules."""

    system = "horizon"
    shape = SquadronShape

    def empty(self, *, slug: str, side: str, name: str) -> Roster:
        """A roster without ships."""
        return Roster(id=slug, name=name, side=side, ships=())

    def made(self, shape: SquadronShape, *, slug: str, side: str) -> Roster:
        """The roster of a shape."""
        made = tuple(profile(ship, ship_id(slug, n)) for n, ship in enumerate(shape.ships, start=1))
        return Roster(
            id=slug,
            name=shape.name,
            side=side,
            ships=made,
            commander=made[shape.commander - 1].id if shape.commander else None,
            commander_name=shape.commander_name,
            traits=shape.traits,
            own_initiative=shape.own_initiative,
            npc=shape.npc,
            aboard=tuple((made[a - 1].id, made[b - 1].id) for a, b in shape.aboard),
        )

    def read(self, text: str, *, slug: str, side: str) -> Roster:
        """The roster of a JSON text or of lines. Raises FaultyPaperError with every fault."""
        if len(text) > LONGEST_TEXT:
            raise FaultyPaperError((Fault(0, "", _("The text is too long for a squadron.")),))
        in_json = text.lstrip().startswith("{")
        values, place, faults = _of_json(text) if in_json else _of_lines(text)
        faults += [place.fault(message, *path) for path, message in findings(values)]
        try:
            shape = SquadronShape.model_validate(values)
        except ValidationError as error:
            faults += sentences.of(error, place)
        if faults:
            raise FaultyPaperError(tuple(sorted(faults, key=lambda fault: fault.line)))
        return self.made(shape, slug=slug, side=side)

    def put(
        self, roster: Roster, values: Mapping[str, Any], *, unit: str = "", count: int = 1
    ) -> Roster:
        """With the card of a ship changed, or `count` new ships of these values."""
        try:
            shape = ShipShape.model_validate(values)
        except ValidationError as error:
            raise FaultyPaperError(tuple(sentences.of(error, _place_of(ShipShape)))) from error
        if unit:
            place = _index(roster, unit)
            kept = (*roster.ships[:place], profile(shape, unit), *roster.ships[place + 1 :])
            return replace(roster, ships=kept)
        if len(roster.ships) + count > MOST_SHIPS:
            message = _("At most %(most)s ships fit here.") % {"most": MOST_SHIPS}
            raise FaultyPaperError((Fault(0, "", message),))
        first = next_number(roster)
        new = tuple(profile(shape, ship_id(roster.id, first + n)) for n in range(count))
        return replace(roster, ships=(*roster.ships, *new))

    def drop(self, roster: Roster, unit: str) -> Roster:
        """Without a ship; who was aboard of it stands on the table."""
        place = _index(roster, unit)
        return replace(
            roster,
            ships=(*roster.ships[:place], *roster.ships[place + 1 :]),
            commander=None if roster.commander == unit else roster.commander,
            aboard=tuple(pair for pair in roster.aboard if unit not in pair),
        )

    def head(self, roster: Roster) -> dict[str, Any]:
        """Name, commander, traits, who starts aboard of whom."""
        return {
            "name": roster.name,
            "commander": roster.commander or "",
            "commander_name": roster.commander_name,
            "traits": roster.traits,
            "aboard": roster.aboard,
        }

    def headed(self, roster: Roster, values: Mapping[str, Any]) -> Roster:
        """With another name, commander, traits, and who starts aboard of whom."""
        try:
            head = HeadShape.model_validate(values)
        except ValidationError as error:
            raise FaultyPaperError(tuple(sentences.of(error, _place_of(HeadShape)))) from error
        if faults := _strangers(roster, head):
            raise FaultyPaperError(faults)
        return replace(
            roster,
            name=head.name,
            commander=head.commander or None,
            commander_name=head.commander_name,
            traits=head.traits,
            aboard=head.aboard,
        )

    def as_json(self, roster: Roster) -> str:
        """The text that keeps everything."""
        return json.dumps(self._values(roster), ensure_ascii=False, indent=2) + "\n"

    def _values(self, roster: Roster) -> dict[str, Json]:
        numbers = {ship.id: number for number, ship in enumerate(roster.ships, start=1)}
        kept = {
            name: part
            for name, part in codec.encode(roster).items()
            if name not in {"id", "side", "ships", "commander", "aboard"}
        }
        values: dict[str, Json] = {"system": self.system, **kept}
        if roster.commander:
            values["commander"] = numbers[roster.commander]
        if roster.aboard:
            values["aboard"] = [
                [numbers[ship], numbers[carrier]] for ship, carrier in roster.aboard
            ]
        return {**values, "ships": [fields(ship) for ship in roster.ships]}

    def as_lines(self, roster: Roster) -> str:
        """The readable text."""
        return sheets.write(roster)

    def moved(self, roster: Roster, *, slug: str, side: str) -> Roster:
        """The same roster under another key."""
        ids = {ship.id: ship_id(slug, n) for n, ship in enumerate(roster.ships, start=1)}
        return replace(
            roster,
            id=slug,
            side=side,
            ships=tuple(replace(ship, id=ids[ship.id]) for ship in roster.ships),
            commander=ids[roster.commander] if roster.commander else None,
            aboard=tuple((ids[ship], ids[carrier]) for ship, carrier in roster.aboard),
        )

    def encode(self, roster: Roster) -> Json:
        """Stored form."""
        return codec.encode(roster)

    def decode(self, data: Json) -> Roster:
        """A roster from its stored form."""
        return codec.decode(Roster, data)

    def units(self, roster: Roster) -> tuple[Profile, ...]:
        """Its ships in order."""
        return roster.ships

    def values(self, unit: Profile) -> dict[str, Json]:
        """The values of a ship's card."""
        return fields(unit)

    def posted_unit(self, sent: QueryDict) -> dict[str, Json]:
        """What the form of a card sent."""
        return posted.unit(sent)

    def posted_head(self, sent: QueryDict) -> dict[str, Any]:
        """What the form of the heading sent."""
        return posted.head(sent)

    def cost(self, roster: Roster, tables: Tables) -> int:
        """Points of the squadron with its pilots."""
        return squadrons.cost(roster, tables)

    def cautions(self, roster: Roster, tables: Tables) -> tuple[tuple[str | None, Caution], ...]:
        """Limits that the squadron passes (H-4)."""
        return squadrons.cautions(roster, tables)

    def findings(self, values: Mapping[str, Any]) -> list[Finding]:
        """Numbers of ships that the squadron does not have."""
        return findings(values)

    def ship_cost(self, ship: Profile, tables: Tables) -> ships.Cost:
        """Computed points of one ship."""
        return ships.cost(ship, tables)


def _index(roster: Roster, unit: str) -> int:
    ids = [ship.id for ship in roster.ships]
    if unit not in ids:
        raise KeyError(unit)
    return ids.index(unit)


def _strangers(roster: Roster, head: HeadShape) -> tuple[Fault, ...]:
    """Ships the heading speaks of and the squadron does not have, or has in two places."""
    known = {ship.id for ship in roster.ships}
    faults = []
    if head.commander and head.commander not in known:
        faults.append(Fault(0, words_of_field("commander"), _("There is no such ship here.")))
    carriers = {carrier for _ship, carrier in head.aboard}
    if any(ship not in known or ship in carriers for ship, _carrier in head.aboard) or (
        carriers - known
    ):
        message = _("A ship starts aboard another ship that stands on the table.")
        faults.append(Fault(0, words_of_field("aboard"), message))
    return tuple(faults)


def _place_of(shape: type[Entry]) -> Place:
    """Places of a form: no lines, but what its fields are called."""
    return Place(inside={name: Place(0, words_of_field(name)) for name in shape.model_fields})


def words_of_field(name: str) -> str:
    """What a field of a card is called on the page."""
    known = {
        "name": _("name"),
        "type": _("type"),
        "speed": _("speed"),
        "defence": _("defence"),
        "guns": _("guns"),
        "piloting": _("piloting"),
        "upgrades": _("upgrades"),
        "printed_cost": _("printed cost"),
        "crew": _("crew"),
        "crew_count": _("how many in the crew"),
        "text": _("text"),
        "system": _("rule system"),
        "commander": _("commander"),
        "commander_name": _("commander"),
        "traits": _("traits"),
        "aboard": _("aboard a carrier"),
    }
    return known.get(name, name)


def _of_json(text: str) -> tuple[dict[str, Any], Place, list[Fault]]:
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        message = _("From here on the text is not JSON.")
        raise FaultyPaperError((Fault(error.lineno, "", message),)) from error
    except (RecursionError, ValueError) as error:
        raise FaultyPaperError((Fault(0, "", _("The text is not JSON.")),)) from error
    place, faults = place_of_json(text)
    return values, place, faults


def _of_lines(text: str) -> tuple[dict[str, Any], Place, list[Fault]]:
    sheet = sheets.read(text)
    faults = [
        Fault(unread.line, "", _(words.SHEET_FAULTS[unread.code]) % unread.params)
        for unread in sheet.faults
    ]
    lines = dict(sheet.lines)
    for path, line in sheet.lines.items():
        if path[0] == "ships":
            lines |= {(*path, name): line for name in ShipShape.model_fields}
    place = place_of_lines(lines, _called)
    if not sheet.faults:
        return sheet.values, place, faults
    return {"name": "–", **sheet.values}, place, faults  # one fault for a heading that lacks


def _called(path: tuple[str | int, ...]) -> str:
    """«speed» of the heading, «№ 2» of a ship's line, «№ 2, speed» of a part of it."""
    if path[0] != "ships":
        return words_of_field(str(path[0]))
    field = f", {words_of_field(str(path[2]))}" if len(path) > 2 else ""
    return f"№ {int(path[1]) + 1}{field}"


PAPER = HorizonPaper()
