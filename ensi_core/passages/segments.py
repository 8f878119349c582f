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
_STOPPED = r"(?:(?<=[.;:”\")\]])|(?<=;\sor)|(?<=;\sand))"
_INNER = re.compile(
    rf"{_STOPPED}(?:[ \t]{{2,}}|[ \t]*\n\s*)(?={_START})"
    rf"|(?<=\S)[ \t]{{3,}}(?=(?:{_DECIMAL}|{_DEFINED}))"
    rf"|(?<=[^A-Z.][a-z][a-z)][.;:])[ \t](?=(?:{_DECIMAL}|{_DEFINED}))"
)
"""A line end or a wide gap after a stop; a very wide gap, as between a title and its first clause;
a single blank after a sentence's end only before numbers that cannot be anything else."""


def segments(text: str, spans: Sequence[Span]) -> list[tuple[Span, ...]]:
    """The spans of one block, apart where a numbered clause or a definition begins inside it.

    A number inside a sentence ("pursuant to Section 2") begins nothing.
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
