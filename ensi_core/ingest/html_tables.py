"""HTML tables: the grid of a data table, or the paragraphs of one that is used for layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from ensi_core.ingest.clean import one_line
from ensi_core.ingest.draft import DraftCell, DraftRow
from ensi_core.ingest.grid import compact, is_number, is_period, join_signs, mark_header_rows
from ensi_core.ingest.html_style import Look, look_of
from ensi_core.ingest.labels import Scheme, label_of
from ensi_core.ingest.vendor_types import Element

MAX_SPAN = 500
"""Largest colspan or rowspan that is believed; browsers stop at 1000."""
MAX_CELLS = 400_000
"""Cells of one table; beyond this the file is hostile, and the table is read as paragraphs."""
LONG_CELL_CHARACTERS = 1500
_BLOCKS = frozenset(("p", "div", "li", "br", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol"))
_SKIPPED = frozenset(("script", "style", "head"))


@dataclass(frozen=True, slots=True)
class CellContent:
    """What a cell holds: its text on one line, its look, how many blocks it is made of."""

    text: str
    look: Look
    blocks: int
    hidden: str


@dataclass(slots=True)
class HtmlTable:
    """A table as read. ``rows`` is None when its cells are to be read as paragraphs.

    ``lines`` holds the rows of a list set as a table, each as one paragraph.
    """

    rows: list[DraftRow] | None = None
    columns: int = 0
    lines: list[tuple[str, Look]] | None = None
    hidden: str = ""


def read_table(table: Element, parent: Look) -> HtmlTable:
    """Decide what ``table`` is used for and read it so."""
    if next(table.iterdescendants("table"), None) is not None:
        return HtmlTable()
    contents: list[list[CellContent]] = []
    rows: list[DraftRow] = []
    hidden: list[str] = []
    for tr, row_look in _table_rows(table, parent):
        if row_look.hidden:
            hidden.append(one_line("".join(tr.itertext())))
            continue
        row, held = _read_row(tr, row_look)
        rows.append(row)
        contents.append(held)
        hidden.extend(cell.hidden for cell in held if cell.hidden)
    _shift_for_row_spans(rows)
    looks = {id(row): _row_look(held) for row, held in zip(rows, contents, strict=True)}
    if _holds_prose(contents) or sum(len(row.cells) for row in rows) > MAX_CELLS:
        return HtmlTable()
    join_signs(rows)
    rows, columns = compact(rows)
    return _classified(rows, columns, looks, " ".join(hidden))


def _classified(
    rows: list[DraftRow], columns: int, looks: dict[int, Look], hidden: str
) -> HtmlTable:
    if not rows or (columns == 1 and not hidden):
        return HtmlTable(lines=[] if not rows and not hidden else None)
    if columns == 1 or _is_list(rows, columns):
        lines = [(_line(row), looks[id(row)]) for row in rows]
        return HtmlTable(lines=lines, hidden=hidden)
    mark_header_rows(rows)
    return HtmlTable(rows=rows, columns=columns, hidden=hidden)


def _line(row: DraftRow) -> str:
    return " ".join(cell.text for cell in row.cells if cell.text)


def _row_look(cells: list[CellContent]) -> Look:
    """The look that all filled cells of a row share."""
    looks = [cell.look for cell in cells if cell.text]
    if not looks:
        return Look()
    return Look(
        bold=all(look.bold for look in looks),
        italic=all(look.italic for look in looks),
        underlined=all(look.underlined for look in looks),
        centred=all(look.centred for look in looks),
        size=max(look.size for look in looks),
    )


def _table_rows(table: Element, parent: Look) -> Iterator[tuple[Element, Look]]:
    table_look = look_of(table, "table", parent)
    for child in table:
        if child.tag == "tr":
            yield child, look_of(child, "tr", table_look)
        elif child.tag in ("tbody", "thead", "tfoot"):
            section_look = look_of(child, child.tag, table_look)
            for tr in child:
                if tr.tag == "tr":
                    yield tr, look_of(tr, "tr", section_look)


def _read_row(tr: Element, look: Look) -> tuple[DraftRow, list[CellContent]]:
    cells: list[DraftCell] = []
    held: list[CellContent] = []
    column = 0
    for td in tr:
        if td.tag not in ("td", "th"):
            continue
        content = read_cell(td, look_of(td, td.tag, look))
        span = _span(td, "colspan")
        held.append(content)
        header = td.tag == "th" and td.get("scope") != "row"
        cells.append(
            DraftCell(column, content.text, _span(td, "rowspan"), span, header, content.look.bold)
        )
        column += span
    return DraftRow(cells), held


def _span(td: Element, name: str) -> int:
    stated = (td.get(name) or "1").strip()
    return max(1, min(MAX_SPAN, int(stated))) if stated.isdecimal() else 1


def _shift_for_row_spans(rows: list[DraftRow]) -> None:
    """Move cells right where a cell from an earlier row reaches down into theirs."""
    reaching: list[tuple[int, int, int]] = []
    for index, row in enumerate(rows):
        reaching = [item for item in reaching if item[2] > index]
        taken = sorted((start, end) for start, end, _ in reaching)
        shift = 0
        for cell in row.cells:
            column = cell.column + shift
            for start, end in taken:
                if start < column + 1 and column < end:
                    shift += end - column
                    column = end
            cell.column = column
            if cell.row_span > 1:
                span = (column, column + cell.column_span, index + cell.row_span)
                reaching.append(span)


def read_cell(td: Element, look: Look) -> CellContent:
    """Text and look of a cell; block ends and line breaks become spaces."""
    if len(td) == 0:
        text = one_line(td.text or "")
        return CellContent("", look, 0, text) if look.hidden else CellContent(text, look, 1, "")
    collector = _CellCollector(look)
    for event, element in etree.iterwalk(td, events=("start", "end")):
        if event == "start":
            collector.start(element, element is td)
        else:
            collector.end(element, element is td)
    return collector.content()


class _CellCollector:
    """Gathers the text of one cell with the looks that apply to it."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.stack: list[Look] = []
        self.shown: list[str] = []
        self.hidden: list[str] = []
        self.looks: list[tuple[Look, int]] = []
        self.blocks = 1

    def start(self, element: Element, is_cell: bool) -> None:
        """Enter an element."""
        tag = element.tag
        if not isinstance(tag, str):
            self.stack.append(self.stack[-1])
            return
        if is_cell:
            self.stack.append(self.look)
        else:
            self.stack.append(look_of(element, tag, self.stack[-1]))
            if tag in _BLOCKS:
                self._break(tag)
        if tag not in _SKIPPED:
            self._add(element.text)

    def end(self, element: Element, is_cell: bool) -> None:
        """Leave an element."""
        self.stack.pop()
        if is_cell:
            return
        if element.tag in _BLOCKS and element.tag != "br":
            self.shown.append("\n")
        self._add(element.tail)

    def _break(self, tag: str) -> None:
        self.shown.append("\n")
        self.blocks += tag not in ("br", "tr")

    def _add(self, text: str | None) -> None:
        if not text:
            return
        look = self.stack[-1]
        if look.hidden:
            self.hidden.append(text)
            return
        self.shown.append(text)
        letters = len(text) - text.count(" ") - text.count("\n") - text.count("\xa0")
        if letters:
            self.looks.append((look, letters))

    def content(self) -> CellContent:
        """The cell as gathered."""
        text = one_line("".join(self.shown))
        return CellContent(
            text, common_look(self.looks), self.blocks, one_line(" ".join(self.hidden))
        )


