"""PDF to drafts: words by position, furniture, columns, tables, paragraphs, footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ensi_core.errors import IngestError
from ensi_core.ingest.clean import Hyphenation, one_line
from ensi_core.ingest.draft import Draft, DraftDocument, DraftMark, DraftPage, Item
from ensi_core.ingest.over_pages import join_over_pages
from ensi_core.ingest.pdf_columns import regions
from ensi_core.ingest.pdf_line_numbers import take_line_numbers
from ensi_core.ingest.pdf_paragraphs import Column, column_of, paragraphs
from ensi_core.ingest.pdf_rows import Row, rows_of
from ensi_core.ingest.pdf_tables import find_pdf_tables
from ensi_core.ingest.pdf_words import PageText, words_of
from ensi_core.ingest.text_lines import mark_paged
from ensi_core.types import BlockKind, MarkKind

_FOOTNOTE = re.compile(r"^(?:\d{1,3}|[*†‡§]{1,3}|\(\d{1,2}\))(?=[\s\"“A-Z])")
SMALL_TYPE = 0.93
"""Footnotes are set in type at most this share of the body's size."""


@dataclass(frozen=True, slots=True)
class _PdfPages:
    """What is taken out of the file before any layout is judged."""

    rows: list[list[Row]]
    title: str
    pictures: list[int]
    unreadable: list[int]


def read_pdf(name: str, content: bytes, max_pages: int) -> DraftDocument:
    """Drafts of a PDF.

    Raises IngestError: encrypted, corrupt, no_text_layer, too_large.
    """
    taken = _take(name, content, max_pages)
    if not any(taken.rows):
        raise _no_text(name, len(taken.rows), bool(taken.unreadable))
    numbered = any([take_line_numbers(rows) for rows in taken.rows])
    flat = [row for rows in taken.rows for row in rows]
    labels = mark_paged(flat) if len(taken.rows) > 1 else {}
    body_size = _body_size(flat)
    hyphens = Hyphenation([row.text for row in flat])
    items: list[Item] = []
    for index, rows in enumerate(taken.rows):
        items.append(DraftPage(index + 1, labels.get(index)))
        items.extend(_page_items(rows, body_size, hyphens, numbered))
    join_over_pages(items, hyphens)
    return DraftDocument(items, taken.title, _warnings(taken), taken.pictures)


def _take(name: str, content: bytes, max_pages: int) -> _PdfPages:
    import pypdfium2
    import pypdfium2.raw as raw

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as exc:
        raise _unopened(name, raw, exc) from exc
    try:
        count = len(document)
        if count > max_pages:
            raise IngestError(
                "too_large",
                f"{name}: {count:,} pages are more than the limit of {max_pages:,}. "
                "Split the file and import the parts.",
            )
        if count == 0:
            raise _corrupt(name, "it has no pages")
        return _take_pages(document, raw, count)
    finally:
        document.close()


def _take_pages(document: Any, raw: Any, count: int) -> _PdfPages:
    rows: list[list[Row]] = []
    pictures: list[int] = []
    unreadable: list[int] = []
    for index in range(count):
        page_rows, readable = _rows_of_page(document, raw, index)
        rows.append(page_rows)
        if not readable:
            unreadable.append(index + 1)
        elif not page_rows:
            pictures.append(index + 1)
    return _PdfPages(rows, _stated_title(document), pictures, unreadable)


def _rows_of_page(document: Any, raw: Any, index: int) -> tuple[list[Row], bool]:
    """The rows of a page; False when pdfium cannot load it."""
    import pypdfium2

    try:
        page = document[index]
        textpage = page.get_textpage()
    except pypdfium2.PdfiumError:
        return [], False
    try:
        rows = rows_of(words_of(PageText(raw, textpage.raw)))
    finally:
        textpage.close()
        page.close()
    for row in rows:
        row.page = index
    return rows, True


def _stated_title(document: Any) -> str:
    return one_line(str(document.get_metadata_value("Title") or ""))


