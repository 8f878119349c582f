"""Aspects: the kinds of information that a passage holds, from its headings and from cues."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ensi_core.engines.offline.lexicon import rows
from ensi_core.text import fold, one_line
from ensi_core.types import Span

MOST_CUED = 8
"""Aspects that cues alone may give a passage; those whose cues stand in most places win."""

FOREIGN_CUES = 2

_REPLY = re.compile(r"^(?:(?:re|fw|fwd)\s*:\s*)+", re.IGNORECASE)
_PLAIN_LABEL = re.compile(
    r"^(?:\(?\d+(?:\.\d+)*[.):]*\s+|\(?(?:[ivxlc]+|[a-z])[.):]+\s*)", re.IGNORECASE
)
_SECTION_LABEL = re.compile(
    r"^(?:item|article|section|sec\.|part|note|chapter|appendix|annex|count|§+)\s+"
    r"(?:\d+(?:\.\d+)*[A-Za-z]?|[ivxlc]+|[A-Z]\b)(?:\([a-z0-9]+\))*[.):\s–—-]*",
    re.IGNORECASE,
)
_WORDY = re.compile(r"(?<![\w(/-])[a-z]{4}")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
LONGEST_HEADING = 80
MOST_HEADING_WORDS = 9
"""Longer "headings" are sentences in bold."""


@dataclass(frozen=True, slots=True)
class AspectCue:
    """An aspect with where a cue for it stands in a text; ``count`` cues in all."""

    name: str
    span: Span
    count: int


@dataclass(frozen=True, slots=True)
class _Cue:
    """A cue, and words of which one must stand in a text in which it is found (none: any text)."""

    pattern: re.Pattern[str]
    triggers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Aspect:
    scope: str
    name: str
    headings: frozenset[str]
    cues: tuple[_Cue, ...]


@lru_cache(maxsize=1)
def _table() -> tuple[_Aspect, ...]:
    found: list[_Aspect] = []
    for scope, name, headings, cues in rows("aspects.tsv"):
        words = frozenset(fold(word) for word in (name, *headings.split(",")) if word.strip())
        patterns = tuple(
            _Cue(re.compile(cue.strip(), re.IGNORECASE), triggers(cue.strip()))
            for cue in cues.split(" ; ")
        )
        found.append(_Aspect(scope, name, words, patterns))
    return tuple(found)


_GROUP = re.compile(r"\((?:\?:)?([^()]*(?:\([^()]*\)[^()]*)*)\)(\?|\{)?")
_NOT_LITERAL = re.compile(
    r"\\[bBdwsS]|\[[^\]]*\][*+?]?(?:\{[^}]*\})?|.[?*]|[^a-z0-9' -]", re.IGNORECASE
)


def triggers(cue: str) -> tuple[str, ...]:
    """Lower-case words of which at least one stands in every text that matches a cue's pattern.

    The longest literal outside groups; else that of each branch of a group. Empty when the pattern
    promises none.
    """
    literal = _longest(_GROUP.sub("\n", cue))
    if len(literal) >= 4:
        return (literal,)
    best: tuple[str, ...] = ()
    for group in _GROUP.finditer(cue):
        if group.group(2):
            continue
        branches = [_longest(_GROUP.sub("\n", part)) for part in _branches(group.group(1))]
        shortest = min((len(branch) for branch in branches), default=0)
        if shortest >= 3 and (not best or shortest > min(map(len, best))):
            best = tuple(branches)
    return best or ((literal,) if len(literal) >= 2 else ())


def _branches(inside: str) -> list[str]:
    """The branches of a group's text, not cut inside groups within it."""
    parts, depth = [""], 0
    for char in inside:
        depth += (char == "(") - (char == ")")
        if char == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _longest(pattern: str) -> str:
    pieces = _NOT_LITERAL.sub("\n", pattern).lower().split("\n")
    return max((piece for piece in pieces), key=len, default="")


@lru_cache(maxsize=1)
def _by_heading() -> Mapping[str, str]:
    return {
        words: aspect.name for aspect in reversed(_table()) for words in sorted(aspect.headings)
    }


@lru_cache(maxsize=20_000)
def heading_aspects(heading: str) -> tuple[str, ...]:
    """Aspect names of a heading: its own words without number, then the aspect they stand for.

    "Item 1A. Risk Factors" gives ("risk factors", "risk").
    """
    line = one_line(heading)
    for pattern in (_REPLY, _SECTION_LABEL, _SECTION_LABEL, _PLAIN_LABEL, _PLAIN_LABEL):
        line = pattern.sub("", line, count=1)
    own = line.strip(" .:;,–—-").casefold()
    if len(own) > LONGEST_HEADING or len(own.split()) > MOST_HEADING_WORDS:
        return ()
    if not _WORDY.search(own) or _YEAR.search(own):
        return ()
    known = _by_heading().get(fold(own))
    told = (known,) if known else _contained(fold(own))
    return tuple(dict.fromkeys((own, *told)))


def _contained(heading: str) -> tuple[str, ...]:
    """Aspects whose heading words stand in a longer heading; longer wordings hide those in them."""
    left, found = f" {heading} ", []
    for words in sorted(_by_heading(), key=lambda words: (-len(words), words)):
        if len(words) > 4 and f" {words} " in left:
            found.append((heading.find(words), _by_heading()[words]))
            left = left.replace(f" {words} ", " | ")
    return tuple(name for _, name in sorted(found))


def cued_aspects(text: str, scopes: Collection[str]) -> tuple[AspectCue, ...]:
    """Aspects of some scopes whose cues stand in a text, at most ``MOST_CUED``, most cues first.

    "all" belongs to every scope. In general texts aspects of other scopes need ``FOREIGN_CUES``.
    """
    lower = text.lower()
    found = [
        cue
        for aspect in _table()
        if (cue := _cued(aspect, text, lower)) is not None and cue.count >= _needed(aspect, scopes)
    ]
    found.sort(key=lambda cue: (-cue.count, cue.span.start, cue.name))
    return tuple(found[:MOST_CUED])


def _needed(aspect: _Aspect, scopes: Collection[str]) -> float:
    """How many cues an aspect needs in a text of these scopes."""
    scope, _, twice = aspect.scope.partition(" ")
    if scope in scopes or scope == "all":
        return FOREIGN_CUES if twice else 1
    return FOREIGN_CUES if "general" in scopes else math.inf if scope == "general" else FOREIGN_CUES


def _cued(aspect: _Aspect, text: str, lower: str) -> AspectCue | None:
    places = [
        match.span()
        for cue in aspect.cues
        if not cue.triggers or any(word in lower for word in cue.triggers)
        for match in cue.pattern.finditer(text)
    ]
    if not places:
        return None
    start, end = min(places)
    return AspectCue(aspect.name, Span(start, end), len(places))
