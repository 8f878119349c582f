"""The lines of a plain text with their places, and the furniture among them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ensi_core.types import MarkKind


@dataclass(slots=True)
class Line:
    """A line that is not blank: ``text`` without outer blanks stands at [start, end) of the source.

    ``blank_before`` counts the blank lines between the line above and this one; ``page`` is the
    0-based page; ``section`` grows at each page and after each piece of furniture: what stands in
    two sections is not one stretch of text.
    """

    start: int
    end: int
    text: str
    indent: int
    page: int
    blank_before: int
    furniture: MarkKind | None = None
    section: int = 0


_LINE = re.compile(r"[^\n\f]*[^\s][^\n\f]*")
_NUMBER_LINE = re.compile(
    r"^[-–—\s]*(?:page\s+)?(?:[A-Z]{1,2}-)?(\d{1,4}|[ivxl]{1,7})(?:\s+of\s+\d{1,4})?[-–—\s.]*$",
    re.IGNORECASE,
)
_COURT_STAMP = re.compile(
    r"^\s*Case\b.{0,80}\bDocument\b.{0,60}\b(?:Filed|Page|Entered)\b|^\s*USCA\d*\b.{0,40}\bCase\b.{0,60}\bDoc",
)
_DIGITS = re.compile(r"\d+")
EDGE_LINES = 3
"""Running headers and footers stand within so many lines of a page's edge."""
MAX_FURNITURE_CHARACTERS = 160
REPEATS = 3


def split_lines(text: str) -> tuple[list[Line], list[int]]:
    """The lines of ``text`` that are not blank, and the offset at which each page begins."""
    page_starts = [0, *(found.end() for found in re.finditer("\f", text))]
    newlines = [found.start() for found in re.finditer("\n", text)]
    lines: list[Line] = []
    previous_row = -1
    page = 0
    for found in _LINE.finditer(text):
        raw = found.group(0)
        content = raw.strip()
        start = found.start() + len(raw) - len(raw.lstrip())
        row = bisect_right(newlines, start)
        while page + 1 < len(page_starts) and page_starts[page + 1] <= start:
            page += 1
        blanks = max(0, row - previous_row - 1) if lines else 0
        lines.append(
            Line(start, start + len(content), content, start - found.start(), page, blanks)
        )
        previous_row = row
    return lines, page_starts


def body_lines(lines: Sequence[Line]) -> list[Line]:
    """The lines that are no furniture, with their sections set."""
    body: list[Line] = []
    section = 0
    apart = False
    for line in lines:
        if line.furniture is not None:
            apart = True
            continue
        if apart or (body and body[-1].page != line.page):
            section += 1
        apart = False
        line.section = section
        body.append(line)
    return body


def masked(text: str) -> str:
    """A line with its digits masked, so that running headers compare equal over pages."""
    return _DIGITS.sub("#", " ".join(text.split())).casefold()


def mark_furniture(lines: Sequence[Line], pages: int) -> dict[int, str]:
    """Flag running headers, footers and page numbers; the printed label of each 0-based page."""
    if pages >= 2:
        return mark_paged(lines)
    _mark_unpaged(lines)
    return {}


class PageLine(Protocol):
    """A line that knows its 0-based page; ``furniture`` is set here."""

    page: int
    furniture: MarkKind | None

    @property
    def text(self) -> str:
        """The line without outer blanks."""
        ...


def mark_paged(lines: Sequence[PageLine]) -> dict[int, str]:
    """Flag furniture of lines that are on pages, top to bottom; labels by 0-based page."""
    by_page: dict[int, list[PageLine]] = defaultdict(list)
    for line in lines:
        by_page[line.page].append(line)
    for page in by_page.values():
        _mark_stamps(page)
    labels = _mark_page_numbers(by_page)
    _mark_repeated(by_page)
    return labels


def _mark_stamps(page: Sequence[PageLine]) -> None:
    """Filing stamps of courts are furniture on any page, also of papers with one page only."""
    top, bottom = _edges(page)
    for line in (*top, *bottom):
        if len(line.text) <= 2 * MAX_FURNITURE_CHARACTERS and _COURT_STAMP.search(line.text):
            line.furniture = MarkKind.RUNNING_HEADER


def _edges(page: Sequence[PageLine]) -> tuple[list[PageLine], list[PageLine]]:
    """The first and last lines of a page that can be furniture."""
    top = list(page[:EDGE_LINES])
    return top, list(page[-EDGE_LINES:])


