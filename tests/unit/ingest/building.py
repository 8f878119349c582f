"""Builds small files of each format, so that a test knows what stands in them."""

from __future__ import annotations

import io
import zipfile

import docx
from docx.document import Document as WordDocument
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from ensi_core.text import slice_spans
from ensi_core.types import Block, BlockKind, Document

WIDTH, HEIGHT = letter


def texts(document: Document, kind: BlockKind | None = None) -> list[str]:
    """The texts of the blocks (of one kind), pages of one block joined by " || "."""
    return [
        " || ".join(document.text[span.start : span.end] for span in block.spans)
        for block in document.blocks
        if kind is None or block.kind is kind
    ]


def headings(document: Document) -> list[tuple[int | None, str]]:
    """Level and text of each heading."""
    return [
        (block.level, slice_spans(document.text, block.spans))
        for block in document.blocks
        if block.kind is BlockKind.HEADING
    ]


def tables(document: Document) -> list[Block]:
    """The table blocks."""
    return [block for block in document.blocks if block.table is not None]


def grid(document: Document, number: int = 0) -> list[list[str]]:
    """The cells of a table by row, as text at their columns ("" where none begins)."""
    table = tables(document)[number].table
    assert table is not None
    rows = []
    for row in table.rows:
        cells = [""] * table.columns
        for cell in row.cells:
            cells[cell.column] = slice_spans(document.text, cell.spans)
        rows.append(cells)
    return rows


def header_rows(document: Document, number: int = 0) -> list[bool]:
    """Which rows of a table are headers."""
    table = tables(document)[number].table
    assert table is not None
    return [row.header for row in table.rows]


def marks(document: Document) -> list[tuple[str, str]]:
    """Kind and text of each mark."""
    return [
        (mark.kind.value, document.text[mark.span.start : mark.span.end]) for mark in document.marks
    ]


def saved(document: WordDocument) -> bytes:
    """The bytes of a Word document."""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def word(*paragraphs: str) -> bytes:
    """A Word file of plain paragraphs."""
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    return saved(document)


class Pdf:
    """Draws a PDF line by line; y is counted in points from the top of the page."""

    def __init__(self) -> None:
        self._stream = io.BytesIO()
        self._canvas = Canvas(self._stream, pagesize=letter, invariant=True)

    def write(self, x: float, y: float, text: str, size: float = 10, bold: bool = False) -> Pdf:
        """Text with its base line ``y`` points below the top."""
        self._canvas.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        self._canvas.drawString(x, HEIGHT - y, text)
        return self

    def right(self, x: float, y: float, text: str, size: float = 10) -> Pdf:
        """Text that ends at ``x``."""
        self._canvas.setFont("Helvetica", size)
        self._canvas.drawRightString(x, HEIGHT - y, text)
        return self

    def lines(self, x: float, y: float, lines: list[str], leading: float = 13) -> Pdf:
        """Lines one below the other."""
        for number, line in enumerate(lines):
            self.write(x, y + number * leading, line)
        return self

    def ruled(self, xs: list[float], ys: list[float]) -> Pdf:
        """The lines of a grid."""
        self._canvas.grid(xs, [HEIGHT - y for y in ys])
        return self

    def rule(self, x: float, y: float, length: float) -> Pdf:
        """A horizontal line."""
        self._canvas.line(x, HEIGHT - y, x + length, HEIGHT - y)
        return self

    def sideways(self, x: float, y: float, text: str) -> Pdf:
        """Text that runs upwards."""
        self._canvas.saveState()
        self._canvas.translate(x, HEIGHT - y)
        self._canvas.rotate(90)
        self._canvas.setFont("Helvetica", 7)
        self._canvas.drawString(0, 0, text)
        self._canvas.restoreState()
        return self

    def picture(self) -> Pdf:
        """A grey picture over the whole page."""
        from PIL import Image

        self._canvas.drawInlineImage(Image.new("L", (60, 80), 128), 0, 0, WIDTH, HEIGHT)
        return self

    def page(self) -> Pdf:
        """Go on with a new page."""
        self._canvas.showPage()
        return self

    def title(self, title: str) -> Pdf:
        """The title in the file's metadata."""
        self._canvas.setTitle(title)
        return self

    def done(self) -> bytes:
        """The bytes of the file."""
        self._canvas.save()
        return self._stream.getvalue()


def zipped(files: dict[str, bytes]) -> bytes:
    """A ZIP archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()
