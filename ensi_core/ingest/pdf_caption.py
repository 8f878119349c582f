"""The caption of a court paper: parties left, case number right, a column of signs between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.ingest.pdf_rows import Row, Segment
from ensi_core.ingest.pdf_words import Word

_SIGNS = frozenset((")", ":", "§", "|", "}", "]", "("))
MIN_SIGNS = 4
MAX_DRIFT = 3.0


@dataclass(frozen=True, slots=True)
class CourtCaption:
    """Rows [first, last) are a caption; ``left`` and ``right`` are its halves without the signs."""

    first: int
    last: int
    left: list[Row]
    right: list[Row]


def court_caption(rows: Sequence[Row]) -> CourtCaption | None:
    """The caption among ``rows``, if signs of one kind stand one above the other in it."""
    places: dict[tuple[str, int], list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        for segment in row.segments:
            for word in segment.words:
                if word.text in _SIGNS:
                    places[word.text, round(word.x0 / MAX_DRIFT)].append(index)
    if not places:
        return None
    (sign, place), found = max(places.items(), key=lambda item: (len(item[1]), item[0]))
    if len(found) < MIN_SIGNS or len(found) < 0.6 * (found[-1] - found[0] + 1):
        return None
    x = place * MAX_DRIFT
    span = rows[found[0] : found[-1] + 1]
    if any(_crosses(row, x) for row in span):
        return None
    halves = [_halves(row, sign, x) for row in span]
    left = [row for row, _ in halves if row.segments]
    right = [row for _, row in halves if row.segments]
    return CourtCaption(found[0], found[-1] + 1, left, right)


def _crosses(row: Row, x: float) -> bool:
    words = [word for segment in row.segments for word in segment.words]
    return any(word.x0 < x - MAX_DRIFT and word.x1 > x + 2 * MAX_DRIFT for word in words)


def _halves(row: Row, sign: str, x: float) -> tuple[Row, Row]:
    """What stands left and right of the sign at ``x``."""
    words = [word for segment in row.segments for word in segment.words]
    others = [word for word in words if word.text != sign or abs(word.x0 - x) > 2 * MAX_DRIFT]
    left = [word for word in others if word.x0 < x]
    right = [word for word in others if word.x0 >= x]
    return _half(row, left), _half(row, right)


def _half(row: Row, words: list[Word]) -> Row:
    segments = [Segment(words)] if words else []
    return Row(row.y, row.size, segments, row.page)
