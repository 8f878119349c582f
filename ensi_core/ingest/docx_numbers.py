"""The numbers that Word prints before paragraphs, counted as Word counts them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ensi_core.ingest.clean import clean
from ensi_core.ingest.docx_package import W, is_on, value
from ensi_core.ingest.list_numbers import letters, roman
from ensi_core.ingest.vendor_types import Element

_PLACE = re.compile(r"%([1-9])")
LEVELS = 9


@dataclass(frozen=True, slots=True)
class _Level:
    form: str
    text: str
    start: int
    legal: bool


@dataclass(slots=True)
class _List:
    """One abstract list: its levels and where its counters stand."""

    levels: dict[int, _Level]
    counters: list[int | None] = field(default_factory=lambda: [None] * LEVELS)


class Numbering:
    """Counts numbered paragraphs in the order in which they are asked for."""

    def __init__(self, root: Element) -> None:
        self._lists: dict[str, _List] = {}
        self._list_of: dict[str, str] = {}
        self._overrides: dict[str, dict[int, int]] = {}
        self._restarted: set[str] = set()
        if root is None:
            return
        for element in root.findall(f"{W}abstractNum"):
            self._lists[value(element, "abstractNumId") or ""] = _List(_levels(element))
        for element in root.findall(f"{W}num"):
            self._add_number(element)

    def _add_number(self, element: Element) -> None:
        number = value(element, "numId") or ""
        self._list_of[number] = value(element.find(f"{W}abstractNumId")) or ""
        overrides: dict[int, int] = {}
        for override in element.findall(f"{W}lvlOverride"):
            level = value(override, "ilvl") or "0"
            start = value(override.find(f"{W}startOverride"))
            if start and start.isdecimal() and level.isdecimal():
                overrides[int(level)] = int(start)
        self._overrides[number] = overrides

    def next_label(self, number: str, level: int) -> str:
        """The printed number of the next paragraph of list ``number`` at ``level`` (0-based)."""
        found = self._lists.get(self._list_of.get(number, ""))
        if found is None or level >= LEVELS or level not in found.levels:
            return ""
        if number not in self._restarted:
            self._restarted.add(number)
            for overridden, start in self._overrides.get(number, {}).items():
                if overridden < LEVELS:
                    found.counters[overridden] = start - 1
        current = found.counters[level]
        found.counters[level] = found.levels[level].start if current is None else current + 1
        for deeper in range(level + 1, LEVELS):
            found.counters[deeper] = None
        return _printed(found, level)


def _levels(element: Element) -> dict[int, _Level]:
    levels: dict[int, _Level] = {}
    for child in element.findall(f"{W}lvl"):
        index = value(child, "ilvl") or ""
        if not index.isdecimal():
            continue
        start = value(child.find(f"{W}start")) or "1"
        levels[int(index)] = _Level(
            value(child.find(f"{W}numFmt")) or "decimal",
            value(child.find(f"{W}lvlText")) or "",
            int(start) if start.isdecimal() else 1,
            bool(is_on(child.find(f"{W}isLgl"))),
        )
    return levels


def _printed(found: _List, level: int) -> str:
    own = found.levels[level]
    if own.form == "bullet":
        return _bullet(own.text)
    if own.form == "none":
        return ""

    def shown(place: re.Match[str]) -> str:
        index = int(place.group(1)) - 1
        of_level = found.levels.get(index, own)
        count = found.counters[index]
        return _formatted(of_level.start if count is None else count, of_level.form, own.legal)

    return clean(_PLACE.sub(shown, own.text)).strip()


def _bullet(text: str) -> str:
    shown = clean(text).strip()
    if not shown or "\ue000" <= shown[0] <= "\uf8ff":
        return "•"
    return shown


def _formatted(number: int, form: str, legal: bool) -> str:
    if legal:
        return str(number)
    if form == "upperRoman":
        return roman(number).upper()
    if form == "lowerRoman":
        return roman(number)
    if form == "upperLetter":
        return letters(number).upper()
    if form == "lowerLetter":
        return letters(number)
    if form == "decimalZero":
        return f"{number:02d}"
    if form == "ordinal":
        return f"{number}{_ordinal_ending(number)}"
    return str(number)


def _ordinal_ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
