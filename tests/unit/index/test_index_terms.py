"""Lexical terms of texts and passages."""

from __future__ import annotations

import pytest

from ensi_core.index.terms import passage_terms
from ensi_core.types import ContextItem, ContextName, Passage, PassageKind, Span
from ensi_core.words import stem, terms, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("Net Sales, 2024", ["net", "sales", "2024"], id="case and comma"),
        pytest.param("$1,234,567.8 and 12,34", ["1234567.8", "and", "12", "34"], id="thousands"),
        pytest.param("the U.S. can't", ["the", "u.s", "can't"], id="inner signs"),
        pytest.param("Müller-Łódź", ["muller", "łodz"], id="accents and other letters"),
        pytest.param("Δελτα 東京", ["δελτα", "東京"], id="other scripts"),
        pytest.param("§ 4.2(b)", ["4.2", "b"], id="section number"),
        pytest.param("snake_case", ["snake", "case"], id="underscore parts words"),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("obligations", "oblig"),
        ("company's", "compani"),
        ("filed", "file"),
        ("10-ks", "10-ks"),
        ("4th", "4th"),
    ],
)
def test_stem(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_terms_are_stemmed_content_words_in_order() -> None:
    text = "The Lenders shall not have been paying 1,500 of their fees."
    assert terms(text) == ["lender", "shall", "pay", "1500", "fee"]


def test_passage_terms_count_the_text_and_mark_the_context() -> None:
    passage = Passage(
        psg_id="d@v#0-9",
        doc_id="d",
        spans=(Span(0, 9),),
        kind=PassageKind.PROSE,
        text="Fees due: fees and costs",
        main_entity="Lender",
        main_entity_type="organization",
        context=(
            ContextItem(ContextName.TITLE, "Fee letter of the fee agent"),
            ContextItem(ContextName.HEADING, "Costs"),
            ContextItem(ContextName.CAPTION, "Costs"),
        ),
    )
    assert passage_terms(passage) == {
        "fee": 2, "due": 1, "cost": 1, "@fee": 1, "@letter": 1, "@agent": 1, "@cost": 1,
    }  # fmt: skip
