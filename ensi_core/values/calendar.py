"""Calendar arithmetic in ISO dates: months, quarters, and periods that end on a date."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

_NAMES = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
MONTHS: dict[str, int] = {
    **{name: number for number, name in enumerate(_NAMES, 1)},
    **{name[:3]: number for number, name in enumerate(_NAMES, 1)},
    "sept": 9,
}
MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?)"
)
YEAR = r"(?:1[0-9]|20|21)\d{2}"
DAY = r"(?:3[01]|[12]\d|0?[1-9])"

_LETTERS = re.compile(r"[a-z]+")


def month_number(name: str) -> int:
    """1–12 for a month's name or abbreviation in any case."""
    match = _LETTERS.match(name.casefold())
    return MONTHS[match.group() if match else ""]


def full_year(printed: str) -> int:
    """The year meant by two or four digits: 00–69 are 2000–2069, 70–99 are 1970–1999."""
    year = int(printed)
    if len(printed) > 2:
        return year
    return year + (2000 if year < 70 else 1900)


def iso(year: int, month: int, day: int) -> str | None:
    """The ISO date, None when there is no such day."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def month_range(year: int, first: int, last: int) -> tuple[str, str]:
    """ISO start and end of the months ``first`` to ``last`` of a year."""
    end = date(year, last, monthrange(year, last)[1])
    return date(year, first, 1).isoformat(), end.isoformat()


def quarter_range(year: int, quarter: int) -> tuple[str, str]:
    """ISO start and end of a calendar quarter."""
    return month_range(year, 3 * quarter - 2, 3 * quarter)


def start_of_months(end: str, months: int) -> str:
    """The first day of the ``months`` months that end on ``end``.

    A period that ends within a week of a month's end (52/53-week years) starts the day after the
    corresponding day; a period that ends on a month's last day starts on a first.
    """
    last = date.fromisoformat(end)
    if (last + timedelta(days=1)).day == 1:
        index = last.year * 12 + last.month - months
        return date(index // 12, index % 12 + 1, 1).isoformat()
    index = last.year * 12 + last.month - 1 - months
    year, month = index // 12, index % 12 + 1
    day = min(last.day, monthrange(year, month)[1])
    return (date(year, month, day) + timedelta(days=1)).isoformat()


def start_of_days(end: str, days: int) -> str:
    """The first of ``days`` days that end on ``end``."""
    return (date.fromisoformat(end) - timedelta(days=days - 1)).isoformat()
