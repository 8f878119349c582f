"""Whether two normalised values say the same."""

from __future__ import annotations

import math
from datetime import date

from ensi_core.types import NormalisedValue, ValueKind

_COUNTED = frozenset({ValueKind.NUMBER, ValueKind.MONEY, ValueKind.QUANTITY, ValueKind.PERCENT})
_DATED = frozenset({ValueKind.DATE, ValueKind.PERIOD})
_FISCAL_SLACK_DAYS = 7
"""52/53-week years and quarters end within a week of the calendar's."""


def same_value(a: NormalisedValue, b: NormalisedValue) -> bool:
    """True when both say the same: equal, one rounded from the other, or a date inside a period.

    Rounding counts from three significant digits on ("391 billion" and 391,035,000,000). An
    unstated unit agrees with any.
    """
    if a.kind in _COUNTED and b.kind in _COUNTED:
        return _same_unit(a, b) and _same_number(a.number, b.number)
    if a.kind in _DATED and b.kind in _DATED:
        return _same_time(a, b)
    if a.kind is not b.kind:
        return False
    if a.kind is ValueKind.IDENTIFIER:
        return a.text == b.text and (a.unit == b.unit or "number" in (a.unit, b.unit))
    return _close(a.number, b.number)


def _same_unit(a: NormalisedValue, b: NormalisedValue) -> bool:
    return a.unit is None or b.unit is None or a.unit.casefold() == b.unit.casefold()


def _close(a: float | None, b: float | None) -> bool:
    return a is not None and b is not None and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def _same_number(a: float | None, b: float | None) -> bool:
    if a is None or b is None:
        return False
    return _close(a, b) or _rounds_to(a, b) or _rounds_to(b, a)


def _rounds_to(fine: float, coarse: float) -> bool:
    """True when ``coarse`` has three or more digits and is ``fine`` rounded to that many."""
    digits = _significant_digits(coarse)
    return 3 <= digits < _significant_digits(fine) and _close(
        float(f"{fine:.{digits - 1}e}"), coarse
    )


def _significant_digits(number: float) -> int:
    mantissa = f"{abs(number):.11e}".split("e")[0]
    return len(mantissa.replace(".", "").rstrip("0"))


def _same_time(a: NormalisedValue, b: NormalisedValue) -> bool:
    if a.text or b.text:
        return _month_day(a) == _month_day(b)
    if a.kind is ValueKind.DATE and b.kind is ValueKind.DATE:
        return a.start is not None and a.start == b.start
    if a.kind is ValueKind.PERIOD and b.kind is ValueKind.PERIOD:
        return _same_period(a, b)
    period, day = (a, b) if a.kind is ValueKind.PERIOD else (b, a)
    return _within(day, period)


def _month_day(value: NormalisedValue) -> str | None:
    return value.text or (value.start or "")[5:] or None


def _within(inner: NormalisedValue, outer: NormalisedValue) -> bool:
    if inner.start is None or inner.end is None or outer.end is None:
        return inner.end is not None and inner.end == outer.end
    return (outer.start or inner.start) <= inner.start and inner.end <= outer.end


def _same_period(a: NormalisedValue, b: NormalisedValue) -> bool:
    if (a.start, a.end) == (b.start, b.end):
        return True
    if "month" in (a.unit, b.unit) and "year" in (a.unit, b.unit):
        return _within(a, b) or _within(b, a)
    if _near(a.end, b.end) and (a.start is None or b.start is None or _near(a.start, b.start)):
        return True
    return _labels(a, b) or _labels(b, a)


def _near(a: str | None, b: str | None) -> bool:
    if a is None or b is None:
        return False
    return abs((date.fromisoformat(a) - date.fromisoformat(b)).days) <= _FISCAL_SLACK_DAYS


def _labels(label: NormalisedValue, period: NormalisedValue) -> bool:
    """True when a bare "fiscal 2023" can name a year that ended on a stated day.

    The year that ended in January or February is called by either year.
    """
    if label.unit != "fiscal year" or period.unit != "year" or not label.end or not period.end:
        return False
    named, ended = int(label.end[:4]), date.fromisoformat(period.end)
    return ended.year == named or (ended.year == named + 1 and ended.month <= 2)
