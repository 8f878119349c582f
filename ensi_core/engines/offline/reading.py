"""Reading a document: its names, its passages, and the records that the passages support."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ensi_core.engines.offline.aspects import cued_aspects, heading_aspects
from ensi_core.engines.offline.document_names import PlacedTerm, document_names
from ensi_core.engines.offline.findings import Finding, UnitView, flipped
from ensi_core.engines.offline.labels import labelled_values
from ensi_core.engines.offline.lead import lead_bracket, lead_values
from ensi_core.engines.offline.legal_facts import (
    CAPTION_CHARACTERS,
    LegalReader,
    caption_parties,
    case_in_lines,
    case_of,
)
from ensi_core.engines.offline.namebook import Bearer, Named
from ensi_core.engines.offline.nlp import ParsedText
from ensi_core.engines.offline.properties import properties
from ensi_core.engines.offline.references import references
from ensi_core.engines.offline.referents import Referents
from ensi_core.engines.offline.relations import relations
from ensi_core.engines.offline.subject import case_name, document_subject
from ensi_core.engines.offline.support import field_of
from ensi_core.engines.offline.table_records import RowReader
from ensi_core.engines.offline.units import TextUnit
from ensi_core.ingest.locate import locate_in
from ensi_core.passages.construct import construct
from ensi_core.passages.kind import document_kind
from ensi_core.passages.sentences import sentence_spans
from ensi_core.text import fold, one_line
from ensi_core.types import (
    Category,
    ContextName,
    Document,
    DocumentKind,
    EntityRecord,
    Field,
    Passage,
    PassageDesign,
    Reading,
    RejectedField,
    Span,
)
from ensi_core.values import find_values

INNER_HEADINGS = 2
"""Outer headings ("Part II") are those of half a document: they tell no passage apart."""

MOST_FIELDS = 90
"""Fields that a passage may have in all; what is found beyond it is left out."""


_NEVER_MAIN = frozenset({"group", "language"})
_SELDOM_MAIN = {"place": 0.4, "law": 0.5, "statute": 0.4, "court": 0.4, "unknown": 0.6}
"""A passage is about these only where nothing else is named often; others weigh 1."""

_LEGAL_KINDS = (DocumentKind.CONTRACT, DocumentKind.PLEADING, DocumentKind.OPINION)


def read_document(
    document: Document,
    design: PassageDesign,
    units: Sequence[TextUnit],
    parsed: Sequence[ParsedText],
) -> Reading:
    """The passages and records of a document whose text units have been parsed."""
    return _DocumentReader(document, design, units, parsed).reading()


class _DocumentReader:
    """What is known of one document while it is read."""

    def __init__(
        self,
        document: Document,
        design: PassageDesign,
        units: Sequence[TextUnit],
        parsed: Sequence[ParsedText],
    ) -> None:
        self._document = document
        self._units = units
        self._parsed = parsed
        self._kind = document_kind(document)
        self._design = design.for_kind(self._kind)
        first = (units[0].text, parsed[0]) if units else None
        self._subject = document_subject(document, self._kind, first)
        legal = self._kind is not DocumentKind.GENERIC
        names = document_names(document, self._subject.bearer, units, parsed, legal)
        self._book, self._terms = names.book, names.terms
        self._title_form = names.title_form
        known = self._book.bearer(self._subject.bearer.name)
        if known is not None:
            self._subject = replace(self._subject, bearer=known)
        self._named: dict[str, tuple[Named, ...]] = {}
        self._case = self._find_case()

    def reading(self) -> Reading:
        locate = locate_in(self._document)
        passages = construct(self._document, self._design, self._entity_of, locate)
        shelf = _Shelf(self._document, passages, self._main, self._kind, self._find)
        for finding in self._findings():
            shelf.put(finding)
        for passage in passages:
            shelf.add_aspects(passage)
        rows = RowReader(self._document, self._main)
        for passage in passages:
            for finding in rows.findings(passage):
                shelf.put(finding)
            for named in self._find(passage.text):
                shelf.mention(passage, named)
        return Reading(
            self._document.doc_id,
            self._kind.value,
            passages,
            tuple(record for passage in passages for record in shelf.records(passage)),
            tuple(shelf.rejected),
        )

    def _parties(self) -> Sequence[Finding]:
        head = self._document.text[:CAPTION_CHARACTERS]
        return tuple(caption_parties(head, self._case, self._find(head)))

    def _find_case(self) -> Bearer:
        """The case that a court paper belongs to: by title, caption or header; else the paper."""
        self._case = self._main
        if self._kind not in (DocumentKind.PLEADING, DocumentKind.OPINION):
            return self._case
        head = self._document.text[:CAPTION_CHARACTERS]
        told = case_name(self._document.title) or case_of(self._parties()) or case_in_lines(head)
        return self._main if told is None else self._book.bearer(told) or Bearer(told, "case")

    @property
    def _main(self) -> Bearer:
        return self._subject.bearer

    def _find(self, text: str) -> tuple[Named, ...]:
        if text not in self._named:
            self._named[text] = self._book.find(text)
        return self._named[text]

    def _entity_of(self, text: str) -> tuple[str, str] | None:
        """The entity a stretch of text is most about, for the construction of passages."""
        if self._subject.titled:
            return self._main.name, self._main.type
        if self._kind is DocumentKind.CONTRACT:
            return None
        counts: dict[Bearer, float] = {}
        for named in self._find(text):
            if named.bearer.type not in _NEVER_MAIN and named.bearer != self._main:
                weight = _SELDOM_MAIN.get(named.bearer.type, 1.0)
                counts[named.bearer] = counts.get(named.bearer, 0.0) + weight
        if not counts:
            return None
        best = max(counts, key=lambda bearer: counts[bearer])
        return best.name, best.type

    def _findings(self) -> Iterator[Finding]:
        legal = None
        if self._kind in _LEGAL_KINDS:
            legal = LegalReader(self._case, self._kind is DocumentKind.CONTRACT)
        if legal is not None and not legal.contract:
            yield from self._parties()
        for unit, parsed in zip(self._units, self._parsed, strict=True):
            view = UnitView(
                unit,
                parsed,
                self._book.find(unit.text),
                sentence_spans(unit.text),
                find_values(unit.text),
            )
            referents = Referents(view, self._subject)
            opening = unit is self._units[0]
            if opening:
                yield from lead_values(view, self._subject)
            yield from relations(view, referents)
            told = lead_bracket(view, self._subject) if opening else None
            general = self._kind is DocumentKind.GENERIC
            yield from properties(view, referents, told, vague_dates=general)
            if self._kind is not DocumentKind.TRANSCRIPT:
                yield from labelled_values(view, self._main)
            yield from references(view, self._main, self._kind in _LEGAL_KINDS)
            if legal is not None:
                yield from legal.findings(view)
        for term in self._terms:
            yield from self._term_findings(term)
        yield from self._title_alias()

    def _title_alias(self) -> Iterator[Finding]:
        """The form in which the text first writes out its title's entity, where it differs."""
        form = self._title_form
        if form is None or fold(form.name) == fold(self._main.name):
            return
        alias = Bearer(form.name, self._main.type, form.place)
        yield Finding(
            self._main, Category.RELATION, "alias", form.name, form.place, form.place, target=alias
        )

    def _term_findings(self, told: PlacedTerm) -> Iterator[Finding]:
        term, unit = told.term, told.unit
        sentence = next(
            (s for s in sentence_spans(unit.text) if s.start <= term.span.start < s.end), term.span
        )
        place = unit.place(term.span)
        if term.bearer is not None:
            bearer = self._book.bearer(term.bearer.name)
            if bearer is not None and bearer.name != term.term:
                alias = Bearer(term.term, bearer.type, place)
                yield Finding(
                    bearer, Category.RELATION, "alias", term.term, place,
                    unit.place(sentence), target=alias,
                )  # fmt: skip
        elif term.definition is not None:
            bearer = self._book.bearer(term.term)
            if bearer is not None:
                text = " ".join(unit.text[term.definition.start : term.definition.end].split())
                yield Finding(
                    bearer, Category.PROPERTY, "definition", text, unit.place(term.definition),
                    unit.place(Span(sentence.start, max(sentence.end, term.definition.end))),
                )  # fmt: skip


