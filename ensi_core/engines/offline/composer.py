"""Answers out of retrieved passages: verbatim sentences and rows, each cited, or an abstention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ensi_core.citing.claims import unsupported_parts
from ensi_core.engines.base import SourcePassage
from ensi_core.engines.offline.answer_chain import ChainReader
from ensi_core.engines.offline.answer_scoring import Similarity, UnitRanker
from ensi_core.engines.offline.answer_select import EntitiesOf
from ensi_core.engines.offline.answer_units import units_of
from ensi_core.engines.offline.composer_compare import compare_answer
from ensi_core.engines.offline.composer_draft import AnswerDraft
from ensi_core.engines.offline.composer_lists import list_answer
from ensi_core.engines.offline.composer_lookup import lookup_answer
from ensi_core.engines.offline.composer_support import unsupported_reason
from ensi_core.types import Composition, Evidence, HopPlan, QuestionKind, Statement

_COMPLETE = (QuestionKind.LIST, QuestionKind.COUNT)


@dataclass(frozen=True, slots=True)
class Language:
    """What the composer asks of the models: likeness of a text to others, and names in a text."""

    entities_of: EntitiesOf
    similarity: Similarity | None = None


def compose_answer(
    plan: HopPlan, evidence: Evidence, sources: Sequence[SourcePassage], language: Language
) -> Composition:
    """The answer to a plan out of ``sources`` (best first), or an abstention with its reason."""
    if not sources:
        return _abstention(plan, evidence, "no passage was found")
    ranker = UnitRanker(units_of(sources), language.similarity)
    reader = ChainReader(plan, evidence, ranker, language.entities_of)
    reason = unsupported_reason(reader)
    if reason is not None:
        return _abstention(plan, evidence, reason)
    draft = _draft(reader)
    if not draft.statements:
        return _abstention(plan, evidence, "no sentence of the passages found answers it")
    return _composition(draft)


def _draft(reader: ChainReader) -> AnswerDraft:
    kind = reader.plan.kind
    if kind in _COMPLETE:
        return list_answer(reader)
    if kind is QuestionKind.COMPARE:
        return compare_answer(reader)
    return lookup_answer(reader)


def _composition(draft: AnswerDraft) -> Composition:
    """The draft with its statements checked against what they cite."""
    checked = tuple(_checked(statement, draft) for statement in draft.statements)
    lines = [
        f"{statement.text} {''.join(f'[{m}]' for m in statement.citations)}".strip()
        for statement in checked
    ]
    text = "\n".join([*draft.lead, *lines, *draft.tail])
    return Composition(text, checked, draft.book.citations, short=draft.short)


def _checked(statement: Statement, draft: AnswerDraft) -> Statement:
    if statement.text in draft.computed:
        return statement
    support = draft.book.support(statement.citations)
    missing = unsupported_parts(statement.text, [*support, *draft.said])
    return replace(statement, flags=(*statement.flags, *missing))


def _abstention(plan: HopPlan, evidence: Evidence, reason: str) -> Composition:
    searched = _searched(plan, evidence)
    return Composition(
        text=f"Not found in the documents: {reason}.",
        statements=(),
        citations=(),
        abstained=True,
        reason=f"{reason}; {searched}",
    )


def _searched(plan: HopPlan, evidence: Evidence) -> str:
    """What was looked for, hop by hop, and how much text was read."""
    asked = "; ".join(f"{hop.id}: {hop.asks}" for hop in plan.hops)
    documents = len({passage.doc_id for passage in evidence.passages})
    return f"searched for {asked} — {len(evidence.passages)} passages of {documents} documents read"
