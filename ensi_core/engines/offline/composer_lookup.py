"""Answers to lookups and yes/no questions: one statement a hop, and the short answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ensi_core.engines.offline.answer_select import Candidate
from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.composer_draft import AnswerDraft, Reader
from ensi_core.index.terms import terms
from ensi_core.text import fold
from ensi_core.types import AnswerType, Hop, QuestionKind
from ensi_core.values import same_value

MOST_STATEMENTS = 6
_CONTRADICTION_SCORE = 0.9
"""A second value is shown beside the first when its candidate scores at least this share of it."""

_YES_COVERAGE = 0.75
_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|without|denie[sd]|reject(?:s|ed)|prohibit(?:s|ed)?|none"
    r"|unable|fail(?:s|ed)? to)\b|n['’]t\b",
    re.IGNORECASE,
)


def lookup_answer(reader: Reader) -> AnswerDraft:
    """One statement a hop in order, the last with the short answer; contradictions beside it."""
    draft = AnswerDraft()
    *before, last = reader.plan.hops
    for hop in before[: MOST_STATEMENTS - 2]:
        unit = _bridge_unit(reader, hop)
        if unit is not None:
            draft.state(unit, hop.period)
    if reader.plan.kind is QuestionKind.YES_NO:
        _yes_no(reader, last, draft)
    else:
        _typed(reader, last, draft)
    return draft


def _bridge_unit(reader: Reader, hop: Hop) -> Unit | None:
    """The unit that best shows a hop's binding: it should say the value that was bound."""
    units = reader.best_units(hop)
    if not units:
        return None
    value = fold(reader.bindings().get(hop.binds or "", ""))

    def shown(pair: tuple[Unit, float]) -> float:
        unit, score = pair
        says = bool(value) and f" {value} " in f" {fold(unit.text)} "
        return score + (0.2 if says else 0.0)

    return max(units, key=shown)[0]


def _typed(reader: Reader, hop: Hop, draft: AnswerDraft) -> None:
    found = reader.short_candidates(hop, reader.plan.answer_type)
    units = reader.best_units(hop)
    if not found:
        if reader.plan.answer_type is not AnswerType.TEXT:
            found = reader.short_candidates(hop, AnswerType.TEXT)
        if not found:
            draft.state(units[0][0], hop.period)
            return
    best = found[0]
    draft.short = best.text
    draft.state(best.unit, hop.period)
    for other in _contradictions(reader, best, found)[:2]:
        draft.state(other.unit, hop.period, label="Stated otherwise")
    if units and units[0][0] != best.unit and len(draft.statements) < MOST_STATEMENTS:
        draft.state(units[0][0], hop.period)


def _contradictions(reader: Reader, best: Candidate, found: Sequence[Candidate]) -> list[Candidate]:
    """Other values for the same thing: another passage, much the same words, another value."""
    if best.value is None:
        return []
    words = set(terms(best.unit.text))
    others = []
    for candidate in found[1:]:
        if candidate.value is None or candidate.value.kind is not best.value.kind:
            continue
        if candidate.score < _CONTRADICTION_SCORE * best.score:
            continue
        if candidate.unit.source.passage.psg_id == best.unit.source.passage.psg_id:
            continue
        shared = words & set(terms(candidate.unit.text))
        wanted = reader.ranker.weights(reader.plan.question)
        alike = len(shared & set(wanted)) >= max(2, len(words & set(wanted)) - 1)
        if alike and not same_value(candidate.value, best.value):
            others.append(candidate)
    return others


def _yes_no(reader: Reader, hop: Hop, draft: AnswerDraft) -> None:
    """The best unit; "yes" or "no" only when it covers nearly all that was asked."""
    units = reader.best_units(hop)
    unit = units[0][0]
    draft.state(unit, hop.period)
    coverage = reader.scores(reader.plan.question)[reader.ranker.units.index(unit)].coverage
    if coverage >= _YES_COVERAGE:
        denied = bool(_NEGATION.search(unit.text)) != bool(_NEGATION.search(reader.plan.question))
        draft.short = "No" if denied else "Yes"
        draft.lead.append(draft.short + ".")
    if len(units) > 1:
        draft.state(units[1][0], hop.period)
