"""The index store over one DuckDB file: the truth of a collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ensi_core.embedding.base import ModelStamp, Vectors
from ensi_core.stores import (
    answers,
    reading_documents,
    reading_index,
    stored_vectors,
    writing,
)
from ensi_core.stores.base import (
    Counts,
    DocumentRow,
    IndexedDocument,
    PassageTable,
    PostingTable,
    TermTable,
)
from ensi_core.stores.codec import decode, encode
from ensi_core.stores.database import Database
from ensi_core.types import (
    Answer,
    Document,
    DocumentReport,
    EntityRecord,
    Key,
    Passage,
    PassageDesign,
    RejectedField,
)


class DuckDBIndexStore:
    """``IndexStore`` in the file ``path``, which is created when it is not there.

    Raises CollectionBusy when another process has it open, CollectionDamaged when it is not a
    database of this version or an older one, StoreError when an operation fails.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path)

    def close(self) -> None:
        """Release the file; further calls raise StoreError."""
        self._database.close()

    def recovery_note(self) -> str | None:
        """What was lost and set aside when the file was opened after a crash; None normally."""
        return self._database.recovery_note

    def index_version(self) -> int:
        """Grows by one with every committed change of the index."""
        return int(self._meta("index_version") or 0)

    def counts(self) -> Counts:
        """Totals now."""
        with self._database.reading() as cursor:
            return reading_index.counts(cursor)

    def design(self) -> PassageDesign | None:
        """The stored passage design."""
        stored = self._meta("design")
        return None if stored is None else decode(PassageDesign, stored)

    def save_design(self, design: PassageDesign) -> None:
        """Replace the stored passage design."""
        with self._database.writing() as cursor:
            cursor.run("INSERT OR REPLACE INTO meta VALUES ('design', ?)", [encode(design)])

    def model_stamp(self) -> ModelStamp | None:
        """The model of the stored vectors."""
        with self._database.reading() as cursor:
            return stored_vectors.model_stamp(cursor)

    def set_model_stamp(self, stamp: ModelStamp) -> None:
        """Stamp the collection; forget all vectors when the stamp changes."""
        if self.model_stamp() != stamp:
            with self._database.writing() as cursor:
                stored_vectors.set_model_stamp(cursor, stamp)

    def setting(self, name: str) -> str | None:
        """A free-form setting of the collection."""
        with self._database.reading() as cursor:
            row = cursor.row("SELECT value FROM settings WHERE name = ?", [name])
            return None if row is None else str(row[0])

    def save_setting(self, name: str, value: str) -> None:
        """Store a setting."""
        with self._database.writing() as cursor:
            cursor.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", [name, value])

    def write_documents(self, batch: Sequence[IndexedDocument]) -> None:
        """Add or replace documents: one transaction for the batch, all or nothing."""
        if batch:
            with self._database.writing() as cursor:
                writing.write_batch(cursor, batch)

    def record_refusal(self, report: DocumentReport) -> None:
        """Keep the report of a file that could not be read; an indexed version of it stays."""
        with self._database.writing() as cursor:
            writing.write_reports(cursor, [report])

    def delete_document(self, doc_id: str) -> None:
        """Remove a document and all made from it; answers keep a 'source deleted' stub."""
        with self._database.writing() as cursor:
            cursor.run("DELETE FROM reports WHERE doc_id = ?", [doc_id])
            if writing.remove_rows(cursor, [doc_id]):
                writing.remove_orphans(cursor)
                answers.forget_source(cursor, doc_id)
                writing.count_change(cursor)

    def documents(self) -> Sequence[DocumentRow]:
        """All indexed documents, by id."""
        with self._database.reading() as cursor:
            return reading_documents.document_rows(cursor)

    def reports(self) -> Sequence[DocumentReport]:
        """The latest report of every file, refused ones included, by id."""
        with self._database.reading() as cursor:
            return reading_documents.latest_reports(cursor)

    def document(self, doc_id: str) -> Document | None:
        """A document with text and structure."""
        with self._database.reading() as cursor:
            return reading_documents.document(cursor, doc_id)

    def passages(
        self, doc_id: str | None = None, limit: int | None = None, offset: int = 0
    ) -> Sequence[Passage]:
        """Passages of one document or of all, by document and position."""
        with self._database.reading() as cursor:
            return reading_documents.passages(cursor, doc_id, limit, offset)

    def passages_by_id(self, psg_ids: Sequence[str]) -> Mapping[str, Passage]:
        """The passages that exist among ``psg_ids``."""
        with self._database.reading() as cursor:
            return reading_documents.passages_by_id(cursor, psg_ids)

    def records(
        self, doc_id: str | None = None, psg_ids: Sequence[str] | None = None
    ) -> Sequence[EntityRecord]:
        """Records of a document, of some passages, or all, by passage."""
        with self._database.reading() as cursor:
            return reading_documents.records(cursor, doc_id, psg_ids)

    def rejected(self, doc_id: str | None = None) -> Sequence[RejectedField]:
        """Fields that were not indexed, with the reason."""
        with self._database.reading() as cursor:
            return reading_documents.rejected_fields(cursor, doc_id)

    def keys(self, doc_id: str | None = None) -> Sequence[Key]:
        """Keys that have at least one posting (in ``doc_id``), by key_id.

        A key that documents write differently comes in the form that is used most.
        """
        with self._database.reading() as cursor:
            return reading_index.keys(cursor, doc_id)

    def postings(self, key_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """The passage set of each key that exists, ordered by passage."""
        with self._database.reading() as cursor:
            return reading_index.postings(cursor, key_ids)

    def passage_table(self) -> PassageTable:
        """All passages as columns; ``lengths`` in code points, contexts joined by " | "."""
        with self._database.reading() as cursor:
            return reading_index.passage_table(cursor)

    def posting_table(self) -> PostingTable:
        """All postings, ordered by key row, then passage row."""
        with self._database.reading() as cursor:
            return reading_index.posting_table(cursor)

    def term_table(self) -> TermTable:
        """All lexical postings as columns, terms in order."""
        with self._database.reading() as cursor:
            return reading_index.term_table(cursor)

    def missing_vectors(self, digests: Sequence[str]) -> Sequence[str]:
        """Those digests that have no stored vector, each once, in the order given."""
        with self._database.reading() as cursor:
            return stored_vectors.missing(cursor, digests)

    def write_vectors(self, digests: Sequence[str], vectors: Vectors) -> None:
        """Store vectors by text digest; existing ones are left as they are."""
        if digests:
            with self._database.writing() as cursor:
                stored_vectors.write(cursor, digests, vectors)

    def vectors(self, digests: Sequence[str]) -> Vectors:
        """Stored vectors, one row a digest. Raises StoreError when one is missing."""
        with self._database.reading() as cursor:
            return stored_vectors.read(cursor, digests)

    def prune_vectors(self, kept: Sequence[str]) -> None:
        """Forget the vectors of texts that are not among ``kept``."""
        with self._database.writing() as cursor:
            stored_vectors.prune(cursor, kept)

    def save_answer(self, answer: Answer) -> None:
        """Keep an answer with its whole trace."""
        with self._database.writing() as cursor:
            answers.save(cursor, answer)

    def answers(self, limit: int = 100) -> Sequence[Answer]:
        """Saved answers, newest first."""
        with self._database.reading() as cursor:
            return answers.latest(cursor, limit)

    def answer(self, answer_id: str) -> Answer | None:
        """One saved answer."""
        with self._database.reading() as cursor:
            return answers.one(cursor, answer_id)

    def delete_answer(self, answer_id: str) -> None:
        """Forget a saved answer."""
        with self._database.writing() as cursor:
            answers.delete(cursor, answer_id)

    def _meta(self, name: str) -> str | None:
        with self._database.reading() as cursor:
            row = cursor.row("SELECT value FROM meta WHERE name = ?", [name])
            return None if row is None else str(row[0])
