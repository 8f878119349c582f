"""Words that answer one another ("wife" and "married"), brought to one term before comparison."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ensi_core.engines.offline.lexicon import rows
from ensi_core.words import STOP_WORDS, stem, words


def answer_terms(text: str) -> list[str]:
    """The content words of a text in order: stemmed, and alike words as one term."""
    return [answer_term(word) for word in words(text) if word not in STOP_WORDS]


def answer_term(word: str) -> str:
    """The term of one folded word."""
    stemmed = stem(word)
    return _classes().get(stemmed, stemmed)


@lru_cache(maxsize=1)
def _classes() -> Mapping[str, str]:
    """Stem → the name of its line; a word of several lines belongs to the first."""
    table: dict[str, str] = {}
    for name, listed in rows("answer_words.tsv"):
        for word in listed.split(","):
            if " " not in word.strip():
                table.setdefault(stem(word.strip()), stem(name))
    return table
