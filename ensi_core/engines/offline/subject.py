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
    DocumentKind.PLEADING: "case",
    DocumentKind.OPINION: "case",
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
    r"|Memorandum|Notice|Reply|Transcript)[^,:]*[,:]\s*|in\s+)",
)


def case_name(title: str) -> str | None:
    """The case that a title names: "Complaint, Roe v. Acme Corp." → "Roe v. Acme Corp."."""
    match = _CASE.search(_PAPER.sub("", title))
    return one_line(match.group()).strip(" ,") if match else None


def document_subject(
    document: Document, kind: DocumentKind, first: tuple[str, ParsedText] | None
) -> Subject:
    """The main entity of a document with the nouns that stand for it.

    ``first`` is the first text unit and its analysis, from which the title's type is read.
    """
    name = title_name(document)
    if kind is DocumentKind.FINANCIAL_REPORT and (issuer := _issuer(document)) is not None:
        return Subject(issuer)
    if kind in (DocumentKind.PLEADING, DocumentKind.OPINION) and (case := case_name(name)):
        return Subject(Bearer(case, "case", _title_place(document, case)))
    place = _title_place(document, name)
    told = type_from_words(name)
    if kind is not DocumentKind.GENERIC:
        return Subject(Bearer(name, told or _KIND_TYPES.get(kind, "document"), place))
    nouns = _lead_nouns(name, first) if first else ()
    table = word_table("type_nouns.tsv")
    read = next((table[noun] for noun in nouns if noun in table), None)
    known = read or told or (_model_type(name, first) if first else "unknown")
    return Subject(Bearer(name, known, place), frozenset(nouns), titled=_names_one(document.title))


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


def _names_one(title: str) -> bool:
    """True for a title that names one thing, False for none and for "List of …"."""
    return bool(title) and not re.match(r"(?:lists?|index|outline|glossary)\s+of\b", title, re.I)


def _issuer(document: Document) -> Bearer | None:
    """The issuer by the document's facts, the cover page of a filing, or its title."""
    fact = next((fact for fact in document.facts if fact.name == "issuer"), None)
    if fact is not None:
        return Bearer(one_line(fact.value), "organization", (fact.span,) if fact.span else ())
    match = _REGISTRANT.search(document.text, 0, _HEAD)
    if match is not None and (name := clean_name(match["name"])):
        start = match.start("name") + match["name"].index(name.split()[0])
        return Bearer(name, "organization", (Span(start, match.end("name")),))
    name = short_issuer(document.title)
    return Bearer(name, "organization", _title_place(document, name)) if name else None


def short_issuer(title: str) -> str:
    """A report's title without report and period: "Acme Corp 10-K 2023" → "Acme Corp"."""
    words = _REPORT_WORDS.sub(" ", title.replace("_", " "))
    return clean_name(one_line(words))


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
