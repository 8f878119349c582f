"""A document's blocks as pieces, each knowing its headings, lead-in, speaker or table headers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from ensi_core.passages import wording
from ensi_core.passages.body import Body, size
from ensi_core.passages.lead_in import LeadIn, opening_sentence
from ensi_core.passages.outline import Outline
from ensi_core.passages.pieces import Bond, EntityOf, Piece, context_item
from ensi_core.passages.rows import TablePlace, table_pieces
from ensi_core.passages.segments import segments
from ensi_core.passages.sentences import sentence_spans
from ensi_core.passages.table_heads import table_heads
from ensi_core.passages.turns import turn_spans
from ensi_core.types import (
    Block,
    BlockKind,
    ContextItem,
    ContextName,
    Document,
    DocumentKind,
    KindDesign,
    PassageKind,
    Span,
)

SUBJECT_TYPES: dict[DocumentKind, str] = {
    DocumentKind.CONTRACT: "clause",
    DocumentKind.FINANCIAL_REPORT: "section",
    DocumentKind.TABLE: "table",
}
"""The type of a main entity that only headings name; "topic" for other kinds."""

_INNER_LEVEL = 4
"""Headings that stand inside a block are below those that are blocks."""

_HEADINGS_ALONE = 600
"""Headings that wait for text become a passage of their own beyond so many code points."""


def read_pieces(
    document: Document, design: KindDesign, entity_of: EntityOf | None
) -> tuple[Piece, ...]:
    """The pieces of a document in reading order; together they hold every body character once."""
    return tuple(_Reader(document, design, entity_of).pieces())


class _Reader:
    """Walks the blocks once, keeping what the ones before say about the next."""

    def __init__(self, document: Document, design: KindDesign, entity_of: EntityOf | None) -> None:
        self.document = document
        self.design = design
        self.entity_of = entity_of
        self.body = Body(document)
        self.outline = Outline(document.text)
        self.heads = table_heads(document)
        self.lead_in = LeadIn()
        self.run_in: ContextItem | None = None
        self.speaker: ContextItem | None = None
        self.mail_subject: ContextItem | None = None
        self.last_text, self.last_end = "", 0
        self.page_starts = [page.span.start for page in document.pages]
        self.name_lines = 0

    def pieces(self) -> list[Piece]:
        """All pieces, the headings that no text follows as the last one."""
        result: list[Piece] = []
        taken = {index for indexes in self.heads.values() for index in indexes}
        for index, block in enumerate(self.document.blocks):
            if index not in taken:
                result.extend(self._block(index, block))
        result.extend(self._left_headings(0))
        return result

    def _block(self, index: int, block: Block) -> list[Piece]:
        if block.kind is BlockKind.TABLE and block.table:
            return self._table(index, block)
        spans = self.body.spans(block.spans)
        if not spans:
            return []
        if block.kind is BlockKind.HEADING:
            return self._heading(block, spans)
        if block.kind is BlockKind.FOOTNOTE:
            return [self._piece(spans, PassageKind.FOOTNOTE, Bond.APART, leading=())]
        if self.design.kind is DocumentKind.TRANSCRIPT:
            return self._turns(spans)
        if self.design.kind is DocumentKind.CORRESPONDENCE and self._mail_header(spans):
            return []
        parts = segments(self.document.text, spans)
        return [piece for part in parts for piece in self._text(block, part)]

    def _slice(self, spans: Sequence[Span]) -> str:
        return "\n".join(self.document.text[span.start : span.end] for span in spans)

    def _piece(
        self,
        spans: tuple[Span, ...],
        kind: PassageKind,
        bond: Bond,
        *,
        leading: tuple[Span, ...] | None = None,
        context: tuple[ContextItem, ...] = (),
        subject: tuple[str, str] | None = None,
    ) -> Piece:
        named = self.entity_of(self._slice(spans)) if self.entity_of else None
        return Piece(
            spans,
            kind,
            bond,
            self.outline.section,
            headings=self._headings(),
            context=context,
            leading=self.outline.take_waiting() if leading is None else leading,
            subject=subject or self._subject(),
            entity=named,
        )

    def _headings(self) -> tuple[ContextItem, ...]:
        extra = (self.mail_subject, self.run_in)
        return (*self.outline.path(), *(item for item in extra if item))

    def _subject(self) -> tuple[str, str]:
        kind = SUBJECT_TYPES.get(self.design.kind, "topic")
        if self.run_in:
            return wording.without_label(self.run_in.text), kind
        if self.mail_subject:
            return self.mail_subject.text, kind
        heading = self.outline.subject()
        if heading:
            return heading, kind
        return self.document.title or self.document.name, "document"

    def _heading(self, block: Block, spans: tuple[Span, ...]) -> list[Piece]:
        pieces = self._left_headings(0 if self.name_lines > 1 else _HEADINGS_ALONE)
        self.name_lines = 0
        self.outline.enter(spans, block.level)
        self.lead_in, self.run_in = LeadIn(), None
        if self.design.kind is DocumentKind.TRANSCRIPT:
            self._name_line(spans)
        return pieces

    def _left_headings(self, most: int) -> list[Piece]:
        """Waiting headings as a piece of their own, once they are longer than ``most``."""
        if size(self.outline.waiting) <= most:
            return []
        spans = self.body.joined(self.outline.take_waiting())
        return [self._piece(spans, PassageKind.PROSE, Bond.PARAGRAPH, leading=())]

    def _text(self, block: Block, spans: tuple[Span, ...]) -> list[Piece]:
        """A stretch of running text: a piece, or a heading that stands in the text."""
        text = self._slice(spans)
        if wording.is_bare_label(text) or wording.is_rule(text):
            self.outline.waiting.extend(spans)
            return []
        whole = spans == self.body.spans(block.spans)
        if not whole and wording.is_title_line(text):
            pieces = self._left_headings(_HEADINGS_ALONE)
            self.outline.enter(spans, _INNER_LEVEL + wording.label_depth(text))
            self.lead_in, self.run_in = LeadIn(), None
            return pieces
        piece = self._text_piece(block, spans, text)
        self.last_text, self.last_end = text, spans[-1].end
        return self._with_opening_apart(piece, text)

    def _with_opening_apart(self, piece: Piece, text: str) -> list[Piece]:
        """A long paragraph that ends in a colon in two: its last sentence goes with the items."""
        last = piece.spans[-1]
        if not text.endswith(":") or len(text) <= self.design.soft_characters:
            return [piece]
        opening = sentence_spans(self.document.text[last.start : last.end], last.start)[-1]
        before = self.body.spans((*piece.spans[:-1], Span(last.start, opening.start)))
        if not before or len(opening) > self.design.soft_characters:
            return [piece]
        leads = replace(piece, spans=(opening,), bond=Bond.LEADS, leading=())
        return [replace(piece, spans=before), leads]

    def _text_piece(self, block: Block, spans: tuple[Span, ...], text: str) -> Piece:
        if not self.outline.waiting and self._goes_on(spans, text):
            return self._piece(spans, PassageKind.PROSE, Bond.CONTINUES)
        if wording.is_contents_entry(text):
            return self._piece(spans, PassageKind.PROSE, Bond.ENTRY)
        term = wording.defined_term(text)
        is_item = block.kind is BlockKind.LIST_ITEM or wording.is_sub_item(text)
        kind = PassageKind.LIST if block.kind is BlockKind.LIST_ITEM else PassageKind.PROSE
        if term:
            return self._definition(spans, kind, term, text)
        if is_item and not wording.is_numbered(text):
            return self._item(spans, kind, text)
        self._read_run_in(spans, text)
        numbered = wording.is_numbered(text)
        piece = self._piece(spans, kind, Bond.UNIT if numbered else Bond.PARAGRAPH)
        self.lead_in = LeadIn(self._opening(spans, text))
        return piece

    def _goes_on(self, spans: tuple[Span, ...], text: str) -> bool:
        """True when the text before stops in the middle of a sentence that ``text`` ends."""
        if wording.goes_on(self.last_text, text):
            return True
        page = bisect_right(self.page_starts, spans[0].start)
        turned = page > bisect_right(self.page_starts, self.last_end)
        return turned and wording.runs_over(self.last_text, text)

    def _definition(
        self, spans: tuple[Span, ...], kind: PassageKind, term: str, text: str
    ) -> Piece:
        context = (self.lead_in.outer,) if self.lead_in.outer else ()
        piece = self._piece(
            spans, kind, Bond.APART, context=context, subject=(term, "defined term")
        )
        self.lead_in.inner = None
        self.lead_in.open_inner(self._opening(spans, text), text)
        return piece

    def _item(self, spans: tuple[Span, ...], kind: PassageKind, text: str) -> Piece:
        piece = self._piece(spans, kind, Bond.ITEM, context=self.lead_in.over(text))
        self.lead_in.open_inner(self._opening(spans, text), text)
        return piece

    def _opening(self, spans: tuple[Span, ...], text: str) -> ContextItem | None:
        return opening_sentence(self.document.text, spans, text)

    def _read_run_in(self, spans: tuple[Span, ...], text: str) -> None:
        """Remember the title that a paragraph begins with; a new number ends the one before."""
        found = wording.run_in_title(text)
        first = spans[0]
        if found and found[1] <= len(first):
            span = Span(first.start + found[0], first.start + found[1])
            shown = self.document.text[span.start : span.end]
            self.run_in = context_item(ContextName.HEADING, shown, span)
        elif wording.is_numbered(text):
            self.run_in = None

    def _turns(self, spans: tuple[Span, ...]) -> list[Piece]:
        """A piece for each speaker's turn; a block may hold several."""
        pieces: list[Piece] = []
        for part in turn_spans(self.body, spans):
            text = self._slice(part)
            name = wording.speaker(text)
            bond = Bond.PARAGRAPH
            if name:
                if self.name_lines > 1:
                    pieces.extend(self._left_headings(0))
                bond = Bond.ITEM if name == "A" else Bond.UNIT
                self.speaker = context_item(ContextName.SPEAKER, name, part[0])
            elif self._name_line(part):
                self.outline.waiting.extend(part)
                self.name_lines += 1
                continue
            self.name_lines = 0
            context = (self.speaker,) if self.speaker else ()
            named = self.speaker and self.speaker.text not in ("Q", "A")
            subject = (self.speaker.text, "speaker") if self.speaker and named else None
            kind = PassageKind.TURN if self.speaker else PassageKind.PROSE
            pieces.append(self._piece(part, kind, bond, context=context, subject=subject))
        return pieces

    def _name_line(self, spans: tuple[Span, ...]) -> bool:
        """Take the name on a line of its own for the next speaker."""
        name = wording.speaker_line(self._slice(spans))
        if not name:
            return False
        self.speaker = context_item(ContextName.SPEAKER, name, spans[0])
        return True

    def _mail_header(self, spans: tuple[Span, ...]) -> bool:
        """Keep a message's header lines for the paragraph below them."""
        text = self._slice(spans)
        if not wording.is_mail_header(text):
            return False
        if text.lstrip()[:5].casefold() == "from:":
            self.mail_subject = self.run_in = None
        found = wording.mail_subject(text)
        if found and found[1] <= len(spans[0]):
            span = Span(spans[0].start + found[0], spans[0].start + found[1])
            shown = self.document.text[span.start : span.end]
            self.mail_subject = context_item(ContextName.HEADING, shown, span)
        if not self.outline.waiting:
            self.outline.section += 1
        self.outline.waiting.extend(spans)
        return True

    def _table(self, index: int, block: Block) -> list[Piece]:
        table = block.table
        assert table is not None
        before = [self.document.blocks[number] for number in self.heads.get(index, ())]
        head = tuple(span for other in before for span in self.body.spans(other.spans))
        caption = " ".join(self._slice(table.caption).split())
        subject = caption or self._subject()[0]
        place = TablePlace(
            self.outline.section,
            self._headings(),
            tuple(self.outline.waiting),
            head,
            context_item(ContextName.CAPTION, subject).text,
        )
        pieces = table_pieces(
            self.body, table, place, None if self.design.table_rows else self.design.hard_characters
        )
        if pieces:
            self.outline.waiting.clear()
        return [*pieces, *self._outside_rows(block, pieces)]

    def _outside_rows(self, block: Block, pieces: Sequence[Piece]) -> list[Piece]:
        """Text of a table's block that no row holds, as a piece of its own."""
        holes = [span for piece in pieces for span in piece.spans]
        left = self.body.without(self.body.spans(block.spans), holes)
        return [self._piece(left, PassageKind.TABLE, Bond.APART, leading=())] if left else []
