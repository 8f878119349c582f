"""What every engine keeps when it reads documents."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from ensi_core.engines.base import Engine
from ensi_core.text import fold, one_line
from ensi_core.types import Category, Document, Reading, Span, Support
from tests.fixtures.documents import make_document
from tests.fixtures.readings import offline_engine

LEASE = make_document(
    """
# WAREHOUSE LEASE AGREEMENT

This Warehouse Lease Agreement (this "Lease") is made as of March 3, 2021 by and between Brindle Storage LLC, a
Delaware limited liability company ("Landlord"), and Fennimore Tea Company, Inc. ("Tenant").

## 1. Term

[1.1] "Commencement Date" means the date on which Landlord delivers the Premises to Tenant. The initial term of
this Lease is five (5) years and ends on March 2, 2026.

## 2. Rent

[2.1] Tenant shall pay a monthly rent of $18,500 on the first day of each month. Late payments bear interest at 6%.

## 3. Governing Law

This Lease is governed by the laws of the State of Oregon. Either party may terminate on sixty (60) days' notice.
""",
    doc_id="lease.docx",
    title="Warehouse Lease Agreement",
)
REPORT = make_document(
    """
# ANNUAL REPORT ON FORM 10-K

For the fiscal year ended December 31, 2023

Quillon Marine Corp.

# Item 7. Management's Discussion and Analysis

Net sales were $412.6 million in 2023, compared with $388.0 million in 2022. Quillon acquired Tarn Rope Works Ltd. in May 2023.

= Consolidated Statements of Income (in millions)

|! | 2023 | 2022 |
| Net sales | 412.6 | 388.0 |
| Cost of sales | (250.1) | (240.3) |
| Net income | 31.0 | 28.4 |
""",
    doc_id="report.html",
    title="Quillon Marine Corp. 10-K 2023",
)
OPINION = make_document(
    """
UNITED STATES DISTRICT COURT, DISTRICT OF WEXMOOR

Orla Dunne, Plaintiff, v. Harrowgate Mills Inc., Defendant. Case No. 2:19-cv-00210

# OPINION AND ORDER

Hon. Petra Vance

Harrowgate Mills Inc. ("Harrowgate") moves for summary judgment (Dkt. 41). Ms. Dunne was
<page>
employed by Harrowgate from 2012 until 2018. The motion is granted in part. See 29 U.S.C. § 623(a).
""",
    doc_id="opinion.pdf",
    title="Opinion and Order",
)
TOWN = make_document(
    "Elmsworth (pop. 4,210) is a market town in Carrow County, Northmark. It was founded in 1204 by Hugh Marsh.",
    doc_id="p1",
    title="Elmsworth (Northmark)",
)
BLANKISH = make_document(
    "! page header\n\n| a | b |\n| 1 | 2 |", doc_id="sheet.csv", media_type="text/csv"
)
DOCUMENTS = (LEASE, REPORT, OPINION, TOWN, BLANKISH)


@pytest.fixture(params=["offline"], scope="module")
def engine(request: pytest.FixtureRequest) -> Engine:
    assert request.param == "offline"
    return offline_engine()


@pytest.fixture(scope="module")
def readings(engine: Engine) -> list[Reading]:
    return list(engine.read_documents(DOCUMENTS, engine.design_passages(DOCUMENTS, None)))


def _pairs(readings: list[Reading]) -> list[tuple[Document, Reading]]:
    return list(zip(DOCUMENTS, readings, strict=True))


def _slices(document: Document, spans: tuple[Span, ...]) -> str:
    return one_line(" ".join(document.text[span.start : span.end] for span in spans))


def test_readings_come_in_the_order_of_the_documents(readings: list[Reading]) -> None:
    assert [reading.doc_id for reading in readings] == [document.doc_id for document in DOCUMENTS]


def test_every_body_character_is_in_exactly_one_passage(readings: list[Reading]) -> None:
    for document, reading in _pairs(readings):
        body = {
            place
            for block in document.blocks
            for span in block.spans
            for place in range(span.start, span.end)
            if not document.text[place].isspace()
        }
        covered = [
            place
            for passage in reading.passages
            for span in passage.spans
            for place in range(span.start, span.end)
            if not document.text[place].isspace()
        ]
        assert sorted(covered) == sorted(body), document.doc_id


def test_every_value_stands_in_its_evidence(readings: list[Reading]) -> None:
    for document, reading in _pairs(readings):
        for record in reading.records:
            for field in record.fields:
                shown = _slices(document, field.evidence)
                if field.support is Support.EXACT:
                    assert one_line(field.value) in shown, (record.entity, field)
                else:
                    assert fold(field.value) in fold(shown), (record.entity, field)


def test_every_field_has_evidence_in_its_passage_or_what_it_carries(
    readings: list[Reading],
) -> None:
    for _, reading in _pairs(readings):
        passages = {passage.psg_id: passage for passage in reading.passages}
        for record in reading.records:
            passage = passages[record.psg_id]
            carried = [item.span for item in passage.context if item.span is not None]
            for field in record.fields:
                assert any(
                    place.contains(span)
                    for span in field.evidence
                    for place in (*passage.spans, *carried)
                ), (record.entity, field)


def test_mentions_name_something_in_their_passage(readings: list[Reading]) -> None:
    for document, reading in _pairs(readings):
        passages = {passage.psg_id: passage for passage in reading.passages}
        for record in reading.records:
            for span in record.mentions:
                assert _slices(document, (span,))
                assert any(place.contains(span) for place in passages[record.psg_id].spans)


def test_record_ids_count_within_their_passage(readings: list[Reading]) -> None:
    for _, reading in _pairs(readings):
        by_passage: dict[str, list[str]] = {}
        for record in reading.records:
            by_passage.setdefault(record.psg_id, []).append(record.record_id)
        for psg_id, ids in by_passage.items():
            assert ids == [f"{psg_id}/r{number}" for number in range(len(ids))]


def test_every_passage_has_a_record_for_its_main_entity(readings: list[Reading]) -> None:
    for _, reading in _pairs(readings):
        named = {(record.psg_id, fold(record.entity)) for record in reading.records}
        for passage in reading.passages:
            if passage.main_entity:
                assert (passage.psg_id, fold(passage.main_entity)) in named, passage.main_entity


def test_relations_name_the_type_of_their_target(readings: list[Reading]) -> None:
    for _, reading in _pairs(readings):
        for record in reading.records:
            for field in record.fields:
                assert (field.target_type is not None) == (field.category is Category.RELATION)


def test_two_runs_read_the_same(engine: Engine, readings: list[Reading]) -> None:
    design = engine.design_passages(DOCUMENTS, None)
    assert list(engine.read_documents(DOCUMENTS, design)) == readings


def test_a_document_reads_the_same_alone(engine: Engine, readings: list[Reading]) -> None:
    design = engine.design_passages(DOCUMENTS, None)
    for document, reading in _pairs(readings):
        assert list(engine.read_documents([document], design)) == [reading]


def test_documents_are_read_lazily(engine: Engine) -> None:
    design = engine.design_passages([TOWN], None)
    assert list(engine.read_documents(iter([TOWN]), design))
    assert list(engine.read_documents([], design)) == []
