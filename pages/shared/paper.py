"""A document's text as escaped HTML: structure as structure, passages marked in place."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ensi_core.types import Block, BlockKind, Cell, Document, Passage, Span, TableRow
from pages.shared.render import esc

PASSAGES_SHOWN = 60
"""Passages drawn at once: about ten printed pages, drawn in a tenth of a second."""

_NUMERIC = re.compile(r"^[\s$€£¥(]*[-–—]?[\d.,]+[\s%)]*$|^[-–—]$")


@dataclass(frozen=True, slots=True)
class Line:
    """A piece that is drawn as one: a block, or one row of a table."""

    block: Block
    spans: tuple[Span, ...]
    row: TableRow | None = None

    @property
    def start(self) -> int:
        """Where the piece begins in the document."""
        return self.spans[0].start


@dataclass(frozen=True, slots=True)
class Highlights:
    """What is highlighted on a sheet.

    ``value`` are places inside the evidence; ``found_now`` is the hit that the finder stands on.
    """

    chosen: str | None = None
    quote: tuple[Span, ...] = ()
    evidence: tuple[Span, ...] = ()
    value: tuple[Span, ...] = ()
    found: tuple[Span, ...] = ()
    found_now: Span | None = None


@dataclass(frozen=True)
class Paper:
    """A document laid out in lines, with the passage that owns each character.

    ``passages`` are in order of their first span; ``covered`` are the ids that have records.
    """

    document: Document
    passages: Sequence[Passage]
    covered: frozenset[str]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines in reading order."""
        return tuple(line for block in self.document.blocks for line in _lines(block))

    @cached_property
    def owners(self) -> tuple[tuple[Span, int], ...]:
        """Every span of every passage with the passage's position, in order."""
        pairs = ((span, n) for n, p in enumerate(self.passages) for span in p.spans if len(span))
        return tuple(sorted(pairs))

    @cached_property
    def _line_starts(self) -> list[int]:
        return [line.start for line in self.lines]

    @cached_property
    def _owner_starts(self) -> list[int]:
        return [span.start for span, _ in self.owners]

    @cached_property
    def _page_starts(self) -> list[int]:
        return [page.span.start for page in self.document.pages]

    def owners_in(self, span: Span) -> list[tuple[Span, int]]:
        """The passage spans that share a character with ``span``."""
        first = max(0, bisect_right(self._owner_starts, span.start) - 1)
        last = bisect_left(self._owner_starts, span.end)
        return [owner for owner in self.owners[first:last] if owner[0].overlaps(span)]

    def passage_at(self, offset: int) -> int | None:
        """The position of the passage at an offset, else of the next one."""
        inside = self.owners_in(Span(offset, offset + 1))
        if inside:
            return inside[0][1]
        after = bisect_left(self._owner_starts, offset)
        return self.owners[after][1] if after < len(self.owners) else None

    def page_at(self, offset: int) -> int | None:
        """The index of the printed page at an offset."""
        found = bisect_right(self._page_starts, offset) - 1
        return found if found >= 0 else None

    def range_shown(self, first: int) -> Span:
        """The characters of the passages from position ``first`` to the end of the window."""
        end = first + PASSAGES_SHOWN
        whole = len(self.document.text)
        return Span(
            self.passages[first].spans[0].start if 0 < first < len(self.passages) else 0,
            self.passages[end].spans[0].start if end < len(self.passages) else whole,
        )

    def lines_in(self, span: Span) -> tuple[Line, ...]:
        """The lines that begin within ``span``, and the one that it begins in."""
        first = max(0, bisect_right(self._line_starts, span.start) - 1)
        while first < len(self.lines) and self.lines[first].spans[-1].end <= span.start:
            first += 1
        return self.lines[first : bisect_left(self._line_starts, span.end)]


def _lines(block: Block) -> Iterator[Line]:
    if block.table is None:
        if block.spans:
            yield Line(block, block.spans)
        return
    for row in block.table.rows:
        spans = tuple(sorted({span for cell in row.cells for span in cell.spans} or row.spans))
        if spans:
            yield Line(block, spans, row)


