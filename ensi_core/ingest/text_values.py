"""The figures at the end of a line of text: "Net sales $ 5,794 (1,204) 3.1%"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"\S+")
_VALUE = re.compile(
    r"^\(?\s*[-–—+]?(?:US|C|A)?[$€£¥]?\(?[-–—]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?"
    r"(?:%|x|bps|¢)?\)?%?\)?(?:\([a-z0-9]{1,2}\)|\*{1,3})?$"
)
_YEAR = re.compile(r"^(?:19|20)\d\d$")
_DATE_START = re.compile(
    r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?(?:\s+\d{1,2}\s*,?)?$",
    re.IGNORECASE,
)
_DASHES = frozenset(
    ("-", "–", "—", "--", "$-", "$—", "$–", "—%", "-%", "–%", "N/A", "n/a", "NM", "*")
)
_OPENING = frozenset(("$", "€", "£", "¥", "(", "$(", "US$", "($"))
_CLOSING = frozenset((")", "%", ")%", "%)"))


@dataclass(frozen=True, slots=True)
class Value:
    """A figure at [start, end) of a line, with the signs around it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Figures:
    """A line as label and figures: ``label_end`` is 0 when the line holds figures only.

    ``open_sign`` is a "$" or "(" at the line's end that belongs to the figure on the next line;
    ``close_sign`` a ")" or "%" at its start that belongs to the one above.
    """

    label_end: int
    values: tuple[Value, ...]
    open_sign: Value | None = None
    close_sign: Value | None = None


def _is_value(word: str) -> bool:
    if word in _DASHES:
        return True
    return any(char.isdigit() for char in word) and _VALUE.match(word) is not None


def figures_of(text: str) -> Figures:
    """The trailing figures of ``text``."""
    if not text[-1:].isdigit() and text[-1:] not in ")%$€£¥(-–—*xAaMs¢":
        return Figures(len(text), ())
    words = [Value(found.start(), found.end(), found.group(0)) for found in _WORD.finditer(text)]
    first = len(words)
    while first and _belongs(words[first - 1].text):
        first -= 1
    tail = words[first:]
    label_end = words[first - 1].end if first else 0
    if label_end and tail and tail[0].text in ("-", "–", "—") and len(tail) == 1:
        return Figures(len(text), ())
    found = _joined(label_end, tail)
    if _is_date(text[:label_end], found.values):
        return Figures(len(text), ())
    return found


def _is_date(label: str, values: tuple[Value, ...]) -> bool:
    """ "September 2 – September 29," with "2017" is a date, no label with a figure."""
    return (
        len(values) == 1
        and _YEAR.match(values[0].text) is not None
        and (_DATE_START.search(label) is not None)
    )


def _belongs(word: str) -> bool:
    return word in _OPENING or word in _CLOSING or _is_value(word)


def _joined(label_end: int, words: list[Value]) -> Figures:
    """Words as figures, each with the signs that stand apart from it."""
    values: list[Value] = []
    sign: Value | None = None
    close: Value | None = None
    for word in words:
        if word.text in _OPENING:
            sign = word if sign is None else Value(sign.start, word.end, sign.text + word.text)
        elif word.text in _CLOSING:
            if values:
                last = values[-1]
                values[-1] = Value(last.start, word.end, last.text + word.text)
            elif label_end == 0:
                close = word
        elif sign is not None:
            values.append(Value(sign.start, word.end, sign.text + word.text))
            sign = None
        else:
            values.append(word)
    return Figures(label_end, tuple(values), sign, close)
