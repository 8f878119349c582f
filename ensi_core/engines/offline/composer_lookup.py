"""Answers to lookups and yes/no questions: one statement a hop, and the short answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.engines.offline.answer_chain import Chain, ChainReader, best_answers
from ensi_core.engines.offline.answer_select import Candidate
from ensi_core.engines.offline.answer_words import answer_terms
from ensi_core.engines.offline.composer_draft import AnswerDraft
from ensi_core.types import AnswerType, QuestionKind
from ensi_core.values import same_value

MOST_STATEMENTS = 6
_CONTRADICTION_SCORE = 0.9
"""A second value is shown beside the first when its candidate scores at least this share of it."""

_CLEARLY_BEST = 0.97
"""The best unit is shown beside the answer's own when that scores less than this share of it."""

_YES_COVERAGE = 0.75
_YES_COSINE = 0.6
"""Likeness at which half of that coverage will do."""

_NEGATION = re.compile(
    r"\bnon-|\b(?:restrict\w*|limit(?:s|ed|ation|ations)?|not|no|never|neither|nor|cannot"
    r"|denie[sd]|reject(?:s|ed)|prohibit(?:s|ed)?|none|unable|fail(?:s|ed)? to)\b|n['’]t\b",
    re.IGNORECASE,
)


def lookup_answer(reader: ChainReader) -> AnswerDraft:
    """One statement a hop in order, the last with the short answer; contradictions beside it."""
    draft = AnswerDraft()
    chains = reader.chains()
    if reader.plan.kind is QuestionKind.YES_NO:
        _state_steps(chains[0], draft)
        _yes_no(reader, chains[0], draft)
        return draft
    found = best_answers(reader, chains, reader.plan.answer_type)
    if not found and reader.plan.answer_type is not AnswerType.TEXT:
        found = best_answers(reader, chains, AnswerType.TEXT)
    if not found:
        _state_steps(chains[0], draft)
        _state_best(reader, chains[0], draft)
        return draft
    _typed(reader, found, draft)
    return draft


def _state_steps(chain: Chain, draft: AnswerDraft) -> None:
    for step in chain.steps[: MOST_STATEMENTS - 2]:
        draft.state(step.found.unit, step.hop.period)


def _state_best(reader: ChainReader, chain: Chain, draft: AnswerDraft) -> None:
    last = reader.plan.hops[-1]
    for unit, _ in reader.best_units(last, chain, 1):
        draft.state(unit, last.period)


def _typed(
    reader: ChainReader, found: Sequence[tuple[Chain, Candidate]], draft: AnswerDraft
) -> None:
    chain, best = found[0]
    last = reader.plan.hops[-1]
    _state_steps(chain, draft)
    draft.short = best.text
    draft.state(best.unit, last.period)
    for other in _contradictions(reader, best, [candidate for _, candidate in found])[:2]:
        draft.state(other.unit, last.period, label="Stated otherwise")
    scores = dict(reader.best_units(last, chain))
    top = next(iter(scores), best.unit)
    if scores.get(best.unit, 0.0) < _CLEARLY_BEST * scores.get(top, 0.0):
        draft.state(top, last.period)


def _contradictions(
    reader: ChainReader, best: Candidate, found: Sequence[Candidate]
) -> list[Candidate]:
    """Other values for the same thing: another passage, much the same words, another value."""
    if best.value is None:
        return []
    words = set(answer_terms(best.unit.text))
    others = []
    for candidate in found[1:]:
        if candidate.value is None or candidate.value.kind is not best.value.kind:
            continue
        if candidate.score < _CONTRADICTION_SCORE * best.score:
            continue
        if candidate.unit.source.passage.psg_id == best.unit.source.passage.psg_id:
            continue
        shared = words & set(answer_terms(candidate.unit.text))
        wanted = reader.ranker.weights(reader.plan.question)
        alike = len(shared & set(wanted)) >= max(2, len(words & set(wanted)) - 1)
        if alike and not same_value(candidate.value, best.value):
            others.append(candidate)
    return others


def _yes_no(reader: ChainReader, chain: Chain, draft: AnswerDraft) -> None:
    """The best unit; "yes" or "no" only when it covers nearly all that was asked."""
    last = reader.plan.hops[-1]
    units = reader.best_units(last, chain, 2)
    unit = units[0][0]
    draft.state(unit, last.period)
    fit = reader.scores(reader.plan.question)[reader.ranker.units.index(unit)]
    alike = (fit.cosine or 0.0) >= _YES_COSINE and fit.coverage >= _YES_COVERAGE / 2
    if fit.coverage >= _YES_COVERAGE or alike:
        denied = bool(_NEGATION.search(unit.text)) != bool(_NEGATION.search(reader.plan.question))
        draft.short = "No" if denied else "Yes"
        draft.lead.append(draft.short + ".")
    for other, score in units[1:]:
        if score >= _CLEARLY_BEST * units[0][1]:
            draft.state(other, last.period)
