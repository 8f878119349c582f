"""Table grids: stray signs joined to their numbers, columns compacted, header rows found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.ingest.draft import DraftCell, DraftRow

_OPENING = re.compile(r"^(?:[$€£¥₹(]|US\$|C\$|A\$|\(\s*[$€£¥]|[$€£¥]\s*\()$")
_CLOSING = re.compile(r"^(?:\)\s*%?|%|\)\s*\(\w\)|x|bps|pts?|%\s*\))$")
_NUMBER = re.compile(
    r"^[(\[]?\s*[-–—+]?\s*(?:[A-Z]{1,3})?[$€£¥₹]?\s*[(\-–—]?\s*(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?"
    r"\s*(?:%|x|bps|pts?|¢)?\s*[)\]]?\s*%?(?:\s*\([a-z0-9]{1,3}\)|\s*\*+|[*†‡])*$"
)
_DASH = re.compile(r"^[$€£¥]?\s*[-–—]+\s*%?$|^(?:n/?[am]|N/?[AM]|nil|NM|\*)\.?$")
_YEAR = re.compile(r"^(?:FY\s?)?(?:19|20)\d\d(?:\s*\([a-z0-9]{1,3}\)|\s*\*+|E|A)?$", re.IGNORECASE)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DATE = re.compile(
    rf"^(?:(?:as\s+of|at|on|ended|ending|through)\s+)?(?:{_MONTH}\s*\d{{1,2}}\s*,?(?:\s*(?:19|20)\d\d)?"
    rf"|{_MONTH}\s*,?\s*(?:19|20)\d\d|\d{{1,2}}\s+{_MONTH}(?:\s+(?:19|20)\d\d)?|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}"
    rf"|q[1-4]\s*(?:fy)?'?\s?\d{{2,4}}|[1-4]q\s?'?\d{{2,4}})(?:\s*\(\w{{1,2}}\))?$",
    re.IGNORECASE,
)


_SPACED_SIGN = re.compile(
    r"(?<=^[$€£¥])\s+(?=[\d(.—–-])|(?<=[\d)—–-])\s+(?=%\)?$)|(?<=\d)\s+(?=\)$)"
)


def is_number(text: str) -> bool:
    """True for an amount, a percentage, a dash or "n/a": what stands in the body of a table."""
    if _DASH.match(text):
        return True
    return any(char.isdigit() for char in text) and _NUMBER.match(text) is not None


def is_period(text: str) -> bool:
    """True for a year or a date: digits that head a column."""
    return _YEAR.match(text) is not None or _DATE.match(text) is not None


def join_signs(rows: Sequence[DraftRow]) -> None:
    """Join "$", "(", ")" and "%" that have a cell of their own to their number's cell, in place."""
    for row in rows:
        filled = [cell for cell in row.cells if cell.text]
        for position, cell in enumerate(filled):
            if _OPENING.match(cell.text) and position + 1 < len(filled):
                _absorb_left(cell, filled[position + 1])
            elif _CLOSING.match(cell.text) and position and is_numeric_start(filled[position - 1]):
                _absorb_right(filled[position - 1], cell)
                filled[position] = filled[position - 1]
        row.cells = [cell for cell in row.cells if cell.column_span > 0]
        for cell in row.cells:
            cell.text = _SPACED_SIGN.sub("", cell.text)


def is_numeric_start(cell: DraftCell) -> bool:
    """True for "1,234" and "(1,234": a number that a sign may still close."""
    text = cell.text
    if _DASH.match(text):
        return True
    return any(char.isdigit() for char in text) and not any(char.isalpha() for char in text[:4])


def _absorb_left(sign: DraftCell, number: DraftCell) -> None:
    """Put an opening sign before its number; the number's cell then begins where the sign did."""
    if not (number.text[:1].isdigit() or number.text[:1] in "(-–—.$€£¥") or _CLOSING.match(
        number.text
    ):
        return
    number.text = f"{sign.text}{number.text}"
    number.sources = (*sign.sources, *number.sources)
    end = number.column + number.column_span
    number.column, number.column_span = sign.column, end - sign.column
    sign.text, sign.column_span = "", 0


def _absorb_right(number: DraftCell, sign: DraftCell) -> None:
    number.text = f"{number.text}{sign.text}"
    number.sources = (*number.sources, *sign.sources)
    number.column_span = sign.column + sign.column_span - number.column
    sign.text, sign.column_span = "", 0


def compact(rows: list[DraftRow]) -> tuple[list[DraftRow], int]:
    """Rows without empty rows and without columns that only set numbers apart; and the width.

    Neighbouring grid columns are one logical column when no row has two filled cells in them.
    """
    rows = [row for row in rows if any(cell.text for cell in row.cells)]
    width = max((c.column + c.column_span for row in rows for c in row.cells), default=0)
    occupied = _occupants(rows, width)
    group_of = _group_columns(occupied, width)
    for row in rows:
        row.cells = _regrouped(row, group_of)
    columns = group_of[-1] + 1 if group_of else 0
    _clip_row_spans(rows)
    return rows, columns


