"""How well a unit answers a query: rare words shared, likeness of meaning, rank of the passage."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ensi_core.embedding.base import Vectors
from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.answer_words import answer_terms
from ensi_core.types import PassageKind

Similarity = Callable[[str, Sequence[str]], Sequence[float]]

CONTEXT_SHARE = 0.6
"""A question word that only the passage's context has counts this much of one in the text."""

COMPARED_BY_MEANING = 14
"""Units, best by words first, that are compared by meaning; embedding them is what takes time."""

_FRAGMENT = 0.75
"""What headings and table heads keep of their score: they seldom answer."""


class EncodedSimilarity:
    """Cosines by an embedding function; every text is embedded once."""

    def __init__(self, encode: Callable[[Sequence[str]], Vectors]) -> None:
        self._encode = encode
        self._known: dict[str, Vectors] = {}

    def __call__(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """Cosine of ``text`` with each of the others."""
        missing = [t for t in dict.fromkeys([text, *others]) if t not in self._known]
        if missing:
            self._known.update(zip(missing, self._encode(missing), strict=True))
        vector = self._known[text]
        return [float(np.dot(self._known[other], vector)) for other in others]


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
        self._terms = [frozenset(answer_terms(unit.text)) for unit in units]
        self._context = [frozenset(answer_terms(unit.context)) for unit in units]
        both = [a | b for a, b in zip(self._terms, self._context, strict=True)]
        counts = Counter(term for found in both for term in found)
        total = len(units) + 1
        self._weights = {t: math.log(total / n) for t, n in sorted(counts.items())}
        self._unseen = math.log(total)
        self._compared: set[int] = set()

    def weights(self, query: str) -> Mapping[str, float]:
        """Query terms with their weights: the rarer in the evidence, the heavier."""
        terms = dict.fromkeys(answer_terms(query))
        return {t: self._weights.get(t, self._unseen) for t in terms}

    def scores(self, query: str) -> list[UnitScore]:
        """One score a unit, in their order."""
        weights = self.weights(query)
        coverage = [self._coverage(i, weights) for i in range(len(self.units))]
        ranked = [self._with_rank(i, value) for i, value in enumerate(coverage)]
        if self._similarity is None or not ranked:
            return [UnitScore(ranked[i], coverage[i], None) for i in range(len(ranked))]
        near = self._near(query, ranked, self._similarity)
        low = min(near.values())
        return [
            UnitScore(
                (0.5 * ranked[i] + 0.5 * near.get(i, low)) * self._weight(i),
                coverage[i],
                near.get(i),
            )
            for i in range(len(ranked))
        ]

    def _near(
        self, query: str, ranked: Sequence[float], similarity: Similarity
    ) -> dict[int, float]:
        """Cosines of the best units; those embedded for an earlier query cost nothing more."""
        order = sorted(range(len(ranked)), key=lambda i: (-ranked[i], i))
        fresh = [i for i in order if i not in self._compared]
        wanted = order[:COMPARED_BY_MEANING] if not self._compared else fresh[:4]
        self._compared.update(wanted)
        chosen = sorted(self._compared)
        cosines = similarity(query, [self._embedded(i) for i in chosen])
        return {i: max(float(c), 0.0) for i, c in zip(chosen, cosines, strict=True)}

    def _weight(self, index: int) -> float:
        unit = self.units[index]
        head = unit.source.passage.kind is PassageKind.TABLE_HEAD
        return _FRAGMENT if head or unit.is_fragment else 1.0

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
