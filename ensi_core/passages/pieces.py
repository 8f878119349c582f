"""Pieces: the units of a document before short neighbours are merged into passages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from ensi_core.types import ContextItem, ContextName, PassageKind, Span

EntityOf = Callable[[str], tuple[str, str] | None]
"""Names the main entity of a stretch of text: canonical name and type, None when it has none."""

CONTEXT_CHARACTERS = 160
"""Carried context is a reminder, not the text: longer items are cut at a word."""


class Bond(Enum):
    """How a piece holds to the one before it."""

    APART = auto()
    """Begins a passage: a definition, a turn, a footnote, a row."""

    UNIT = auto()
    """A numbered clause or paragraph: joins only a short one before it."""

    PARAGRAPH = auto()
    """Joins short neighbours that concern the same entity."""

    ITEM = auto()
    """A list item or sub-clause: belongs to what it is an item of."""

    ENTRY = auto()
    """A line of a table of contents: stays with the other lines."""

    LEADS = auto()
    """The open sentence at the end of a long paragraph: goes with the items that follow."""

    CONTINUES = auto()
    """The rest of a sentence that a page end or a blank line has cut."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit of text with what it carries.

    ``leading`` are spans of headings that stand right before it. ``section`` tells pieces of
    different sections apart. ``subject`` is what heading or label say it is about.
    """

    spans: tuple[Span, ...]
    kind: PassageKind
    bond: Bond
    section: int
    headings: tuple[ContextItem, ...] = ()
    context: tuple[ContextItem, ...] = ()
    leading: tuple[Span, ...] = ()
    subject: tuple[str, str] | None = None
    entity: tuple[str, str] | None = None


def context_item(
    name: ContextName, text: str, span: Span | None = None, column: int | None = None
) -> ContextItem:
    """A context item with its text on one line, cut at a word when it is long."""
    line = " ".join(text.split())
    if len(line) > CONTEXT_CHARACTERS:
        line = line[: CONTEXT_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
    return ContextItem(name, line, span, column)