_NOT_HEADING = re.compile(
    r"\b(?:Plaintiff|Defendant|Petitioner|Respondent)s?\b[,.]|\b(?:Inc|LLC|LLP|Ltd)\b|\sv\.?$|[,\s]\d+\s+[A-Z]\b|^[“\"]"
    r"|^(?:exhibit|schedule|annex|appendix|usdc|no\.|filed|page|table of|by and|for the|the parties"
    r"|supreme court|(?:other|general|miscellaneous|confidential|continued)\W*$"
    r"|hon\.|declaration of|in the|united states|form \d)\b|\bcircuit$|^for immediate release"
    r"|^\W*\w{1,4}\W*$|^(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december)\s+\d+$",
    re.IGNORECASE,
)
"""Lines of captions, stamps and signatures that were taken for headings."""

_LEGAL = ("legal",)
_SCOPES: Mapping[DocumentKind, tuple[str, ...]] = {
    DocumentKind.CONTRACT: _LEGAL,
    DocumentKind.PLEADING: _LEGAL,
    DocumentKind.OPINION: _LEGAL,
    DocumentKind.TRANSCRIPT: ("legal", "financial"),
    DocumentKind.CORRESPONDENCE: ("legal", "financial"),
    DocumentKind.FINANCIAL_REPORT: ("financial",),
    DocumentKind.TABLE: ("financial",),
}


