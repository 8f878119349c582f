"""Mentions by rule; the model's spans are given, so that each case stands for itself."""

from __future__ import annotations

import pytest

from ensi_core.engines.offline.entities import find_mentions
from ensi_core.engines.offline.nlp import NamedSpan
from ensi_core.types import Span


def _found(text: str, *named: tuple[str, str]) -> list[tuple[str, str]]:
    spans = [
        NamedSpan(Span(text.index(name), text.index(name) + len(name)), label)
        for name, label in named
    ]
    return [(mention.name, mention.type) for mention in find_mentions(text, spans)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "See Dunne v. Harrowgate Mills Inc., where the court agreed.",
            [("Dunne v. Harrowgate Mills Inc.", "case")],
            id="case",
        ),
        pytest.param(
            "It arises under 29 U.S.C. § 623(a).", [("29 U.S.C. § 623(a)", "statute")], id="statute"
        ),
        pytest.param(
            "They rely on the Coastal Waters Protection Act of 1988.",
            [("Coastal Waters Protection Act of 1988", "law")],
            id="act",
        ),
        pytest.param(
            "He appealed to the Court of Appeals for the Tenth Circuit in May.",
            [("Court of Appeals for the Tenth Circuit", "court")],
            id="court",
        ),
        pytest.param(
            "Lower Vale District and Friends of the Vale River, Inc. sued.",
            [
                ("Lower Vale District", "organization"),
                ("Friends of the Vale River, Inc.", "organization"),
            ],
            id="two-names-joined-by-and",
        ),
        pytest.param(
            "The parties signed a Master Supply Agreement in June.",
            [("Master Supply Agreement", "agreement")],
            id="agreement",
        ),
        pytest.param("Then Ms. Oyelaran answered.", [("Ms. Oyelaran", "person")], id="honorific"),
        pytest.param(
            "She wrote Lanterns of the North (1998) there.",
            [("Lanterns of the North", "work")],
            id="title-with-year",
        ),
        pytest.param(
            "the song “Salt Road Home” came out", [("Salt Road Home", "work")], id="quoted-title"
        ),
    ],
)
def test_rules_find_what_the_model_missed(text: str, expected: list[tuple[str, str]]) -> None:
    assert _found(text) == expected


@pytest.mark.parametrize(
    ("text", "named", "expected"),
    [
        pytest.param(
            "Tank 9 leaked.",
            ("Tank 9", "PERSON"),
            [("Tank 9", "product")],
            id="persons-have-no-figures",
        ),
        pytest.param(
            "C. Harrowgate moved.",
            ("C. Harrowgate", "ORG"),
            [("Harrowgate", "organization")],
            id="outline-label",
        ),
        pytest.param(
            "near Carrow County now",
            ("Carrow County", "ORG"),
            [("Carrow County", "place")],
            id="own-words-win",
        ),
        pytest.param("on Monday", ("Monday", "DATE"), [], id="dates-are-no-entities"),
        pytest.param("the Company paid", ("Company", "ORG"), [], id="generic-word"),
    ],
)
def test_the_models_names_are_corrected(
    text: str, named: tuple[str, str], expected: list[tuple[str, str]]
) -> None:
    assert _found(text, named) == expected
