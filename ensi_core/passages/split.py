"""Long text in parts: cut at sentence ends, in balanced parts below a hard size."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.passages.sentences import sentence_spans
from ensi_core.text import trimmed
from ensi_core.types import Span

_BREAKS = (
    re.compile(r"[;:]\s+(?:and\s+|or\s+)?(?=\()"),
    re.compile(r"[;:]\s+"),
    re.compile(r"\s+"),
)
"""Where a sentence that is itself too long may be cut: before an enumerator, after a clause."""


def split_spans(text: str, spans: Sequence[Span], hard: int) -> tuple[tuple[Span, ...], ...]:
    """``spans`` in consecutive parts of at most ``hard`` code points, cut at sentence ends.

    A sentence is cut only when it is itself longer than ``hard``. The spans are of one block: a
    sentence may run on from one to the next.
    """
    if sum(map(len, spans)) <= hard:
        return (tuple(spans),)
    running = "\n".join(text[span.start : span.end] for span in spans)
    units = [
        part for sentence in sentence_spans(running) for part in _short(running, sentence, hard)
    ]
    groups = _balanced(units, hard)
    return tuple(
        mapped
        for first, last in groups
        if (mapped := _mapped(spans, units[first].start, units[last].end, text))
    )


def _short(text: str, sentence: Span, hard: int) -> Sequence[Span]:
    """The sentence, in parts when it is longer than ``hard``."""
    parts: list[Span] = []
    start = sentence.start
    while sentence.end - start > hard:
        cut = _cut(text, start, start + hard)
        parts.append(trimmed(text, Span(start, cut)))
        start = cut
    parts.append(trimmed(text, Span(start, sentence.end)))
    return [part for part in parts if len(part)]


def _cut(text: str, start: int, limit: int) -> int:
    """The last good place to cut in the second half of ``[start, limit)``."""
    middle = (start + limit) // 2
    for pattern in _BREAKS:
        last = None
        for match in pattern.finditer(text, middle, limit):
            last = match.end()
        if last:
            return last
    return limit


def _balanced(units: Sequence[Span], hard: int) -> list[tuple[int, int]]:
    """Groups of consecutive units of about equal size, none above ``hard``."""
    total = units[-1].end - units[0].start
    target = total / -(-total // hard)
    groups: list[tuple[int, int]] = []
    first = 0
    for index in range(1, len(units) + 1):
        if index == len(units):
            groups.append((first, index - 1))
            break
        now = units[index - 1].end - units[first].start
        with_next = units[index].end - units[first].start
        if with_next > hard or abs(now - target) <= abs(with_next - target):
            groups.append((first, index - 1))
            first = index
    return groups


def _mapped(spans: Sequence[Span], start: int, end: int, text: str) -> tuple[Span, ...]:
    """The document spans of ``[start, end)`` of the joined text of ``spans``."""
    result: list[Span] = []
    base = 0
    for span in spans:
        low, high = max(start - base, 0), min(end - base, len(span))
        if low < high:
            part = trimmed(text, Span(span.start + low, span.start + high))
            if len(part):
                result.append(part)
        base += len(span) + 1
    return tuple(result)