def sheet(paper: Paper, first: int, highlights: Highlights) -> str:
    """The window of ``PASSAGES_SHOWN`` passages from position ``first`` on, as HTML.

    Places are clickable as ``psg:<id>``; the first character of the quote, of the evidence or of
    the current hit has the class ``target``.
    """
    pen = _Pen(paper, highlights)
    shown = paper.lines_in(paper.range_shown(first))
    return '<div class="paper">' + "".join(pen.drawn(shown)) + "</div>"


class _Pen:
    """Draws lines; remembers what was drawn to put page breaks and gutter labels."""

    def __init__(self, paper: Paper, highlights: Highlights) -> None:
        self._paper = paper
        self._text = paper.document.text
        self._marks = _layers(highlights)
        self._chosen = highlights.chosen
        self._labelled: set[int] = set()
        self._page: int | None = None

    def drawn(self, lines: Sequence[Line]) -> Iterator[str]:
        n = 0
        while n < len(lines):
            yield self._page_break(lines[n])
            if lines[n].row is None:
                yield self._block(lines[n])
                n += 1
                continue
            end = n
            while end < len(lines) and lines[end].block is lines[n].block:
                end += 1
            yield self._table(lines[n:end])
            n = end

    def _page_break(self, line: Line) -> str:
        page = self._paper.page_at(line.start)
        if page is None or page == self._page:
            return ""
        self._page = page
        found = self._paper.document.pages[page]
        name = f"page {found.number}"
        if found.label and found.label != str(found.number):
            name += f" ({found.label})"
        return f'<div class="pagebreak"><span>{esc(name)}</span><span></span></div>'

    def _block(self, line: Line) -> str:
        block = line.block
        owners = [owner for span in line.spans for owner in self._paper.owners_in(span)]
        positions = sorted({position for _, position in owners})
        css = ["body", *_block_css(block)]
        attributes = ""
        if len(positions) == 1:
            css += self._owner_css(positions[0])
            attributes = self._owner_attributes(positions[0])
        elif positions:
            css.append("mixed")
        body = "\n".join(self._run(span, len(positions) > 1) for span in line.spans)
        if block.kind is BlockKind.LIST_ITEM:
            attributes += f' style="--depth:{max(1, min(9, block.level or 1))}"'
            if block.label and not self._text.startswith(block.label, line.start):
                body = f'<span class="quiet">{esc(block.label)} </span>{body}'
        heading = (
            f' role="heading" aria-level="{min(6, (block.level or 1) + 1)}"'
            if block.kind is BlockKind.HEADING and not attributes
            else ""
        )
        return (
            f'<div class="line"><div class="gutter">{self._label(positions)}</div>'
            f'<div class="{" ".join(css)}"{attributes}{heading}>{body}</div></div>'
        )

    def _table(self, lines: Sequence[Line]) -> str:
        table = lines[0].block.table
        assert table is not None
        shown = {line.row.index for line in lines if line.row is not None}
        rows = [line.row for line in lines if line.row is not None]
        repeated = [row for row in table.rows if row.header and row.index not in shown]
        if repeated and rows and repeated[0].index < rows[0].index:
            rows = repeated + rows
        positions = [
            position
            for row in rows
            for span in row.spans
            for _, position in self._paper.owners_in(span)[:1]
        ]
        body = "".join(self._row(row, table.columns) for row in rows)
        return (
            f'<div class="line"><div class="gutter">{self._label(positions[:1])}</div>'
            f'<div class="scroll"><table class="grid">{body}</table></div></div>'
        )

    def _row(self, row: TableRow, columns: int) -> str:
        owners = {n for span in row.spans for _, n in self._paper.owners_in(span)}
        alone = next(iter(owners)) if len(owners) == 1 else None
        css = " ".join(self._owner_css(alone)) if alone is not None else ""
        attributes = self._owner_attributes(alone) if alone is not None else ""
        cells, column = [], 0
        for cell in sorted(row.cells, key=lambda c: c.column):
            cells.append("<td></td>" * max(0, cell.column - column))
            cells.append(self._cell(cell, row.header, alone is None))
            column = cell.column + max(1, cell.column_span)
        cells.append("<td></td>" * max(0, columns - column))
        return f'<tr class="{css}"{attributes}>{"".join(cells)}</tr>'

    def _cell(self, cell: Cell, header_row: bool, mixed: bool) -> str:
        name = "th" if header_row or cell.header else "td"
        body = " ".join(self._run(span, mixed) for span in cell.spans)
        plain = " ".join(self._text[s.start : s.end] for s in cell.spans)
        css = ' class="num"' if name == "td" and _NUMERIC.match(plain) else ""
        wide = f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
        return f"<{name}{css}{wide}>{body}</{name}>"

    def _label(self, positions: Sequence[int]) -> str:
        fresh = [n for n in positions if n not in self._labelled]
        self._labelled.update(fresh)
        return esc(self._paper.passages[fresh[0]].locator) if fresh else ""

    def _owner_css(self, position: int) -> list[str]:
        passage = self._paper.passages[position]
        css = ["odd"] if position % 2 else []
        css += [] if passage.psg_id in self._paper.covered else ["bare"]
        return css + (["sel"] if passage.psg_id == self._chosen else [])

    def _owner_attributes(self, position: int) -> str:
        passage = self._paper.passages[position]
        name = esc(f"{passage.main_entity} · {passage.locator}".strip(" ·"))
        return (
            f' data-go="psg:{esc(passage.psg_id)}" data-mark role="button" tabindex="0"'
            f' title="{name}"'
        )

    def _run(self, span: Span, mixed: bool) -> str:
        """The text of a span cut at the edges of highlights and, when ``mixed``, of passages."""
        owners = self._paper.owners_in(span) if mixed else []
        marks = [(m, css) for m, css in self._marks if m.overlaps(span)]
        cuts = {span.start, span.end}
        for edge in [owner for owner, _ in owners] + [mark for mark, _ in marks]:
            cuts.update(c for c in (edge.start, edge.end) if span.start < c < span.end)
        edges = sorted(cuts)
        return "".join(self._piece(Span(a, b), owners, marks) for a, b in pairwise(edges))

    def _piece(
        self, span: Span, owners: list[tuple[Span, int]], marks: list[tuple[Span, str]]
    ) -> str:
        body = esc(self._text[span.start : span.end])
        css = [name for mark, name in marks if mark.overlaps(span)]
        if css:
            starts = any(mark.start == span.start for mark, _ in marks)
            body = f'<mark class="{" ".join(css)}{" start" if starts else ""}">{body}</mark>'
        owner = next((n for owned, n in owners if owned.overlaps(span)), None)
        if owner is None:
            return body
        names = " ".join(["seg", *self._owner_css(owner)])
        return f'<span class="{names}"{self._owner_attributes(owner)}>{body}</span>'


