"""From positions in a passage's text to spans in its document, and the quote that they make."""

from __future__ import annotations

from ensi_core.text import joined
from ensi_core.types import Passage, Span


def document_spans(passage: Passage, start: int, end: int) -> tuple[Span, ...]:
    """The spans in document text of ``passage.text[start:end]``.

    A range that runs over a joint of the passage gives one span for each part; joints themselves
    (the newline between two slices) belong to none.
    """
    found: list[Span] = []
    position = 0
    for span in passage.spans:
        first, last = max(start, position), min(end, position + len(span))
        if first < last:
            found.append(Span(span.start + first - position, span.start + last - position))
        position += len(span) + 1
    return tuple(found)


def quote_of(passage: Passage, start: int, end: int) -> str:
    """The slices of ``document_spans`` joined by newlines, read from the passage's own text."""
    parts: list[str] = []
    position = 0
    for span in passage.spans:
        first, last = max(start, position), min(end, position + len(span))
        if first < last:
            parts.append(passage.text[first:last])
        position += len(span) + 1
    return joined(parts)


def joints(passage: Passage) -> tuple[int, ...]:
    """Positions in the passage's text of the newlines that join its slices."""
    found: list[int] = []
    position = 0
    for span in passage.spans[:-1]:
        position += len(span)
        found.append(position)
        position += 1
    return tuple(found)
