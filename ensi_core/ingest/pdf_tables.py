"""Borderless tables of a PDF page: rows of segments that line up in columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.ingest.draft import Draft, DraftCell, DraftRow
from ensi_core.ingest.grid import compact, is_number, is_period, join_signs, mark_header_rows
from ensi_core.ingest.labels import Scheme, label_of
from ensi_core.ingest.pdf_rows import Row, Segment
from ensi_core.ingest.pdf_words import Word
from ensi_core.ingest.text_values import figures_of
from ensi_core.ingest.units import unit_offsets
from ensi_core.types import BlockKind

MIN_TABLE_ROWS = 3
MAX_LONE_ROWS = 3
"""So many rows of one segment (section labels, wrapped labels) may stand inside a table."""
MIN_NUMERIC_SHARE = 0.4
MIN_ALIGNED = 0.7
"""Wide gaps of justified prose stand anywhere; the columns of a table have a left edge."""
MIN_OVERLAP = 0.25
"""A segment stands in a column when they share this much of the narrower of the two."""
LONG_LABEL = 40
_SIGNS = frozenset(("$", "€", "£", "¥"))
MAX_ROW_GAP = 3.2
"""Rows farther apart than this many type heights are not one table."""


@dataclass(frozen=True, slots=True)
class PdfTable:
    """A table read from rows [first, last) of a region."""

    first: int
    last: int
    draft: Draft


def find_pdf_tables(rows: Sequence[Row]) -> list[PdfTable]:
    """Tables among the rows of a region, in order."""
    tables: list[PdfTable] = []
    for first, last in _runs(rows):
        table = _as_table(rows, first, last)
        if table is not None:
            tables.append(table)
    return tables


def _runs(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Runs of rows that begin and end with several segments, few lone ones between."""
    runs: list[tuple[int, int]] = []
    first = last = None
    for index, row in enumerate(rows):
        if first is not None and last is not None and not _goes_on(rows, last, index):
            runs.append((first, last + 1))
            first = last = None
        if len(row.segments) > 1:
            first = index if first is None else first
            last = index
    if first is not None and last is not None:
        runs.append((first, last + 1))
    return [run for run in runs if run[1] - run[0] >= 2]


def _goes_on(rows: Sequence[Row], last: int, index: int) -> bool:
    """Whether row ``index`` can belong to the table whose latest full row is ``last``."""
    if index - last > MAX_LONE_ROWS + 1:
        return False
    above, row = rows[index - 1], rows[index]
    if above.y - row.y > MAX_ROW_GAP * max(row.size, above.size):
        return False
    if len(row.segments) > 1:
        return True
    label = label_of(row.text)
    if unit_offsets(row.text) is not None and not row.text.startswith("("):
        return False
    if label is not None and label.scheme <= Scheme.SECTION:
        return False
    width = max(r.x1 for r in rows) - min(r.x0 for r in rows)
    return row.x1 - row.x0 < 0.62 * width


def _as_table(rows: Sequence[Row], first: int, last: int) -> PdfTable | None:
    run = rows[first:last]
    columns = _column_edges(run)
    if len(columns) < 2:
        return None
    full = [row for row in run if len(row.segments) > 1]
    if not _is_regular(full, columns) or _is_list(full):
        return None
    drafts = [_draft_row(row, columns) for row in run]
    join_signs(drafts)
    drafts = _with_wrapped_labels(drafts)
    drafts, width = compact(drafts)
    if width < 2 or len(drafts) < 2:
        return None
    mark_header_rows(drafts)
    return PdfTable(first, last, Draft(BlockKind.TABLE, rows=drafts, columns=width))


def _is_list(full: Sequence[Row]) -> bool:
    """True when each row is one sign, the same in all, and a text: a list with odd bullets."""
    signs = {row.segments[0].text for row in full}
    sign = next(iter(signs))
    return len(signs) == 1 and len(sign) == 1 and not sign.isalnum()


def _is_regular(full: Sequence[Row], columns: Sequence[tuple[float, float]]) -> bool:
    """Figures beyond the first column over enough rows, or text that keeps to three columns."""
    beyond = [segment for row in full for segment in row.segments[1:]]
    numeric = sum(_is_figure(segment.text) for segment in beyond)
    rows_with_figures = sum(any(_is_figure(s.text) for s in row.segments[1:]) for row in full)
    if numeric >= MIN_NUMERIC_SHARE * len(beyond) and rows_with_figures >= 2:
        return len(full) >= MIN_TABLE_ROWS or (rows_with_figures >= 2 and len(full) >= 2)
    if len(full) < MIN_TABLE_ROWS or not _is_aligned(full, columns):
        return False
    short = sum(len(segment.text) <= 60 for row in full for segment in row.segments)
    segments = sum(len(row.segments) for row in full)
    wide = sum(len(row.segments) >= min(3, len(columns)) for row in full)
    return short >= 0.7 * segments and wide >= 0.6 * len(full)


