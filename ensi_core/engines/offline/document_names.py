"""The name book of a document: mentions, defined terms, forms of its title, and what roles tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ensi_core.engines.offline.entities import Mention, find_mentions
from ensi_core.engines.offline.lexicon import word_table
from ensi_core.engines.offline.namebook import Bearer, NameBook, NameBookBuilder, Sighting
from ensi_core.engines.offline.nlp import ParsedText
from ensi_core.engines.offline.subject import short_issuer
from ensi_core.engines.offline.terms import DefinedTerm, defined_terms
from ensi_core.engines.offline.units import TextUnit
from ensi_core.text import fold
from ensi_core.types import Document, Span

TITLE_WEIGHT = 50
"""The title's name wins over other forms of it and over the model's guess of its type."""

CERTAIN = 1_000
"""Weight of the main entity's type: whatever else the text seems to say, it stays."""

ROLE_WEIGHT = 4
"""A role noun ("singer X", "X, a village") tells more of a type than the model's label."""

_OPENING = 8
"""How far into a text (code points) the name that opens it may begin."""

_COMMA = re.compile(r",\s")


DEFINITION_WEIGHT = 20
""" "X" means … makes X a defined term, whatever the model takes it for."""


@dataclass(frozen=True, slots=True)
class PlacedTerm:
    """A defined term with the text unit that defines it."""

    unit: TextUnit
    term: DefinedTerm


@dataclass(frozen=True, slots=True)
class DocumentNames:
    """The settled names of a document and its definitions, in order.

    ``title_form`` is how the text itself opens with the title's entity, where it does.
    """

    book: NameBook
    terms: tuple[PlacedTerm, ...]
    title_form: Bearer | None = None


def document_names(
    document: Document,
    main: Bearer,
    units: Sequence[TextUnit],
    parsed: Sequence[ParsedText],
    legal: bool,
) -> DocumentNames:
    """Names and terms of a document; ``legal`` texts may define terms that no name bears."""
    builder = NameBookBuilder()
    terms: list[PlacedTerm] = []
    opening: Mention | None = None
    for unit, analysis in zip(units, parsed, strict=True):
        mentions = find_mentions(unit.text, analysis.entities)
        if legal:
            mentions = tuple(_without_title(m) for m in mentions if not _runs_on(m))
        if unit is units[0]:
            opening = next((m for m in mentions if m.span.start <= _OPENING), None)
        for mention in mentions:
            builder.add(Sighting(mention, unit.place(mention.span)))
        for mention in _told_types(unit.text, mentions, analysis):
            builder.tell_type(mention.name, mention.type, ROLE_WEIGHT)
        for term in defined_terms(unit.text, mentions):
            if main.type == "organization" and term.bearer is None and term.term in _OWN_TERMS:
                builder.alias(term.term, main.name)
            elif _add_term(builder, unit, term, legal):
                terms.append(PlacedTerm(unit, term))
    defined = {placed.term.term for placed in terms}
    common = set(_common_words(document, builder.names())) - defined
    builder.drop(sorted(common))
    title_form: Bearer | None = None
    main = settled_main(main, units, builder)
    builder.add(Sighting(Mention(Span(0, 0), main.name, main.type), main.place), TITLE_WEIGHT)
    if main.type != "unknown":
        builder.tell_type(main.name, main.type, CERTAIN)
    if legal:
        for form in _issuer_forms(main, document):
            builder.alias(form, main.name)
    else:
        if opening is not None and _is_form_of(opening.name, main):
            builder.alias(opening.name, main.name)
            place = units[0].place(opening.span)
            title_form = Bearer(opening.name, main.type, place)
        for form in _title_forms(main, document.text, builder):
            builder.alias(form, main.name)
    return DocumentNames(builder.build(), tuple(terms), title_form)


_OWN_TERMS = frozenset({"Company", "the Company", "Registrant", "Corporation", "Issuer", "Bank"})
"""What a report calls its issuer where the bracket's bearer is not plain."""

_PREPOSITION = re.compile(r"\s(?:to|in|on|at|with|from|by|for|a|an)\s|(?<!\sof)\sthe\s")


def _runs_on(mention: Mention) -> bool:
    """Capitalised words around a preposition are two defined terms, not a name."""
    return mention.type == "unknown" and _PREPOSITION.search(mention.name) is not None


def _without_title(mention: Mention) -> Mention:
    """In legal and financial papers quoted words are terms, seldom titles of works."""
    return replace(mention, type="unknown") if mention.type == "work" else mention


