"""Questions and the hops that they should become; all names are invented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from ensi_core.engines.base import KnownEntity
from ensi_core.engines.offline.nlp import parse_question
from ensi_core.engines.offline.planner import plan_question
from ensi_core.types import AnswerType, Operator, QuestionKind


class Names:
    """A vocabulary of a few names, found as they are written or in small letters."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def entities_in(self, question: str) -> Sequence[KnownEntity]:
        found = []
        for name in self._names:
            place = question.casefold().find(name.casefold())
            if place >= 0:
                found.append(KnownEntity(name, "unknown", place, place + len(name)))
        return sorted(found, key=lambda hit: hit.start)

    def types(self) -> Sequence[str]:
        return ()

    def field_names(self) -> Sequence[str]:
        return ()


NAMES = Names(
    "Marrow Lane Partners",
    "Ostrander Freight",
    "The Salt Clock",
    "Winter Orchard",
    "Tilda Roes",
    "Bram Vell",
    "Corvane County",
)


@dataclass(frozen=True)
class H:
    """The parts of a hop that a case states."""

    entity: str | None
    name: str | None
    binds: str | None = None


CASES = [
    pytest.param(
        "Who is the chief executive of Ostrander Freight?",
        [H("Ostrander Freight", "chief executive")],
        id="of",
    ),
    pytest.param(
        "Who is the wife of the director of The Salt Clock?",
        [H("The Salt Clock", "director", "?1"), H("?1", "spouse", "?2")],
        id="of-chain",
    ),
    pytest.param(
        "What is Tilda Roes's employer's parent company?",
        [H("Tilda Roes", "employer", "?1"), H("?1", "parent company", "?2")],
        id="possessive-chain",
    ),
    pytest.param(
        "What is the seat of the county where Bram Vell was born?",
        [H("Bram Vell", "birth place", "?1"), H("?1", "seat", "?2")],
        id="where-clause",
    ),
    pytest.param(
        "When was the company that acquired Ostrander Freight founded?",
        [H("Ostrander Freight", "acquired", "?1"), H("?1", "date founded", "?2")],
        id="that-clause-inside",
    ),
    pytest.param(
        "Which law governs the contract signed by the owner of Ostrander Freight?",
        [
            H("Ostrander Freight", "owner", "?1"),
            H("?1", "signed by", "?2"),
            H("?2", "law governed by", "?3"),
        ],
        id="participle",
    ),
    pytest.param(
        "What is the birth place of the maternal grandfather of Tilda Roes?",
        [H("Tilda Roes", "mother", "?1"), H("?1", "father", "?2"), H("?2", "birth place", "?3")],
        id="kinship",
    ),
    pytest.param(
        "Who wrote the book whose publisher is Marrow Lane Partners?",
        [H("Marrow Lane Partners", "publisher", "?1"), H("?1", "author", "?2")],
        id="whose",
    ),
    pytest.param(
        "What was the net income of Ostrander Freight in fiscal 2021?",
        [H("Ostrander Freight", "net income", "?1")],
        id="value-of-entity",
    ),
    pytest.param(
        "Which film has the director who died earlier, The Salt Clock or Winter Orchard?",
        [
            H("The Salt Clock", "director", "?1"),
            H("?1", "death date", "?2"),
            H("Winter Orchard", "director", "?3"),
            H("?3", "death date", "?4"),
        ],
        id="two-chains-compared",
    ),
    pytest.param(
        "In Winter Orchard, who played the sister of Bram Vell?",
        [H("Bram Vell", "sibling", "?1"), H("?1", "portrayed by", "?2")],
        id="phrase-in-front",
    ),
    pytest.param(
        "How much did the company that acquired Ostrander Freight pay?",
        [H("Ostrander Freight", "acquired", "?1"), H("?1", "pay", "?2")],
        id="verb-at-the-end",
    ),
    pytest.param(
        "Who is the spouse of the longest serving trustee?",
        [H(None, "longest serving trustee", "?1"), H("?1", "spouse", "?2")],
        id="one-of-its-kind",
    ),
    pytest.param(
        "Does the lease limit what a tenant that holds a licence may sell?",
        [H(None, None)],
        id="yes-no-stays-whole",
    ),
    pytest.param(
        "Are the directors of The Salt Clock and Winter Orchard from the same country?",
        [
            H("The Salt Clock", "director", "?1"),
            H("?1", None, "?2"),
            H("Winter Orchard", "director", "?3"),
            H("?3", None, "?4"),
        ],
        id="shared-description",
    ),
    pytest.param(
        "Which band released The Salt Clock and had a singer from Corvane County?",
        [
            H("Corvane County", "performer", "?1"),
            H("The Salt Clock", "released by", "?2"),
            H("?1", None, "?2"),
        ],
        id="intersection",
    ),
]


