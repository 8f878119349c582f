"""Printed numbers at the start of a block: "Item 7", "4.2(b)", "12.", "IV."."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum


class Scheme(IntEnum):
    """Numbering schemes; the value is the usual depth of a heading numbered so (lower: outer)."""

    PART = 10
    EXHIBIT = 12
    ITEM = 20
    ARTICLE = 21
    NOTE = 30
    SECTION = 40
    ROMAN = 44
    LETTER = 50
    DECIMAL = 52
    ARABIC = 54
    PARAGRAPH_SIGN = 56
    BRACKETED = 60
    BULLET = 70


@dataclass(frozen=True, slots=True)
class Label:
    """A printed number, its scheme, and ``end``: where the text after it begins."""

    text: str
    scheme: Scheme
    end: int


_SEPARATOR = r"(?=[\s.:—–-]|$)[.:]?"
_NUMBER_WORDS = "ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE"
_PATTERNS: tuple[tuple[Scheme, re.Pattern[str]], ...] = tuple(
    (scheme, re.compile(pattern))
    for scheme, pattern in (
        (Scheme.PART, rf"(?:PART|Part)\s+(?:[IVX]{{1,5}}|[A-H]|\d{{1,2}}){_SEPARATOR}"),
        (Scheme.ITEM, rf"(?:ITEM|Item)\s+\d{{1,2}}[A-Da-d]?(?:\.\d\d)?{_SEPARATOR}"),
        (
            Scheme.ARTICLE,
            rf"(?:ARTICLE|Article)\s+(?:[IVXLC]{{1,7}}|\d{{1,3}}|{_NUMBER_WORDS}){_SEPARATOR}",
        ),
        (Scheme.NOTE, rf"(?:NOTE|Note)\s+\d{{1,2}}[A-Z]?{_SEPARATOR}"),
        (
            Scheme.EXHIBIT,
            r"(?:EXHIBIT|Exhibit|SCHEDULE|Schedule|APPENDIX|Appendix|ANNEX|Annex|CHAPTER|Chapter"
            rf"|ATTACHMENT|Attachment)\s+(?:\d+(?:\.\d+)*|[IVX]{{1,5}}|[A-Z](?:-?\d+)?)"
            rf"(?:\([A-Za-z0-9]{{1,3}}\))*{_SEPARATOR}",
        ),
        (
            Scheme.SECTION,
            r"(?:SECTION|Section|Sec\.|§{1,2})\s*\d{1,4}(?:[.\-]\d+)*[A-Za-z]?"
            rf"(?:\([A-Za-z0-9]{{1,4}}\))*{_SEPARATOR}",
        ),
        (Scheme.PARAGRAPH_SIGN, r"¶{1,2}\s*\d{1,4}\.?(?=\s|$)"),
        (Scheme.DECIMAL, r"\d{1,2}(?:\.\d{1,3}){1,4}(?:\([A-Za-z0-9]{1,4}\))*\.?(?=\s|$)"),
        (Scheme.DECIMAL, r"\d{1,2}(?:\([A-Za-z0-9]{1,4}\))+\.?(?=\s|$)"),
        (Scheme.ROMAN, r"(?:[IVX]{2,7}|[IVX])\.(?=\s|$)"),
        (Scheme.LETTER, r"[A-Z]\.(?=\s|$)(?!\s[A-Z]\.)"),
        (Scheme.ARABIC, r"\d{1,3}[.)](?=\s|$)"),
        (
            Scheme.BRACKETED,
            r"\((?:[a-z]{1,2}|[A-Z]{1,2}|[ivxlc]{1,6}|[IVX]{1,5}|\d{1,3})\)(?=\s|$)",
        ),
        (Scheme.BRACKETED, r"(?!v\.)(?:[a-z]|[ivx]{1,5})[.)](?=\s|$)"),
        (Scheme.BRACKETED, r"\[\d{1,3}\](?=\s|$)"),
        (Scheme.BULLET, r"[•▪●○◦‣·■□►➢✓❖♦](?=\s|\w|$)"),
        (Scheme.BULLET, r"[-–—*o](?=\s+[^\W_])"),
    )
)
_STARTS = frozenset("PpIiAaNnEeSsCc§¶0123456789VvXx([•▪●○◦‣·■□►➢✓❖♦-–—*o") | frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)


def label_of(text: str) -> Label | None:
    """The printed number that ``text`` begins with, if any."""
    if not text or text[0] not in _STARTS:
        return None
    for scheme, pattern in _PATTERNS:
        found = pattern.match(text)
        if found:
            return _label(found, scheme, text)
    return None


def _label(found: re.Match[str], scheme: Scheme, text: str) -> Label | None:
    shown = found.group(0)
    if scheme <= Scheme.SECTION and scheme is not Scheme.ROMAN:
        shown = shown.rstrip(".:")
    rest = text[found.end() :]
    end = found.end() + len(rest) - len(rest.lstrip(" .:—–-"))
    return Label(shown, scheme, min(end, len(text)))
