"""Defined terms and aliases: what a document calls its parties, papers and things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.entities import Mention
from ensi_core.engines.offline.names import acronym, clean_name
from ensi_core.text import fold, one_line
from ensi_core.types import Span

_Q = r"[“\"‘]"
_QUOTED = rf"{_Q}(?P<term>[^“”\"‘’\n()]{{1,60}}?)[,.]?[”\"’]"
_BRACKET = re.compile(
    rf"\((?P<lead>[^()“”\"]{{0,70}}?){_QUOTED}(?P<more>[^()]{{0,120}}?)\)", re.DOTALL
)
_ANOTHER = re.compile(r"[“\"](?P<term>[^“”\"\n()]{1,60}?)[,.]?[”\"]")
_MEANS = re.compile(
    rf"(?:^|(?<=[.;:)\s])){_QUOTED}\s*,?\s*(?:\([^)]{{0,80}}\)\s*)?(?:as\s+used\s+\w+,?\s+)?"
    r"(?:shall\s+mean|means?|mean|shall\s+have\s+the\s+meaning|has\s+the\s+meaning"
    r"|shall\s+refer\s+to|refers\s+to|is\s+defined\s+as)\b[:,]?\s*"
)
_HEREINAFTER = re.compile(
    rf",?\s+(?:hereinafter|hereafter|herein)\s+(?:referred\s+to\s+as|called|known\s+as)?\s*"
    rf"(?:the\s+)?{_QUOTED}",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"(?<=[\w.’'])\s+\((?P<term>[A-Z][A-Za-z&.-]{1,9})\)")
_WORD = r"(?:(?:[A-Z]\.)+|[A-Z0-9][\w’'&-]*(?:\.\w+)*)"
_KNOWN_AS = re.compile(
    r"[,(]?\s*(?:(?:is|was|are|were)\s+)?(?P<how>a/k/a|d/b/a|f/k/a|n/k/a|also\s+(?:known|called|spelled)"
    r"\s*(?:as)?|(?:better\s+)?known\s+(?:by|under)\s+(?:\w+\s+){1,3}name|better\s+known\s+as|formerly\s+known\s+as|formerly"
    r"|(?:commonly|often|sometimes|popularly|simply|professionally)\s+(?:known|referred\s+to|called)"
    r"\s*(?:as)?|known\s+(?:professionally|simply|locally|colloquially)\s+as|doing\s+business\s+as"
    r"|trading\s+as|nicknamed|abbreviated\s+as|abbreviated|née|nee|born(?=\s+[A-Z]\w+\s+[A-Z]))\s+"
    r"(?:the\s+)?(?P<quote>[“\"])?"
    rf"(?P<term>{_WORD}(?:\s+(?:{_WORD}|(?:of|the|and|de|von|van|al|bin|ibn)(?=\s+[A-Z])))*)",
)


@dataclass(frozen=True, slots=True)
class DefinedTerm:
    """A term with where it is defined (spans in the unit) and what it stands for.

    ``bearer`` is the mention that bears it, None for a term that stands for itself.
    ``definition`` is the text after "means". ``former`` marks names no longer in use.
    """

    term: str
    span: Span
    bearer: Mention | None
    definition: Span | None = None
    former: bool = False


def defined_terms(text: str, mentions: Sequence[Mention]) -> tuple[DefinedTerm, ...]:
    """Terms and aliases that a text unit introduces, in order of where they stand."""
    found = [
        *_bracketed(text, mentions),
        *_meanings(text),
        *_hereinafter(text, mentions),
        *_acronyms(text, mentions),
        *_known_as(text, mentions),
    ]
    by_place: dict[tuple[int, str], DefinedTerm] = {}
    for term in found:
        by_place.setdefault((term.span.start, term.term), term)
    return tuple(by_place[place] for place in sorted(by_place))


def _bracketed(text: str, mentions: Sequence[Mention]) -> Iterator[DefinedTerm]:
    previous = 0
    for match in _BRACKET.finditer(text):
        if re.search(r"\b(?:see|e\.g|quoting|citing|emphasis|omitted)\b", match["lead"], re.I):
            continue
        bearer = _bearer(text, mentions, previous, match.start(), match["lead"])
        if bearer is not None and _stands_for_noun(text, match, previous, bearer):
            bearer = None
        base = match.end("term")
        yield _term(match["term"], match.start("term"), bearer)
        for other in _ANOTHER.finditer(text, base + 1, match.end()):
            yield _term(other["term"], other.start("term"), bearer)
        previous = match.end()


def _stands_for_noun(text: str, match: re.Match[str], previous: int, bearer: Mention) -> bool:
    """ "the terminal at 12 Dock Road, Hull (the "Terminal")": the term stands for its noun."""
    words = match["term"].split()
    last = words[-1].casefold() if words else ""
    before = text[max(previous, match.start() - 250) : match.start()]
    return (
        last.isalpha()
        and last not in bearer.name.casefold()
        and re.search(rf"\b{re.escape(last)}\b", before) is not None
    )


def _term(surface: str, start: int, bearer: Mention | None) -> DefinedTerm:
    term = one_line(surface).strip(" ,.;")
    return DefinedTerm(term, Span(start, start + len(surface.rstrip(" ,.;"))), bearer)


_NOT_ONE = re.compile(
    r"\b(?:collectively|together(?!\s+with)|each|all|both|jointly|any|such|individually)\b"
    r"|^\s*an?\s*$",
    re.IGNORECASE,
)
_PARTY_TYPES = ("organization", "person")
_NEVER_BEARERS = ("place", "group", "language")


def _bearer(
    text: str, mentions: Sequence[Mention], start: int, end: int, lead: str
) -> Mention | None:
    """The mention right before the bracket, else the first party named since the last one."""
    before = [m for m in mentions if m.span.end <= end and m.span.start >= max(start, end - 300)]
    if _NOT_ONE.search(lead) or not before:
        return None
    last = before[-1]
    stop = max(text.rfind(mark, start, end) for mark in (". ", ";", ":"))
    parties = [m for m in before if m.type in _PARTY_TYPES and m.span.start > stop]
    if not text[last.span.end : end].strip(" \n,.’'s\"“”"):
        if last.type not in _NEVER_BEARERS:
            return last
        first = [m for m in parties if _apposed(text, m, end)]
        return first[0] if first else last
    if parties and re.match(r"\s*,", text[parties[-1].span.end : end]):
        return next((m for m in parties if _apposed(text, m, end)), parties[-1])
    return None


_APPOSED = re.compile(
    r"\s*,\s*(?:an?|the|whose|with|having|located|incorporated|organized|duly|of|acting)\b"
)


def _apposed(text: str, mention: Mention, end: int) -> bool:
    """ "Acme Corp., a subsidiary of Zed plc with offices in Ohio (" is about Acme Corp."""
    return _APPOSED.match(text[mention.span.end : end]) is not None


def _meanings(text: str) -> Iterator[DefinedTerm]:
    for match in _MEANS.finditer(text):
        rest = text[match.end() :]
        stop = re.search(r"(?<=[\w)\]”\"’])[.;](?:\s|$)", rest)
        end = match.end() + (stop.start() if stop else len(rest.rstrip()))
        if end > match.end():
            term = one_line(match["term"]).strip(" ,.;")
            span = Span(match.start("term"), match.end("term"))
            yield DefinedTerm(term, span, None, Span(match.end(), end))


def _hereinafter(text: str, mentions: Sequence[Mention]) -> Iterator[DefinedTerm]:
    for match in _HEREINAFTER.finditer(text):
        bearer = _bearer(text, mentions, 0, match.start(), "")
        yield _term(match["term"], match.start("term"), bearer)


def _acronyms(text: str, mentions: Sequence[Mention]) -> Iterator[DefinedTerm]:
    for match in _ACRONYM.finditer(text):
        for mention in mentions:
            if mention.span.end == match.start() and _abbreviates(match["term"], mention.name):
                yield _term(match["term"], match.start("term"), mention)


def _abbreviates(short: str, name: str) -> bool:
    """True when the letters of an acronym begin words of the name in order."""
    letters = [c for c in short if c.isupper()]
    initials = acronym(name) or "".join(word[0].upper() for word in name.split())
    position = 0
    for letter in letters:
        position = initials.find(letter, position) + 1
        if not position:
            return False
    return len(letters) >= 2 and len(initials) <= len(letters) + 2


def _known_as(text: str, mentions: Sequence[Mention]) -> Iterator[DefinedTerm]:
    for match in _KNOWN_AS.finditer(text):
        name = clean_name(match["term"])
        before = [m for m in mentions if m.span.end <= match.start() + 1]
        if not name or not before or "." in text[before[-1].span.end + 1 : match.start()]:
            continue
        last = before[-1]
        gap = text[last.span.end : match.start()]
        if len(gap) > 40 or fold(name) == fold(last.name):
            continue
        start = text.find(match["term"].split()[0], match.start("term"))
        former = match["how"].startswith(("formerly", "f/k/a", "née", "nee", "born"))
        span = Span(start, min(start + len(name), len(text)))
        if text[span.start : span.end] == name:
            yield DefinedTerm(name, span, last, former=former)
