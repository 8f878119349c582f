"""Text units: the prose of a document in pieces that a parser can take, with their offsets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ensi_core.passages.sentences import sentence_spans
from ensi_core.text import joined
from ensi_core.types import Block, BlockKind, Document, Span

LONGEST_UNIT = 6_000
"""Longer paragraphs are parsed in several units cut at sentence ends (code points)."""

_PROSE = frozenset(
    {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE, BlockKind.CAPTION}
)


@dataclass(frozen=True, slots=True)
class TextUnit:
    """A piece of prose; ``text`` is the slices of ``spans`` joined by newlines.

    ``block`` is the index of the document's block that it is, or is part of.
    """

    block: int
    text: str
    spans: tuple[Span, ...]

    def place(self, local: Span) -> tuple[Span, ...]:
        """Document spans of a range of ``text``; more than one over a page break."""
        placed: list[Span] = []
        offset = 0
        for span in self.spans:
            start, end = max(local.start, offset), min(local.end, offset + len(span))
            if start < end:
                placed.append(Span(span.start + start - offset, span.start + end - offset))
            offset += len(span) + 1
        return tuple(placed)


def prose_units(document: Document) -> Iterator[TextUnit]:
    """The prose of a document in reading order: paragraphs, list items, footnotes, captions."""
    for number, block in enumerate(document.blocks):
        if block.kind in _PROSE:
            yield from _units_of(document.text, number, block)


def _units_of(text: str, number: int, block: Block) -> Iterator[TextUnit]:
    whole = TextUnit(number, _slices(text, block.spans), block.spans)
    if len(whole.text) <= LONGEST_UNIT:
        yield whole
        return
    for part in _parts(whole.text):
        spans = whole.place(part)
        if spans:
            yield TextUnit(number, _slices(text, spans), spans)


def _parts(text: str) -> Iterator[Span]:
    """Ranges of whole sentences of at most ``LONGEST_UNIT`` code points; longer ones are cut."""
    start = end = 0
    for sentence in sentence_spans(text):
        if sentence.end - start > LONGEST_UNIT and end > start:
            yield Span(start, end)
            start = sentence.start
        while sentence.end - start > LONGEST_UNIT:
            yield Span(start, start + LONGEST_UNIT)
            start += LONGEST_UNIT
        end = sentence.end
    if end > start:
        yield Span(start, end)


def _slices(text: str, spans: Sequence[Span]) -> str:
    return joined(text[span.start : span.end] for span in spans)
