"""Text signals of passages for a query string: dense and lexical, each scaled to [0, 1]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensi_core.embedding.base import Vectors
from ensi_core.query.view import SearchView
from ensi_core.words import terms

Scores = NDArray[np.float64]
Encode = Callable[[Sequence[str]], Vectors]

LEXICAL_SHARE = 0.3
"""Weight of the lexical signal beside the dense one in `TextSignal.hybrid`."""


@dataclass(frozen=True, slots=True)
class TextSignal:
    """``cosine`` is raw similarity; ``dense`` and ``lexical`` are scaled over all passages."""

    cosine: Scores
    dense: Scores
    lexical: Scores

    @property
    def hybrid(self) -> Scores:
        """Dense plus a share of lexical, at most 1 + ``LEXICAL_SHARE``."""
        return self.dense + LEXICAL_SHARE * self.lexical


def text_signals(view: SearchView, texts: Sequence[str], encode: Encode) -> list[TextSignal]:
    """The signals of several query strings; they are embedded in one batch."""
    vectors = encode(texts)
    cosines = np.asarray(view.passage_vectors @ vectors.T, dtype=np.float64)
    return [
        TextSignal(
            cosines[:, column],
            scaled(cosines[:, column]),
            scaled(view.lexical.scores(terms(text))),
        )
        for column, text in enumerate(texts)
    ]


def scaled(values: Scores) -> Scores:
    """Values moved to [0, 1] by their least and greatest; zeros when all are equal."""
    if not len(values):
        return values
    low, high = float(values.min()), float(values.max())
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def top_rows(scores: Scores, count: int) -> NDArray[np.int64]:
    """Rows of the ``count`` greatest positive scores, best first, ties by row."""
    positive = np.flatnonzero(scores > 0)
    order = np.lexsort((positive, -scores[positive]))
    return positive[order[:count]].astype(np.int64)
