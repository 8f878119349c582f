"""Numbered clauses and definitions that a file runs together in one block, told apart again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.passages.split import mapped_spans
from ensi_core.types import Span

_LEAST_CHARACTERS = 300
"""Shorter blocks are left whole: nothing is gained by telling their parts apart."""

_DECIMAL = r"\d{1,2}(?:\.\d{1,3}){1,4}\.?[ \t]+[A-Z“\"(\[]"
_NUMBER = r"\d{1,3}[.)][ \t]+\S"
_BRACKETED = r"\((?:[a-z]{1,2}|[A-Z]|[ivx]{1,5}|\d{1,2})\)[ \t]+\S"
_NAMED = r"(?:ARTICLE|Article|SECTION|Section)[ \t]+(?:\d|[IVX]+\b)"
_DEFINED = (
    r"[“\"][^“”\"\n]{2,60}[”\"][ \t]+(?:shall[ \t]+)?(?:means?|has[ \t]+the|have[ \t]+the|refers?)"
    r"\b"
)
_START = rf"(?:{_DECIMAL}|{_NUMBER}|{_BRACKETED}|{_NAMED}|{_DEFINED}|[•▪●○◦■□►])"
_INNER = re.compile(
    rf"(?:[ \t]{{3,}}|[ \t]*\n[ \t]*)(?={_START})"
    rf"|(?<=[.;:”\"])[ \t]{{2}}(?={_START})"
    rf"|(?<=[^A-Z.][a-z][a-z)][.;:])[ \t](?=(?:{_DECIMAL}|{_DEFINED}))"
)


def segments(text: str, spans: Sequence[Span]) -> list[tuple[Span, ...]]:
    """The spans of one block, apart where a numbered clause or a definition begins inside it.

    White space of three or more, a line end, or a sentence end must stand before the number.
    """
    length = sum(map(len, spans))
    if length < _LEAST_CHARACTERS:
        return [tuple(spans)]
    running = "\n".join(text[span.start : span.end] for span in spans)
    starts = [0, *(match.end() for match in _INNER.finditer(running))]
    if len(starts) == 1:
        return [tuple(spans)]
    ends = [*starts[1:], len(running)]
    parts = [mapped_spans(spans, start, end, text) for start, end in zip(starts, ends, strict=True)]
    return [part for part in parts if part]
