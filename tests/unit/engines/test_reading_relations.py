"""Relations and aliases as they are read from sentences."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from ensi_core.types import Category
from tests.fixtures.readings import entities_of, fields_of

FILM = "The Salt Road"
WOMAN = "Marta Elling"


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        pytest.param(
            FILM, "The Salt Road is a 1994 drama film directed by Peter Hale.", (FILM, "director", "Peter Hale"),
            id="participle-after-the-kind",
        ),
        pytest.param(
            FILM, "The Salt Road is a film written and directed by Peter Hale.", (FILM, "author", "Peter Hale"),
            id="shared-agent",
        ),
        pytest.param(
            FILM, "The Salt Road is a drama. The film stars Anna Weston.", (FILM, "cast member", "Anna Weston"),
            id="the-film",
        ),
        pytest.param(
            WOMAN, "Marta Elling was a painter. She was born in Oslo.", (WOMAN, "birth place", "Oslo"), id="pronoun"
        ),
        pytest.param(
            WOMAN, "Marta Elling was a painter. Elling married John Webb in 1903.", (WOMAN, "spouse", "John Webb"),
            id="surname",
        ),
        pytest.param(
            WOMAN, "Marta Elling is the daughter of Robert Elling.", ("Robert Elling", "child", WOMAN), id="kinship"
        ),
        pytest.param(
            "", "Her brother, James Webb, works for Boeing.", ("James Webb", "employer", "Boeing"), id="employer"
        ),
        pytest.param(
            "", "Paris is the capital of France.", ("France", "capital", "Paris"), id="role-noun"
        ),
        pytest.param(
            "", "John Webb, chief executive officer of Boeing, resigned.",
            ("Boeing", "chief executive", "John Webb"), id="apposition",
        ),
        pytest.param(
            "", "Boeing acquired Hale Motors Inc. in 2003.", ("Boeing", "acquired", "Hale Motors Inc."), id="verb"
        ),
        pytest.param(
            "", "Hale Motors Inc. was acquired by Boeing in 2003.", ("Hale Motors Inc.", "acquired by", "Boeing"),
            id="passive",
        ),
        pytest.param(
            "", "The office is in Olympia, Washington.", ("Olympia", "located in", "Washington"), id="place-chain"
        ),
        pytest.param(
            "", "Hale Motors Inc. merged with Boeing.", ("Hale Motors Inc.", "merged with", "Boeing"), id="preposition"
        ),
    ],
)  # fmt: skip
def test_a_relation_is_read(title: str, text: str, expected: tuple[str, str, str]) -> None:
    assert expected in fields_of(text, title, Category.RELATION)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Boeing did not acquire Hale Motors Inc. in 2003.", id="negated"),
        pytest.param(
            "Boeing sold trucks near Hale Motors Inc. before Hale moved.", id="other-verb"
        ),
    ],
)
def test_no_acquisition_is_read(text: str) -> None:
    assert not {field for field in fields_of(text) if field[1].startswith("acquired")}


def test_enumerated_places_are_not_inside_each_other() -> None:
    fields = fields_of("They toured France, Spain and Italy in 1990.", category=Category.RELATION)
    assert not {field for field in fields if field[1] == "located in"}


CONTRACT = """
# SUPPLY AGREEMENT

This Supply Agreement (the "Agreement") is entered into as of May 4, 2020 by and between Brindle Storage LLC, a Texas
company with offices in Austin, Texas ("Brindle" or the "Seller"), and Fennimore Tea Company, Inc. (the "Buyer").

## 1. Supply

[1.1] Seller shall deliver tea to the warehouse at 12 Dock Road, Hull (the "Warehouse"). Buyer may reject late deliveries.
"""


def test_defined_terms_lead_to_their_bearers() -> None:
    fields = fields_of(CONTRACT, "Supply Agreement")
    aliases = {(entity, value) for entity, name, value in fields if name == "alias"}
    assert aliases == {
        ("Supply Agreement", "Agreement"),
        ("Brindle Storage LLC", "Brindle"),
        ("Brindle Storage LLC", "Seller"),
        ("Fennimore Tea Company, Inc.", "Buyer"),
    }
    assert ("Supply Agreement", "has party", "Brindle Storage LLC") in fields
    assert ("Supply Agreement", "has party", "Fennimore Tea Company, Inc.") in fields


def test_a_term_that_stands_for_a_thing_is_an_entity() -> None:
    assert entities_of(CONTRACT, "Supply Agreement")["Warehouse"] == "defined term"


def test_a_term_resolves_only_inside_its_document() -> None:
    assert "Brindle Storage LLC" not in entities_of("Seller was late again.", "Memo")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "The Kenoska Department of Public Works (KDPW) agreed.",
            ("Kenoska Department of Public Works", "alias", "KDPW"), id="acronym",
        ),
        pytest.param(
            "Hale Motors Inc., formerly known as Webb Carriage Works, agreed.",
            ("Hale Motors Inc.", "alias", "Webb Carriage Works"), id="former-name",
        ),
        pytest.param(
            "John Webb, also known as Jack Stone, sang.", ("John Webb", "alias", "Jack Stone"), id="also-known-as"
        ),
    ],
)  # fmt: skip
def test_an_alias_is_read(text: str, expected: tuple[str, str, str]) -> None:
    assert expected in fields_of(text)
