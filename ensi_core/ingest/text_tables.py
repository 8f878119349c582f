"""Tables in plain text: figures after labels, on one line or one cell a line, over several rows.

Tools that take text out of PDF files leave a table as one cell a line (label, "$", "5,794", "$",
"4,225") or one row a line; a run of labels with the same count of figures is a table again here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ensi_core.ingest.clean import one_line
from ensi_core.ingest.draft import Draft, DraftCell, DraftRow
from ensi_core.ingest.grid import is_period
from ensi_core.ingest.text_heads import titles_before
from ensi_core.ingest.text_lines import Line
from ensi_core.ingest.text_values import Figures, Value, figures_of
from ensi_core.types import BlockKind, Span

MAX_LABEL_CHARACTERS = 110
LEAD_IN_CHARACTERS = 60
"""A longer line that ends in a colon leads in to a table and is not of it."""
MAX_LABEL_LINES = 4
MIN_ROWS = 3
"""Fewer rows with figures are no table: prose has lines that end in figures too."""
WIDE = 3
MIN_WIDE_ROWS = 2
"""Two rows do when each has three figures and more."""
_CONTINUES = re.compile(
    r"(?:[,\-–—&/(]|\b(?:of|the|and|or|to|for|in|on|a|an|by|from|with|per|at|as|non|net|than|its))$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[a-z)]{2}[.;?!][\"”)]?$")
_SECTION = re.compile(r":$")
_NOTE = re.compile(r"^\(\d\)$")
_MONTH_DAY = re.compile(
    r"^(?:(?:as\s+of|at)\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}\s*,?$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Part:
    """A piece of a cell: cleaned text and its place in the source."""

    text: str
    span: Span
    position: int = 0


@dataclass(slots=True)
class _Row:
    """A row being gathered: label pieces, figures, and the lines [first, last] it was read from."""

    first: int
    last: int
    label: list[_Part] = field(default_factory=list)
    values: list[list[_Part]] = field(default_factory=list)
    single_line: bool = True


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table read from lines [first, last) of a list of lines."""

    first: int
    last: int
    draft: Draft


def find_tables(lines: Sequence[Line], width: int) -> list[FoundTable]:
    """Tables among ``lines`` (no furniture), in order; ``width`` is the usual full line length."""
    figures = [figures_of(line.text) for line in lines]
    tables: list[FoundTable] = []
    start = 0
    for end in range(len(lines) + 1):
        if end < len(lines) and _fits_table(lines[end], figures[end], width):
            continue
        if end - start >= MIN_WIDE_ROWS:
            tables.extend(_tables_in(lines, figures, start, end))
        start = end + 1
    return _with_heads(tables, lines)


def _with_heads(tables: Sequence[FoundTable], lines: Sequence[Line]) -> list[FoundTable]:
    """Tables with the column titles that stand just before them as their header row."""
    made: list[FoundTable] = []
    for table in tables:
        floor = made[-1].last if made else 0
        table.draft.source = Span(lines[table.first].start, lines[table.last - 1].end)
        made.append(_with_head(table, lines, floor))
    return made


def _with_head(table: FoundTable, lines: Sequence[Line], floor: int) -> FoundTable:
    draft = table.draft
    rows, source = draft.rows or [], draft.source
    if source is None or any(cell.column for row in rows if row.header for cell in row.cells):
        return table
    width = max((len(row.cells) - 1 for row in rows), default=0)
    titles = titles_before(lines[floor : table.first], lines[table.first].section, width)
    if not titles:
        return table
    cells = [
        DraftCell(title.column, one_line(title.text), header=True, sources=(title.span,))
        for title in titles
    ]
    draft.rows = [DraftRow(cells, header=True), *rows]
    draft.source = Span(titles[0].span.start, source.end)
    first = next(n for n in range(floor, table.first) if lines[n].end > titles[0].span.start)
    return FoundTable(first, table.last, draft)


