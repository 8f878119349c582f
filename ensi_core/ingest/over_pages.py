"""Paragraphs that run over a page break become one block again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.ingest.clean import Hyphenation
from ensi_core.ingest.draft import Draft, DraftPage, Item
from ensi_core.ingest.labels import label_of
from ensi_core.types import BlockKind

_FINISHED = re.compile(r"[.:;?!][\"'”’)\]]*(?:\d{1,3})?$")
_BODY = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
_BROKEN_WORD = re.compile(r"([^\W\d_]+)[-\u2010]$")


def join_over_pages(items: Sequence[Item], hyphens: Hyphenation) -> None:
    """Set ``continues`` on the first paragraph of a page that goes on from the page before."""
    last: Draft | None = None
    last_note: Draft | None = None
    first_of_page = first_note = False
    for item in items:
        if isinstance(item, DraftPage):
            first_of_page = first_note = True
        elif isinstance(item, Draft) and item.kind is BlockKind.FOOTNOTE:
            if first_note and last_note is not None and item.label is None:
                _join(last_note, item, hyphens)
            last_note, first_note = item, False
        elif isinstance(item, Draft):
            if first_of_page and last is not None:
                join_if_goes_on(last, item, hyphens)
            last, first_of_page = item, False


def join_if_goes_on(before: Draft, after: Draft, hyphens: Hyphenation) -> None:
    """Make ``after`` a part of the block of ``before`` when its text goes on with that one's."""
    if _goes_on(before, after):
        _join(before, after, hyphens)


def _goes_on(before: Draft, after: Draft) -> bool:
    """The text before is unfinished, and the one after begins as the middle of a sentence."""
    if before.kind not in _BODY or after.kind not in _BODY or not before.text or not after.text:
        return False
    if before.style.bold != after.style.bold or before.contents_entry or after.contents_entry:
        return False
    if _FINISHED.search(before.text) or label_of(after.text) is not None:
        return False
    first = after.text[0]
    if first.islower() or before.text.endswith((",", "-")):
        return True
    similar = abs(before.style.size - after.style.size) < 0.05
    return (
        similar and len(before.text) > 100 and not after.style.centred and not before.style.centred
    )


def _join(before: Draft, after: Draft, hyphens: Hyphenation) -> None:
    after.continues = before
    broken = _BROKEN_WORD.search(before.text)
    word, _, rest = after.text.partition(" ")
    if broken is None or not word[:1].islower() or not rest:
        return
    before.text = hyphens.joint(before.text, word)
    shift = len(word) + 1
    after.text = rest
    after.lines = tuple((max(0, offset - shift), number) for offset, number in after.lines)
