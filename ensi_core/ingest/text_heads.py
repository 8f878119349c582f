"""Column titles that a text broke over lines, one title after the other, before a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.ingest.grid import is_period
from ensi_core.ingest.text_lines import Line
from ensi_core.types import Span

MAX_TITLE_LINES = 6
MAX_LINE_CHARACTERS = 40
_ENDS_TITLE = re.compile(r"(?:19|20)\d\d(?:\s*[-–—]\s*(?:19|20)?\d\d)?\s*(?:\(\w\))?$|^%$")
_SENTENCE = re.compile(r"[a-z]{2}[.;:]$")
_SEPARATE = re.compile(r"\S+(?: \S+)*")


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a grid column and its place in the source."""

    column: int
    text: str
    span: Span


def titles_before(before: Sequence[Line], section: int, width: int) -> list[Title]:
    """The lines before a table as ``width`` titles; empty when they are not clearly that many.

    They stand side by side on one line, or are told apart by blank lines, by the years that end
    them, or one a line.
    """
    if width < 2:
        return []
    own = [line for line in before if line.section == section]
    for line in reversed(own[-2:]):
        pieces = _side_by_side(line)
        if len(pieces) in (width, width + 1):
            first = width + 1 - len(pieces)
            return [Title(n, text, span) for n, (text, span) in enumerate(pieces, first)]
    lines = _candidates(own, width)
    for grouped in (_by_blanks(lines), _by_years(lines), [[line] for line in lines]):
        if len(grouped) == width and all(len(group) <= MAX_TITLE_LINES for group in grouped):
            return [
                Title(n, " ".join(x.text for x in group), Span(group[0].start, group[-1].end))
                for n, group in enumerate(grouped, 1)
            ]
    return []


def _side_by_side(line: Line) -> list[tuple[str, Span]]:
    """The pieces of a line that two blanks and more part."""
    plain = line.text.replace("\xa0", " ")
    return [
        (found.group(0), Span(line.start + found.start(), line.start + found.end()))
        for found in _SEPARATE.finditer(plain)
    ]


def _candidates(before: Sequence[Line], width: int) -> list[Line]:
    """Short lines without the end of a sentence, up from the table to the first other line."""
    lines: list[Line] = []
    for line in reversed(before[-MAX_TITLE_LINES * width :]):
        if len(line.text) > MAX_LINE_CHARACTERS or _SENTENCE.search(line.text):
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
