"""How people cite a place: "p. 12, § 4.2(b)", "Item 7, table 3, row Net income", "Tr. 45:12"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace

from ensi_core.ingest.labels import Scheme, label_of
from ensi_core.types import Block, BlockKind, Document, MarkKind, Page, Span

MAX_NAME_CHARACTERS = 60
_NUMBERED = (Scheme.PART, Scheme.ITEM, Scheme.ARTICLE, Scheme.NOTE, Scheme.EXHIBIT)
_SPEAKER = re.compile(
    r"^(?:[QA]\.?\s|(?:BY\s)?(?:MR|MS|MRS|DR|THE|CHIEF|JUSTICE)\b[A-Z .']{2,30}:)"
)
_TRANSCRIPT_TITLE = re.compile(r"transcript|deposition|hearing|oral argument", re.IGNORECASE)
_TRAILING = " .:)"


@dataclass(frozen=True, slots=True)
class _Place:
    """What stands above a block: its citation in parts.

    ``item`` "Item 7"; ``section`` "§ 4.2" or "¶ 12"; ``inner`` the brackets "(b)(ii)" below it;
    ``heading`` the nearest heading's text; ``table`` the table's ordinal in its item.
    """

    item: str = ""
    section: str = ""
    inner: tuple[str, ...] = ()
    heading: str = ""
    table: int = 0
    note: str = ""
    ordinal: int = 0


class Locator:
    """Citations of places in one document; built once in a pass over its blocks."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._page_starts = [page.span.start for page in document.pages]
        pieces = sorted(
            (span.start, index)
            for index, block in enumerate(document.blocks)
            for span in block.spans
        )
        self._piece_starts = [start for start, _ in pieces]
        self._piece_blocks = [index for _, index in pieces]
        self._places = _places(document)
        lines = [mark for mark in document.marks if mark.kind is MarkKind.LINE_NUMBER]
        self._line_starts = [mark.span.start for mark in lines]
        self._line_numbers = [mark.note for mark in lines]
        self._line_word = "Tr. " if lines and _is_transcript(document) else "p. "

    def page(self, span: Span) -> Page | None:
        """The page that ``span`` begins on; None in documents without pages."""
        if not self._page_starts:
            return None
        return self._document.pages[max(0, bisect_right(self._page_starts, span.start) - 1)]

    def locate(self, span: Span) -> str:
        """The citation of ``span``: the page, then the innermost label that applies."""
        page = self.page(span)
        lines = self._lines(span, page)
        if lines:
            return lines
        parts = [f"p. {page.label or page.number}"] if page is not None else []
        structure = self._structure(span)
        if structure:
            parts.append(structure)
        return ", ".join(parts) or f"¶ {self._ordinal(span)}"

    def _lines(self, span: Span, page: Page | None) -> str:
        """Page and printed lines, in documents that number them; "" elsewhere."""
        first = bisect_right(self._line_starts, span.start) - 1
        if page is None or first < 0 or self._line_starts[first] < page.span.start:
            return ""
        last = max(first, bisect_right(self._line_starts, max(span.start, span.end - 1)) - 1)
        label = page.label or str(page.number)
        start, end = self._line_numbers[first], self._line_numbers[last]
        if last == first:
            return f"{self._line_word}{label}:{start}"
        end_page = self.page(Span(self._line_starts[last], self._line_starts[last]))
        if end_page is not None and end_page is not page:
            return f"{self._line_word}{label}:{start}–{end_page.label or end_page.number}:{end}"
        return f"{self._line_word}{label}:{start}–{end}"

    def _block(self, span: Span) -> int | None:
        position = bisect_right(self._piece_starts, span.start) - 1
        return self._piece_blocks[max(0, position)] if self._piece_blocks else None

    def _ordinal(self, span: Span) -> int:
        index = self._block(span)
        return self._places[index].ordinal if index is not None else 1

    def _structure(self, span: Span) -> str:
        index = self._block(span)
        if index is None:
            return ""
        block, place = self._document.blocks[index], self._places[index]
        if block.table is not None:
            return _joined(
                place.item or place.section, f"table {place.table}", self._row(block, span)
            )
        if place.note:
            return _joined(place.item, f"n. {place.note}")
        if place.section or place.inner:
            section = f"{place.section}{''.join(place.inner)}"
            return _joined(place.item, section)
        if place.item:
            return _joined(place.item, place.heading)
        if self._page_starts:
            return place.heading
        return _joined(place.heading, f"¶ {place.ordinal}")

    def _row(self, block: Block, span: Span) -> str:
        """The label of the table row that ``span`` lies in, when it lies in one."""
        assert block.table is not None
        for row in block.table.rows:
            if not any(
                part.start <= span.start < max(part.end, part.start + 1) for part in row.spans
            ):
                continue
            if span.end > row.spans[-1].end + 1:
                return ""
            first = next((cell for cell in row.cells if cell.spans), None)
            if first is None or first.column > 0:
                return ""
            text = " ".join(self._document.text[first.spans[0].start : first.spans[-1].end].split())
            return f"row {_shortened(text)}"
        return ""


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _shortened(text: str) -> str:
    if len(text) <= MAX_NAME_CHARACTERS:
        return text
    return f"{text[:MAX_NAME_CHARACTERS].rsplit(' ', 1)[0]} …"


