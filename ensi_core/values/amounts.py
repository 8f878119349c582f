"""Rules for money, percentages, quantities with units, and plain numbers."""

from __future__ import annotations

import re

from ensi_core.types import NormalisedValue, ValueKind
from ensi_core.values.durations import amount_value
from ensi_core.values.rule import Rule, rule
from ensi_core.values.words import (
    DIGITS,
    DIGITS_END,
    SCALE,
    SHORT_SCALE,
    WORDS,
    digits_value,
    scale_value,
)

_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "¢": "USD"}
_DOLLARS = {
    "us": "USD", "u.s.": "USD", "c": "CAD", "ca": "CAD", "cad": "CAD", "cdn": "CAD", "a": "AUD",
    "au": "AUD", "aud": "AUD", "nz": "NZD", "hk": "HKD", "s": "SGD", "r": "BRL", "nt": "TWD",
}  # fmt: skip
_NAMES = {
    "dollar": "USD", "dollars": "USD", "euro": "EUR", "euros": "EUR", "yen": "JPY",
    "yuan": "CNY", "renminbi": "CNY", "rupee": "INR", "rupees": "INR", "franc": "CHF",
    "francs": "CHF", "pounds sterling": "GBP", "cent": "USD", "cents": "USD",
}  # fmt: skip
CURRENCY_CODES: tuple[str, ...] = (
    "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "CNY", "RMB", "INR", "SEK", "NOK",
    "DKK", "HKD", "SGD", "BRL", "MXN", "ZAR", "KRW", "TWD", "ILS", "PLN", "RUB", "TRY",
)  # fmt: skip
_CODE = "|".join(CURRENCY_CODES)
_NAME = "|".join(sorted(_NAMES, key=lambda name: (-len(name), name)))
DOLLAR_PREFIX = r"(?:US|U\.S\.|CAD|Cdn|CA|C|AUD|AU|A|NZ|HK|S|R|NT)"
"""What may stand before a dollar sign, without groups."""

_PREFIX = (
    rf"(?P<currency>(?:{DOLLAR_PREFIX}\s?)?\$|[€£¥₹]"
    rf"|(?:{_CODE})\s?[$€£¥]?)"
)
_LONG = rf"[-\s]+(?P<scale>{SCALE})\b"
_SHORT = rf"\s?(?P<short>{SHORT_SCALE})\b"
_US = r"(?:(?:US|U\.S\.|United\s+States|Canadian|Australian|Hong\s+Kong|Singapore)\s+)?"

_UNITS = {
    "square feet": r"square\s+f(?:ee|oo)t|sq\.?\s?ft\.?",
    "square meters": r"square\s+met(?:er|re)s?|sq\.?\s?m\b|m²",
    "square miles": r"square\s+miles?|sq\.?\s?mi\b",
    "square kilometers": r"square\s+kilomet(?:er|re)s?|sq\.?\s?km|km²",
    "acres": r"acres?", "hectares": r"hectares?", "miles": r"miles?\b(?!\s+per)",
    "mph": r"mph|miles\s+per\s+hour", "km/h": r"km/h|kmh",
    "kilometers": r"kilomet(?:er|re)s?|km(?!/)", "meters": r"met(?:er|re)s?",
    "feet": r"feet|foot|ft\b", "inches": r"inch(?:es)?", "yards": r"yards?",
    "kg": r"kilograms?|kilos?|kg", "grams": r"grams?", "mg": r"milligrams?|mg",
    "pounds": r"pounds?|lbs?\b", "ounces": r"ounces?|oz\b",
    "metric tons": r"metric\s+tons?|tonnes?", "tons": r"tons?",
    "barrels": r"barrels?(?:\s+of\s+oil)?|bbls?", "boe": r"m{0,2}boe", "gallons": r"gallons?",
    "liters": r"lit(?:er|re)s?", "MW": r"MW|megawatts?", "GW": r"GW|gigawatts?",
    "MWh": r"MWh|megawatt[-\s]hours?", "GWh": r"GWh|gigawatt[-\s]hours?",
    "kWh": r"kWh|kilowatt[-\s]hours?", "GB": r"GB|gigabytes?", "TB": r"TB|terabytes?",
    "shares": r"(?:(?:ordinary|common|preferred)\s+)?shares?", "units": r"units?",
    "employees": r"employees?", "people": r"people|persons?|inhabitants|residents",
    "students": r"students?", "seats": r"seats?", "passengers": r"passengers?",
    "copies": r"copies", "votes": r"votes?", "x": r"x|times",
}  # fmt: skip
_UNIT_PATTERNS = tuple(
    (name, re.compile(rf"(?:{pattern})\Z", re.IGNORECASE)) for name, pattern in _UNITS.items()
)
_UNIT = "|".join(f"(?:{pattern})" for pattern in _UNITS.values())


def currency_code(printed: str | None) -> str | None:
    """The ISO code of a printed currency sign, code or name; None when it is none."""
    if not printed:
        return None
    folded = re.sub(r"\s", "", printed.casefold())
    if folded.endswith("$") and folded != "$":
        return _DOLLARS.get(folded[:-1], "USD")
    code = folded[:3].upper()
    if code in CURRENCY_CODES:
        return "CNY" if code == "RMB" else code
    return _SYMBOLS.get(folded[-1]) or _NAMES.get(" ".join(printed.casefold().split()))


def _group(match: re.Match[str], name: str) -> str | None:
    return match.groupdict().get(name)


def _scaled(match: re.Match[str]) -> float:
    scale = scale_value(_group(match, "scale") or _group(match, "short"))
    return _clean(digits_value(match["number"]) * scale)


