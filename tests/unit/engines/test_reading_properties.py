"""Attribute values, labels, set phrases and table rows as they are read."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from ensi_core.types import Category, DocumentFact, ValueKind
from tests.fixtures.documents import make_document
from tests.fixtures.readings import fields_of, read


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        pytest.param(
            "Marta Elling", "Marta Elling (3 May 1860, Oslo – 1 June 1920) was a painter.",
            {("Marta Elling", "birth date", "3 May 1860"), ("Marta Elling", "death date", "1 June 1920"),
             ("Marta Elling", "occupation", "painter")},
            id="life-dates",
        ),
        pytest.param(
            "Tarn Works", "Tarn Works is a company. It was founded in 1921.",
            {("Tarn Works", "date founded", "1921"), ("Tarn Works", "type", "company")}, id="founded",
        ),
        pytest.param(
            "Elmsworth", "Elmsworth is a town. At the 2010 census, the population was 4,210.",
            {("Elmsworth", "population", "4,210")}, id="subject-names-the-value",
        ),
        pytest.param(
            "", "Boeing paid a civil penalty of $2.5 million in 2019.",
            {("Boeing", "civil penalty", "$2.5 million")}, id="noun-names-the-amount",
        ),
        pytest.param(
            "", "Boeing spent $40 million on repairs.", {("Boeing", "amount spent", "$40 million")}, id="verb-names-it"
        ),
        pytest.param(
            "", "Boeing may leave on ninety (90) days' prior written notice.",
            {("Boeing", "notice period", "ninety (90) days")}, id="notice-period",
        ),
    ],
)  # fmt: skip
def test_values_are_named_by_their_sentence(
    title: str, text: str, expected: set[tuple[str, str, str]]
) -> None:
    assert expected <= fields_of(text, title, Category.PROPERTY)


def test_a_compared_amount_keeps_the_name_of_the_first() -> None:
    report = make_document(
        "# FORM 10-K\n\nQuillon Marine Corp.\n\n"
        "Net sales were $412.6 million in 2023, compared with $388.0 million in 2022.",
        title="Quillon Marine Corp. 10-K 2023",
    )
    (reading,) = read(report)
    found = {
        (record.entity, field.name, field.value, field.qualifiers[0].text)
        for record in reading.records
        for field in record.fields
        if field.normalised is not None and field.normalised.kind is ValueKind.MONEY
    }
    assert found == {
        ("Quillon Marine Corp.", "net sales", "$412.6 million", "2023"),
        ("Quillon Marine Corp.", "net sales", "$388.0 million", "2022"),
    }


def test_labels_name_the_rest_of_their_line() -> None:
    fields = fields_of(
        "Governing Law: Oregon\nMonthly Rent: $18,500\nThe rest is prose: it goes on.",
        "Lease Terms",
    )
    assert {
        ("Lease Terms", "governing law", "Oregon"),
        ("Lease Terms", "monthly rent", "$18,500"),
    } <= fields


def test_message_headers_are_fields() -> None:
    mail = "From: Ada Finch\nTo: Hugh Marsh\nDate: May 4, 2020\nSubject: Tank inspection\n\nDear Hugh, it leaks."
    fields = fields_of(mail, "Tank inspection")
    assert {
        ("Tank inspection", "from", "Ada Finch"),
        ("Tank inspection", "to", "Hugh Marsh"),
        ("Tank inspection", "date", "May 4, 2020"),
    } <= fields


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("This Agreement shall be governed by the laws of the State of Oregon, without regard to conflicts.",
         "State of Oregon"),
        ("This Agreement is governed by New York law.", "New York"),
        ("It shall be construed in accordance with the internal laws of England and Wales.", "England and Wales"),
    ],
)  # fmt: skip
def test_governing_law(sentence: str, value: str) -> None:
    contract = (
        "# SUPPLY AGREEMENT\n\nThis Supply Agreement is made as of May 4, 2020 by and between Brindle Storage LLC "
        f"and Fennimore Tea Company, Inc.\n\n## 9. General\n\n{sentence}"
    )
    fields = fields_of(contract, "Supply Agreement")
    assert ("Supply Agreement", "governing law", value) in fields
    assert ("Supply Agreement", "agreement date", "May 4, 2020") in fields


CAPTION = """
UNITED STATES DISTRICT COURT, DISTRICT OF WEXMOOR

Orla Dunne, Plaintiff, v. Harrowgate Mills Inc., Defendant. Case No. 2:19-cv-00210

# OPINION AND ORDER

Hon. Petra Vance

The motion for summary judgment (Dkt. 41) is granted. See Section 4.2 of the lease and 29 U.S.C. § 623(a).

Jane Roe, counsel for Harrowgate Mills Inc., was heard.
"""


def test_a_court_paper_gives_parties_judge_and_citations() -> None:
    case = "Orla Dunne v. Harrowgate Mills Inc."
    assert {
        (case, "plaintiff", "Orla Dunne"),
        (case, "defendant", "Harrowgate Mills Inc."),
        (case, "judge", "Petra Vance"),
        ("Opinion and Order", "cites", "Dkt. 41"),
        ("Opinion and Order", "cites", "29 U.S.C. § 623(a)"),
        ("Opinion and Order", "refers to", "Section 4.2"),
        ("Jane Roe", "counsel for", "Harrowgate Mills Inc."),
    } <= fields_of(CAPTION, "Opinion and Order", Category.RELATION)


STATEMENT = """
# FORM 10-K

Quillon Marine Corp.

= Balance Sheets (in thousands)

|! | 2023 | 2022 |
| Long-term debt | 1,200 | 950 |
| Total | (30) | 12 |
"""


def test_figures_belong_to_the_issuer_under_the_rows_label() -> None:
    (reading,) = read(
        make_document(STATEMENT, title="x", facts=(DocumentFact("issuer", "Quillon Marine Corp."),))
    )
    found = {
        (record.entity, field.name, field.value, field.normalised.number, field.qualifiers[0].text)
        for record in reading.records
        for field in record.fields
        if field.normalised is not None and field.normalised.number is not None
    }
    assert {
        ("Quillon Marine Corp.", "long-term debt", "1,200", 1_200_000.0, "2023"),
        ("Quillon Marine Corp.", "long-term debt", "950", 950_000.0, "2022"),
        ("Quillon Marine Corp.", "total", "(30)", -30_000.0, "2023"),
    } <= found


def test_a_list_of_things_gives_each_thing_its_properties() -> None:
    markup = "= Facilities\n\n|! Site | Owner | Opened |\n| North Mill | Ada Finch | 1998 |\n| South Mill | Hugh Marsh | 2004 |"
    fields = fields_of(markup, "Facilities list")
    assert {("North Mill", "owner", "Ada Finch"), ("South Mill", "opened", "2004")} <= fields
