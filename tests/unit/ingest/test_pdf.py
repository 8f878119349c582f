from __future__ import annotations

import pytest

from ensi_core.errors import IngestError
from ensi_core.ingest import read_bytes
from ensi_core.ingest.reader import ReadLimits
from ensi_core.types import BlockKind, Document
from tests.contract.test_readers import assert_invariants
from tests.unit.ingest.building import (
    Pdf,
    grid,
    header_rows,
    headings,
    marks,
    tables,
    texts,
)

PROSE = [
    "The carrier took over the cargo at the quay of Oban on the third of May and was to",
    "deliver it at Troon within four days, which it did not do because of the storm that",
    "began in the night after the departure of the ship and lasted for a week.",
]


def read(content: bytes) -> Document:
    document = read_bytes("d", "paper.pdf", content)
    assert_invariants(document)
    return document


def test_lines_make_paragraphs_and_hyphens_go() -> None:
    pdf = Pdf().lines(72, 100, PROSE)
    pdf.lines(
        72, 160, ["The owner claims damages for the delay and for the loss of the agree-", "ment."]
    )
    assert texts(read(pdf.done())) == [
        " ".join(PROSE),
        "The owner claims damages for the delay and for the loss of the agreement.",
    ]


def test_headings_by_size_weight_and_number() -> None:
    pdf = Pdf().write(72, 80, "Opinion of the Court", 18, bold=True)
    pdf.write(72, 110, "I. FACTS", bold=True).lines(72, 130, PROSE)
    pdf.write(72, 190, "A. The Voyage", bold=True).lines(72, 210, PROSE)
    pdf.write(72, 270, "II. DISCUSSION", bold=True).lines(72, 290, PROSE)
    assert headings(read(pdf.done())) == [
        (1, "Opinion of the Court"),
        (2, "I. FACTS"),
        (3, "A. The Voyage"),
        (2, "II. DISCUSSION"),
    ]


def test_numbered_paragraphs_and_list_items() -> None:
    pdf = Pdf()
    for number in range(3):
        pdf.write(90, 100 + 60 * number, f"{number + 1}. {PROSE[0][:70]}")
        pdf.write(72, 113 + 60 * number, "and so on to the end of it.")
    pdf.write(90, 300, "(a) the ship; and").write(90, 313, "(b) the cargo.")
    document = read(pdf.done())
    assert [block.label for block in document.blocks] == ["1.", "2.", "3.", "(a)", "(b)"]
    assert [block.kind for block in document.blocks[-2:]] == [BlockKind.LIST_ITEM] * 2


def test_columns_are_read_one_after_the_other() -> None:
    left = [f"left column line {n} of the text goes here and so on" for n in "abcdefgh"]
    right = [f"right column line {n} of the text goes here and" for n in "abcdefgh"]
    left[0], right[-1] = left[0].capitalize(), right[-1].replace("and", "ends.")
    pdf = Pdf().write(
        72, 60, "A title that stands across both of the columns of the page, in full width"
    )
    for number, (a, b) in enumerate(zip(left, right, strict=True)):
        pdf.write(72, 100 + 13 * number, a).write(320, 100 + 13 * number, b)
    document = read(pdf.done())
    assert texts(document)[1:] == [" ".join([*left, *right])]
    assert len(document.blocks[1].spans) == 1


def _paged() -> bytes:
    pdf = Pdf()
    for number in range(4):
        pdf.write(
            72, 40, f"Case 1:20-cv-00123-ABC Document 7 Filed 05/01/20 Page {number + 1} of 4"
        )
        pdf.write(250, 60, "Owner v. Carrier")
        pdf.lines(72, 120, [line.replace("Oban", "Oban" + "xyzw"[number]) for line in PROSE])
        pdf.write(
            72,
            171,
            f"Paragraph {'abcd'[number]} goes on after the end of this very page, where the story",
        )
        pdf.write(300, 760, str(number + 11)).page()
        if number < 3:
            pdf.write(72, 90, f"{'pqr'[number] * 3} is continued without a break.")
    return pdf.done()


