"""Question sets and where their quotes stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ensi_core.errors import UsageError
from ensi_core.evaluation.cases import (
    Case,
    GoldQuote,
    LettersOnly,
    LocatedQuote,
    load_cases,
    locate_quotes,
)
from ensi_core.types import Span

FULL = {
    "qid": 7,
    "question": "Who pays?",
    "answers": ["Orion", 12],
    "gold_doc_ids": ["a"],
    "gold_passages": [{"doc_id": "a", "quote": "Orion pays\u2028the rent", "page": 3}],
    "type": "list",
    "unanswerable": True,
    "collection_doc_ids": ["a", "b"],
}


def written(folder: Path, *lines: str) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_every_part_of_a_question_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path, json.dumps(FULL, ensure_ascii=False), "", '{"qid": "x", "question": ""}'
    )
    assert load_cases(path, "set/") == (
        Case(
            qid="7",
            question="Who pays?",
            answers=("Orion", "12"),
            gold_doc_ids=("set/a",),
            quotes=(GoldQuote("set/a", "Orion pays\u2028the rent"),),
            type="list",
            unanswerable=True,
            scope=("set/a", "set/b"),
        ),
        Case("x", "", (), (), (), "all", False, ()),
    )


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("{", id="no JSON"),
        pytest.param('{"qid": "1"}', id="no question"),
        pytest.param('["qid"]', id="no object"),
        pytest.param('{"qid": "1", "question": "?", "gold_passages": [{"quote": ""}]}', id="gold"),
    ],
)
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str) -> None:
    path = written(tmp_path, '{"qid": "0", "question": "?"}', line)
    with pytest.raises(UsageError, match=r"questions\.jsonl:2 is not a question"):
        load_cases(path)


def test_a_missing_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.jsonl cannot be read: No such file"):
        load_cases(tmp_path / "nowhere.jsonl")


TEXT = "Rent: $1,200\n\tper  month;  İstanbul Straße."


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        pytest.param("Rent: $1,200", "Rent: $1,200", id="as it stands"),
        pytest.param("rent 1200 PER month", "Rent: $1,200\n\tper  month", id="letters and digits"),
        pytest.param("$1,200", "1,200", id="outer signs are not compared"),
        pytest.param("istanbul", "İstanbul", id="letters that grow in lower case"),
        pytest.param("Straße", "Straße", id="to the end"),
        pytest.param("1,300", None, id="not there"),
        pytest.param("…!", None, id="signs only"),
        pytest.param("", None, id="empty"),
    ],
)
def test_quotes_are_found_by_letters_and_digits(quote: str, expected: str | None) -> None:
    span = LettersOnly(TEXT).find(quote)
    assert (TEXT[span.start : span.end] if span else None) == expected


def test_quotes_are_located_case_by_case() -> None:
    def case(qid: str, *quotes: tuple[str, str]) -> Case:
        return Case(
            qid, "?", (), (), tuple(GoldQuote(*quote) for quote in quotes), "all", False, ()
        )

    cases = [case("1", ("a", "two"), ("a", "six"), ("c", "two")), case("2", ("b", "two"))]
    assert locate_quotes(cases, {"a": "one two", "b": "two"}) == {
        "1": (
            LocatedQuote("a", "two", Span(4, 7)),
            LocatedQuote("a", "six", None),
            LocatedQuote("c", "two", None),
        ),
        "2": (LocatedQuote("b", "two", Span(0, 3)),),
    }
