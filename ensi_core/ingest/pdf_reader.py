"""PDF to drafts: words by position, furniture, columns, tables, paragraphs, footnotes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.ingest.clean import Hyphenation
from ensi_core.ingest.draft import Draft, DraftDocument, DraftMark, DraftPage, Item
from ensi_core.ingest.over_pages import join_if_goes_on, join_over_pages
from ensi_core.ingest.pdf_caption import court_caption
from ensi_core.ingest.pdf_columns import regions
from ensi_core.ingest.pdf_footnotes import footnotes, part_footnotes
from ensi_core.ingest.pdf_grid import RuledTable, ruled_tables
from ensi_core.ingest.pdf_line_numbers import take_line_numbers
from ensi_core.ingest.pdf_pages import PdfPage, PdfPages, take_pages
from ensi_core.ingest.pdf_paragraphs import column_of, paragraphs
from ensi_core.ingest.pdf_rows import Row, Segment, rows_of
from ensi_core.ingest.pdf_rules import Rules
from ensi_core.ingest.pdf_tables import find_pdf_tables
from ensi_core.ingest.pdf_words import Word
from ensi_core.ingest.text_lines import mark_paged
from ensi_core.types import MarkKind


@dataclass(frozen=True, slots=True)
class _Layout:
    """What all pages share: the body's type height, the words known, whether lines are numbered."""

    body_size: float
    hyphens: Hyphenation
    numbered: bool


def read_pdf(name: str, content: bytes, max_pages: int) -> DraftDocument:
    """Drafts of a PDF.

    Raises IngestError: encrypted, corrupt, empty, no_text_layer, too_large.
    """
    taken = take_pages(name, content, max_pages)
    numbered = sum(take_line_numbers(page.rows) for page in taken.pages) > 0
    hyphens = Hyphenation([row.text for page in taken.pages for row in page.rows])
    body_size = _body_size(taken.pages)
    layout = _Layout(body_size, hyphens, numbered)
    for page in taken.pages:
        page.rows = _with_tables_set_aside(page.rows, page.rules, layout)
    lines = [row for page in taken.pages for row in page.rows if row.table is None]
    labels = mark_paged(lines)
    items: list[Item] = []
    for index, page in enumerate(taken.pages):
        items.append(DraftPage(index + 1, labels.get(index)))
        items.extend(_page_items(page, layout))
    join_over_pages(items, hyphens)
    return DraftDocument(items, taken.title, _warnings(taken), taken.scans)


def _warnings(taken: PdfPages) -> list[str]:
    warnings = []
    if taken.scans:
        warnings.append(f"{_page_list(taken.scans)} no text layer: needs OCR")
    if taken.unreadable:
        warnings.append(f"{_page_list(taken.unreadable)} no readable content: the file is damaged")
    return warnings


def _page_list(pages: Sequence[int]) -> str:
    """ "page 3 has", "pages 3-5, 9 have"."""
    ranges: list[list[int]] = []
    for page in pages:
        if ranges and ranges[-1][1] == page - 1:
            ranges[-1][1] = page
        else:
            ranges.append([page, page])
    shown = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)
    return f"page {shown} has" if len(pages) == 1 else f"pages {shown} have"


def _body_size(pages: Sequence[PdfPage]) -> float:
    """The type height of most letters in the upper halves of pages; notes stand in the lower."""
    letters: Counter[float] = Counter()
    for page in pages:
        for row in page.rows[: (len(page.rows) + 1) // 2]:
            letters[round(row.size, 1)] += len(row.text)
    return max(letters, key=lambda size: (letters[size], size))


def _page_items(page: PdfPage, layout: _Layout) -> list[Item]:
    marks = [row for row in page.rows if row.furniture is not None]
    body = [row for row in page.rows if row.furniture is None]
    top = body[0].y if body else 0.0
    items: list[Item] = [_mark(row) for row in marks if row.y >= top]
    notes: list[Draft] = []
    last: Draft | None = None
    bottom = top
    for region in _regions(body):
        rows, note_rows = part_footnotes(region, page.rules, layout.body_size)
        drafts = _region_drafts(rows, layout)
        if last is not None and drafts and rows[0].y > bottom:
            join_if_goes_on(last, drafts[0], layout.hyphens)
        if drafts:
            last, bottom = drafts[-1], rows[-1].y
        items.extend(drafts)
        notes.extend(footnotes(note_rows, layout.body_size, layout.hyphens))
    items.extend(notes)
    if page.aside.strip():
        items.append(DraftMark(MarkKind.RUNNING_FOOTER, page.aside, "set sideways"))
    items.extend(_mark(row) for row in marks if row.y < top)
    return items


def _regions(body: list[Row]) -> list[list[Row]]:
    """Columns in reading order; a court caption is read left half first."""
    caption = court_caption(body)
    if caption is None:
        return regions(body)
    return [
        *regions(body[: caption.first]),
        caption.left,
        caption.right,
        *regions(body[caption.last :]),
    ]


def _with_tables_set_aside(rows: list[Row], rules: Rules, layout: _Layout) -> list[Row]:
    """Rows in which each ruled table is one row that carries its draft."""
    if layout.numbered or len(rules.vertical) < 3 or len(rules.horizontal) < 2:
        return rows
    words = [word for row in rows for segment in row.segments for word in segment.words]
    tables = ruled_tables(rules, words, layout.hyphens)
    if not tables:
        return rows
    taken = frozenset(index for table in tables for index in table.words)
    kept = rows_of([word for word in words if word.index not in taken])
    made = [*kept, *(_table_row(table) for table in tables)]
    for row in made:
        row.page = rows[0].page
    return sorted(made, key=lambda row: -row.y)


def _table_row(table: RuledTable) -> Row:
    """A row as wide as the table, at its top, so that layout goes around it."""
    word = Word("", table.x0, table.x1, table.top, 1.0, False, False, -1)
    return Row(table.top, 1.0, [Segment([word])], table=table.draft)


def _mark(row: Row) -> DraftMark:
    return DraftMark(row.furniture or MarkKind.RUNNING_HEADER, row.text)


def _region_drafts(rows: Sequence[Row], layout: _Layout) -> list[Draft]:
    items: list[Draft] = []
    run: list[Row] = []
    for row in rows:
        if row.table is None:
            run.append(row)
            continue
        items.extend(_prose_drafts(run, layout))
        items.append(row.table)
        run = []
    items.extend(_prose_drafts(run, layout))
    return items


def _prose_drafts(rows: Sequence[Row], layout: _Layout) -> list[Draft]:
    """Paragraphs and borderless tables of one column."""
    if not rows:
        return []
    column = column_of(rows, layout.body_size)
    items: list[Draft] = []
    position = 0
    for table in [] if layout.numbered else find_pdf_tables(rows):
        items.extend(paragraphs(rows[position : table.first], column, layout.hyphens))
        items.append(table.draft)
        position = table.last
    items.extend(paragraphs(rows[position:], column, layout.hyphens))
    return items