class _Shelf:
    """The findings of a document, each put to the passage in which its value stands."""

    def __init__(
        self,
        document: Document,
        passages: Sequence[Passage],
        main: Bearer,
        kind: DocumentKind,
        find: Callable[[str], tuple[Named, ...]],
    ) -> None:
        self._document = document
        self._find = find
        self._scopes = _SCOPES.get(kind, ("general",))
        self._main = main
        self._places = sorted(
            (span.start, span.end, number)
            for number, passage in enumerate(passages)
            for span in passage.spans
        )
        self._starts = [start for start, _, _ in self._places]
        self._passages = passages
        self._fields: dict[str, dict[Bearer, dict[tuple[str, str, str], Field]]] = defaultdict(dict)
        self._mentions: dict[str, dict[Bearer, list[Span]]] = defaultdict(dict)
        self.rejected: list[RejectedField] = []

    def put(self, finding: Finding) -> None:
        """Add a finding to the passage that holds its value."""
        index = bisect_right(self._starts, finding.at[0].start) - 1 if finding.at else -1
        if index >= 0 and finding.at[0].start < self._places[index][1]:
            self.put_in(self._passages[self._places[index][2]], finding)

    def put_in(self, passage: Passage, finding: Finding) -> None:
        """Add a finding to a passage, from its other side if need be, or to the rejected fields."""
        made = field_of(self._document, passage, finding)
        if isinstance(made, RejectedField) and (turned := flipped(finding)) is not None:
            other = field_of(self._document, passage, turned)
            if isinstance(other, Field):
                finding, made = turned, other
        if isinstance(made, RejectedField):
            self.rejected.append(made)
            return
        fields = self._fields[passage.psg_id].setdefault(finding.bearer, {})
        fields.setdefault((made.category.value, fold(made.name), fold(made.value)), made)

    def mention(self, passage: Passage, named: Named) -> None:
        """Note that a passage names a bearer; ``named`` counts from the passage's text."""
        unit = TextUnit(0, passage.text, passage.spans)
        spans = self._mentions[passage.psg_id].setdefault(named.bearer, [])
        spans.extend(unit.place(named.span))

    def add_aspects(self, passage: Passage) -> None:
        """Aspects of the headings that a passage carries, and of cues in its text."""
        headings = [item for item in passage.context if item.name is ContextName.HEADING]
        for item in headings[-INNER_HEADINGS:]:
            if item.span is not None:
                for name in self._heading_aspects(item.text):
                    self._aspect(passage, name, (item.span,), (item.span,))
        unit = TextUnit(0, passage.text, passage.spans)
        sentences = sentence_spans(passage.text)
        for cue in cued_aspects(passage.text, self._scopes):
            sentence = next((s for s in sentences if s.start <= cue.span.start < s.end), cue.span)
            whole = Span(sentence.start, max(sentence.end, cue.span.end))
            self._aspect(passage, cue.name, unit.place(cue.span), unit.place(whole))

    def _heading_aspects(self, heading: str) -> Sequence[str]:
        """Aspects of a heading that says more than the name of the document's own entity."""
        aspects = heading_aspects(heading)
        own = fold(heading)
        if own in fold(self._main.name) or fold(self._main.name) in own or self._is_label(heading):
            return aspects[1:]
        return aspects

    def _is_label(self, heading: str) -> bool:
        """True for lines set like headings that tell no kind of information: names, stamps."""
        named = sum(len(n.span) for n in self._find(heading) if n.bearer.type != "defined term")
        return _NOT_HEADING.search(heading) is not None or 2 * named > len(heading)

    def _aspect(
        self, passage: Passage, name: str, cue: Sequence[Span], evidence: Sequence[Span]
    ) -> None:
        fields = self._fields[passage.psg_id].setdefault(self._main, {})
        text = one_line(" ".join(self._document.text[s.start : s.end] for s in cue))
        field = Field(Category.ASPECT, name, text, tuple(evidence))
        fields.setdefault((Category.ASPECT.value, name, ""), field)

    def records(self, passage: Passage) -> Iterator[EntityRecord]:
        """The records of a passage: main entity, the document's, then in order of mention."""
        fields = self._fields.get(passage.psg_id, {})
        mentions = self._mentions.get(passage.psg_id, {})
        left = MOST_FIELDS
        for number, bearer in enumerate(self._bearers(passage, fields, mentions)):
            own = tuple(fields.get(bearer, {}).values())[:left]
            left -= len(own)
            spans = tuple(sorted(set(mentions.get(bearer, ()))))
            yield EntityRecord(
                f"{passage.psg_id}/r{number}", passage.psg_id, bearer.name, bearer.type, spans, own
            )

    def _bearers(
        self,
        passage: Passage,
        fields: Iterable[Bearer],
        mentions: dict[Bearer, list[Span]],
    ) -> list[Bearer]:
        first = [b for b in (*mentions, *fields) if fold(b.name) == fold(passage.main_entity)]
        if not first and passage.main_entity:
            first = [Bearer(passage.main_entity, passage.main_entity_type)]
        rest = sorted(
            {*fields, *mentions},
            key=lambda b: (b != self._main, min(mentions.get(b, ()), default=Span(0, 0)), b.name),
        )
        return list(dict.fromkeys([*first[:1], *rest]))
