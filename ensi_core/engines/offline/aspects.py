"""Aspects: the kinds of information that a passage holds, from its headings and from cues."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ensi_core.engines.offline.lexicon import rows
from ensi_core.text import fold, one_line
from ensi_core.types import Span

MOST_CUED = 6
"""Aspects that cues alone may give a passage; those whose cues stand in most places win."""

_LABEL = re.compile(
    r"^(?:(?:item|article|section|sec\.?|part|note|chapter|exhibit|schedule|appendix|annex|count|§+)"
    r"\s*)?(?:[\divxlc]{1,7}[A-Za-z]?|[A-Z])?(?:[.)\-:–—]\d*)*\s*[.):–—-]*\s+",
    re.IGNORECASE,
)
_PLAIN_LABEL = re.compile(r"^\(?(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[.):]+\s*", re.IGNORECASE)
_SECTION_LABEL = re.compile(
    r"^(?:item|article|section|sec\.|part|note|chapter|appendix|annex|count|§+)\s+"
    r"(?:\d+(?:\.\d+)*[A-Za-z]?|[ivxlc]+|[A-Z]\b)(?:\([a-z0-9]+\))*[.):\s–—-]*",
    re.IGNORECASE,
)
LONGEST_HEADING = 90


@dataclass(frozen=True, slots=True)
class AspectCue:
    """An aspect with where a cue for it stands in a text; ``count`` cues in all."""

    name: str
    span: Span
    count: int


@dataclass(frozen=True, slots=True)
class _Aspect:
    name: str
    headings: frozenset[str]
    cues: re.Pattern[str]


@lru_cache(maxsize=1)
def _table() -> tuple[_Aspect, ...]:
    found: list[_Aspect] = []
    for name, headings, cues in rows("aspects.tsv"):
        pattern = "|".join(f"(?:{cue.strip()})" for cue in cues.split(" ; "))
        words = frozenset(fold(word) for word in (name, *headings.split(",")))
        found.append(_Aspect(name, words, re.compile(pattern, re.IGNORECASE)))
    return tuple(found)


@lru_cache(maxsize=1)
def _by_heading() -> Mapping[str, str]:
    return {
        words: aspect.name for aspect in reversed(_table()) for words in sorted(aspect.headings)
    }


def heading_aspects(heading: str) -> tuple[str, ...]:
    """Aspect names of a heading: its own words without number, then the aspect they stand for.

    "Item 1A. Risk Factors" gives ("risk factors", "risk").
    """
    line = one_line(heading)
    for pattern in (_SECTION_LABEL, _PLAIN_LABEL):
        line = pattern.sub("", line, count=1)
    own = line.strip(" .:;,–—-").casefold()
    if len(own) < 3 or len(own) > LONGEST_HEADING or not re.search(r"[a-z]{3}", own):
        return ()
    known = _by_heading().get(fold(own)) or _contained(fold(own))
    return (own,) if known is None or known == own else (own, known)


def _contained(heading: str) -> str | None:
    """The aspect whose heading words stand in a longer heading; the longest wording wins."""
    padded = f" {heading} "
    best = ""
    for words in _by_heading():
        if len(words) > len(best) and len(words) > 4 and f" {words} " in padded:
            best = words
    return _by_heading()[best] if best else None


def cued_aspects(text: str) -> tuple[AspectCue, ...]:
    """Aspects whose cues stand in a text, those with most cues first, at most ``MOST_CUED``."""
    found = sorted(_cues(text), key=lambda cue: (-cue.count, cue.span.start, cue.name))
    return tuple(found[:MOST_CUED])


def _cues(text: str) -> Iterator[AspectCue]:
    for aspect in _table():
        first, count = None, 0
        for match in aspect.cues.finditer(text):
            first, count = first or match, count + 1
        if first is not None:
            yield AspectCue(aspect.name, Span(first.start(), first.end()), count)
