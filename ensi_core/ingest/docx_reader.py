"""DOCX to drafts, straight from the XML: numbers as printed, notes, comments, tracked changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ensi_core.ingest.clean import one_line
from ensi_core.ingest.docx_numbers import Numbering
from ensi_core.ingest.docx_package import Package, W, is_on, value
from ensi_core.ingest.docx_styles import (
    ParagraphStyle,
    Styles,
    with_paragraph_properties,
    with_run_properties,
)
from ensi_core.ingest.draft import (
    Draft,
    DraftCell,
    DraftDocument,
    DraftMark,
    DraftRow,
    Item,
    Style,
)
from ensi_core.ingest.grid import compact, join_signs, mark_header_rows
from ensi_core.ingest.labels import Scheme, label_of
from ensi_core.ingest.vendor_types import Element
from ensi_core.types import BlockKind, MarkKind

_DC_TITLE = "{http://purl.org/dc/elements/1.1/}title"
_ALTERNATE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_INLINE = frozenset(
    f"{W}{name}"
    for name in (
        "hyperlink",
        "ins",
        "moveTo",
        "smartTag",
        "fldSimple",
        "sdt",
        "sdtContent",
        "dir",
        "bdo",
        "customXml",
    )
)
_DELETED = frozenset((f"{W}del", f"{W}moveFrom"))
LONG_NUMBERED_CHARACTERS = 120
"""Longer numbered paragraphs are paragraphs of a pleading or contract, shorter ones list items."""
_SYMBOLS = {"F0B7": "•", "F0A7": "▪", "F0FE": "☒", "F0A8": "☐", "F06F": "☐", "F0FC": "✓"}


@dataclass(slots=True)
class _Run:
    text: str
    style: ParagraphStyle


@dataclass(slots=True)
class _Paragraph:
    """What stands in one paragraph: shown runs and what is apart from them."""

    runs: list[_Run] = field(default_factory=list)
    deleted: list[tuple[str, str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)


def read_docx(name: str, content: bytes, max_bytes: int) -> DraftDocument:
    """Drafts of a Word file.

    Raises IngestError: corrupt, encrypted, too_large.
    """
    package = Package(name, content, max_bytes)
    body = package.tree("word/document.xml", required=True).find(f"{W}body")
    reader = _Reader(package)
    items: list[Item] = list(_furniture(package, "header", MarkKind.RUNNING_HEADER))
    if body is not None:
        items.extend(reader.blocks(body))
    items.extend(reader.end_notes())
    items.extend(_furniture(package, "footer", MarkKind.RUNNING_FOOTER))
    reader.set_relative_sizes()
    core = package.tree("docProps/core.xml")
    title = core.findtext(_DC_TITLE) if core is not None else ""
    return DraftDocument(items, one_line(title or ""))


def _furniture(package: Package, kind: str, mark: MarkKind) -> Iterator[DraftMark]:
    """Each distinct header or footer of the file, once."""
    seen: set[str] = set()
    for part in package.parts:
        if part.startswith(f"word/{kind}") and part.endswith(".xml"):
            root = package.tree(part)
            paragraphs = [] if root is None else list(root.iter(f"{W}p"))
            text = one_line(" ".join(_shown_text(p) for p in paragraphs))
            if text and text not in seen:
                seen.add(text)
                yield DraftMark(mark, text)


def _shown_text(paragraph: Element) -> str:
    return "".join(
        " " if element.tag != f"{W}t" else element.text or ""
        for element in paragraph.iter(f"{W}t", f"{W}tab", f"{W}br")
    )


class _Reader:
    """Reads blocks in order; numbering and note numbers count along."""

    def __init__(self, package: Package) -> None:
        self._styles = Styles(package.tree("word/styles.xml"))
        self._numbering = Numbering(package.tree("word/numbering.xml"))
        self._notes = {
            kind: _by_id(package.tree(f"word/{kind}s.xml"), f"{W}{kind}")
            for kind in ("footnote", "endnote")
        }
        self._comments = _by_id(package.tree("word/comments.xml"), f"{W}comment")
        self._note_counts: Counter[str] = Counter()
        self._end_notes: list[Draft] = []
        self._sizes: list[tuple[Draft, int]] = []

    def blocks(self, parent: Element) -> Iterator[Item]:
        """The blocks of a body, cell or text box."""
        for child in parent:
            if child.tag == f"{W}p":
                yield from self._paragraph(child)
            elif child.tag == f"{W}tbl":
                yield from self._table(child)
            elif child.tag in _INLINE:
                yield from self.blocks(child)
            elif child.tag == _ALTERNATE:
                yield from self.blocks(child[0] if len(child) else child)

    def _paragraph(self, element: Element) -> Iterator[Item]:
        properties = element.find(f"{W}pPr")
        style_id = value(properties.find(f"{W}pStyle")) if properties is not None else None
        style = with_paragraph_properties(self._styles.style(style_id), properties)
        held = _Paragraph()
        self._collect(element, style, held)
        text = one_line("".join(run.text for run in held.runs))
        draft = self._draft(text, style, held) if text else None
        if draft is not None:
            yield draft
        yield from self._apart(held)

    def _draft(self, text: str, style: ParagraphStyle, held: _Paragraph) -> Draft:
        look, size = _common_style(held.runs, style)
        label, level = "", None
        if style.number is not None:
            label = self._numbering.next_label(*style.number)
            level = style.number[1] + 1
        shown = f"{label} {text}" if label else text
        kind = BlockKind.PARAGRAPH
        if label and style.heading is None and _is_item(label, text):
            kind = BlockKind.LIST_ITEM
        item_level = level if kind is BlockKind.LIST_ITEM else None
        draft = Draft(kind, shown, look, level=item_level)
        self._sizes.append((draft, size))
        return draft

    def _apart(self, held: _Paragraph) -> Iterator[Item]:
        """Text boxes, notes, deleted and hidden text and comments, after their paragraph."""
        for box in held.boxes:
            yield from self.blocks(box)
        for kind, note_id in held.notes:
            yield from self._note(kind, note_id)
        for text, note in held.deleted:
            yield DraftMark(MarkKind.DELETED, text, note)
        if one_line("".join(held.hidden)):
            yield DraftMark(MarkKind.HIDDEN, one_line("".join(held.hidden)), "hidden text")
        for comment_id in held.comments:
            element = self._comments.get(comment_id)
            text = (
                one_line(" ".join(_shown_text(p) for p in element.iter(f"{W}p")))
                if element is not None
                else ""
            )
            if text:
                author = value(element, "author") or "unknown author"
                yield DraftMark(MarkKind.COMMENT, text, f"comment by {author}")

    def _note(self, kind: str, note_id: str) -> Iterator[Item]:
        element = self._notes[kind].get(note_id)
        if element is None:
            return
        text = one_line(" ".join(_shown_text(p) for p in element.iter(f"{W}p")))
        if not text:
            return
        self._note_counts[kind] += 1
        label = str(self._note_counts[kind])
        draft = Draft(BlockKind.FOOTNOTE, f"{label} {text}", label=label)
        if kind == "footnote":
            yield draft
        else:
            self._end_notes.append(draft)

    def end_notes(self) -> list[Draft]:
        """Endnotes, which stand after the body."""
        return self._end_notes

    def _collect(self, parent: Element, style: ParagraphStyle, held: _Paragraph) -> None:
        for child in parent:
            tag = child.tag
            if tag == f"{W}r":
                self._collect_run(child, style, held)
            elif tag in _DELETED:
                text = one_line("".join(t.text or "" for t in child.iter(f"{W}delText", f"{W}t")))
                if text:
                    held.deleted.append((text, _change_note(child)))
            elif tag in _INLINE:
                self._collect(child, style, held)
            elif tag == _ALTERNATE:
                held.boxes.extend(_boxes(child))
            elif isinstance(tag, str) and tag.endswith(("}oMath", "}oMathPara")):
                held.runs.append(_Run("".join(child.itertext()), style))

    def _collect_run(self, run: Element, style: ParagraphStyle, held: _Paragraph) -> None:
        properties = run.find(f"{W}rPr")
        look = style
        if properties is not None:
            character = value(properties.find(f"{W}rStyle"))
            look = _over(style, self._styles.style(character)) if character else style
            look = with_run_properties(look, properties)
        text = "".join(_run_text(child, held) for child in run)
        if not text:
            return
        if look.hidden:
            held.hidden.append(text)
        else:
            held.runs.append(_Run(text, look))

    def _table(self, element: Element) -> Iterator[Item]:
        rows, apart = self._rows(element)
        if _is_layout(rows):
            for cell in element.iter(f"{W}tc"):
                if next(cell.iterancestors(f"{W}tbl")) is element:
                    yield from self.blocks(cell)
            return
        join_signs(rows)
        rows, columns = compact(rows)
        if rows:
            if not any(row.header for row in rows):
                mark_header_rows(rows)
            yield Draft(BlockKind.TABLE, rows=rows, columns=columns)
        yield from apart

    def _rows(self, element: Element) -> tuple[list[DraftRow], list[Item]]:
        rows: list[DraftRow] = []
        apart: list[Item] = []
        open_cells: dict[int, DraftCell] = {}
        for tr in _table_rows(element):
            properties = tr.find(f"{W}trPr")
            if properties is not None and properties.find(f"{W}del") is not None:
                text = one_line(" ".join(_shown_text(p) for p in tr.iter(f"{W}p")))
                apart.append(
                    DraftMark(MarkKind.DELETED, text, _change_note(properties.find(f"{W}del")))
                )
                continue
            header = properties is not None and bool(is_on(properties.find(f"{W}tblHeader")))
            row, row_apart = self._row(tr, header, open_cells)
            rows.append(row)
            apart.extend(row_apart)
        return rows, apart

    def _row(
        self, tr: Element, header: bool, open_cells: dict[int, DraftCell]
    ) -> tuple[DraftRow, list[Item]]:
        cells: list[DraftCell] = []
        apart: list[Item] = []
        column = 0
        for tc in _row_cells(tr):
            properties = tc.find(f"{W}tcPr")
            span = _grid_span(properties)
            merge = properties.find(f"{W}vMerge") if properties is not None else None
            if merge is not None and value(merge) != "restart" and column in open_cells:
                open_cells[column].row_span += 1
                column += span
                continue
            text, bold = self._cell_text(tc, apart)
            cell = DraftCell(column, text, 1, span, header and bool(text), bold)
            if merge is not None:
                open_cells[column] = cell
            else:
                open_cells.pop(column, None)
            cells.append(cell)
            column += span
        return DraftRow(cells, header), apart

    def _cell_text(self, tc: Element, apart: list[Item]) -> tuple[str, bool]:
        """A cell's text on one line and whether all of it is bold; what is no text goes apart."""
        texts: list[str] = []
        bold = True
        for item in self.blocks(tc):
            if not isinstance(item, Draft) or item.kind is BlockKind.FOOTNOTE:
                apart.append(item)
                continue
            bold = bold and item.style.bold
            texts.append(item.text or _flattened(item))
        return one_line(" ".join(texts)), bold and bool(texts)

    def set_relative_sizes(self) -> None:
        """Sizes as ratios to the size of most of the text."""
        letters: Counter[int] = Counter()
        for draft, size in self._sizes:
            letters[size] += len(draft.text)
        if not letters:
            return
        body = max(letters, key=lambda size: (letters[size], size))
        for draft, size in self._sizes:
            style = draft.style
            draft.style = Style(
                style.bold,
                style.italic,
                style.underlined,
                style.centred,
                size / body,
                style.heading,
            )


