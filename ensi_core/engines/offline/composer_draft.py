"""What the parts of the composer share: the evidence being read, and the answer being written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ensi_core.engines.offline.answer_scoring import UnitRanker, UnitScore
from ensi_core.engines.offline.answer_select import Candidate, EntitiesOf, Wanted, candidates
from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.composer_citations import CitationBook
from ensi_core.engines.offline.composer_rows import row_statement
from ensi_core.text import fold, one_line
from ensi_core.types import AnswerType, Evidence, Hop, HopPlan, HopTrace, Statement

_VARIABLE = re.compile(r"\?\d+\b")
_UNITS_READ = 10
"""Best units in which short answers are looked for."""


@dataclass(slots=True)
class AnswerDraft:
    """An answer being written: ``lead`` and ``tail`` are lines of ours around the statements.

    ``computed`` are statements of arithmetic (formula shown), ``said`` texts that a statement may
    repeat without citing them (labels of ours).
    """

    statements: list[Statement] = field(default_factory=list)
    book: CitationBook = field(default_factory=CitationBook)
    short: str | None = None
    lead: list[str] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)
    computed: set[str] = field(default_factory=set)
    said: list[str] = field(default_factory=list)

    def state(self, unit: Unit, period: str | None = None, label: str = "") -> None:
        """Add a unit as a cited statement, once; ``label`` is put before it."""
        text = statement_text(unit, period)
        text = f"{label}: {text}" if label else text
        if label:
            self.said.append(label)
        marker = self.book.cite(unit)
        if not any(s.text == text and s.citations == (marker,) for s in self.statements):
            self.statements.append(Statement(text, (marker,)))


def statement_text(unit: Unit, period: str | None = None) -> str:
    """A unit as a statement: a sentence as it stands, a row in words."""
    return row_statement(unit, period) if unit.is_row else one_line(unit.text)


@dataclass(slots=True)
class Reader:
    """Reads the evidence for one plan; scores are kept by query."""

    plan: HopPlan
    evidence: Evidence
    ranker: UnitRanker
    entities_of: EntitiesOf
    _scores: dict[str, list[UnitScore]] = field(default_factory=dict)

    def trace(self, hop: Hop) -> HopTrace | None:
        """What retrieval found at a hop."""
        return next((t for t in self.evidence.hops if t.hop_id == hop.id), None)

    def query(self, hop: Hop) -> str:
        """A hop's sub-question with the best bindings in place of its variables."""
        return self.filled(hop.asks)

    def filled(self, text: str) -> str:
        """A text with each variable replaced by its best binding; unbound ones are dropped."""
        best = self.bindings()
        return one_line(_VARIABLE.sub(lambda m: best.get(m.group(), ""), text))

    def bindings(self) -> dict[str, str]:
        """The best value of each variable."""
        best: dict[str, str] = {}
        for trace in self.evidence.hops:
            for binding in trace.bindings:
                best.setdefault(binding.variable, binding.value)
        return best

    def scores(self, query: str) -> list[UnitScore]:
        """The score of every unit for a query."""
        if query not in self._scores:
            self._scores[query] = self.ranker.scores(query)
        return self._scores[query]

    def hop_scores(self, hop: Hop) -> list[float]:
        """Unit scores for a hop: its own sub-question, and some of the whole question."""
        own = self.scores(self.query(hop))
        whole = self.scores(self.plan.question)
        return [0.7 * a.total + 0.3 * b.total for a, b in zip(own, whole, strict=True)]

    def best_units(self, hop: Hop, limit: int = _UNITS_READ) -> list[tuple[Unit, float]]:
        """Units with their scores for a hop, best first."""
        scores = self.hop_scores(hop)
        order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[:limit]
        return [(self.ranker.units[i], scores[i]) for i in order]

    def short_candidates(self, hop: Hop, wanted: AnswerType) -> list[Candidate]:
        """Typed short answers for a hop over its best units, best first, each text once."""
        query = self.query(hop)
        looked_for = Wanted(
            type=wanted,
            weights=self.ranker.weights(f"{query} {self.plan.question}"),
            excluded=(fold(self.plan.question), fold(query)),
            favoured=self._favoured(hop),
        )
        found: dict[str, Candidate] = {}
        for unit, score in self.best_units(hop):
            for candidate in candidates(unit, score, looked_for, self.entities_of):
                known = found.get(fold(candidate.text))
                if known is None or known.score < candidate.score:
                    found[fold(candidate.text)] = candidate
        return sorted(found.values(), key=lambda c: (-c.score, c.unit.rank, c.start))

    def _favoured(self, hop: Hop) -> dict[str, float]:
        """Names that the index binds at a hop, with their scores."""
        trace = self.trace(hop)
        if trace is None:
            return {}
        return {fold(binding.value): min(binding.score, 1.0) for binding in trace.bindings}
