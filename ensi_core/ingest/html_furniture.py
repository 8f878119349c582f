"""Running headers, footers and page numbers of an HTML file that is set out in pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ensi_core.ingest.draft import Draft, DraftMark, DraftPage, Item
from ensi_core.ingest.text_lines import (
    MAX_FURNITURE_CHARACTERS,
    REPEATS,
    masked,
    page_label,
    page_value,
)
from ensi_core.types import MarkKind

EDGE_BLOCKS = 3
_TRAILING_NUMBER = re.compile(r"(?:^|[\s|–-])(\d{1,4}|[ivxl]{1,6})\s*$")


def mark_html_furniture(items: Sequence[Item]) -> list[Item]:
    """``items`` with repeated blocks and numbers at page edges as marks; pages get their labels."""
    pages = _pages(items)
    if len(pages) < REPEATS:
        return list(items)
    edges = [_edges(page) for page in pages]
    counts = Counter(
        text for top, bottom in edges for text in {masked(_text(d)) for d in (*top, *bottom)}
    )
    marked: dict[int, MarkKind] = {}
    for top, bottom in edges:
        _flag(top, counts, MarkKind.RUNNING_HEADER, marked)
        _flag(list(reversed(bottom)), counts, MarkKind.RUNNING_FOOTER, marked)
    _flag_numbers(edges, marked)
    _set_labels(pages, marked)
    return [
        DraftMark(marked[id(item)], _text(item))
        if isinstance(item, Draft) and id(item) in marked
        else item
        for item in items
    ]


def _pages(items: Sequence[Item]) -> list[list[Item]]:
    pages: list[list[Item]] = []
    for item in items:
        if isinstance(item, DraftPage):
            pages.append([])
        if pages:
            pages[-1].append(item)
    return pages


def _text(draft: Draft) -> str:
    if draft.rows is None:
        return draft.text
    return " ".join(cell.text for row in draft.rows for cell in row.cells if cell.text)


def _edges(page: Sequence[Item]) -> tuple[list[Draft], list[Draft]]:
    """Short blocks within reach of the page's top and of its bottom."""
    drafts = [item for item in page if isinstance(item, Draft)]
    top = _leading_short(drafts[:EDGE_BLOCKS])
    bottom = _leading_short(list(reversed(drafts[-EDGE_BLOCKS:])))
    return top, list(reversed(bottom))


def _leading_short(drafts: Sequence[Draft]) -> list[Draft]:
    short: list[Draft] = []
    for draft in drafts:
        if len(_text(draft)) > MAX_FURNITURE_CHARACTERS or (draft.rows and len(draft.rows) > 1):
            break
        short.append(draft)
    return short


def _flag(
    edge: Sequence[Draft], counts: Counter[str], kind: MarkKind, marked: dict[int, MarkKind]
) -> None:
    """Flag the repeated blocks that stand outermost; numbers may stand between."""
    for draft in edge:
        text = _text(draft)
        if page_value(text) is not None or id(draft) in marked:
            continue
        if counts[masked(text)] < REPEATS or not any(char.isalpha() for char in text):
            break
        marked[id(draft)] = kind


def _flag_numbers(
    edges: Sequence[tuple[list[Draft], list[Draft]]], marked: dict[int, MarkKind]
) -> None:
    """Page numbers run along with the pages: their distance to the page's place is usual."""
    found = [
        (index, draft, value)
        for index, (top, bottom) in enumerate(edges)
        for draft in (*top, *bottom)
        if (value := page_value(_text(draft))) is not None
    ]
    distances = Counter(value - index for index, _, value in found)
    for index, draft, value in found:
        if distances[value - index] >= REPEATS:
            marked[id(draft)] = MarkKind.PAGE_NUMBER


def _set_labels(pages: Sequence[Sequence[Item]], marked: dict[int, MarkKind]) -> None:
    """The number at the end of a page's furniture is its printed label."""
    for page in pages:
        first = page[0]
        furniture = [i for i in page if isinstance(i, Draft) and id(i) in marked]
        for draft in furniture:
            text = _text(draft)
            number = _TRAILING_NUMBER.search(text)
            if marked[id(draft)] is MarkKind.PAGE_NUMBER:
                label = page_label(text)
            elif number is not None and marked[id(draft)] is MarkKind.RUNNING_FOOTER:
                label = number.group(1)
            else:
                continue
            if isinstance(first, DraftPage):
                first.label = label