def _by_id(root: Element, tag: str) -> dict[str, Element]:
    if root is None:
        return {}
    return {value(element, "id") or "": element for element in root.iter(tag)}


def _is_item(label: str, text: str) -> bool:
    """Bullets and "(a)" make list items; "12." does before short texts only."""
    found = label_of(f"{label} ")
    if found is None or found.scheme in (Scheme.BULLET, Scheme.BRACKETED):
        return True
    return len(text) < LONG_NUMBERED_CHARACTERS and found.scheme is Scheme.ARABIC


def _common_style(runs: list[_Run], style: ParagraphStyle) -> tuple[Style, int]:
    """The look that all runs share, and the size (half points) of most of their letters."""
    shown = [run for run in runs if run.text.strip()]
    sizes: Counter[int] = Counter()
    for run in shown:
        sizes[run.style.size or 0] += len(run.text)
    look = Style(
        bold=all(run.style.bold for run in shown),
        italic=all(run.style.italic for run in shown),
        underlined=all(run.style.underlined for run in shown),
        centred=bool(style.centred),
        heading=style.heading,
    )
    return look, max(sizes, key=lambda size: (sizes[size], size)) or 22


def _over(style: ParagraphStyle, character: ParagraphStyle) -> ParagraphStyle:
    """A paragraph style with what a character style states on top of it."""
    return ParagraphStyle(
        heading=style.heading,
        bold=style.bold if character.bold is None else character.bold,
        italic=style.italic if character.italic is None else character.italic,
        underlined=style.underlined if character.underlined is None else character.underlined,
        hidden=style.hidden if character.hidden is None else character.hidden,
        centred=style.centred,
        size=style.size if character.size is None else character.size,
        number=style.number,
    )


