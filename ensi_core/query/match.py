"""Key matching: ``score(h, x) = Σ λ_a·s_a(h, x) / Σ λ_a`` over the fields ``a`` that a hop states.

Every ``s_a`` comes with its reason. A stated entity or target is also a gate: a key below the
threshold there is out, whatever else fits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from ensi_core.embedding.base import Vectors
from ensi_core.query.constraints import ValueIndex
from ensi_core.query.tokens import token_index
from ensi_core.query.view import NO_ENTITY, KeyTable, SearchView
from ensi_core.text import fold
from ensi_core.types import Category, FieldScore, Hop, KeyMatch, Operator
from ensi_core.words import STOP_WORDS, stem, words

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MatchWeights:
    """λ of each field, and the gate below which a stated entity or target excludes a key."""

    entity: float = 0.40
    type: float = 0.08
    category: float = 0.04
    name: float = 0.30
    value: float = 0.18
    gate: float = 0.55


@dataclass(frozen=True, slots=True)
class FieldFit:
    """One field's compatibility for every key, and the reason for a given key row."""

    scores: Scores
    reason: Callable[[int], str]


@dataclass(frozen=True, slots=True)
class HopMatch:
    """A hop against all keys: total scores, and per-field scores with weights."""

    scores: Scores
    fits: Mapping[str, FieldFit] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)


Encode = Callable[[Sequence[str]], Vectors]
Near = Callable[[str], Sequence[tuple[str, float]]]
"""A text → the index's strings nearest to it in meaning, with cosines, best first."""

FUZZY_FLOOR = 82.0
MEANING_FLOOR = 0.72
"""Cosine below which a string of similar meaning is not taken for the one that was stated."""
MEANING_SHARE = 0.9
"""Of its cosine, what a string of similar meaning scores: never as much as the string itself."""
NAME_SIMILARITY_FLOOR = 0.35
"""Cosine at which two field names start to count as related; 1.0 is full compatibility."""


