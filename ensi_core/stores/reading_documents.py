"""Documents, reports, passages and records as values. All functions read through a cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ensi_core.stores.base import DocumentRow
from ensi_core.stores.codec import (
    DocumentStructure,
    PassageNested,
    RecordNested,
    decode,
    decode_all,
)
from ensi_core.stores.database import Cursor
from ensi_core.types import (
    Category,
    Document,
    DocumentReport,
    EntityRecord,
    Passage,
    PassageKind,
    RejectedField,
)

_PASSAGE_COLUMNS = (
    "psg_id, doc_id, page, page_label, kind, main_entity, main_entity_type, locator, ocr, text, "
    "nested"
)


def document_rows(cursor: Cursor) -> list[DocumentRow]:
    """All documents, by id, without text."""
    rows = cursor.rows(
        """
        SELECT doc_id, name, title, media_type, kind, content_sha256, original, characters, pages,
            fingerprint, report
        FROM documents
        ORDER BY doc_id
        """
    )
    reports = decode_all(DocumentReport, [row[-1] for row in rows])
    return [
        DocumentRow(
            doc_id=row[0],
            name=row[1],
            title=row[2],
            media_type=row[3],
            kind=row[4],
            version=row[5][:8],
            content_sha256=row[5],
            original=row[6],
            characters=row[7],
            pages=row[8],
            report=report,
            fingerprint=row[9],
        )
        for row, report in zip(rows, reports, strict=True)
    ]


def latest_reports(cursor: Cursor) -> list[DocumentReport]:
    """The latest report of every file, by id."""
    rows = cursor.rows("SELECT report FROM reports ORDER BY doc_id")
    return decode_all(DocumentReport, [report for (report,) in rows])


def document(cursor: Cursor, doc_id: str) -> Document | None:
    """A document with text and structure."""
    row = cursor.row(
        """
        SELECT name, title, media_type, content_sha256, reader_version, text, structure
        FROM documents
        WHERE doc_id = ?
        """,
        [doc_id],
    )
    if row is None:
        return None
    structure = decode(DocumentStructure, row[6])
    return Document(
        doc_id=doc_id,
        name=row[0],
        title=row[1],
        media_type=row[2],
        content_sha256=row[3],
        reader_version=row[4],
        text=row[5],
        blocks=structure.blocks,
        pages=structure.pages,
        marks=structure.marks,
        facts=structure.facts,
        warnings=structure.warnings,
    )


def passages(cursor: Cursor, doc_id: str | None, limit: int | None, offset: int) -> list[Passage]:
    """Passages in order of document and position."""
    rows = cursor.rows(
        f"""
        SELECT {_PASSAGE_COLUMNS}
        FROM passages
        WHERE ? IS NULL OR doc_id = ?
        ORDER BY doc_id, start, psg_id
        LIMIT ?
        OFFSET ?
        """,
        [doc_id, doc_id, limit, offset],
    )
    return _passages(rows)


def passages_by_id(cursor: Cursor, psg_ids: Sequence[str]) -> Mapping[str, Passage]:
    """The passages that exist among ``psg_ids``."""
    rows = cursor.rows(
        f"""
        SELECT {_PASSAGE_COLUMNS}
        FROM passages
        WHERE psg_id IN (SELECT unnest(?::VARCHAR[]))
        ORDER BY doc_id, start, psg_id
        """,
        [list(psg_ids)],
    )
    return {passage.psg_id: passage for passage in _passages(rows)}


def _passages(rows: Sequence[tuple[Any, ...]]) -> list[Passage]:
    nested = decode_all(PassageNested, [row[-1] for row in rows])
    return [
        Passage(
            psg_id=row[0],
            doc_id=row[1],
            spans=inner.spans,
            kind=PassageKind(row[4]),
            text=row[9],
            main_entity=row[5],
            main_entity_type=row[6],
            context=inner.context,
            page=row[2],
            page_label=row[3],
            locator=row[7],
            ocr=row[8],
        )
        for row, inner in zip(rows, nested, strict=True)
    ]


def records(
    cursor: Cursor, doc_id: str | None, psg_ids: Sequence[str] | None
) -> list[EntityRecord]:
    """Records in order of document, passage and place in the reading."""
    chosen = None if psg_ids is None else list(psg_ids)
    rows = cursor.rows(
        """
        SELECT r.record_id, p.psg_id, r.entity, r.type, r.nested
        FROM records r
        JOIN passages p
            ON p.passage_no = r.passage_no
        WHERE ($doc_id IS NULL OR r.doc_id = $doc_id)
            AND ($chosen IS NULL OR p.psg_id IN (SELECT unnest($chosen::VARCHAR[])))
        ORDER BY p.doc_id, p.start, p.psg_id, r.place
        """,
        {"doc_id": doc_id, "chosen": chosen},
    )
    nested = decode_all(RecordNested, [row[-1] for row in rows])
    return [
        EntityRecord(
            record_id=row[0],
            psg_id=row[1],
            entity=row[2],
            type=row[3],
            mentions=inner.mentions,
            fields=inner.fields,
        )
        for row, inner in zip(rows, nested, strict=True)
    ]


def rejected_fields(cursor: Cursor, doc_id: str | None) -> list[RejectedField]:
    """Fields that were not indexed, by document, in the order of the reading."""
    rows = cursor.rows(
        """
        SELECT psg_id, entity, category, name, value, reason
        FROM rejected_fields
        WHERE ? IS NULL OR doc_id = ?
        ORDER BY doc_id, place
        """,
        [doc_id, doc_id],
    )
    return [
        RejectedField(psg_id, entity, Category(category), name, value, reason)
        for psg_id, entity, category, name, value, reason in rows
    ]