def _occupants(rows: Sequence[DraftRow], width: int) -> list[list[int]]:
    """Per row and grid column: the number of the filled cell there (from 1), else 0."""
    grid = [[0] * width for _ in rows]
    for index, row in enumerate(rows):
        for number, cell in enumerate(row.cells, 1):
            if not cell.text:
                continue
            for below in range(index, min(len(rows), index + cell.row_span)):
                identity = number if below == index else number + 1000 * (index + 1)
                for column in range(cell.column, min(width, cell.column + cell.column_span)):
                    grid[below][column] = identity
    return grid


def _group_columns(occupied: Sequence[Sequence[int]], width: int) -> list[int]:
    """The logical column of each grid column, greedily from the left."""
    group_of: list[int] = []
    seen = [0] * len(occupied)
    group = 0
    for column in range(width):
        clash = any(
            row[column] and seen[index] and row[column] != seen[index]
            for index, row in enumerate(occupied)
        )
        if clash:
            group += 1
            seen = [0] * len(occupied)
        for index, row in enumerate(occupied):
            seen[index] = row[column] or seen[index]
        group_of.append(group)
    return group_of


def _regrouped(row: DraftRow, group_of: Sequence[int]) -> list[DraftCell]:
    """The row's cells at logical columns, empty ones filling the gaps between filled ones."""
    cells: list[DraftCell] = []
    taken = 0
    for cell in sorted((c for c in row.cells if c.text), key=lambda c: c.column):
        first = group_of[cell.column]
        last = group_of[min(len(group_of), cell.column + cell.column_span) - 1]
        first = max(first, taken)
        cells.extend(DraftCell(column, "") for column in range(taken, first))
        cell.column, cell.column_span = first, max(1, last - first + 1)
        taken = first + cell.column_span
        cells.append(cell)
    return cells


def _clip_row_spans(rows: Sequence[DraftRow]) -> None:
    for index, row in enumerate(rows):
        for cell in row.cells:
            cell.row_span = max(1, min(cell.row_span, len(rows) - index))


def mark_header_rows(rows: Sequence[DraftRow]) -> None:
    """Flag header rows and cells: `<th>` rows, else leading rows of periods and column titles."""
    stated = _stated_headers(rows)
    count = stated if stated else _leading_headers(rows)
    if count >= len(rows):
        count = 0
    for row in rows[:count]:
        row.header = True
        for cell in row.cells:
            cell.header = cell.header or bool(cell.text)


def _stated_headers(rows: Sequence[DraftRow]) -> int:
    """Leading rows whose filled cells (the row label aside) are all stated as headers."""
    count = 0
    for row in rows:
        filled = [cell for cell in row.cells if cell.text]
        values = [cell for cell in filled if cell.column > 0] or filled
        if not all(cell.header for cell in values):
            break
        count += 1
    return count


def _leading_headers(rows: Sequence[DraftRow]) -> int:
    """How many leading rows are headers, judged by what stands below them."""
    if len(rows) < 2:
        return 0
    numeric = any(_has_amount(row) for row in rows)
    if not numeric:
        return 1 if _heads_text_table(rows) else 0
    count = 0
    for row in rows:
        if not _is_header_row(row, first=count == 0):
            break
        count += 1
    return count if count < len(rows) else 0


def _has_amount(row: DraftRow) -> bool:
    return any(
        is_number(cell.text) and not is_period(cell.text) for cell in row.cells if cell.column > 0
    )


def _is_header_row(row: DraftRow, first: bool) -> bool:
    """No amounts, and something beyond a row label: periods, column titles, a unit.

    Below the first row a row label makes a body row, unless the other cells are periods or bold.
    """
    filled = [cell for cell in row.cells if cell.text]
    values = [cell for cell in filled if cell.column > 0]
    if _has_amount(row):
        return False
    if not values:
        return (first and filled[0].column_span > 1) or filled[0].text.startswith("(")
    if first or len(values) == len(filled) or all(is_period(cell.text) for cell in values):
        return True
    return filled[0].text.startswith("(") or all(cell.bold or cell.header for cell in filled)


def _heads_text_table(rows: Sequence[DraftRow]) -> bool:
    """In tables without amounts: the first row is set bold, or is short titles over longer text."""
    first = [cell for cell in rows[0].cells if cell.text]
    rest = [cell for row in rows[1:] for cell in row.cells if cell.text]
    if len(first) < 2 or not rest:
        return False
    if all(cell.bold for cell in first) and not all(cell.bold for cell in rest):
        return True
    titles = all(
        len(c.text) <= 40 and c.text[:1].isupper() and c.text[-1] not in ".:;" for c in first
    )
    mean = sum(len(cell.text) for cell in rest) / len(rest)
    return (
        titles
        and len(first) > 2
        and len(rows) > 2
        and mean > 1.5 * max(len(cell.text) for cell in first)
    )
