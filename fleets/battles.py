"""Battles: opened by a master, carried on by commands of captains, each answered or refused.

A battle is its first state and its lines; the state in the row is their fold. Two phones at once
send commands, not states: the second is judged by what the first has made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from fleets import actors, aid, grants, remembered, rulings, sides, words
from fleets.dice import TableRolls
from fleets.enums import BattleStatus
from fleets.errors import (
    BattleClosedError,
    CommandUnfitError,
    DiceLeftError,
    DiceUnfitError,
    DiceWantedHereError,
    HeldByAnotherError,
    IllegalError,
    NoSuchTableError,
    SameDeedError,
    SquadronsUnfitError,
    TableTakenError,
    UnseenReasonError,
)
from fleets.events import BattleOpened, LinesRetracted, LineWritten
from fleets.models import Battle, Holding, Line, SceneThing, Squadron
from fleets.rules import registry
from fleets.rules.base import (
    Actor,
    Command,
    DiceWantedError,
    Entry,
    IllegalCommandError,
    Json,
    Refusal,
    RollAnswer,
)
from fleets.rules.kit import codec, history
from fleets.rules.kit.dice import ImpossibleDiceError
from fleets.words import System
from hq import journal
from hq.errors import NotFoundHereError
from hq.events import Event
from hq.journal import Act
from hq.models import Game
from hq.permissions import check_is_master, check_not_over, is_master
from hq.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class Order:
    """A command as a phone sends it. `seen`: the number of the last line it had on its screen.

    `throw_all`: no dice of the server where none are typed. `again`: this is not what somebody
    else has recorded meanwhile, but one more.
    """

    command: Json
    typed: Sequence[RollAnswer | None] = ()
    throw_all: bool = False
    seen: int | None = None
    again: bool = False


@dataclass(frozen=True, kw_only=True)
class Field:
    """A battle with its rules at hand: the row, its system, its state as it stands."""

    battle: Battle
    game: Game
    system: System
    state: Any

    @property
    def names(self) -> dict[str, str]:
        return words.names(self.system.summary(self.state), sides.sides(self.game))

    def seen_by(self, by: Viewer) -> Any:
        """The state as this viewer may see it."""
        return self.state if is_master(by) else self.system.view(self.state, by.side or None)

    def explain(self, why: Refusal) -> IllegalError:
        return IllegalError(code=why.code, sentence=words.reason(self.system, why, self.names))


# --- opening -------------------------------------------------------------------------------


def open_battle(
    *,
    table: str,
    squadrons: Sequence[str],
    by: Viewer,
    system: str = "horizon",
    things: Sequence[str] = (),
    rounds: int | None = None,
    automation: Sequence[str] | None = None,
    title: Mapping[str, str] | None = None,
    key: str = "",
) -> Battle:
    """A battle at a table between squadrons of the day, with the tables in force now.

    Raises `NoSuchTableError`, `TableTakenError`, `SquadronsUnfitError` with all that is wrong.
    """
    with journal.act("battles.open_battle", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        if table not in sides.tables(act.game.pk):
            raise NoSuchTableError(table=table)
        check_table_free(act.game.pk, table)
        given: dict[str, Json] = {
            "rosters": _rosters(act.game, squadrons, system),
            "scene": _scene(act.game, things),
            "rounds": rounds,
        }
        given["sides"] = list(dict.fromkeys(roster["side"] for roster in given["rosters"]))
        if automation is not None:
            given["automation"] = list(automation)
        rules = registry.get(system)
        first = _first_state(rules, given, rulings.in_force(act.game, system))
        stored = rules.encode_state(first)
        battle = Battle.objects.create(
            game=act.game,
            table=table,
            title=dict(title or {}),
            system=system,
            version=rules.version,
            first=stored,
            state=stored,
            mark=remembered.mark(),
            opened_at=act.at,
        )
        Squadron.objects.filter(game=act.game, slug__in=squadrons).update(table=table)
        act.made["battle"] = battle.pk
        told = actors.seated_at(act.game.pk, table)
        act.record(BattleOpened(table=table, battle=battle.pk, told=told))
        return battle


def check_table_free(game_id: int, table: str, *, but: int = 0) -> None:
    """At most one battle a table is not closed."""
    rows = Battle.objects.filter(game_id=game_id, table=table).exclude(pk=but)
    if rows.exclude(status=BattleStatus.CLOSED).exists():
        raise TableTakenError


def _rosters(game: Game, slugs: Sequence[str], system: str) -> list[Json]:
    rows = {
        row.slug: row
        for row in Squadron.objects.filter(game=game, slug__in=slugs, system=system, retired=False)
    }
    if not slugs or (missing := [slug for slug in slugs if slug not in rows]):
        raise SquadronsUnfitError(faults=", ".join(missing if slugs else ()) or "–")
    return [{**rows[slug].roster, "id": slug, "side": rows[slug].side} for slug in slugs]


def _scene(game: Game, slugs: Sequence[str]) -> list[Json]:
    """Things of the scene by their keys, in this order: so they act in maintenance."""
    rows = {row.slug: row for row in SceneThing.objects.filter(game=game, slug__in=slugs)}
    if missing := [slug for slug in slugs if slug not in rows]:
        raise SquadronsUnfitError(faults=", ".join(missing))
    return [{**rows[slug].thing, "id": slug, "name": rows[slug].name} for slug in slugs]


def _first_state(rules: System, given: Json, in_force: Any) -> Any:
    try:
        return rules.open(given, in_force)
    except ValueError as fault:  # BadSetupError, MalformedError
        raise SquadronsUnfitError(faults=str(fault)) from fault


# --- acting --------------------------------------------------------------------------------


def act(*, battle_id: int, order: Order, by: Viewer, key: str = "") -> Line:
    """Carry out a command, or refuse it in a sentence and change nothing.

    Raises `IllegalError`, `HeldByAnotherError`, `SameDeedError`, `DiceWantedHereError`,
    `DiceUnfitError`, `DiceLeftError`, `CommandUnfitError`; `AlreadyDone` with the line it made.
    """
    with journal.act("battles.act", by=by, key=key) as current:
        field = get(current, battle_id)
        check_not_closed(field)
        command = decoded(field.system, order.command)
        check_not_same(field, command, order, by)
        line = carry_out(current, field, command, order, by)
        current.made.update(battle=field.battle.pk, line=line.number)
        return line


def get(act: Act, battle_id: int) -> Field:
    """A battle of this day. The Game row is locked already: nobody else is at it."""
    battle = rows(act.game.pk).filter(pk=battle_id).first()
    if battle is None:
        raise NotFoundHereError
    return field_of(battle, act.game)


def field_of(battle: Battle, game: Game) -> Field:
    system = registry.get(battle.system)
    state = remembered.state((battle.pk, battle.mark), lambda: system.decode_state(battle.state))
    return Field(battle=battle, game=game, system=system, state=state)


def rows(game_id: int) -> QuerySet[Battle]:
    """Battles of a day without their states: those are mostly remembered."""
    return Battle.objects.filter(game_id=game_id).defer("first", "state")


def check_not_closed(field: Field) -> None:
    """Closed and over there is survival to roll; closed and not over nothing is left to do."""
    if field.battle.status == BattleStatus.CLOSED and not field.system.summary(field.state).over:
        raise BattleClosedError


def decoded(system: System, command: Json) -> Command:
    try:
        found: Command = system.decode_command(command)
    except (ValueError, TypeError) as fault:
        raise CommandUnfitError(fault=str(fault)) from fault
    return found


def check_not_same(field: Field, command: Command, order: Order, by: Viewer) -> None:
    """Somebody else's line that this phone had not seen may be this very deed: ask, once."""
    if order.again or order.seen is None or order.seen >= field.battle.number:
        return
    later = list(
        field.battle.lines.filter(number__gt=order.seen).select_related("person").order_by("number")
    )
    gone = {number for line in later for number in line.retracts}
    for line in later:
        if line.command is None or line.number in gone or line.person_id == by.person_id:
            continue
        if field.system.same_deed(field.system.decode_command(line.command), command):
            told = story_of(field, line)
            who = line.person.name if line.person else "–"
            raise SameDeedError(who=who, told=told, number=line.number)