def _is_aligned(full: Sequence[Row], columns: Sequence[tuple[float, float]]) -> bool:
    """Text beyond the first column begins at the left edge of its column, row after row."""
    edges = [left for left, _ in columns]
    beyond = [segment for row in full for segment in row.segments[1:]]
    kept = sum(min(abs(segment.x0 - edge) for edge in edges) <= 2.0 for segment in beyond)
    crowded = Counter(
        min(range(len(edges)), key=lambda n: abs(edges[n] - segment.x0)) for segment in beyond
    )
    return kept >= MIN_ALIGNED * len(beyond) and max(crowded.values()) >= MIN_TABLE_ROWS


def _is_amount(text: str) -> bool:
    figures = figures_of(text)
    return figures.label_end == 0 and any(not is_period(v.text) for v in figures.values)


def _is_figure(text: str) -> bool:
    if is_number(text) or is_period(text) or text in ("$", "%", ")", "(", "—"):
        return True
    figures = figures_of(text)
    return figures.label_end == 0 and bool(figures.values)


def _column_edges(run: Sequence[Row]) -> list[tuple[float, float]]:
    """Columns as (left, right), from narrow segments to wide; what spans two is a header.

    Rows with amounts make the columns where there are some: headers stand off their figures.
    """
    full = [row for row in run if len(row.segments) > 1]
    body = [row for row in full if any(_is_amount(s.text) for s in row.segments[1:])]
    segments = [
        s
        for row in (body if len(body) > 1 or (len(full) < 3 and body) else full)
        for s in _at_signs(row.segments)
    ]
    columns: list[tuple[float, float]] = []
    for segment in sorted(segments, key=lambda s: (s.x1 - s.x0, s.x0)):
        touched = [c for c in columns if segment.x0 < c[1] + 1 and c[0] - 1 < segment.x1]
        if not touched:
            columns.append((segment.x0, segment.x1))
        elif len(touched) == 1:
            _widen(columns, touched[0], segment)
    return sorted(columns)


def _widen(
    columns: list[tuple[float, float]], column: tuple[float, float], segment: Segment
) -> None:
    wider = (min(column[0], segment.x0), max(column[1], segment.x1))
    columns[columns.index(column)] = wider


def _draft_row(row: Row, columns: Sequence[tuple[float, float]]) -> DraftRow:
    cells: list[DraftCell] = []
    for segment in _at_signs(row.segments):
        first, last = _covered(segment, columns)
        if cells and first < cells[-1].column + cells[-1].column_span:
            cells[-1].text = f"{cells[-1].text} {segment.text}"
            continue
        cells.append(DraftCell(first, segment.text, 1, last - first + 1, False, segment.bold))
    return DraftRow(cells)


def _at_signs(segments: Sequence[Segment]) -> list[Segment]:
    """Segments cut before each currency sign: "(24,281) $" holds the sign of the next column."""
    cut: list[Segment] = []
    for segment in segments:
        words: list[Word] = []
        for word in segment.words:
            if words and word.text in _SIGNS:
                cut.append(Segment(words))
                words = []
            words.append(word)
        cut.append(Segment(words))
    return cut


def _covered(segment: Segment, columns: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """First and last column that a segment overlaps, else the nearest one."""
    width = segment.x1 - segment.x0
    touched = [
        index
        for index, (left, right) in enumerate(columns)
        if min(segment.x1, right) - max(segment.x0, left) > MIN_OVERLAP * min(width, right - left)
    ]
    if touched:
        return touched[0], touched[-1]
    middle = (segment.x0 + segment.x1) / 2
    nearest = min(
        range(len(columns)),
        key=lambda n: min(abs(columns[n][0] - middle), abs(columns[n][1] - middle)),
    )
    return nearest, nearest


def _with_wrapped_labels(rows: list[DraftRow]) -> list[DraftRow]:
    """Join a label that runs over two lines: the first has no figures, the second goes on small."""
    joined: list[DraftRow] = []
    for row in rows:
        above = joined[-1] if joined else None
        if above is not None and _label_goes_on(above, row):
            row.cells[0].text = f"{above.cells[0].text} {row.cells[0].text}"
            joined[-1] = row
        else:
            joined.append(row)
    return joined


def _label_goes_on(above: DraftRow, row: DraftRow) -> bool:
    if len(above.cells) != 1 or above.cells[0].column != 0 or not row.cells:
        return False
    first = row.cells[0]
    if first.column != 0 or above.cells[0].text.endswith((":", ".")):
        return False
    text = above.cells[0].text
    return first.text[:1].islower() or (first.text[:1] == "(" and len(text) > LONG_LABEL)
