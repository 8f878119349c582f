"""Rows of one column to paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ensi_core.ingest.clean import Hyphenation
from ensi_core.ingest.draft import Draft, Style
from ensi_core.ingest.labels import Scheme, label_of
from ensi_core.ingest.pdf_rows import Row
from ensi_core.types import BlockKind

_SENTENCE_END = re.compile(r"[.:;?!][\"'”’)\]]*\d{0,2}$")
_CONTENTS = re.compile(r"(?:\.\s?){4,}\s*[\divxlc-]*$")
_LINKED = re.compile(r"\b(?:and|or)$")
MAX_DOUBLE_SPACING = 2.4
"""Lines of double-spaced text are at most so many type heights apart."""
MAX_LEADING = 1.32
"""A gap of this many usual line distances parts paragraphs."""


@dataclass(frozen=True, slots=True)
class Column:
    """The measures of a column: edges in points, usual distance of lines, size of body type."""

    left: float
    right: float
    leading: float
    body_size: float


def column_of(rows: Sequence[Row], body_size: float) -> Column:
    """The measures of the column that ``rows`` stand in."""
    rights = sorted(row.x1 for row in rows)
    lefts = sorted(row.x0 for row in rows)
    gaps = [a.y - b.y for a, b in pairwise(rows) if 0 < a.y - b.y < 5 * a.size]
    leading = _usual(gaps) if gaps else 1.2 * body_size
    return Column(
        lefts[len(lefts) // 10], rights[int(0.95 * (len(rights) - 1))], leading, body_size
    )


def _usual(gaps: Sequence[float]) -> float:
    """The smallest of the frequent line distances, so that spaced paragraphs do not raise it."""
    middle = median(gaps)
    lower = [gap for gap in gaps if gap <= middle * 1.05]
    return median(lower) if lower else middle


def paragraphs(rows: Sequence[Row], column: Column, hyphens: Hyphenation) -> list[Draft]:
    """Paragraph drafts of rows that belong to no table."""
    drafts: list[Draft] = []
    group: list[Row] = []
    for row in rows:
        if group and (_is_apart(group, row, column) or _ends(group, row, column)):
            drafts.append(_draft(group, column, hyphens))
            group = []
        group.append(row)
    if group:
        drafts.append(_draft(group, column, hyphens))
    return drafts


def _draft(group: Sequence[Row], column: Column, hyphens: Hyphenation) -> Draft:
    text, starts = hyphens.join([row.text for row in group])
    size = median(row.size for row in group) / column.body_size
    style = Style(
        bold=all(row.bold for row in group),
        italic=all(row.italic for row in group),
        centred=all(_is_centred(row, column) for row in group),
        size=round(size, 2),
    )
    numbers = tuple(
        (start, row.number) for start, row in zip(starts, group, strict=True) if row.number
    )
    draft = Draft(BlockKind.PARAGRAPH, text, style, lines=numbers)
    draft.contents_entry = _CONTENTS.search(text) is not None
    return draft


def _is_centred(row: Row, column: Column) -> bool:
    """Equal room left and right, and clearly away from both edges."""
    left, right = row.x0 - column.left, column.right - row.x1
    width = column.right - column.left
    return min(left, right) >= 0.06 * width and abs(left - right) < 0.08 * width


def _ends(group: Sequence[Row], row: Row, column: Column) -> bool:
    """Whether ``row`` begins a new paragraph after ``group``."""
    above = group[-1]
    if _looks_other(above, row, column) or _CONTENTS.search(above.text):
        return True
    finished = _SENTENCE_END.search(above.text) is not None
    if _begins_with_label(above, row, finished, column):
        return True
    if finished and _is_indented(group, row, column):
        return True
    if not finished and row.text[:1].islower():
        return False
    return _is_short(above, row, column, 0.04 if finished else 0.2)


def _is_apart(group: Sequence[Row], row: Row, column: Column) -> bool:
    """More room above ``row`` than between lines, in the group or, for its first, in the column."""
    above = group[-1]
    gap = above.y - row.y
    if gap < -column.leading:
        return True
    wide = gap > MAX_LEADING * column.leading + 0.15 * column.body_size
    if len(group) > 1:
        inside = group[-2].y - above.y
        return gap > MAX_LEADING * inside if not wide else gap > 1.15 * inside
    full = not _is_short(above, row, column, 0.0) and _SENTENCE_END.search(above.text) is None
    return wide and not (full and gap < MAX_DOUBLE_SPACING * above.size)


def _begins_with_label(above: Row, row: Row, finished: bool, column: Column) -> bool:
    """A bullet or printed number at the start of ``row`` that begins a block there.

    In the middle of a sentence ("… of Section / 4.2 hereof") only an indent makes it one.
    """
    label = label_of(row.text)
    if label is None or label.end >= len(row.text):
        return False
    if label.scheme is Scheme.BULLET:
        return True
    if finished or _LINKED.search(above.text):
        indented = abs(row.x0 - above.x0) > 0.5 * row.size
        return indented or _is_short(above, row, column, 0.04)
    return row.x0 - min(above.x0, column.left) > 0.8 * row.size


def _looks_other(above: Row, row: Row, column: Column) -> bool:
    """Type of another size or weight, or centred lines beside lines that are not."""
    if abs(above.size - row.size) > 0.12 * max(above.size, row.size):
        return _letters(above) > 3 and _letters(row) > 3
    if above.bold != row.bold and (_letters(above) > 3 and _letters(row) > 3):
        return True
    if row.text[:1].islower() and not _SENTENCE_END.search(above.text):
        return False
    if label_of(above.text) is not None:
        return False
    centred, was_centred = _is_centred(row, column), _is_centred(above, column)
    return centred != was_centred and _is_narrow(above if was_centred else row, column)


def _is_narrow(row: Row, column: Column) -> bool:
    return row.x1 - row.x0 < 0.8 * (column.right - column.left)


def _letters(row: Row) -> int:
    return sum(char.isalpha() for char in row.text)


def _is_indented(group: Sequence[Row], row: Row, column: Column) -> bool:
    """A first line set in from the margin that the lines above keep."""
    margin = group[-1].x0 if len(group) > 1 else min(column.left, group[0].x0)
    return row.x0 - margin > 0.6 * row.size


def _is_short(above: Row, row: Row, column: Column, slack: float) -> bool:
    """The first word of ``row`` had fitted above, with ``slack`` of the width to spare."""
    word = row.segments[0].words[0]
    room = column.right - above.x1
    return room > (word.x1 - word.x0) + 0.9 * row.size + slack * (column.right - column.left)
