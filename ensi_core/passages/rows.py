"""Tables as pieces: a head, and a piece for each row with the headers that stand over it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ensi_core.passages.body import Body, size
from ensi_core.passages.pieces import Bond, Piece, context_item
from ensi_core.text import one_line
from ensi_core.types import (
    Cell,
    ContextItem,
    ContextName,
    PassageKind,
    Span,
    Table,
    TableRow,
    ValueKind,
)
from ensi_core.values import find_values, parse_period

_FIGURE = re.compile(
    r"\(?[-–−]?\s?(?:[A-Z]{0,3}\$|[€£¥])?\s?\(?[-–−]?\d[\d,.]*\s?%?\)?|[-–—]+\s?%?"
)
_YEAR = re.compile(r"(?:19|20)\d\d(?:\s?\(\w\))?")
_TOTAL = re.compile(r"(?:sub)?total\b", re.IGNORECASE)
_NOTE_MARK = re.compile(r"(?:\s*\((?:\d{1,2}|[a-z])\)|\s*[*†‡])*\s*:?$")
_HEADER_ROWS = 4
"""More unmarked rows than this at the top are not taken for headers."""

_LABEL_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a table stands: its section, the headings above it, and what its head consists of.

    ``head`` are spans of caption and unit blocks outside the table; ``title`` names the table.
    """

    section: int
    headings: tuple[ContextItem, ...]
    leading: tuple[Span, ...]
    head: tuple[Span, ...]
    title: str


@dataclass(slots=True)
class _Rows:
    """What has been read of a table: open group labels, and labels that wait for a row."""

    groups: list[ContextItem] = field(default_factory=list)
    waiting: list[TableRow] = field(default_factory=list)
    tall: list[tuple[int, ContextItem]] = field(default_factory=list)


def table_pieces(
    body: Body, table: Table, place: TablePlace, together: int | None = None
) -> list[Piece]:
    """The pieces of a table: head first when there is one, then the rows in order.

    ``together``: rows are joined up to so many code points instead of standing on their own.
    """
    return _TableReader(body, table, place).pieces(together)


