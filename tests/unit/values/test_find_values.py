"""Values in running text: what is found, where, and what it says."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ensi_core.types import NormalisedValue, ValueKind
from ensi_core.values import find_values

K = ValueKind


def money(number: float, unit: str = "USD") -> NormalisedValue:
    return NormalisedValue(K.MONEY, number=number, unit=unit)


def percent(number: float) -> NormalisedValue:
    return NormalisedValue(K.PERCENT, number=number, unit="%")


def date(day: str) -> NormalisedValue:
    return NormalisedValue(K.DATE, start=day, end=day)


def period(start: str, end: str, unit: str | None) -> NormalisedValue:
    return NormalisedValue(K.PERIOD, unit=unit, start=start, end=end)


def year(number: int, unit: str = "year") -> NormalisedValue:
    return period(f"{number}-01-01", f"{number}-12-31", unit)


def days(number: float) -> NormalisedValue:
    return NormalisedValue(K.DURATION, number=number, unit="days")


def number(value: float) -> NormalisedValue:
    return NormalisedValue(K.NUMBER, number=value)


def quantity(value: float, unit: str) -> NormalisedValue:
    return NormalisedValue(K.QUANTITY, number=value, unit=unit)


def identifier(unit: str, text: str) -> NormalisedValue:
    return NormalisedValue(K.IDENTIFIER, unit=unit, text=text)


ONE_VALUE: dict[str, NormalisedValue] = {
    # money
    "$ 1.2 million": money(1_200_000),
    "$1.1 million": money(1_100_000),
    "US$4,500": money(4_500),
    "U.S. $5 million": money(5_000_000),
    "C$20": money(20, "CAD"),
    "EUR 3bn": money(3e9, "EUR"),
    "€2.5 billion": money(2.5e9, "EUR"),
    "£40": money(40, "GBP"),
    "4,500 dollars": money(4_500),
    "75 cents": money(0.75),
    "$(1,234)": money(-1_234),
    "$1,000,000.00": money(1_000_000),
    "five million dollars ($5,000,000)": money(5_000_000),
    "Ten Thousand and No/100 Dollars ($10,000.00)": money(10_000),
    "two hundred fifty thousand dollars": money(250_000),
    "300 million euros": money(3e8, "EUR"),
    "$3.2M": money(3_200_000),
    # percentages
    "5.5%": percent(5.5),
    "-0.4%": percent(-0.4),
    "12 percent": percent(12),
    "five percent (5%)": percent(5),
    "25 basis points": percent(0.25),
    # dates
    "March 3, 2021": date("2021-03-03"),
    "March 3rd, 2021": date("2021-03-03"),
    "Mar. 3, 2021": date("2021-03-03"),
    "MARCH 3, 2021": date("2021-03-03"),
    "3 March 2021": date("2021-03-03"),
    "3-Mar-2021": date("2021-03-03"),
    "2021-03-03": date("2021-03-03"),
    "03/03/2021": date("2021-03-03"),
    "12/31/99": date("1999-12-31"),
    "25/12/2020": date("2020-12-25"),
    "3rd day of March, 2021": date("2021-03-03"),
    "third day of March 2021": date("2021-03-03"),
    "twenty-first day of May, 2020": date("2020-05-21"),
    "December 31,\n2023": date("2023-12-31"),
    "March 3": NormalisedValue(K.DATE, text="03-03"),
    # periods
    "March 2021": period("2021-03-01", "2021-03-31", "month"),
    "2021": year(2021),
    "fiscal 2023": year(2023, "fiscal year"),
    "fiscal year 2023": year(2023, "fiscal year"),
    "FY2022": year(2022, "fiscal year"),
    "FY22": year(2022, "fiscal year"),
    "Q2 2025": period("2025-04-01", "2025-06-30", "quarter"),
    "1Q24": period("2024-01-01", "2024-03-31", "quarter"),
    "second quarter of fiscal 2025": period("2025-04-01", "2025-06-30", "fiscal quarter"),
    "first half of 2024": period("2024-01-01", "2024-06-30", "half"),
    "three months ended June 30, 2024": period("2024-04-01", "2024-06-30", "quarter"),
    "nine months ended September 30, 2024": period("2024-01-01", "2024-09-30", "months"),
    "year ended December 31, 2023": period("2023-01-01", "2023-12-31", "year"),
    "fiscal year ended September 28, 2024": period("2023-09-29", "2024-09-28", "year"),
    "quarterly period ended March 31, 2024": period("2024-01-01", "2024-03-31", "quarter"),
    "52 weeks ended January 28, 2023": period("2022-01-30", "2023-01-28", "year"),
    "thirteen weeks ended April 29, 2023": period("2023-01-29", "2023-04-29", "quarter"),
    "January 1, 2020 through December 31, 2020": period("2020-01-01", "2020-12-31", None),
    "March 3-5, 2021": period("2021-03-03", "2021-03-05", None),
    "1879–1955": period("1879-01-01", "1955-12-31", "years"),
    "2010-15": period("2010-01-01", "2015-12-31", "years"),
    "1990s": period("1990-01-01", "1999-12-31", "decade"),
    # durations
    "45 days": days(45),
    "30-day": days(30),
    "five-year": days(1825),
    "two (2) years": days(730),
    "thirty (30) days": days(30),
    "twelve (12) consecutive months": days(365),
    "ten (10) business days": days(10),
    "one hundred and twenty (120) days": days(120),
    "2 years and 6 months": days(912.5),
    "36 hours": days(1.5),
    # quantities and numbers
    "1,197,436,644 shares": quantity(1_197_436_644, "shares"),
    "two million shares": quantity(2_000_000, "shares"),
    "10,000 square feet": quantity(10_000, "square feet"),
    "120 MW": quantity(120, "MW"),
    "3.5x": quantity(3.5, "x"),
    "twenty-five employees": quantity(25, "employees"),
    "12 miles": quantity(12, "miles"),
    "4,500": number(4_500),
    "-5.2": number(-5.2),
    "1.5 million": number(1_500_000),
    "forty-two": number(42),
    # identifiers
    "Case No. 1:21-cv-04512-JPO": identifier("case", "1:21-cv-04512-jpo"),
    "1:21-cv-04512": identifier("case", "1:21-cv-04512"),
    "Permit No. WQ-2019-114": identifier("permit", "wq-2019-114"),
    "Lease OCS-G 1234": identifier("lease", "ocs-g 1234"),
    "Account Number 12345678": identifier("account", "12345678"),
    "Commission File Number 001-12345": identifier("file", "001-12345"),
    "docket no. 41": identifier("docket entry", "41"),
    "CASE NO. 2:19-CV-00123": identifier("case", "2:19-cv-00123"),
    "section 4.2": identifier("section", "4.2"),
    "SECTION 12": identifier("section", "12"),
    "No. 19-1234": identifier("number", "19-1234"),
    "Dkt. 41": identifier("docket entry", "41"),
    "ECF No. 12-3": identifier("docket entry", "12-3"),
    "Section 4.2(b)(ii)": identifier("section", "4.2(b)(ii)"),
    "§ 1983": identifier("section", "1983"),
    "¶ 34": identifier("section", "34"),
    "Rule 12(b)(6)": identifier("section", "12(b)(6)"),
    "Exhibit 10.1": identifier("exhibit", "10.1"),
    "Exhibit A": identifier("exhibit", "a"),
    "Item 7A": identifier("note", "7a"),
    "42 U.S.C. § 1983": identifier("statute", "42 u.s.c. § 1983"),
    "550 U.S. 544": identifier("reporter", "550 u.s. 544"),
    "123 F.3d 456": identifier("reporter", "123 f.3d 456"),
    "95-4803544": identifier("number", "95-4803544"),
}


@pytest.mark.parametrize(("surface", "value"), ONE_VALUE.items(), ids=ONE_VALUE)
@pytest.mark.parametrize("frame", ["{}", "It is {}.", "(see {}), and", "on {}; the"])
def test_one_value_is_found_whole(surface, value, frame):
    text = frame.format(surface)
    start = text.index(surface) + 50
    found = find_values(text, 50)
    assert [(f.surface, f.value) for f in found] == [(surface, value)]
    assert [(f.span.start, f.span.end) for f in found] == [(start, start + len(surface))]


NOTHING = [
    "Form 10-K",
    "COVID-19",
    "version 1.2.3",
    "one of them",
    "She may march in May.",
    "the A4 sheet",
    "file_2021_final",
    "no numbers at all",
    "Section of the road",
    "section A of the road",
    "Definitions\n1.8 Business Day",
    "\n13. Governing Law",
    "and (3) the roof",
    "release number\n\n",
    "in this case the order",
    "Note that I agree",
]


@pytest.mark.parametrize("text", NOTHING)
def test_words_and_codes_that_are_no_values(text):
    assert find_values(text) == ()


def test_values_of_a_passage_come_in_order():
    text = (
        "Net sales were $391.0 million in fiscal 2024, up 2% from the year ended September 30, "
        "2023; the Company employed 1,200 people at 14 plants. See Section 9.1 and Exhibit B."
    )
    assert [found.surface for found in find_values(text)] == [
        "$391.0 million",
        "fiscal 2024",
        "2%",
        "year ended September 30, 2023",
        "1,200 people",
        "14",
        "Section 9.1",
        "Exhibit B",
    ]


_pieces = st.sampled_from(
    ["$", "1", "2,000", ".5", "%", " ", "\n", "million", "March", "3", ",", "2021", "(", ")", "-",
     "–", "year ended", "thirty", "two", "and", "days", "Section", "4.2", "No.", "Q2", "FY", "§",
     "EUR", "bn", "/", ":", "ten", "hundred", "x", "a", "’", "1:21-cv-0451", "shares", "F.3d"]
)  # fmt: skip


@given(st.lists(_pieces, max_size=40).map("".join), st.integers(0, 1000))
def test_spans_are_where_the_surface_stands(text, offset):
    found = find_values(text, offset)
    assert all(text[f.span.start - offset : f.span.end - offset] == f.surface for f in found)
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
    assert find_values(text, offset) == found


@given(st.lists(_pieces, max_size=40).map(" ".join))
def test_values_are_well_formed(text):
    for found in find_values(text):
        value = found.value
        assert found.surface.strip() == found.surface != ""
        if value.kind in (K.DATE, K.PERIOD):
            assert value.text or value.end
            assert value.start is None or value.start <= value.end
        elif value.kind is K.IDENTIFIER:
            assert value.text
        else:
            assert value.number is not None
