"""Table rows in words: caption, row label, and each value with its column header and unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.answer_units import Unit
from ensi_core.text import one_line
from ensi_core.types import ContextName, Passage
from ensi_core.values import parse_period, same_value

_CELL = re.compile(r"[^\t\n|]+?(?=\s*(?:[\t\n|]|\s{2,}|$))")
_SIGNS = ("$", "€", "£", "¥", "US$", "C$", "(")
_CLOSERS = ("%", ")", ")%", "%)")
_FIGURE = re.compile(r"[\s$€£¥(+\-–−]*\d[\d,.]*\s*[%)]*")


@dataclass(frozen=True, slots=True)
class RowCell:
    """A cell of a row: ``start``/``end`` in the passage's text, and the header over it."""

    text: str
    start: int
    end: int
    header: str | None


def row_cells(passage: Passage) -> tuple[RowCell, ...]:
    """The cells of a row passage; headers are given only where they match the cells one by one."""
    found = [(m.start(), m.end()) for m in _CELL.finditer(passage.text) if m.group().strip()]
    cells = _with_signs(passage.text, [(a + _lead(passage.text[a:b]), b) for a, b in found])
    headers = _headers(passage)
    if len(headers) == len(cells):
        over: list[str | None] = [*headers]
    elif len(headers) == len(cells) - 1:
        over = [None, *headers]
    else:
        over = [None] * len(cells)
    return tuple(
        RowCell(one_line(passage.text[a:b]), a, b, header)
        for (a, b), header in zip(cells, over, strict=True)
    )


def _with_signs(text: str, cells: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Cells with a currency sign, "%" or ")" that stands in a cell of its own taken in."""
    joined: list[tuple[int, int]] = []
    for start, end in cells:
        before = text[joined[-1][0] : joined[-1][1]] if joined else ""
        if joined and (before in _SIGNS or text[start:end].strip() in _CLOSERS):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _lead(text: str) -> int:
    return len(text) - len(text.lstrip())


def _headers(passage: Passage) -> list[str]:
    by_column: dict[int, str] = {}
    for item in passage.context:
        if item.name is ContextName.HEADER and item.column is not None:
            by_column.setdefault(item.column, item.text)
    return [by_column[column] for column in sorted(by_column)]


def row_statement(unit: Unit, period: str | None = None) -> str:
    """A row as a readable line; with ``period``, only the values of that period's columns."""
    passage = unit.source.passage
    cells = row_cells(passage)
    kept = cells_of_period(cells, period) if period else ()
    shown = kept or cells
    groups = passage.context_texts(ContextName.ROW_GROUP)
    caption = (
        passage.context_texts(ContextName.CAPTION)
        or passage.context_texts(ContextName.HEADING)[-1:]
    )
    label = next((c.text for c in cells if not _FIGURE.fullmatch(c.text)), passage.main_entity)
    values = "; ".join(
        f"{cell.header}: {cell.text}" if cell.header else cell.text
        for cell in shown
        if cell.text != label
    )
    lead = " — ".join(dict.fromkeys([*caption[:1], *groups[-1:], label]))
    unit_line = passage.context_texts(ContextName.UNIT)
    tail = f" ({_bare(unit_line[0])})" if unit_line else ""
    return one_line(f"{lead}: {values}{tail}" if values else f"{lead}{tail}")


def _bare(text: str) -> str:
    return text.strip("() ")


def cells_of_period(cells: Sequence[RowCell], period: str) -> tuple[RowCell, ...]:
    """The cells whose header says the period that is asked for."""
    wanted = parse_period(period)
    found = []
    for cell in cells:
        if cell.header is None:
            continue
        said = parse_period(cell.header)
        if (wanted and said and same_value(wanted, said)) or period.casefold() in (
            cell.header.casefold()
        ):
            found.append(cell)
    return tuple(found)
