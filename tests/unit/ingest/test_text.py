from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensi_core.errors import IngestError
from ensi_core.ingest import read_bytes, read_text_document
from ensi_core.text import slice_spans
from ensi_core.types import BlockKind, Document
from tests.contract.test_readers import assert_invariants, read_or_refusal
from tests.unit.ingest.building import grid, header_rows, headings, marks, tables, texts


def read(text: str) -> Document:
    return read_bytes("d", "notes.txt", text.encode())


def verbatim(text: str) -> Document:
    return read_text_document("d", "Notes", text)


WRAPPED = """\
The tenant shall keep the premises in good repair and shall not make any struc-
tural change without the written consent of the landlord, which the well-
known agent of the landlord may give on the landlord's behalf at any time of
the year.
The landlord shall insure the building against fire, storm and flood for its
full value.
"""


def test_wrapped_lines_are_joined_and_hyphens_undone() -> None:
    first, second = texts(read(WRAPPED))
    assert "any structural change" in first
    assert "the well-known agent" in first
    assert first.endswith("of the year.")
    assert second == (
        "The landlord shall insure the building against fire, storm and flood for its full value."
    )


def test_verbatim_text_stays_as_it_is() -> None:
    document = verbatim(WRAPPED.replace("\n", "\r\n"))
    assert document.text == WRAPPED
    assert document.title == "Notes"
    assert len(document.blocks) == 2
    first = document.blocks[0].spans[0]
    assert WRAPPED[first.start : first.end].endswith("the year.")


def test_a_document_of_one_line_is_one_paragraph() -> None:
    document = verbatim("  Just one line of text.  ")
    assert texts(document) == ["Just one line of text."]


def test_numbered_headings_and_capitals() -> None:
    prose = "The parties agree on the following terms, which bind them and all who come after them."
    document = read(
        f"SUPPLY AGREEMENT\n\n{prose}\n\nARTICLE II\n\n{prose}\n\nSection 2.1 Delivery of Goods\n\n"
        f"{prose}\n\n(a) {prose}\n\n12. {prose}\n"
    )
    assert [text for _, text in headings(document)] == [
        "SUPPLY AGREEMENT",
        "ARTICLE II",
        "Section 2.1 Delivery of Goods",
    ]
    assert [(b.kind, b.label) for b in document.blocks[-2:]] == [
        (BlockKind.LIST_ITEM, "(a)"),
        (BlockKind.PARAGRAPH, "12."),
    ]


def test_underlined_lines_are_headings() -> None:
    document = read(
        "Findings of the court\n=====================\n\nThe court finds for the owner.\n"
    )
    assert headings(document) == [(1, "Findings of the court")]


def test_contents_entries_are_no_headings() -> None:
    document = read(
        "1. Facts ........ 3\n2. Law ......... 9\n\nThe facts are not in dispute here.\n"
    )
    assert headings(document) == []


def _pages(count: int) -> str:
    return "\f".join(
        f"Smith v. Jones\n\nPage text {chr(97 + n)} that goes on with the sente\n\n- {n + 3} -\n"
        for n in range(count)
    )


@pytest.mark.parametrize("make", [read, verbatim], ids=["rebuilt", "verbatim"])
def test_running_headers_and_page_numbers(make: object) -> None:
    document = make(_pages(4))  # type: ignore[operator]
    assert [page.label for page in document.pages] == ["3", "4", "5", "6"]
    assert [kind for kind, _ in marks(document)] == ["running_header", "page_number"] * 4


@pytest.mark.parametrize("make", [read, verbatim], ids=["rebuilt", "verbatim"])
def test_a_paragraph_over_a_page_has_two_spans(make: object) -> None:
    text = (
        "Top line\n\nThe owner of the barge gave notice to the carrier that the cargo\n\n1\n\f"
        "Top line\n\nhad been damaged before it was landed.\n\n2\n\fTop line\n\nEnd of it.\n\n3\n"
    )
    document = make(text)  # type: ignore[operator]
    assert texts(document)[0] == (
        "The owner of the barge gave notice to the carrier that the cargo || "
        "had been damaged before it was landed."
    )
    assert document.pages[1].span.contains(document.blocks[0].spans[1])


