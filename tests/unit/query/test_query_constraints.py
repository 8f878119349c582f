"""How well values of keys meet what a hop requires."""

from __future__ import annotations

import pytest

from ensi_core.query.constraints import ValueIndex
from ensi_core.types import Category, Key, NormalisedValue, Operator, ValueKind


def key(value: str, normalised: NormalisedValue | None = None) -> Key:
    return Key(value, "Orion", "organization", Category.PROPERTY, "x", value, False, normalised)


def money(amount: float, unit: str = "USD") -> NormalisedValue:
    return NormalisedValue(ValueKind.MONEY, number=amount, unit=unit)


def day(iso: str) -> NormalisedValue:
    return NormalisedValue(ValueKind.DATE, start=iso, end=iso)


YEAR = NormalisedValue(ValueKind.PERIOD, start="2023-01-01", end="2023-12-31", unit="year")
DOCKET = NormalisedValue(ValueKind.IDENTIFIER, unit="case", text="1:21-cv-04512")
KEYS = [
    key("$1.2 million", money(1_200_000)),
    key("$800,000", money(800_000)),
    key("€2 million", money(2_000_000, "EUR")),
    key("1,500,000 gallons", NormalisedValue(ValueKind.QUANTITY, number=1_500_000, unit="gallon")),
    key("March 4, 2022", day("2022-03-04")),
    key("July 1, 2024", day("2024-07-01")),
    key("2023", YEAR),
    key("Case No. 21-cv-4512", DOCKET),
    key("State of Oregon"),
]
VALUES = [key.value for key in KEYS]


@pytest.mark.parametrize(
    ("operator", "wanted", "expected"),
    [
        pytest.param(Operator.EQUAL, "$1,200,000", {"$1.2 million"}, id="the same amount"),
        pytest.param(Operator.EQUAL, "state of OREGON", {"State of Oregon"}, id="the same words"),
        pytest.param(Operator.EQUAL, "4 March 2022", {"March 4, 2022"}, id="the same day"),
        pytest.param(Operator.EQUAL, "No. 1:21-cv-04512", {"Case No. 21-cv-4512"}, id="docket"),
        pytest.param(Operator.GREATER, "$1 million", {"$1.2 million"}, id="more, in dollars"),
        pytest.param(Operator.GREATER, "$800,000", {"$1.2 million"}, id="more is not equal"),
        pytest.param(Operator.AT_LEAST, "$800,000", {"$800,000", "$1.2 million"}, id="at least is"),
        pytest.param(Operator.LESS, "$1 million", {"$800,000"}, id="less"),
        pytest.param(Operator.AT_MOST, "€2 million", {"€2 million"}, id="at most, in euros"),
        pytest.param(
            Operator.GREATER, "January 1, 2023", {"July 1, 2024"}, id="after the first day of 2023"
        ),
        pytest.param(Operator.LESS, "2023", {"March 4, 2022"}, id="before a year"),
        pytest.param(Operator.GREATER, "2023", {"July 1, 2024"}, id="after a year"),
        pytest.param(Operator.AT_LEAST, "2023", {"July 1, 2024", "2023"}, id="a year or later"),
        pytest.param(
            Operator.BETWEEN,
            "$500,000 and $1.2 million",
            {"$800,000", "$1.2 million"},
            id="between two amounts, both ends included",
        ),
        pytest.param(
            Operator.BETWEEN,
            "January 1, 2022 and December 31, 2023",
            {"March 4, 2022", "2023"},
            id="between two days",
        ),
    ],
)
def test_values_that_fit(operator: Operator, wanted: str, expected: set[str]) -> None:
    fit = ValueIndex(KEYS).fit(operator, wanted)
    assert {value for value, score in zip(VALUES, fit, strict=True) if score == 1.0} == expected


def test_a_value_that_holds_some_of_the_words_fits_in_part() -> None:
    fit = dict(zip(VALUES, ValueIndex(KEYS).fit(Operator.EQUAL, "Oregon courts"), strict=True))
    assert fit["State of Oregon"] == pytest.approx(0.45)
    assert fit["$800,000"] == 0.0


def test_not_equal_is_the_contrary_of_equal() -> None:
    index = ValueIndex(KEYS)
    equal, other = (index.fit(op, "$800,000") for op in (Operator.EQUAL, Operator.NOT_EQUAL))
    assert (equal + other).tolist() == [1.0] * len(KEYS)


@pytest.mark.parametrize("operator", list(Operator))
def test_no_keys_fit_nothing(operator: Operator) -> None:
    assert ValueIndex([]).fit(operator, "$1 and $2").tolist() == []
