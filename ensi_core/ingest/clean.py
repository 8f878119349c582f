"""Clean text: plain spaces, no invisible characters, lines joined into paragraphs."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
_BULLETS = {"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "\uf06f": "□"}
_LINE_ENDS = {"\u2028": "\n", "\u2029": "\n", "\x0b": "\n", "\x85": "\n"}
_SPACES = re.compile(r"[ \t\n\r\f]+")
_BLANKS = re.compile(r"[ \t]+")
_UNUSUAL = re.compile(
    r"[^\n\t\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u2010-\u2027\u2030-\u205e\u20a0-\u23ff]"
)


@lru_cache(maxsize=1)
def _table() -> dict[int, str | None]:
    """What each special code point becomes; built once, 20 ms."""
    table: dict[int, str | None] = {}
    for point in range(0x110000 if sys.maxunicode > 0xFFFF else 0x10000):
        category = unicodedata.category(chr(point))
        if category == "Zs":
            table[point] = " "
        elif category in ("Cc", "Cf", "Cs") or point & 0xFFFE == 0xFFFE:
            table[point] = None
    table[0x09] = "\t"
    table[0x0A] = "\n"
    for mapping in (_LIGATURES, _BULLETS, _LINE_ENDS):
        table.update({ord(char): plain for char, plain in mapping.items()})
    return table


def clean(text: str) -> str:
    """``text`` with plain spaces, ligatures spelled out, invisible and control characters gone.

    Line feeds and tabs stay.
    """
    if _UNUSUAL.search(text) is None:
        return text
    return text.translate(_table())


def one_line(text: str) -> str:
    """Cleaned text with each run of white space as one space, none at the edges."""
    return _SPACES.sub(" ", clean(text)).strip(" ")


def squeezed(text: str) -> str:
    """Text (already clean) with runs of blanks as one space, none at the edges."""
    return _BLANKS.sub(" ", text).strip()


_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*)[-\u2010\u2011]$")
_JOINING = ("-", "\u2010", "\u2011", "/", "\u2014")
MIN_HALF = 4
"""Halves of so many letters that are words of the document themselves make a compound."""
MAX_WORD = 80
"""Longer runs of letters at a line's edge are no words."""
_FIRST_WORD = re.compile(r"^[^\W\d_]+")
_COMPOUND_STARTS = """
all anti co cross ex first full half high inter intra long low mid multi non off on one out over
post pre pro quasi real right second self semi short so state sub third top two under up vice
well year
"""
COMPOUND_STARTS = frozenset(_COMPOUND_STARTS.split())


def _whole_words(texts: Iterable[str]) -> Iterator[str]:
    """The words of all lines, case folded, without the halves around line-end hyphens."""
    broken = False
    for text in texts:
        for line in text.splitlines():
            words = _WORD.findall(line)
            first = 1 if broken else 0
            broken = line.rstrip().endswith(("-", "\u2010"))
            for word in words[first : len(words) - 1 if broken else None]:
                yield word.casefold()


class Hyphenation:
    """Decides whether a line-end hyphen belongs to the word, by the document's own words."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = texts
        self._known: frozenset[str] | None = None

    def _words(self) -> frozenset[str]:
        if self._known is None:
            self._known = frozenset(_whole_words(self._texts))
        return self._known

    def joint(self, left: str, right: str) -> str:
        """``left`` and ``right``, two consecutive lines, as one text."""
        drop, glue = self._seam(left[-MAX_WORD:], right[:MAX_WORD])
        return f"{left[: len(left) - drop]}{glue}{right}"

    def _seam(self, left: str, right: str) -> tuple[int, str]:
        """How many characters to drop at the end of ``left``, and what to put between."""
        if not left.endswith(_JOINING):
            return 0, " "
        last, first = _LAST_WORD.search(left), _FIRST_WORD.search(right)
        if last is None or first is None:
            tight = right[:1].isalnum() and left[-2:-1].isalnum()
            return 0, "" if tight else " "
        if left[-1] in "/\u2014" or self._keeps_hyphen(last.group(1), first.group(0)):
            return 0, ""
        return 1, ""

    def _keeps_hyphen(self, start: str, end: str) -> bool:
        """Capitals, words the document hyphenates elsewhere, and usual compounds keep it."""
        if not end[0].islower() or len(start) == 1:
            return True
        words = self._words()
        fused = f"{start}{end}".casefold()
        compound = f"{start}-{end}".casefold()
        if fused in words:
            return False
        if compound in words or "-" in start:
            return True
        if len(end) >= MIN_HALF <= len(start) and {start.casefold(), end.casefold()} <= words:
            return True
        return start.casefold() in COMPOUND_STARTS and len(end) > 3

    def join(self, lines: Sequence[str]) -> tuple[str, tuple[int, ...]]:
        """Lines as one text, and the offset in it at which each line begins."""
        parts: list[str] = []
        starts: list[int] = []
        length = 0
        for line in lines:
            if parts:
                drop, glue = self._seam(parts[-1][-MAX_WORD:], line[:MAX_WORD])
                if drop:
                    parts[-1] = parts[-1][:-drop]
                parts.append(glue)
                length += len(glue) - drop
            starts.append(length)
            parts.append(line)
            length += len(line)
        return "".join(parts), tuple(starts)
