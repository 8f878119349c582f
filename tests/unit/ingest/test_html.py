from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensi_core.errors import IngestError
from ensi_core.ingest import read_bytes
from ensi_core.text import slice_spans
from ensi_core.types import BlockKind, Document
from tests.contract.test_readers import assert_invariants, read_or_refusal
from tests.unit.ingest.building import grid, header_rows, headings, marks, tables, texts


def read(html: str, name: str = "page.html") -> Document:
    return read_bytes("d", name, f"<html><body>{html}</body></html>".encode())


def test_paragraphs_spaces_and_entities() -> None:
    document = read("<p>One&nbsp;two\n  three&shy;four</p><div>A &amp; B<br>C</div>")
    assert texts(document) == ["One two threefour", "A & B C"]
    assert document.text == "One two threefour\n\nA & B C"


def test_two_line_breaks_part_paragraphs() -> None:
    assert texts(read("first<br><br>second<br/>third")) == ["first", "second third"]


def test_headings_by_tag_keep_their_levels() -> None:
    document = read("<h1>Report</h1><p>Text here.</p><h3>Part</h3><p>More text.</p>")
    assert headings(document) == [(1, "Report"), (3, "Part")]


def test_headings_of_filings_by_look_and_number() -> None:
    bold = '<div><span style="font-weight:700">{}</span></div>'
    prose = "<p>Plain prose follows here, with more than a few words in it.</p>"
    document = read(
        bold.format("PART II")
        + bold.format("Item 7. Management’s Discussion and Analysis")
        + bold.format("Overview")
        + prose
        + bold.format("Liquidity")
        + prose
        + bold.format("Item 8. Financial Statements")
        + prose
    )
    assert headings(document) == [
        (1, "PART II"),
        (2, "Item 7. Management’s Discussion and Analysis"),
        (3, "Overview"),
        (3, "Liquidity"),
        (2, "Item 8. Financial Statements"),
    ]
    labels = [b.label for b in document.blocks if b.kind is BlockKind.HEADING]
    assert labels == ["PART II", "Item 7", None, None, "Item 8"]


def test_a_sentence_about_an_item_is_no_heading() -> None:
    document = read("<p>Item 7 of this report says more.</p><p>Section 4 applies to both.</p>")
    assert headings(document) == []
    assert [block.label for block in document.blocks] == [None, None]


def test_ordered_lists_show_their_numbers_and_depth() -> None:
    document = read('<ol type="a" start="2"><li>two<ul><li>deep</li></ul></li><li>three</li></ol>')
    assert texts(document) == ["b. two", "deep", "c. three"]
    assert [(b.level, b.label) for b in document.blocks] == [(1, "b."), (2, None), (1, "c.")]


BALANCE = """
<p><b>Consolidated Balance Sheets</b></p><p>(in millions, except per share data)</p>
<table>
<tr><td></td><td colspan="3">December 31,</td><td colspan="3"></td></tr>
<tr><td></td><td colspan="3">2024</td><td colspan="3">2023</td></tr>
<tr><td>Assets:</td><td></td><td></td><td></td><td></td><td></td><td></td></tr>
<tr><td>Cash</td><td>$</td><td>1,234</td><td></td><td>$</td><td>987</td><td></td></tr>
<tr><td>Loss</td><td></td><td>(12</td><td>)</td><td></td><td>—</td><td></td></tr>
<tr><td>Rate</td><td></td><td>4.5</td><td>%</td><td></td><td>(3.1</td><td>)%</td></tr>
</table>"""


def test_a_filing_table_joins_signs_and_compacts_columns() -> None:
    document = read(BALANCE)
    assert grid(document) == [
        ["", "December 31,", ""],
        ["", "2024", "2023"],
        ["Assets:", "", ""],
        ["Cash", "$1,234", "$987"],
        ["Loss", "(12)", "—"],
        ["Rate", "4.5%", "(3.1)%"],
    ]
    assert header_rows(document) == [True, True, False, False, False, False]


def test_caption_and_unit_stand_before_the_table() -> None:
    document = read(BALANCE)
    table = tables(document)[0].table
    assert table is not None
    assert slice_spans(document.text, table.caption) == "Consolidated Balance Sheets"
    assert slice_spans(document.text, table.unit) == "(in millions, except per share data)"


def test_rows_are_lines_with_tabs() -> None:
    document = read(BALANCE)
    assert "\nCash\t$1,234\t$987\nLoss\t(12)\t—\n" in document.text


def test_row_and_column_spans() -> None:
    document = read(
        "<table><tr><th rowspan=2>Port</th><th colspan=2>Ships</th></tr>"
        "<tr><th>In</th><th>Out</th></tr><tr><td>Oban</td><td>3</td><td>4</td></tr></table>"
    )
    table = tables(document)[0].table
    assert table is not None
    assert [(c.column, c.row_span, c.column_span) for c in table.rows[0].cells] == [
        (0, 2, 1),
        (1, 1, 2),
    ]
    assert grid(document)[1] == ["", "In", "Out"]
    assert header_rows(document) == [True, True, False]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<table><tr><td>Only one column</td></tr></table>", ["Only one column"]),
        (
            "<table><tr><td>•</td><td>A first point of some length</td></tr>"
            "<tr><td>•</td><td>A second point of some length</td></tr></table>",
            ["• A first point of some length", "• A second point of some length"],
        ),
        (
            "<table><tr><td></td><td>(1)</td><td>Includes the terminal at Oban.</td></tr></table>",
            ["(1) Includes the terminal at Oban."],
        ),
        ("<table><tr><td>Item 2.</td><td>Properties</td></tr></table>", ["Item 2. Properties"]),
        (
            "<table><tr><td><table><tr><td>a</td><td>b 1</td></tr><tr><td>c</td><td>2</td></tr>"
            "</table></td></tr></table>",
            ["a\tb 1\nc\t2"],
        ),
    ],
    ids=["one column", "bullets", "note", "heading", "nested"],
)
def test_layout_tables_are_read_as_text(html: str, expected: list[str]) -> None:
    assert texts(read(html)) == expected


