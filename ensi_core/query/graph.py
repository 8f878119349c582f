"""Propagation over the bipartite graph of entities and passages (personalised PageRank)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags

from ensi_core.query.view import NO_ENTITY, SearchView

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GraphSettings:
    """``damping``: share of weight that goes on at each step; ``steps``: power iterations.

    ``main_weight``: how much more an entity leads to a passage that is about it than to one that
    mentions it; ``hub_exponent``: an entity with n passages gets its weight divided by n to this.
    """

    damping: float = 0.9
    steps: int = 12
    main_weight: float = 5.0
    hub_exponent: float = 0.5


@dataclass(frozen=True, slots=True)
class PassageGraph:
    """Transition matrices, rows sum to 1 (or 0 where nothing leads on)."""

    to_entities: csr_matrix
    to_passages: csr_matrix
    settings: GraphSettings

    def spread(self, passage_seeds: Scores, entity_seeds: Scores) -> Scores:
        """Weight of every passage after propagation, sum at most 1; seeds need not be scaled."""
        total = passage_seeds.sum() + entity_seeds.sum()
        if total <= 0:
            return np.zeros(self.to_passages.shape[1])
        start_passages, start_entities = passage_seeds / total, entity_seeds / total
        passages, entities = start_passages, start_entities
        keep = 1.0 - self.settings.damping
        for _ in range(self.settings.steps):
            onward = entities @ self.to_passages
            back = passages @ self.to_entities
            passages = keep * start_passages + self.settings.damping * onward
            entities = keep * start_entities + self.settings.damping * back
        return np.asarray(passages)


def passage_graph(view: SearchView, settings: GraphSettings) -> PassageGraph:
    """The graph of a view: a key links its entity, and a relation its target, to its passages."""
    linked = view.entity_passages.tocsr()
    known = np.flatnonzero(view.main_entity != NO_ENTITY)
    main = csr_matrix((np.ones(len(known)), (view.main_entity[known], known)), shape=linked.shape)
    weighted = linked + main * settings.main_weight
    degree = np.asarray(linked.sum(axis=1)).ravel()
    rarity = 1.0 / np.power(np.maximum(degree, 1.0), settings.hub_exponent)
    towards = (diags(rarity) @ linked).T.tocsr()
    return PassageGraph(_rows_to_one(towards), _rows_to_one(weighted.tocsr()), settings)


def _rows_to_one(matrix: csr_matrix) -> csr_matrix:
    sums = np.asarray(matrix.sum(axis=1)).ravel()
    scale = np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)
    return (diags(scale) @ matrix).tocsr()
