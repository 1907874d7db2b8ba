"""The battles in the report of a day: who won, what is left and lost, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from fleets import battles, fates, results, sides, words
from fleets.battles import Field
from fleets.enums import BattleStatus
from fleets.models import Line
from fleets.rules.base import Summary, UnitLine
from fleets.words import Names
from hq.models import Game
from hq.parts import Chapter, Keepsakes, Passage


def chapters(game: Game) -> Iterator[Chapter]:
    """One chapter, told as onlookers see the battles; none on a day without a battle."""
    rows = battles.rows(game.pk).order_by("opened_at", "pk")
    fields = [battles.field_of(row, game) for row in rows]
    if not fields:
        return
    tables = sides.tables(game.pk)
    yield Chapter(
        key="battles",
        title=_("Battles"),
        passages=tuple(_passage(field, tables) for field in fields),
        columns=(
            _("table"),
            _("side"),
            _("squadron"),
            _("ship"),
            _("state"),
            _("survival"),
            _("winner"),
        ),
        rows=tuple(row for field in fields for row in _rows(field, tables)),
    )


def _seen(field: Field) -> tuple[Summary, Names]:
    summary = field.system.summary(field.system.view(field.state, None))
    return summary, words.names(summary, sides.sides(field.game))


def _passage(field: Field, tables: Names) -> Passage:
    summary, known = _seen(field)
    own = [unit for unit in summary.units if unit.squadron is not None]
    rounds = ngettext("%(n)s round", "%(n)s rounds", summary.round)
    lost = [unit for unit in own if unit.status == results.OUT]
    return Passage(
        title=_title(field, tables),
        note=rounds % {"n": summary.round} if summary.round else "",
        lines=(
            _ending(field, known),
            *(_side(side, own, known) for side in summary.left),
            *(_loss(field, unit, known) for unit in lost),
        ),
    )


def _title(field: Field, tables: Names) -> str:
    table = tables.get(field.battle.table, field.battle.table)
    return f"{table}: {field.battle}" if field.battle.title else table


def _ending(field: Field, known: Names) -> str:
    """Who won, as confirmed; a battle that nobody closed says so."""
    if field.battle.status != BattleStatus.CLOSED:
        return _("The battle was not closed: %(state)s.") % {
            "state": field.battle.get_status_display()
        }
    winner, note = field.battle.result.get("winner", ""), field.battle.result.get("note", "")
    told = _("Victory: %(side)s.") % {"side": known.get(winner, winner)}
    told = told if winner else _("Nobody's victory.")
    return f"{told} {note}".strip()


def _side(side: str, units: list[UnitLine], known: Names) -> str:
    mine = [unit for unit in units if unit.side == side]
    left = [known.get(unit.id, unit.name) for unit in mine if unit.status != results.OUT]
    return _("%(side)s: %(left)s of %(all)s still in action. %(names)s") % {
        "side": known.get(side, side),
        "left": len(left),
        "all": len(mine),
        "names": ", ".join(left),
    }


def _loss(field: Field, unit: UnitLine, known: Names) -> str:
    fate = fates.fate(field, unit.id) or _("survival was not rolled")
    return _("Lost: %(ship)s (%(side)s) – %(fate)s.") % {
        "ship": known.get(unit.id, unit.name),
        "side": known.get(unit.side or "", unit.side or ""),
        "fate": fate,
    }


def _rows(field: Field, tables: Names) -> Iterator[tuple[str, ...]]:
    summary, known = _seen(field)
    winner = field.battle.result.get("winner", "")
    for unit in summary.units:
        if unit.squadron is None:
            continue
        is_out = unit.status == results.OUT
        yield (
            _title(field, tables),
            known.get(unit.side or "", unit.side or ""),
            known.get(unit.squadron, unit.squadron),
            known.get(unit.id, unit.name),
            _("out of action") if is_out else _("in the field"),
            fates.fate(field, unit.id) if is_out else "",
            known.get(winner, winner),
        )


def keepsakes(game: Game) -> Keepsakes:
    """How many lines of battles each person wrote."""
    rows = Line.objects.filter(battle__game=game, person__isnull=False, command__isnull=False)
    counts = Counter(rows.values_list("person_id", flat=True))
    told = {
        n: ngettext("%(n)s order at the table", "%(n)s orders at the table", n)
        for n in counts.values()
    }
    return {pk: (told[n] % {"n": n},) for pk, n in counts.items()}
