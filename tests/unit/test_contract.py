"""The JSON that other programs read: its keys and values, from hand-made values."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ensi_core.contract import (
    answer_json,
    collection_json,
    index_json,
    key_json,
    normalised_json,
    passage_json,
    record_json,
)
from ensi_core.types import (
    Answer,
    AnswerType,
    Binding,
    Bound,
    Category,
    Citation,
    CollectionInfo,
    Composition,
    ContextItem,
    ContextName,
    DocumentReport,
    DocumentStatus,
    EntityRecord,
    Evidence,
    Field,
    FieldScore,
    Hop,
    HopPlan,
    HopStatus,
    HopTrace,
    IndexReport,
    IndexSeconds,
    Key,
    KeyMatch,
    NormalisedValue,
    Operator,
    Passage,
    PassageKind,
    Qualifier,
    QuestionKind,
    Route,
    ScoredPassage,
    ScoreParts,
    Seconds,
    Span,
    Statement,
    Usage,
    ValueKind,
)

MONEY = NormalisedValue(ValueKind.MONEY, number=1_200_000.0, unit="USD")
KEY = Key(
    "k1", "Orion Ltd", "organization", Category.PROPERTY, "rent", "$1.2 million",
    normalised=MONEY, period="fiscal 2024",
)  # fmt: skip
KEY_FIELDS = {
    "key_id": "k1",
    "entity": "Orion Ltd",
    "type": "organization",
    "category": "property",
    "name": "rent",
    "value": "$1.2 million",
    "inverse": False,
    "normalised": {"kind": "money", "number": 1_200_000.0, "unit": "USD"},
    "period": "fiscal 2024",
}

ANSWER = Answer(
    answer_id="a1",
    question="What rent does the tenant of the quarry pay?",
    kind=QuestionKind.LOOKUP,
    plan=HopPlan(
        "What rent does the tenant of the quarry pay?",
        QuestionKind.LOOKUP,
        (
            Hop(
                "h1", "tenant of the quarry", value="quarry", category=Category.RELATION,
                name="tenant", binds="?x",
            ),
            Hop(
                "h2", "rent of ?x", entity="?x", type="organization", name="rent",
                operator=Operator.AT_LEAST, depends_on=("h1",), period="2024",
            ),
        ),
        AnswerType.MONEY,
    ),
    evidence=Evidence(
        hops=(
            HopTrace(
                "h1",
                (Binding("?x", "Orion Ltd", 0.9, ("d@v#0-9",)),),
                (
                    KeyMatch(
                        KEY,
                        0.75,
                        (FieldScore("name", 0.5, 0.3, "semantic: rent"),),
                        ("d@v#0-9", "d@v#9-20"),
                    ),
                ),
                ("d@v#0-9",),
                HopStatus.FOUND,
            ),
        ),
        passages=(
            ScoredPassage("d@v#0-9", "d", 0.8, ScoreParts(0.1, 0.2, 0.3, 0.4), "h1"),
            ScoredPassage("d@v#9-20", "d", 0.7, ScoreParts()),
        ),
        bound=Bound(1, 2, 1, 5),
        route=Route("index-derived", ("d",)),
    ),
    composition=Composition(
        text="Orion pays $1.2 million. [1]",
        statements=(Statement("Orion pays $1.2 million.", (1,), ("Orion",)),),
        citations=(
            Citation(
                1, "d", "lease.pdf", "v", "d@v#0-9", (Span(0, 4), Span(6, 9)), "Rent\n1.2",
                12, "xii", "p. 12",
            ),
        ),
        short="$1.2 million",
    ),
    seconds=Seconds(0.01234, 0.5, 0.25, 0.125, 0.88734),
    usage=Usage(2, 4_000, 120),
    engine="offline",
    asked_at="2026-01-01T00:00:00+00:00",
    index_version=7,
)  # fmt: skip

ANSWER_JSON: dict[str, Any] = {
    "answer_id": "a1",
    "question": "What rent does the tenant of the quarry pay?",
    "kind": "lookup",
    "answer": "Orion pays $1.2 million. [1]",
    "short": "$1.2 million",
    "abstained": False,
    "reason": None,
    "statements": [{"text": "Orion pays $1.2 million.", "citations": [1], "flags": ["Orion"]}],
    "citations": [
        {
            "marker": 1,
            "doc_id": "d",
            "document": "lease.pdf",
            "version": "v",
            "page": 12,
            "page_label": "xii",
            "locator": "p. 12",
            "psg_id": "d@v#0-9",
            "spans": [[0, 4], [6, 9]],
            "quote": "Rent\n1.2",
        }
    ],
    "plan": {
        "answer_type": "money",
        "hops": [
            {
                "id": "h1",
                "asks": "tenant of the quarry",
                "entity": None,
                "type": None,
                "category": "relation",
                "name": "tenant",
                "value": "quarry",
                "op": "=",
                "depends_on": [],
                "binds": "?x",
                "period": None,
            },
            {
                "id": "h2",
                "asks": "rent of ?x",
                "entity": "?x",
                "type": "organization",
                "category": None,
                "name": "rent",
                "value": None,
                "op": ">=",
                "depends_on": ["h1"],
                "binds": None,
                "period": "2024",
            },
        ],
    },
    "hops": [
        {
            "id": "h1",
            "bindings": [
                {"variable": "?x", "value": "Orion Ltd", "score": 0.9, "from": ["d@v#0-9"]}
            ],
            "keys": [
                KEY_FIELDS
                | {
                    "score": 0.75,
                    "field_scores": {
                        "name": {"score": 0.5, "weight": 0.3, "how": "semantic: rent"}
                    },
                    "passages": ["d@v#0-9", "d@v#9-20"],
                }
            ],
            "passages": ["d@v#0-9"],
            "status": "found",
        }
    ],
    "passages": [
        {
            "psg_id": "d@v#0-9",
            "doc_id": "d",
            "score": 0.8,
            "parts": {"key": 0.1, "graph": 0.2, "lexical": 0.3, "vector": 0.4},
            "hop": "h1",
        },
        {
            "psg_id": "d@v#9-20",
            "doc_id": "d",
            "score": 0.7,
            "parts": {"key": 0.0, "graph": 0.0, "lexical": 0.0, "vector": 0.0},
            "hop": None,
        },
    ],
    "route": {"strategy": "index-derived", "documents": ["d"]},
    "bound": {"keys": 1, "passages": 2, "documents": 1, "uncovered_passages": 5},
    "seconds": {"plan": 0.0123, "match": 0.5, "retrieve": 0.25, "answer": 0.125, "total": 0.8873},
    "usage": {"calls": 2, "input_tokens": 4_000, "output_tokens": 120},
    "engine": "offline",
    "index_version": 7,
}


def test_ask() -> None:
    assert answer_json(ANSWER) == ANSWER_JSON


def test_what_is_not_known_is_null() -> None:
    plan = HopPlan("?", QuestionKind.COUNT, ())
    composition = Composition("Not found.", (), (), abstained=True, reason="Nothing names it.")
    made = answer_json(Answer("a", "?", QuestionKind.COUNT, plan, Evidence((), ()), composition))
    assert set(made) == set(ANSWER_JSON)
    told = {name: made[name] for name in ("kind", "abstained", "reason", "short", "route", "bound")}
    assert told == {
        "kind": "count",
        "abstained": True,
        "reason": "Nothing names it.",
        "short": None,
        "route": None,
        "bound": None,
    }


def test_answers_are_plain_json() -> None:
    assert json.loads(json.dumps(answer_json(ANSWER))) == ANSWER_JSON


def test_index() -> None:
    report = IndexReport(
        "Deal",
        (
            DocumentReport("a.pdf", "a.pdf", DocumentStatus.OK, passages=3, records=4),
            DocumentReport("b.zip", "b.zip", DocumentStatus.REFUSED, "encrypted", "Needs a key."),
        ),
        passages=3,
        records=4,
        keys=9,
        rejected_fields=1,
        seconds=IndexSeconds(0.12345, 1.0, 0.5, 2.0, 2.5),
    )
    assert index_json(report) == {
        "collection": "Deal",
        "documents": [
            {
                "doc_id": "a.pdf",
                "name": "a.pdf",
                "status": "ok",
                "code": "ok",
                "message": "",
                "passages": 3,
                "records": 4,
            },
            {
                "doc_id": "b.zip",
                "name": "b.zip",
                "status": "refused",
                "code": "encrypted",
                "message": "Needs a key.",
                "passages": 0,
                "records": 0,
            },
        ],
        "passages": 3,
        "records": 4,
        "keys": 9,
        "rejected_fields": 1,
        "seconds": {
            "read": 0.123,
            "passages_and_records": 1.0,
            "index": 0.5,
            "embed": 2.0,
            "total": 2.5,
        },
    }


def test_collections() -> None:
    assert collection_json(CollectionInfo("deal-1", "Deal", 1, 2, 3, 4, 5)) == {
        "slug": "deal-1",
        "name": "Deal",
        "documents": 1,
        "passages": 2,
        "records": 3,
        "keys": 4,
        "index_version": 5,
    }


def test_passages() -> None:
    passage = Passage(
        psg_id="d@v#5-9",
        doc_id="d",
        spans=(Span(5, 9), Span(12, 14)),
        kind=PassageKind.ROW,
        text="Rent\n12",
        main_entity="Orion",
        main_entity_type="organization",
        context=(
            ContextItem(ContextName.CAPTION, "Leases", Span(0, 4)),
            ContextItem(ContextName.PERIOD, "2024"),
        ),
        page=2,
        page_label="ii",
        locator="table 1, row Rent",
    )
    assert passage_json(passage) == {
        "psg_id": "d@v#5-9",
        "doc_id": "d",
        "spans": [[5, 9], [12, 14]],
        "page": 2,
        "page_label": "ii",
        "locator": "table 1, row Rent",
        "main_entity": "Orion",
        "main_entity_type": "organization",
        "kind": "row",
        "context": [
            {"name": "caption", "text": "Leases", "span": [0, 4]},
            {"name": "period", "text": "2024", "span": None},
        ],
        "text": "Rent\n12",
        "ocr": False,
    }


def test_records() -> None:
    rent = Field(
        Category.PROPERTY, "rent", "$1.2 million", (Span(3, 9),), normalised=MONEY,
        qualifiers=(Qualifier("period", "fiscal 2024", Span(10, 21)),),
    )  # fmt: skip
    tenant = Field(Category.RELATION, "tenant", "quarry", (Span(0, 2),))
    record = EntityRecord("p/r1", "p", "Orion", "organization", (Span(0, 5),), (rent, tenant))
    assert record_json(record) == {
        "record_id": "p/r1",
        "psg_id": "p",
        "entity": "Orion",
        "type": "organization",
        "mentions": [[0, 5]],
        "fields": [
            {
                "category": "property",
                "name": "rent",
                "value": "$1.2 million",
                "normalised": {"kind": "money", "number": 1_200_000.0, "unit": "USD"},
                "unit": "USD",
                "spans": [[3, 9]],
                "support": "exact",
                "qualifiers": [{"name": "period", "text": "fiscal 2024"}],
            },
            {
                "category": "relation",
                "name": "tenant",
                "value": "quarry",
                "normalised": None,
                "unit": None,
                "spans": [[0, 2]],
                "support": "exact",
                "qualifiers": [],
            },
        ],
    }


def test_keys() -> None:
    assert key_json(KEY, ["p1", "p2"]) == KEY_FIELDS | {"passages": ["p1", "p2"]}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(None, None, id="none"),
        pytest.param(
            NormalisedValue(ValueKind.PERIOD, start="2024-01-01", end="2024-12-31"),
            {"kind": "period", "start": "2024-01-01", "end": "2024-12-31"},
            id="period",
        ),
        pytest.param(
            NormalisedValue(ValueKind.IDENTIFIER, unit="case", text="1:21-cv-04512"),
            {"kind": "identifier", "unit": "case", "text": "1:21-cv-04512"},
            id="identifier",
        ),
        pytest.param(
            NormalisedValue(ValueKind.NUMBER, number=0.0),
            {"kind": "number", "number": 0.0},
            id="zero is a number",
        ),
    ],
)
def test_normalised_values(value: NormalisedValue | None, expected: dict[str, Any] | None) -> None:
    assert normalised_json(value) == expected
