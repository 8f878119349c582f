"""BM25 over passages, with carried context as a field of lower weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from ensi_core.index.terms import CONTEXT_MARK
from ensi_core.stores.base import TermTable

SATURATION = 1.2
LENGTH_WEIGHT = 0.75
CONTEXT_WEIGHT = 0.35
"""Share of a context hit against a text hit: enough to prefer the right document, not to drown."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LexicalIndex:
    """BM25 weights as a sparse matrix, one row a term, one column a passage."""

    rows: dict[str, int]
    weights: csr_matrix
    rarity: Scores
    passages: int

    def scores(self, terms: Sequence[str]) -> Scores:
        """BM25 score of every passage, shape ``(passages,)``; 0 where no term occurs."""
        counts = Counter(self._rows_of(terms))
        if not counts:
            return np.zeros(self.passages)
        query = csr_matrix(
            (list(counts.values()), ([0] * len(counts), list(counts))),
            shape=(1, self.weights.shape[0]),
            dtype=np.float64,
        )
        return np.asarray((query @ self.weights).todense()).ravel()

    def term_rarity(self, term: str) -> float:
        """Inverse document frequency of a term; that of the rarest term when it never occurs."""
        row = self.rows.get(term)
        if row is None:
            return float(np.log1p(2.0 * (self.passages + 1)))
        return float(self.rarity[row])

    def _rows_of(self, terms: Iterable[str]) -> Iterable[int]:
        for term in terms:
            for form in (term, CONTEXT_MARK + term):
                row = self.rows.get(form)
                if row is not None:
                    yield row


def lexical_index(table: TermTable, passages: int) -> LexicalIndex:
    """BM25 weights (Robertson and Zaragoza 2009; idf with +1 inside the logarithm)."""
    term_rows, passage_rows = table.term_rows, table.passage_rows
    counts = table.counts.astype(np.float64)
    is_context = np.array([term.startswith(CONTEXT_MARK) for term in table.terms], dtype=bool)
    in_context = is_context[term_rows]
    lengths = np.bincount(
        passage_rows[~in_context], weights=counts[~in_context], minlength=passages
    )
    average = max(float(lengths.mean()), 1.0) if passages else 1.0
    frequency = np.bincount(term_rows, minlength=len(table.terms))
    rarity = np.log1p((passages - frequency + 0.5) / (frequency + 0.5))
    norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * lengths / average)
    saturated = counts * (SATURATION + 1) / (counts + norm[passage_rows])
    saturated[in_context] = CONTEXT_WEIGHT
    weights = csr_matrix(
        (saturated * rarity[term_rows], (term_rows, passage_rows)),
        shape=(len(table.terms), passages),
    )
    rows = {term: row for row, term in enumerate(table.terms)}
    return LexicalIndex(rows, weights, rarity, passages)
