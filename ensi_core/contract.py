"""The JSON of the command line, as other programs read it; keys may be added, not renamed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from ensi_core.types import (
    Answer,
    Citation,
    CollectionInfo,
    DocumentReport,
    EntityRecord,
    Field,
    Hop,
    HopTrace,
    IndexReport,
    Key,
    KeyMatch,
    NormalisedValue,
    Passage,
    ScoredPassage,
    Span,
)

Json = dict[str, Any]


def index_json(report: IndexReport) -> Json:
    """`ensi index --json`."""
    return {
        "collection": report.collection,
        "documents": [report_json(document) for document in report.documents],
        "passages": report.passages,
        "records": report.records,
        "keys": report.keys,
        "rejected_fields": report.rejected_fields,
        "seconds": {name: round(value, 3) for name, value in asdict(report.seconds).items()},
    }


def report_json(report: DocumentReport) -> Json:
    """One document of an index report."""
    return {**asdict(report), "status": report.status.value}


def collection_json(info: CollectionInfo) -> Json:
    """One row of `ensi collections --json`."""
    return asdict(info)


def passage_json(passage: Passage) -> Json:
    """One row of `ensi passages --json`."""
    return {
        "psg_id": passage.psg_id,
        "doc_id": passage.doc_id,
        "spans": spans_json(passage.spans),
        "page": passage.page,
        "page_label": passage.page_label,
        "locator": passage.locator,
        "main_entity": passage.main_entity,
        "main_entity_type": passage.main_entity_type,
        "kind": passage.kind.value,
        "context": [
            {
                "name": item.name.value,
                "text": item.text,
                "span": [item.span.start, item.span.end] if item.span else None,
            }
            for item in passage.context
        ],
        "text": passage.text,
        "ocr": passage.ocr,
    }


def record_json(record: EntityRecord) -> Json:
    """One row of `ensi records --json`."""
    return {
        "record_id": record.record_id,
        "psg_id": record.psg_id,
        "entity": record.entity,
        "type": record.type,
        "mentions": spans_json(record.mentions),
        "fields": [_field_json(field) for field in record.fields],
    }


def _field_json(field: Field) -> Json:
    return {
        "category": field.category.value,
        "name": field.name,
        "value": field.value,
        "normalised": normalised_json(field.normalised),
        "unit": field.normalised.unit if field.normalised else None,
        "spans": spans_json(field.evidence),
        "support": field.support.value,
        "qualifiers": [
            {"name": qualifier.name, "text": qualifier.text} for qualifier in field.qualifiers
        ],
    }


def normalised_json(value: NormalisedValue | None) -> Json | None:
    """A normalised value without its empty parts."""
    if value is None:
        return None
    parts = {"kind": value.kind.value, "number": value.number, "unit": value.unit}
    parts |= {"start": value.start, "end": value.end, "text": value.text}
    return {name: part for name, part in parts.items() if part is not None}


def key_json(key: Key, psg_ids: Sequence[str]) -> Json:
    """One row of `ensi keys --json`."""
    return {**_key_fields(key), "passages": list(psg_ids)}


def answer_json(answer: Answer) -> Json:
    """`ensi ask --json`."""
    composition, evidence = answer.composition, answer.evidence
    return {
        "answer_id": answer.answer_id,
        "question": answer.question,
        "kind": answer.kind.value,
        "answer": composition.text,
        "short": composition.short,
        "abstained": composition.abstained,
        "reason": composition.reason,
        "statements": [
            {"text": s.text, "citations": list(s.citations), "flags": list(s.flags)}
            for s in composition.statements
        ],
        "citations": [citation_json(citation) for citation in composition.citations],
        "plan": {
            "answer_type": answer.plan.answer_type.value,
            "hops": [_hop_json(hop) for hop in answer.plan.hops],
        },
        "hops": [_hop_trace_json(trace) for trace in evidence.hops],
        "passages": [_scored_json(scored) for scored in evidence.passages],
        "route": (
            {"strategy": evidence.route.strategy, "documents": list(evidence.route.doc_ids)}
            if evidence.route
            else None
        ),
        "bound": asdict(evidence.bound) if evidence.bound else None,
        "seconds": {name: round(value, 4) for name, value in asdict(answer.seconds).items()},
        "usage": asdict(answer.usage),
        "engine": answer.engine,
        "index_version": answer.index_version,
    }


def citation_json(citation: Citation) -> Json:
    """One citation; ``quote`` is the slices of ``spans`` joined by newlines."""
    return {
        "marker": citation.marker,
        "doc_id": citation.doc_id,
        "document": citation.document,
        "version": citation.version,
        "page": citation.page,
        "page_label": citation.page_label,
        "locator": citation.locator,
        "psg_id": citation.psg_id,
        "spans": spans_json(citation.spans),
        "quote": citation.quote,
    }


def spans_json(spans: Iterable[Span]) -> list[list[int]]:
    """Spans as pairs."""
    return [[span.start, span.end] for span in spans]


def _hop_json(hop: Hop) -> Json:
    return {
        "id": hop.id,
        "asks": hop.asks,
        "entity": hop.entity,
        "type": hop.type,
        "category": hop.category.value if hop.category else None,
        "name": hop.name,
        "value": hop.value,
        "op": hop.operator.value,
        "depends_on": list(hop.depends_on),
        "binds": hop.binds,
        "period": hop.period,
    }


def _hop_trace_json(trace: HopTrace) -> Json:
    return {
        "id": trace.hop_id,
        "bindings": [
            {"variable": b.variable, "value": b.value, "score": b.score, "from": list(b.psg_ids)}
            for b in trace.bindings
        ],
        "keys": [_key_match_json(match) for match in trace.keys],
        "passages": list(trace.psg_ids),
        "status": trace.status.value,
    }


def _key_match_json(match: KeyMatch) -> Json:
    return {
        **_key_fields(match.key),
        "score": match.score,
        "field_scores": {
            part.field: {"score": part.score, "weight": part.weight, "how": part.how}
            for part in match.field_scores
        },
        "passages": list(match.psg_ids),
    }


def _key_fields(key: Key) -> Json:
    return {
        "key_id": key.key_id,
        "entity": key.entity,
        "type": key.type,
        "category": key.category.value,
        "name": key.name,
        "value": key.value,
        "inverse": key.inverse,
        "normalised": normalised_json(key.normalised),
        "period": key.period,
    }


def _scored_json(scored: ScoredPassage) -> Json:
    return {
        "psg_id": scored.psg_id,
        "doc_id": scored.doc_id,
        "score": scored.score,
        "parts": asdict(scored.parts),
        "hop": scored.hop_id,
    }
