"""Drafts to canonical text with blocks, pages and marks as spans into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ensi_core.ingest.draft import Draft, DraftMark, DraftPage, DraftRow, Item
from ensi_core.ingest.units import unit_offsets
from ensi_core.types import Block, BlockKind, Cell, Mark, MarkKind, Page, Span, Table, TableRow


@dataclass(frozen=True, slots=True)
class Assembled:
    """Canonical text and its structure."""

    text: str
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    marks: tuple[Mark, ...]


@dataclass(slots=True)
class _Open:
    """What is known so far of the block that a root draft begins."""

    spans: list[Span] = field(default_factory=list)
    rows: list[TableRow] = field(default_factory=list)


class _Writer:
    """Grows the text and remembers where everything went."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.open: dict[Draft, _Open] = {}
        self.marks: list[Mark] = []
        self.page_starts: list[tuple[DraftPage, int]] = []
        self.waiting_pages: list[DraftPage] = []
        self.last: Draft | None = None

    def write(self, text: str) -> int:
        """Append ``text``; the offset at which it begins."""
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        return start

    def begin(self, separator: str) -> None:
        """Write ``separator`` if anything precedes, then start the pages that wait for text."""
        if self.length:
            self.write(separator)
        self.page_starts.extend((page, self.length) for page in self.waiting_pages)
        self.waiting_pages.clear()

    def add_mark(self, mark: DraftMark) -> None:
        """Furniture on lines of its own."""
        if not mark.text.strip():
            return
        self.begin("\n\n")
        start = self.write(mark.text)
        self.marks.append(Mark(mark.kind, Span(start, self.length), mark.note))
        self.last = None

    def add_draft(self, draft: Draft) -> None:
        """A block, or more of one."""
        if draft.rows is None and not draft.text.strip():
            return
        root = draft.root
        goes_on = root is self.last
        state = self.open.setdefault(root, _Open())
        self.begin(("\n" if draft.rows is not None else " ") if goes_on else "\n\n")
        start = self.length
        if draft.rows is not None:
            self._add_rows(draft.rows, state)
        else:
            self.write(draft.text)
            self._add_lines(draft, start)
        if goes_on and state.spans:
            start = state.spans.pop().start
        state.spans.append(Span(start, self.length))
        self.last = root

    def _add_lines(self, draft: Draft, start: int) -> None:
        for offset, number in draft.lines:
            place = start + offset
            self.marks.append(Mark(MarkKind.LINE_NUMBER, Span(place, place), number))

    def _add_rows(self, rows: Sequence[DraftRow], state: _Open) -> None:
        first = True
        for row in rows:
            if not first:
                self.write("\n")
            first = False
            state.rows.append(self._add_row(row, len(state.rows)))

    def _add_row(self, row: DraftRow, index: int) -> TableRow:
        cells = []
        last_filled = max((n for n, cell in enumerate(row.cells) if cell.text), default=-1)
        begin, end = None, self.length
        for position, cell in enumerate(row.cells):
            spans: tuple[Span, ...] = ()
            if position and position <= last_filled:
                self.write("\t")
            if cell.text:
                start = self.write(cell.text)
                spans = (Span(start, self.length),)
                begin = start if begin is None else begin
                end = self.length
            cells.append(
                Cell(index, cell.column, spans, cell.row_span, cell.column_span, cell.header)
            )
        spans = () if begin is None else (Span(begin, end),)
        return TableRow(index, spans, tuple(cells), row.header)

    def pages(self) -> tuple[Page, ...]:
        """Pages partition the text from the first page's start on."""
        starts = [*self.page_starts, *((page, self.length) for page in self.waiting_pages)]
        if not starts:
            return ()
        ends = [*(start for _, start in starts[1:]), self.length]
        return tuple(
            Page(page.number, Span(start, end), page.label)
            for (page, start), end in zip(starts, ends, strict=False)
        )


def assemble(items: Sequence[Item]) -> Assembled:
    """Canonical text of ``items`` in order: blocks apart by a blank line, rows by a line end."""
    writer = _Writer()
    for item in items:
        if isinstance(item, DraftPage):
            writer.waiting_pages.append(item)
        elif isinstance(item, DraftMark):
            writer.add_mark(item)
        else:
            writer.add_draft(item)
    text = "".join(writer.parts)
    blocks = [_block(draft, state, writer.open, text) for draft, state in writer.open.items()]
    blocks.sort(key=lambda block: block.spans[0])
    return Assembled(text, tuple(blocks), writer.pages(), tuple(writer.marks))


def _block(draft: Draft, state: _Open, states: dict[Draft, _Open], text: str) -> Block:
    table = None
    if draft.kind is BlockKind.TABLE:
        table = _table(draft, state, states, text)
    return Block(draft.kind, tuple(state.spans), draft.level, draft.label, table)


def _table(draft: Draft, state: _Open, states: dict[Draft, _Open], text: str) -> Table:
    rows = tuple(state.rows)
    caption = tuple(states[draft.caption.root].spans) if draft.caption in states else ()
    columns = max([draft.columns, *(_width(row) for row in rows)])
    outside = states[draft.unit.root].spans if draft.unit in states else []
    return Table(rows, columns, caption, find_unit(text, outside, rows))


def _width(row: TableRow) -> int:
    return max((cell.column + cell.column_span for cell in row.cells), default=0)


UNIT_ROWS = 4
"""Units stand in the first rows of a table; further down such words belong to one row."""


def find_unit(text: str, outside: Sequence[Span], rows: Sequence[TableRow]) -> tuple[Span, ...]:
    """Spans of "(in millions …)": in the blocks before the table, else in its first rows."""
    inside = [span for row in rows[:UNIT_ROWS] for cell in row.cells for span in cell.spans]
    for span in [*outside, *inside]:
        found = unit_offsets(text[span.start : span.end])
        if found is not None:
            return (Span(span.start + found[0], span.start + found[1]),)
    return ()
