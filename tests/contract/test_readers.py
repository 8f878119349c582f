"""What every reader promises of every document it gives."""

from __future__ import annotations

import random
from itertools import pairwise

import docx
import pytest

from ensi_core.errors import IngestError
from ensi_core.ingest import read_bytes, read_text_document
from ensi_core.text import slice_spans
from ensi_core.types import Document, Span
from tests.unit.ingest.building import Pdf, grid, headings, saved, tables, texts, word

SENTENCE = "The vessel was inspected twice and found fit for another ten years of service."

MARKDOWN = f"""# Harbour Report

{SENTENCE}

- first berth
- second berth

| Berth | Tons |
|---|---|
| North | 1,200 |
| South | (340) |
"""

HTML = f"""<html><head><title>Harbour Report</title></head><body>
<nav><a href="#">Home</a></nav>
<h1>Harbour Report</h1><p>{SENTENCE}</p><p style="display:none">secret</p>
<ul><li>first berth</li><li>second berth</li></ul>
<table><tr><td></td><td>Tons</td></tr><tr><td>North</td><td>1,200</td></tr>
<tr><td>South</td><td>(340</td><td>)</td></tr></table></body></html>"""

TEXT = f"""HARBOUR REPORT

{SENTENCE}

Berth          Tons       Ships
North          1,200         12
South          (340)          7
West           2,500         31
\fHARBOUR REPORT

{SENTENCE}
"""


def _pdf() -> bytes:
    pdf = Pdf().write(72, 80, "Harbour Report", 18, bold=True).write(72, 110, SENTENCE)
    for n, (label, tons) in enumerate([("North", "1,200"), ("South", "(340)"), ("West", "2,500")]):
        pdf.write(72, 150 + 14 * n, label).right(300, 150 + 14 * n, tons)
    return pdf.page().write(72, 80, SENTENCE).done()


def _docx() -> bytes:
    document = docx.Document()
    document.add_heading("Harbour Report", 1)
    document.add_paragraph(SENTENCE)
    table = document.add_table(3, 2)
    for row, cells in enumerate([("", "Tons"), ("North", "1,200"), ("South", "(340)")]):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    return saved(document)


FILES = {
    "html": HTML.encode(),
    "markdown": MARKDOWN.encode(),
    "text": TEXT.encode(),
    "pdf": _pdf(),
    "docx": _docx(),
}


def _read(kind: str) -> Document:
    if kind == "verbatim":
        return read_text_document("harbour", "Harbour Report", TEXT)
    return read_bytes("harbour", f"harbour.{kind}", FILES[kind])


@pytest.fixture(params=[*FILES, "verbatim"])
def document(request: pytest.FixtureRequest) -> Document:
    return _read(request.param)


def assert_invariants(document: Document) -> None:
    """Every character is placed once; tables, pages and marks lie where they say."""
    _assert_places(document)
    _assert_tables(document)
    _assert_pages(document)


def _assert_places(document: Document) -> None:
    spans = sorted(span for block in document.blocks for span in block.spans)
    assert all(0 <= span.start < span.end <= len(document.text) for span in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    starts = [block.spans[0] for block in document.blocks]
    assert starts == sorted(starts)
    placed = bytearray(len(document.text))
    for span in [*spans, *(mark.span for mark in document.marks)]:
        placed[span.start : span.end] = b"\x01" * len(span)
    lost = [c for c, found in zip(document.text, placed, strict=True) if not found]
    assert not "".join(lost).strip()


def _assert_tables(document: Document) -> None:
    for block in document.blocks:
        if block.table is None:
            continue
        for number, row in enumerate(block.table.rows):
            assert row.index == number
            assert all(_inside(span, block.spans) for span in row.spans)
            for cell in row.cells:
                assert cell.row == number
                assert cell.column + cell.column_span <= block.table.columns
                assert number + cell.row_span <= len(block.table.rows)
                assert all(_inside(span, row.spans) for span in cell.spans)


def _assert_pages(document: Document) -> None:
    numbers = [page.number for page in document.pages]
    assert numbers == list(range(1, len(numbers) + 1))
    for page, following in pairwise(document.pages):
        assert page.span.end == following.span.start


def read_or_refusal(name: str, content: bytes) -> Document | IngestError:
    """What became of a file."""
    try:
        return read_bytes("x", name, content)
    except IngestError as error:
        return error


def _inside(span: Span, outer: tuple[Span, ...]) -> bool:
    return any(other.contains(span) for other in outer)


def test_every_character_is_in_one_block_or_mark(document: Document) -> None:
    assert_invariants(document)


def test_the_sentence_is_whole(document: Document) -> None:
    assert SENTENCE in texts(document)


def test_the_heading_is_found(document: Document) -> None:
    assert headings(document)[0][1].casefold() == "harbour report"
    assert headings(document)[0][0] == 1


def test_the_table_has_its_figures_at_their_labels(document: Document) -> None:
    rows = {row[0]: row[1] for row in grid(document)}
    assert rows["North"] == "1,200"
    assert rows["South"] == "(340)"
    assert len(tables(document)) == 1


def test_the_same_bytes_give_the_same_document(document: Document) -> None:
    kind = {"text/html": "html", "text/markdown": "markdown", "application/pdf": "pdf"}.get(
        document.media_type, "docx" if "word" in document.media_type else "text"
    )
    if document.name == "harbour":
        kind = "verbatim"
    assert _read(kind) == document


def test_the_document_carries_its_version(document: Document) -> None:
    assert len(document.content_sha256) == 64
    assert document.version == document.content_sha256[:8]
    assert document.doc_id == "harbour"


@pytest.mark.parametrize("kind", list(FILES))
def test_damaged_files_are_read_or_refused(kind: str) -> None:
    content = FILES[kind]
    generator = random.Random(kind)
    for _ in range(25):
        damaged = bytearray(content[: generator.randrange(1, len(content) + 1)])
        for _ in range(generator.randrange(8)):
            damaged[generator.randrange(len(damaged))] ^= 1 << generator.randrange(8)
        document = read_or_refusal(f"damaged.{kind}", bytes(damaged))
        if isinstance(document, IngestError):
            assert document.code
            assert f"damaged.{kind}" in str(document)
        else:
            assert_invariants(document)


@pytest.mark.parametrize("content", [b"", b" \n\t ", word(""), Pdf().page().done()])
def test_files_without_text_are_refused(content: bytes) -> None:
    with pytest.raises(IngestError) as raised:
        read_bytes("x", "blank", content)
    assert raised.value.code == "empty"


def test_spans_slice_to_what_they_name() -> None:
    document = _read("html")
    table = tables(document)[0].table
    assert table is not None
    assert [slice_spans(document.text, row.spans) for row in table.rows] == [
        "Tons",
        "North\t1,200",
        "South\t(340)",
    ]
