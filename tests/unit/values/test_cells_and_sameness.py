"""Table cells, their units and periods, and when two values say the same."""

import pytest

from ensi_core.types import NormalisedValue, ValueKind
from ensi_core.values import CellUnit, find_values, parse_cell, parse_period, parse_unit, same_value

K = ValueKind
CELLS = {
    "negative in brackets": ("(1,234)", "in millions", (K.NUMBER, -1_234e6, None)),
    "currency of the unit": ("56", "US$ in thousands", (K.MONEY, 56_000, "USD")),
    "currency of the cell": ("€ 1.5", "in millions", (K.MONEY, 1.5e6, "EUR")),
    "sign on a line of its own": ("$\n5,794", "(Amounts in millions)", (K.MONEY, 5_794e6, "USD")),
    "bracket apart": ("(5,563\n)", "in thousands of dollars", (K.MONEY, -5_563e3, "USD")),
    "percent is not scaled": ("13%", "in millions", (K.PERCENT, 13, "%")),
    "negative percent": ("(3)%", "in millions", (K.PERCENT, -3, "%")),
    "negative percent inside": ("(0.4%)", None, (K.PERCENT, -0.4, "%")),
    "ratio": ("12.5x", "in millions", (K.QUANTITY, 12.5, "x")),
    "note mark": ("1,234 (1)", "$ in thousands", (K.MONEY, 1_234e3, "USD")),
    "minus sign": ("−7.5", None, (K.NUMBER, -7.5, None)),
    "year": ("2023", None, (K.NUMBER, 2023, None)),
    "own scale": ("$3.2 billion", "in millions", (K.MONEY, 3.2e9, "USD")),
}


@pytest.mark.parametrize(("text", "unit", "wanted"), CELLS.values(), ids=CELLS)
def test_cells(text, unit, wanted):
    value = parse_cell(text, unit)
    assert value is not None
    assert (value.kind, value.number, value.unit) == wanted


def test_dates_in_cells():
    assert parse_cell("June 30, 2024", "in millions") == NormalisedValue(
        K.DATE, start="2024-06-30", end="2024-06-30"
    )


@pytest.mark.parametrize("text", ["—", "-", "", " ", "n/a", "Total", "See note 3 below", "NM"])
def test_cells_without_a_value(text):
    assert parse_cell(text, "in millions") is None


def test_per_share_rows_are_not_scaled():
    value = parse_cell("1.25", "(in thousands, except per share amounts)", per_share=True)
    assert value == NormalisedValue(K.NUMBER, number=1.25)


UNITS = {
    "(in millions, except per share data)": CellUnit(1e6),
    "(US$ in thousands)": CellUnit(1e3, "USD"),
    "$000s": CellUnit(1e3, "USD"),
    "in billions of euros": CellUnit(1e9, "EUR"),
    "(RMB in millions)": CellUnit(1e6, "CNY"),
    "(unaudited)": CellUnit(),
}


@pytest.mark.parametrize(("text", "unit"), UNITS.items(), ids=UNITS)
def test_unit_lines(text, unit):
    assert parse_unit(text) == unit


PERIODS = {
    "Three Months Ended June 30, 2024 (Unaudited)": ("2024-04-01", "2024-06-30"),
    "As of December 31, 2023": ("2023-12-31", "2023-12-31"),
    "Fiscal 2023": ("2023-01-01", "2023-12-31"),
    "2022": ("2022-01-01", "2022-12-31"),
    "Change": None,
    "March 3": None,
}


@pytest.mark.parametrize(("text", "wanted"), PERIODS.items(), ids=PERIODS)
def test_periods_of_headers(text, wanted):
    value = parse_period(text)
    assert (value and (value.start, value.end)) == wanted


def only(text: str) -> NormalisedValue:
    (found,) = find_values(text)
    return found.value


SAME = [
    ("$1.2 million", "1,200,000"),
    ("$391 billion", "$391,035 million"),
    ("one hundred (100) shares", "100"),
    ("March 3, 2021", "2021-03-03"),
    ("March 3, 2021", "March 2021"),
    ("March 3, 2021", "2021"),
    ("March 2021", "2021"),
    ("March 3", "March 3, 2021"),
    ("fiscal 2024", "fiscal year ended September 28, 2024"),
    ("fiscal 2022", "fiscal year ended January 28, 2023"),
    ("FY2023", "fiscal 2023"),
    ("Q2 2024", "three months ended June 29, 2024"),
    ("twelve months", "one (1) year"),
    ("Section 4.2 (b)", "section 4.2(b)"),
    ("Permit No. WQ-19", "No. WQ-19"),
    ("25 basis points", "0.25%"),
]
DIFFERENT = [
    ("$1.2 million", "$1,234,567"),
    ("$5", "€5"),
    ("4.5%", "$4.50"),
    ("1,204", "1,205"),
    ("2020", "2021"),
    ("Q2 2024", "2024"),
    ("30 days", "30"),
    ("March 3, 2021", "March 4, 2021"),
    ("Section 4.2", "Exhibit 4.2"),
    ("fiscal 2024", "year ended December 31, 2023"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_values_that_say_the_same(a, b):
    assert same_value(only(a), only(b))
    assert same_value(only(b), only(a))


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_values_that_differ(a, b):
    assert not same_value(only(a), only(b))
    assert not same_value(only(b), only(a))


NASTY = {
    "number words": "one hundred thousand " * 4_000,
    "digits": "1" * 30_000,
    "groups": "1,111," * 8_000,
    "dashes": "1-" * 20_000,
    "brackets": "Section 4" + "(a)" * 10_000,
    "spaces": "three" + " " * 30_000 + "days",
    "months": "March " * 10_000,
    "fiscal": "fiscal year " * 8_000,
    "tokens": "Permit No. " + "A-" * 20_000,
    "signs": "$ " * 20_000,
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_nasty_text_ends_and_spans_hold(text):
    """Patterns that backtrack without bound would not come back from these."""
    for found in find_values(text):
        assert text[found.span.start : found.span.end] == found.surface
