"""Retrieval: hop evidence, graph propagation and text signals joined into ranked passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ensi_core.query.graph import GraphSettings, PassageGraph, passage_graph
from ensi_core.query.hops import HopSettings, HopWalker, Walk
from ensi_core.query.match import KeyMatcher, MatchWeights, Near
from ensi_core.query.neighbours import passage_groups, spread_over_tables, with_siblings
from ensi_core.query.signals import Encode, Scores, TextSignal, scaled, text_signals, top_rows
from ensi_core.query.view import SearchView
from ensi_core.types import (
    Bound,
    Evidence,
    HopPlan,
    HopStatus,
    HopTrace,
    QuestionKind,
    ScoredPassage,
    ScoreParts,
)

COMPLETE_KINDS = frozenset({QuestionKind.LIST, QuestionKind.COUNT, QuestionKind.COMPARE})
"""Questions for which every posting of the matching keys is fetched."""


_ENUMERATIONS = frozenset({QuestionKind.LIST, QuestionKind.COUNT})


@dataclass(frozen=True, slots=True)
class RankSettings:
    """Weights of the final passage score, and how seeds of the propagation are made.

    ``hybrid``: question against passage, ``anchored_hybrid`` where the question names a rare
    entity; ``graph``: propagated weight; ``hop``: best hop on any path; ``key``: best key, both as
    far as names anchor the question. ``seed_power`` sharpens the text seeds; ``entity_seed`` is the
    share of seed weight that starts at the question's entities. ``quota``: passages that every
    hop may bring into the first ones whatever their total score. ``feedback``: share of the dense
    signal for the question read together with its ``feedback_passages`` best passages (their first
    ``feedback_characters``). ``rows_a_table``: at most so many rows of one table come first, except
    in lists and counts; there a table or section with ``sibling_hits`` of the first
    ``sibling_scope`` passages leads as a whole. Chosen on MuSiQue and the sample corpus together.
    """

    hybrid: float = 1.0
    anchored_hybrid: float = 0.4
    graph: float = 0.8
    hop: float = 0.7
    key: float = 0.1
    seed_power: float = 12.0
    entity_seed: float = 0.3
    quota: int = 2
    feedback: float = 0.4
    feedback_passages: int = 3
    feedback_characters: int = 400
    rows_a_table: int = 3
    sibling_scope: int = 20
    sibling_hits: int = 3


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """All numbers of the retrieval.

    ``passages`` is how many are handed to the answer at least; more follow, up to
    ``most_passages``, while together they have at most ``characters``: table rows are short.
    """

    passages: int = 8
    characters: int = 8_000
    most_passages: int = 24
    complete_limit: int = 60
    match: MatchWeights = field(default_factory=MatchWeights)
    graph: GraphSettings = field(default_factory=GraphSettings)
    hops: HopSettings = field(default_factory=HopSettings)
    rank: RankSettings = field(default_factory=RankSettings)


class Retriever:
    """Answers plans with evidence from one view; safe to share between threads."""

    def __init__(
        self,
        view: SearchView,
        encode: Encode,
        settings: RetrievalSettings,
        near: Near = lambda _: (),
    ) -> None:
        self._view = view
        self._encode = encode
        self._settings = settings
        self._groups = passage_groups(view.passages)
        self._graph: PassageGraph = passage_graph(view, settings.graph)
        self._walker = HopWalker(
            view, KeyMatcher(view, settings.match, encode, near), encode, settings.hops
        )

    @property
    def version(self) -> int:
        """The index version that this retriever sees."""
        return self._view.version

    @property
    def settings(self) -> RetrievalSettings:
        """The numbers it works with."""
        return self._settings

    @property
    def view(self) -> SearchView:
        """The picture of the index that it works on."""
        return self._view

    def match(self, plan: HopPlan, doc_ids: Sequence[str] = ()) -> Walk | None:
        """Key matching: the plan walked over the keys; None when the index is empty."""
        if not self._view.size:
            return None
        return self._walker.walk(plan, self._allowed(doc_ids))

    def rank(
        self, plan: HopPlan, walk: Walk | None, doc_ids: Sequence[str] = (), limit: int = 0
    ) -> Evidence:
        """Passage ranking over what matching found; ``limit`` 0 means the setting.

        ``doc_ids`` restricts to some documents, empty means all.
        """
        if walk is None:
            return Evidence(tuple(_empty_trace(hop.id) for hop in plan.hops), ())
        allowed = self._allowed(doc_ids)
        first = text_signals(self._view, [plan.question], self._encode)[0]
        graph = self._propagated(plan, first, allowed)
        ranking = self._ranking(plan, first, walk, graph, allowed)
        signal = self._second_look(plan, first, ranking)
        graph = self._propagated(plan, signal, allowed)
        ranking = self._ranking(plan, signal, walk, graph, allowed)
        rows = self._chosen(plan, walk, ranking, allowed, limit or self._settings.passages)
        passages = tuple(self._scored(row, walk, signal, graph, ranking) for row in rows)
        return Evidence(walk.traces, passages, self._bound(plan, walk, allowed))

    def _allowed(self, doc_ids: Sequence[str]) -> Scores:
        if not doc_ids:
            return np.ones(self._view.size)
        wanted = set(doc_ids)
        return np.array([float(doc_id in wanted) for doc_id in self._view.passages.doc_ids])

    def _propagated(self, plan: HopPlan, signal: TextSignal, allowed: Scores) -> Scores:
        """Graph weight of every passage, scaled to [0, 1]."""
        rank = self._settings.rank
        seeds = np.power(scaled(signal.hybrid * allowed), rank.seed_power)
        entities = np.zeros(len(self._view.catalogue.names))
        for hit in self._view.catalogue.find_in(plan.question):
            entities[hit.entity] = self._view.entity_rarity[hit.entity]
        passage_share = 1.0 - (rank.entity_seed if entities.any() else 0.0)
        seeds = passage_share * seeds / max(float(seeds.sum()), 1e-12)
        if entities.any():
            entities = rank.entity_seed * entities / entities.sum()
        return scaled(self._graph.spread(seeds, entities) * allowed)

    def _second_look(self, plan: HopPlan, first: TextSignal, ranking: Scores) -> TextSignal:
        """The signal joined with that of the question read together with its best passages.

        What the next step of a chain needs is often said only in the passage of the step before.
        """
        rank = self._settings.rank
        rows = top_rows(ranking, rank.feedback_passages).tolist()
        if not rows or not rank.feedback:
            return first
        texts = [
            f"{plan.question} {self._view.passages.texts[row][: rank.feedback_characters]}"
            for row in rows
        ]
        weights = ranking[rows] / ranking[rows].sum()
        signals = text_signals(self._view, texts, self._encode)
        joined = np.sum([w * s.dense for w, s in zip(weights, signals, strict=True)], axis=0)
        dense = (1.0 - rank.feedback) * first.dense + rank.feedback * scaled(joined)
        return TextSignal(first.cosine, dense, first.lexical)

    def _ranking(
        self, plan: HopPlan, signal: TextSignal, walk: Walk, graph: Scores, allowed: Scores
    ) -> Scores:
        rank = self._settings.rank
        anchor = self._anchor(plan)
        hop = np.max(np.stack(walk.scores), axis=0)
        key = np.max(np.stack(walk.key_scores), axis=0)
        weights = (
            rank.hybrid - (rank.hybrid - rank.anchored_hybrid) * anchor,
            rank.graph,
            rank.hop * anchor,
            rank.key * anchor,
        )
        parts = (scaled(signal.hybrid), np.sqrt(graph), scaled(hop), key)
        joined = sum(weight * part for weight, part in zip(weights, parts, strict=True))
        return np.asarray(joined / sum(weights) * allowed)

    def _anchor(self, plan: HopPlan) -> float:
        """How well names fix what a question is about: rarity in (0, 1] of its rarest, else 0."""
        hits = self._view.catalogue.find_in(plan.question)
        return max((float(self._view.entity_rarity[hit.entity]) for hit in hits), default=0.0)

    def _chosen(
        self, plan: HopPlan, walk: Walk, ranking: Scores, allowed: Scores, limit: int
    ) -> list[int]:
        """The best rows, each hop's own best among them; all postings for complete answers."""
        best: list[int] = top_rows(ranking, max(limit, self._settings.complete_limit)).tolist()
        if len(plan.hops) > 1:
            best = _with_quota(best, walk, self._settings.passages, self._settings.rank.quota)
        kinds = self._view.passages.kinds
        if plan.kind in _ENUMERATIONS:
            rank = self._settings.rank
            scope, hits = rank.sibling_scope, rank.sibling_hits
            best = with_siblings(best, self._groups, kinds, scope, hits)
        else:
            most = self._settings.rank.rows_a_table
            best = spread_over_tables(best, self._groups, kinds, most)
        head = best[: self._fitting(best, limit)]
        if plan.kind not in COMPLETE_KINDS:
            return head
        posted = self._posted(walk.key_rows[-1], allowed)
        complete = sorted(posted.difference(head), key=lambda row: (-ranking[row], row))
        return head + complete[: self._settings.complete_limit]

    def _fitting(self, ranked: Sequence[int], limit: int) -> int:
        """How many of the first rows are handed on: ``limit``, more while they are short."""
        lengths = self._view.passages.lengths[list(ranked[: self._settings.most_passages])]
        return max(limit, int((np.cumsum(lengths) <= self._settings.characters).sum()))

    def _posted(self, key_rows: NDArray[np.int64], allowed: Scores) -> set[int]:
        """The passages of some keys, those of other documents than the allowed ones left out."""
        postings = self._view.keys.postings
        rows = (row for key in key_rows.tolist() for row in postings[key].indices.tolist())
        return {row for row in rows if allowed[row]}

    def _scored(
        self, row: int, walk: Walk, signal: TextSignal, graph: Scores, ranking: Scores
    ) -> ScoredPassage:
        by_hop = [scores[row] for scores in walk.scores]
        parts = ScoreParts(
            key=float(max(scores[row] for scores in walk.key_scores)),
            graph=float(graph[row]),
            lexical=float(signal.lexical[row]),
            vector=float(max(signal.cosine[row], 0.0)),
        )
        return ScoredPassage(
            psg_id=self._view.passages.psg_ids[row],
            doc_id=self._view.passages.doc_ids[row],
            score=float(ranking[row]),
            parts=parts,
            hop_id=walk.traces[int(np.argmax(by_hop))].hop_id,
        )

    def _bound(self, plan: HopPlan, walk: Walk, allowed: Scores) -> Bound | None:
        if plan.kind not in COMPLETE_KINDS:
            return None
        posted = sorted(self._posted(walk.key_rows[-1], allowed))
        documents = {self._view.passages.doc_ids[row] for row in posted}
        uncovered = int(allowed[self._view.uncovered].sum())
        return Bound(len(walk.key_rows[-1]), len(posted), len(documents), uncovered)


def _with_quota(best: Sequence[int], walk: Walk, limit: int, quota: int) -> list[int]:
    """Each hop's ``quota`` best rows are moved into the first ``limit`` when they are not there."""
    promised = [row for scores in walk.scores for row in top_rows(scores, quota).tolist()]
    missing = [row for row in dict.fromkeys(promised) if row not in best[:limit]]
    head = list(best[: max(limit - len(missing), 0)]) + missing
    return head + [row for row in best if row not in head]


def _empty_trace(hop_id: str) -> HopTrace:
    return HopTrace(hop_id, (), (), (), HopStatus.EMPTY)
