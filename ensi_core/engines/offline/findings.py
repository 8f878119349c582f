"""What is found about an entity before it is known to which passage it belongs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ensi_core.engines.offline.namebook import Bearer, Named
from ensi_core.engines.offline.nlp import ParsedText
from ensi_core.engines.offline.units import TextUnit
from ensi_core.types import Category, NormalisedValue, Qualifier, Span
from ensi_core.values import FoundValue


@dataclass(frozen=True, slots=True)
class Finding:
    """A field of a bearer with document spans: where its value stands, and its evidence.

    ``target`` is the bearer that a relation leads to; its canonical name is the field's value.
    """

    bearer: Bearer
    category: Category
    name: str
    value: str
    at: tuple[Span, ...]
    evidence: tuple[Span, ...]
    target: Bearer | None = None
    normalised: NormalisedValue | None = None
    qualifiers: tuple[Qualifier, ...] = ()


_FLIPPED = {
    "father": "child", "mother": "child", "parent": "child", "child": "parent",
    "spouse": "spouse", "sibling": "sibling",
}  # fmt: skip


def flipped(finding: Finding) -> Finding | None:
    """The same relation read from its target: "X's director is Y" → Y is "director of" X."""
    if finding.target is None:
        return None
    name = _FLIPPED.get(finding.name, f"{finding.name} of")
    return replace(
        finding, bearer=finding.target, name=name, value=finding.bearer.name, target=finding.bearer
    )


@dataclass(frozen=True, slots=True)
class UnitView:
    """A text unit with all that is known about it; spans count from the unit's start."""

    unit: TextUnit
    parsed: ParsedText
    named: tuple[Named, ...]
    sentences: tuple[Span, ...]
    values: tuple[FoundValue, ...]

    def sentence_of(self, span: Span) -> Span:
        """The sentence in which a range begins."""
        for sentence in self.sentences:
            if sentence.start <= span.start < sentence.end:
                return Span(sentence.start, max(sentence.end, span.end))
        return span

    def named_at(self, span: Span) -> Named | None:
        """The name that a head word belongs to."""
        return next((named for named in self.named if named.span.overlaps(span)), None)

    def named_in(self, span: Span) -> Sequence[Named]:
        """The names inside a range."""
        return [named for named in self.named if span.contains(named.span)]

    def surface(self, span: Span) -> str:
        """The text of a range on one line."""
        return " ".join(self.unit.text[span.start : span.end].split())

    def property_(
        self,
        bearer: Bearer,
        name: str,
        span: Span,
        normalised: NormalisedValue | None = None,
        qualifiers: tuple[Qualifier, ...] = (),
    ) -> Finding:
        """A property whose value is the text of ``span``, its sentence as evidence."""
        place = self.unit.place
        return Finding(
            bearer,
            Category.PROPERTY,
            name,
            self.surface(span),
            place(span),
            place(self.sentence_of(span)),
            normalised=normalised,
            qualifiers=qualifiers,
        )

    def relation(self, bearer: Bearer, name: str, target: Named, clue: Span) -> Finding:
        """A relation to a named entity; ``clue`` is the word that tells it."""
        sentence = self.sentence_of(clue)
        start, end = min(sentence.start, target.span.start), max(sentence.end, target.span.end)
        place = self.unit.place
        return Finding(
            bearer,
            Category.RELATION,
            name,
            target.bearer.name,
            place(target.span),
            place(Span(start, end)),
            target=target.bearer,
        )
