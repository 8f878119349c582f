"""Values of table cells and of the headers that say their unit and period."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ensi_core.text import one_line
from ensi_core.types import NormalisedValue, ValueKind
from ensi_core.values.amounts import currency_code
from ensi_core.values.find import FoundValue, find_values
from ensi_core.values.words import DIGITS, digits_value

_EMPTY = frozenset(
    {"", "-", "–", "—", "--", "—%", "–%", "-%", "*", "n/a", "na", "nm", "n.m.", "n.a."}
)
_FIGURE = re.compile(
    rf"(?P<open>\()?\s?(?P<sign1>[-−–])?\s?(?P<currency>(?:US|C|CA|A|HK|S)?\$|[€£¥₹]"
    rf"|(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|RMB|CNY|INR)\b)?\s?(?P<open2>\()?(?P<sign2>[-−–])?\s?"
    rf"(?P<number>{DIGITS})\s?(?P<inner>%|x)?\s?(?P<close>\))?\s?(?P<percent>%|x\b)?\s?\)?"
    r"(?:\s?(?:\([A-Za-z\d]{1,2}\)|[*†‡]+))*",
    re.IGNORECASE,
)
_SCALE_WORDS = (
    (re.compile(r"\bbillions?\b|\bbn\b", re.IGNORECASE), 1e9),
    (re.compile(r"\bmillions?\b|\bmm\b|\bmn\b|000,000|\$\s?m\b|\bmio\b", re.IGNORECASE), 1e6),
    (re.compile(r"\bthousands?\b|\b000['’]?s\b|[$€£]\s?000\b|\(000\)", re.IGNORECASE), 1e3),
)
_UNIT_CURRENCY = re.compile(
    r"(?:US|C|CA|A|HK|S)?\$|[€£¥₹]|\b(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|RMB|CNY|INR)\b"
    r"|\b(?:dollars?|euros?|yen|renminbi|yuan|pounds sterling)\b",
    re.IGNORECASE,
)
_TIMES = (ValueKind.PERIOD, ValueKind.DATE)


@dataclass(frozen=True, slots=True)
class CellUnit:
    """What a unit line says: the factor of its figures, and their currency when it is named."""

    scale: float = 1.0
    currency: str | None = None


def parse_unit(text: str | None) -> CellUnit:
    """The scale and currency of a unit line ("(US$ in thousands, except per share data)")."""
    if not text:
        return CellUnit()
    scale = next((factor for pattern, factor in _SCALE_WORDS if pattern.search(text)), 1.0)
    currency = _UNIT_CURRENCY.search(text)
    return CellUnit(scale, currency_code(currency.group()) if currency else None)


def parse_cell(
    text: str, unit_context: str | None, *, per_share: bool = False
) -> NormalisedValue | None:
    """The value of a table cell; None for blank, dash and text cells.

    ``unit_context`` is the table's or column's unit line; its scale is not applied to percentages
    and ratios, to cells that state a scale of their own, nor with ``per_share``. Parentheses are
    negative; a footnote mark after the figure is ignored.
    """
    printed = one_line(text)
    if printed.casefold() in _EMPTY:
        return None
    match = _FIGURE.fullmatch(printed)
    if match:
        return _figure(match, parse_unit(unit_context), per_share)
    return _whole_value(printed)


def parse_period(text: str) -> NormalisedValue | None:
    """The period or date that a header or caption names, None when it names none.

    The longest wording wins ("Three Months Ended June 30, 2024 (Unaudited)").
    """
    times = [found for found in find_values(one_line(text)) if found.value.kind in _TIMES]
    dated = [found for found in times if found.value.end]
    return max(dated, key=_length).value if dated else None


def _length(found: FoundValue) -> tuple[int, int]:
    return len(found.surface), -found.span.start


def _figure(match: re.Match[str], unit: CellUnit, per_share: bool) -> NormalisedValue:
    number = digits_value(match["number"])
    bracketed = (match["open"] or match["open2"]) and match.group().rstrip("%x ").find(")") > 0
    if bracketed or match["sign1"] or match["sign2"]:
        number = -number
    sign = (match["inner"] or match["percent"] or "").casefold()
    if sign == "%":
        return NormalisedValue(ValueKind.PERCENT, number=number, unit="%")
    if sign == "x":
        return NormalisedValue(ValueKind.QUANTITY, number=number, unit="x")
    if not per_share:
        number = float(f"{number * unit.scale:.12g}")
    currency = currency_code(match["currency"]) or unit.currency
    kind = ValueKind.MONEY if currency else ValueKind.NUMBER
    return NormalisedValue(kind, number=number, unit=currency)


def _whole_value(printed: str) -> NormalisedValue | None:
    """The value of a cell that is one value in words ("$3.2 billion", "June 30, 2024")."""
    found = find_values(printed)
    if len(found) != 1 or len(found[0].surface) < 0.8 * len(printed):
        return None
    return found[0].value
