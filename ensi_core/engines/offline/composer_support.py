"""Whether the evidence carries an answer at all: the grounds for an abstention."""

from __future__ import annotations

from ensi_core.engines.offline.answer_chain import ChainReader
from ensi_core.types import HopStatus, QuestionKind

_LENIENT = (QuestionKind.LIST, QuestionKind.COUNT)
"""A list's question seldom shares words with its items; what is listed is cited and can be seen."""

LEAST_TOTAL = 0.3
"""Least score of the best unit for a step. On paraphrased questions about the sample corpus, a
tenth of the answerable ones and under half of the unanswerable ones stay below it."""

LEAST_COVERAGE = 0.25
"""Least share of a step's weighted words in the best unit and its context, where meaning alone
does not carry it (scores below ``LEAST_TOTAL``)."""


def unsupported_reason(reader: ChainReader) -> str | None:
    """Why no answer is given, naming the hop that failed; None when the evidence will do."""
    for trace in reader.evidence.hops:
        if trace.status is HopStatus.EMPTY:
            return f"nothing was found for step {trace.hop_id}"
    if reader.plan.kind in _LENIENT:
        return None
    chain = reader.chains()[0]
    for hop in reader.plan.hops:
        query = chain.filled(hop.asks)
        scores = reader.scores(query)
        coverage = max((s.coverage for s in scores), default=0.0)
        total = max((s.total for s in scores), default=0.0)
        if coverage < LEAST_COVERAGE and total < LEAST_TOTAL:
            return f"no passage speaks of step {hop.id} ({query})"
    return None