def test_furniture_page_labels_and_paragraphs_over_pages() -> None:
    document = read(_paged())
    assert [page.label for page in document.pages] == ["11", "12", "13", "14"]
    assert [kind for kind, _ in marks(document)] == [
        "running_header",
        "running_header",
        "page_number",
    ] * 4
    joined = [block for block in document.blocks if len(block.spans) == 2]
    assert len(joined) == 3
    assert texts(document)[1] == (
        "Paragraph a goes on after the end of this very page, where the story || "
        "ppp is continued without a break."
    )


STATEMENT = [
    ("Net sales", "$ 1,234", "$ 987"),
    ("Cost of sales", "(700)", "(600)"),
    ("Gross margin, before the", None, None),
    ("charges of the year", "534", "387"),
    ("Tax rate", "21.5%", "—"),
]


def test_borderless_tables_by_position() -> None:
    pdf = Pdf().write(72, 80, "Statements of Operations", bold=True).write(72, 95, "(in millions)")
    pdf.right(380, 115, "2024").right(480, 115, "2023")
    for number, (label, first, second) in enumerate(STATEMENT):
        y = 130 + 14 * number
        pdf.write(72, y, label)
        if first and second:
            pdf.right(380, y, first).right(480, y, second)
    pdf.lines(72, 230, PROSE)
    document = read(pdf.done())
    assert grid(document) == [
        ["", "2024", "2023"],
        ["Net sales", "$1,234", "$987"],
        ["Cost of sales", "(700)", "(600)"],
        ["Gross margin, before the charges of the year", "534", "387"],
        ["Tax rate", "21.5%", "—"],
    ]
    assert header_rows(document) == [True, False, False, False, False]
    table = tables(document)[0].table
    assert table is not None
    assert [document.text[s.start : s.end] for s in (*table.caption, *table.unit)] == [
        "Statements of Operations",
        "(in millions)",
    ]
    assert texts(document)[-1] == " ".join(PROSE)


def test_ruled_tables_by_their_lines() -> None:
    pdf = Pdf().ruled([72, 160, 300, 400], [100, 120, 150, 180])
    for x, text in zip((75, 165, 305), ("Vessel", "Found", "Rating"), strict=True):
        pdf.write(x, 114, text, bold=True)
    pdf.write(75, 134, "Aurora").write(165, 134, "fit for ten").write(165, 146, "years").write(
        305, 134, "Good"
    )
    pdf.write(75, 164, "Borealis").write(165, 164, "not seen").write(305, 164, "None")
    document = read(pdf.done())
    assert grid(document) == [
        ["Vessel", "Found", "Rating"],
        ["Aurora", "fit for ten years", "Good"],
        ["Borealis", "not seen", "None"],
    ]
    assert header_rows(document) == [True, False, False]


def test_prose_is_no_table() -> None:
    assert tables(read(Pdf().lines(72, 100, PROSE * 4).done())) == []


def test_line_numbers_are_taken_off_and_kept_as_places() -> None:
    pdf = Pdf()
    for number in range(1, 26):
        pdf.right(60, 80 + 24 * number, str(number))
        pdf.write(
            80, 80 + 24 * number, f"Q. Was word {chr(96 + number)} said by the mate of the ship?"
        )
    document = read(pdf.done())
    assert [mark.note for mark in document.marks] == [str(n) for n in range(1, 26)]
    fifth = document.marks[4].span
    assert len(fifth) == 0
    assert document.text[fifth.start :].startswith("Q. Was word e said")


def test_the_caption_of_a_court_paper_is_read_by_halves() -> None:
    pdf = Pdf()
    left = ["HOLM SHIPPING LLC,", "Plaintiff,", "v.", "OBAN QUAY LTD,", "Defendant."]
    right = ["Case No. 1:20-cv-00123", "COMPLAINT FOR", "DAMAGES", "", "JURY TRIAL DEMANDED"]
    for number, (a, b) in enumerate(zip(left, right, strict=True)):
        y = 100 + 14 * number
        pdf.write(72, y, a).write(300, y, ")").write(320, y, b)
    text = read(pdf.lines(72, 220, PROSE).done()).text
    assert ")" not in text
    assert text.index("Defendant.") < text.index("Case No. 1:20-cv-00123")
    assert "COMPLAINT FOR DAMAGES" in text


