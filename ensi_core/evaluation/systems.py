"""The systems that are measured; all share one embedder and one reading of the documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ensi_core.embedding.base import Vectors
from ensi_core.query.lexical import lexical_index
from ensi_core.query.signals import Scores, scaled, top_rows
from ensi_core.stores.base import TermTable
from ensi_core.types import Answer, Span
from ensi_core.words import terms

CHUNK_CHARACTERS = 1_000
CHUNK_OVERLAP = 150
RETRIEVED = 120
"""How many passages a system returns: enough to fill 8,000 characters with table rows."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A returned unit: its spans in the document's canonical text, and its text."""

    doc_id: str
    spans: tuple[Span, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Output:
    """What a system gives for a question; ``answer`` only where it answers."""

    retrieved: tuple[Retrieved, ...]
    seconds: float
    answer: Answer | None = None


System = Callable[[str, Sequence[str]], Output]
"""Question and the documents it is restricted to (empty: all) → output."""


@dataclass(frozen=True, slots=True)
class ChunkIndex:
    """Fixed-size chunks of all documents with their vectors and BM25 index."""

    chunks: tuple[Retrieved, ...]
    vectors: Vectors
    lexical: Callable[[Sequence[str]], Scores]
    encode: Callable[[Sequence[str]], Vectors]

    def search(self, mode: str, question: str, doc_ids: Sequence[str]) -> tuple[Retrieved, ...]:
        """The best chunks by ``flat`` (dense), ``bm25`` or ``hybrid`` (dense + 0.5 BM25)."""
        dense = np.zeros(len(self.chunks))
        lexical = np.zeros(len(self.chunks))
        if mode != "bm25":
            cosine = np.asarray(self.vectors @ self.encode([question])[0], dtype=np.float64)
            dense = scaled(cosine)
        if mode != "flat":
            lexical = scaled(self.lexical(terms(question)))
        total = dense + lexical if mode == "bm25" else dense + 0.5 * lexical
        if doc_ids:
            wanted = set(doc_ids)
            total = total * np.array([float(chunk.doc_id in wanted) for chunk in self.chunks])
        return tuple(self.chunks[row] for row in top_rows(total, RETRIEVED).tolist())


def chunk_index(
    texts: Mapping[str, str],
    encode_documents: Callable[[Sequence[str]], Vectors],
    encode: Callable[[Sequence[str]], Vectors],
) -> ChunkIndex:
    """Cut every document into overlapping fixed-size chunks and index them."""
    chunks = tuple(
        Retrieved(doc_id, (span,), text[span.start : span.end])
        for doc_id, text in sorted(texts.items())
        for span in chunk_spans(len(text))
    )
    vectors = encode_documents([chunk.text for chunk in chunks])
    return ChunkIndex(
        chunks, vectors, lexical_index(_term_table(chunks), len(chunks)).scores, encode
    )


def chunk_spans(length: int) -> list[Span]:
    """Windows of ``CHUNK_CHARACTERS`` that overlap by ``CHUNK_OVERLAP``."""
    step = CHUNK_CHARACTERS - CHUNK_OVERLAP
    starts = range(0, max(length - CHUNK_OVERLAP, 1), step)
    return [Span(start, min(start + CHUNK_CHARACTERS, length)) for start in starts]


def _term_table(chunks: Sequence[Retrieved]) -> TermTable:
    rows: dict[str, int] = {}
    term_rows, chunk_rows, counts = [], [], []
    for number, chunk in enumerate(chunks):
        for term, count in Counter(terms(chunk.text)).items():
            term_rows.append(rows.setdefault(term, len(rows)))
            chunk_rows.append(number)
            counts.append(count)
    return TermTable(
        tuple(rows),
        np.array(term_rows, dtype=np.int64),
        np.array(chunk_rows, dtype=np.int64),
        np.array(counts, dtype=np.int64),
    )
