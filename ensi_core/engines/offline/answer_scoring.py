"""How well a unit answers a hop: rare words shared, likeness of meaning, rank of the passage."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.answer_units import Unit
from ensi_core.index.terms import terms

Similarity = Callable[[str, Sequence[str]], Sequence[float]]

CONTEXT_SHARE = 0.6
"""A question word that only the passage's context has counts this much of one in the text."""

COMPARED_BY_MEANING = 24
"""Units, best by words first, that are compared by meaning; the rest keep their word score."""


@dataclass(frozen=True, slots=True)
class UnitScore:
    """A unit's fit with a query: total, weighted share of query words, cosine if it was asked."""

    total: float
    coverage: float
    cosine: float | None


class UnitRanker:
    """Scores the units of one answer against queries; word weights come from the units."""

    def __init__(self, units: Sequence[Unit], similarity: Similarity | None) -> None:
        self.units = tuple(units)
        self._similarity = similarity
        self._terms = [frozenset(terms(unit.text)) for unit in units]
        self._context = [frozenset(terms(unit.context)) for unit in units]
        both = [a | b for a, b in zip(self._terms, self._context, strict=True)]
        counts = Counter(term for found in both for term in found)
        total = len(units) + 1
        self._weights = {t: math.log(total / n) for t, n in sorted(counts.items())}
        self._unseen = math.log(total)

    def weights(self, query: str) -> Mapping[str, float]:
        """Query terms with their weights: the rarer in the evidence, the heavier."""
        return {t: self._weights.get(t, self._unseen) for t in dict.fromkeys(terms(query))}

    def scores(self, query: str) -> list[UnitScore]:
        """One score a unit, in their order."""
        weights = self.weights(query)
        coverage = [self._coverage(i, weights) for i in range(len(self.units))]
        ranked = [self._with_rank(i, value) for i, value in enumerate(coverage)]
        order = sorted(range(len(ranked)), key=lambda i: (-ranked[i], i))[:COMPARED_BY_MEANING]
        if self._similarity is None or not order:
            return [UnitScore(ranked[i], coverage[i], None) for i in range(len(ranked))]
        cosines = self._similarity(query, [self._embedded(i) for i in order])
        near = {i: max(float(c), 0.0) for i, c in zip(order, cosines, strict=True)}
        return [
            UnitScore(0.5 * ranked[i] + 0.5 * near.get(i, 0.0), coverage[i], near.get(i))
            for i in range(len(ranked))
        ]

    def _embedded(self, index: int) -> str:
        unit = self.units[index]
        if unit.is_row:
            items = [item.text for item in unit.source.passage.context][-6:]
            return " ".join([*items, unit.text])
        return unit.text

    def _coverage(self, index: int, weights: Mapping[str, float]) -> float:
        total = sum(weights.values())
        if not total:
            return 0.0
        shared = sum(
            weight if term in self._terms[index] else CONTEXT_SHARE * weight
            for term, weight in weights.items()
            if term in self._terms[index] or term in self._context[index]
        )
        return shared / total

    def _with_rank(self, index: int, coverage: float) -> float:
        return 0.85 * coverage + 0.15 / (1 + self.units[index].rank / 3)
