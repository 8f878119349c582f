"""Long text in parts: cut at sentence ends, in balanced parts below a hard size."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.passages.sentences import sentence_spans
from ensi_core.text import trimmed
from ensi_core.types import Span

_BREAKS = (
    re.compile(r"[;:,.]\s+(?:and\s+|or\s+)?(?=(?:\([A-Za-z\d]{1,4}\)|\d{1,2}[.)])\s)"),
    re.compile(r"[;:]\s+"),
    re.compile(r",\s+|\s{2,}"),
    re.compile(r"\s+"),
)
"""Where a sentence that is itself too long may be cut: before an enumerator, after a clause."""

_LEANING = re.compile(
    r"[\"“(]?(?:This|These|Those|Such|It|They|Its|Their|Said|However|Provided|Further|Otherwise|"
    r"Accordingly|Therefore|Thus|Notwithstanding the foregoing|The foregoing|If so|If not|In such|"
    r"In that|In addition|Any such|Each such|No such|For (?:the )?purposes? of this|As used)\b"
)
"""Openings of sentences that lean on the one before: a bad place to cut."""

_LEANING_COST = 0.35
_BREAK_GAIN = 0.25
"""In shares of a part's size; a blank line or a new number is a good place to cut."""

_STANDING = re.compile(r"(?:\(?[a-z\d]{1,3}\)|\d+(?:\.\d+)+|\d+\.)\s")


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
    groups = _balanced(running, units, hard)
    return tuple(
        mapped
        for first, last in groups
        if (mapped := mapped_spans(spans, units[first].start, units[last].end, text))
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
    """The last good place to cut in ``[start, limit)``, not in its first third."""
    earliest = start + (limit - start) // 3
    for pattern in _BREAKS:
        last = None
        for match in pattern.finditer(text, earliest, limit):
            last = match.end()
        if last:
            return last
    return limit


def _balanced(text: str, units: Sequence[Span], hard: int) -> list[tuple[int, int]]:
    """Groups of consecutive units of about equal size, none above ``hard``.

    Each cut is the cheapest within reach: near the even size, not before a leaning sentence.
    """
    groups: list[tuple[int, int]] = []
    first = 0
    while units[-1].end - units[first].start > hard:
        left = units[-1].end - units[first].start
        target = left / -(-left // hard)
        last = _cheapest(text, units, first, target, hard)
        groups.append((first, last))
        first = last + 1
    groups.append((first, len(units) - 1))
    return groups


def _cheapest(text: str, units: Sequence[Span], first: int, target: float, hard: int) -> int:
    """The unit to end a group with that begins with ``first``."""
    best, lowest = first, float("inf")
    for last in range(first, len(units) - 1):
        length = units[last].end - units[first].start
        if length > hard:
            break
        cost = abs(length - target) / target + _cut_cost(text, units[last], units[last + 1])
        if cost < lowest:
            best, lowest = last, cost
    return best


def _cut_cost(text: str, before: Span, after: Span) -> float:
    if _LEANING.match(text, after.start):
        return _LEANING_COST
    gap = text[before.end : after.start]
    if "\n\n" in gap or len(gap) > 2 or _STANDING.match(text, after.start):
        return -_BREAK_GAIN
    return 0.0


def mapped_spans(spans: Sequence[Span], start: int, end: int, text: str) -> tuple[Span, ...]:
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