def test_footnotes_at_the_bottom_in_small_type() -> None:
    pdf = Pdf().lines(72, 100, PROSE * 2)
    pdf.write(72, 700, "1 The storm is described in the log of the ship.", 8)
    pdf.write(72, 710, "2 See the deposition of the mate.", 8)
    document = read(pdf.done())
    assert [(b.kind, b.label) for b in document.blocks[-2:]] == [
        (BlockKind.FOOTNOTE, "1"),
        (BlockKind.FOOTNOTE, "2"),
    ]


def test_notes_below_a_line_run_over_pages() -> None:
    pdf = Pdf().lines(72, 100, PROSE).rule(72, 600, 144)
    pdf.write(
        72, 620, "1 The log of the ship tells of the storm and of what the mate saw in"
    ).page()
    pdf.lines(72, 100, PROSE).rule(72, 600, 144).write(72, 620, "the night of the third of May.")
    pdf.write(72, 640, "2 See the deposition.")
    document = read(pdf.done())
    notes = [b for b in document.blocks if b.kind is BlockKind.FOOTNOTE]
    assert [(note.label, len(note.spans)) for note in notes] == [("1", 2), ("2", 1)]
    assert texts(document, BlockKind.FOOTNOTE)[0].endswith(
        "saw in || the night of the third of May."
    )


def test_double_spaced_lines_are_one_paragraph_and_block_quotes_another() -> None:
    quote = ["the ship was lost in the night and", "nobody of the crew was saved from it"]
    pdf = Pdf()
    for number, line in enumerate(PROSE):
        pdf.write(72, 100 + 26 * number, line)
    pdf.lines(108, 195, quote)
    for number, line in enumerate(PROSE):
        pdf.write(72, 240 + 26 * number, line)
    document = read(pdf.done())
    assert texts(document) == [" ".join(PROSE), " ".join(quote), " ".join(PROSE)]


def test_stamps_across_the_page_are_furniture() -> None:
    pdf = Pdf().lines(72, 100, PROSE).sideways(30, 400, "VerDate Sep 2014")
    document = read(pdf.done())
    assert marks(document) == [("running_footer", "VerDate Sep 2014")]
    assert texts(document) == [" ".join(PROSE)]


def test_pages_that_are_pictures_are_named() -> None:
    pdf = Pdf().lines(72, 100, PROSE).page().picture().page().picture().page().lines(72, 100, PROSE)
    document = read(pdf.done())
    assert document.warnings == ("pages 2-3 have no text layer: needs OCR",)
    assert [(fact.name, fact.value) for fact in document.facts] == [
        ("page_without_text", "2"),
        ("page_without_text", "3"),
    ]
    assert [page.number for page in document.pages] == [1, 2, 3, 4]


def test_titles_from_metadata() -> None:
    assert (
        read(Pdf().title("Owner v. Carrier").lines(72, 100, PROSE).done()).title
        == "Owner v. Carrier"
    )
    assert read(Pdf().title("brief_v2.docx").lines(72, 100, PROSE).done()).title == "paper.pdf"


def _encrypted() -> bytes:
    import io

    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, encrypt="secret")
    canvas.drawString(72, 700, "hidden")
    canvas.save()
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (Pdf().picture().done(), "no_text_layer"),
        (_encrypted(), "encrypted"),
        (b"%PDF-1.4\nnonsense", "corrupt"),
        (Pdf().page().done(), "empty"),
    ],
    ids=["scan", "encrypted", "nonsense", "blank"],
)
def test_refusals(content: bytes, code: str) -> None:
    with pytest.raises(IngestError, match=r"paper\.pdf") as raised:
        read_bytes("d", "paper.pdf", content)
    assert raised.value.code == code


def test_limits() -> None:
    content = Pdf().lines(72, 100, PROSE).page().lines(72, 100, PROSE).done()
    for limits in (ReadLimits(pages=1), ReadLimits(bytes=100), ReadLimits(characters=50)):
        with pytest.raises(IngestError) as raised:
            read_bytes("d", "paper.pdf", content, limits)
        assert raised.value.code == "too_large"