class _TableReader:
    """One table on its way to pieces."""

    def __init__(self, body: Body, table: Table, place: TablePlace) -> None:
        self.body = body
        self.table = table
        self.place = place
        filled = [row for row in table.rows if self._spans(row)]
        count = _header_count(filled, self._text)
        self.header_rows = filled[:count]
        self.body_rows = filled[count:]
        self.context = self._table_context()
        self.columns = self._column_headers()

    def pieces(self, together: int | None) -> list[Piece]:
        """Head and rows; headings above lead the first of them."""
        head = self._head()
        rows = self._row_pieces()
        if together is not None:
            rows = _together(rows, together)
        pieces = [head, *rows] if head else rows
        if pieces:
            pieces[0] = replace(pieces[0], leading=self.place.leading)
        return pieces

    def _spans(self, row: TableRow) -> tuple[Span, ...]:
        return self.body.spans(row.spans)

    def _text(self, cell: Cell) -> str:
        return one_line(" ".join(self.body.text[s.start : s.end] for s in cell.spans))

    def _head(self) -> Piece | None:
        header = [span for row in self.header_rows for span in self._spans(row)]
        spans = self.body.joined([*self.place.head, *header])
        if not spans:
            return None
        return Piece(
            spans,
            PassageKind.TABLE_HEAD,
            Bond.APART,
            self.place.section,
            headings=self.place.headings,
            context=self.context,
            subject=(self.place.title, "table"),
        )

    def _table_context(self) -> tuple[ContextItem, ...]:
        items: list[ContextItem] = []
        for name, spans in (
            (ContextName.CAPTION, self.table.caption),
            (ContextName.UNIT, self.table.unit),
        ):
            if spans:
                text = " ".join(self.body.text[span.start : span.end] for span in spans)
                items.append(context_item(name, text, spans[0]))
        items.extend(self._caption_period())
        return tuple(items)

    def _caption_period(self) -> list[ContextItem]:
        """The period that the caption names, when it names only one."""
        found = [
            value
            for span in self.table.caption
            for value in find_values(self.body.text[span.start : span.end], span.start)
            if value.value.kind in (ValueKind.PERIOD, ValueKind.DATE) and value.value.end
        ]
        if len(found) != 1:
            return []
        return [context_item(ContextName.PERIOD, found[0].surface, found[0].span)]

    def _column_headers(self) -> dict[int, tuple[ContextItem, ...]]:
        """HEADER and PERIOD items by grid column; a cell that spans columns heads them all."""
        texts: dict[int, list[tuple[str, Span]]] = {}
        for row in self.header_rows:
            for cell in row.cells:
                shown = self._text(cell)
                for column in range(cell.column, cell.column + cell.column_span):
                    if shown and (column not in texts or texts[column][-1][0] != shown):
                        texts.setdefault(column, []).append((shown, cell.spans[0]))
        return {column: _header_items(column, parts) for column, parts in texts.items()}

    def _row_pieces(self) -> list[Piece]:
        state = _Rows()
        pieces: list[Piece] = []
        for position, row in enumerate(self.body_rows):
            last = position + 1 == len(self.body_rows)
            if not last and self._is_group_label(row):
                self._open_group(state, row)
                continue
            pieces.append(self._row_piece(state, row))
        return pieces

    def _is_group_label(self, row: TableRow) -> bool:
        """True for a row whose only cell is a short label in the first column."""
        filled = [cell for cell in row.cells if cell.spans]
        if self.table.columns < 2 or len(filled) != 1 or filled[0].column > 1:
            return False
        shown = self._text(filled[0])
        return len(shown) <= _LABEL_CHARACTERS and not _FIGURE.fullmatch(shown)

    def _open_group(self, state: _Rows, row: TableRow) -> None:
        if not state.waiting:
            state.groups.clear()
        label = next(cell for cell in row.cells if cell.spans)
        item = context_item(ContextName.ROW_GROUP, self._text(label), label.spans[0])
        state.groups.append(item)
        state.waiting.append(row)

    def _row_piece(self, state: _Rows, row: TableRow) -> Piece:
        waiting = [span for label in state.waiting for span in self._spans(label)]
        state.waiting.clear()
        groups = (*(item for _, item in state.tall), *state.groups)
        name, entity_type = self._row_entity(row)
        piece = Piece(
            self.body.joined([*waiting, *self._spans(row)]),
            PassageKind.ROW,
            Bond.APART,
            self.place.section,
            headings=self.place.headings,
            context=(*self.context, *self._row_headers(row), *groups),
            subject=(name, entity_type),
        )
        if _TOTAL.match(name) and state.groups:
            state.groups.pop()
        self._remember_tall(state, row)
        return piece

    def _remember_tall(self, state: _Rows, row: TableRow) -> None:
        """Cells that reach into the next rows go with them as context."""
        left = [(rows - 1, item) for rows, item in state.tall if rows > 1]
        for cell in row.cells:
            if cell.row_span > 1 and cell.spans:
                item = context_item(ContextName.ROW_GROUP, self._text(cell), cell.spans[0])
                left.append((cell.row_span - 1, item))
        state.tall = left

    def _row_entity(self, row: TableRow) -> tuple[str, str]:
        """The first text cell names the row; rows with figures are line items."""
        texts = [self._text(cell) for cell in row.cells if cell.spans]
        figures = [text for text in texts if _FIGURE.fullmatch(text)]
        label = next((text for text in texts if not _FIGURE.fullmatch(text)), None)
        entity_type = "line item" if figures and label else "row"
        shown = label or self.place.title or texts[0]
        return _NOTE_MARK.sub("", context_item(ContextName.ROW_GROUP, shown).text), entity_type

    def _row_headers(self, row: TableRow) -> tuple[ContextItem, ...]:
        items: list[ContextItem] = []
        for cell in row.cells:
            if cell.spans:
                items.extend(self._headers_over(cell))
        return tuple(items)

    def _headers_over(self, cell: Cell) -> tuple[ContextItem, ...]:
        covered = range(cell.column, cell.column + cell.column_span)
        column = next((number for number in covered if number in self.columns), None)
        return self.columns[column] if column is not None else ()


def _header_items(column: int, parts: Sequence[tuple[str, Span]]) -> tuple[ContextItem, ...]:
    text, span = " ".join(part for part, _ in parts), parts[-1][1]
    header = context_item(ContextName.HEADER, text, span, column)
    if parse_period(text) is None:
        return (header,)
    return (header, context_item(ContextName.PERIOD, text, span, column))


def _header_count(rows: Sequence[TableRow], text_of: Callable[[Cell], str]) -> int:
    """How many rows at the top are headers: those marked, else those without figures.

    Years and dates over figures are headers; a table without any figure has none unless marked.
    """
    marked = 0
    while marked < len(rows) and rows[marked].header:
        marked += 1
    if marked:
        return marked
    texts = [[(c.column, text_of(c)) for c in row.cells if c.spans] for row in rows]
    count = 0
    for position, cells in enumerate(texts[:_HEADER_ROWS]):
        if any(_is_figure(shown) for column, shown in cells if column):
            break
        if any(column for column, _ in cells):
            count = position + 1
    has_figures = any(_is_figure(shown) for cells in texts[count:] for c, shown in cells if c)
    return count if has_figures else 0


def _is_figure(text: str) -> bool:
    return _FIGURE.fullmatch(text) is not None and _YEAR.fullmatch(text) is None


def _together(rows: Sequence[Piece], hard: int) -> list[Piece]:
    """Rows as pieces of at most ``hard`` code points where they fit, with the common context."""
    result: list[Piece] = []
    for row in rows:
        if result and size(result[-1].spans) + size(row.spans) <= hard:
            spans = tuple(sorted((*result[-1].spans, *row.spans)))
            result[-1] = replace(result[-1], spans=spans)
        else:
            kept = tuple(item for item in row.context if item.name is not ContextName.ROW_GROUP)
            result.append(replace(row, kind=PassageKind.TABLE, context=kept))
    return result
