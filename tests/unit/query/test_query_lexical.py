"""BM25 with values worked out from its formula."""

from __future__ import annotations

from math import log

import pytest

from ensi_core.query.lexical import CONTEXT_WEIGHT, LENGTH_WEIGHT, SATURATION, lexical_index
from tests.fixtures.views import term_table

PASSAGES = [
    {"rent": 2, "quarri": 1, "@leas": 1},
    {"rent": 1},
    {"tide": 4, "@leas": 1, "@rent": 1},
]
LENGTHS = [3, 1, 4]
INDEX = lexical_index(term_table(PASSAGES), 3)


def rarity(passages_with: int) -> float:
    return log(1 + (3 - passages_with + 0.5) / (passages_with + 0.5))


def bm25(count: int, length: int, passages_with: int) -> float:
    norm = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / (sum(LENGTHS) / 3))
    return rarity(passages_with) * count * (SATURATION + 1) / (count + norm)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param(["tide"], [0.0, 0.0, bm25(4, 4, 1)], id="one word"),
        pytest.param(
            ["rent"],
            [bm25(2, 3, 2), bm25(1, 1, 2), CONTEXT_WEIGHT * rarity(1)],
            id="in the text and in context",
        ),
        pytest.param(
            ["leas"],
            [CONTEXT_WEIGHT * rarity(2), 0.0, CONTEXT_WEIGHT * rarity(2)],
            id="only in context",
        ),
        pytest.param(
            ["quarri", "quarri", "tide"],
            [2 * bm25(1, 3, 1), 0.0, bm25(4, 4, 1)],
            id="a word asked twice counts twice",
        ),
        pytest.param(["unknown"], [0.0, 0.0, 0.0], id="unknown word"),
        pytest.param([], [0.0, 0.0, 0.0], id="nothing asked"),
    ],
)
def test_scores(query: list[str], expected: list[float]) -> None:
    assert INDEX.scores(query).tolist() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        pytest.param("tide", rarity(1), id="rare"),
        pytest.param("rent", rarity(2), id="less rare"),
        pytest.param("unknown", log(1 + 2 * 4), id="never seen"),
    ],
)
def test_term_rarity(term: str, expected: float) -> None:
    assert INDEX.term_rarity(term) == pytest.approx(expected)


def test_an_empty_index_scores_nothing() -> None:
    assert lexical_index(term_table([]), 0).scores(["rent"]).tolist() == []
    assert lexical_index(term_table([{}, {}]), 2).scores(["rent"]).tolist() == [0.0, 0.0]
