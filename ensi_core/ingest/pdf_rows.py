"""Words of a page to rows of segments: a segment is a run of words without a wide gap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ensi_core.ingest.draft import Draft
from ensi_core.ingest.labels import label_of
from ensi_core.ingest.pdf_words import Word
from ensi_core.types import MarkKind

WIDE_GAP = 0.95
"""A gap of this many type heights parts two segments; justified lines stay below it."""
SAME_LINE = 0.36
"""Base lines that differ by less than this share of the type height are one row."""
RAISED, RAISED_REACH, SIGN_CHARACTERS = 0.8, 0.6, 4
"""Signs in type below this share of the line's, this share of its height off its base line."""


@dataclass(slots=True)
class Segment:
    """Words set without a wide gap between them."""

    words: list[Word]

    @property
    def x0(self) -> float:
        """Left edge in points."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right edge in points."""
        return max(word.x1 for word in self.words)

    @property
    def text(self) -> str:
        """The words, apart by single spaces."""
        return " ".join(word.text for word in self.words)

    @property
    def size(self) -> float:
        """Height of the type of most of its letters."""
        return max(self.words, key=lambda word: (len(word.text), word.size)).size

    @property
    def bold(self) -> bool:
        """True when all its words are bold."""
        return all(word.bold for word in self.words)


@dataclass(slots=True)
class Row:
    """Segments on one base line, from left to right; ``number`` is a line number in the margin.

    ``table`` is set on the row that stands for a whole ruled table.
    """

    y: float
    size: float
    segments: list[Segment]
    page: int = 0
    furniture: MarkKind | None = None
    number: str = ""
    table: Draft | None = None

    @property
    def text(self) -> str:
        """All text of the row, segments apart by single spaces."""
        return " ".join(segment.text for segment in self.segments)

    @property
    def x0(self) -> float:
        """Left edge in points."""
        return self.segments[0].x0

    @property
    def x1(self) -> float:
        """Right edge in points."""
        return max(segment.x1 for segment in self.segments)

    @property
    def bold(self) -> bool:
        """True when all its words are bold."""
        return all(segment.bold for segment in self.segments)

    @property
    def italic(self) -> bool:
        """True when all its words are italic."""
        return all(word.italic for segment in self.segments for word in segment.words)


@dataclass(slots=True)
class _Line:
    y: float
    size: float
    words: list[Word] = field(default_factory=list)


def rows_of(words: Sequence[Word]) -> list[Row]:
    """Rows from the top of the page to its bottom."""
    lines = _lines(words)
    rows = []
    for line in lines:
        segments = _segments(sorted(line.words, key=lambda word: (word.x0, word.index)))
        rows.append(Row(line.y, line.size, segments))
    return rows


def _lines(words: Sequence[Word]) -> list[_Line]:
    """Words by base line; small raised or lowered signs join the line that they touch."""
    lines: list[_Line] = []
    for word in sorted(words, key=lambda w: (-w.y, w.x0, w.index)):
        line = _line_for(word, lines)
        if line is None:
            line = _Line(word.y, word.size)
            lines.append(line)
        elif word.size > line.size * 1.2:
            line.y, line.size = word.y, word.size
        line.words.append(word)
    lines.sort(key=lambda line: -line.y)
    return lines


def _line_for(word: Word, lines: Sequence[_Line]) -> _Line | None:
    for line in reversed(lines[-3:]):
        large, small = max(word.size, line.size), min(word.size, line.size)
        reach = SAME_LINE * small
        if small < RAISED * large and _is_sign(word, line):
            reach = RAISED_REACH * large
        if abs(line.y - word.y) <= reach:
            return line
    return None


def _is_sign(word: Word, line: _Line) -> bool:
    """A raised or lowered sign: a few letters of small type, before or after the line's own."""
    small = word.text if word.size < line.size else "".join(w.text for w in line.words)
    return len(small) <= SIGN_CHARACTERS


def _segments(words: Sequence[Word]) -> list[Segment]:
    segments: list[Segment] = []
    right = 0.0
    for word in words:
        gap = word.x0 - right
        if segments and gap <= WIDE_GAP * max(word.size, segments[-1].words[-1].size):
            segments[-1].words.append(word)
            right = max(right, word.x1)
        else:
            segments.append(Segment([word]))
            right = word.x1
    return _with_labels_joined(segments)


def _with_labels_joined(segments: list[Segment]) -> list[Segment]:
    """A bullet or number set apart from its text belongs to it: "(a)    The tenant …"."""
    if len(segments) < 2:
        return segments
    first, second = segments[0], segments[1]
    label = label_of(first.text)
    prose = len(second.words) >= 3 or (len(segments) == 2 and len(second.text) > 12)
    if label is None or label.end < len(first.text) or not prose or second.text[:1].isdigit():
        return segments
    if len(segments) > 2:
        return segments
    return [Segment([*first.words, *second.words])]