def _change_note(element: Element) -> str:
    author = value(element, "author") or "unknown author"
    date = (value(element, "date") or "")[:10]
    return f"deleted by {author}{' on ' + date if date else ''}"


def _run_text(child: Element, held: _Paragraph) -> str:
    """The text of one child of a run; notes, comments and text boxes are set aside."""
    tag = child.tag
    if tag == f"{W}t":
        return child.text or ""
    if tag in (f"{W}tab", f"{W}br", f"{W}cr", f"{W}ptab"):
        return " "
    if tag == f"{W}noBreakHyphen":
        return "-"
    if tag == f"{W}sym":
        code = (value(child, "char") or "").upper()
        return _SYMBOLS.get(code, "")
    if tag in (f"{W}footnoteReference", f"{W}endnoteReference"):
        kind = "footnote" if tag == f"{W}footnoteReference" else "endnote"
        held.notes.append((kind, value(child, "id") or ""))
    elif tag == f"{W}commentReference":
        held.comments.append(value(child, "id") or "")
    elif tag in (_ALTERNATE, f"{W}pict", f"{W}drawing"):
        held.boxes.extend(_boxes(child))
    return ""


def _boxes(element: Element) -> list[Element]:
    """The text boxes in a drawing; the fallback copy of each is left out."""
    return [
        box
        for box in element.iter(f"{W}txbxContent")
        if element.tag != _ALTERNATE or next(box.iterancestors(_FALLBACK), None) is None
    ]


def _table_rows(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag == f"{W}tr":
            yield child
        elif child.tag in _INLINE:
            yield from _table_rows(child)


def _row_cells(tr: Element) -> Iterator[Element]:
    for child in tr:
        if child.tag == f"{W}tc":
            yield child
        elif child.tag in _INLINE:
            yield from _row_cells(child)


def _grid_span(properties: Element) -> int:
    stated = value(properties.find(f"{W}gridSpan")) if properties is not None else None
    return max(1, min(200, int(stated))) if stated and stated.isdecimal() else 1


def _is_layout(rows: list[DraftRow]) -> bool:
    """A table of one column, or one with pages of prose in its cells, only sets text out."""
    filled = [cell for row in rows for cell in row.cells if cell.text]
    if not filled:
        return True
    return max(len(row.cells) for row in rows) == 1 or any(len(cell.text) > 3000 for cell in filled)


def _flattened(table: Draft) -> str:
    return " ".join(cell.text for row in table.rows or [] for cell in row.cells if cell.text)