def _layers(highlights: Highlights) -> list[tuple[Span, str]]:
    layers = [(span, "quote") for span in highlights.quote]
    layers += [(span, "evidence") for span in highlights.evidence]
    layers += [(span, "value") for span in highlights.value]
    layers += [
        (span, "found now" if span == highlights.found_now else "found")
        for span in highlights.found
    ]
    return [(span, css) for span, css in layers if len(span)]


def _block_css(block: Block) -> list[str]:
    if block.kind is BlockKind.HEADING:
        return ["h", f"h{min(3, block.level or 1)}"]
    names: Mapping[BlockKind, list[str]] = {
        BlockKind.LIST_ITEM: ["li"],
        BlockKind.FOOTNOTE: ["note"],
        BlockKind.CAPTION: ["caption"],
    }
    return names.get(block.kind, [])


def marked(text: str, base: int, spans: Sequence[Span], css: str) -> str:
    """``text``, which begins at offset ``base``, escaped, with ``spans`` of the document marked."""
    pieces, at = [], 0
    for span in sorted(spans):
        start, end = max(at, span.start - base), min(len(text), span.end - base)
        if start >= end:
            continue
        pieces.append(esc(text[at:start]))
        pieces.append(f'<mark class="{esc(css)}">{esc(text[start:end])}</mark>')
        at = end
    return "".join(pieces) + esc(text[at:])


def found_in(text: str, words: str, limit: int = 2000) -> tuple[Span, ...]:
    """Where ``words`` stand in ``text``: any case, any white space between them; in order."""
    parts = [re.escape(part) for part in words.split()]
    if not parts:
        return ()
    hits: list[Span] = []
    for match in re.finditer(r"\s+".join(parts), text, re.IGNORECASE):
        hits.append(Span(match.start(), match.end()))
        if len(hits) == limit:
            break
    return tuple(hits)
