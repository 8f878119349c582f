"""Body text of blocks: their spans without marks, trimmed, and joined where only blanks divide."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from ensi_core.text import trimmed
from ensi_core.types import Document, Span


class Body:
    """Which characters of a document are body text."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self._holes = merged(mark.span for mark in document.marks if len(mark.span))
        self._starts = [hole.start for hole in self._holes]

    def spans(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """``spans`` without marks, trimmed; blank ones are left out."""
        result: list[Span] = []
        for span in spans:
            for part in self._without_holes(span):
                part = trimmed(self.text, part)
                if len(part):
                    result.append(part)
        return tuple(result)

    def without(self, spans: Sequence[Span], holes: Iterable[Span]) -> tuple[Span, ...]:
        """What is left of ``spans`` outside ``holes``, trimmed; blank parts are left out."""
        gaps = merged(holes)
        parts = (trimmed(self.text, part) for span in spans for part in _cut_out(span, gaps))
        return tuple(part for part in parts if len(part))

    def joined(
        self, spans: Iterable[Span], apart: frozenset[int] = frozenset()
    ) -> tuple[Span, ...]:
        """``spans`` in order, those with nothing but blank text between them made one.

        A span that starts at one of ``apart`` is not joined to the one before it.
        """
        result: list[Span] = []
        for span in sorted(spans):
            joins = bool(result) and span.start not in apart
            if joins and not self.text[result[-1].end : span.start].strip():
                result[-1] = Span(result[-1].start, span.end)
            else:
                result.append(span)
        return tuple(result)

    def _without_holes(self, span: Span) -> Iterable[Span]:
        first = max(bisect_left(self._starts, span.start) - 1, 0)
        last = bisect_left(self._starts, span.end)
        return _cut_out(span, self._holes[first:last])


def _cut_out(span: Span, holes: Sequence[Span]) -> Iterator[Span]:
    """The parts of ``span`` outside ``holes``, which are sorted and apart."""
    start = span.start
    for hole in holes:
        if hole.end <= start:
            continue
        if hole.start >= span.end:
            break
        if hole.start > start:
            yield Span(start, hole.start)
        start = hole.end
    if start < span.end:
        yield Span(start, span.end)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Sorted spans with overlapping ones made one."""
    result: list[Span] = []
    for span in sorted(spans):
        if result and span.start <= result[-1].end:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return result


def size(spans: Iterable[Span]) -> int:
    """Total length in code points."""
    return sum(len(span) for span in spans)
