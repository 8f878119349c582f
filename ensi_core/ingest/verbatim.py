"""Structure over a text that is canonical as it stands: blocks are spans of the given text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ensi_core.ingest.assemble import Assembled, find_unit
from ensi_core.ingest.draft import Draft, DraftCell, DraftMark, DraftPage, Item
from ensi_core.types import Block, BlockKind, Cell, Mark, Page, Span, Table, TableRow


def assemble_verbatim(text: str, items: Sequence[Item]) -> Assembled:
    """Blocks, pages and marks of ``items`` (all with their sources) over ``text`` itself."""
    marks = [
        Mark(item.kind, item.source, item.note)
        for item in items
        if isinstance(item, DraftMark) and item.source is not None
    ]
    blocks = _blocks(text, [item for item in items if isinstance(item, Draft)], marks)
    return Assembled(text, tuple(blocks), _pages(text, items), tuple(marks))


def _pages(text: str, items: Iterable[Item]) -> tuple[Page, ...]:
    starts = [item for item in items if isinstance(item, DraftPage)]
    if not starts:
        return ()
    ends = [page.offset or 0 for page in starts[1:]] + [len(text)]
    return tuple(
        Page(page.number, Span(page.offset or 0, end), page.label)
        for page, end in zip(starts, ends, strict=False)
    )


def _blocks(text: str, drafts: Sequence[Draft], marks: Sequence[Mark]) -> list[Block]:
    spans: dict[Draft, list[Span]] = {}
    for draft in drafts:
        if draft.source is None:
            continue
        of_block = spans.setdefault(draft.root, [])
        if of_block and not _stands_between(of_block[-1], draft.source, marks):
            of_block[-1] = Span(of_block[-1].start, draft.source.end)
        else:
            of_block.append(draft.source)
    return [_block(text, draft, tuple(of_block), spans) for draft, of_block in spans.items()]


def _stands_between(before: Span, after: Span, marks: Sequence[Mark]) -> bool:
    return any(before.end <= mark.span.start < after.start for mark in marks)


def _block(
    text: str, draft: Draft, spans: tuple[Span, ...], all_spans: dict[Draft, list[Span]]
) -> Block:
    table = None
    if draft.kind is BlockKind.TABLE and draft.rows is not None:
        rows = tuple(
            TableRow(index, _row_spans(cells), tuple(cells), row.header)
            for index, row in enumerate(draft.rows)
            for cells in [[_cell(index, cell) for cell in row.cells]]
        )
        caption = tuple(all_spans.get(draft.caption.root, ())) if draft.caption else ()
        outside = all_spans.get(draft.unit.root, []) if draft.unit else []
        table = Table(rows, draft.columns, caption, find_unit(text, outside, rows))
    return Block(draft.kind, spans, draft.level, draft.label, table)


def _row_spans(cells: Sequence[Cell]) -> tuple[Span, ...]:
    """One span over a row's cells; they stand one after the other in the text."""
    spans = [span for cell in cells for span in cell.spans]
    if not spans:
        return ()
    return (Span(min(s.start for s in spans), max(s.end for s in spans)),)


def _cell(index: int, cell: DraftCell) -> Cell:
    return Cell(index, cell.column, cell.sources, cell.row_span, cell.column_span, cell.header)
