"""Numbers written in words or digits, and the words that start one."""

from __future__ import annotations

import re

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINAL_UNITS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
]

SMALL: dict[str, int] = {
    **{word: number for number, word in enumerate(_UNITS)},
    **{word: 20 + 10 * number for number, word in enumerate(_TENS)},
}
SCALES: dict[str, int] = {
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
SHORT_SCALES: dict[str, int] = {
    "k": 10**3,
    "m": 10**6,
    "mm": 10**6,
    "mn": 10**6,
    "mln": 10**6,
    "b": 10**9,
    "bn": 10**9,
    "bln": 10**9,
    "tn": 10**12,
}
ORDINALS: dict[str, int] = {
    **{word: number for number, word in enumerate(_ORDINAL_UNITS) if number},
    "twentieth": 20,
    "thirtieth": 30,
    "thirty-first": 31,
    **{f"twenty-{word}": 20 + n for n, word in enumerate(_ORDINAL_UNITS[:10]) if n},
}

NUMBER_WORDS: tuple[str, ...] = (*SMALL, *SCALES)
_WORD = "|".join(sorted(NUMBER_WORDS, key=lambda word: (-len(word), word)))

DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
"""A printed number; the caller guards what may follow with ``DIGITS_END``."""

DIGITS_END = r"(?![\d_]|[.,]\d|[-–/]?[A-Za-z])"
WORDS = (
    rf"(?:(?:{_WORD})\b(?:(?:\s*-\s*|\s+|,\s+|(?:(?<=hundred)|(?<=thousand)|(?<=million))"
    rf"\s+and\s+)(?:{_WORD})\b){{0,14}})"
)
SCALE = r"(?:thousand|million|billion|trillion)s?"
SHORT_SCALE = r"(?:mm|mn|mln|bn|bln|tn|k|m|b)"

_SPLIT = re.compile(r"[\s,-]+")
_CENTS_TAIL = re.compile(r"\s+and\s+(?:no|\d{1,2})\s*/\s*100.*", re.IGNORECASE | re.DOTALL)


def digits_value(printed: str) -> float:
    """The number that printed digits stand for; thousands separators are ignored."""
    return float(printed.replace(",", ""))


def scale_value(word: str | None) -> float:
    """What a scale word multiplies by; 1 when there is none."""
    if not word:
        return 1.0
    folded = word.casefold().strip()
    return float(SCALES.get(folded.removesuffix("s")) or SHORT_SCALES.get(folded, 1))


def words_value(phrase: str) -> float | None:
    """The number that words stand for ("twenty-five thousand"), None when they form none."""
    total, current, last = 0, 0, 10**15
    for word in _SPLIT.split(_CENTS_TAIL.sub("", phrase).casefold()):
        if word in ("and", ""):
            continue
        if word in SMALL:
            number = SMALL[word]
            if not _may_follow(last, number):
                return None
            current, last = current + number, number
        elif word == "hundred":
            current, last = max(current, 1) * 100, 100
        else:
            total += max(current, 1) * SCALES[word]
            current, last = 0, 10**15
    return float(total + current)


def _may_follow(last: int, number: int) -> bool:
    """True when a small number may stand after ``last``: "twenty five" but not "two three"."""
    return last >= 100 or (last >= 20 and 0 < number < 10)