class KeyMatcher:
    """Matches hops against the keys of one view."""

    def __init__(
        self,
        view: SearchView,
        weights: MatchWeights,
        encode: Encode,
        near: Near = lambda _: (),
    ) -> None:
        self._view = view
        self._table: KeyTable = view.keys
        self._weights = weights
        self._encode = encode
        self._near = near
        self._folded_names = [fold(name) for name in self._table.names]
        self._stems = [_stems(name) for name in self._table.names]
        self._entity_names = tuple(view.catalogue.by_name)
        self._entity_tokens = token_index(self._entity_names)
        self._values = ValueIndex(self._table.keys)

    def match(self, hop: Hop, entity: str | None, value: str | None) -> HopMatch:
        """Score all keys; ``entity`` and ``value`` are the hop's with variables already bound."""
        fits: dict[str, FieldFit] = {}
        if entity is not None:
            fits["entity"] = self._entity_fit(entity, self._table.entity)
        if value is not None:
            fits["value"] = self._value_fit(hop, value)
        if hop.name is not None:
            fits["name"] = self._name_fit(hop.name)
        if hop.type is not None:
            fits["type"] = self._type_fit(hop.type)
        if hop.category is not None:
            fits["category"] = self._category_fit(hop.category)
        return self._combined(fits)

    def matches(self, matched: HopMatch, rows: Sequence[int]) -> tuple[KeyMatch, ...]:
        """Explained matches for some key rows, in the order given."""
        return tuple(self._explained(matched, row) for row in rows)

    def _combined(self, fits: Mapping[str, FieldFit]) -> HopMatch:
        weights = {name: float(getattr(self._weights, name)) for name in fits}
        total = np.zeros(len(self._table.keys))
        for name, fit in fits.items():
            total += weights[name] * fit.scores
        if fits:
            total /= sum(weights.values())
        for name in ("entity", "value"):
            if name in fits:
                total[fits[name].scores < self._weights.gate] = 0.0
        return HopMatch(total, fits, weights)

    def _explained(self, matched: HopMatch, row: int) -> KeyMatch:
        parts = tuple(
            FieldScore(name, float(fit.scores[row]), matched.weights[name], fit.reason(row))
            for name, fit in matched.fits.items()
        )
        posted = self._table.postings[row].indices
        psg_ids = tuple(self._view.passages.psg_ids[i] for i in sorted(posted))
        return KeyMatch(self._table.keys[row], float(matched.scores[row]), parts, psg_ids)

    def _entity_fit(self, name: str, numbers: NDArray[np.int64]) -> FieldFit:
        scored = self.entity_scores(name)
        by_entity = np.zeros(len(self._view.catalogue.names) + 1)
        for entity, (score, _) in scored.items():
            by_entity[entity] = score
        by_entity[NO_ENTITY] = 0.0
        return FieldFit(
            by_entity[numbers], lambda row: scored.get(int(numbers[row]), (0.0, "other"))[1]
        )

    def entity_scores(self, name: str) -> dict[int, tuple[float, str]]:
        """Entities compatible with a name: number → (score, how)."""
        found = self._view.catalogue.entities_named(name)
        if found:
            sure = {"exact": 1.0, "variant": 0.97, "alias": 0.95}
            return {entity: (sure.get(how, 0.7), how) for entity, how in found}
        return self._fuzzy_entities(fold(name)) or self._entities_meaning(name)

    def _entities_meaning(self, name: str) -> dict[int, tuple[float, str]]:
        """Entities whose name is near in meaning, where no spelling fits."""
        scored: dict[int, tuple[float, str]] = {}
        for string, cosine in self._near(name):
            entity = self._view.catalogue.by_name.get(fold(string))
            if entity is not None and cosine >= MEANING_FLOOR and entity not in scored:
                scored[entity] = (MEANING_SHARE * cosine, f"similar meaning: {string}")
        return scored

    def _fuzzy_entities(self, folded: str) -> dict[int, tuple[float, str]]:
        rows = self._entity_tokens.candidates(folded)
        near = process.extract(
            folded,
            [self._entity_names[row] for row in rows],
            scorer=fuzz.token_sort_ratio,
            score_cutoff=FUZZY_FLOOR,
            limit=10,
        )
        scored: dict[int, tuple[float, str]] = {}
        for name, ratio, _ in near:
            entity = self._view.catalogue.by_name[name]
            if ratio / 100 * 0.9 > scored.get(entity, (0.0, ""))[0]:
                scored[entity] = (ratio / 100 * 0.9, f"similar spelling: {name}")
        return scored

    def _value_fit(self, hop: Hop, value: str) -> FieldFit:
        literal = self._values.fit(hop.operator, value)
        if hop.operator not in (Operator.EQUAL, Operator.CONTAINS):
            return FieldFit(literal, lambda _: f"value {hop.operator.value} {value}")
        target = self._entity_fit(value, self._table.target)
        scores = np.maximum(target.scores, literal)

        def reason(row: int) -> str:
            return target.reason(row) if target.scores[row] >= literal[row] else "value"

        return FieldFit(scores, reason)

    def _name_fit(self, name: str) -> FieldFit:
        folded, stems = fold(name), _stems(name)
        vector = self._encode([name])[0]
        cosine = np.asarray(self._table.name_vectors @ vector, dtype=np.float64)
        by_name = np.clip((cosine - NAME_SIMILARITY_FLOOR) / (1 - NAME_SIMILARITY_FLOOR), 0, 1)
        how = ["semantic"] * len(self._table.names)
        for i, other in enumerate(self._folded_names):
            if other == folded:
                by_name[i], how[i] = 1.0, "exact"
            elif stems and stems == self._stems[i]:
                by_name[i], how[i] = max(by_name[i], 0.95), "same words"
            elif stems and stems < self._stems[i]:
                share = len(stems) / len(self._stems[i])
                if 0.5 + 0.4 * share > by_name[i]:
                    by_name[i], how[i] = 0.5 + 0.4 * share, "contained words"
        numbers = self._table.name
        names = self._table.names
        return FieldFit(by_name[numbers], lambda row: f"{how[numbers[row]]}: {names[numbers[row]]}")

    def _type_fit(self, kind: str) -> FieldFit:
        by_type = np.array([1.0 if fold(t) == fold(kind) else 0.0 for t in self._table.types])
        unknown = [i for i, t in enumerate(self._table.types) if t == "unknown"]
        by_type[unknown] = 0.5
        numbers = self._table.type_
        return FieldFit(by_type[numbers], lambda row: f"type {self._table.types[numbers[row]]}")

    def _category_fit(self, category: Category) -> FieldFit:
        wanted = list(Category).index(category)
        scores = np.where(self._table.category == wanted, 1.0, 0.0)
        return FieldFit(
            scores, lambda row: f"category {list(Category)[self._table.category[row]].value}"
        )


def _stems(name: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(name) if word not in STOP_WORDS)
