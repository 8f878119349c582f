"""The title of a document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from ensi_core.ingest.draft import Draft, Item
from ensi_core.types import BlockKind

_MACHINE_TITLE = re.compile(
    r"^(?:untitled|document\d*|microsoft word|slide \d|word|\(anonymous\)|.*\.(?:docx?|pdf|html?|txt|indd|qxd|rtf|wpd|xls)\b"
    r"|https?://|[\W\d_]*$|[\w-]{0,40}_[\w-]*$|\S{1,24}\d\S*$)",
    re.IGNORECASE,
)
MAX_TITLE_CHARACTERS = 200
HEADING_SEARCH_BLOCKS = 12


def is_sensible(title: str) -> bool:
    """False for what programs put there by themselves: file names, "Untitled", codes."""
    return 3 <= len(title) <= MAX_TITLE_CHARACTERS and _MACHINE_TITLE.match(title) is None


def title_of(stated: str, items: Sequence[Item], name: str) -> str:
    """The stated title when sensible, else the first heading near the top, else the file's name."""
    if is_sensible(stated):
        return stated
    drafts = [item for item in items if isinstance(item, Draft)]
    for draft in drafts[:HEADING_SEARCH_BLOCKS]:
        if draft.kind is BlockKind.HEADING and 3 <= len(draft.text) <= MAX_TITLE_CHARACTERS:
            return draft.text
    return PurePosixPath(name).name
