"""Render the sample corpus from its Markdown sources.

Every ``sample_corpus/source/<set>/<name>.<ext>.md`` becomes
``sample_corpus/documents/<set>/<name>.<ext>``, where ``<ext>`` is ``pdf`` or
``docx``. HTML and plain-text documents are kept in ``documents/`` as they are.
The same sources always give the same bytes.

    python sample_corpus/build.py              # everything
    python sample_corpus/build.py issuer       # only one set

The Markdown is a small dialect, one block per paragraph, blank lines between:

``---`` ... ``---``
    Front matter at the top of the file: ``title``, ``author``, ``header``,
    ``footer``, ``style`` (``court`` for serif type with wide spacing,
    ``report`` for sans-serif type), ``date`` (``YYYY-MM-DD``, for the file's
    properties).
``# `` ... ``#### ``
    Headings. In ``court`` style the first two levels are centred.
``1. text``, ``(a) text``, ``- text``
    Numbered paragraphs (the number stays in the text), lettered items, bullets.
    Indent by two spaces for a second level.
``| a | b |``
    A pipe table; ``---:`` in the delimiter row aligns a column to the right.
    A cell in bold makes a subtotal row.
``> text``
    A block quotation.
``[^1]`` and ``[^1]: text``
    Footnotes: at the foot of the page in PDF, at the end of the document in DOCX.
``<!-- page -->``
    A page break.
``::: caption``, ``::: center``, ``::: sign`` ... ``:::``
    A court caption (court, left cell and right cell, separated by ``---``
    lines), centred lines, a signature block. Line ends are kept.

Inline: ``**bold**``, ``*italic*``, ``__underlined__``.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from docx import Document
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Inches, Pt, RGBColor
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "source"
DOCUMENTS = ROOT / "documents"

PAGE_WIDTH, PAGE_HEIGHT = LETTER
SIDE_MARGIN = 72.0
TOP_MARGIN = 78.0
BOTTOM_MARGIN = 72.0
BODY_WIDTH = PAGE_WIDTH - 2 * SIDE_MARGIN

FOOTNOTE_REF = re.compile(r"\[\^(\w+)\]")
INLINE = re.compile(r"\*\*(.+?)\*\*|__(.+?)__|\*(.+?)\*|\[\^(\w+)\]")
NUMBERED = re.compile(r"(\s*)(\d+(?:\.\d+)*\.)\s+(.*)", re.DOTALL)
LETTERED = re.compile(r"(\s*)(\([a-zA-Z0-9]{1,4}\))\s+(.*)", re.DOTALL)
BULLET = re.compile(r"(\s*)-\s+(.*)", re.DOTALL)
STARTS_ITEM = re.compile(r"\s*(\d+(\.\d+)*\.\s|\([a-zA-Z0-9]{1,4}\)\s|-\s)")


# --------------------------------------------------------------------------
# Reading the source
# --------------------------------------------------------------------------


@dataclass
class Block:
    """One block of a source file.

    ``kind`` is one of heading, para, numbered, lettered, bullet, quote, table,
    caption, center, sign, page.
    """

    kind: str
    text: str = ""
    level: int = 0
    label: str = ""
    rows: list[list[str]] = field(default_factory=list)
    align: list[str] = field(default_factory=list)


@dataclass
class Source:
    """A parsed source file."""

    meta: dict[str, str]
    blocks: list[Block]
    notes: dict[str, str]

    @property
    def style(self) -> str:
        """The look of the document: ``court`` or ``report``."""
        return self.meta.get("style", "report")

    @property
    def date(self) -> dt.datetime:
        """The date written to the file's properties."""
        return dt.datetime.fromisoformat(self.meta.get("date", "2024-01-01"))


def parse(text: str) -> Source:
    """Parse a source file into front matter, blocks and footnotes."""
    meta, body = _front_matter(text)
    notes: dict[str, str] = {}
    blocks: list[Block] = []
    for chunk in _chunks(body):
        if match := re.match(r"\[\^(\w+)\]:\s*(.*)", chunk, re.DOTALL):
            notes[match[1]] = _unwrap(match[2])
        else:
            blocks.append(_block(chunk))
    return Source(meta, blocks, notes)


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    match = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    if not match:
        return {}, text
    meta: dict[str, str] = {}
    for line in match[1].splitlines():
        key, _, value = line.partition(":")
        meta[key.strip()] = value.strip().strip('"')
    return meta, text[match.end() :]


