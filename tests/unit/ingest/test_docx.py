from __future__ import annotations

import io
import zipfile

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt

from ensi_core.errors import IngestError
from ensi_core.ingest import read_bytes
from ensi_core.types import BlockKind, Document
from tests.contract.test_readers import assert_invariants
from tests.unit.ingest.building import (
    grid,
    header_rows,
    headings,
    marks,
    saved,
    tables,
    texts,
    word,
    zipped,
)

MAIN = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def read(content: bytes) -> Document:
    document = read_bytes("d", "paper.docx", content)
    assert_invariants(document)
    return document


def _with_part(content: bytes, part: str, xml: bytes) -> bytes:
    files = _parts(content)
    files[part] = xml
    return zipped(files)


def _parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _with_body(xml: str, **parts: str) -> bytes:
    """A Word file whose body is this XML."""
    space = f'xmlns:w="{MAIN.decode()}"'
    files = _parts(word("x"))
    files["word/document.xml"] = f"<w:document {space}><w:body>{xml}</w:body></w:document>".encode()
    for name, content in parts.items():
        files[f"word/{name}.xml"] = f"<w:{name} {space}>{content}</w:{name}>".encode()
    return zipped(files)


def _p(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def test_heading_styles_title_and_bold_paragraphs() -> None:
    document = docx.Document()
    document.core_properties.title = "Supply of Coal"
    document.add_heading("Terms", 1)
    document.add_paragraph("The seller delivers coal to the buyer at the quay every week.")
    document.add_paragraph().add_run("Price").bold = True
    document.add_paragraph("The price is fixed for the year and paid on delivery.")
    document.add_heading("Force majeure", 2)
    result = read(saved(document))
    assert result.title == "Supply of Coal"
    assert headings(result) == [(1, "Terms"), (2, "Price"), (2, "Force majeure")]


def test_soft_breaks_and_tabs_are_spaces() -> None:
    document = docx.Document()
    run = document.add_paragraph().add_run("one")
    run.add_break()
    run.add_text("two\tthree")
    assert texts(read(saved(document))) == ["one two three"]


def _level(number: int, form: str, text: str, start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{number}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


NUMBERING = (
    '<w:abstractNum w:abstractNumId="1">'
    + _level(0, "decimal", "%1.", start=4)
    + _level(1, "decimal", "%1.%2")
    + _level(2, "lowerLetter", "(%3)")
    + _level(3, "bullet", "&#xF0B7;")
    + "</w:abstractNum>"
    '<w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="8"><w:abstractNumId w:val="1"/>'
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
)


def _numbered(text: str, number: int, level: int) -> str:
    return _p(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')


def test_printed_numbers_are_counted_as_word_counts() -> None:
    long = "The carrier shall deliver the goods in the state in which it took them over. " * 2
    body = "".join(
        (
            _numbered(long, 7, 0),
            _numbered("first", 7, 1),
            _numbered("part", 7, 2),
            _numbered("part", 7, 2),
            _numbered("second", 7, 1),
            _numbered("again", 7, 2),
            _numbered("point", 7, 3),
            _numbered(long, 7, 0),
            _numbered(long, 8, 0),
        )
    )
    document = read(_with_body(body, numbering=NUMBERING))
    assert [text.split(" ")[0] for text in texts(document)] == [
        "4.",
        "4.1",
        "(a)",
        "(b)",
        "4.2",
        "(a)",
        "•",
        "5.",
        "1.",
    ]
    assert [block.label for block in document.blocks] == [
        "4.",
        "4.1",
        "(a)",
        "(b)",
        "4.2",
        "(a)",
        None,
        "5.",
        "1.",
    ]
    assert document.blocks[2].kind is BlockKind.LIST_ITEM
    assert document.blocks[2].level == 3
    assert document.blocks[0].kind is BlockKind.PARAGRAPH


def test_tracked_changes_hidden_text_and_comments_stand_apart() -> None:
    body = (
        "<w:p><w:r><w:t>The price is </w:t></w:r>"
        '<w:del w:author="Ada" w:date="2024-05-01T10:00:00Z">'
        "<w:r><w:delText>five</w:delText></w:r></w:del>"
        '<w:ins w:author="Ada"><w:r><w:t>six</w:t></w:r></w:ins>'
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>"
        '<w:r><w:commentReference w:id="3"/></w:r><w:r><w:t> pounds.</w:t></w:r></w:p>' + _p("End.")
    )
    comments = (
        '<w:comment w:id="3" w:author="Ben"><w:p><w:r><w:t>Too low?</w:t></w:r></w:p></w:comment>'
    )
    document = read(_with_body(body, comments=comments))
    assert texts(document) == ["The price is six pounds.", "End."]
    assert marks(document) == [("deleted", "five"), ("hidden", "secret"), ("comment", "Too low?")]
    assert [mark.note for mark in document.marks] == [
        "deleted by Ada on 2024-05-01",
        "hidden text",
        "comment by Ben",
    ]


def test_footnotes_follow_their_paragraph() -> None:
    body = (
        '<w:p><w:r><w:t>A claim</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r>'
        "<w:r><w:t>.</w:t></w:r></w:p>" + _p("Next.")
    )
    notes = '<w:footnote w:id="2"><w:p><w:r><w:t>See page 4.</w:t></w:r></w:p></w:footnote>'
    document = read(_with_body(body, footnotes=notes))
    assert texts(document) == ["A claim.", "1 See page 4.", "Next."]
    assert document.blocks[1].kind is BlockKind.FOOTNOTE
    assert document.blocks[1].label == "1"


def test_tables_with_merged_cells_and_header_rows() -> None:
    document = docx.Document()
    table = document.add_table(4, 3)
    values = [
        ("Port", "2024", "2023"),
        ("Oban", "$ 1,200", "(30)"),
        ("", "5", "6"),
        ("Ayr", "7", "8"),
    ]
    for row, cells in enumerate(values):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    result = read(saved(document))
    assert grid(result) == [
        ["Port", "2024", "2023"],
        ["Oban", "$1,200", "(30)"],
        ["", "5", "6"],
        ["Ayr", "7", "8"],
    ]
    assert header_rows(result) == [True, False, False, False]
    found = tables(result)[0].table
    assert found is not None
    assert found.rows[1].cells[0].row_span == 2


def test_caption_and_header_and_footer() -> None:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Confidential"
    document.sections[0].footer.paragraphs[0].text = "Page"
    caption = document.add_paragraph()
    caption.alignment = WD_ALIGN_PARAGRAPH.CENTER
    run = caption.add_run("Ships by port")
    run.bold, run.font.size = True, Pt(11)
    table = document.add_table(3, 2)
    for row, cells in enumerate([("", "Ships"), ("Oban", "3"), ("Ayr", "4")]):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    result = read(saved(document))
    assert marks(result) == [("running_header", "Confidential"), ("running_footer", "Page")]
    found = tables(result)[0].table
    assert found is not None
    span = found.caption[0]
    assert result.text[span.start : span.end] == "Ships by port"


def test_strict_files_are_read() -> None:
    files = {
        name: content.replace(MAIN, b"http://purl.oclc.org/ooxml/wordprocessingml/main")
        for name, content in _parts(word("Strictly speaking.")).items()
    }
    assert texts(read(zipped(files))) == ["Strictly speaking."]


def test_text_boxes_are_read_once() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Before.")
    box = (
        f'<w:r {nsdecls("w")} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        "<mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>Boxed.</w:t></w:r></w:p>"
        "</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>Boxed.</w:t></w:r>"
        "</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>"
    )
    paragraph._p.append(parse_xml(box))
    assert texts(read(saved(document))) == ["Before.", "Boxed."]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (word("x")[:-40], "corrupt"),
        (_with_part(word("x"), "word/document.xml", b"<w:document"), "corrupt"),
        (zipped({"word/styles.xml": b"<x/>"}), "corrupt"),
        (zipped({"xl/workbook.xml": b"<x/>"}), "unsupported"),
        (zipped({"a.txt": b"x"}), "unsupported"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"), "unsupported"),
    ],
    ids=["cut off", "bad xml", "no document", "spreadsheet", "archive", "encrypted", "doc"],
)
def test_refusals_name_the_file_and_what_to_do(content: bytes, code: str) -> None:
    with pytest.raises(IngestError, match=r"paper\.docx: .*\. ") as raised:
        read_bytes("d", "paper.docx", content)
    assert raised.value.code == code


def test_entities_are_not_expanded() -> None:
    bomb = (
        b'<!DOCTYPE x [<!ENTITY a "spam"><!ENTITY b "&a;&a;&a;">]>'
        b'<w:document xmlns:w="' + MAIN + b'"><w:body><w:p><w:r><w:t>x&b;</w:t></w:r></w:p>'
        b"</w:body></w:document>"
    )
    document = read(_with_part(word("x"), "word/document.xml", bomb))
    assert "spam" not in document.text
