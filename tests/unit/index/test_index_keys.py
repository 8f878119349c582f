"""Records to keys and postings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ensi_core.index.inverse import inverse_names
from ensi_core.index.keys import DocumentKeys, document_keys, period_of
from ensi_core.types import (
    Category,
    EntityRecord,
    Field,
    Key,
    NormalisedValue,
    Posting,
    Qualifier,
    Span,
    ValueKind,
)

HERE = (Span(0, 5),)
REVENUE = Field(Category.PROPERTY, "revenue", "$ 12.5", HERE)


def record(
    *fields: Field, entity: str = "Acme Corp", psg_id: str = "p1", number: int = 1
) -> EntityRecord:
    return EntityRecord(f"{psg_id}/r{number}", psg_id, entity, "organization", HERE, fields)


def key_of(*fields: Field, entity: str = "Acme Corp") -> Key:
    """The one key that a record gives besides that of its mention."""
    made = document_keys("d", [record(*fields, entity=entity)])
    (key,) = [key for key in made.keys if key.name != "mention"]
    return key


def plain(made: DocumentKeys) -> set[tuple[str, str, str, str, str, bool]]:
    return {
        (key.entity, key.type, key.category.value, key.name, key.value, key.inverse)
        for key in made.keys
    }


def test_a_record_gives_its_mention_and_its_fields() -> None:
    made = document_keys("d", [record(REVENUE)])
    assert plain(made) == {
        ("Acme Corp", "organization", "aspect", "mention", "", False),
        ("Acme Corp", "organization", "property", "revenue", "$ 12.5", False),
    }


def test_a_relation_of_the_table_gives_its_inverse() -> None:
    cites = Field(Category.RELATION, "cites", "Roe v. Wade", HERE, target_type="case")
    made = document_keys("d", [record(cites)])
    assert plain(made) == {
        ("Acme Corp", "organization", "aspect", "mention", "", False),
        ("Acme Corp", "organization", "relation", "cites", "Roe v. Wade", False),
        ("Roe v. Wade", "case", "relation", "cited by", "Acme Corp", True),
    }


def test_a_target_without_type_is_of_unknown_type() -> None:
    made = document_keys("d", [record(Field(Category.RELATION, "employer", "Orion", HERE))])
    assert ("Orion", "unknown", "relation", "employs", "Acme Corp", True) in plain(made)


@pytest.mark.parametrize(
    "field",
    [
        pytest.param(Field(Category.RELATION, "resembles", "Orion", HERE), id="not in the table"),
        pytest.param(Field(Category.PROPERTY, "cites", "Orion", HERE), id="not a relation"),
    ],
)
def test_other_fields_have_no_inverse(field: Field) -> None:
    assert not any(key.inverse for key in document_keys("d", [record(field)]).keys)


def test_the_same_key_collects_all_its_passages() -> None:
    again = replace(REVENUE, value="$ 12.5 ")
    made = document_keys(
        "d",
        [
            record(REVENUE, psg_id="p2"),
            record(again, entity="ACME  corp", psg_id="p1"),
            record(REVENUE, psg_id="p1", number=2),
        ],
    )
    assert len(made.keys) == 2
    mention, revenue = sorted(made.keys, key=lambda key: key.name)
    assert made.postings == tuple(
        sorted(
            [
                Posting(mention.key_id, "p1", "d", "p1/r1"),
                Posting(mention.key_id, "p2", "d", "p2/r1"),
                Posting(revenue.key_id, "p1", "d", "p1/r1"),
                Posting(revenue.key_id, "p2", "d", "p2/r1"),
            ],
            key=lambda posting: (posting.key_id, posting.psg_id),
        )
    )


def test_keys_and_postings_are_ordered_by_id() -> None:
    fields = [replace(REVENUE, value=f"$ {n}") for n in range(20)]
    made = document_keys("d", [record(*fields)])
    ids = [key.key_id for key in made.keys]
    assert ids == sorted(ids)
    assert [posting.key_id for posting in made.postings] == ids


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(REVENUE, name="Revenue"), id="case of the name"),
        pytest.param(replace(REVENUE, value=" $\n12.5"), id="white space in the value"),
        pytest.param(replace(REVENUE, evidence=(Span(7, 9),)), id="another place"),
    ],
)
def test_keys_are_the_same_when_only_the_writing_differs(other: Field) -> None:
    assert key_of(other).key_id == key_of(REVENUE).key_id


NEGATIVE = NormalisedValue(ValueKind.NUMBER, number=-12.5)
POSITIVE = NormalisedValue(ValueKind.NUMBER, number=12.5)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(REVENUE, replace(REVENUE, value="$ 12.6"), id="value"),
        pytest.param(REVENUE, replace(REVENUE, name="sales"), id="name"),
        pytest.param(REVENUE, replace(REVENUE, category=Category.ASPECT), id="category"),
        pytest.param(
            REVENUE,
            replace(REVENUE, qualifiers=(Qualifier("period", "fiscal 2023"),)),
            id="period",
        ),
        pytest.param(
            replace(REVENUE, value="(12.5)", normalised=NEGATIVE),
            replace(REVENUE, value="12.5", normalised=POSITIVE),
            id="a loss in brackets",
        ),
        pytest.param(
            replace(REVENUE, value="-12.5", normalised=NEGATIVE),
            replace(REVENUE, value="12.5", normalised=POSITIVE),
            id="sign",
        ),
        pytest.param(replace(REVENUE, value="—"), replace(REVENUE, value="*"), id="signs only"),
    ],
)
def test_keys_differ_when_what_is_said_differs(one: Field, other: Field) -> None:
    assert key_of(one).key_id != key_of(other).key_id


def test_a_key_keeps_its_surface_normalised_value_and_period() -> None:
    value = NormalisedValue(ValueKind.MONEY, number=12_500_000.0, unit="USD")
    field = Field(
        Category.PROPERTY,
        "net  sales",
        "$ 12.5\nmillion",
        HERE,
        normalised=value,
        qualifiers=(Qualifier("unit", "in millions"), Qualifier("period", "fiscal\n2024")),
    )
    key = key_of(field)
    assert key == Key(
        key_id=key.key_id,
        entity="Acme Corp",
        type="organization",
        category=Category.PROPERTY,
        name="net sales",
        value="$ 12.5 million",
        normalised=value,
        period="fiscal 2024",
    )


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        pytest.param(REVENUE, "", id="none"),
        pytest.param(
            replace(REVENUE, qualifiers=(Qualifier("scope", "Europe"),)), "", id="another qualifier"
        ),
        pytest.param(
            replace(
                REVENUE,
                value="fiscal 2024",
                normalised=NormalisedValue(ValueKind.PERIOD, start="2024-01-01", end="2024-12-31"),
            ),
            "fiscal 2024",
            id="a value that is a period",
        ),
    ],
)
def test_period_of(field: Field, expected: str) -> None:
    assert period_of(field) == expected


def test_the_table_of_inverses_has_one_row_a_relation() -> None:
    names = inverse_names()
    assert len(names) > 60
    assert names["cites"] == "cited by"
    assert names["parent"] == "subsidiary"
    assert names["subsidiary"] == "parent"
    assert all(name == name.strip().lower() for pair in names.items() for name in pair)
