"""Rules for dates, and for ranges between two dates."""

from __future__ import annotations

import re

from ensi_core.types import NormalisedValue, ValueKind
from ensi_core.values.calendar import DAY, MONTH, YEAR, full_year, iso, month_number, month_range
from ensi_core.values.rule import Rule, rule
from ensi_core.values.words import ORDINALS

_ORDINAL_WORD = "|".join(sorted(ORDINALS, key=lambda word: (-len(word), word)))
_NTH = rf"{DAY}\s?(?:st|nd|rd|th)\b"
_DASH = r"\s?[-–—]\s?|\s+(?:to|through|until|and\s+ending(?:\s+on)?)\s+"
_END = r"(?![\d/])"

MONTH_DAY_YEAR = rf"{MONTH}\s+{DAY}(?:st|nd|rd|th)?\s?,?\s*{YEAR}(?!\d)"
DAY_MONTH_YEAR = rf"{DAY}(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH}\s*,?\s*{YEAR}(?!\d)"
ANY_DATE = rf"(?:{MONTH_DAY_YEAR}|{DAY_MONTH_YEAR})"
"""A full date with the month in words, without groups."""

_PARTS = re.compile(
    rf"(?P<day1>{DAY})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month1>{MONTH})\s*,?\s*(?P<year1>{YEAR})"
    rf"|(?P<month2>{MONTH})\s+(?P<day2>{DAY})(?:st|nd|rd|th)?\s?,?\s*(?P<year2>{YEAR})",
    re.IGNORECASE,
)


def date_value(year: int, month: int, day: int) -> NormalisedValue | None:
    """A DATE value, None when the calendar has no such day."""
    day_iso = iso(year, month, day)
    return (day_iso and NormalisedValue(ValueKind.DATE, start=day_iso, end=day_iso)) or None


def period_value(start: str | None, end: str | None, unit: str | None) -> NormalisedValue | None:
    """A PERIOD value, None when it runs backwards."""
    if start and end and start > end:
        return None
    return NormalisedValue(ValueKind.PERIOD, unit=unit, start=start, end=end)


def written_date(text: str) -> str | None:
    """The ISO date of a text that matches ``ANY_DATE``."""
    match = _PARTS.match(text)
    if not match:
        return None
    n = "1" if match["day1"] else "2"
    return iso(int(match["year" + n]), month_number(match["month" + n]), int(match["day" + n]))


def _written(match: re.Match[str]) -> NormalisedValue | None:
    day = written_date(match["date"])
    return NormalisedValue(ValueKind.DATE, start=day, end=day) if day else None


def _nth_day(match: re.Match[str]) -> NormalisedValue | None:
    printed = match["day"].casefold().replace(" ", "")
    day = ORDINALS.get(printed) or int(re.sub(r"\D", "", printed) or 0)
    return date_value(int(match["year"]), month_number(match["month"]), day)


def _dashed_month(match: re.Match[str]) -> NormalisedValue | None:
    year = full_year(match["year"])
    return date_value(year, month_number(match["month"]), int(match["day"]))


def _year_first(match: re.Match[str]) -> NormalisedValue | None:
    return date_value(int(match["year"]), int(match["month"]), int(match["day"]))


def _numeric(match: re.Match[str]) -> NormalisedValue | None:
    """Month first as in the United States, unless the first number cannot be a month."""
    first, second, year = int(match["a"]), int(match["b"]), full_year(match["year"])
    if first > 12:
        first, second = second, first
    return date_value(year, first, second)


def _month_year(match: re.Match[str]) -> NormalisedValue | None:
    month = month_number(match["month"])
    return period_value(*month_range(int(match["year"]), month, month), "month")


def _month_day(match: re.Match[str]) -> NormalisedValue | None:
    text = f"{month_number(match['month']):02}-{int(match['day']):02}"
    return NormalisedValue(ValueKind.DATE, text=text) if iso(2000, *_pair(text)) else None


def _pair(month_day: str) -> tuple[int, int]:
    month, day = month_day.split("-")
    return int(month), int(day)


def _date_range(match: re.Match[str]) -> NormalisedValue | None:
    return period_value(written_date(match["first"]), written_date(match["last"]), None)


def _days_of_month(match: re.Match[str]) -> NormalisedValue | None:
    year = int(match["year"])
    last = month_number(match["month"])
    first = month_number(match["month_a"]) if match.groupdict().get("month_a") else last
    start, end = iso(year, first, int(match["a"])), iso(year, last, int(match["b"]))
    return period_value(start, end, None) if start and end else None


_MONTH = rf"(?P<month>{MONTH})"
_YEAR = rf"(?P<year>{YEAR})(?!\d)"

MONTH_RULES: tuple[Rule, ...] = (
    rule(rf"(?P<date>{MONTH_DAY_YEAR})", _written),
    rule(rf"(?P<first>{ANY_DATE})(?:{_DASH})(?P<last>{ANY_DATE})", _date_range),
    rule(rf"{_MONTH}\s+(?P<a>{DAY})\s?[-–—]\s?(?P<b>{DAY}),?\s+{_YEAR}", _days_of_month),
    rule(
        rf"(?P<month_a>{MONTH})\s+(?P<a>{DAY})(?:{_DASH}){_MONTH}\s+(?P<b>{DAY}),?\s+{_YEAR}",
        _days_of_month,
    ),
    rule(rf"{_MONTH}\s*(?:,|of)?\s*{_YEAR}", _month_year),
    rule(rf"{_MONTH}\s+(?P<day>{DAY})(?:st|nd|rd|th)?{_END}(?![:\w])", _month_day),
)
"""Rules whose match begins with the name of a month."""

DIGIT_RULES: tuple[Rule, ...] = (
    rule(rf"(?P<date>{DAY_MONTH_YEAR})", _written),
    rule(rf"(?P<first>{ANY_DATE})(?:{_DASH})(?P<last>{ANY_DATE})", _date_range),
    rule(rf"(?P<a>{DAY})\s?[-–—]\s?(?P<b>{DAY})\s+{_MONTH},?\s+{_YEAR}", _days_of_month),
    rule(rf"(?P<day>{_NTH})\s+day\s+of\s+{_MONTH}\s*,?\s*{_YEAR}", _nth_day),
    rule(rf"(?P<day>{DAY})[-.\s]?{_MONTH}[-.\s]?(?P<year>{YEAR}|\d\d)(?!\d)", _dashed_month),
    rule(
        rf"(?P<year>{YEAR})[-/.](?P<month>1[0-2]|0?[1-9])[-/.](?P<day>{DAY})(?:T[\d:.]+Z?)?{_END}",
        _year_first,
    ),
    rule(rf"(?P<a>{DAY})/(?P<b>{DAY})/(?P<year>{YEAR}|\d\d){_END}", _numeric),
    rule(rf"(?P<a>{DAY})(?P<s>[-.])(?P<b>{DAY})(?P=s)(?P<year>{YEAR}){_END}", _numeric),
)
"""Rules whose match begins with a digit."""

ORDINAL_RULES: tuple[Rule, ...] = (
    rule(rf"(?P<day>{_ORDINAL_WORD})\s+day\s+of\s+{_MONTH}\s*,?\s*{_YEAR}", _nth_day),
)
"""Rules whose match begins with an ordinal in words."""
