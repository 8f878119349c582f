"""The seams of storage: the index store holds the truth, the vector store a rebuildable cache."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ensi_core.embedding.base import ModelStamp, Vectors
from ensi_core.types import (
    Answer,
    Document,
    DocumentReport,
    EntityRecord,
    Key,
    Passage,
    PassageDesign,
    Posting,
    Reading,
    RejectedField,
)


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """Everything of one document that is written in one transaction.

    ``terms`` are the lexical postings: per passage, stemmed term → count. ``original`` is the file
    name under ``originals/``, None for documents that came without a file. ``fingerprint`` names
    the reader, engine and design that made it: a document is unchanged when it and the bytes are.
    """

    document: Document
    reading: Reading
    keys: tuple[Key, ...]
    postings: tuple[Posting, ...]
    terms: tuple[Mapping[str, int], ...]
    report: DocumentReport
    original: str | None = None
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document as listed, without its text."""

    doc_id: str
    name: str
    title: str
    media_type: str
    kind: str
    version: str
    content_sha256: str
    original: str | None
    characters: int
    pages: int
    report: DocumentReport
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """Totals of a collection."""

    documents: int
    passages: int
    records: int
    keys: int
    rejected_fields: int


@dataclass(frozen=True, slots=True)
class PassageTable:
    """All passages as columns, ordered by (doc_id, first span start); one row a passage."""

    psg_ids: tuple[str, ...]
    doc_ids: tuple[str, ...]
    kinds: tuple[str, ...]
    main_entities: tuple[str, ...]
    texts: tuple[str, ...]
    contexts: tuple[str, ...]
    lengths: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PostingTable:
    """All postings as columns: rows of ``keys()`` and rows of the passage table."""

    key_rows: NDArray[np.int64]
    passage_rows: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TermTable:
    """Lexical postings as columns; ``term_rows`` index ``terms``, ``passage_rows`` the passages."""

    terms: tuple[str, ...]
    term_rows: NDArray[np.int64]
    passage_rows: NDArray[np.int64]
    counts: NDArray[np.int64]


class IndexStore(Protocol):
    """The truth of one collection. Implementations keep ``tests/contract/test_index_store.py``.

    Reads may be called from many threads; writes from one at a time. Sequences come ordered by id
    (passages by document and position). Raises StoreError for failures of the database.
    """

    def close(self) -> None:
        """Release the file; further calls raise StoreError."""
        ...

    def index_version(self) -> int:
        """Grows by one with every committed change of the index."""
        ...

    def counts(self) -> Counts:
        """Totals now."""
        ...

    def design(self) -> PassageDesign | None:
        """The stored passage design."""
        ...

    def save_design(self, design: PassageDesign) -> None:
        """Replace the stored passage design."""
        ...

    def model_stamp(self) -> ModelStamp | None:
        """The model of the stored vectors."""
        ...

    def set_model_stamp(self, stamp: ModelStamp) -> None:
        """Stamp the collection; forget all vectors when the stamp changes."""
        ...

    def setting(self, name: str) -> str | None:
        """A free-form setting of the collection."""
        ...

    def save_setting(self, name: str, value: str) -> None:
        """Store a setting."""
        ...

    def write_documents(self, batch: Sequence[IndexedDocument]) -> None:
        """Add or replace documents: one transaction for the batch, all or nothing."""
        ...

    def record_refusal(self, report: DocumentReport) -> None:
        """Keep the report of a file that could not be read."""
        ...

    def delete_document(self, doc_id: str) -> None:
        """Remove a document and all made from it; answers keep a 'source deleted' stub."""
        ...

    def documents(self) -> Sequence[DocumentRow]:
        """All indexed documents."""
        ...

    def reports(self) -> Sequence[DocumentReport]:
        """The latest report of every file, refused ones included."""
        ...

    def document(self, doc_id: str) -> Document | None:
        """A document with text and structure."""
        ...

    def passages(
        self, doc_id: str | None = None, limit: int | None = None, offset: int = 0
    ) -> Sequence[Passage]:
        """Passages of one document or of all."""
        ...

    def passages_by_id(self, psg_ids: Sequence[str]) -> Mapping[str, Passage]:
        """The passages that exist among ``psg_ids``."""
        ...

    def records(
        self, doc_id: str | None = None, psg_ids: Sequence[str] | None = None
    ) -> Sequence[EntityRecord]:
        """Records of a document, of some passages, or all."""
        ...

    def rejected(self, doc_id: str | None = None) -> Sequence[RejectedField]:
        """Fields that were not indexed, with the reason."""
        ...

    def keys(self, doc_id: str | None = None) -> Sequence[Key]:
        """Keys that have at least one posting (in ``doc_id``), ordered by key_id."""
        ...

    def postings(self, key_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """The passage set of each key, ordered by passage."""
        ...

    def passage_table(self) -> PassageTable:
        """All passages as columns."""
        ...

    def posting_table(self) -> PostingTable:
        """All postings, ordered by key row, then passage row."""
        ...

    def term_table(self) -> TermTable:
        """All lexical postings as columns."""
        ...

    def missing_vectors(self, digests: Sequence[str]) -> Sequence[str]:
        """Those text digests (SHA-256 hex) that have no stored vector, in the order given."""
        ...

    def write_vectors(self, digests: Sequence[str], vectors: Vectors) -> None:
        """Store vectors by text digest; existing ones are left as they are."""
        ...

    def vectors(self, digests: Sequence[str]) -> Vectors:
        """Stored vectors, one row a digest. Raises StoreError when one is missing."""
        ...

    def prune_vectors(self, kept: Sequence[str]) -> None:
        """Forget the vectors of texts that are not among ``kept`` (after deletions)."""
        ...

    def save_answer(self, answer: Answer) -> None:
        """Keep an answer with its whole trace."""
        ...

    def answers(self, limit: int = 100) -> Sequence[Answer]:
        """Saved answers, newest first."""
        ...

    def answer(self, answer_id: str) -> Answer | None:
        """One saved answer."""
        ...

    def delete_answer(self, answer_id: str) -> None:
        """Forget a saved answer."""
        ...


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A candidate of a vector query, with its cosine similarity as the cache computed it."""

    id: str
    similarity: float


class VectorStore(Protocol):
    """A cache of vectors for candidate lookup. Keeps ``tests/contract/test_vector_store.py``."""

    def close(self) -> None:
        """Release the files."""
        ...

    def upsert(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace vectors."""
        ...

    def delete(self, ids: Sequence[str]) -> None:
        """Remove vectors; unknown ids are ignored."""
        ...

    def count(self) -> int:
        """How many vectors the cache holds."""
        ...

    def ids(self) -> Sequence[str]:
        """All ids, sorted."""
        ...

    def query(self, vector: Vectors, k: int) -> Sequence[Neighbour]:
        """Up to ``k`` nearest ids, most similar first; approximate."""
        ...

    def healthy(self, probe_id: str, probe: Vectors) -> bool:
        """True when a query with a stored vector finds its own id."""
        ...

    def reset(self) -> None:
        """Empty the cache."""
        ...
