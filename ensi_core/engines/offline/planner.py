"""Questions to hop plans: names, then structure, then hops in the vocabulary of the index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ensi_core.engines.base import Vocabulary
from ensi_core.engines.offline.nlp import ParsedQuestion
from ensi_core.engines.offline.planner_hops import HopBuilder
from ensi_core.engines.offline.planner_kinds import (
    alternatives,
    answer_type,
    periods_in,
    question_kind,
    question_sentence,
    threshold_in,
)
from ensi_core.engines.offline.planner_main import add_main_clause, asked_noun
from ensi_core.engines.offline.question_names import (
    MaskedQuestion,
    Mention,
    find_mentions,
    masked,
)
from ensi_core.engines.offline.question_repair import parsed_question
from ensi_core.engines.offline.question_tree import QuestionTree, question_tree
from ensi_core.types import Hop, HopPlan, QuestionKind

Parse = Callable[[str], ParsedQuestion]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question prepared for planning: the sentence that asks, and what stands around it."""

    sentence: str
    whole: str
    question: MaskedQuestion
    leading: tuple[Mention, ...]


def plan_question(question: str, vocabulary: Vocabulary, parse: Parse) -> HopPlan:
    """The hop plan of a question, statement or list of keywords; at least one hop."""
    asked = _prepared(question, vocabulary)
    sentence = asked.sentence
    pair = alternatives(asked.question)
    kind = question_kind(sentence, pair is not None)
    tree = _tree(asked.question, parse)
    hops: tuple[Hop, ...] = ()
    if pair is not None:
        for text in pair.questions:
            hops = _joined(hops, _hops_of(replace(asked.question, text=text), parse))
    else:
        hops = _built(tree, loose=kind is not QuestionKind.YES_NO)
    hops = _by_period(hops or (_whole(asked),), periods_in(asked.question.text), kind)
    bound = threshold_in(sentence)
    if bound is not None:
        hops = (*hops[:-1], replace(hops[-1], operator=bound.operator, value=bound.value))
    if len(hops) == 1:
        hops = (replace(hops[0], asks=asked.whole, entity=hops[0].entity or _leading(asked)),)
    return HopPlan(
        question=question,
        kind=kind,
        hops=hops,
        answer_type=answer_type(sentence, kind, asked_noun(tree)),
    )


def _prepared(question: str, vocabulary: Vocabulary) -> _Asked:
    sentence, whole = question_sentence(question)
    mentions = find_mentions(sentence, vocabulary)
    before = question[: max(question.find(sentence), 0)]
    leading = find_mentions(before, vocabulary) if before.strip() else ()
    return _Asked(sentence, whole, masked(sentence, mentions), leading)


def _leading(asked: _Asked) -> str | None:
    """The name that a lead-in sentence gives ("In the agreement X: …"), quoted ones first."""
    quoted = [m for m in asked.leading if m.text != m.name or len(m.span) > len(m.text)]
    return next((mention.name for mention in [*quoted, *asked.leading]), None)


def _hops_of(question: MaskedQuestion, parse: Parse) -> tuple[Hop, ...]:
    return _built(_tree(question, parse), loose=True)


def _tree(question: MaskedQuestion, parse: Parse) -> QuestionTree:
    return question_tree(question, parsed_question(question.text, parse))


def _built(tree: QuestionTree, loose: bool) -> tuple[Hop, ...]:
    builder = HopBuilder(tree, loose)
    add_main_clause(builder)
    return tuple(builder.hops)


def _joined(before: tuple[Hop, ...], after: tuple[Hop, ...]) -> tuple[Hop, ...]:
    """Hops of a second part behind those of a first, with ids and variables moved on."""
    variables = len({hop.binds for hop in before if hop.binds})
    offset = len(before)

    def moved(text: str | None) -> str | None:
        if text is None:
            return None
        for number in range(len(after), 0, -1):
            text = text.replace(f"?{number}", f"?{number + variables}")
        return text

    shifted = tuple(
        replace(
            hop,
            id=f"h{index + offset + 1}",
            asks=moved(hop.asks) or "",
            entity=moved(hop.entity),
            value=moved(hop.value),
            binds=moved(hop.binds),
            depends_on=tuple(f"h{int(i[1:]) + offset}" for i in hop.depends_on),
        )
        for index, hop in enumerate(after)
    )
    return before + shifted


def _by_period(
    hops: tuple[Hop, ...], periods: tuple[str, ...], kind: QuestionKind
) -> tuple[Hop, ...]:
    """One hop a period where periods are compared; else the last hop is restricted to it."""
    if not periods:
        return hops
    last = hops[-1]
    if kind is QuestionKind.COMPARE and len(periods) > 1 and len(hops) == 1:
        return tuple(
            replace(last, id=f"h{n}", period=period, binds=f"?{n}", asks=last.asks)
            for n, period in enumerate(periods, start=1)
        )
    return tuple(
        replace(hop, period=period)
        if (period := next((p for p in periods if p in hop.asks), None))
        else hop
        for hop in hops
    )


def _whole(asked: _Asked) -> Hop:
    """One hop for a question whose structure says nothing."""
    mentions = list(asked.question.mentions.values())
    known = [m for m in mentions if m.known] or mentions
    return Hop("h1", asked.whole, entity=known[0].name if known else None, binds="?1")
