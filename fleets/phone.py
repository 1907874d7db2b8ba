"""What a captain's page asks before it sends anything: buttons, asks, dice and odds, as data.

All of it is judged by what this seat sees (`system.view`) and holds, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from fleets import actors, aid, battles, sides, words
from fleets.battles import Field
from fleets.boards import squadron
from fleets.dice import foreseen
from fleets.rules.base import (
    Ask,
    Choice,
    Command,
    Forecast,
    HandLine,
    Json,
    Option,
    Refusal,
    RollRequest,
)
from hq.errors import NotFoundHereError
from hq.viewers import Viewer

EVERYTHING = "*"


def field(by: Viewer, battle_id: int) -> Field:
    """A battle of this viewer's day, as it stands. Raises `NotFoundHereError`."""
    battle = battles.rows(by.game_id).select_related("game").filter(pk=battle_id).first()
    if battle is None:
        raise NotFoundHereError
    return battles.field_of(battle, battle.game)


def options(by: Viewer, battle_id: int, unit: str) -> Json:
    """The buttons of one unit, or of the table and every squadron in hand (`unit` empty).

    `*`: all of them at once, with the dice that each asks for, so that a phone can go on when it
    has lost the link.
    """
    found = field(by, battle_id)
    seen = found.seen_by(by)
    told = _Told(found, seen)
    wanted = None if unit == EVERYTHING else unit or None
    actor = actors.acting(by, found.battle)
    offered = found.system.options(seen, actor, wanted)
    offered = tuple(aid.judged(found.battle, each, is_master=actor.master) for each in offered)
    if not unit:
        offered = tuple(option for option in offered if option.unit not in told.units)
    return {
        "battle": found.battle.pk,
        "number": found.battle.number,
        "unit": unit,
        "options": [told.option(option) for option in offered],
    }


def look(by: Viewer, battle_id: int, command: Json) -> Json:
    """A command before it is sent: why not, what is asked aloud, who rolls what, how it may go."""
    found = field(by, battle_id)
    seen = found.seen_by(by)
    told = _Told(found, seen)
    wanted = battles.decoded(found.system, command)
    actor = actors.acting(by, found.battle)
    refusal = found.system.check(seen, wanted, actor) or aid.refusal(
        found.battle, command, is_master=actor.master
    )
    answer: dict[str, Json] = {
        "battle": found.battle.pk,
        "number": found.battle.number,
        "legal": refusal is None,
        "why": told.why(refusal),
        "asks": [],
        "forecasts": [],
        "rolls": [],
    }
    if refusal is None:
        answer["rolls"] = told.rolls(wanted)
        answer["asks"] = [told.ask(ask) for ask in found.system.asks(seen, wanted)]
        answer["forecasts"] = [told.forecast(f) for f in found.system.forecast(seen, wanted)]
    return answer


def wanted_dice(found: Field, request: RollRequest) -> Json:
    """What a pad needs: which dice, whose, what for."""
    return _Told(found, found.state).roll(request)


class _Told:
    """Words for one battle: names of its units and squadrons, terms of its system."""

    def __init__(self, found: Field, seen: Any) -> None:
        summary = found.system.summary(seen)
        self.system, self.seen = found.system, seen
        self.names: Mapping[str, str] = words.names(summary, sides.sides(found.game))
        self.units = frozenset(unit.id for unit in summary.units)
        self.parts = squadron.parts(found.battle.system, seen)

    def name(self, slug: str) -> str:
        """A unit, a squadron, a side by name; anything else by its term."""
        return self.names.get(slug) or gettext(self.system.term(slug))

    def purpose(self, slug: str) -> str:
        """«attack:against» is two slugs: what is rolled, and in answer to what."""
        return ", ".join(gettext(self.system.term(part)) for part in slug.split(":"))

    def why(self, refusal: Refusal | None) -> str:
        return "" if refusal is None else words.reason(self.system, refusal, self.names)

    def option(self, option: Option) -> Json:
        return {
            "kind": option.kind,
            "title": gettext(self.system.title(option.kind)),
            "unit": option.unit,
            "of": self.names.get(option.unit or "", ""),
            "fields": dict(option.fields),
            "choices": [self.choice(choice, option.unit or "") for choice in option.choices],
            "legal": option.legal,
            "why": self.why(option.refusal),
            "rolls": self.rolls(self.plain(option)) if option.legal and not option.choices else [],
        }

    def plain(self, option: Option) -> Command:
        return battles.decoded(self.system, {"kind": option.kind, **option.fields})

    def choice(self, choice: Choice, unit: str) -> Json:
        return {
            "field": choice.field,
            "many": choice.many,
            "values": [
                {"value": value, "name": self.value(unit, value)} for value in choice.values
            ],
            "barred": [
                {"value": value, "name": self.value(unit, value), "why": self.why(refusal)}
                for value, refusal in choice.barred
            ],
        }

    def value(self, unit: str, slug: str) -> str:
        """A part of the unit itself (a gun) by what is printed; anything else by name."""
        return self.parts.get((unit, slug)) or self.name(slug)

    def rolls(self, command: Command) -> Json:
        """The dice that a legal command asks for, whatever they show."""
        return [self.roll(request) for request in foreseen(self.system, self.seen, command)]

    def roll(self, request: RollRequest) -> Json:
        return {
            "purpose": request.purpose,
            "purpose_name": self.purpose(request.purpose),
            "sides": list(request.sides),
            "roller": request.roller,
            "roller_name": self.name(request.roller),
        }

    def ask(self, ask: Ask) -> Json:
        return {
            "field": ask.field,
            "value": ask.value,
            "code": ask.code,
            "name": gettext(self.system.term(ask.code)),
            "squadron": ask.squadron,
            "squadron_name": self.name(ask.squadron),
            "unit": ask.unit,
            "unit_name": self.name(ask.unit) if ask.unit else "",
            "cost": ask.cost,
        }

    def forecast(self, forecast: Forecast) -> Json:
        return {
            "target": forecast.target,
            "target_name": self.name(forecast.target) if forecast.target else "",
            "own": self.hand(forecast.own),
            "other": self.hand(forecast.other),
            "chances": dict(forecast.chances),
            "points": {
                code: {"name": gettext(self.system.term(code)), "chances": dict(chances)}
                for code, chances in forecast.points.items()
            },
        }

    def hand(self, hand: HandLine | None) -> Json:
        if hand is None:
            return None
        return {
            "who": hand.who,
            "who_name": self.name(hand.who),
            "base": hand.base,
            "dice": hand.dice,
            "modifiers": [
                {
                    "code": modifier.name,
                    "name": gettext(self.system.term(modifier.name)),
                    "shift": modifier.shift,
                    "bonus": modifier.bonus,
                }
                for modifier in hand.modifiers
            ],
        }
