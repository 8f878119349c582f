"""The inverted list from words to strings."""

from __future__ import annotations

import pytest

from ensi_core.query import tokens
from ensi_core.query.tokens import token_index

NAMES = ["Orion Minerals", "Basalt Holdings", "the Orion bank of Delft", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Orion", [1.0, 0.0, 1.0, 0.0], id="one word"),
        pytest.param("ORION mineral", [1.0, 0.0, 0.5, 0.0], id="stems and case"),
        pytest.param("Orion Orion bank holding", [1 / 3, 1 / 3, 2 / 3, 0.0], id="each word once"),
        pytest.param("the of", [0.0] * 4, id="stop words only"),
        pytest.param("Zinc", [0.0] * 4, id="unknown"),
    ],
)
def test_shares(text: str, expected: list[float]) -> None:
    assert token_index(NAMES).shares(text).tolist() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("bank of Orion", [0, 2], id="any shared word"),
        pytest.param("holdings", [1], id="one"),
        pytest.param("zinc", [], id="none"),
        pytest.param("", [], id="empty"),
    ],
)
def test_candidates(text: str, expected: list[int]) -> None:
    assert token_index(NAMES).candidates(text).tolist() == expected


def test_words_that_are_everywhere_find_no_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_STRINGS", 1)
    assert token_index(NAMES).candidates("Orion bank").tolist() == [2]


def test_an_index_of_nothing() -> None:
    index = token_index([])
    assert index.shares("Orion").tolist() == []
    assert index.candidates("Orion").tolist() == []