@pytest.mark.parametrize(("question", "expected"), CASES)
def test_hops(question: str, expected: list[H]) -> None:
    hops = plan_question(question, NAMES, parse_question).hops
    assert [hop.entity for hop in hops] == [hop.entity for hop in expected]
    for hop, wanted in zip(hops, expected, strict=True):
        assert wanted.name is None or hop.name == wanted.name
        assert wanted.binds is None or hop.binds == wanted.binds


KINDS = [
    ("Who audits Ostrander Freight?", QuestionKind.LOOKUP, AnswerType.PERSON),
    ("When does the lease expire?", QuestionKind.LOOKUP, AnswerType.DATE),
    ("How much did the tenant pay for repairs?", QuestionKind.LOOKUP, AnswerType.MONEY),
    ("What percentage of sales came from Canada?", QuestionKind.LOOKUP, AnswerType.PERCENT),
    ("How long is the notice period?", QuestionKind.LOOKUP, AnswerType.DURATION),
    ("How many vessels were inspected?", QuestionKind.COUNT, AnswerType.NUMBER),
    ("List all lenders under the agreement.", QuestionKind.LIST, None),
    ("Which trucks are leased?", QuestionKind.LIST, None),
    ("Was Tilda Roes born before Bram Vell?", QuestionKind.YES_NO, AnswerType.YES_NO),
    ("Did revenue exceed the forecast?", QuestionKind.YES_NO, AnswerType.YES_NO),
    ("Who is older, Tilda Roes or Bram Vell?", QuestionKind.COMPARE, None),
    ("How much did rent change from 2020 to 2021?", QuestionKind.COMPARE, None),
    ("How many tanks hold more than 400 gallons?", QuestionKind.COUNT, AnswerType.NUMBER),
    ("Where is the depot?", QuestionKind.LOOKUP, AnswerType.PLACE),
]


@pytest.mark.parametrize(("question", "kind", "wanted"), KINDS, ids=[q for q, _, _ in KINDS])
def test_kind_and_answer_type(question: str, kind: QuestionKind, wanted: AnswerType | None) -> None:
    plan = plan_question(question, NAMES, parse_question)
    assert plan.kind is kind
    assert wanted is None or plan.answer_type is wanted


def test_two_periods_give_a_hop_each() -> None:
    question = "How did Ostrander Freight's revenue change from fiscal 2020 to fiscal 2021?"
    hops = plan_question(question, NAMES, parse_question).hops
    assert [hop.period for hop in hops] == ["fiscal 2020", "fiscal 2021"]
    assert {hop.entity for hop in hops} == {"Ostrander Freight"}


def test_bound_on_an_amount_becomes_operator_and_value() -> None:
    plan = plan_question("How many tanks hold more than 400 gallons?", NAMES, parse_question)
    assert (plan.hops[-1].operator, plan.hops[-1].value) == (Operator.GREATER, "400 gallons")


def test_lead_in_names_the_document() -> None:
    question = 'In the agreement "Harrow Supply": Renewal. How long does it renew for?'
    assert plan_question(question, NAMES, parse_question).hops[0].entity == "Harrow Supply"


ODD = [
    "",
    "?",
    "revenue 2021 Ostrander Freight",
    "Receiving Party may keep copies after termination.",
    "why why why",
    "Who who's whose which that that?",
    "the the the of of of",
    "“”",
    "Compare",
    "List",
    "A" * 4_000,
    "What is the X of the Y of the Z of the W of the V of the U of the T of the S of the R of Q?",
]


@pytest.mark.parametrize("question", ODD, ids=range(len(ODD)))
def test_any_text_gives_a_plan(question: str) -> None:
    plan = plan_question(question, NAMES, parse_question)
    ids = [hop.id for hop in plan.hops]
    assert ids
    for hop in plan.hops:
        assert set(hop.depends_on) <= set(ids[: ids.index(hop.id)])


def test_every_used_variable_is_bound_before() -> None:
    for case in CASES:
        bound: set[str] = set()
        for hop in plan_question(str(case.values[0]), NAMES, parse_question).hops:
            if hop.entity is not None and hop.entity.startswith("?"):
                assert hop.entity in bound
            if hop.binds:
                bound.add(hop.binds)


def test_same_question_gives_the_same_plan() -> None:
    question = "Who is the wife of the director of The Salt Clock?"
    first = plan_question(question, NAMES, parse_question)
    assert plan_question(question, NAMES, parse_question) == first