def _is_transcript(document: Document) -> bool:
    """Numbered lines of speakers, not of a pleading."""
    if _TRANSCRIPT_TITLE.search(document.title):
        return True
    texts = [document.text[b.spans[0].start : b.spans[0].start + 60] for b in document.blocks]
    return sum(_SPEAKER.match(text) is not None for text in texts) >= 0.1 * max(1, len(texts))


def _places(document: Document) -> list[_Place]:
    places: list[_Place] = []
    current = _Place()
    for block in document.blocks:
        current = replace(current, ordinal=current.ordinal + 1, note="")
        if block.kind is BlockKind.HEADING:
            current = _under_heading(current, block, _text_of(document, block))
        elif block.table is not None:
            current = replace(current, table=current.table + 1)
        elif block.kind is BlockKind.FOOTNOTE:
            places.append(replace(current, note=(block.label or "").strip("().")))
            continue
        elif block.label:
            current = _at_label(current, block.label)
        else:
            current = _at_text(current)
        places.append(current)
    return places


def _at_text(place: _Place) -> _Place:
    """The place of a paragraph without a number: brackets and "¶ 12" end with their own block."""
    section = "" if place.section.startswith("¶") else place.section
    return replace(place, section=section, inner=())


def _text_of(document: Document, block: Block) -> str:
    span = block.spans[0]
    return " ".join(document.text[span.start : span.end].split())


def _under_heading(place: _Place, block: Block, text: str) -> _Place:
    """The place below a heading; a heading without a number keeps the numbered one above it."""
    name = _shortened(text)
    label = label_of(f"{block.label} ") if block.label else None
    if label is None:
        keeps = place.item and (block.level or 1) > 1
        below = _Place(item=place.item if keeps else "", table=place.table if keeps else 0)
        return replace(below, heading=name, ordinal=place.ordinal)
    if label.scheme in _NUMBERED:
        return _Place(item=_titled(label.text), ordinal=place.ordinal)
    return replace(_at_label(place, label.text), heading=name, ordinal=place.ordinal)


def _titled(label: str) -> str:
    word, _, number = label.partition(" ")
    return f"{word.capitalize()} {number.strip()}"


def _at_label(place: _Place, text: str) -> _Place:
    """The place of a block with a printed number: brackets go below the number before them."""
    label = label_of(f"{text} ")
    if label is None:
        return place
    number = label.text.rstrip(_TRAILING)
    if label.scheme in _NUMBERED:
        return _Place(item=_titled(label.text), ordinal=place.ordinal)
    if label.scheme is Scheme.SECTION:
        number = re.sub(r"^(?:section|sec\.|§+)\s*", "", label.text, flags=re.IGNORECASE)
        return replace(place, section=f"§ {number}", inner=())
    if label.scheme is Scheme.DECIMAL:
        return replace(place, section=f"§ {label.text.rstrip('.')}", inner=())
    if label.scheme in (Scheme.ARABIC, Scheme.PARAGRAPH_SIGN):
        return replace(place, section=f"¶ {number.lstrip('¶ ')}", inner=())
    if label.scheme in (Scheme.ROMAN, Scheme.LETTER):
        return _below_roman(place, label.scheme, number)
    if label.scheme is Scheme.BRACKETED:
        return replace(place, inner=_nested(place.inner, f"({number.lstrip('([')})"))
    return place


def _below_roman(place: _Place, scheme: Scheme, number: str) -> _Place:
    """ "§ IV", and "§ IV.A" for a letter below a roman number."""
    roman = re.match(r"^§ ([IVXLC]+)(?:\.[A-Z])?$", place.section)
    if scheme is Scheme.LETTER and roman:
        return replace(place, section=f"§ {roman.group(1)}.{number}", inner=())
    return replace(place, section=f"§ {number}", inner=())


def _form(bracket: str, before: str) -> str:
    """The kind of a bracketed number: i is roman unless h came before it."""
    inside = bracket.strip("()[]")
    if inside.isdecimal():
        return "1"
    previous = before.strip("()[]")
    romanish = set(inside.lower()) <= set("ivx")
    follows = len(inside) == 1 and len(previous) == 1 and ord(inside) == ord(previous) + 1
    if romanish and not (follows and not set(previous.lower()) <= set("ivx")):
        return "I" if inside.isupper() else "i"
    return "A" if inside.isupper() else "a"


def _nested(inner: tuple[str, ...], bracket: str) -> tuple[str, ...]:
    """The brackets down to ``bracket``: one of a kind that is open already replaces it."""
    forms = []
    for position, part in enumerate(inner):
        forms.append(_form(part, inner[position - 1] if position else ""))
    for position, form in enumerate(forms):
        sibling = _form(bracket, inner[position])
        if form == sibling:
            return (*inner[:position], bracket)
    return (*inner, bracket)


def locator(document: Document, span: Span) -> str:
    """How a person cites ``span``. For many spans of one document build a ``Locator`` once."""
    return Locator(document).locate(span)


def page_of(document: Document, span: Span) -> int | None:
    """The 1-based page that ``span`` begins on; None in documents without pages."""
    page = Locator(document).page(span)
    return page.number if page is not None else None


def locate_in(document: Document) -> Callable[[Span], tuple[int | None, str | None, str]]:
    """A function that gives page number, printed page label and citation of a span."""
    index = Locator(document)

    def locate(span: Span) -> tuple[int | None, str | None, str]:
        page = index.page(span)
        number = page.number if page is not None else None
        label = page.label if page is not None else None
        return number, label, index.locate(span)

    return locate
