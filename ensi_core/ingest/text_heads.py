"""Column titles that a text broke over lines, one title after the other, before a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.ingest.grid import is_period
from ensi_core.ingest.text_lines import Line

MAX_TITLE_LINES = 6
MAX_LINE_CHARACTERS = 40
_ENDS_TITLE = re.compile(r"(?:19|20)\d\d(?:\s*[-–—]\s*(?:19|20)?\d\d)?\s*(?:\(\w\))?$|^%$")
_SENTENCE = re.compile(r"[a-z]{2}[.;:]$")


def title_groups(before: Sequence[Line], width: int) -> list[list[Line]]:
    """The lines before a table as ``width`` titles; empty when they are not clearly that many.

    Titles are told apart by blank lines, by the years that end them, or stand on one line each.
    """
    if width < 2:
        return []
    lines = _candidates(before, width)
    for grouped in (_by_blanks(lines), _by_years(lines), [[line] for line in lines]):
        if len(grouped) == width and all(len(group) <= MAX_TITLE_LINES for group in grouped):
            return grouped
    return []


def _candidates(before: Sequence[Line], width: int) -> list[Line]:
    """Short lines without the end of a sentence, up from the table to the first other line."""
    lines: list[Line] = []
    for line in reversed(before[-MAX_TITLE_LINES * width :]):
        other_page = bool(lines) and line.page != lines[-1].page
        if len(line.text) > MAX_LINE_CHARACTERS or _SENTENCE.search(line.text) or other_page:
            break
        lines.append(line)
    return list(reversed(lines))


def _by_blanks(lines: Sequence[Line]) -> list[list[Line]]:
    groups: list[list[Line]] = []
    for line in lines:
        if groups and not line.blank_before:
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _by_years(lines: Sequence[Line]) -> list[list[Line]]:
    groups: list[list[Line]] = [[]]
    for line in lines:
        groups[-1].append(line)
        if is_period(line.text) or _ENDS_TITLE.search(line.text):
            groups.append([])
    return groups[:-1] if not groups[-1] else []
