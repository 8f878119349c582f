"""A document on screen: every character once, escaped, and marks exactly where they belong."""

import random
from html.parser import HTMLParser

import pytest

from ensi_core.text import slice_spans
from ensi_core.types import (
    Block,
    BlockKind,
    Cell,
    Document,
    Page,
    Passage,
    PassageKind,
    Span,
    Table,
    TableRow,
)
from pages.shared.paper import PASSAGES_SHOWN, Highlights, Paper, found_in, marked, sheet

WORDS = ("rent", "<b>bold</b>", "&amp;", '"Term"', "2024", "naïve", "$ 1,000", "tenant's", "x" * 40)


class Reader(HTMLParser):
    """Collects the text of elements that have a class, and all text outside gutters."""

    def __init__(self, css: str) -> None:
        super().__init__(convert_charrefs=True)
        self.css, self.stack, self.found, self.tags = css, [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.stack.append((tag, dict(attrs).get("class", "").split()))

    def handle_endtag(self, tag):
        while self.stack and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if any(self.css in css for _, css in self.stack):
            self.found.append(data)


def texts(html: str, css: str) -> str:
    reader = Reader(css)
    reader.feed(html)
    return "".join(reader.found)


def document(text: str, blocks: list[Block], pages: tuple[Page, ...] = ()) -> Document:
    return Document("d.txt", "d.txt", "D", "text/plain", "ab" * 32, "1", text, tuple(blocks), pages)


def passage(doc: Document, spans: list[Span], locator: str = "¶ 1") -> Passage:
    name = f"d.txt@{doc.version}#{spans[0].start}-{spans[0].end}"
    kind, body = PassageKind.PROSE, slice_spans(doc.text, spans)
    return Passage(name, "d.txt", tuple(spans), kind, body, "Rent", "term", locator=locator)


def planted(seed: int) -> tuple[Document, list[Passage], list[Span]]:
    """Paragraphs of hostile words, passages that cut them anywhere, and spans to highlight."""
    dice = random.Random(seed)
    text, blocks, passages = "", [], []
    for _ in range(dice.randint(1, 12)):
        start = len(text)
        text += " ".join(dice.choice(WORDS) for _ in range(dice.randint(1, 15)))
        blocks.append(Block(BlockKind.PARAGRAPH, (Span(start, len(text)),)))
        text += "\n\n"
    doc = document(text, blocks)
    for block in blocks:
        start, end = block.spans[0].start, block.spans[0].end
        cut = dice.randint(start, end)
        parts = [Span(start, cut), Span(cut, end)] if dice.random() < 0.5 else [Span(start, end)]
        passages += [passage(doc, [part]) for part in parts if len(part)]
    spans = []
    for _ in range(3):
        block = dice.choice(blocks).spans[0]
        start = dice.randint(block.start, block.end - 1)
        spans.append(Span(start, dice.randint(start + 1, block.end)))
    return doc, passages, spans


@pytest.mark.parametrize("seed", range(40))
def test_all_text_is_shown_once_and_marks_are_exact(seed: int):
    doc, passages, spans = planted(seed)
    html = sheet(Paper(doc, passages, frozenset()), 0, Highlights(quote=(spans[0],)))
    assert texts(html, "body") == "".join(slice_spans(doc.text, b.spans) for b in doc.blocks)
    assert texts(html, "quote") == doc.text[spans[0].start : spans[0].end]
    reader = Reader("x")
    reader.feed(html)
    assert set(reader.tags) <= {"div", "span", "mark"}


def test_the_chosen_passage_is_marked_over_all_its_blocks():
    doc = document(
        "Rent\n\nThe rent is due.\n\nTerm",
        [
            Block(BlockKind.HEADING, (Span(0, 4),), level=1),
            Block(BlockKind.PARAGRAPH, (Span(6, 22),)),
            Block(BlockKind.HEADING, (Span(24, 28),), level=1),
        ],
    )
    first, second = passage(doc, [Span(0, 4), Span(6, 22)]), passage(doc, [Span(24, 28)], "¶ 2")
    html = sheet(
        Paper(doc, [first, second], frozenset({first.psg_id})), 0, Highlights(chosen=first.psg_id)
    )
    assert texts(html, "sel") == "RentThe rent is due."
    assert texts(html, "bare") == "Term"
    assert texts(html, "gutter") == "¶ 1¶ 2"


def table_document(rows: int) -> tuple[Document, list[Passage]]:
    text, lines, passages = "", [], []
    for row in range(rows + 1):
        cells = []
        for column, value in enumerate(
            ("Item", "Amount") if not row else (f"Row {row}", f"{row}0")
        ):
            start = len(text)
            text += value
            cells.append(Cell(row, column, (Span(start, len(text)),), header=row == 0))
            text += "\t" if column == 0 else "\n"
        spans = tuple(span for cell in cells for span in cell.spans)
        lines.append(TableRow(row, spans, tuple(cells), header=row == 0))
    block = Block(BlockKind.TABLE, (Span(0, len(text) - 1),), table=Table(tuple(lines), 2))
    doc = document(text, [block])
    passages = [passage(doc, list(line.spans), f"row {line.index}") for line in lines]
    return doc, passages


def test_a_window_inside_a_table_repeats_the_header_row():
    doc, passages = table_document(200)
    html = sheet(Paper(doc, passages, frozenset()), 90, Highlights())
    assert html.count("<tr") == PASSAGES_SHOWN + 1
    assert '<th>Item</th><th>Amount</th></tr><tr class="bare"' in html
    assert 'class="num">900</td>' in html
    assert "Row 89<" not in html


@pytest.mark.parametrize("first", [0, 1, 59, 60, 61, 140, 200])
def test_windows_hold_the_passages_they_name(first: int):
    doc, passages = table_document(200)
    html = sheet(Paper(doc, passages, frozenset()), first, Highlights())
    shown = {p.psg_id for p in passages if f"psg:{p.psg_id}" in html}
    wanted = {p.psg_id for p in passages[first : first + PASSAGES_SHOWN]}
    assert shown == wanted | {passages[0].psg_id}


def test_page_breaks_name_printed_pages():
    text = "one\n\ntwo\n\nthree"
    blocks = [Block(BlockKind.PARAGRAPH, (s,)) for s in (Span(0, 3), Span(5, 8), Span(10, 15))]
    doc = document(text, blocks, (Page(1, Span(0, 5), "ii"), Page(2, Span(5, 15), "2")))
    html = sheet(Paper(doc, [passage(doc, [Span(0, 15)])], frozenset()), 0, Highlights())
    assert html.count("pagebreak") == 2
    assert "page 1 (ii)" in html
    assert "<span>page 2</span>" in html


@pytest.mark.parametrize(
    ("offset", "position"),
    [
        pytest.param(0, 0, id="first"),
        pytest.param(4, 1, id="gap goes to the next"),
        pytest.param(7, 1, id="inside"),
        pytest.param(99, None, id="past the end"),
    ],
)
def test_passage_at_an_offset(offset: int, position: int | None):
    doc = document("rent\n\nterm", [Block(BlockKind.PARAGRAPH, (Span(0, 4),))])
    paper = Paper(doc, [passage(doc, [Span(0, 4)]), passage(doc, [Span(6, 10)])], frozenset())
    assert paper.passage_at(offset) == position


@pytest.mark.parametrize(
    ("words", "spans"),
    [
        pytest.param("RENT", [(4, 8), (22, 26)], id="any case"),
        pytest.param("the rent", [(0, 8), (18, 26)], id="over a line break"),
        pytest.param("(net)", [(9, 14)], id="not a pattern"),
        pytest.param("  ", [], id="nothing"),
        pytest.param("absent", [], id="absent"),
    ],
)
def test_finding_words(words: str, spans: list[tuple[int, int]]):
    assert found_in("The rent (net) of the\nrent", words) == tuple(Span(*s) for s in spans)


def test_marked_text_is_escaped_and_exact():
    assert marked("a <b> & c", 100, [Span(102, 105), Span(50, 101)], "quote") == (
        '<mark class="quote">a</mark> <mark class="quote">&lt;b&gt;</mark> &amp; c'
    )
