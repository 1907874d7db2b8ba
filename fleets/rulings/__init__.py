"""«Решение мастера: уточните»: where the rules are silent, what we ruled, what else may be ruled.

The questions and choices are data beside this module, one file a system. What a game master
confirmed or changed is kept for the day, and counts for the battles that are opened from then on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter
from ruamel.yaml import YAML

from fleets import tables
from fleets.errors import NoSuchRulingError, TablesFaultyError
from fleets.events import RulesChanged, RulingConfirmed
from fleets.models import HouseRules
from fleets.rules.base import Json
from hq import journal
from hq.models import Game
from hq.permissions import check_is_master
from hq.texts import in_language
from hq.viewers import Viewer

FOLDER = Path(__file__).parent


class _Written(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Choice(_Written):
    slug: str
    title: Mapping[str, str]
    changes: Mapping[str, Any] = {}


class Ruling(_Written):
    """A question the rules leave open; the first choice is the one in the tables as bundled."""

    number: str
    question: Mapping[str, str]
    choices: tuple[Choice, ...]

    def choice(self, slug: str) -> Choice | None:
        return next((choice for choice in self.choices if choice.slug == slug), None)


@dataclass(frozen=True, kw_only=True)
class Ruled:
    """A ruling for one day. `confirmed`: a game master has looked at it."""

    number: str
    question: str
    choices: tuple[tuple[str, str], ...]  # slug and title
    chosen: str
    confirmed: bool


@cache
def of(system: str) -> tuple[Ruling, ...]:
    """The rulings of a system, in their order; none where it has no file."""
    path = FOLDER / f"{system}.yaml"
    if not path.exists():
        return ()
    read = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    adapter: TypeAdapter[tuple[Ruling, ...]] = TypeAdapter(tuple[Ruling, ...])
    return adapter.validate_python(read)


def confirm(*, system: str, number: str, by: Viewer, choice: str = "", key: str = "") -> HouseRules:
    """A game master confirms a ruling as it is, or rules otherwise.

    Raises `NoSuchRulingError`, `TablesFaultyError` when it does not go with the day's changes.
    """
    with journal.act("rulings.confirm", by=by, key=key) as act:
        check_is_master(by)
        ruling = next((each for each in of(system) if each.number == number), None)
        chosen = ruling.choice(choice or ruling.choices[0].slug) if ruling is not None else None
        if chosen is None:
            raise NoSuchRulingError(number=number)
        own, _ = HouseRules.objects.get_or_create(game=act.game, system=system)
        own.confirmed[number] = chosen.slug
        _check(system, own)
        own.save(update_fields=["confirmed"])
        act.record(RulingConfirmed(system=system, number=number, choice=chosen.slug))
        return own


def change(*, system: str, overrides: Json, by: Viewer, key: str = "") -> HouseRules:
    """A game master lays own figures over the tables of a system, all of them at once.

    Raises `TablesFaultyError` with every fault and its place.
    """
    with journal.act("rulings.change", by=by, key=key) as act:
        check_is_master(by)
        own, _ = HouseRules.objects.get_or_create(game=act.game, system=system)
        if not isinstance(overrides, Mapping):
            raise TablesFaultyError(faults=str(overrides))
        own.overrides = dict(overrides)
        _check(system, own)
        own.save(update_fields=["overrides"])
        act.record(RulesChanged(system=system, tables=", ".join(sorted(own.overrides))))
        return own


def in_force(game: Game, system: str) -> Any:
    """The tables of a system on this day: as bundled, as ruled, as a master changed them."""
    own = HouseRules.objects.filter(game=game, system=system).first()
    return tables.default(system) if own is None else _check(system, own)


def listed(game_id: int, system: str) -> tuple[Ruled, ...]:
    """Every ruling of a system as it stands on this day, in the reader's language."""
    own = HouseRules.objects.filter(game_id=game_id, system=system).first()
    confirmed: Mapping[str, str] = own.confirmed if own is not None else {}
    return tuple(
        Ruled(
            number=ruling.number,
            question=in_language(ruling.question),
            choices=tuple((each.slug, in_language(each.title)) for each in ruling.choices),
            chosen=confirmed.get(ruling.number, ruling.choices[0].slug),
            confirmed=ruling.number in confirmed,
        )
        for ruling in of(system)
    )


def _check(system: str, own: HouseRules) -> Any:
    """The tables with rulings and then the master's own figures laid over."""
    layers = [*_ruled(system, own.confirmed), own.overrides]
    merged: Json = {}
    for layer in layers:
        merged = tables.laid_over(merged, layer)
    if not merged:
        return tables.default(system)
    try:
        return tables.load(system, merged)
    except tables.FaultyTablesError as fault:
        raise TablesFaultyError(faults=str(fault)) from fault


def _ruled(system: str, confirmed: Mapping[str, str]) -> Sequence[Json]:
    chosen = (ruling.choice(confirmed.get(ruling.number, "")) for ruling in of(system))
    return [dict(choice.changes) for choice in chosen if choice is not None and choice.changes]
