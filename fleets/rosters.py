"""Squadrons: built from cards, changed, copied, brought from a text. Limits warn, never block.

A captain changes the squadrons of their side (a seat bound to one squadron: that one), and not
while it fights; a game master changes any, at any time. A battle keeps the cards it began with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fleets import actors, paper, rulings, sides
from fleets.enums import BattleStatus
from fleets.errors import (
    NoSuchTableError,
    NotYourSquadronError,
    PaperFaultyError,
    ReadySquadronError,
    SideUnknownError,
    SquadronInBattleError,
)
from fleets.events import (
    LimitHeld,
    LimitLetPass,
    SquadronBuilt,
    SquadronChanged,
    SquadronRetired,
)
from fleets.models import Battle, Squadron
from fleets.paper import FaultyPaperError, Paper
from fleets.rules import registry
from fleets.rules.base import Caution, Json
from hq import journal
from hq.enums import Role
from hq.errors import NotAllowedError, NotFoundHereError
from hq.journal import Act
from hq.permissions import check_is_master, check_not_over, is_master
from hq.viewers import Viewer

SYSTEM = "horizon"
LONGEST_SLUG = 50


@dataclass(frozen=True, kw_only=True)
class PassedLimit:
    """A limit that a squadron passes: of one unit or of the whole, and who let it pass."""

    unit: str
    caution: Caution
    by: str = ""

    @property
    def waived(self) -> bool:
        return bool(self.by)


# --- who may -------------------------------------------------------------------------------


def can_build(by: Viewer, *, table: str, side: str) -> bool:
    """Whether a seat may bring squadrons of its own to a table, for a side."""
    if is_master(by):
        return True
    is_captain = by.role == Role.CAPTAIN
    return is_captain and by.table in {"", table} and by.side in {"", side}


def can_change(by: Viewer, squadron: Squadron) -> bool:
    """Whether a seat may change this squadron: its own, or one of its side that came not ready."""
    if not can_build(by, table=squadron.table or by.table, side=squadron.side):
        return False
    if is_master(by):
        return True
    if by.squadron:
        return by.squadron == squadron.slug
    return not squadron.from_pack


def can_see(by: Viewer, squadron: Squadron) -> bool:
    """What a side brings is its own until the battle shows it; a ready one is known to all."""
    return squadron.from_pack or can_build(by, table=squadron.table or by.table, side=squadron.side)


def is_fighting(squadron: Squadron) -> bool:
    """Whether a battle that is not closed has this squadron in it."""
    found = Battle.objects.filter(game_id=squadron.game_id).exclude(status=BattleStatus.CLOSED)
    for battle in found:
        system = registry.get(battle.system)
        at_table = system.summary(system.decode_state(battle.state)).squadrons
        if squadron.slug in {each.id for each in at_table}:
            return True
    return False


def _check_can_change(by: Viewer, squadron: Squadron) -> None:
    if not can_change(by, squadron):
        is_own_side = can_build(by, table=squadron.table or by.table, side=squadron.side)
        if squadron.from_pack and is_own_side and not by.squadron:
            raise ReadySquadronError(squadron=squadron.name)
        raise NotYourSquadronError(squadron=squadron.name)
    if not is_master(by) and is_fighting(squadron):
        raise SquadronInBattleError(squadron=squadron.name)


# --- building ------------------------------------------------------------------------------


def build(
    *, table: str, side: str, name: str, system: str = SYSTEM, by: Viewer, key: str = ""
) -> Squadron:
    """A squadron without ships, to be filled with cards.

    Raises `NotAllowedError`, `NoSuchTableError`, `SideUnknownError`, `PaperFaultyError`.
    """
    with journal.act("rosters.build", by=by, key=key) as act:
        slug = _free_slug(act, by, table=table, side=side)
        sheet = paper.of(system)
        with _faults_told():
            empty = sheet.empty(slug=slug, side=side, name="–")
            return _add(act, sheet, sheet.headed(empty, {"name": name}), table=table)


def copy(
    *, squadron_id: int, name: str = "", table: str = "", into: int = 0, by: Viewer, key: str = ""
) -> Squadron:
    """A squadron of the same ships; with `into`, that squadron gets them instead of its own.

    Raises `NotYourSquadronError` and as `build`.
    """
    with journal.act("rosters.copy", by=by, key=key) as act:
        source = _get(act, squadron_id)
        if not can_see(by, source):
            raise NotYourSquadronError(squadron=source.name)
        sheet = paper.of(source.system)
        roster = sheet.decode(source.roster)
        if into:
            target = _get(act, into)
            _check_can_change(by, target)
            moved = sheet.moved(roster, slug=target.slug, side=target.side)
            return _keep(act, target, sheet, moved)
        side = source.side if is_master(by) or by.side == "" else by.side
        at = table or by.table or source.table
        slug = _free_slug(act, by, table=at, side=side)
        moved = sheet.moved(roster, slug=slug, side=side)
        if name.strip():
            with _faults_told():
                moved = sheet.headed(moved, {**sheet.head(moved), "name": name})
        return _add(act, sheet, moved, table=at, flavour=source.flavour)


def bring(
    *,
    text: str,
    squadron_id: int = 0,
    table: str = "",
    side: str = "",
    system: str = SYSTEM,
    by: Viewer,
    key: str = "",
) -> Squadron:
    """The squadron of a JSON text or of lines: a new one, or all of an old one anew.

    Raises `PaperFaultyError` with every fault and its line; then nothing is changed.
    """
    with journal.act("rosters.bring", by=by, key=key) as act:
        if squadron_id:
            row = _get(act, squadron_id)
            _check_can_change(by, row)
            sheet = paper.of(row.system)
            with _faults_told():
                roster = sheet.read(text, slug=row.slug, side=row.side)
            return _keep(act, row, sheet, roster)
        slug = _free_slug(act, by, table=table, side=side)
        sheet = paper.of(system)
        with _faults_told():
            roster = sheet.read(text, slug=slug, side=side)
        return _add(act, sheet, roster, table=table)


# --- changing ------------------------------------------------------------------------------


def describe(*, squadron_id: int, values: Mapping[str, Any], by: Viewer, key: str = "") -> Squadron:
    """Another name, commander, traits: what stands above the units."""
    with _changing("rosters.describe", squadron_id, by=by, key=key) as (act, row, sheet):
        roster = sheet.headed(sheet.decode(row.roster), values)
        return _keep(act, row, sheet, roster)


def put_unit(
    *,
    squadron_id: int,
    values: Mapping[str, Any],
    unit: str = "",
    count: int = 1,
    by: Viewer,
    key: str = "",
) -> Squadron:
    """The card of a unit changed, or `count` units more. A printed cost is always taken."""
    with _changing("rosters.put_unit", squadron_id, by=by, key=key) as (act, row, sheet):
        roster = sheet.put(sheet.decode(row.roster), values, unit=unit, count=count)
        return _keep(act, row, sheet, roster)


def drop_unit(*, squadron_id: int, unit: str, by: Viewer, key: str = "") -> Squadron:
    """One unit less."""
    with _changing("rosters.drop_unit", squadron_id, by=by, key=key) as (act, row, sheet):
        return _keep(act, row, sheet, sheet.drop(sheet.decode(row.roster), unit))


def retire(*, squadron_id: int, by: Viewer, key: str = "") -> Squadron:
    """Off the lists. What it fought in stays."""
    with _changing("rosters.retire", squadron_id, by=by, key=key) as (act, row, _sheet):
        if is_fighting(row):
            raise SquadronInBattleError(squadron=row.name)
        row.retired = True
        row.save(update_fields=["retired"])
        act.made["squadron"] = row.pk
        act.record(SquadronRetired(**_about(row)))
        return row


def let_pass(
    *, squadron_id: int, code: str, unit: str = "", lets: bool = True, by: Viewer, key: str = ""
) -> Squadron:
    """A game master lets a limit pass, on record, or no longer does.

    Holds for the limit as it is passed now: a change that passes it otherwise warns again.
    """
    with journal.act("rosters.let_pass", by=by, key=key) as act:
        check_is_master(by)
        row = _get(act, squadron_id)
        found = [w for w in warnings(row) if (w.caution.code, w.unit) == (code, unit)]
        if not found:
            raise NotFoundHereError
        kept = [each for each in row.waived if (each["code"], each["unit"]) != (code, unit)]
        if lets:
            kept += [_waiver(warning, by, at=act.at) for warning in found]
        row.waived = kept
        row.save(update_fields=["waived"])
        act.made["squadron"] = row.pk
        event = LimitLetPass if lets else LimitHeld
        act.record(event(**_about(row), code=code))
        return row


def _waiver(warning: PassedLimit, by: Viewer, *, at: int) -> dict[str, Json]:
    return {
        "code": warning.caution.code,
        "unit": warning.unit,
        "params": dict(warning.caution.params),
        "person": by.person_id,
        "name": by.name,
        "at": at,
    }


# --- reading -------------------------------------------------------------------------------


def warnings(row: Squadron) -> tuple[PassedLimit, ...]:
    """Limits that a squadron passes by the tables in force on its day, those let pass too."""
    sheet = paper.of(row.system)
    in_force = rulings.in_force(row.game, row.system)
    found = sheet.cautions(sheet.decode(row.roster), in_force)
    return tuple(
        PassedLimit(unit=unit or "", caution=caution, by=_waived_by(row, unit or "", caution))
        for unit, caution in found
    )


def _waived_by(row: Squadron, unit: str, caution: Caution) -> str:
    for each in row.waived:
        same = (each["code"], each["unit"]) == (caution.code, unit)
        if same and each["params"] == dict(caution.params):
            return str(each["name"])
    return ""


# --- steps ---------------------------------------------------------------------------------


@contextmanager
def _changing(
    name: str, squadron_id: int, *, by: Viewer, key: str
) -> Iterator[tuple[Act, Squadron, Paper]]:
    with journal.act(name, by=by, key=key) as act:
        row = _get(act, squadron_id)
        _check_can_change(by, row)
        try:
            with _faults_told():
                yield act, row, paper.of(row.system)
        except KeyError:
            raise NotFoundHereError from None


@contextmanager
def _faults_told() -> Iterator[None]:
    try:
        yield
    except FaultyPaperError as error:
        raise PaperFaultyError(error.faults) from error


def _get(act: Act, squadron_id: int) -> Squadron:
    found = Squadron.objects.filter(pk=squadron_id, game=act.game, retired=False).first()
    if found is None:
        raise NotFoundHereError
    found.game = act.game
    return found


def _add(
    act: Act,
    sheet: Paper,
    roster: Any,
    *,
    table: str,
    flavour: Mapping[str, str] | None = None,
) -> Squadron:
    row = Squadron.objects.create(
        game=act.game,
        slug=roster.id,
        side=roster.side,
        table=table,
        name=roster.name,
        system=sheet.system,
        roster=sheet.encode(roster),
        flavour=dict(flavour or {}),
    )
    act.made["squadron"] = row.pk
    act.record(SquadronBuilt(**_about(row)))
    return row


def _keep(act: Act, row: Squadron, sheet: Paper, roster: Any) -> Squadron:
    row.roster, row.name = sheet.encode(roster), roster.name
    row.save(update_fields=["roster", "name"])
    act.made["squadron"] = row.pk
    act.record(SquadronChanged(**_about(row)))
    return row


def _about(row: Squadron) -> dict[str, Any]:
    told = actors.seated_at(row.game_id, row.table) if row.table else ()
    return {"table": row.table, "squadron": row.pk, "name": row.name, "told": told}


def _free_slug(act: Act, by: Viewer, *, table: str, side: str) -> str:
    """A key no squadron of the day has. A seat bound to one not built yet builds that one."""
    check_not_over(act.game)
    if table and table not in sides.tables(act.game.pk):
        raise NoSuchTableError(table=table)
    if side not in sides.sides(act.game):
        raise SideUnknownError(side=side)
    if not can_build(by, table=table, side=side):
        raise NotAllowedError
    taken = set(Squadron.objects.filter(game=act.game).values_list("slug", flat=True))
    if by.squadron:
        if by.squadron in taken:
            raise NotAllowedError
        return by.squadron
    return _numbered(f"{table}-{side}" if table else side, taken)


def _numbered(stem: str, taken: set[str]) -> str:
    number = 1
    while (slug := f"{stem[: LONGEST_SLUG - 5]}-{number}") in taken:
        number += 1
    return slug
