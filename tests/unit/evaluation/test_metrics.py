"""Every metric on small cases with values worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ensi_core.evaluation.cases import Case, GoldQuote, locate_quotes
from ensi_core.evaluation.metrics import ALL_METRICS, Judged
from ensi_core.evaluation.systems import Output, Retrieved
from ensi_core.types import (
    Answer,
    Citation,
    Composition,
    Evidence,
    HopPlan,
    QuestionKind,
    Span,
    Statement,
)

LETTERS = "".join(chr(ord("a") + i % 26) + str(i) + " " for i in range(400))
"""Text in which every stretch is found once."""
TEXTS = {"d1": LETTERS, "d2": LETTERS.upper(), "d3": "third"}


def cut(doc_id: str, *spans: tuple[int, int]) -> Retrieved:
    text = "\n".join(TEXTS[doc_id][start:end] for start, end in spans)
    return Retrieved(doc_id, tuple(Span(*span) for span in spans), text)


def case(
    *gold: tuple[str, int, int],
    answers: Sequence[str] = ("x",),
    kind: str = "single",
    unanswerable: bool = False,
) -> Case:
    return Case(
        qid="q",
        question="?",
        answers=tuple(answers),
        gold_doc_ids=tuple(dict.fromkeys(doc_id for doc_id, _, _ in gold)),
        quotes=tuple(GoldQuote(doc_id, TEXTS[doc_id][a:b].strip()) for doc_id, a, b in gold),
        type=kind,
        unanswerable=unanswerable,
        scope=(),
    )


def judged(asked: Case, *retrieved: Retrieved, answer: Answer | None = None) -> Judged:
    located = locate_quotes([asked], TEXTS)[asked.qid]
    return Judged(asked, located, Output(retrieved, 0.0, answer), TEXTS)


def answered(
    text: str = "",
    short: str | None = None,
    statements: Sequence[str] = (),
    citations: Sequence[tuple[str, list[tuple[int, int]], str | None]] = (),
) -> Answer:
    """An answer; a citation without a quote quotes its places exactly."""
    cited = tuple(
        Citation(
            marker=i,
            doc_id=doc_id,
            document=doc_id,
            version="v",
            psg_id="p",
            spans=tuple(Span(*span) for span in spans),
            quote=cut(doc_id, *spans).text if quote is None else quote,
        )
        for i, (doc_id, spans, quote) in enumerate(citations, start=1)
    )
    composition = Composition(text, tuple(Statement(s, ()) for s in statements), cited, short=short)
    plan = HopPlan("?", QuestionKind.LOOKUP, ())
    return Answer("a", "?", QuestionKind.LOOKUP, plan, Evidence((), ()), composition)


ONE, TWO, THREE = cut("d1", (0, 50)), cut("d2", (0, 50)), cut("d3", (0, 5))
GOLD_1_AND_3 = case(("d1", 0, 20), ("d3", 0, 5))


@pytest.mark.parametrize(
    ("retrieved", "expected"),
    [
        pytest.param(
            [ONE, ONE, TWO, THREE],
            {
                "recall@2": 0.5, "recall@5": 1.0, "recall@10": 1.0, "all_gold@5": 1.0, "mrr": 1.0,
                "doc_recall@1": 0.5, "doc_recall@3": 1.0, "all_required": 1.0,
                "docs_complete@8": 1.0, "wrong_document@8": 0.25,
            },
            id="ranks are of distinct documents",
        ),
        pytest.param(
            [TWO, *[ONE] * 7, THREE],
            {
                "recall@2": 0.5, "recall@5": 1.0, "all_gold@5": 1.0, "mrr": 0.5,
                "doc_recall@1": 0.0, "doc_recall@3": 0.5, "all_required": 0.0,
                "docs_complete@8": 0.0, "wrong_document@8": 0.125,
            },
            id="the ninth passage counts for recall only",
        ),
        pytest.param(
            [TWO],
            {
                "recall@2": 0.0, "all_gold@5": 0.0, "mrr": 0.0, "doc_recall@3": 0.0,
                "docs_complete@8": 0.0, "wrong_document@8": 1.0,
            },
            id="nothing right",
        ),
        pytest.param(
            [],
            {"recall@5": 0.0, "mrr": 0.0, "docs_complete@8": 0.0, "wrong_document@8": None},
            id="nothing retrieved",
        ),
    ],
)  # fmt: skip
def test_documents(retrieved: list[Retrieved], expected: dict[str, float | None]) -> None:
    found = judged(GOLD_1_AND_3, *retrieved)
    assert {name: ALL_METRICS[name](found) for name in expected} == expected


QUOTE = case(("d1", 100, 300))
"""A gold quote of 199 or 200 characters."""


@pytest.mark.parametrize(
    ("retrieved", "expected"),
    [
        pytest.param(
            [cut("d1", (90, 310))],
            {
                "quote_recall@4": 1.0, "quote80@4": 1.0, "context_recall@4": 1.0,
                "context_precision@4": 1.0, "quote80@4000c": 1.0, "touched@8000c": 1.0,
            },
            id="whole in one passage",
        ),
        pytest.param(
            [cut("d1", (90, 200)), cut("d1", (190, 310))],
            {"quote_recall@4": 0.0, "quote80@4": 1.0, "context_precision@4": 1.0},
            id="whole in two passages",
        ),
        pytest.param(
            [cut("d1", (100, 180)), cut("d1", (100, 180)), cut("d1", (220, 300))],
            {"quote80@4": 1.0, "quote80@8": 1.0},
            id="four fifths, counted once",
        ),
        pytest.param(
            [cut("d1", (100, 180)), cut("d1", (230, 300))],
            {"quote80@4": 0.0, "context_recall@4": 1.0},
            id="less than four fifths",
        ),
        pytest.param(
            [cut("d1", (251, 400))],
            {"context_recall@4": 0.0, "touched@8000c": 0.0, "context_precision@4": 0.0},
            id="49 characters do not touch",
        ),
        pytest.param(
            [cut("d1", (150, 180), (200, 210))],
            {"context_recall@4": 1.0, "quote80@4": 0.0},
            id="a whole row of it touches",
        ),
        pytest.param(
            [cut("d2", (90, 310))],
            {"quote_recall@4": 0.0, "quote80@8": 0.0, "context_recall@8": 0.0},
            id="the same text of another document",
        ),
        pytest.param(
            [TWO, TWO, TWO, TWO, cut("d1", (90, 310))],
            {"quote_recall@4": 0.0, "quote_recall@8": 1.0, "quote80@4": 0.0, "quote80@8": 1.0},
            id="fifth",
        ),
        pytest.param(
            [TWO, cut("d1", (90, 310)), TWO, cut("d1", (0, 400))],
            {"context_precision@4": 0.5},
            id="precision at the ranks of hits",
        ),
    ],
)  # fmt: skip
def test_quotes(retrieved: list[Retrieved], expected: dict[str, float]) -> None:
    found = judged(QUOTE, *retrieved)
    assert {name: ALL_METRICS[name](found) for name in expected} == expected


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        pytest.param([3_700], (1.0, 1.0), id="fits"),
        pytest.param([4_100], (0.0, 1.0), id="too large for the smaller budget"),
        pytest.param([8_100], (0.0, 0.0), id="too large for both"),
    ],
)
def test_budgets_of_characters(lengths: list[int], expected: tuple[float, float]) -> None:
    padding = [Retrieved("d3", (), " " * length) for length in lengths]
    found = judged(QUOTE, *padding, cut("d1", (90, 310)))
    values = (ALL_METRICS["quote80@4000c"](found), ALL_METRICS["quote80@8000c"](found))
    assert values == expected


def test_quotes_that_are_nowhere_are_left_out_of_span_metrics() -> None:
    asked = case(("d1", 100, 300))
    lost = Case(**{f: getattr(asked, f) for f in asked.__slots__} | {
        "quotes": (*asked.quotes, GoldQuote("d1", "nowhere to be seen")),
    })  # fmt: skip
    found = judged(lost, cut("d1", (90, 310)))
    assert ALL_METRICS["quote80@8"](found) == 1.0
    assert ALL_METRICS["quote_recall@8"](found) == 0.5


@pytest.mark.parametrize(
    ("citations", "expected"),
    [
        pytest.param([], (None, 0.0, None), id="none"),
        pytest.param([("d1", [(110, 120)], None)], (1.0, 1.0, 1.0), id="right"),
        pytest.param([("d1", [(0, 5), (110, 120)], None)], (1.0, 1.0, 1.0), id="second span"),
        pytest.param([("d2", [(110, 120)], None)], (0.0, 0.0, 1.0), id="other document"),
        pytest.param(
            [("d1", [(100, 105)], None), ("d1", [(0, 5)], "not there")], (0.5, 1.0, 0.5), id="one"
        ),
        pytest.param([("d1", [(300, 320)], None)], (0.0, 0.0, 1.0), id="just beside"),
    ],
)
def test_citations(
    citations: list[tuple[str, list[tuple[int, int]], str | None]],
    expected: tuple[float | None, float, float | None],
) -> None:
    found = judged(QUOTE, answer=answered(citations=citations))
    names = ("citation_precision", "citation_recall", "verbatim")
    assert tuple(ALL_METRICS[name](found) for name in names) == expected


@pytest.mark.parametrize(
    ("gold", "text", "short", "expected"),
    [
        pytest.param(["Orion Ltd"], "They say Orion.", "the ORION, Ltd.", (1.0, 1.0), id="equal"),
        pytest.param(["no", "Orion Ltd"], "Orion", None, (0.0, 2 / 3), id="best of the answers"),
        pytest.param(["Orion"], "Orion leased it", None, (0.0, 0.5), id="text when nothing short"),
        pytest.param(["Orion"], "Nobody", None, (0.0, 0.0), id="wrong"),
        pytest.param([], "Nobody", None, (None, None), id="no gold answer"),
    ],
)
def test_short_answers(
    gold: list[str], text: str, short: str | None, expected: tuple[float | None, float | None]
) -> None:
    found = judged(case(answers=gold), answer=answered(text, short))
    values = (ALL_METRICS["answer_em"](found), ALL_METRICS["answer_f1"](found))
    assert values == pytest.approx(expected)


@pytest.mark.parametrize(
    ("kind", "statements", "expected"),
    [
        pytest.param("list", ["Ayr and Oban.", "Leith"], 1.0, id="all items, useful statements"),
        pytest.param("list", ["Ayr", "Troon"], 0.4, id="one of three, one useless"),
        pytest.param("list", [], 0.0, id="nothing said"),
        pytest.param("single", ["Ayr"], None, id="no list question"),
    ],
)
def test_list_f1(kind: str, statements: list[str], expected: float | None) -> None:
    asked = case(answers=["Oban", "Ayr", "the Leith"], kind=kind)
    found = judged(asked, answer=answered(statements=statements))
    assert ALL_METRICS["list_f1"](found) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("answers", "short", "expected"),
    [
        pytest.param(["40"], "40 tanks", 0.0, id="right"),
        pytest.param(["40"], "30", 0.25, id="a quarter short"),
        pytest.param(["1,200"], "1,500.0", 0.25, id="thousands"),
        pytest.param(["0"], "2", 2.0, id="none in truth"),
        pytest.param(["40"], "many", 1.0, id="no number given"),
        pytest.param([], "40", None, id="no gold answer"),
        pytest.param(["some"], "40", None, id="no gold number"),
    ],
)
def test_count_error(answers: list[str], short: str, expected: float | None) -> None:
    found = judged(case(answers=answers, kind="count"), answer=answered(short, short))
    assert ALL_METRICS["count_error"](found) == expected


def test_without_gold_and_answer_there_is_nothing_to_measure() -> None:
    found = judged(case(answers=[], unanswerable=True), ONE)
    assert {name: metric(found) for name, metric in ALL_METRICS.items()} == dict.fromkeys(
        ALL_METRICS
    )
