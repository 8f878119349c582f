"""Whether the evidence carries an answer at all: the grounds for an abstention."""

from __future__ import annotations

from ensi_core.engines.offline.answer_chain import ChainReader
from ensi_core.types import HopStatus

LEAST_COVERAGE = 0.25
"""Least share of the question's weighted words that the best unit with its context must have."""

LEAST_COSINE = 0.22
"""Least likeness of the best unit to the question where words do not carry it."""


def unsupported_reason(reader: ChainReader) -> str | None:
    """Why no answer is given, naming the hop that failed; None when the evidence will do."""
    for trace in reader.evidence.hops:
        if trace.status is HopStatus.EMPTY:
            return f"nothing was found for step {trace.hop_id}"
    chain = reader.chains()[0]
    for hop in reader.plan.hops:
        query = chain.filled(hop.asks)
        scores = reader.scores(query)
        coverage = max((s.coverage for s in scores), default=0.0)
        cosine = max((s.cosine for s in scores if s.cosine is not None), default=None)
        like = cosine is not None and cosine >= LEAST_COSINE
        if coverage < LEAST_COVERAGE and not like:
            return f"no passage speaks of step {hop.id} ({query})"
    return None
