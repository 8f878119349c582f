"""Offset-safe text: slices, trimming, folding."""

from __future__ import annotations

import pytest

from ensi_core.text import fold, joined, one_line, slice_spans, trimmed
from ensi_core.types import Span


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        pytest.param([], "", id="none"),
        pytest.param([Span(0, 5)], "Terms", id="one"),
        pytest.param([Span(0, 5), Span(9, 12)], "Terms\nuse", id="two are joined by a newline"),
        pytest.param([Span(9, 12), Span(0, 5)], "use\nTerms", id="the order given is kept"),
    ],
)
def test_slice_spans(spans: list[Span], expected: str) -> None:
    assert slice_spans("Terms of use", spans) == expected


def test_slices_count_code_points() -> None:
    assert slice_spans("𝔸b é€", [Span(0, 2), Span(3, 5)]) == "𝔸b\né€"


def test_joined() -> None:
    assert joined(iter(["one", "two"])) == "one\ntwo"


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        pytest.param("  a b  ", Span(0, 7), Span(2, 5), id="both sides"),
        pytest.param("ab", Span(0, 2), Span(0, 2), id="nothing to trim"),
        pytest.param("a \t\n\u00a0 b", Span(1, 6), Span(6, 6), id="white space only"),
        pytest.param("x y z", Span(1, 4), Span(2, 3), id="never past the span"),
        pytest.param("abc", Span(1, 1), Span(1, 1), id="empty"),
    ],
)
def test_trimmed(text: str, span: Span, expected: Span) -> None:
    assert trimmed(text, span) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", "", id="empty"),
        pytest.param(" a \n\t b\u00a0c ", "a b c", id="runs of white space"),
        pytest.param("a  b", "a b", id="inner"),
    ],
)
def test_one_line(text: str, expected: str) -> None:
    assert one_line(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("  Société  GÉNÉRALE, ", "societe generale", id="accents, case, comma"),
        pytest.param("Straße", "strasse", id="case folding"),
        pytest.param("L\u2019Oréal", "l'oreal", id="curly apostrophe"),
        pytest.param("2019\u20132020", "2019-2020", id="en dash"),
        pytest.param("U.S. v. O'Neil-Smith", "u.s v o'neil-smith", id="inner signs stay"),
        pytest.param("(the \u201cBuyer\u201d)", "the buyer", id="brackets and quotation marks"),
        pytest.param("4.5% of $1,200", "4.5% of $1 200", id="numbers and currency"),
        pytest.param("AT&T Inc.", "at&t inc", id="ampersand"),
        pytest.param("§ 4.2(b)", "§ 4.2 b", id="section sign"),
        pytest.param("ﬁne Ⅳ", "fine iv", id="compatibility forms"),
        pytest.param("Ω 東京", "ω 東京", id="other scripts"),
        pytest.param("--- ...", "", id="signs only"),
    ],
)
def test_fold(text: str, expected: str) -> None:
    assert fold(text) == expected


@pytest.mark.parametrize("text", ["Société Générale", "U.S. v. O'Neil", "4.5% of $1,200", "a_b"])
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
