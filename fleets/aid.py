"""Rescue at a table: survival waits for the HQ's aid, and what came of a ship is written down.

A die that was seen may be helped while the rescue is open at the table (H-8); the game master
closes it, then fates are settled.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_noop

from fleets import sides, standing, words
from fleets.models import Battle
from fleets.rules.base import Choice, Json, Option, Refusal
from fleets.words import System
from hq import aids, chronicle
from hq.journal import Act
from hq.models import GameMap
from hq.texts import in_all_languages

OUT = "out"
USE, SETTLE = "use-aid", "settle-survival"
SETTLED = "survival-settled"
THEME = "ships"


def ship_key(battle: Battle, unit: str) -> str:
    """A ship by the name the HQ knows it by: a later battle at the table says which one it is."""
    earlier = Battle.objects.filter(game_id=battle.game_id, table=battle.table, pk__lt=battle.pk)
    return unit + again(earlier.count())


def again(earlier: int) -> str:
    """What tells ships of a later battle at a table from those of the first."""
    return f"@{earlier + 1}" if earlier else ""


def rolls(state: Any) -> Mapping[str, Any]:
    """Survival rolls by unit, in systems that have them: `die`, `result`, `aid`, `settled`."""
    found: Mapping[str, Any] = getattr(state, "survival", {})
    return found


def out(system: System, state: Any) -> frozenset[str]:
    """Ships out of action."""
    units = system.summary(state).units
    return frozenset(unit.id for unit in units if unit.status == OUT and unit.squadron)


# --- what has to wait ----------------------------------------------------------------------


def refusal(battle: Battle, command: Json, *, is_master: bool) -> Refusal | None:
    """Why not yet, beside the rules: no aid was sent, or some may still come.

    A game master may help a ship as they see fit.
    """
    kind, unit = command.get("kind"), command.get("ship", "")
    if kind == SETTLE and aids.is_window_open(battle.game_id, battle.table):
        return Refusal("aid-may-come", {"ship": unit})
    if kind == USE and not is_master and command.get("aid") != sent_to(battle, unit):
        return Refusal("no-aid-sent", {"ship": unit})
    return None


def sent_to(battle: Battle, unit: str) -> str:
    """The aid that lies ready for a ship, by the slug of the rules; empty: none."""
    aid = aids.aid_for(battle.game_id, table=battle.table, ship=ship_key(battle, unit))
    return aid.kind.replace("_", "-") if aid is not None else ""


def judged(battle: Battle, option: Option, *, is_master: bool) -> Option:
    """A button of the rules, dark while it has to wait."""
    if option.kind not in {USE, SETTLE} or not option.legal:
        return option
    command = {"kind": option.kind, **option.fields}
    if not option.choices:
        why = refusal(battle, command, is_master=is_master)
        return option if why is None else dataclasses.replace(option, refusal=why)
    choices = tuple(
        _narrowed(battle, command, choice, is_master=is_master) for choice in option.choices
    )
    closed = next((choice for choice in choices if not choice.values), None)
    why = closed.barred[0][1] if closed is not None else None
    return dataclasses.replace(option, choices=choices, refusal=why)


def _narrowed(battle: Battle, command: Json, choice: Choice, *, is_master: bool) -> Choice:
    whys = {
        value: refusal(battle, {**command, choice.field: value}, is_master=is_master)
        for value in choice.values
    }
    barred = tuple((value, why) for value, why in whys.items() if why is not None)
    return dataclasses.replace(
        choice,
        values=tuple(value for value, why in whys.items() if why is None),
        barred=(*barred, *choice.barred),
    )


# --- what follows from a line --------------------------------------------------------------


def stirs(system: System, before: Any, after: Any) -> bool:
    """Whether the HQ's list of ships that are out has changed."""
    is_same = rolls(before) == rolls(after) and out(system, before) == out(system, after)
    return not is_same


def follow(act: Act, battle: Battle, system: System, before: Any, after: Any) -> None:
    """Step: after a line or its retraction: the rescue opens, aid is used or given back, fates
    are written down or struck out.
    """
    _open(act, battle, system, before, after)
    was, now = rolls(before), rolls(after)
    for unit in sorted(was.keys() | now.keys()):
        if was.get(unit) != now.get(unit):
            _move_aid(act, battle, unit, was.get(unit), now.get(unit))
            _move_fate(act, battle, system, after, unit)


def _open(act: Act, battle: Battle, system: System, before: Any, after: Any) -> None:
    lost = out(system, after)
    if not lost or not system.summary(after).over:
        return
    if not system.summary(before).over or lost - out(system, before):
        aids.open_window(act=act, table=battle.table)


def _move_aid(act: Act, battle: Battle, unit: str, was: Any, now: Any) -> None:
    used, before = (roll.aid if roll is not None else None for roll in (now, was))
    if used == before:
        return
    ship = ship_key(battle, unit)
    if before is not None:
        aids.restore(act=act, table=battle.table, ship=ship)
    if used is not None and used == sent_to(battle, unit):
        told = f"{now.die} → {now.result}"
        aids.consume(act=act, table=battle.table, ship=ship, result=told)


def _move_fate(act: Act, battle: Battle, system: System, after: Any, unit: str) -> None:
    roll = rolls(after).get(unit)
    is_settled = roll is not None and roll.settled
    if is_settled == (unit in battle.fates):
        return
    if is_settled:
        line = chronicle.write(
            act=act, text=_fate(act, battle, system, after, unit), theme=THEME, at=act.at
        )
        battle.fates[unit] = {"chronicle_line": line.pk}
    else:
        told = battle.fates.pop(unit)
        chronicle.erase(act=act, lines=[told["chronicle_line"]])
    battle.save(update_fields=["fates"])


def _fate(act: Act, battle: Battle, system: System, state: Any, unit: str) -> dict[str, str]:
    """What is left of ship and crew, for the chronicle, in every language."""
    record = system.decode_record(next(_settled(battle, unit)))
    said = system.tell(record)
    summary = system.summary(state)
    squadrons = {each.id: each.name for each in summary.squadrons}
    of = next(one.squadron for one in summary.units if one.id == unit)
    told = {}
    for language in dict(settings.LANGUAGES):
        with translation.override(language):
            known = words.names(summary, sides.sides(act.game))
            told[language] = words.sentence(said, known) if said is not None else known[unit]
    here = GameMap.objects.filter(game=act.game, slug=battle.table).first()
    return in_all_languages(
        gettext_noop("%(table)s, «%(squadron)s». %(told)s"),
        table=here.title if here is not None else battle.table,
        squadron=squadrons.get(of or "", ""),
        told=told,
    )


def _settled(battle: Battle, unit: str) -> Iterator[Json]:
    """The record that settled it, in the lines that count."""
    lines = list(battle.lines.only("number", "retracts", "records").order_by("-number"))
    gone = standing.gone(lines)
    for line in lines:
        for record in line.records if line.number not in gone else ():
            if record["kind"] == SETTLED and record["ship"] == unit:
                yield record