def _unopened(name: str, raw: Any, exc: Any) -> IngestError:
    code = getattr(exc, "err_code", None)
    if code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY) or "password" in str(exc).lower():
        return IngestError(
            "encrypted",
            f"{name}: the PDF is locked with a password. Save a copy without the password and "
            "import that.",
        )
    return _corrupt(name, "it cannot be opened as a PDF")


def _corrupt(name: str, cause: str) -> IngestError:
    return IngestError(
        "corrupt", f"{name}: the PDF is damaged ({cause}). Get an intact copy and import that."
    )


def _no_text(name: str, pages: int, unreadable: bool) -> IngestError:
    if unreadable:
        return _corrupt(name, "its pages cannot be read")
    return IngestError(
        "no_text_layer",
        f"{name}: none of the {pages} page{'s' * (pages > 1)} has a text layer: needs OCR. "
        "Run OCR on the file and import the result.",
    )


def _warnings(taken: _PdfPages) -> list[str]:
    warnings = []
    if taken.pictures:
        warnings.append(f"{_page_list(taken.pictures)} no text layer: needs OCR")
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


def _body_size(rows: Sequence[Row]) -> float:
    """The type height of most letters."""
    letters: Counter[float] = Counter()
    for row in rows:
        letters[round(row.size, 1)] += len(row.text)
    return max(letters, key=lambda size: (letters[size], size))


def _page_items(
    rows: Sequence[Row], body_size: float, hyphens: Hyphenation, numbered: bool
) -> list[Item]:
    marks = [row for row in rows if row.furniture is not None]
    body = [row for row in rows if row.furniture is None]
    body, notes = _without_footnotes(body, body_size)
    top = body[0].y if body else 0.0
    items: list[Item] = [_mark(row) for row in marks if row.y >= top]
    for region in regions(body):
        items.extend(_region_items(region, body_size, hyphens, numbered))
    items.extend(_footnotes(notes, body_size, hyphens))
    items.extend(_mark(row) for row in marks if row.y < top)
    return items


def _mark(row: Row) -> DraftMark:
    return DraftMark(row.furniture or MarkKind.RUNNING_HEADER, row.text)


def _region_items(
    rows: Sequence[Row], body_size: float, hyphens: Hyphenation, numbered: bool
) -> list[Item]:
    column = column_of(rows, body_size)
    items: list[Item] = []
    position = 0
    for table in [] if numbered else find_pdf_tables(rows):
        items.extend(paragraphs(rows[position : table.first], column, hyphens))
        items.append(table.draft)
        position = table.last
    items.extend(paragraphs(rows[position:], column, hyphens))
    return items


def _without_footnotes(rows: list[Row], body_size: float) -> tuple[list[Row], list[Row]]:
    """The page's body and the small type at its bottom that begins with a note's number."""
    first = len(rows)
    while first and rows[first - 1].size <= SMALL_TYPE * body_size:
        first -= 1
    while first < len(rows) and not _FOOTNOTE.match(rows[first].text):
        first += 1
    return rows[:first], rows[first:]


def _footnotes(rows: Sequence[Row], body_size: float, hyphens: Hyphenation) -> list[Draft]:
    if not rows:
        return []
    groups: list[list[Row]] = []
    for row in rows:
        if not groups or _begins_note(groups[-1], row):
            groups.append([row])
        else:
            groups[-1].append(row)
    column: Column = column_of(rows, body_size)
    drafts = []
    for group in groups:
        for draft in paragraphs(group, column, hyphens):
            found = _FOOTNOTE.match(draft.text)
            draft.kind = BlockKind.FOOTNOTE
            draft.label = found.group(0) if found else None
            drafts.append(draft)
    return drafts


def _begins_note(group: Sequence[Row], row: Row) -> bool:
    """Notes count up; a line that happens to begin with another number goes on with its note."""
    found = _FOOTNOTE.match(row.text)
    if found is None:
        return False
    before = _FOOTNOTE.match(group[0].text)
    if before is None or not before.group(0).isdecimal() or not found.group(0).isdecimal():
        return True
    return int(found.group(0)) == int(before.group(0)) + 1
