"""Rules for durations: "45 days", "two (2) years", "a thirty (30) day period"."""

from __future__ import annotations

import re

from ensi_core.types import NormalisedValue, ValueKind
from ensi_core.values.rule import Rule, rule
from ensi_core.values.words import DIGITS, WORDS, digits_value, words_value

_DAYS_OF = {
    "second": 1 / 86400,
    "minute": 1 / 1440,
    "hour": 1 / 24,
    "day": 1.0,
    "week": 7.0,
    "month": 365 / 12,
    "quarter": 365 / 4,
    "year": 365.0,
    "decade": 3650.0,
}
_UNIT = "(?:second|minute|hour|day|week|month|year|decade|quarter)s?"
_KIND = (
    r"(?:(?:consecutive|successive|full|additional|further|calendar|business|working|trading|"
    r"banking|court)\s+){0,2}"
)
_AMOUNT = rf"(?:{DIGITS}|{WORDS})(?:\s?\(\s?(?:{DIGITS}|{WORDS})\s?\))?"
_TAIL = rf"(?:,?\s+(?:and\s+)?(?P<more>{_AMOUNT})\s+(?P<smaller>months?|days?|minutes?)\b)?"
_PATTERN = rf"(?P<amount>{_AMOUNT})(?:\s*[-–]\s*|\s+){_KIND}(?P<unit>{_UNIT})\b{_TAIL}"
_BRACKETED = re.compile(r"\((.*?)\)", re.DOTALL)


def amount_value(printed: str) -> float | None:
    """The number of "30", "thirty" or "thirty (30)"; digits in brackets win over words."""
    bracketed = _BRACKETED.search(printed)
    for part in (bracketed.group(1).strip() if bracketed else "", _BRACKETED.sub("", printed)):
        part = part.strip()
        if part and (part[0].isdigit() or part[0] == "."):
            return digits_value(part)
    return words_value(_BRACKETED.sub("", printed).strip())


def days_of(amount: float, unit: str) -> float:
    """A length in days; a year counts 365, a month a twelfth of it."""
    return round(amount * _DAYS_OF[unit.casefold().removesuffix("s")], 6)


def _is_clause_title(match: re.Match[str]) -> bool:
    """True for "1.8 Business Day": the number of a clause and its title."""
    return "." in match["amount"] and match["unit"][0].isupper()


def _duration(match: re.Match[str]) -> NormalisedValue | None:
    amount = amount_value(match["amount"])
    if amount is None or _is_clause_title(match):
        return None
    days = days_of(amount, match["unit"])
    if match["more"]:
        if days_of(1, match["smaller"]) >= days_of(1, match["unit"]):
            return None
        days += days_of(amount_value(match["more"]) or 0, match["smaller"])
    return NormalisedValue(ValueKind.DURATION, number=round(days, 6), unit="days")


RULES: tuple[Rule, ...] = (
    rule(_PATTERN.replace(_TAIL, "(?P<more>)(?P<smaller>)"), _duration),
    rule(_PATTERN.replace(_TAIL, _TAIL.removesuffix("?")), _duration),
)
"""Rules whose match begins with a number in digits or words."""