def _fits_table(line: Line, figures: Figures, width: int) -> bool:
    """False for prose: such a line ends a run of table lines."""
    if figures.label_end == 0:
        return True
    label = line.text[: figures.label_end].rstrip(" .·_")
    if len(figures.values) >= 2:
        return len(label) <= MAX_LABEL_CHARACTERS * 1.5
    if len(label) > MAX_LABEL_CHARACTERS or _SENTENCE.search(line.text):
        return False
    if not figures.values and len(label) > LEAD_IN_CHARACTERS and label.endswith(":"):
        return False
    if figures.values and _is_spaced(line.text):
        return True
    return len(line.text) < 0.8 * width or len(line.text) < 45


def _is_spaced(text: str) -> bool:
    return "  " in text or "\t" in text or "...." in text or ". . ." in text


def _tables_in(
    lines: Sequence[Line], figures: Sequence[Figures], start: int, end: int
) -> list[FoundTable]:
    """Tables in one run of table-like lines: none goes over a page's edge."""
    tables: list[FoundTable] = []
    begin = start
    for index in range(start + 1, end + 1):
        if index < end and lines[index].section == lines[index - 1].section:
            continue
        rows = _gather(lines, figures, begin, index)
        tables.extend(_regular_runs(rows))
        begin = index
    return tables


def _gather(lines: Sequence[Line], figures: Sequence[Figures], start: int, end: int) -> list[_Row]:
    """Rows of the lines [start, end): a new one at each label that does not go on from the last."""
    rows: list[_Row] = []
    sign: _Part | None = None
    for index in range(start, end):
        line, found = lines[index], figures[index]
        if found.label_end:
            if sign is not None and rows:
                rows[-1].values.append([sign])
                sign = None
            _add_label(rows, line, found, index)
        elif not rows or _begins_new_period(rows[-1], found, line):
            rows.append(_Row(index, index))
        row = rows[-1]
        row.last = index
        if found.close_sign is not None:
            closing = _part(line, found.close_sign)
            (row.values[-1] if row.values else row.label).append(closing)
        for value in found.values:
            if _is_note(value, found, row):
                row.values[-1].append(_part(line, value))
                continue
            parts = [part for part in (sign, _part(line, value)) if part is not None]
            row.values.append(parts)
            row.single_line = row.single_line and row.first == index
            sign = None
        if found.open_sign is not None:
            if sign is not None:
                row.values.append([sign])
            sign = _part(line, found.open_sign)
    if sign is not None:
        rows[-1].values.append([sign])
    return rows


def _is_note(value: Value, found: Figures, row: _Row) -> bool:
    """ "(2)" alone on its line below "(100,000)" is the mark of a note."""
    if found.label_end or len(found.values) > 1 or not row.values or not _NOTE.match(value.text):
        return False
    return sum(char.isdigit() for char in row.values[-1][0].text) >= 3


def _begins_new_period(row: _Row, found: Figures, line: Line) -> bool:
    """A line of years after figures that are none begins the head of another table."""
    if not row.values or not found.values or line.blank_before == 0:
        return False
    return all(is_period(v.text) for v in found.values) and not _has_periods_only(row)


def _part(line: Line, value: Value) -> _Part:
    span = Span(line.start + value.start, line.start + value.end)
    return _Part(value.text, span, line.indent + value.end)


def _add_label(rows: list[_Row], line: Line, found: Figures, index: int) -> None:
    text = line.text[: found.label_end].rstrip(" .·_\t")
    part = _Part(one_line(text), Span(line.start, line.start + found.label_end), line.indent)
    last = rows[-1] if rows else None
    if last is None or last.values or not _goes_on(last, part.text, line):
        rows.append(_Row(index, index, [part]))
        return
    last.label.append(part)
    last.single_line = False


