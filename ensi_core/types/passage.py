"""Passages: self-contained units of a document's text, each centred on one main entity."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ensi_core.types.document import Span


class DocumentKind(StrEnum):
    """The kinds of document that the passage design tells apart."""

    FINANCIAL_REPORT = "financial_report"
    CONTRACT = "contract"
    PLEADING = "pleading"
    OPINION = "opinion"
    PAPER = "paper"
    TRANSCRIPT = "transcript"
    CORRESPONDENCE = "correspondence"
    TABLE = "table"
    GENERIC = "generic"


class PassageKind(StrEnum):
    """What a passage is made of."""

    PROSE = "prose"
    LIST = "list"
    ROW = "row"
    TABLE_HEAD = "table_head"
    TABLE = "table"
    FOOTNOTE = "footnote"
    TURN = "turn"


class ContextName(StrEnum):
    """Which kind of carried context an item is."""

    TITLE = "title"
    HEADING = "heading"
    CAPTION = "caption"
    HEADER = "header"
    UNIT = "unit"
    PERIOD = "period"
    ISSUER = "issuer"
    PARTIES = "parties"
    LEAD_IN = "lead_in"
    SPEAKER = "speaker"
    CITATION = "citation"
    ROW_GROUP = "row_group"


@dataclass(frozen=True, slots=True)
class ContextItem:
    """A piece of structural context carried along; ``span`` is where the document says it.

    For HEADER items of a row passage, ``column`` is the 0-based grid column it heads.
    """

    name: ContextName
    text: str
    span: Span | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class KindDesign:
    """How documents of one kind are cut.

    ``units``: what a passage is, in words. ``main_entity``: what counts as the main entity.
    ``soft_characters`` and ``hard_characters``: a prose passage is closed at the first boundary
    after the former and split at a sentence end before the latter (code points).
    ``carried``: which context is carried. ``table_rows``: rows become passages of their own.
    """

    kind: DocumentKind
    units: str
    main_entity: str
    soft_characters: int
    hard_characters: int
    carried: tuple[ContextName, ...]
    table_rows: bool = True
    property_granularity: str = "fine"
    aspect_granularity: str = "fine"


@dataclass(frozen=True, slots=True)
class PassageDesign:
    """The stored, editable design of a collection: one rule set a document kind."""

    kinds: tuple[KindDesign, ...]
    task: str | None = None
    engine: str = "offline"

    def for_kind(self, kind: DocumentKind) -> KindDesign:
        """The rules for ``kind``, else those for generic documents."""
        by_kind = {design.kind: design for design in self.kinds}
        return by_kind.get(kind) or by_kind[DocumentKind.GENERIC]


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit of a document's text; ``text`` is the slices of ``spans`` joined by newlines.

    ``psg_id`` is ``<doc_id>@<version>#<start>-<end>`` of the first span. ``page`` is 1-based, None
    without pages. ``locator`` is how a person cites the place.
    """

    psg_id: str
    doc_id: str
    spans: tuple[Span, ...]
    kind: PassageKind
    text: str
    main_entity: str
    main_entity_type: str
    context: tuple[ContextItem, ...] = ()
    page: int | None = None
    page_label: str | None = None
    locator: str = ""
    ocr: bool = False

    def context_texts(self, name: ContextName) -> tuple[str, ...]:
        """The texts of the context items of one kind, in order."""
        return tuple(item.text for item in self.context if item.name is name)
