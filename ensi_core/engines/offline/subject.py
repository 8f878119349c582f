"""What a document as a whole is about: the entity of its title, its issuer, or its case."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.engines.offline.entities import MODEL_TYPES
from ensi_core.engines.offline.lexicon import word_table
from ensi_core.engines.offline.namebook import Bearer
from ensi_core.engines.offline.names import clean_name, type_from_words
from ensi_core.engines.offline.nlp import ParsedText
from ensi_core.engines.offline.referents import Subject
from ensi_core.text import fold, one_line
from ensi_core.types import Document, DocumentKind, Span

_KIND_TYPES = {
    DocumentKind.FINANCIAL_REPORT: "organization",
    DocumentKind.CONTRACT: "agreement",
}
_DISAMBIGUATOR = re.compile(r"\s*\([^()]*\)\s*$")
_LEAD_CHARACTERS = 400
_LEAD_SLACK = 20
"""How much longer than the title the subject of the opening may be written."""


def title_name(document: Document) -> str:
    """The title without a disambiguator: "Mercury (planet)" → "Mercury"."""
    title = one_line(document.title or document.name)
    return _DISAMBIGUATOR.sub("", title) or title


_CASE = re.compile(
    r"(?P<first>[A-Z][\w.’'&-]*(?:,?\s+(?:[A-Z][\w.’'&-]*|of|the|and|&|et\s+al\.?))*)\s+vs?\.\s+"
    r"(?P<second>[A-Z][\w.’'&-]*(?:,?\s+(?:[A-Z][\w.’'&-]*|of|the|and|&|et\s+al\.?))*)"
)
_PAPER = re.compile(
    r"^(?:(?:[A-Z][a-z]+\s+){0,3}(?:Complaint|Answer|Motion|Order|Opinion|Brief|Declaration|Petition"
    r"|Memorandum|Notice|Reply|Transcript)[^,:–-]*(?:[,:]|\s[–-])\s*|in\s+)",
)


def case_name(title: str) -> str | None:
    """The case that a title names: "Complaint, Roe v. Acme Corp." → "Roe v. Acme Corp."."""
    match = _CASE.search(_PAPER.sub("", title))
    return one_line(match.group()).strip(" ,") if match else None


def paper_name(title: str) -> str:
    """What a title calls the paper itself: "Complaint, Roe v. Acme Corp." → "Complaint"."""
    case = case_name(title)
    if case is None:
        return title
    return title[: title.index(case.split()[0])].strip(" ,:–—-") or case


def document_subject(
    document: Document, kind: DocumentKind, first: tuple[str, ParsedText] | None
) -> Subject:
    """The main entity of a document with the nouns that stand for it.

    ``first`` is the first text unit and its analysis, from which the title's type is read.
    """
    name = title_name(document)
    reports = kind is DocumentKind.FINANCIAL_REPORT or _CALL.search(document.title)
    if reports and (issuer := _issuer(document)) is not None:
        return Subject(issuer)
    if kind in (DocumentKind.PLEADING, DocumentKind.OPINION):
        paper = paper_name(name)
        kind_of = "case" if paper == case_name(name) else type_from_words(paper) or "document"
        return Subject(Bearer(paper, kind_of, _title_place(document, paper)))
    place = _title_place(document, name)
    told = type_from_words(name)
    if kind is not DocumentKind.GENERIC:
        return Subject(Bearer(name, told or _KIND_TYPES.get(kind, "document"), place))
    nouns = _lead_nouns(name, first) if first else ()
    table = word_table("type_nouns.tsv")
    read = next((table[noun] for noun in nouns if noun in table), None)
    known = read or told or (_model_type(name, first) if first else "unknown")
    return Subject(
        Bearer(name, known, place), frozenset(nouns), titled=_is_about(document, name, first)
    )


_REGISTRANT = re.compile(
    r"(?P<name>[A-Z][^\n()]{2,80}?)\s*\n\s*(?:\([^)\n]*\)\s*)?\(?\s*exact\s+name\s+of\s+registrant",
    re.IGNORECASE,
)
_REPORT_WORDS = re.compile(
    r"\b(?:form|10-?[kq]|8-?k|20-?f|annual|quarterly|interim|report|earnings|release|results|press"
    r"|fy\s?\d*|fiscal|year|quarter|first|second|third|fourth|q[1-4]|h[12]|dated|amended|filing"
    r"|(?:19|20)\d\d(?:q[1-4])?|\d{4}-\d\d-\d\d|\d+)\b|[,_:;()–—-]+(?=\s|$)|(?<=\s)[,_:;()–—-]+",
    re.IGNORECASE,
)
_HEAD = 8_000


def _is_about(document: Document, name: str, first: tuple[str, ParsedText] | None) -> bool:
    """True when the title names the one thing that the whole text is about.

    Not for "List of …", nor for a long text that does not open with the name.
    """
    if not document.title or re.match(r"(?:lists?|index|outline|glossary)\s+of\b", name, re.I):
        return False
    opens = first is not None and fold(name) in fold(first[0][:_LEAD_CHARACTERS])
    return opens or len(document.text) <= _SHORT


_SHORT = 6_000
"""Encyclopedic passages are shorter than this (code points)."""


_NAME_WORD = r"(?:[A-Z][\w.&'’-]*|&|of|and|the)"
_SUFFIX = (
    r"(?:Inc|Incorporated|Corp|Corporation|Company|Co|LLC|L\.?L\.?C|Ltd|Limited|PLC|plc|L\.?P|N\.?V|SA|AG"
    r"|SE|Trust|Holdings|Group|Bancorp)\b\.?"
)
_LEAD_NAME = re.compile(rf"{_NAME_WORD}(?:\s+{_NAME_WORD}|,\s+(?={_SUFFIX}))*")
_ANY_COMPANY = re.compile(rf"(?:[A-Z][\w&'’-]*\s+){{1,5}},?\s?{_SUFFIX}", re.IGNORECASE)
_CALL = re.compile(r"\b(?:results|earnings|conference)\s+(?:conference\s+)?call\b", re.IGNORECASE)
_REGISTRANT = re.compile(
    r"(?P<name>[A-Z][^\n()]{2,80}?)\s*\n\s*(?:\([^)\n]*\)\s*)?\(?\s*exact\s+name\s+of\s+registrant",
    re.IGNORECASE,
)
_REPORT_WORDS = re.compile(
    r"\b(?:form|10-?[kq]|8-?k|20-?f|annual|quarterly|interim|reports?|earnings|release|results|press"
    r"|announces?|fy\s?\d*|fiscal|year|quarter|first|second|third|fourth|q[1-4]|h[12]|dated|amended"
    r"|filing|(?:19|20)\d\d(?:q[1-4])?|\d{4}-\d\d-\d\d|\d+)\b.*",
    re.IGNORECASE,
)
_HEAD = 8_000


def _issuer(document: Document) -> Bearer | None:
    """The issuer by the document's facts, the cover page of a filing, or its title."""
    fact = next((fact for fact in document.facts if fact.name == "issuer"), None)
    if fact is not None:
        return Bearer(one_line(fact.value), "organization", (fact.span,) if fact.span else ())
    match = _REGISTRANT.search(document.text, 0, _HEAD)
    if match is not None and (name := clean_name(match["name"])):
        start = match.start("name") + match["name"].index(name.split()[0])
        return Bearer(name, "organization", (Span(start, match.end("name")),))
    short = short_issuer(document.title)
    if short and fold(short) not in fold(document.text):
        short = ""
    name = _written_out(document, short) if short else _first_company(document)
    return Bearer(name, "organization", _title_place(document, name)) if name else None


