"""A report to take along: a workbook for a table program, JSON for a program."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import timedelta

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from hq.reports.views import CardTold, ReportView

Value = str | int | timedelta | None
WIDEST, LONGEST_SHEET = 60, 31


def as_json(report: ReportView) -> str:
    return json.dumps(asdict(report), ensure_ascii=False, indent=1)


def as_xlsx(report: ReportView) -> bytes:
    """A sheet for each part of the report; numbers are numbers, times are times."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for title, columns, rows in _sheets(report):
        _fill(book.create_sheet(_sheet_name(title)), columns, rows)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


Sheet = tuple[str, Sequence[str], Iterable[Sequence[Value]]]


def _sheets(report: ReportView) -> Iterable[Sheet]:
    yield (
        _("Maps"),
        (_("map"), _("question"), _("answer")),
        [(row.title, each.question, each.answer) for row in report.maps for each in row.stakes],
    )
    yield _("Cards"), _card_columns(report), [_card_row(card, report) for card in report.cards]
    for chapter in report.chapters:
        yield chapter.title, chapter.columns, chapter.rows
    yield (
        _("Pools"),
        (_("pool"), _("game time"), _("balance")),
        [
            (pool.name, _time(point.at_ms), point.balance)
            for pool in report.pools
            for point in pool.points
        ],
    )
    yield (
        _("Chronicle"),
        (_("theme"), _("line")),
        [(theme.title, line) for theme in report.themes for line in theme.lines],
    )
    yield (
        _("People"),
        (_("name"), _("role"), _("words in chorus"), _("deeds")),
        [(one.name, one.role, one.words, "; ".join(one.lines)) for one in report.keepsakes],
    )


def _card_columns(report: ReportView) -> tuple[str, ...]:
    return (
        "№",
        _("turn"),
        _("game time"),
        _("map"),
        _("kind"),
        _("title"),
        _("state"),
        _("decision"),
        _("voiced by"),
        _("seconds left"),
        *(pool.name for pool in report.pools),
        _("voices"),
        _("who gave the word"),
        _("what came of it"),
        _("comment"),
    )


def _card_row(card: CardTold, report: ReportView) -> tuple[Value, ...]:
    cost = {each.kind: each.amount for each in card.cost}
    return (
        card.number,
        card.turn,
        _time(card.at_ms),
        card.map,
        card.kind_name,
        card.title,
        card.state_name,
        card.decision,
        card.voiced_by or card.taken_by,
        card.seconds_left,
        *(cost.get(pool.kind, 0) if card.decision else None for pool in report.pools),
        len(card.voices) if card.voiced_by else None,
        ", ".join(card.voices),
        card.outcome,
        card.remark,
    )


def _time(ms: int) -> timedelta:
    return timedelta(seconds=ms // 1000)


def _sheet_name(title: str) -> str:
    """Excel takes neither long names nor these signs."""
    return "".join(sign for sign in title if sign not in "[]:*?/\\")[:LONGEST_SHEET]


def _fill(sheet: Worksheet, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> None:
    widths = [len(name) for name in columns]
    for number, row in enumerate((columns, *rows), start=1):
        for place, value in enumerate(row, start=1):
            _write(sheet.cell(number, place), value)
            widths[place - 1] = max(widths[place - 1], len(str(value or "")))
    for place, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(place)].width = min(WIDEST, width + 3)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def _write(cell: Cell, value: Value) -> None:
    """A text stays a text, whatever it begins with: nobody's words become a formula."""
    if isinstance(value, str):
        cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)
        cell.data_type = "s"
    else:
        cell.value = value
    if isinstance(value, timedelta):
        cell.number_format = "[h]:mm:ss"
    cell.alignment = Alignment(vertical="top", wrap_text=True)
