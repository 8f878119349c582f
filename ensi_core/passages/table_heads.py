"""Which blocks before a table belong to its head: its caption and its unit line."""

from __future__ import annotations

from collections.abc import Sequence

from ensi_core.passages.body import size
from ensi_core.types import Block, BlockKind, Document, Span

_HEAD_REACH = 3
"""So many blocks before a table may hold its unit line."""

_UNIT_LINE_CHARACTERS = 200


def table_heads(document: Document) -> dict[int, tuple[int, ...]]:
    """For each table (by block number) the blocks before it that are its caption or unit line."""
    heads: dict[int, tuple[int, ...]] = {}
    used: set[int] = set()
    for index, block in enumerate(document.blocks):
        if not block.table:
            continue
        wanted = (*block.table.caption, *block.table.unit)
        found = [
            number
            for number in range(max(index - _HEAD_REACH, 0), index)
            if number not in used and _is_head(document.blocks[number], block, wanted)
        ]
        heads[index] = tuple(found)
        used.update(found)
    return heads


def _is_head(candidate: Block, block: Block, wanted: Sequence[Span]) -> bool:
    """True for a caption of this table, and for a short block with its caption or unit."""
    if candidate.kind in (BlockKind.HEADING, BlockKind.TABLE):
        return False
    touches = any(span.overlaps(want) for span in candidate.spans for want in wanted)
    short = size(candidate.spans) <= _UNIT_LINE_CHARACTERS
    return touches and (candidate.kind is BlockKind.CAPTION or short)
