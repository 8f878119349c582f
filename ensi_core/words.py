"""Words of texts: folded, stemmed, without those that say nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ensi_core.text import fold

_TOKEN = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*")
_NUMBER_COMMA = re.compile(r"(?<=\d),(?=\d{3})")

_STOP_WORD_LIST = """
a about above after again against all am an and any are as at be because been before being
    below between both but by can could did do does doing down during each few for from further had
    has have having he her here hers him his how i if in into is it its itself just me more most my
    no nor not now of off on once only or other our ours out over own same she should so some such
    than that the their theirs them then there these they this those through to too under until up
    very was we were what when where which while who whom whose why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORD_LIST.split())


@lru_cache(maxsize=1)
def _stemmer() -> Callable[[str], str]:
    from snowballstemmer import stemmer

    stem: Callable[[str], str] = stemmer("english").stemWord
    return stem


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The Snowball English stem of a folded word; words with digits stay as they are."""
    if any(c.isdigit() for c in word):
        return word
    return _stemmer()(word.removesuffix("'s"))


def words(text: str) -> list[str]:
    """Folded words and numbers of a text in order; thousands separators are dropped."""
    return _TOKEN.findall(fold(_NUMBER_COMMA.sub("", text)))


def terms(text: str) -> list[str]:
    """The stemmed content words of a text in order."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]
