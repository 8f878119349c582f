"""The catalogue of names: clusters, aliases, names in questions."""

from __future__ import annotations

import pytest

from ensi_core.query.names import NameCatalogue, name_catalogue, variant
from ensi_core.types import Category, Key


def key(entity: str, kind: str = "organization", name: str = "mention", value: str = "") -> Key:
    category = Category.RELATION if value else Category.ASPECT
    return Key(f"{entity}/{name}/{value}", entity, kind, category, name, value)


def catalogue(*keys: Key) -> NameCatalogue:
    return name_catalogue(keys)


def clusters(found: NameCatalogue) -> set[frozenset[str]]:
    return {frozenset(names) for names in found.aliases.values()}


@pytest.mark.parametrize(
    ("folded", "expected"),
    [
        ("orion ltd", "orion"),
        ("orion minerals co ltd", "orion minerals"),
        ("the orion company", "orion"),
        ("orion n.v", "orion"),
        ("mr pike", "pike"),
        ("dr pike", "pike"),
        ("judge", "judge"),
        ("company", "company"),
        ("orion & co", "orion &"),
        ("limited partners", "limited partners"),
    ],
)
def test_variant(folded: str, expected: str) -> None:
    assert variant(folded) == expected


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        pytest.param(
            [key("Orion Ltd"), key("ORION LTD."), key("Orion")],
            {frozenset({"orion ltd", "orion"})},
            id="suffix, case and stops",
        ),
        pytest.param(
            [key("Orion Ltd"), key("Basalt Ltd")],
            {frozenset({"orion ltd"}), frozenset({"basalt ltd"})},
            id="different companies",
        ),
        pytest.param(
            [key("Orion Minerals Ltd", name="alias", value="the Tenant"), key("the Tenant")],
            {frozenset({"orion minerals ltd", "the tenant"})},
            id="an alias of one",
        ),
        pytest.param(
            [
                key("Orion Ltd", name="alias", value="the Company"),
                key("Basalt plc", name="alias", value="the Company"),
            ],
            {frozenset({"orion ltd"}), frozenset({"basalt plc"}), frozenset({"the company"})},
            id="an alias of two joins none",
        ),
        pytest.param(
            [key("Orion Ltd", name="tenant", value="Quarry")],
            {frozenset({"orion ltd"}), frozenset({"quarry"})},
            id="targets of relations are entities",
        ),
        pytest.param([key("...")], set(), id="signs are no name"),
    ],
)
def test_clusters(keys: list[Key], expected: set[frozenset[str]]) -> None:
    assert clusters(catalogue(*keys)) == expected


def test_the_catalogue_does_not_depend_on_the_order_of_keys() -> None:
    keys = [key("Orion Ltd"), key("Orion"), key("Basalt plc"), key("Orion Ltd", "ship")]
    assert catalogue(*keys) == catalogue(*reversed(keys))


def test_an_entity_is_shown_by_its_commonest_name_and_type() -> None:
    keys = [
        key("Orion", "unknown"),
        key("Orion Ltd", "organization"),
        Key("2", "Orion Ltd", "organization", Category.PROPERTY, "seat", "Delft"),
        key("ORION LTD", "ship"),
    ]
    found = catalogue(*keys)
    assert (found.names, found.types) == (("Orion Ltd",), ("organization",))


TWO_COMPANIES = catalogue(
    key("Orion Minerals Ltd", name="alias", value="the Tenant"),
    key("Orion Minerals Ltd", name="alias", value="the Company"),
    key("Basalt Holdings plc", name="alias", value="the Company"),
    key("Orion Minerals Limited Quarry", "place"),
    key("Ayr", "place"),
)


def named(question: str) -> list[tuple[str, str, str]]:
    """Surface, entity and reason of the names in a question."""
    return [
        (question[hit.start : hit.end], TWO_COMPANIES.names[hit.entity], hit.how)
        for hit in TWO_COMPANIES.find_in(question)
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("orion minerals ltd.", [("Orion Minerals Ltd", "exact")], id="exact"),
        pytest.param("The Tenant", [("Orion Minerals Ltd", "alias")], id="alias"),
        pytest.param(
            "the company",
            [
                ("Basalt Holdings plc", "ambiguous alias"),
                ("Orion Minerals Ltd", "ambiguous alias"),
            ],
            id="alias of two",
        ),
        pytest.param("Orion Shipping", [], id="unknown"),
        pytest.param("", [], id="empty"),
    ],
)
def test_entities_named(name: str, expected: list[tuple[str, str]]) -> None:
    found = TWO_COMPANIES.entities_named(name)
    assert sorted((TWO_COMPANIES.names[entity], how) for entity, how in found) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param(
            "What does Orion Minerals Ltd owe Basalt Holdings plc?",
            [
                ("Orion Minerals Ltd", "Orion Minerals Ltd", "exact"),
                ("Basalt Holdings plc", "Basalt Holdings plc", "exact"),
            ],
            id="in the question's order",
        ),
        pytest.param(
            "Who runs the Orion Minerals Limited Quarry?",
            [("Orion Minerals Limited Quarry", "Orion Minerals Limited Quarry", "exact")],
            id="the longest name wins",
        ),
        pytest.param(
            "What must the Tenant pay the Company?",
            [("the Tenant", "Orion Minerals Ltd", "alias")],
            id="an alias of two is left open",
        ),
        pytest.param("Is it near Ayr?", [("Ayr", "Ayr", "exact")], id="one short name"),
        pytest.param("Is the ayr clean?", [], id="a short word in small letters"),
        pytest.param("", [], id="empty"),
    ],
)
def test_find_in(question: str, expected: list[tuple[str, str, str]]) -> None:
    assert named(question) == expected


def test_people_of_one_surname_are_kept_apart() -> None:
    found = catalogue(key("Ada Pike", "person"), key("Mr. Hugh Pike", "person"))
    assert clusters(found) == {frozenset({"ada pike"}), frozenset({"mr hugh pike"})}
