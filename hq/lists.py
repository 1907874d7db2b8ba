"""A list of people as it comes: pasted from anywhere, or a workbook; rows with their line."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator, Sequence

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

Row = tuple[int, tuple[str, ...]]
MOST_ROWS, MOST_CELLS, MOST_BYTES = 500, 12, 2_000_000
SEPARATORS = ("\t", ";", ",")


class UnreadableError(ValueError):
    """No list of people, or one that is far too large."""


def pasted(text: str) -> Iterator[Row]:
    """Cells by tabs (as a table program copies), else semicolons, else commas; no empty lines.

    Raises `UnreadableError`.
    """
    if "\0" in text:
        raise UnreadableError
    separator = next((sign for sign in SEPARATORS if sign in text), SEPARATORS[0])
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        for cells in reader:
            yield from _row(reader.line_num, cells)
    except csv.Error as fault:
        raise UnreadableError from fault


def workbook(data: bytes) -> Iterator[Row]:
    """The first sheet. Raises `UnreadableError`."""
    if len(data) > MOST_BYTES:
        raise UnreadableError
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        found = list(sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_CELLS, values_only=True))
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, IndexError) as fault:
        raise UnreadableError from fault
    for number, cells in enumerate(found, start=1):
        yield from _row(number, ["" if cell is None else str(cell) for cell in cells])


def _row(number: int, cells: Sequence[str]) -> Iterator[Row]:
    clean = tuple(" ".join(cell.split()) for cell in cells[:MOST_CELLS])
    if any(clean):
        yield number, clean