def story_of(field: Field, line: Line) -> str:
    return story(field.battle.system, line.records, field.names)


def story(key: str, records: Sequence[Json], names: words.Names) -> str:
    """Stored records of a system, told with these names."""
    system = registry.get(key)
    return words.story(system, [system.decode_record(record) for record in records], names)


def carry_out(current: Act, field: Field, command: Command, order: Order, by: Viewer) -> Line:
    """Step: check, roll, write the line, announce."""
    actor = actors.acting(by, field.battle)
    check_legal(field, command, actor, by)
    rolls = TableRolls(order.typed, throw_all=order.throw_all)
    state, entry = _carried(field, command, actor, rolls, by=by)
    before = field.system.summary(field.state)
    helped = grants.for_the_round(current, field.battle, field.system, before, entry)
    if helped is not None:
        state, entry = _carried(field, helped, actor, rolls, by=by)
    if rolls.left:
        raise DiceLeftError(left=rolls.left)
    return write(current, field, entry, state, by=by)


def _carried(
    field: Field, command: Command, actor: Actor, rolls: TableRolls, *, by: Viewer
) -> tuple[Any, Entry[Any, Any]]:
    """What the rules make of it. Raises what the dice and what nobody sees have against it."""
    number = field.battle.number + 1
    try:
        return history.act(
            field.system, field.state, command, actor=actor, rolls=rolls, number=number
        )
    except IllegalCommandError as illegal:
        # The view allowed it: the reason is something this side may not see.
        raise (field.explain(illegal.refusal) if is_master(by) else UnseenReasonError()) from None
    except DiceWantedError as wanted:
        raise _wanted(field, wanted) from None
    except ImpossibleDiceError as fault:
        raise DiceUnfitError(fault=str(fault)) from fault


