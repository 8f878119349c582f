"""Lexical terms: the stemmed words that the exact lane of the search counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ensi_core.types import Passage
from ensi_core.words import terms

CONTEXT_MARK = "@"
"""Prefix of terms that stand in a passage's carried context, not in its text."""


def passage_terms(passage: Passage) -> Mapping[str, int]:
    """Term counts of a passage: those of its text, and its context's under ``CONTEXT_MARK``."""
    counts = Counter(terms(passage.text))
    context = {item.text for item in passage.context}
    marked = Counter(CONTEXT_MARK + term for text in sorted(context) for term in set(terms(text)))
    return dict(counts + marked)
