"""Footnotes of a PDF page: below a short line, or in small type at the bottom of a column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.ingest.clean import Hyphenation
from ensi_core.ingest.draft import Draft
from ensi_core.ingest.pdf_paragraphs import column_of, paragraphs
from ensi_core.ingest.pdf_rows import Row
from ensi_core.ingest.pdf_rules import Rule, Rules
from ensi_core.types import BlockKind

_FOOTNOTE = re.compile(r"^(?:\d{1,4}|[*†‡§]{1,3}|\(\d{1,2}\))(?=[\s\"“A-Z])")
SMALL_TYPE = 0.93
"""Footnotes are set in type at most this share of the body's size."""
SEPARATOR_POINTS = (90.0, 230.0)
"""Word processors draw a line of two inches above the notes."""
MARGIN_POINTS = 40.0
UNDERLINE_POINTS = 5.0
"""A line so close below a base line underlines it."""


def part_footnotes(rows: list[Row], rules: Rules, body_size: float) -> tuple[list[Row], list[Row]]:
    """The body of a column, and the notes at its bottom."""
    separator = _separator(rows, rules)
    if separator is not None:
        below = [row for row in rows if row.y < separator]
        return [row for row in rows if row.y >= separator], below
    first = len(rows)
    while first and _is_small(rows[first - 1], body_size):
        first -= 1
    while first < len(rows) and not _FOOTNOTE.match(rows[first].text):
        first += 1
    return rows[:first], rows[first:]


def _separator(rows: Sequence[Row], rules: Rules) -> float | None:
    """The height of the line above the notes, None where there is none."""
    if not rows:
        return None
    left = min(row.x0 for row in rows)
    for rule in rules.horizontal:
        below = [row for row in rows if row.y < rule.at]
        if _can_separate(rule, left, rows) and below and _are_notes(below):
            return rule.at
    return None


def _can_separate(rule: Rule, left: float, rows: Sequence[Row]) -> bool:
    shortest, longest = SEPARATOR_POINTS
    if not shortest <= rule.end - rule.start <= longest:
        return False
    if not left - 8 <= rule.start <= left + MARGIN_POINTS:
        return False
    return not any(
        0 <= row.y - rule.at < UNDERLINE_POINTS and row.x0 < rule.end and rule.start < row.x1
        for row in rows
    )


def _are_notes(rows: Sequence[Row]) -> bool:
    """The first row or a later one begins a note; no table stands among them."""
    if any(row.table is not None for row in rows):
        return False
    return any(_FOOTNOTE.match(row.text) for row in rows)


def _is_small(row: Row, body_size: float) -> bool:
    return row.table is None and row.size <= SMALL_TYPE * body_size


def footnotes(rows: Sequence[Row], body_size: float, hyphens: Hyphenation) -> list[Draft]:
    """One draft a note; its paragraphs are drafts of their own. Text before the first number has
    no label: it goes on from the page before."""
    if not rows:
        return []
    groups: list[list[Row]] = []
    for row in rows:
        if not groups or _begins_note(groups[-1], row):
            groups.append([row])
        else:
            groups[-1].append(row)
    column = column_of(rows, body_size)
    drafts = []
    for group in groups:
        for number, draft in enumerate(paragraphs(group, column, hyphens)):
            found = _FOOTNOTE.match(draft.text) if number == 0 else None
            draft.kind = BlockKind.FOOTNOTE
            draft.label = found.group(0) if found else None
            drafts.append(draft)
    return drafts


def _begins_note(group: Sequence[Row], row: Row) -> bool:
    """Notes count up; a line that happens to begin with another number goes on with its note."""
    found = _FOOTNOTE.match(row.text)
    if found is None:
        return False
    before = _FOOTNOTE.match(group[0].text)
    if before is None or not before.group(0).isdecimal() or not found.group(0).isdecimal():
        return True
    return int(found.group(0)) == int(before.group(0)) + 1
