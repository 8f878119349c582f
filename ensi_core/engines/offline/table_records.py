"""Records of table rows: figures under the row's label, properties of listed things."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.findings import Finding
from ensi_core.engines.offline.namebook import Bearer
from ensi_core.text import one_line
from ensi_core.types import (
    Category,
    Cell,
    ContextItem,
    ContextName,
    Document,
    Passage,
    PassageKind,
    Qualifier,
    Span,
    Table,
    TableRow,
)
from ensi_core.values import parse_cell

LONGEST_VALUE = 300
_PER_SHARE = re.compile(r"\bper (?:\w+ )?(?:share|unit|ads|adr)\b", re.IGNORECASE)
_GENERIC_LABEL = re.compile(
    r"(?:sub-?)?totals?|other|others|basic|diluted|current|non-?current|net|beginning|ending|average"
    r"|(?:beginning|end) of (?:year|period)|domestic|foreign|low|high|first|second|third|fourth"
    r"|(?:first|second|third|fourth) quarter|(?:19|20)\d\d",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]{2}")
_LONGEST_LABEL = 120


@dataclass(frozen=True, slots=True)
class _RowView:
    """A row with its label cell, its other filled cells, and what stands over the columns."""

    passage: Passage
    label: str
    label_spans: tuple[Span, ...]
    cells: tuple[Cell, ...]
    headers: Mapping[int, ContextItem]
    periods: Mapping[int, ContextItem]
    unit: ContextItem | None
    group: ContextItem | None


class RowReader:
    """Reads the row passages of one document."""

    def __init__(self, document: Document, owner: Bearer) -> None:
        self._document = document
        self._owner = owner
        self._rows = dict(_rows_by_place(document))
        self._places = sorted(self._rows)

    def findings(self, passage: Passage) -> Iterator[Finding]:
        """Fields of a row passage: on the document's entity, and on what the row names."""
        if passage.kind is not PassageKind.ROW:
            return
        for span in passage.spans:
            first = bisect_left(self._places, span.start)
            for place in self._places[first : bisect_left(self._places, span.end)]:
                view = self._view(passage, self._rows[place])
                if view is not None:
                    yield from self._row_findings(view)

    def _text(self, spans: Sequence[Span]) -> str:
        return one_line(" ".join(self._document.text[s.start : s.end] for s in spans))

    def _view(self, passage: Passage, row: TableRow) -> _RowView | None:
        filled = [cell for cell in row.cells if cell.spans]
        label = next((c for c in filled if _LETTERS.search(self._text(c.spans))), None)
        if label is None or len(filled) < 2 or len(self._text(label.spans)) > _LONGEST_LABEL:
            return None
        groups = [item for item in passage.context if item.name is ContextName.ROW_GROUP]
        units = [item for item in passage.context if item.name is ContextName.UNIT]
        return _RowView(
            passage,
            self._text(label.spans).rstrip(" :.…"),
            label.spans,
            tuple(cell for cell in filled if cell is not label),
            _by_column(passage, ContextName.HEADER),
            _by_column(passage, ContextName.PERIOD),
            units[0] if units else None,
            groups[-1] if groups else None,
        )

    def _row_findings(self, view: _RowView) -> Iterator[Finding]:
        thing = Bearer(view.label, "line item", view.label_spans)
        figures = [cell for cell in view.cells if _is_figure(self._text(cell.spans))]
        statement = bool(figures) and (bool(view.periods) or len(figures) == len(view.cells))
        for cell in view.cells:
            text = self._text(cell.spans)
            header = _over(view.headers, cell)
            if not text or len(text) > LONGEST_VALUE or not re.search(r"\w", text):
                continue
            if statement and cell in figures:
                yield self._finding(view, self._owner, _label_name(view), cell, text)
            if header is not None and not (statement and view.periods):
                yield self._finding(view, thing, one_line(header.text).casefold(), cell, text)

    def _finding(self, view: _RowView, bearer: Bearer, name: str, cell: Cell, text: str) -> Finding:
        per_share = bool(_PER_SHARE.search(f"{view.label} {view.group.text if view.group else ''}"))
        unit = view.unit.text if view.unit else None
        return Finding(
            bearer,
            Category.PROPERTY,
            name,
            text,
            cell.spans,
            tuple(sorted((*view.label_spans, *cell.spans))),
            normalised=parse_cell(text, unit, per_share=per_share),
            qualifiers=tuple(self._qualifiers(view, cell)),
        )

    def _qualifiers(self, view: _RowView, cell: Cell) -> Iterator[Qualifier]:
        period = _over(view.periods, cell)
        header = _over(view.headers, cell)
        if period is None:
            shared = [i for i in view.passage.context if i.name is ContextName.PERIOD]
            period = next((item for item in shared if item.column is None), None)
        for name, item in (
            ("period", period),
            ("column", header),
            ("unit", view.unit),
            ("group", view.group),
        ):
            if item is not None:
                yield Qualifier(name, one_line(item.text), item.span)


def _label_name(view: _RowView) -> str:
    """The row's label; with its group where the label alone says nothing."""
    if view.group is not None and _GENERIC_LABEL.fullmatch(view.label):
        return f"{one_line(view.group.text).rstrip(' :')}: {view.label}".casefold()
    return view.label.casefold()


def _is_figure(text: str) -> bool:
    return parse_cell(text, None) is not None


def _by_column(passage: Passage, name: ContextName) -> dict[int, ContextItem]:
    found: dict[int, ContextItem] = {}
    for item in passage.context:
        if item.name is name and item.column is not None:
            found.setdefault(item.column, item)
    return found


def _over(items: Mapping[int, ContextItem], cell: Cell) -> ContextItem | None:
    covered = range(cell.column, cell.column + cell.column_span)
    return next((items[column] for column in covered if column in items), None)


def _rows_by_place(document: Document) -> Iterator[tuple[int, TableRow]]:
    for block in document.blocks:
        table: Table | None = block.table
        for row in table.rows if table else ():
            if row.spans:
                yield row.spans[0].start, row
