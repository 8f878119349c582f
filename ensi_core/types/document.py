"""What a file becomes when it is read: canonical text and its structure, as spans."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range ``[start, end)`` of code points in a document's canonical text.

    Raises ValueError when the range is negative or runs backwards.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """True when both ranges share at least one code point."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Span) -> bool:
        """True when ``other`` lies wholly inside this range."""
        return self.start <= other.start and other.end <= self.end


class BlockKind(StrEnum):
    """The structural role of a block."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CAPTION = "caption"
    FOOTNOTE = "footnote"


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell; ``row`` and ``column`` are 0-based grid positions of its upper left corner.

    ``spans`` is empty for an empty cell. A currency sign or closing parenthesis that the file
    keeps in a cell of its own belongs to the spans of the number's cell.
    """

    row: int
    column: int
    spans: tuple[Span, ...]
    row_span: int = 1
    column_span: int = 1
    header: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table; ``spans`` cover every character of its cells."""

    index: int
    spans: tuple[Span, ...]
    cells: tuple[Cell, ...]
    header: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table's grid. Caption and unit line ("in millions") may stand outside the table's block."""

    rows: tuple[TableRow, ...]
    columns: int
    caption: tuple[Span, ...] = ()
    unit: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of body text in reading order; the blocks of a document do not overlap.

    ``spans`` has more than one member when the text runs over a page break. ``level`` is 1–9 for
    headings, the nesting depth (from 1) for list items, else None. ``label`` is the printed number
    of the block: "Item 7", "4.2(b)", "12.", "IV." exactly as printed, else None.
    """

    kind: BlockKind
    spans: tuple[Span, ...]
    level: int | None = None
    label: str | None = None
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A printed page: 1-based ``number``, the ``label`` printed on it if any, and its text."""

    number: int
    span: Span
    label: str | None = None


class MarkKind(StrEnum):
    """Text that is in the canonical text but in no passage."""

    RUNNING_HEADER = "running_header"
    RUNNING_FOOTER = "running_footer"
    PAGE_NUMBER = "page_number"
    LINE_NUMBER = "line_number"
    NAVIGATION = "navigation"
    HIDDEN = "hidden"
    DELETED = "deleted"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Mark:
    """A typed span of furniture or hidden text, with a note for the analyst."""

    kind: MarkKind
    span: Span
    note: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFact:
    """A fact about the document as a whole (kind, date, issuer, docket), with where it is said."""

    name: str
    value: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A file as read: ``text`` is canonical (NFC is not applied; line ends are ``\\n``).

    Every non-blank character of ``text`` lies in exactly one block or in at least one mark.
    ``version`` is the first 8 hex digits of the SHA-256 of the bytes received. ``pages`` is empty
    for formats without pages. ``warnings`` are sentences for the analyst.
    """

    doc_id: str
    name: str
    title: str
    media_type: str
    content_sha256: str
    reader_version: str
    text: str
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...] = ()
    marks: tuple[Mark, ...] = ()
    facts: tuple[DocumentFact, ...] = ()
    warnings: tuple[str, ...] = field(default=())

    @property
    def version(self) -> str:
        """The content version that passage ids carry."""
        return self.content_sha256[:8]