def _goes_on(row: _Row, text: str, line: Line) -> bool:
    """Whether ``text`` goes on with the label of ``row`` (which has no figures yet)."""
    if not row.label or len(row.label) >= MAX_LABEL_LINES or line.blank_before:
        return False
    above = row.label[-1].text
    if _SECTION.search(above):
        return False
    return text[:1].islower() or text[:1] in "(&" or _CONTINUES.search(above) is not None


def _regular_runs(rows: Sequence[_Row]) -> list[FoundTable]:
    """Runs of rows that make a table: enough of them have the same count of figures."""
    tables: list[FoundTable] = []
    start = 0
    for index in range(len(rows) + 1):
        barren = index == len(rows) or _ends_run(rows, index)
        if not barren:
            continue
        table = _as_table(rows[start:index])
        if table is not None:
            tables.append(table)
        start = index
    return tables


def _ends_run(rows: Sequence[_Row], index: int) -> bool:
    """Four labels without figures in a row are text between two tables; so is a second head.

    Two are, when the figures before and after them differ in count.
    """
    if index and _has_periods_only(rows[index]) and not _has_periods_only(rows[index - 1]):
        return len(rows[index].values) >= 2 and any(row.values for row in rows[:index])
    ahead = rows[index : index + 4]
    barren = next((n for n, row in enumerate(ahead) if row.values), len(ahead))
    if barren >= len(ahead) or barren < 2:
        return barren >= len(ahead)
    before = next((len(row.values) for row in reversed(rows[:index]) if row.values), 0)
    return before not in (0, len(ahead[barren].values))


def _has_periods_only(row: _Row) -> bool:
    return bool(row.values) and all(is_period(parts[-1].text) for parts in row.values)


def _as_table(rows: Sequence[_Row]) -> FoundTable | None:
    body = [row for row in rows if row.values and row.label and not _has_periods_only(row)]
    if len(body) < MIN_WIDE_ROWS:
        return None
    counts = Counter(len(row.values) for row in body)
    width, repeats = max(counts.items(), key=lambda item: (item[1], item[0]))
    enough = MIN_WIDE_ROWS if width >= WIDE else MIN_ROWS
    if repeats < enough or repeats < 0.5 * len(body):
        return None
    if width == 1 and not _is_one_column_table(body, rows):
        return None
    first, last = _bounds(rows, body)
    kept = list(rows[first:last])
    return FoundTable(kept[0].first, kept[-1].last + 1, _draft(kept, width))


def _is_one_column_table(body: Sequence[_Row], rows: Sequence[_Row]) -> bool:
    """One figure a row: labels are short, most rows have one, and the figures are not years."""
    figures = [row.values[0][-1].text for row in body]
    short = sum(sum(len(p.text) for p in row.label) <= 90 for row in body)
    years = sum(is_period(text) for text in figures)
    return short >= 0.9 * len(body) and len(body) >= 0.6 * len(rows) and years <= 0.3 * len(body)


def _bounds(rows: Sequence[_Row], body: Sequence[_Row]) -> tuple[int, int]:
    """Rows of the table proper: from the head's periods to the last row with figures."""
    first = next(index for index, row in enumerate(rows) if row is body[0])
    while first and (
        _belongs_to_head(rows[first - 1]) or _is_section(rows[first - 1], rows, first)
    ):
        first -= 1
    last = max(index for index, row in enumerate(rows) if row.values) + 1
    return first, last


def _belongs_to_head(row: _Row) -> bool:
    if _has_periods_only(row):
        return True
    text = " ".join(part.text for part in row.label)
    return not row.values and (
        is_period(text) or _MONTH_DAY.match(text) is not None or text[:1] == "("
    )


def _is_section(row: _Row, rows: Sequence[_Row], first: int) -> bool:
    """A row label such as "Operations:" between the head and the first figures."""
    if row.values or not row.label or first < 2:
        return False
    return _has_periods_only(rows[first - 2]) and len(row.label[0].text) < 60


