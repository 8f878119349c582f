"""Rules for periods: years, quarters, fiscal years, and spans of months or weeks that ended."""

from __future__ import annotations

import re

from ensi_core.types import NormalisedValue, ValueKind
from ensi_core.values.calendar import (
    YEAR,
    full_year,
    month_range,
    quarter_range,
    start_of_days,
    start_of_months,
)
from ensi_core.values.dates import ANY_DATE, period_value, written_date
from ensi_core.values.rule import Rule, rule
from ensi_core.values.words import ORDINALS, WORDS, words_value

_SHORT_YEAR = rf"(?P<year>{YEAR}|['’]?\d\d)(?![\d,.]?\d)(?![-/]\d)"
_FISCAL = r"(?:(?:fiscal|financial|calendar)(?:\s+years?)?|FYE?|CY|years?)"
_OF = r"\s*,?\s*(?:of\s+|in\s+|for\s+)?(?:the\s+|its\s+|our\s+)?"
_ENDED = r"\s+(?:then\s+)?(?:ended|ending)(?:\s+on)?\s+"
_QUARTER = r"(?P<quarter>first|second|third|fourth|1st|2nd|3rd|4th)"
_HALF = r"(?P<half>first|second|1st|2nd)"
_COUNT = rf"(?P<count>\d{{1,2}}|{WORDS})"
_MONTHS_OF = {"month": 1, "quarter": 3, "quarterly": 3, "half": 6, "half-year": 6}


def _year_of(match: re.Match[str]) -> int:
    return full_year(match["year"].lstrip("'’"))


def _is_fiscal(match: re.Match[str]) -> bool:
    text = match.group().casefold()
    return "fiscal" in text or "fy" in text or "financial" in text


def year_value(year: int, unit: str = "year") -> NormalisedValue:
    """A PERIOD of one calendar year; a fiscal year without its dates is given as the same."""
    start, end = month_range(year, 1, 12)
    return NormalisedValue(ValueKind.PERIOD, unit=unit, start=start, end=end)


def _fiscal_year(match: re.Match[str]) -> NormalisedValue:
    return year_value(_year_of(match), "fiscal year" if _is_fiscal(match) else "year")


def _quarter(match: re.Match[str]) -> NormalisedValue | None:
    printed = match["quarter"].casefold()
    number = ORDINALS.get(printed) or int(printed[0])
    unit = "fiscal quarter" if _is_fiscal(match) else "quarter"
    return period_value(*quarter_range(_year_of(match), number), unit)


def _half(match: re.Match[str]) -> NormalisedValue | None:
    first = match["half"].casefold() in ("first", "1st", "1")
    months = (1, 6) if first else (7, 12)
    unit = "fiscal half" if _is_fiscal(match) else "half"
    return period_value(*month_range(_year_of(match), *months), unit)


def _plain_year(match: re.Match[str]) -> NormalisedValue:
    return year_value(int(match["year"]))


def _years(match: re.Match[str]) -> NormalisedValue | None:
    first = int(match["first"])
    last = match["last"]
    year = int(last) if len(last) == 4 else first // 100 * 100 + int(last)
    start, end = month_range(first, 1, 1)[0], month_range(year, 12, 12)[1]
    return period_value(start, end, "years") if year > first else None


def _decade(match: re.Match[str]) -> NormalisedValue | None:
    first = int(match["year"])
    return period_value(month_range(first, 1, 1)[0], month_range(first + 9, 12, 12)[1], "decade")


def _count_ended(match: re.Match[str]) -> NormalisedValue | None:
    end = written_date(match["end"])
    number = _count(match["count"])
    if not end or not number:
        return None
    unit = match["unit"].casefold()
    if unit == "week":
        return period_value(start_of_days(end, 7 * number), end, _length_unit(number / 4.34))
    if unit == "day":
        return period_value(start_of_days(end, number), end, None)
    months = number * (12 if unit == "year" else _MONTHS_OF[unit])
    return period_value(start_of_months(end, months), end, _length_unit(months))


def _count(printed: str) -> int:
    return int(printed) if printed.isdigit() else int(words_value(printed) or 0)


def _length_unit(months: float) -> str:
    """The usual name of a length in months: 52 or 53 weeks are a year, 13 a quarter."""
    names = {1: "month", 3: "quarter", 6: "half", 12: "year"}
    return names.get(round(months), "months")


def _unit_ended(match: re.Match[str]) -> NormalisedValue | None:
    end = written_date(match["end"])
    if not end:
        return None
    unit = match["unit"].casefold().rstrip("s")
    months = 12 if unit.endswith("year") and unit != "half-year" else _MONTHS_OF.get(unit)
    if months is None:
        return period_value(None, end, None)
    return period_value(start_of_months(end, months), end, _length_unit(months))


_ENDED_RULES = (
    rule(
        rf"{_COUNT}[-\s]+(?P<unit>day|week|month|quarter|year)s?"
        rf"(?:\s+periods?)?{_ENDED}(?P<end>{ANY_DATE})",
        _count_ended,
    ),
)

FISCAL_RULES: tuple[Rule, ...] = (
    rule(rf"{_FISCAL}{_OF}{_SHORT_YEAR}", _fiscal_year),
    rule(
        r"(?:(?:fiscal|financial|calendar)\s+)?(?P<unit>years?|quarters?|quarterly|half-year|months?|period)"
        rf"(?:\s+period)?{_ENDED}(?P<end>{ANY_DATE})",
        _unit_ended,
    ),
    rule(rf"quarter\s+(?P<quarter>[1-4])(?:{_OF}(?:{_FISCAL}\s+)?)\s?{_SHORT_YEAR}", _quarter),
)
"""Rules whose match begins with a word such as "fiscal", "FY", "year" or "quarter"."""

ORDINAL_RULES: tuple[Rule, ...] = (
    rule(
        rf"{_QUARTER}\s+(?:(?:fiscal|calendar)\s+)?quarters?{_OF}(?:{_FISCAL}\s+)?{_SHORT_YEAR}",
        _quarter,
    ),
    rule(rf"{_HALF}\s+half{_OF}(?:{_FISCAL}\s+)?{_SHORT_YEAR}", _half),
)
"""Rules whose match begins with an ordinal."""

CODE_RULES: tuple[Rule, ...] = (
    rule(rf"Q(?P<quarter>[1-4])\s*(?:of\s+|[-–/]\s?)?(?:{_FISCAL}\s*)?{_SHORT_YEAR}", _quarter),
    rule(rf"H(?P<half>[12])\s*(?:{_FISCAL}\s*)?{_SHORT_YEAR}", _half),
)
"""Rules whose match begins with Q or H and a digit."""

COUNT_RULES: tuple[Rule, ...] = _ENDED_RULES
"""Rules whose match begins with a number in words."""

DIGIT_RULES: tuple[Rule, ...] = (
    *_ENDED_RULES,
    *ORDINAL_RULES,
    rule(rf"(?P<quarter>[1-4])Q\s?{_SHORT_YEAR}", _quarter),
    rule(rf"(?P<year>{YEAR})[-\s]?Q(?P<quarter>[1-4])\b", _quarter),
    rule(rf"(?P<first>{YEAR})\s?[-–—/]\s?(?P<last>{YEAR}|\d\d)(?![\d,.-]?\d)(?![A-Za-z])", _years),
    rule(r"(?P<year>(?:1[5-9]|20)\d0)['’]?s\b", _decade),
    rule(r"(?P<year>(?:1[5-9]|20)\d\d)(?![\d,./]?\d|[-–]\d)(?![-–]?[A-Za-z%])", _plain_year),
)
"""Rules whose match begins with a digit."""