def short_issuer(title: str) -> str:
    """The name that a report's title begins with: "Acme Corp. - 10-K 2023" → "Acme Corp."."""
    match = _LEAD_NAME.match(one_line(title.replace("_", " ")))
    return clean_name(_REPORT_WORDS.sub("", match.group())) if match else ""


def _written_out(document: Document, short: str) -> str:
    """The full name of a company that is known by its first words."""
    pattern = re.compile(
        rf"\b{re.escape(short)}(?:,?\s+(?!{_SUFFIX})[A-Z][\w&-]*){{0,3}},?\s+{_SUFFIX}"
    )
    match = pattern.search(document.text, 0, _HEAD)
    return (clean_name(match.group()) if match else "") or short


def _first_company(document: Document) -> str:
    match = _ANY_COMPANY.search(document.text, 0, _HEAD)
    return clean_name(match.group()) if match else ""


def _title_place(document: Document, name: str) -> tuple[Span, ...]:
    start = document.text.find(name)
    return (Span(start, start + len(name)),) if start >= 0 else ()


def _lead_nouns(name: str, first: tuple[str, ParsedText]) -> Sequence[str]:
    """Head nouns of "NAME is a … noun" in the first sentences."""
    text, parsed = first
    for clause in parsed.clauses:
        if clause.verb != "be" or not clause.subjects:
            continue
        head, _ = clause.subjects[0]
        if head.start > _LEAD_CHARACTERS:
            break
        shown = fold(text[head.start : head.end])
        if (shown and shown in fold(name)) or head.start < len(name) + _LEAD_SLACK:
            nouns = [a.lemma.casefold() for a in clause.arguments if a.role == "attribute"]
            if nouns:
                return nouns
    return ()


def _model_type(name: str, first: tuple[str, ParsedText]) -> str:
    """The type that the model gives to the title's name, or to its last word."""
    text, parsed = first
    last = name.split()[-1]
    found = {
        clean_name(text[e.span.start : e.span.end]): MODEL_TYPES.get(e.label, "unknown")
        for e in reversed(parsed.entities)
    }
    if name in found:
        return found[name]
    return "person" if found.get(last) == "person" and " " in name else "unknown"