def _add_term(builder: NameBookBuilder, unit: TextUnit, term: DefinedTerm, legal: bool) -> bool:
    """Note a term with its bearer, or a legal one that stands for itself; False for neither."""
    if term.bearer is not None:
        builder.alias(term.term, term.bearer.name)
        return True
    if not legal and term.definition is None:
        return False
    if not any(c.isupper() for c in term.term):
        return False
    mention = Mention(term.span, term.term, "defined term")
    builder.add(Sighting(mention, unit.place(term.span)))
    builder.tell_type(term.term, "defined term", DEFINITION_WEIGHT if term.definition else 1)
    return True


def _told_types(text: str, mentions: Sequence[Mention], parsed: ParsedText) -> Iterator[Mention]:
    """Mentions with the type that a role noun beside them gives ("actress X", "X is a town")."""
    types = word_table("type_nouns.tsv")

    def at(span: Span) -> Mention | None:
        return next((m for m in mentions if m.span.overlaps(span)), None)

    def common(span: Span, lemma: str) -> bool:
        return lemma in types and text[span.start].islower()

    for link in parsed.links:
        told = at(link.target)
        if link.how == "compound" and told is not None and common(link.head, link.noun):
            yield Mention(told.span, told.name, types[link.noun])
        held = at(link.head) if link.how == "appos" and told is None else None
        if held is not None and common(link.target, link.target_lemma):
            yield Mention(held.span, held.name, types[link.target_lemma])
    for clause in parsed.clauses:
        if clause.verb != "be" or clause.negated:
            continue
        for head, _ in clause.subjects:
            held = at(head)
            for argument in clause.arguments:
                told_by = argument.role == "attribute" and common(argument.head, argument.lemma)
                if held is not None and told_by:
                    yield Mention(held.span, held.name, types[argument.lemma])


_PERSON_NAME = re.compile(
    r"(?!The )[A-Z][\w.’'-]*(?:\s+(?:(?:de|von|van|bin|al|d'|du|di)\s+)?[A-Z][\w.’'-]*){1,3}"
    r"(?:,\s.*)?"
)


def _issuer_forms(main: Bearer, document: Document) -> Iterator[str]:
    """What a report calls its issuer: the title's short form, the first word on its own."""
    if main.type != "organization":
        return
    short = short_issuer(document.title)
    if short and fold(short) in fold(main.name):
        yield short
    words = main.name.split()
    if len(words) < 2 or len(words[0]) < _DISTINCT or not words[0].isalpha():
        return
    alone = rf"(?<![\w.]){re.escape(words[0])}\b(?!\s+{re.escape(words[1])})"
    common = re.search(rf"\b{re.escape(words[0].lower())}\b", document.text) is not None
    if not common and re.search(alone, document.text):
        yield words[0]


_DISTINCT = 5
"""A name's first word may stand for it from this length on."""

_PRONOUN = re.compile(r"\b(?:he|she|his|her|him)\b", re.IGNORECASE)


def settled_main(main: Bearer, units: Sequence[TextUnit], builder: NameBookBuilder) -> Bearer:
    """The main entity as a person where its last word is used as a name beside "he" or "she"."""
    words = main.name.split()
    if main.type != "unknown" or not _PERSON_NAME.fullmatch(main.name):
        return main
    text = " ".join(unit.text for unit in units[:3])
    told = any(builder.main_type(word) == "person" for word in words)
    used = re.search(rf"\b{re.escape(words[-1])}\b(?!\s+[A-Z])", text) is not None
    if _PRONOUN.search(text) and (told or used):
        return replace(main, type="person")
    return main


def _title_forms(main: Bearer, text: str, builder: NameBookBuilder) -> Iterator[str]:
    """Shorter forms of the title that the text uses: a surname, the part before a comma."""
    before = _COMMA.split(main.name)[0]
    if before != main.name:
        yield before
    words = main.name.split()
    if main.type != "person" or len(words) < 2:
        return
    for word in (words[-1], words[0].rstrip(",")):
        other = builder.main_type(word) not in ("person", "organization", "unknown", "group")
        used = re.search(rf"(?<![\w.]){re.escape(word)}\b", text) is not None
        if used and len(word) > 2 and word[0].isupper() and not other:
            yield word


def _is_form_of(opening: str, main: Bearer) -> bool:
    """True when the name that opens a text is the title's entity written another way."""
    words, known = fold(opening).split(), fold(main.name).split()
    if not words or not known or (main.type != "person" and words[: len(known)] == known):
        return False
    shared = len(set(words) & set(known))
    return 2 * shared >= len(set(known)) and (
        words[-1] == known[-1] or 2 * shared > len(set(words))
    )


def _common_words(document: Document, names: Sequence[str]) -> Iterator[str]:
    """Single words taken for names that the document also writes without a capital."""
    single = [name for name in names if name.isalpha() and not name.isupper() and len(name) > 3]
    if not single:
        return
    lower = set(re.findall(r"(?<![\w’'-])[a-z]{4,}(?![\w’'-])", document.text))
    for name in single:
        if name.casefold() in lower:
            yield name