def test_page_numbers_without_page_breaks() -> None:
    body = "Tenant {0} shall pay the rent on the day of each\n\n{1}\n\nmonth {0} as agreed.\n\n"
    document = verbatim("".join(body.format("abcd"[n] * 3, n + 1) for n in range(4)))
    assert [kind for kind, _ in marks(document)] == ["page_number"] * 4
    assert [len(block.spans) for block in document.blocks] == [2, 2, 2, 2]


FLATTENED = """\
The following data are taken from our statements and should be read with them in full.
(in thousands)
Fiscal Years
2017
2016
Operations:
 
Revenue
$
7,301
$
5,854
Shares used to compute
net income
493
498
Net loss
(1,204)
—
"""


@pytest.mark.parametrize("make", [read, verbatim], ids=["rebuilt", "verbatim"])
def test_flattened_tables_are_rows_again(make: object) -> None:
    document = make(FLATTENED)  # type: ignore[operator]
    rows = [["".join(cell.split()) for cell in row] for row in grid(document)]
    assert rows[-3:] == [
        ["Revenue", "$7,301", "$5,854"],
        ["Sharesusedtocomputenetincome", "493", "498"],
        ["Netloss", "(1,204)", "—"],
    ]
    assert ["FiscalYears", "2017", "2016"] in rows
    assert header_rows(document)[rows.index(["FiscalYears", "2017", "2016"])]
    table = tables(document)[0].table
    assert table is not None
    assert slice_spans(document.text, table.unit) == "(in thousands)"


def test_rows_on_one_line_are_a_table() -> None:
    document = verbatim(
        "Net sales by segment for the two years, with the change between them in percent, were:\n"
        "2024 2023\nNorth America $ 1,200 $ 1,100\nEurope 800 790\nAsia 310 (20)\n"
    )
    assert [row[0] for row in grid(document)][-3:] == ["North America", "Europe", "Asia"]


def test_aligned_tables_place_figures_by_position() -> None:
    document = read(
        "Port             2024        2023\nOban            1,200       1,100\n"
        "Ayr               800         790\nTroon                         310\n"
        "Leith              15          16\n"
    )
    assert ["Troon", "", "310"] in grid(document)


def test_prose_with_figures_is_no_table() -> None:
    document = verbatim(
        "In 2019 the fund bought 12 ships. In 2020 it sold 3 of them, and in 2021\n"
        "it bought another 14, among them the Aurora, for a price of 120,000 and 30\n"
        "more in the following year, for which it paid the owner a sum of 240,000\n"
        "in all.\n"
    )
    assert tables(document) == []


def test_a_bullet_alone_on_its_line_belongs_to_the_text_below() -> None:
    document = read("•\nThe first point is made here.\n•\nThe second point is made here.\n")
    assert texts(document) == [
        "• The first point is made here.",
        "• The second point is made here.",
    ]
    assert {block.kind for block in document.blocks} == {BlockKind.LIST_ITEM}


ANY_TEXT = st.text(
    st.sampled_from(list("abcXYZ 019.,$()%—-•\n\n\n\t\f \xa0\u200b\ufb01é")), max_size=400
)


@settings(max_examples=150, deadline=None)
@given(ANY_TEXT)
def test_any_text_keeps_the_promises(text: str) -> None:
    rebuilt = read_or_refusal("notes.txt", text.encode())
    if isinstance(rebuilt, IngestError):
        assert rebuilt.code == "empty"
    else:
        assert_invariants(rebuilt)
    if text.strip():
        assert_invariants(verbatim(text))


@settings(max_examples=100, deadline=None)
@given(ANY_TEXT)
def test_verbatim_text_is_never_changed(text: str) -> None:
    if text.strip():
        assert verbatim(text).text == text
