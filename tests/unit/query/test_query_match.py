"""Matching hops with keys: fields, weights, the gate, and reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ensi_core.query.match import KeyMatcher, MatchWeights
from ensi_core.types import (
    Category,
    FieldScore,
    Hop,
    KeyMatch,
    NormalisedValue,
    Operator,
    ValueKind,
)
from tests.fixtures.views import Told, encode, fact, link, make_view

ORION, BASALT = ("Orion Minerals Ltd", "organization"), ("Basalt Holdings plc", "organization")
WEIGHTS = MatchWeights()


def dollars(amount: float) -> NormalisedValue:
    return NormalisedValue(ValueKind.MONEY, number=amount, unit="USD")


VIEW = make_view(
    Told(
        "a",
        "Orion pays rent.",
        records={
            ORION: [fact("yearly rent", "$1,000", dollars(1_000.0)), link("landlord", "Basalt")]
        },
    ),
    Told(
        "a", "The rent again.", records={ORION: [fact("yearly rent", "$1,000", dollars(1_000.0))]}
    ),
    Told(
        "b",
        "Basalt pays rent.",
        records={
            BASALT: [fact("yearly rent", "$2,000", dollars(2_000.0)), link("alias", "Basalt")],
            ("Ayr", "place"): [fact("harbour dues", "weekly")],
        },
    ),
)
MATCHER = KeyMatcher(VIEW, WEIGHTS, encode)


def matches(hop: Hop, entity: str | None = None, value: str | None = None) -> list[KeyMatch]:
    """Keys with a score, best first, without the entries for mentions."""
    matched = MATCHER.match(hop, entity or hop.entity, value or hop.value)
    rows = [row for row in range(len(VIEW.keys.keys)) if matched.scores[row] > 0]
    found = [m for m in MATCHER.matches(matched, rows) if m.key.name != "mention"]
    return sorted(found, key=lambda m: (-m.score, m.key.entity, m.key.name))


def told(found: list[KeyMatch]) -> list[tuple[str, str, str, float]]:
    return [(m.key.entity, m.key.name, m.key.value, round(m.score, 3)) for m in found]


def test_a_full_match_scores_one_and_gives_all_its_passages() -> None:
    hop = Hop("h", "?", entity="orion minerals ltd", name="Yearly rent", value="$1,000")
    (best,) = [m for m in matches(hop) if m.score == 1.0]
    assert (best.key.entity, best.key.value) == ("Orion Minerals Ltd", "$1,000")
    assert best.psg_ids == ("a@v#0-16", "a@v#17-32")
    assert best.field_scores == (
        FieldScore("entity", 1.0, WEIGHTS.entity, "exact"),
        FieldScore("value", 1.0, WEIGHTS.value, "value"),
        FieldScore("name", 1.0, WEIGHTS.name, "exact: yearly rent"),
    )


def test_a_stated_entity_is_a_gate() -> None:
    found = matches(Hop("h", "?", entity="Orion Minerals Ltd", name="yearly rent"))
    assert {m.key.entity for m in found} == {"Orion Minerals Ltd"}


def test_a_stated_value_is_a_gate() -> None:
    found = matches(Hop("h", "?", name="yearly rent", value="$2,000"))
    assert told(found) == [("Basalt Holdings plc", "yearly rent", "$2,000", 1.0)]


def test_an_unknown_entity_matches_nothing() -> None:
    assert matches(Hop("h", "?", entity="Zephyr Shipping", name="yearly rent")) == []


def test_a_hop_that_states_nothing_matches_nothing() -> None:
    assert matches(Hop("h", "rent?")) == []


@pytest.mark.parametrize(
    ("entity", "name", "best", "how"),
    [
        pytest.param("BASALT Holdings plc", "yearly rent", "$2,000", "exact", id="exact"),
        pytest.param("Basalt", "yearly rent", "$2,000", "alias", id="alias"),
        pytest.param("The Ayr", "harbour dues", "weekly", "variant", id="variant"),
        pytest.param(
            "Orion Mineral Ltd",
            "yearly rent",
            "$1,000",
            "similar spelling: orion minerals ltd",
            id="misspelt",
        ),
    ],
)
def test_how_an_entity_was_recognised(entity: str, name: str, best: str, how: str) -> None:
    found = matches(Hop("h", "?", entity=entity, name=name))
    assert (found[0].key.value, found[0].field_scores[0].how) == (best, how)


def test_relations_are_matched_by_their_target_under_any_of_its_names() -> None:
    found = matches(Hop("h", "?", name="landlord", value="Basalt Holdings plc"))
    assert told(found)[0] == ("Orion Minerals Ltd", "landlord", "Basalt", 1.0)


@pytest.mark.parametrize(
    ("name", "score", "how"),
    [
        pytest.param("yearly rent", 1.0, "exact: yearly rent", id="exact"),
        pytest.param("rents yearly", 1.0, "same words: yearly rent", id="same words"),
        pytest.param("rent", 0.7, "contained words: yearly rent", id="some of the words"),
        pytest.param("colour", 0.0, "semantic: yearly rent", id="other words"),
    ],
)
def test_names(name: str, score: float, how: str) -> None:
    matched = MATCHER.match(Hop("h", "?", name=name), None, None)
    row = next(i for i, key in enumerate(VIEW.keys.keys) if key.name == "yearly rent")
    (part,) = MATCHER.matches(matched, [row])[0].field_scores
    assert (round(part.score, 3), part.how) == (score, how)


def test_types_and_categories_are_no_gates() -> None:
    hop = Hop("h", "?", type="Place", category=Category.RELATION)
    weight = WEIGHTS.type + WEIGHTS.category
    scores = {(m.key.entity, m.key.name): round(m.score, 3) for m in matches(hop)}
    assert scores[("Ayr", "harbour dues")] == round(WEIGHTS.type / weight, 3)
    assert scores[("Orion Minerals Ltd", "landlord")] == round(WEIGHTS.category / weight, 3)
    assert ("Orion Minerals Ltd", "yearly rent") not in scores


@pytest.mark.parametrize(
    ("operator", "value", "expected"),
    [
        pytest.param(Operator.GREATER, "$1,500", ["$2,000"], id="more than"),
        pytest.param(Operator.AT_MOST, "$1,000", ["$1,000"], id="at most"),
        pytest.param(Operator.BETWEEN, "$500 and $2,500", ["$1,000", "$2,000"], id="between"),
        pytest.param(Operator.NOT_EQUAL, "$1,000", ["$2,000"], id="other than"),
    ],
)
def test_operators(operator: Operator, value: str, expected: list[str]) -> None:
    hop = Hop("h", "?", name="yearly rent", value=value, operator=operator)
    assert sorted(m.key.value for m in matches(hop) if m.key.name == "yearly rent") == expected


def test_a_relation_to_another_target_is_not_equal() -> None:
    hop = Hop("h", "?", name="landlord", value="Basalt", operator=Operator.NOT_EQUAL)
    assert [m for m in matches(hop) if m.key.name == "landlord"] == []


def test_bound_variables_take_the_place_of_fields() -> None:
    hop = Hop("h", "rent of ?x", entity="?x", name="yearly rent")
    found = matches(replace(hop, entity=None), entity="Basalt")
    assert told(found)[0] == ("Basalt Holdings plc", "yearly rent", "$2,000", 0.971)
