"""The baselines: fixed-size chunks, dense, lexical and both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from ensi_core.embedding.base import Vectors
from ensi_core.evaluation.systems import Retrieved, chunk_index, chunk_spans
from ensi_core.types import Span


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        pytest.param(0, [Span(0, 0)], id="empty"),
        pytest.param(1, [Span(0, 1)], id="one character"),
        pytest.param(1_000, [Span(0, 1_000)], id="exactly one"),
        pytest.param(1_001, [Span(0, 1_000), Span(850, 1_001)], id="one more"),
        pytest.param(1_850, [Span(0, 1_000), Span(850, 1_850)], id="exactly two"),
        pytest.param(2_000, [Span(0, 1_000), Span(850, 1_850), Span(1_700, 2_000)], id="three"),
    ],
)
def test_chunk_spans(length: int, expected: list[Span]) -> None:
    assert chunk_spans(length) == expected


TEXTS = {"b": "tide tables", "a": "lease rent rent", "c": "rent ledger"}
DIRECTIONS = {
    "lease rent rent": (0.6, 0.8),
    "tide tables": (1.0, 0.0),
    "rent ledger": (0.0, 1.0),
    "rent?": (1.0, 0.0),
}


def encode(texts: Sequence[str]) -> Vectors:
    return np.array([DIRECTIONS[text] for text in texts], dtype=np.float32)


def whole(doc_id: str) -> Retrieved:
    return Retrieved(doc_id, (Span(0, len(TEXTS[doc_id])),), TEXTS[doc_id])


@pytest.mark.parametrize(
    ("mode", "doc_ids", "expected"),
    [
        pytest.param("flat", (), ["b", "a"], id="dense: nearest first, the farthest not at all"),
        pytest.param("bm25", (), ["a", "c"], id="lexical: only chunks with the word"),
        pytest.param("hybrid", (), ["a", "b", "c"], id="both"),
        pytest.param("hybrid", ("c", "b"), ["b", "c"], id="within two documents"),
        pytest.param("bm25", ("b",), [], id="nothing there"),
    ],
)
def test_search(mode: str, doc_ids: tuple[str, ...], expected: list[str]) -> None:
    chunks = chunk_index(TEXTS, encode, encode)
    assert chunks.search(mode, "rent?", doc_ids) == tuple(whole(doc_id) for doc_id in expected)
