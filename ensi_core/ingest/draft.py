"""Drafts: what a reader finds in a file, in reading order, before offsets exist.

Every reader returns a list of items (drafts, marks, page starts); ``assemble`` turns the list into
canonical text and spans. ``source`` is set by the plain text reader only: the range of the file's
own text, used where that text is already canonical.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ensi_core.types import BlockKind, MarkKind, Span


@dataclass(frozen=True, slots=True)
class Style:
    """How a whole block is set; ``size`` is relative to the body text of the document.

    ``heading`` is the level (1–9) that the file itself states. ``known`` is False in plain text,
    where nothing is said of type.
    """

    bold: bool = False
    italic: bool = False
    underlined: bool = False
    centred: bool = False
    size: float = 1.0
    heading: int | None = None
    known: bool = True


PLAIN = Style()


@dataclass(slots=True)
class DraftCell:
    """A cell at a 0-based grid column of its row; ``text`` is one line, "" for an empty cell."""

    column: int
    text: str
    row_span: int = 1
    column_span: int = 1
    header: bool = False
    bold: bool = False
    sources: tuple[Span, ...] = ()


@dataclass(slots=True)
class DraftRow:
    """A row of a table draft, cells by column."""

    cells: list[DraftCell]
    header: bool = False


@dataclass(slots=True, eq=False)
class Draft:
    """A block before assembly; ``continues`` names the draft whose text goes on in this one.

    ``lines`` are (offset in ``text``, printed line number). ``caption`` and ``unit`` (tables only)
    are other drafts of the same list.
    """

    kind: BlockKind
    text: str = ""
    style: Style = PLAIN
    level: int | None = None
    label: str | None = None
    rows: list[DraftRow] | None = None
    columns: int = 0
    continues: Draft | None = None
    caption: Draft | None = None
    unit: Draft | None = None
    lines: tuple[tuple[int, str], ...] = ()
    source: Span | None = None
    contents_entry: bool = False

    @property
    def root(self) -> Draft:
        """The draft that begins this block."""
        draft = self
        while draft.continues is not None:
            draft = draft.continues
        return draft


@dataclass(slots=True, eq=False)
class DraftMark:
    """Furniture or hidden text before assembly."""

    kind: MarkKind
    text: str
    note: str = ""
    source: Span | None = None


@dataclass(slots=True, eq=False)
class DraftPage:
    """The start of a page; ``offset`` is its place in the source, where that is canonical."""

    number: int
    label: str | None = None
    offset: int | None = None


Item = Draft | DraftMark | DraftPage


@dataclass(slots=True)
class DraftDocument:
    """What a reader hands on: items in reading order and what the file says of itself."""

    items: list[Item]
    title: str = ""
    warnings: list[str] = field(default_factory=list)
    pages_without_text: list[int] = field(default_factory=list)
