from __future__ import annotations

import pytest

from ensi_core.ingest import read_bytes, read_text_document
from ensi_core.ingest.locate import Locator, locate_in, locator, page_of
from ensi_core.types import Document, Span
from tests.unit.ingest.building import Pdf


def _at(document: Document, words: str) -> Span:
    start = document.text.index(words)
    return Span(start, start + len(words))


BOLD = "<p><b>{}</b></p>"
FILING = (
    BOLD.format("PART II")
    + BOLD.format("Item 7. Discussion of Results")
    + BOLD.format("Overview")
    + "<p>Sales rose by a third in the year.</p>"
    "<table><tr><td></td><td>2024</td></tr><tr><td>Net sales</td><td>5</td></tr></table>"
    "<table><tr><td></td><td>2024</td></tr><tr><td>Tax</td><td>1</td></tr>"
    "<tr><td>Net income</td><td>4</td></tr></table>"
    + BOLD.format("NOTE 5 - DEBT")
    + "<p>The loan is due in May.</p>"
)
CONTRACT = """ARTICLE IV

COVENANTS

4.2 Liens. The borrower shall not create any lien on its property, except for the following:

(a) liens that existed on the date of this agreement; and

(b) liens for taxes, if

(i) they are not yet due, or

(ii) they are contested in good faith.

(c) liens of carriers.

The exceptions do not add up.

12. The lender may assign its rights.

Nothing else applies to the lender.
"""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Sales rose", "Item 7, Overview"),
        ("Net sales\t5", "Item 7, table 1, row Net sales"),
        ("4", "Item 7, table 2, row Net income"),
        ("The loan", "Note 5"),
    ],
)
def test_places_in_a_filing(words: str, expected: str) -> None:
    document = read_bytes("d", "f.html", f"<html>{FILING}</html>".encode())
    span = _at(document, "Net income\t4" if words == "4" else words)
    if words == "4":
        span = Span(span.end - 1, span.end)
    assert locator(document, span) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("4.2 Liens", "Article IV, § 4.2"),
        ("liens that existed", "Article IV, § 4.2(a)"),
        ("(ii) they", "Article IV, § 4.2(b)(ii)"),
        ("liens of carriers", "Article IV, § 4.2(c)"),
        ("The exceptions do", "Article IV, § 4.2"),
        ("The lender may", "Article IV, ¶ 12"),
    ],
)
def test_places_in_a_contract(words: str, expected: str) -> None:
    document = read_text_document("d", "Loan", CONTRACT)
    assert Locator(document).locate(_at(document, words)) == expected


def test_paragraphs_are_counted_where_nothing_is_printed() -> None:
    document = read_text_document(
        "d", "Letter", "First paragraph here.\n\nSecond paragraph here.\n"
    )
    assert locator(document, _at(document, "Second")) == "¶ 2"
    assert page_of(document, _at(document, "Second")) is None


def test_printed_pages() -> None:
    pages = "\f".join(
        f"Words of page {name} end here.\n\n{n + 7}\n" for n, name in enumerate("abcd")
    )
    document = read_text_document("d", "Report", pages)
    span = _at(document, "page c")
    assert locator(document, span) == "p. 9"
    assert page_of(document, span) == 3
    assert locate_in(document)(span) == (3, "9", "p. 9")


def test_lines_of_a_transcript() -> None:
    pdf = Pdf().title("Deposition of the mate")
    for number in range(1, 26):
        pdf.right(60, 80 + 24 * number, str(number))
        pdf.write(80, 80 + 24 * number, f"Q. Was it the {chr(96 + number)} ship that you saw?")
    document = read_bytes("d", "t.pdf", pdf.done())
    assert locator(document, _at(document, "the l ship")) == "Tr. 1:12"
    span = Span(_at(document, "the l ship").start, _at(document, "the n ship").end)
    assert locator(document, span) == "Tr. 1:12–14"
