"""Passages of a document: pieces, merged where short, split where long, with their context."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from ensi_core.passages.body import Body
from ensi_core.passages.merge import merged_pieces
from ensi_core.passages.pieces import Bond, EntityOf, Piece, context_item
from ensi_core.passages.read import read_pieces
from ensi_core.passages.split import split_spans
from ensi_core.text import slice_spans
from ensi_core.types import (
    ContextItem,
    ContextName,
    Document,
    KindDesign,
    Passage,
    PassageKind,
    Span,
)

Locate = Callable[[Span], tuple[int | None, str | None, str]]
"""Where a span stands: page number, printed page label, and how a person cites the place."""

_FACTS = {
    "issuer": ContextName.ISSUER,
    "parties": ContextName.PARTIES,
    "period": ContextName.PERIOD,
}
"""Document facts that are carried, by the fact's name."""

_TITLE_REACH = 4_000


def construct(
    document: Document,
    design: KindDesign,
    entity_of: EntityOf | None = None,
    locate: Locate | None = None,
) -> tuple[Passage, ...]:
    """The passages of ``document`` in the order of their first spans.

    Every non-blank body character is in exactly one. ``entity_of`` names the main entity of a
    stretch of text; without it headings, labels and the title do. ``locate`` gives page and
    citation of a place; without it the printed page, else the ordinal of the paragraph.
    """
    return tuple(_Constructor(document, design, locate or page_locator(document)).run(entity_of))


def page_locator(document: Document) -> Locate:
    """A plain ``locate``: "p. 3" by the document's pages, else "¶ 7" by its blocks."""
    page_starts = [page.span.start for page in document.pages]
    block_starts = [block.spans[0].start for block in document.blocks]

    def locate(span: Span) -> tuple[int | None, str | None, str]:
        if not page_starts:
            return None, None, f"¶ {max(bisect_right(block_starts, span.start), 1)}"
        page = document.pages[max(bisect_right(page_starts, span.start) - 1, 0)]
        return page.number, page.label, f"p. {page.label or page.number}"

    return locate


class _Constructor:
    """What the passages of one document share."""

    def __init__(self, document: Document, design: KindDesign, locate: Locate) -> None:
        self.document = document
        self.design = design
        self.locate = locate
        self.body = Body(document)
        self.shared = tuple(_shared_context(document))

    def run(self, entity_of: EntityOf | None) -> list[Passage]:
        """All passages, in order."""
        pieces = read_pieces(self.document, self.design, entity_of)
        groups = merged_pieces(pieces, self.design, self.document.text)
        passages = [passage for group in groups for passage in self._passages(group)]
        return sorted(passages, key=lambda passage: passage.spans[0])

    def _passages(self, group: Sequence[Piece]) -> list[Passage]:
        """One passage for a group, or several where it is long."""
        spans = [span for piece in group for span in (*piece.leading, *piece.spans)]
        parts = split_spans(self.document.text, spans, self.design.hard_characters)
        apart = frozenset(p.spans[0].start for p in group if p.bond is Bond.CONTINUES)
        return [self._passage(group, self.body.joined(part, apart)) for part in parts]

    def _passage(self, group: Sequence[Piece], spans: tuple[Span, ...]) -> Passage:
        page, label, locator = self.locate(spans[0])
        name, entity_type = _main_entity(group)
        start, end = spans[0].start, spans[0].end
        return Passage(
            psg_id=f"{self.document.doc_id}@{self.document.version}#{start}-{end}",
            doc_id=self.document.doc_id,
            spans=spans,
            kind=_kind(group),
            text=slice_spans(self.document.text, spans),
            main_entity=name,
            main_entity_type=entity_type,
            context=self._context(group, spans),
            page=page,
            page_label=label,
            locator=locator,
        )

    def _context(self, group: Sequence[Piece], spans: Sequence[Span]) -> tuple[ContextItem, ...]:
        own = [item for piece in group for item in piece.context if not _inside(item, spans)]
        items = (*self.shared, *_longest(group).headings, *own)
        carried = set(self.design.carried)
        distinct = {(i.name, i.text, i.column): i for i in reversed(items) if i.name in carried}
        return tuple(reversed(distinct.values()))


def _shared_context(document: Document) -> list[ContextItem]:
    """Title and carried facts: the same for every passage of the document."""
    items: list[ContextItem] = []
    if document.title:
        items.append(context_item(ContextName.TITLE, document.title, _title_span(document)))
    for fact in document.facts:
        name = _FACTS.get(fact.name)
        if name and fact.value.strip():
            items.append(context_item(name, fact.value, fact.span))
    return items


def _title_span(document: Document) -> Span | None:
    start = document.text.find(document.title, 0, _TITLE_REACH)
    return Span(start, start + len(document.title)) if start >= 0 else None


def _inside(item: ContextItem, spans: Sequence[Span]) -> bool:
    """True for a lead-in that the passage itself holds: it need not be carried."""
    if item.name is not ContextName.LEAD_IN or item.span is None:
        return False
    return any(span.contains(item.span) for span in spans)


def _main_entity(group: Sequence[Piece]) -> tuple[str, str]:
    """A defined term or row label, else the entity most of the text is about, else the heading."""
    first = group[0]
    own = first.subject if first.subject and first.subject[1] in _OWN_TYPES else None
    if own:
        return own
    sizes: dict[tuple[str, str], int] = {}
    for piece in group:
        if piece.entity:
            sizes[piece.entity] = sizes.get(piece.entity, 0) + sum(map(len, piece.spans))
    if sizes:
        return max(sizes, key=lambda entity: (sizes[entity], entity))
    return _longest(group).subject or ("", "document")


def _longest(group: Sequence[Piece]) -> Piece:
    """The piece that holds most of the text, the first of equals."""
    return max(group, key=lambda piece: sum(map(len, piece.spans)))


_OWN_TYPES = frozenset({"defined term", "line item", "row", "table"})


def _kind(group: Sequence[Piece]) -> PassageKind:
    kinds = {piece.kind for piece in group}
    return group[0].kind if len(kinds) == 1 else PassageKind.PROSE
