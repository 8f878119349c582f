"""What one document adds to the index: keys, postings, lexical terms, and texts to embed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ensi_core.index.keys import document_keys
from ensi_core.index.terms import passage_terms
from ensi_core.stores.base import IndexedDocument
from ensi_core.types import (
    Category,
    ContextName,
    Document,
    DocumentReport,
    DocumentStatus,
    Key,
    Passage,
    PassageKind,
    Reading,
)

EMBEDDED_VALUE_CHARACTERS = 120
"""Longer values are sentences: their passage's vector stands for them."""

TABLE_CHARACTERS = 1_000
TABLE_ROWS = 40
"""Of a table, so much is embedded with its head; the model reads about 1,000 characters."""


def indexed_document(
    document: Document, reading: Reading, original: str | None = None, fingerprint: str = ""
) -> IndexedDocument:
    """The rows that a document adds; a pure function of the document and its reading."""
    made = document_keys(document.doc_id, reading.records)
    return IndexedDocument(
        document=document,
        reading=reading,
        keys=made.keys,
        postings=made.postings,
        terms=tuple(passage_terms(passage) for passage in reading.passages),
        report=_report(document, reading),
        original=original,
        fingerprint=fingerprint,
    )


def _report(document: Document, reading: Reading) -> DocumentReport:
    status = DocumentStatus.PARTIAL if document.warnings else DocumentStatus.OK
    return DocumentReport(
        doc_id=document.doc_id,
        name=document.name,
        status=status,
        code="partial" if document.warnings else "ok",
        message=" ".join(document.warnings),
        passages=len(reading.passages),
        records=len(reading.records),
    )


def embedding_text(passage: Passage) -> str:
    """What is embedded for a passage: title and innermost heading, then its text.

    A table row is embedded with its caption, row group and column headers: its cells alone say
    too little.
    """
    row = passage.kind is PassageKind.ROW
    title = passage.context_texts(ContextName.TITLE)[:1]
    heading = passage.context_texts(ContextName.HEADING)[-1:]
    caption = passage.context_texts(ContextName.CAPTION)[:1] if row else ()
    group = passage.context_texts(ContextName.ROW_GROUP) if row else ()
    headers = passage.context_texts(ContextName.HEADER) if row else ()
    lead = " - ".join(dict.fromkeys(title + heading + caption))
    text = " ".join((*group, passage.text))
    return "\n".join(part for part in (lead, text, " ".join(headers)) if part)


def embedding_texts(passages: Sequence[Passage]) -> list[str]:
    """What is embedded for passages in document order.

    The head of a table stands for the whole table: the rows that follow are embedded with it.
    """
    texts = [embedding_text(passage) for passage in passages]
    for i, head in enumerate(passages):
        if head.kind is PassageKind.TABLE_HEAD:
            rows = _rows_after(passages, i)
            texts[i] = "\n".join((texts[i], *(row.text for row in rows)))[:TABLE_CHARACTERS]
    return texts


def _rows_after(passages: Sequence[Passage], head: int) -> list[Passage]:
    doc_id = passages[head].doc_id
    rows: list[Passage] = []
    for passage in passages[head + 1 :]:
        if passage.kind is not PassageKind.ROW or passage.doc_id != doc_id:
            break
        rows.append(passage)
        if len(rows) == TABLE_ROWS:
            break
    return rows


def key_texts(keys: Iterable[Key]) -> Sequence[str]:
    """The distinct strings of keys that are matched by meaning: entities, names, textual values."""
    found: set[str] = set()
    for key in keys:
        found.add(key.entity)
        found.add(key.name)
        textual = key.normalised is None and key.category is not Category.RELATION
        if textual and 0 < len(key.value) <= EMBEDDED_VALUE_CHARACTERS:
            found.add(key.value)
    return sorted(found - {""})