def test_hidden_text_is_marked_and_in_no_block() -> None:
    document = read(
        '<p>Seen <span style="display:none">unseen</span> text</p><div hidden>gone</div>'
        "<ix:header><ix:hidden>fact</ix:hidden></ix:header>"
        '<table><tr><td>Port</td><td>1</td></tr><tr style="display:none"><td>x</td><td>2</td></tr>'
        "<tr><td>Quay</td><td>3</td></tr></table>"
    )
    assert texts(document) == ["Seen text", "Port\t1\nQuay\t3"]
    assert marks(document) == [
        ("hidden", "unseen"),
        ("hidden", "gone"),
        ("hidden", "fact"),
        ("hidden", "x2"),
    ]


def test_scripts_are_no_text_and_navigation_is_marked() -> None:
    document = read(
        "<script>evil()</script><style>p{}</style><nav>Home <a>About</a></nav><p>Body.</p>"
    )
    assert texts(document) == ["Body."]
    assert marks(document) == [("navigation", "Home About")]


def _paged(pages: int) -> str:
    body = ""
    for number in range(1, pages + 1):
        letter = chr(96 + number)
        body += f"<p>Alpha text of page {letter} stops in the midst"
        body += f"</p><p>Acme Inc. | Annual Report | {number + 4}</p>"
        body += f'<hr style="page-break-after:always"/><p>of it, as {letter * 3} shows.</p>'
    return body


def test_pages_running_footers_and_paragraphs_over_pages() -> None:
    document = read(_paged(4))
    assert [page.label for page in document.pages] == ["5", "6", "7", "8", None]
    assert [kind for kind, _ in marks(document)] == ["running_footer"] * 4
    assert texts(document)[0] == "Alpha text of page a stops in the midst || of it, as aaa shows."
    assert len(document.blocks[0].spans) == 2


def test_text_after_the_end_of_the_page_is_kept() -> None:
    document = read_bytes("d", "x.html", b"<html><head></head></html><div><p>After all.</p></div>")
    assert texts(document) == ["After all."]


def test_preformatted_text_is_read_as_text() -> None:
    document = read(
        "<pre>Port        Ships     Tons\nOban            3     1,200\n"
        "Ayr             4       900\nTroon           5       800</pre>"
    )
    assert grid(document)[1] == ["Oban", "3", "1,200"]


def test_deep_nesting_is_read_or_refused() -> None:
    document = read("<div>" * 900 + "<p>deep</p>" + "</div>" * 900)
    assert texts(document) == ["deep"]
    with pytest.raises(IngestError, match="nested") as raised:
        read("<div>" * 9000 + "<p>deep</p>" + "</div>" * 9000)
    assert raised.value.code == "corrupt"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"<p>caf\xe9 \x93x\x94</p>", "café “x”"),
        ("<p>café</p>".encode("utf-16"), "café"),
        ('<meta charset="shift_jis"><p>港</p>'.encode("shift_jis"), "港"),
        ("<p>café</p>".encode(), "café"),
    ],
    ids=["cp1252", "utf-16", "declared", "utf-8"],
)
def test_encodings(content: bytes, expected: str) -> None:
    assert texts(read_bytes("d", "x.html", content)) == [expected]


FILING = (
    "<p><b>UNITED STATES</b></p><p><b>FORM 10-K</b></p>"
    "<p>For the fiscal year ended June 30, 2024</p><p><b>Halvard Shipping Inc.</b></p>"
    "<p>(Exact name of registrant as specified in its charter)</p>"
)


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Harbour Report</title><p>x y</p>", "Harbour Report"),
        ("<title>report_v2.htm</title><h1>Harbour dues</h1>", "Harbour dues"),
        (FILING, "Halvard Shipping Inc. Form 10-K for the period ended June 30, 2024"),
        ("<p>Nothing that heads anything.</p>", "page.html"),
    ],
    ids=["stated", "file name", "filing", "none"],
)
def test_titles(html: str, title: str) -> None:
    assert read(html).title == title


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "<p>",
                "</p>",
                "<b>",
                "</b>",
                "<table>",
                "<tr>",
                "<td>",
                "</td>",
                "</table>",
                "<td>12",
                "$",
                ")",
                "(in-millions)",
                "<br>",
                "<ul>",
                "<li>",
                "</ul>",
                "<div-hidden>",
                "</div>",
                "<h2>",
                "</h2>",
                "<th>",
                "text,",
                "Item-7.",
                "&nbsp;",
                "•",
                "<pre>",
                "</pre>",
            ]
        ),
        max_size=40,
    )
)
def test_any_markup_keeps_the_promises(parts: list[str]) -> None:
    html = " ".join(part.replace("-", " ") for part in parts)
    document = read_or_refusal("x.html", f"<html>{html}</html>".encode())
    if isinstance(document, IngestError):
        assert document.code == "empty"
    else:
        assert_invariants(document)