def check_legal(field: Field, command: Command, actor: Actor, by: Viewer) -> None:
    """By what this seat sees and holds. Raises `IllegalError`, `HeldByAnotherError`."""
    seen = field.seen_by(by)
    stored = field.system.encode_command(command)
    refusal = field.system.check(seen, command, actor) or aid.refusal(
        field.battle, stored, is_master=actor.master
    )
    if refusal is None:
        return
    if actor.without:
        _check_held(field, seen, command, by)
    raise field.explain(refusal)


def _check_held(field: Field, seen: Any, command: Command, by: Viewer) -> None:
    """Would it be legal, if only nobody else held the squadron?"""
    if field.system.check(seen, command, actors.rights(by, field.battle.table)) is not None:
        return
    squadrons = field.system.concerns(seen, command)
    held = Holding.objects.filter(squadron__game=field.game, squadron__slug__in=squadrons)
    held = held.filter(seat__revoked_at__isnull=True).exclude(seat_id=by.seat_id or 0)
    found = held.select_related("squadron", "seat__person").first()
    if found is not None:
        raise HeldByAnotherError(squadron=found.squadron.name, holder=found.seat.person.name)


def _wanted(field: Field, wanted: DiceWantedError) -> DiceWantedHereError:
    request = wanted.request
    return DiceWantedHereError(
        request,
        dice=", ".join(f"d{number}" for number in request.sides),
        roller=field.names.get(request.roller, request.roller),
        purpose=request.purpose,
    )


def write(
    current: Act,
    field: Field,
    entry: Entry[Any, Any],
    state: Any,
    *,
    by: Viewer,
    reason: str = "",
) -> Line:
    """Step: one more line, and the state it leads to."""
    system, battle = field.system, field.battle
    squadrons = system.concerns(field.state, entry.command) if entry.command else ()
    line = Line.objects.create(
        battle=battle,
        number=entry.number,
        actor=codec.encode(actors.rights(by, battle.table)),
        person_id=by.person_id,
        role=by.role,
        side=by.side,
        squadron=squadrons[0] if squadrons else "",
        command=system.encode_command(entry.command) if entry.command else None,
        records=[system.encode_record(record) for record in entry.records],
        dice=[codec.encode(answer) for answer in entry.dice],
        retracts=list(entry.retracts),
        reason=reason[:200],
        at=current.at,
        written_at=current.moment,
    )
    battle.number = entry.number
    battle.state, battle.mark = system.encode_state(state), remembered.mark()
    remembered.state((battle.pk, battle.mark), lambda: state)
    follow(battle, over=system.summary(state).over)
    battle.save(
        update_fields=["number", "state", "mark", "status", "result", "confirmed", "closed_at"]
    )
    current.record(event_of(field, line, state))
    grants.follow(current, battle, line)
    aid.follow(current, battle, system, field.state, state)
    return line


def event_of(field: Field, line: Line, state: Any) -> Event:
    battle, system = field.battle, field.system
    rescue = aid.stirs(system, field.state, state)
    now, before = system.summary(state), system.summary(field.state)
    is_later = (now.round, now.rounds, now.over) != (before.round, before.rounds, before.over)
    told = actors.seated_at(battle.game_id, battle.table) if is_later else ()
    if line.command is not None:
        return LineWritten(
            table=battle.table, battle=battle.pk, line=line.number, rescue=rescue, told=told
        )
    return LinesRetracted(
        table=battle.table,
        battle=battle.pk,
        line=line.number,
        lines=tuple(line.retracts),
        reason=line.reason,
        rescue=rescue,
        told=told,
    )


def follow(battle: Battle, *, over: bool) -> None:
    """The status goes with the rules: over, the result is to be confirmed; not over, fought on."""
    if over and battle.status == BattleStatus.OPEN:
        battle.status = BattleStatus.CONFIRMING
    elif not over and battle.status != BattleStatus.OPEN:
        check_table_free(battle.game_id, battle.table, but=battle.pk)
        battle.status, battle.closed_at = BattleStatus.OPEN, None
        battle.result, battle.confirmed = {}, {}