def _mark_repeated(by_page: dict[int, list[PageLine]]) -> None:
    counts: Counter[str] = Counter()
    for page in by_page.values():
        top, bottom = _edges(page)
        counts.update({masked(line.text) for line in (*top, *bottom)})
    for page in by_page.values():
        top, bottom = _edges(page)
        _mark_run(top, counts, MarkKind.RUNNING_HEADER)
        _mark_run(list(reversed(bottom)), counts, MarkKind.RUNNING_FOOTER)


def _mark_run(edge: Sequence[PageLine], counts: Counter[str], kind: MarkKind) -> None:
    """Flag the repeated lines that stand outermost; the first other line ends the run."""
    for line in edge:
        if line.furniture is not None:
            continue
        repeated = counts[masked(line.text)] >= REPEATS and _can_be_furniture(line.text)
        if not repeated:
            break
        line.furniture = kind


def _can_be_furniture(text: str) -> bool:
    """Short, with a letter: figures repeat by chance (and are no heads of pages)."""
    return len(text) <= MAX_FURNITURE_CHARACTERS and any(char.isalpha() for char in text)


def _mark_page_numbers(by_page: dict[int, list[PageLine]]) -> dict[int, str]:
    """Page numbers are those at the edges that run along with the pages."""
    found: dict[int, list[tuple[PageLine, int]]] = {}
    offsets: Counter[int] = Counter()
    for number, page in by_page.items():
        top, bottom = _edges(page)
        values = [(line, value) for line in (*top, *bottom) if (value := page_value(line.text))]
        found[number] = values
        offsets.update({value - number for _, value in values})
    labels: dict[int, str] = {}
    for number, values in found.items():
        steady = [
            (line, v) for line, v in values if offsets[v - number] >= min(REPEATS, len(by_page))
        ]
        if steady:
            line, _ = max(steady, key=lambda pair: offsets[pair[1] - number])
            line.furniture = MarkKind.PAGE_NUMBER
            labels[number] = page_label(line.text)
    return labels


def page_label(text: str) -> str:
    """The printed page label without dashes and the word "page"."""
    return re.sub(r"(?i)^page\s+|\s+of\s+\d+$", "", text.strip(" -–—.\t"))


def page_value(text: str) -> int | None:
    """The number of a line that holds a page number and nothing else."""
    found = _NUMBER_LINE.match(text)
    if found is None:
        return None
    digits = found.group(1)
    return int(digits) if digits.isdecimal() else _roman_value(digits.lower())


def _roman_value(text: str) -> int | None:
    values = {"i": 1, "v": 5, "x": 10, "l": 50}
    total = 0
    for char, following in zip(text, f"{text[1:]} ", strict=True):
        value = values[char]
        total += -value if values.get(following, 0) > value else value
    return total or None


def _mark_unpaged(lines: Sequence[Line]) -> None:
    """Without page breaks: numbers alone on lines that count up 1, 2, 3 … are page numbers."""
    alone = [
        (index, int(found.group(1)))
        for index, line in enumerate(lines)
        if _stands_alone(index, lines)
        and (found := _NUMBER_LINE.match(line.text))
        and found.group(1).isdecimal()
    ]
    chain = _longest_count(alone)
    if len(chain) < REPEATS:
        return
    for index in chain:
        lines[index].furniture = MarkKind.PAGE_NUMBER
    _mark_beside(lines, chain)


def _stands_alone(index: int, lines: Sequence[Line]) -> bool:
    after = lines[index + 1].blank_before if index + 1 < len(lines) else 1
    return len(lines[index].text) <= 16 and lines[index].blank_before > 0 and after > 0


def _longest_count(numbers: Sequence[tuple[int, int]]) -> list[int]:
    """Indices of the longest chain of numbers that goes up by one each time."""
    best_at: dict[int, list[int]] = {}
    best: list[int] = []
    for index, value in numbers:
        chain = [*best_at.get(value - 1, []), index]
        if len(chain) > len(best_at.get(value, [])):
            best_at[value] = chain
        if len(chain) > len(best):
            best = chain
    return best


def _mark_beside(lines: Sequence[Line], chain: Sequence[int]) -> None:
    """Lines beside page numbers that repeat are running headers or footers."""
    counts: Counter[str] = Counter()
    beside = [
        (neighbour, kind)
        for index in chain
        for neighbour, kind in (
            (index - 1, MarkKind.RUNNING_FOOTER),
            (index + 1, MarkKind.RUNNING_HEADER),
        )
        if 0 <= neighbour < len(lines)
    ]
    counts.update(masked(lines[index].text) for index, _ in beside)
    for index, kind in beside:
        text = lines[index].text
        if counts[masked(text)] >= REPEATS and _can_be_furniture(text):
            lines[index].furniture = kind