def _clean(number: float) -> float:
    """Without the dust of binary fractions ("1.1 million" is 1100000)."""
    return float(f"{number:.12g}")


def _money(match: re.Match[str]) -> NormalisedValue | None:
    number = _scaled(match)
    if _group(match, "minus"):
        number = -number
    return NormalisedValue(ValueKind.MONEY, number=number, unit=currency_code(match["currency"]))


def _named_money(match: re.Match[str]) -> NormalisedValue | None:
    number = _scaled(match)
    name = match["currency"].casefold()
    cents = name.startswith("cent")
    code = _qualified_dollar(match.group()) or currency_code(name)
    value = _clean(number / 100) if cents else number
    return NormalisedValue(ValueKind.MONEY, number=value, unit=code)


def _qualified_dollar(text: str) -> str | None:
    places = {"canad": "CAD", "austral": "AUD", "hong": "HKD", "singap": "SGD"}
    folded = text.casefold()
    return next((code for place, code in places.items() if place in folded), None)


def _worded_money(match: re.Match[str]) -> NormalisedValue | None:
    bracket = match["bracket"]
    number = digits_value(bracket) if bracket else amount_value(match["words"])
    if number is None:
        return None
    number = _clean(number * scale_value(_group(match, "scale")))
    code = _qualified_dollar(match.group()) or currency_code(match["currency"])
    return NormalisedValue(ValueKind.MONEY, number=number, unit=code)


def _percent(match: re.Match[str]) -> NormalisedValue | None:
    number = amount_value(match["amount"])
    if number is None:
        return None
    sign = match["sign"].casefold()
    if sign.startswith(("basis", "bp")):
        number = _clean(number / 100)
    return NormalisedValue(ValueKind.PERCENT, number=number, unit="%")


def _amount_and_scale(match: re.Match[str]) -> float | None:
    number = amount_value(match["amount"])
    return None if number is None else _clean(number * scale_value(_group(match, "scale")))


def _quantity(match: re.Match[str]) -> NormalisedValue | None:
    number = _amount_and_scale(match)
    if number is None:
        return None
    return NormalisedValue(ValueKind.QUANTITY, number=number, unit=_unit_name(match["unit"]))


def _unit_name(printed: str) -> str:
    stripped = " ".join(printed.split())
    return next((name for name, p in _UNIT_PATTERNS if p.match(stripped)), stripped)


def _number(match: re.Match[str]) -> NormalisedValue | None:
    number = _amount_and_scale(match)
    if number is None or match.group().casefold() in ("one", "zero"):
        return None
    return NormalisedValue(ValueKind.NUMBER, number=number)


_NUMBER = rf"(?P<number>{DIGITS})"
_AMOUNT = rf"(?P<amount>(?:{DIGITS}|{WORDS})(?:\s?\(\s?{DIGITS}\s?\))?)"
_GUARD = r"(?!\d|[.,]\d)"

SIGN_RULES: tuple[Rule, ...] = (
    rule(rf"{_PREFIX}\s?(?P<minus>[-−(]\s?)?{_NUMBER}{_GUARD}(?(minus)\s?\)?)", _money),
    rule(rf"{_PREFIX}\s?{_NUMBER}{_GUARD}(?:{_LONG}|{_SHORT})", _money),
    rule(rf"{_PREFIX}\s?(?P<minus>\()\s?{_NUMBER}{_GUARD}\)(?:{_LONG}|{_SHORT})", _money),
)
"""Money whose match begins with a currency sign or code."""

_DIGIT_MONEY = (
    rule(
        rf"{_NUMBER}(?:[-\s]+(?P<scale>{SCALE})|\s?(?P<short>mn|bn|mln|bln))?\s+"
        rf"{_US}(?P<currency>(?:{_NAME}|{_CODE})\b|[€£])",
        _named_money,
    ),
    rule(rf"{_NUMBER}\s?(?P<currency>[€£¢])", _named_money),
)
_WORD_MONEY = rule(
    rf"(?P<words>{WORDS}(?:\s+and\s+(?:no|\d{{1,2}})\s?/\s?100s?)?)\s+"
    rf"(?:\(\s?\$\s?{DIGITS}\s?\)\s+)?{_US}(?P<currency>{_NAME})\b"
    rf"(?:\s*\(\s?(?:US|U\.S\.|C|CAD)?\s?\$?\s?(?P<bracket>{DIGITS})"
    rf"(?:\s(?P<scale>{SCALE}))?\s?\))?",
    _worded_money,
)
_PERCENT = rule(
    rf"{_AMOUNT}\s?[-–]?\s?(?P<sign>%|per\s?cent(?:age\s+points?)?\b|basis\s+points?\b|bps?\b)"
    rf"(?:\s?\(\s?{DIGITS}\s?%\s?\))?",
    _percent,
)
_QUANTITY = rule(
    rf"{_AMOUNT}(?:[-\s]+(?P<scale>{SCALE})(?=\s))?\s?[-–]?\s?(?P<unit>{_UNIT})(?![\w])", _quantity
)
_PLAIN = rule(rf"{_AMOUNT}(?:[-\s]+(?P<scale>{SCALE})\b)?{DIGITS_END}", _number)
_SHORT_PLAIN = rule(rf"(?P<amount>{DIGITS})\s?(?P<scale>mn|bn|mln|bln)\b", _number)

DIGIT_RULES: tuple[Rule, ...] = (*_DIGIT_MONEY, _PERCENT, _QUANTITY, _PLAIN, _SHORT_PLAIN)
"""Amounts whose match begins with a digit."""

WORD_RULES: tuple[Rule, ...] = (_WORD_MONEY, _PERCENT, _QUANTITY, _PLAIN)
"""Amounts whose match begins with a number in words."""
