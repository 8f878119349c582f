"""Line numbers in the margin of pleadings and transcripts, taken off the lines they count."""

from __future__ import annotations

from collections.abc import Sequence

from ensi_core.ingest.pdf_rows import Row, Segment

MIN_NUMBERED_LINES = 12
MAX_DRIFT = 3.0
"""Line numbers stand within so many points of one edge."""


def take_line_numbers(rows: list[Row]) -> bool:
    """Move margin numbers that count 1, 2, 3 … from the page's text to ``Row.number``, in place."""
    found = _numbered(rows)
    if len(found) < MIN_NUMBERED_LINES:
        return False
    heights = {number: row.y for row, number in found}
    for row, _ in found:
        _strip(row)
    rows[:] = [row for row in rows if row.segments]
    for row in rows:
        nearest = min(heights, key=lambda number: abs(heights[number] - row.y))
        if abs(heights[nearest] - row.y) <= row.size:
            row.number = str(nearest)
    return True


def _numbered(rows: Sequence[Row]) -> list[tuple[Row, int]]:
    """Rows whose first word is a small number at a common edge, the numbers rising by one."""
    candidates = [
        (row, int(word.text))
        for row in rows
        if row.segments
        and (word := row.segments[0].words[0]).text.isdecimal()
        and len(word.text) <= 2
    ]
    best: list[tuple[Row, int]] = []
    for start in range(len(candidates)):
        if candidates[start][1] != 1:
            continue
        chain = [candidates[start]]
        for row, number in candidates[start + 1 :]:
            if number == chain[-1][1] + 1 and _same_edge(row, chain[0][0]):
                chain.append((row, number))
        best = max(best, chain, key=len)
    return best


def _same_edge(row: Row, first: Row) -> bool:
    a, b = row.segments[0].words[0], first.segments[0].words[0]
    return abs(a.x1 - b.x1) <= MAX_DRIFT or abs(a.x0 - b.x0) <= MAX_DRIFT


def _strip(row: Row) -> None:
    words = row.segments[0].words[1:]
    rest = [Segment(words)] if words else []
    row.segments = [*rest, *row.segments[1:]]
