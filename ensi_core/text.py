"""Offset-safe text: slices, joins and folded names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ensi_core.types import Span

_SPACE = re.compile(r"\s+")
_NOT_WORD = re.compile(r"[^\w%$€£¥§&.'-]+")
_EDGE_PUNCTUATION = re.compile(r"^[.'&-]+|[.'&-]+$")


def slice_spans(text: str, spans: Sequence[Span]) -> str:
    """The text of ``spans``: their slices joined by single newlines."""
    return joined(text[span.start : span.end] for span in spans)


def joined(parts: Iterable[str]) -> str:
    """Parts joined by single newlines, as passages and quotes are made from their slices."""
    return "\n".join(parts)


def trimmed(text: str, span: Span) -> Span:
    """``span`` without white space at its edges; empty when it is all white space."""
    start, end = span.start, span.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def one_line(text: str) -> str:
    """Text with each run of white space as one space, none at the edges."""
    return _SPACE.sub(" ", text).strip()


@lru_cache(maxsize=50_000)
def fold(text: str) -> str:
    """A comparable form of a name or word: NFKC, case folded, accents and outer punctuation gone.

    ``fold("  Société  GÉNÉRALE, ")`` is ``"societe generale"``. Digits, ``%``, currency signs and
    inner dots, apostrophes and hyphens stay.
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    plain = plain.replace("\u2019", "'").replace("\u2013", "-").replace("\u2014", "-")
    words = (_EDGE_PUNCTUATION.sub("", word) for word in _NOT_WORD.sub(" ", plain).split())
    return " ".join(word for word in words if word)
