"""What one document adds to the index."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ensi_core.index.build import embedding_text, indexed_document, key_texts
from ensi_core.index.keys import document_keys
from ensi_core.index.terms import passage_terms
from ensi_core.stores.base import IndexedDocument
from ensi_core.types import (
    Category,
    ContextItem,
    ContextName,
    Document,
    DocumentReport,
    DocumentStatus,
    EntityRecord,
    Field,
    Key,
    NormalisedValue,
    Passage,
    PassageKind,
    Reading,
    Span,
    ValueKind,
)

TEXT = "Orion leases the quarry."
DOCUMENT = Document(
    "d", "lease.txt", "Lease", "text/plain", "ab" * 32, "1", TEXT, blocks=(), warnings=()
)
PASSAGE = Passage(
    "d@abababab#0-24",
    "d",
    (Span(0, 24),),
    PassageKind.PROSE,
    TEXT,
    "Orion",
    "organization",
)
RECORD = EntityRecord(
    "d@abababab#0-24/r1",
    PASSAGE.psg_id,
    "Orion",
    "organization",
    (Span(0, 5),),
    (Field(Category.RELATION, "tenant", "quarry", (Span(17, 23),)),),
)
READING = Reading("d", "contract", (PASSAGE,), (RECORD,))


@pytest.mark.parametrize(
    ("warnings", "report"),
    [
        pytest.param(
            (),
            DocumentReport("d", "lease.txt", DocumentStatus.OK, passages=1, records=1),
            id="whole",
        ),
        pytest.param(
            ("Page 2 is a picture.", "One table was cut."),
            DocumentReport(
                "d",
                "lease.txt",
                DocumentStatus.PARTIAL,
                "partial",
                "Page 2 is a picture. One table was cut.",
                1,
                1,
            ),
            id="in part",
        ),
    ],
)
def test_indexed_document(warnings: tuple[str, ...], report: DocumentReport) -> None:
    document = replace(DOCUMENT, warnings=warnings)
    made = document_keys("d", [RECORD])
    assert indexed_document(document, READING, "ab.txt", "mark") == IndexedDocument(
        document=document,
        reading=READING,
        keys=made.keys,
        postings=made.postings,
        terms=(passage_terms(PASSAGE),),
        report=report,
        original="ab.txt",
        fingerprint="mark",
    )


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        pytest.param([], TEXT, id="no context"),
        pytest.param([("title", "Lease")], f"Lease\n{TEXT}", id="title"),
        pytest.param(
            [("title", "Lease"), ("heading", "Article 1"), ("heading", "Premises")],
            f"Lease - Premises\n{TEXT}",
            id="innermost heading",
        ),
        pytest.param([("title", "Lease"), ("heading", "Lease")], f"Lease\n{TEXT}", id="same twice"),
        pytest.param([("caption", "Rent")], TEXT, id="other context is not embedded"),
    ],
)
def test_embedding_text(context: list[tuple[str, str]], expected: str) -> None:
    items = tuple(ContextItem(ContextName(name), text) for name, text in context)
    assert embedding_text(replace(PASSAGE, context=items)) == expected


def test_key_texts_are_entities_names_and_short_textual_values() -> None:
    number = NormalisedValue(ValueKind.NUMBER, number=4.0)
    keys = [
        Key("1", "Orion", "organization", Category.ASPECT, "mention", ""),
        Key("2", "Orion", "organization", Category.PROPERTY, "seat", "Delft"),
        Key("3", "Orion", "organization", Category.PROPERTY, "staff", "4", normalised=number),
        Key("4", "Orion", "organization", Category.RELATION, "tenant", "quarry"),
        Key("5", "Basalt", "organization", Category.ASPECT, "risk", "x" * 121),
        Key("6", "Basalt", "organization", Category.ASPECT, "risk", "y" * 120),
    ]
    assert key_texts(keys) == [
        "Basalt", "Delft", "Orion", "mention", "risk", "seat", "staff", "tenant", "y" * 120,
    ]  # fmt: skip
