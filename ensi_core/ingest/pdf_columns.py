"""Reading order: columns of prose on a page, top to bottom and left to right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.ingest.pdf_rows import Row, Segment, rows_of

MIN_COLUMN_LINES = 4
MIN_LINE_CHARACTERS = 18
MIN_FILLED = 0.45
"""Share of a column's lines that reach its right edge; labels beside a table do not."""
GRID = 3.0
"""Left edges within so many points are one margin."""


@dataclass(frozen=True, slots=True)
class _Split:
    """Rows [first, last) stand in two columns parted left of ``x``."""

    first: int
    last: int
    x: float
    gain: int


def regions(rows: Sequence[Row], depth: int = 0) -> list[list[Row]]:
    """Rows in reading order, cut into regions of one column each."""
    split = _best_split(rows) if depth < 6 and len(rows) >= MIN_COLUMN_LINES else None
    if split is None:
        return [list(rows)] if rows else []
    inside = rows[split.first : split.last]
    left = _side(inside, split.x, left=True)
    right = _side(inside, split.x, left=False)
    return [
        *regions(rows[: split.first], depth + 1),
        *regions(left, depth + 1),
        *regions(right, depth + 1),
        *regions(rows[split.last :], depth + 1),
    ]


def _side(rows: Sequence[Row], x: float, left: bool) -> list[Row]:
    """The rows of one side, made anew: its lines need not stand on those of the other side."""
    tables = [row for row in rows if row.table is not None and (row.x0 < x - 1) == left]
    words = [
        word
        for row in rows
        if row.table is None
        for segment in row.segments
        if (segment.x0 < x - 1) == left
        for word in segment.words
    ]
    made = rows_of(words)
    for row in made:
        row.page = rows[0].page
    return sorted([*made, *tables], key=lambda row: -row.y)


def _best_split(rows: Sequence[Row]) -> _Split | None:
    margins = _margins(rows)
    splits = [split for x in margins for split in _splits_at(rows, x)]
    return max(splits, key=lambda split: (split.gain, -split.x), default=None)


def _margins(rows: Sequence[Row]) -> list[float]:
    """Left edges that several segments share, right of the leftmost one."""
    left = min(row.x0 for row in rows)
    counts: Counter[int] = Counter()
    for row in rows:
        counts.update({round(segment.x0 / GRID) for segment in row.segments})
    shared = [edge for edge, count in counts.items() if count >= 3 and edge * GRID > left + 60]
    shared.sort(key=lambda edge: (-counts[edge], edge))
    return [edge * GRID - GRID / 2 for edge in shared[:8]]


def _splits_at(rows: Sequence[Row], x: float) -> list[_Split]:
    """Maximal runs of rows that no segment crosses at ``x`` and that are prose on both sides."""
    splits: list[_Split] = []
    first = 0
    for index in range(len(rows) + 1):
        if index < len(rows) and not _crosses(rows[index], x):
            continue
        trimmed = _trimmed(rows, first, index, x)
        if trimmed is not None:
            splits.append(trimmed)
        first = index + 1
    return splits


def _crosses(row: Row, x: float) -> bool:
    return any(segment.x0 < x - 2 and segment.x1 > x - 1 for segment in row.segments)


def _trimmed(rows: Sequence[Row], first: int, last: int, x: float) -> _Split | None:
    """The run without outer rows that are on one side only, if both sides are prose."""
    while first < last and not _has_right(rows[first], x):
        first += 1
    while last > first and not _has_right(rows[last - 1], x):
        last -= 1
    if first >= last:
        return None
    while (
        first > 0 and not _crosses(rows[first - 1], x) and _is_close(rows[first - 1], rows[first])
    ):
        first -= 1
    run = rows[first:last]
    left = [segment for row in run for segment in row.segments if segment.x0 < x - 1]
    right = [segment for row in run for segment in row.segments if segment.x0 >= x - 1]
    if not (_is_prose(left) and _is_prose(right)):
        return None
    return _Split(first, last, x, min(len(left), len(right)))


def _is_close(above: Row, below: Row) -> bool:
    return above.y - below.y < 2.2 * max(above.size, below.size)


def _has_right(row: Row, x: float) -> bool:
    return row.segments[-1].x0 >= x - 1


def _is_prose(segments: Sequence[Segment]) -> bool:
    """Enough lines, long enough, and filled to a common right edge, as justified or ragged text."""
    if len(segments) < MIN_COLUMN_LINES:
        return False
    texts = [segment.text for segment in segments]
    mean = sum(map(len, texts)) / len(texts)
    if mean < MIN_LINE_CHARACTERS:
        return False
    digits = sum(char.isdigit() for text in texts for char in text)
    if digits > 0.3 * sum(map(len, texts)):
        return False
    right = sorted(segment.x1 for segment in segments)[int(0.9 * (len(segments) - 1))]
    left = min(segment.x0 for segment in segments)
    filled = sum(segment.x1 >= left + 0.82 * (right - left) for segment in segments)
    return filled >= MIN_FILLED * len(segments)
