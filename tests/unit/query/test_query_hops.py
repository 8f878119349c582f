"""Walking hop plans: bindings, competing paths, intersections, statuses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ensi_core.query.hops import HopSettings, HopWalker, Walk
from ensi_core.query.match import KeyMatcher, MatchWeights
from ensi_core.query.view import SearchView
from ensi_core.types import Hop, HopPlan, HopStatus, QuestionKind
from tests.fixtures.views import Told, encode, fact, link, make_view

ORION, BASALT = ("Orion Ltd", "organization"), ("Basalt plc", "organization")
HARROW, AYR = ("Harrow Bank", "organization"), ("Ayr", "place")

VIEW = make_view(
    Told("a", "The quarry is let to Orion Ltd.", records={ORION: [link("tenant of", "quarry")]}),
    Told("a", "Orion Ltd pays a rent of $1,000.", records={ORION: [fact("rent", "$1,000")]}),
    Told("b", "Basalt plc pays a rent of $2,000.", records={BASALT: [fact("rent", "$2,000")]}),
    Told(
        "b", "The harbour is let to Basalt plc.", records={BASALT: [link("tenant of", "harbour")]}
    ),
    Told(
        "c", "Harrow Bank sits in Ayr.", records={HARROW: [link("seat", "Ayr", "place")], AYR: []}
    ),
    Told(
        "c", "Harrow Bank lends to Orion Ltd.", records={HARROW: [link("lender of", "Orion Ltd")]}
    ),
)


def walk(
    *hops: Hop,
    question: str = "",
    view: SearchView = VIEW,
    allowed: Sequence[float] | None = None,
    settings: HopSettings | None = None,
) -> Walk:
    walker = HopWalker(
        view, KeyMatcher(view, MatchWeights(), encode), encode, settings or HopSettings()
    )
    plan = HopPlan(question, QuestionKind.LOOKUP, hops)
    return walker.walk(plan, np.array(allowed or [1.0] * view.size))


def best(found: Walk, hop: int) -> str:
    """The text of the best passage of a hop."""
    return VIEW.passages.texts[int(np.argmax(found.scores[hop]))]


def bindings(found: Walk, hop: int) -> list[str]:
    return [binding.value for binding in found.traces[hop].bindings]


TENANT = Hop("h1", "tenant of the quarry", name="tenant of", value="quarry", binds="?x")


def test_a_lookup_finds_its_key_and_passage() -> None:
    found = walk(Hop("h1", "rent of Basalt plc", entity="Basalt plc", name="rent"))
    (trace,) = found.traces
    assert trace.status is HopStatus.FOUND
    assert (trace.keys[0].key.value, trace.keys[0].score) == ("$2,000", 1.0)
    assert best(found, 0) == "Basalt plc pays a rent of $2,000."
    assert trace.psg_ids[0] == trace.keys[0].psg_ids[0]
    assert trace.bindings == ()


def test_a_hop_binds_what_the_next_one_asks_about() -> None:
    found = walk(TENANT, Hop("h2", "rent of ?x", entity="?x", name="rent", depends_on=("h1",)))
    assert bindings(found, 0)[0] == "Orion Ltd"
    assert found.traces[0].bindings[0].psg_ids[0] == found.traces[0].psg_ids[0]
    assert best(found, 1) == "Orion Ltd pays a rent of $1,000."
    assert found.traces[1].keys[0].key.value == "$1,000"


def test_three_hops_follow_each_other() -> None:
    found = walk(
        TENANT,
        Hop("h2", "lender of ?x", name="lender of", value="?x", depends_on=("h1",), binds="?y"),
        Hop("h3", "seat of ?y", entity="?y", name="seat", depends_on=("h2",), binds="?z"),
    )
    assert [bindings(found, hop)[0] for hop in range(3)] == ["Orion Ltd", "Harrow Bank", "Ayr"]
    assert best(found, 2) == "Harrow Bank sits in Ayr."


def test_competing_bindings_stay_alive_best_first() -> None:
    found = walk(
        Hop("h1", "tenants", name="tenant of", binds="?x"),
        Hop("h2", "rent of ?x", entity="?x", name="rent"),
        settings=HopSettings(beam=2),
    )
    assert sorted(bindings(found, 0)) == ["Basalt plc", "Orion Ltd"]
    scores = [binding.score for binding in found.traces[0].bindings]
    assert scores == sorted(scores, reverse=True)
    assert {match.key.value for match in found.traces[1].keys if match.key.name == "rent"} == {
        "$1,000", "$2,000",
    }  # fmt: skip


def test_hops_of_one_variable_agree() -> None:
    found = walk(
        Hop("h1", "payer of rent", name="rent", binds="?x"),
        Hop("h2", "tenant of the harbour", name="tenant of", value="harbour", binds="?x"),
    )
    assert bindings(found, 1)[0] == "Basalt plc"


def test_names_in_the_question_are_not_offered_as_answers() -> None:
    found = walk(
        Hop("h1", "who lends to Orion Ltd", binds="?x"),
        question="Who lends to Orion Ltd?",
    )
    assert "Harrow Bank" in bindings(found, 0)
    assert "Orion Ltd" not in bindings(found, 0)


def test_passages_that_may_not_be_used_score_nothing() -> None:
    allowed = [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    found = walk(Hop("h1", "rent", name="rent"), allowed=allowed)
    assert found.scores[0][2:].tolist() == [0.0] * 4
    assert found.key_scores[0][2:].tolist() == [0.0] * 4
    assert best(found, 0) == "Orion Ltd pays a rent of $1,000."


def test_a_hop_without_a_key_is_filled_by_search() -> None:
    found = walk(Hop("h1", "where is the harbour", entity="Zephyr", name="colour"))
    assert found.traces[0].status is HopStatus.FILLED_BY_SEARCH
    assert found.traces[0].keys == ()
    assert best(found, 0) == "The harbour is let to Basalt plc."


def test_a_hop_that_finds_nothing_is_empty() -> None:
    found = walk(Hop("h1", "colour of zinc", name="colour"))
    assert (found.traces[0].status, found.traces[0].psg_ids) == (HopStatus.EMPTY, ())


def test_a_walk_is_the_same_every_time() -> None:
    hops = (TENANT, Hop("h2", "rent of ?x", entity="?x", name="rent", depends_on=("h1",)))
    one, other = walk(*hops), walk(*hops)
    assert one.traces == other.traces
    assert [s.tolist() for s in one.scores] == [s.tolist() for s in other.scores]


def test_passages_without_any_key_can_still_be_found() -> None:
    view = make_view(Told("a", "Tides turn."), Told("a", "Rents rise."))
    found = walk(Hop("h1", "tides", entity="Zephyr", name="rent", value="$5"), view=view)
    assert found.traces[0].psg_ids[0] == "a@v#0-11"
    assert found.traces[0].status is HopStatus.FILLED_BY_SEARCH
