from __future__ import annotations

from dataclasses import replace

from ensi_core.stores.answers import without_source
from ensi_core.types import Route
from tests.fixtures.answers import answer_citing


def test_what_was_said_from_a_deleted_source_is_taken_out() -> None:
    left = without_source(answer_citing("q", "gone", "kept"), "gone")

    other = answer_citing("q", "gone", "kept")
    statement = replace(other.composition.statements[0], text="source deleted", flags=())
    citation = replace(other.composition.citations[0], quote="", locator="source deleted")
    assert left.composition == replace(
        other.composition,
        text="source deleted\nsecret-kept paid.",
        statements=(statement, other.composition.statements[1]),
        citations=(citation, other.composition.citations[1]),
        short=None,
    )
    alone = answer_citing("q", "kept").evidence
    assert left.evidence == replace(
        alone, bound=other.evidence.bound, route=Route("index-derived", ("gone", "kept"))
    )


def test_a_source_that_was_only_found_leaves_the_answer_and_goes_from_the_trace() -> None:
    answer = replace(
        answer_citing("q", "gone", "kept"), composition=answer_citing("q", "kept").composition
    )

    left = without_source(answer, "gone")

    assert left.composition == answer.composition
    assert "secret-gone" not in repr(left)


def test_documents_whose_ids_begin_alike_are_told_apart() -> None:
    answer = answer_citing("q", "deal", "deal@2")

    left = without_source(answer, "deal")

    assert "secret-deal@2" in repr(left.evidence)
    assert without_source(answer, "de") == answer