def _chunks(body: str) -> Iterator[str]:
    """Yield the raw text of each block."""
    current: list[str] = []
    fenced = False
    for line in body.splitlines():
        if fenced:
            if line.strip() == ":::":
                yield "\n".join(current)
                current, fenced = [], False
            else:
                current.append(line)
            continue
        fence = line.startswith(":::")
        heading = re.match(r"#{1,4} ", line)
        same_kind = bool(current) and current[0][:1] in "|>" and line[:1] == current[0][:1]
        new_item = bool(current) and not same_kind and (STARTS_ITEM.match(line) or line[:2] == "[^")
        if current and (not line.strip() or fence or heading or new_item):
            yield "\n".join(current)
            current = []
        if fence:
            fenced = True
            current = [line]
        elif heading:
            yield line
        elif line.strip():
            current.append(line)
    if current:
        yield "\n".join(current)


def _unwrap(text: str) -> str:
    return " ".join(text.split())


def _block(chunk: str) -> Block:
    """Classify one raw block."""
    if chunk.startswith(":::"):
        first, _, rest = chunk.partition("\n")
        return Block(first.strip(": \t"), rest)
    if chunk.strip() == "<!-- page -->":
        return Block("page")
    if match := re.match(r"(#{1,4}) (.*)", chunk):
        return Block("heading", match[2].strip(), len(match[1]))
    if chunk.startswith("|"):
        return _table_block(chunk)
    if chunk.startswith(">"):
        return Block("quote", _unwrap(re.sub(r"^>\s?", "", chunk, flags=re.MULTILINE)))
    for kind, pattern in (("numbered", NUMBERED), ("lettered", LETTERED)):
        if match := pattern.fullmatch(chunk):
            return Block(kind, _unwrap(match[3]), len(match[1]) // 2, match[2])
    if match := BULLET.fullmatch(chunk):
        return Block("bullet", _unwrap(match[2]), len(match[1]) // 2)
    return Block("para", _unwrap(chunk))


def _table_block(chunk: str) -> Block:
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in chunk.splitlines()
    ]
    width = len(rows[0])
    for row in rows:
        if len(row) != width:
            raise ValueError(f"table row has {len(row)} cells, expected {width}: {row}")
    align = [
        "right" if cell.endswith(":") and not cell.startswith(":") else "left" for cell in rows[1]
    ]
    return Block("table", rows=[rows[0], *rows[2:]], align=align)


def inline_parts(text: str) -> Iterator[tuple[str, str]]:
    """Split text into (style, text) parts; style is '', bold, italic, underline or note."""
    position = 0
    for match in INLINE.finditer(text):
        if match.start() > position:
            yield "", text[position : match.start()]
        for style, value in zip(
            ("bold", "underline", "italic", "note"), match.groups(), strict=True
        ):
            if value is not None:
                yield style, value
        position = match.end()
    if position < len(text):
        yield "", text[position:]


def plain(text: str) -> str:
    """The text without inline markup."""
    return "".join(value for style, value in inline_parts(text) if style != "note")


def caption_cells(text: str) -> tuple[list[str], list[str], list[str]]:
    """The court, left and right parts of a caption, as lines."""
    parts = [part.strip("\n").splitlines() for part in re.split(r"^---$", text, flags=re.MULTILINE)]
    if len(parts) != 3:
        raise ValueError("a caption needs three parts separated by --- lines")
    return parts[0], parts[1], parts[2]


def column_widths(block: Block, total: float, size: float, font: str) -> list[float]:
    """Widths that follow the content: no word is broken, long cells get more room."""
    columns = list(zip(*block.rows, strict=True))
    padding = 9.0
    least = [
        max(
            stringWidth(word, font, size)
            for cell in column
            for word in (plain(cell).split() or [""])
        )
        + padding
        for column in columns
    ]
    wanted = [
        max(stringWidth(plain(cell), font, size) for cell in column) + padding for column in columns
    ]
    if sum(wanted) <= total:
        spare = (total - sum(wanted)) / len(wanted)
        return [width + spare for width in wanted]
    # Square roots keep one very long column from starving the others.
    extra = max(total - sum(least), 0.0)
    weights = [max(want - low, 0.0) ** 0.5 for want, low in zip(wanted, least, strict=True)]
    scale = sum(weights) or 1.0
    widths = [low + extra * weight / scale for low, weight in zip(least, weights, strict=True)]
    return [width * total / sum(widths) for width in widths]


# --------------------------------------------------------------------------
# PDF
# --------------------------------------------------------------------------


class PdfStyles:
    """The paragraph styles of one PDF document."""

    def __init__(self, style: str) -> None:
        court = style == "court"
        self.court = court
        self.font = "Times-Roman" if court else "Helvetica"
        self.bold = "Times-Bold" if court else "Helvetica-Bold"
        self.size = 12.0 if court else 10.0
        leading = 17.0 if court else 14.0
        self.body = ParagraphStyle(
            "body",
            fontName=self.font,
            fontSize=self.size,
            leading=leading,
            alignment=TA_JUSTIFY if court else TA_LEFT,
            spaceAfter=8,
            firstLineIndent=36 if court else 0,
            allowWidows=0,
            allowOrphans=0,
        )
        self.numbered = ParagraphStyle("numbered", parent=self.body)
        self.quote = ParagraphStyle(
            "quote",
            parent=self.body,
            leftIndent=48,
            rightIndent=48,
            firstLineIndent=0,
            leading=leading - 2,
        )
        self.center = ParagraphStyle(
            "center", parent=self.body, alignment=TA_CENTER, firstLineIndent=0
        )
        self.flush = ParagraphStyle("flush", parent=self.body, alignment=TA_LEFT, firstLineIndent=0)
        self.sign = ParagraphStyle("sign", parent=self.flush, leftIndent=234, leading=leading - 2)
        self.note = ParagraphStyle(
            "note", parent=self.flush, fontSize=self.size - 2, leading=12, spaceAfter=3
        )
        cell_size = 9.5 if court else 8.5
        self.cell = ParagraphStyle(
            "cell", parent=self.flush, fontSize=cell_size, leading=cell_size + 2.5, spaceAfter=0
        )
        self.cell_right = ParagraphStyle("cell_right", parent=self.cell, alignment=TA_RIGHT)
        self.head_cell = ParagraphStyle("head_cell", parent=self.cell, fontName=self.bold)
        self.head_cell_right = ParagraphStyle(
            "head_cell_right", parent=self.head_cell, alignment=TA_RIGHT
        )

    def heading(self, level: int) -> ParagraphStyle:
        """The style of a heading of this level, from 1."""
        sizes = (13, 12, 12, 12) if self.court else (16, 12.5, 11, 10)
        return ParagraphStyle(
            f"heading{level}",
            parent=self.flush,
            fontName=self.bold,
            fontSize=sizes[level - 1],
            leading=sizes[level - 1] + 4,
            alignment=TA_CENTER if self.court and level <= 2 else TA_LEFT,
            spaceBefore=12,
            spaceAfter=6,
            keepWithNext=1,
        )

    def item(self, level: int) -> ParagraphStyle:
        """The style of a list item of this level, from 0."""
        return ParagraphStyle(
            f"item{level}",
            parent=self.flush,
            leftIndent=40 + 22 * level,
            firstLineIndent=-20,
            alignment=TA_LEFT,
        )


def _pdf_markup(text: str) -> str:
    tags = {"bold": "b", "italic": "i", "underline": "u", "note": "super"}
    parts: list[str] = []
    for style, value in inline_parts(text):
        value.encode("cp1252")  # the standard PDF fonts hold nothing else
        tag = tags.get(style)
        parts.append(f"<{tag}>{escape(value)}</{tag}>" if tag else escape(value))
    return "".join(parts)


def _pdf_lines(lines: list[str]) -> str:
    """Markup that keeps line ends and leading spaces."""
    marked: list[str] = []
    for line in lines:
        text = line.lstrip(" ")
        marked.append("\u00a0" * (len(line) - len(text)) + _pdf_markup(text) or "\u00a0")
    return "<br/>".join(marked)


@dataclass
class Placed:
    """A flowable with the footnotes it calls for."""

    flowable: Flowable
    notes: list[str] = field(default_factory=list)
    page_break: bool = False


def _pdf_table(block: Block, styles: PdfStyles) -> Table:
    cells: list[list[Paragraph]] = []
    for index, row in enumerate(block.rows):
        line: list[Paragraph] = []
        for text, align in zip(row, block.align, strict=True):
            if index == 0:
                style = styles.head_cell_right if align == "right" else styles.head_cell
            else:
                style = styles.cell_right if align == "right" else styles.cell
            line.append(Paragraph(_pdf_markup(text), style))
        cells.append(line)
    widths = column_widths(block, BODY_WIDTH, styles.cell.fontSize, styles.bold)
    table = Table(cells, colWidths=widths, repeatRows=1, spaceBefore=4, spaceAfter=10)
    table.setStyle(
        TableStyle(
            [
                ("GRID", (0, 0), (-1, -1), 0.5, colors.Color(0.35, 0.35, 0.35)),
                ("BACKGROUND", (0, 0), (-1, 0), colors.Color(0.91, 0.91, 0.91)),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 4),
                ("RIGHTPADDING", (0, 0), (-1, -1), 4),
                ("TOPPADDING", (0, 0), (-1, -1), 2.5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
            ]
        )
    )
    return table


def _pdf_caption(block: Block, styles: PdfStyles) -> list[Flowable]:
    court, left, right = caption_cells(block.text)
    title = ParagraphStyle("court", parent=styles.center, fontName=styles.bold, spaceAfter=14)
    lines = max(len(left), len(right))
    divider = Paragraph("<br/>".join([")"] * (lines + 1)), styles.flush)
    cells = [
        [
            Paragraph(_pdf_lines(left), styles.flush),
            divider,
            Paragraph(_pdf_lines(right), styles.flush),
        ]
    ]
    table = Table(cells, colWidths=[BODY_WIDTH * 0.52, 16, BODY_WIDTH * 0.48 - 16], spaceAfter=16)
    table.setStyle(
        TableStyle(
            [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LINEBELOW", (0, 0), (0, 0), 0.7, colors.black)]
        )
    )
    return [Paragraph("<br/>".join(_pdf_markup(line) for line in court), title), table]


def _pdf_flowables(source: Source, styles: PdfStyles) -> Iterator[Placed]:
    """Turn the blocks into flowables."""
    for block in source.blocks:
        notes = FOOTNOTE_REF.findall(block.text)
        if block.kind == "page":
            yield Placed(Paragraph("", styles.flush), page_break=True)
        elif block.kind == "caption":
            for flowable in _pdf_caption(block, styles):
                yield Placed(flowable)
        elif block.kind == "table":
            yield Placed(_pdf_table(block, styles))
        elif block.kind in ("center", "sign"):
            markup = _pdf_lines(block.text.splitlines())
            yield Placed(
                Paragraph(markup, styles.center if block.kind == "center" else styles.sign)
            )
        elif block.kind == "heading":
            yield Placed(Paragraph(_pdf_markup(block.text), styles.heading(block.level)), notes)
        elif block.kind == "numbered":
            style = styles.item(block.level - 1) if block.level else styles.numbered
            yield Placed(Paragraph(f"{block.label}&nbsp; {_pdf_markup(block.text)}", style), notes)
        elif block.kind == "lettered":
            yield Placed(
                Paragraph(f"{block.label} {_pdf_markup(block.text)}", styles.item(block.level)),
                notes,
            )
        elif block.kind == "bullet":
            yield Placed(
                Paragraph(f"\u2022&nbsp; {_pdf_markup(block.text)}", styles.item(block.level)),
                notes,
            )
        else:
            style = styles.quote if block.kind == "quote" else styles.body
            yield Placed(Paragraph(_pdf_markup(block.text), style), notes)


@dataclass
class Page:
    """Flowables with their distance from the top of the body, and the page's footnotes."""

    items: list[tuple[float, Flowable]] = field(default_factory=list)
    notes: list[Paragraph] = field(default_factory=list)
    used: float = 0.0
    note_height: float = 0.0

    @property
    def room(self) -> float:
        """The height that is still free, in points."""
        return PAGE_HEIGHT - TOP_MARGIN - BOTTOM_MARGIN - self.used - self.note_height


def _height(flowable: Flowable) -> float:
    height: float = flowable.wrap(BODY_WIDTH, PAGE_HEIGHT)[1]
    return height


class Paginator:
    """Lays flowables out on pages, with footnotes at the foot of their page."""

    def __init__(self, source: Source, styles: PdfStyles) -> None:
        self.source = source
        self.styles = styles
        self.pages = [Page()]

    def layout(self) -> list[Page]:
        """Place every block and return the pages."""
        queue = list(_pdf_flowables(self.source, self.styles))
        for index, placed in enumerate(queue):
            if placed.page_break:
                self.pages.append(Page())
                continue
            if placed.flowable.getKeepWithNext():
                self._keep_with_next(queue, index)
            self._place(placed.flowable, placed.notes)
        return self.pages

    def _keep_with_next(self, queue: list[Placed], index: int) -> None:
        """Start a new page when a heading would stand alone at the foot."""
        needed = 0.0
        for placed in queue[index:]:
            needed += _height(placed.flowable) + placed.flowable.getSpaceBefore()
            if not placed.flowable.getKeepWithNext():
                needed -= max(_height(placed.flowable) - 40.0, 0.0)
                break
        if self.pages[-1].items and needed > self.pages[-1].room:
            self.pages.append(Page())

    def _note_paragraphs(self, names: list[str]) -> list[Paragraph]:
        return [
            Paragraph(
                f"<super>{name}</super> {_pdf_markup(self.source.notes[name])}", self.styles.note
            )
            for name in names
        ]

    def _place(self, flowable: Flowable, names: list[str]) -> None:
        notes = self._note_paragraphs(names)
        note_height = sum(_height(note) + 3 for note in notes)
        page = self.pages[-1]
        before = flowable.getSpaceBefore() if page.items else 0.0
        height = _height(flowable)
        rule = 10.0 if notes and not page.notes else 0.0
        if before + height + note_height + rule <= page.room:
            page.items.append((page.used + before, flowable))
            page.used += before + height + flowable.getSpaceAfter()
            page.notes.extend(notes)
            page.note_height += note_height + rule
            return
        # A paragraph that calls for a footnote is never split from it.
        pieces = [] if names else flowable.splitOn(None, BODY_WIDTH, max(page.room - before, 0.0))
        if len(pieces) > 1:
            first_height = _height(pieces[0])
            page.items.append((page.used + before, pieces[0]))
            page.used += before + first_height
            self.pages.append(Page())
            for piece in pieces[1:]:
                self._place(piece, [])
        elif page.items:
            self.pages.append(Page())
            self._place(flowable, names)
        else:
            raise ValueError("a block is taller than a page and cannot be split")


def _draw_frame(canvas: Canvas, source: Source, styles: PdfStyles, number: int, total: int) -> None:
    canvas.setFont(styles.font, 9)
    header = source.meta.get("header", "")
    if header:
        header.encode("cp1252")
        y = PAGE_HEIGHT - 46
        if styles.court:
            canvas.drawCentredString(PAGE_WIDTH / 2, y, header)
        else:
            canvas.drawString(SIDE_MARGIN, y, header)
            canvas.setLineWidth(0.4)
            canvas.line(SIDE_MARGIN, y - 5, PAGE_WIDTH - SIDE_MARGIN, y - 5)
    footer = source.meta.get("footer", "")
    if footer:
        canvas.drawString(SIDE_MARGIN, 42, footer)
    canvas.drawRightString(PAGE_WIDTH - SIDE_MARGIN, 42, f"Page {number} of {total}")


def render_pdf(source: Source) -> bytes:
    """Render a source to PDF."""
    styles = PdfStyles(source.style)
    pages = Paginator(source, styles).layout()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=LETTER, invariant=1, pageCompression=1)
    canvas.setTitle(source.meta.get("title", ""))
    canvas.setAuthor(source.meta.get("author", ""))
    for number, page in enumerate(pages, start=1):
        _draw_frame(canvas, source, styles, number, len(pages))
        for offset, flowable in page.items:
            height = _height(flowable)
            flowable.drawOn(canvas, SIDE_MARGIN, PAGE_HEIGHT - TOP_MARGIN - offset - height)
        if page.notes:
            y = BOTTOM_MARGIN + page.note_height - 6
            canvas.setLineWidth(0.5)
            canvas.line(SIDE_MARGIN, y, SIDE_MARGIN + 144, y)
            for note in page.notes:
                y -= _height(note) + 3
                note.drawOn(canvas, SIDE_MARGIN, y)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


# --------------------------------------------------------------------------
# DOCX
# --------------------------------------------------------------------------


class DocxWriter:
    """Builds one Word document."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.court = source.style == "court"
        self.document: Any = Document()
        self._page_setup()
        self._styles()
        self._properties()

    def _page_setup(self) -> None:
        section = self.document.sections[0]
        section.page_width, section.page_height = Inches(8.5), Inches(11)
        section.left_margin = section.right_margin = Inches(1)
        header = section.header.paragraphs[0]
        header.text = self.source.meta.get("header", "")
        header.alignment = WD_ALIGN_PARAGRAPH.CENTER if self.court else WD_ALIGN_PARAGRAPH.LEFT
        footer = section.footer.paragraphs[0]
        footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
        text = self.source.meta.get("footer", "")
        footer.add_run(f"{text} \u2013 Page " if text else "Page ")
        _field(footer, "PAGE")
        footer.add_run(" of ")
        _field(footer, "NUMPAGES")
        for paragraph in (header, footer):
            for run in paragraph.runs:
                run.font.size = Pt(9)

    def _styles(self) -> None:
        family = "Times New Roman" if self.court else "Calibri"
        normal = self.document.styles["Normal"]
        normal.font.name = family
        normal.font.size = Pt(12 if self.court else 11)
        normal.paragraph_format.space_after = Pt(8)
        for level in range(1, 5):
            style = self.document.styles[f"Heading {level}"]
            style.font.name = family
            style.font.bold = True
            style.font.color.rgb = RGBColor(0, 0, 0)
            style.font.size = Pt({1: 14, 2: 13}.get(level, 12))
            fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
            for name in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
                fonts.attrib.pop(qn(f"w:{name}"), None)

    def _properties(self) -> None:
        properties = self.document.core_properties
        properties.title = self.source.meta.get("title", "")
        properties.author = self.source.meta.get("author", "")
        properties.last_modified_by = self.source.meta.get("author", "")
        properties.comments = ""
        properties.revision = 1
        properties.created = properties.modified = self.source.date

    def write(self) -> bytes:
        """Write all blocks and return the bytes of the file."""
        for block in self.source.blocks:
            self._block(block)
        if self.source.notes:
            self.document.add_heading("Notes", level=2)
            for name, text in self.source.notes.items():
                paragraph = self.document.add_paragraph()
                paragraph.add_run(name).font.superscript = True
                paragraph.add_run(" ")
                self._runs(paragraph, text)
        buffer = io.BytesIO()
        self.document.save(buffer)
        return _fixed_zip(buffer.getvalue())

    def _runs(self, paragraph: Any, text: str, bold: bool = False) -> None:
        for style, value in inline_parts(text):
            run = paragraph.add_run(value)
            run.bold = True if bold or style == "bold" else None
            run.italic = True if style == "italic" else None
            run.underline = True if style == "underline" else None
            if style == "note":
                run.font.superscript = True

    def _lines(self, paragraph: Any, lines: list[str], bold: bool = False) -> None:
        for index, line in enumerate(lines):
            if index:
                paragraph.add_run().add_break(WD_BREAK.LINE)
            self._runs(paragraph, line, bold)

    def _block(self, block: Block) -> None:
        if block.kind == "table":
            self._table(block)
        elif block.kind == "caption":
            self._caption(block)
        elif block.kind == "heading":
            heading = self.document.add_heading(level=block.level)
            self._runs(heading, block.text)
            if self.court and block.level <= 2:
                heading.alignment = WD_ALIGN_PARAGRAPH.CENTER
        elif block.kind == "page":
            self.document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        else:
            self._paragraph(block)

    def _paragraph(self, block: Block) -> None:
        if block.kind == "bullet":
            style = "List Bullet 2" if block.level else "List Bullet"
            self._runs(self.document.add_paragraph(style=style), block.text)
            return
        paragraph = self.document.add_paragraph()
        layout = paragraph.paragraph_format
        if block.kind in ("center", "sign"):
            self._lines(paragraph, block.text.splitlines())
            if block.kind == "center":
                paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
            else:
                layout.left_indent = Inches(3.25)
            return
        if block.kind == "quote":
            layout.left_indent = layout.right_indent = Inches(0.6)
        elif block.kind == "lettered" or (block.kind == "numbered" and block.level):
            layout.left_indent = Inches(0.5 + 0.3 * block.level)
        elif self.court:
            layout.first_line_indent = Inches(0.5)
        label = f"{block.label} " if block.label else ""
        self._runs(paragraph, label + block.text)

    def _table(self, block: Block) -> None:
        table = self.document.add_table(rows=len(block.rows), cols=len(block.rows[0]))
        table.style = "Table Grid"
        table.alignment = WD_TABLE_ALIGNMENT.CENTER
        table.autofit = False
        size = 9.5
        widths = column_widths(block, BODY_WIDTH, size, "Times-Bold")
        for index, (row, texts) in enumerate(zip(table.rows, block.rows, strict=True)):
            for cell, text, align, width in zip(row.cells, texts, block.align, widths, strict=True):
                cell.width = Pt(width)
                paragraph = cell.paragraphs[0]
                paragraph.paragraph_format.space_after = Pt(2)
                self._runs(paragraph, text, bold=index == 0)
                for run in paragraph.runs:
                    run.font.size = Pt(size)
                if align == "right":
                    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        repeat = OxmlElement("w:tblHeader")
        repeat.set(qn("w:val"), "true")
        table.rows[0]._tr.get_or_add_trPr().append(repeat)
        self.document.add_paragraph().paragraph_format.space_after = Pt(2)

    def _caption(self, block: Block) -> None:
        court, left, right = caption_cells(block.text)
        title = self.document.add_paragraph()
        title.alignment = WD_ALIGN_PARAGRAPH.CENTER
        self._lines(title, court, bold=True)
        table = self.document.add_table(rows=1, cols=2)
        for cell, lines in zip(table.rows[0].cells, (left, right), strict=True):
            self._lines(cell.paragraphs[0], lines)
        self.document.add_paragraph()


def _field(paragraph: Any, code: str) -> None:
    """Add a Word field such as PAGE."""
    for kind, text in (("begin", ""), ("", code), ("separate", ""), ("result", "1"), ("end", "")):
        run = paragraph.add_run()
        if kind == "result":
            run.text = text
        elif kind:
            char = OxmlElement("w:fldChar")
            char.set(qn("w:fldCharType"), kind)
            run._r.append(char)
        else:
            instruction = OxmlElement("w:instrText")
            instruction.text = text
            run._r.append(instruction)


def _fixed_zip(data: bytes) -> bytes:
    """The same archive with fixed time stamps, so that its bytes do not vary."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for item in old.infolist():
            info = zipfile.ZipInfo(item.filename, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, old.read(item.filename))
    return buffer.getvalue()


def render_docx(source: Source) -> bytes:
    """Render a source to DOCX."""
    return DocxWriter(source).write()


# --------------------------------------------------------------------------
# Building
# --------------------------------------------------------------------------

RENDERERS = {".pdf": render_pdf, ".docx": render_docx}


def build(path: Path) -> Path:
    """Render one source file and return the document's path."""
    target = DOCUMENTS / path.relative_to(SOURCE).with_suffix("")
    renderer = RENDERERS.get(target.suffix)
    if renderer is None:
        raise ValueError(f"{path}: the name must end in .pdf.md or .docx.md")
    try:
        data = renderer(parse(path.read_text(encoding="utf-8")))
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path}: {error}") from error
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return target


def main(arguments: list[str]) -> int:
    """Build all sources, or those of the named sets."""
    for path in sorted(SOURCE.rglob("*.md")):
        relative = path.relative_to(SOURCE)
        if arguments and relative.parts[0] not in arguments:
            continue
        print(build(path).relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
