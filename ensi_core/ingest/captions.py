"""The caption and the unit line of each table, taken from the blocks just before it."""

from __future__ import annotations

from collections.abc import Sequence

from ensi_core.ingest.draft import Draft, Item
from ensi_core.ingest.units import unit_offsets
from ensi_core.types import BlockKind

LOOK_BACK = 4
MAX_CAPTION_CHARACTERS = 200
MAX_PLAIN_CAPTION_CHARACTERS = 120
"""In plain text, where no type sets a caption apart, a short line without a full stop is one."""
MAX_LEAD_IN_CHARACTERS = 500


def mark_captions(items: Sequence[Item]) -> None:
    """Set ``caption`` and ``unit`` of the table drafts among ``items``, in place."""
    drafts = [item for item in items if isinstance(item, Draft) and item.continues is None]
    for index, draft in enumerate(drafts):
        if draft.kind is BlockKind.TABLE:
            _mark(draft, list(reversed(drafts[max(0, index - LOOK_BACK) : index])))


def _mark(table: Draft, before: Sequence[Draft]) -> None:
    """``before``: the blocks before the table, nearest first."""
    for block in before:
        if block.kind is BlockKind.TABLE:
            return
        states_unit = unit_offsets(block.text) is not None
        if states_unit and table.unit is None:
            table.unit = block
        if _is_unit_line(block, states_unit):
            continue
        if _is_caption(block):
            table.caption = block
            if block.kind is BlockKind.PARAGRAPH and not _leads_in(block):
                block.kind = BlockKind.CAPTION
        return


def _is_unit_line(block: Draft, states_unit: bool) -> bool:
    """A line that only says how to read the table: "(in millions)", "(Unaudited)"."""
    text = block.text
    if states_unit and len(text) < 120:
        return text.startswith("(") or unit_offsets(text) == (0, len(text))
    return len(text) < 40 and text.startswith("(") and text.endswith(")")


def _is_caption(block: Draft) -> bool:
    if block.kind in (BlockKind.CAPTION, BlockKind.HEADING):
        return True
    if block.kind is not BlockKind.PARAGRAPH or len(block.text) > MAX_LEAD_IN_CHARACTERS:
        return False
    if _leads_in(block):
        return True
    style = block.style
    if not style.known and len(block.text) <= MAX_PLAIN_CAPTION_CHARACTERS:
        return block.text[-1] not in ".;,"
    set_apart = style.bold or style.centred or style.underlined or style.italic
    return set_apart and len(block.text) <= MAX_CAPTION_CHARACTERS


def _leads_in(block: Draft) -> bool:
    return block.text.endswith(":")