def _draft(rows: Sequence[_Row], width: int) -> Draft:
    head = _leading_head(rows)
    body = list(rows[len(head) :])
    made = [*_head_rows(head, width), *_body_rows(body, width)]
    columns = max(cell.column + cell.column_span for row in made for cell in row.cells)
    start = min(part.span.start for row in rows for part in _parts(row))
    end = max(part.span.end for row in rows for part in _parts(row))
    return Draft(BlockKind.TABLE, rows=made, columns=columns, source=Span(start, end))


def _parts(row: _Row) -> list[_Part]:
    return [*row.label, *(part for value in row.values for part in value)]


def _leading_head(rows: Sequence[_Row]) -> list[_Row]:
    count = 0
    while count < len(rows) and _belongs_to_head(rows[count]):
        count += 1
    return list(rows[:count])


def _head_rows(head: Sequence[_Row], width: int) -> list[DraftRow]:
    """Header rows; dates that the file breaks over lines ("December 28," / "2019") are one cell."""
    dates = [row for row in head if _is_broken_date(row)]
    if len(dates) == width > 1:
        rest = [row for row in head if row not in dates]
        cells = [_cell(column, _parts(row), header=True) for column, row in enumerate(dates, 1)]
        above = [_plain_row(row, width) for row in rest if row.first < dates[0].first]
        below = [_plain_row(row, width) for row in rest if row.first > dates[0].first]
        return [*above, DraftRow(cells, header=True), *below]
    return [_plain_row(row, width) for row in head]


def _is_broken_date(row: _Row) -> bool:
    """One date: "December 28," with "2019" below it, or all on one line."""
    if row.values:
        return bool(row.label) and len(row.values) == 1 and _has_periods_only(row)
    return is_period(" ".join(part.text for part in row.label))


def _plain_row(row: _Row, width: int) -> DraftRow:
    cells = [_cell(0, row.label, header=True)] if row.label else []
    offset = 1 if len(row.values) <= width or row.label else 0
    cells.extend(_cell(offset + n, parts, header=True) for n, parts in enumerate(row.values))
    return DraftRow(cells, header=True)


def _cell(column: int, parts: Sequence[_Part], header: bool = False) -> DraftCell:
    text = " ".join(part.text for part in parts)
    if column and not header:
        text = "".join(part.text for part in parts)
    spans = _contiguous([part.span for part in parts])
    return DraftCell(column, text, header=header, sources=spans)


def _contiguous(spans: Sequence[Span]) -> tuple[Span, ...]:
    """One span over neighbouring pieces: only white space stands between the pieces of a cell."""
    return (Span(spans[0].start, spans[-1].end),) if spans else ()


def _body_rows(rows: Sequence[_Row], width: int) -> list[DraftRow]:
    columns = _columns_by_position(rows, width)
    made = []
    for row in rows:
        cells = [_cell(0, row.label)] if row.label else []
        places = _places(row, columns)
        cells.extend(_cell(place, parts) for place, parts in zip(places, row.values, strict=True))
        made.append(DraftRow(cells))
    return made


def _columns_by_position(rows: Sequence[_Row], width: int) -> list[float]:
    """Mean right edges of the figures of full rows, where rows stand on single, spaced lines."""
    full = [row for row in rows if len(row.values) == width and row.single_line and row.label]
    if len(full) < MIN_ROWS:
        return []
    edges = [[row.values[n][-1].position for row in full] for n in range(width)]
    if any(max(column) - min(column) > 8 for column in edges):
        return []
    return [sum(column) / len(column) for column in edges]


def _places(row: _Row, columns: Sequence[float]) -> list[int]:
    """The grid column of each figure of ``row``: nearest by position, else in order."""
    if not columns or len(row.values) >= len(columns) or not row.single_line:
        return [n + 1 for n in range(len(row.values))]
    places: list[int] = []
    for parts in row.values:
        edge = parts[-1].position
        free = range(places[-1] + 1 if places else 1, len(columns) + 1)
        places.append(
            min(free, key=lambda n: abs(columns[n - 1] - edge)) if free else places[-1] + 1
        )
    return places