def common_look(looks: list[tuple[Look, int]]) -> Look:
    """The look that all of a text has; its size is the most frequent one by letters."""
    if not looks:
        return Look()
    sizes: dict[float, int] = {}
    for look, letters in looks:
        sizes[look.size] = sizes.get(look.size, 0) + letters
    return Look(
        bold=all(look.bold for look, _ in looks),
        italic=all(look.italic for look, _ in looks),
        underlined=all(look.underlined for look, _ in looks),
        centred=all(look.centred for look, _ in looks),
        preformatted=all(look.preformatted for look, _ in looks),
        size=max(sizes, key=lambda size: (sizes[size], size)),
    )


def _holds_prose(contents: list[list[CellContent]]) -> bool:
    """True when a cell holds a page or a run of paragraphs: the table only sets them out."""
    for row in contents:
        for cell in row:
            if len(cell.text) > LONG_CELL_CHARACTERS:
                return True
    filled = [cell for row in contents for cell in row if cell.text]
    if not filled or len(filled) > 60:
        return False
    long = sum(cell.blocks >= 4 and len(cell.text) > 600 for cell in filled)
    return long > 0 and 2 * long >= len(filled)


def _is_list(rows: list[DraftRow], columns: int) -> bool:
    """True when the rows are list items: a bullet or number, then text; or one labelled heading."""
    if columns > 3:
        return False
    if len(rows) == 1 and _is_numbered_heading(rows[0]):
        return True
    labelled = sum(_is_list_row(row) for row in rows)
    return labelled > 0 and labelled >= 0.7 * len(rows)


def _is_numbered_heading(row: DraftRow) -> bool:
    filled = [cell.text for cell in row.cells if cell.text]
    label = label_of(filled[0])
    if label is None or len(filled) != 2 or is_number(filled[1]):
        return False
    return label.end >= len(filled[0])


def _is_list_row(row: DraftRow) -> bool:
    filled = [cell.text for cell in row.cells if cell.text]
    if len(filled) != 2 or is_number(filled[1]) or is_period(filled[1]):
        return False
    first, second = filled
    if set(first) <= set("*†‡§"):
        return True
    label = label_of(first)
    if label is None or label.end < len(first) or len(second) < 15:
        return False
    return label.scheme in (Scheme.BULLET, Scheme.BRACKETED, Scheme.ARABIC, Scheme.LETTER)
