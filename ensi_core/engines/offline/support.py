"""Support: a finding becomes a field only where its value stands in its passage."""

from __future__ import annotations

from collections.abc import Sequence

from ensi_core.engines.offline.findings import Finding
from ensi_core.text import fold, one_line
from ensi_core.types import Document, Field, Passage, RejectedField, Span, Support

NOT_LOCATED = "the value does not stand in its evidence"
OUTSIDE = "the evidence lies outside the passage"


def field_of(document: Document, passage: Passage, finding: Finding) -> Field | RejectedField:
    """The field with its located evidence, or the rejected field with the reason.

    Evidence is cut to the passage; for a name that the passage writes in another form, the place
    where the document writes it out is added.
    """
    evidence = clipped(finding.evidence, passage.spans)
    at = clipped(finding.at, passage.spans)
    if not evidence or not at:
        return _rejected(passage, finding, OUTSIDE)
    support = _support(document, finding.value, evidence)
    if support is None and finding.target is not None and finding.target.place:
        evidence = (*evidence, *finding.target.place)
        support = _support(document, finding.value, evidence) and Support.NORMALISED
    if support is None:
        return _rejected(passage, finding, NOT_LOCATED)
    return Field(
        category=finding.category,
        name=finding.name,
        value=finding.value,
        evidence=evidence,
        support=support,
        normalised=finding.normalised,
        qualifiers=finding.qualifiers,
        target_type=finding.target.type if finding.target else None,
    )


def clipped(spans: Sequence[Span], within: Sequence[Span]) -> tuple[Span, ...]:
    """The parts of ``spans`` that lie in ``within``, in order."""
    parts = [
        Span(max(span.start, other.start), min(span.end, other.end))
        for span in spans
        for other in within
        if span.overlaps(other)
    ]
    return tuple(sorted(set(parts)))


def _support(document: Document, value: str, evidence: Sequence[Span]) -> Support | None:
    shown = one_line(" ".join(document.text[span.start : span.end] for span in evidence))
    if value in shown:
        return Support.EXACT
    return Support.NORMALISED if fold(value) in fold(shown) else None


def _rejected(passage: Passage, finding: Finding, reason: str) -> RejectedField:
    return RejectedField(
        passage.psg_id, finding.bearer.name, finding.category, finding.name, finding.value, reason
    )
