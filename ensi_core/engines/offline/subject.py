"""What a document as a whole is about: the entity of its title, its issuer, or its case."""

from __future__ import annotations

import re
from collections.abc import Sequence

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


def title_name(document: Document) -> str:
    """The title without a disambiguator: "Mercury (planet)" → "Mercury"."""
    title = one_line(document.title or document.name)
    return _DISAMBIGUATOR.sub("", title) or title


def document_subject(
    document: Document, kind: DocumentKind, first: tuple[str, ParsedText] | None
) -> Subject:
    """The main entity of a document with the nouns that stand for it.

    ``first`` is the first text unit and its analysis, from which the title's type is read.
    """
    name = title_name(document)
    issuer = next((fact for fact in document.facts if fact.name == "issuer"), None)
    if kind is DocumentKind.FINANCIAL_REPORT and issuer is not None:
        said = (issuer.span,) if issuer.span else ()
        return Subject(Bearer(one_line(issuer.value), "organization", said))
    told = type_from_words(name) or _KIND_TYPES.get(kind)
    place = _title_place(document, name)
    if told and kind is not DocumentKind.GENERIC:
        return Subject(Bearer(name, told, place))
    nouns = _lead_nouns(name, first) if first else ()
    table = word_table("type_nouns.tsv")
    read = next((table[noun] for noun in nouns if noun in table), None)
    return Subject(Bearer(name, read or told or _model_type(name, first), place), frozenset(nouns))


def _title_place(document: Document, name: str) -> tuple[Span, ...]:
    start = document.text.find(name)
    return (Span(start, start + len(name)),) if start >= 0 else ()


def _lead_nouns(name: str, first: tuple[str, ParsedText]) -> Sequence[str]:
    """Head nouns of "NAME is a … noun" in the first sentences."""
    text, parsed = first
    for clause in parsed.clauses:
        if clause.verb != "be" or clause.subject is None or clause.subject.start > _LEAD_CHARACTERS:
            continue
        shown = text[clause.subject.start : clause.subject.end]
        if (fold(shown) and fold(shown) in fold(name)) or clause.subject.start < len(name) + 20:
            nouns = [a.lemma for a in clause.arguments if a.role == "attribute"]
            if nouns:
                return [noun.casefold() for noun in nouns]
    return ()


def _model_type(name: str, first: tuple[str, ParsedText] | None) -> str:
    from ensi_core.engines.offline.entities import MODEL_TYPES

    if first is None:
        return "unknown"
    text, parsed = first
    for entity in parsed.entities:
        if fold(clean_name(text[entity.span.start : entity.span.end])) == fold(name):
            return MODEL_TYPES.get(entity.label, "unknown")
    return "unknown"
