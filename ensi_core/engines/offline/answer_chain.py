"""Following a plan's hops through the passages at hand: each binding is read in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ensi_core.engines.offline.answer_scoring import UnitRanker, UnitScore
from ensi_core.engines.offline.answer_select import (
    Candidate,
    EntitiesOf,
    LifeDate,
    Wanted,
    candidates,
)
from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.answer_words import answer_terms
from ensi_core.engines.offline.nlp import NamedSpan
from ensi_core.engines.offline.question_relations import noun_type
from ensi_core.engines.offline.question_words import noun_answer_type
from ensi_core.text import fold, one_line
from ensi_core.types import AnswerType, Evidence, Hop, HopPlan

BEAM = 3
"""Competing readings that stay alive from hop to hop."""

MOST_ANSWERS = 6
_UNITS_READ = 10
_NAME_SHARE = 0.4
"""What closeness to the name that a hop is about counts, against closeness to the relation."""

_VARIABLE = re.compile(r"\?\d+\b")
_NAMED = (AnswerType.PERSON, AnswerType.ORGANIZATION, AnswerType.PLACE)


@dataclass(frozen=True, slots=True)
class Step:
    """What was read at one hop: the candidate, and the text that bound its variable."""

    hop: Hop
    found: Candidate


@dataclass(frozen=True, slots=True)
class Chain:
    """One reading of the hops so far; ``score`` is the product of its candidates' scores."""

    steps: tuple[Step, ...] = ()
    bound: Mapping[str, str] = field(default_factory=dict)
    score: float = 1.0

    def filled(self, text: str) -> str:
        """A text with its variables replaced; unbound ones are dropped."""
        return one_line(_VARIABLE.sub(lambda m: self.bound.get(m.group(), ""), text))


@dataclass(slots=True)
class ChainReader:
    """Reads candidates for hops in the units of the evidence."""

    plan: HopPlan
    evidence: Evidence
    ranker: UnitRanker
    entities_of: EntitiesOf
    _scores: dict[str, list[UnitScore]] = field(default_factory=dict)
    _entities: dict[str, Sequence[NamedSpan]] = field(default_factory=dict)

    def scores(self, query: str) -> list[UnitScore]:
        """The score of every unit for a query."""
        if query not in self._scores:
            self._scores[query] = self.ranker.scores(query)
        return self._scores[query]

    def hop_scores(self, hop: Hop, chain: Chain) -> list[float]:
        """Unit scores for a hop: its own sub-question, some of the whole, its entity named."""
        own = self.scores(chain.filled(hop.asks))
        whole = self.scores(self.plan.question)
        about = fold(chain.filled(hop.entity or ""))
        return [
            0.7 * a.total + 0.2 * b.total + (0.1 if about and self._speaks_of(i, about) else 0.0)
            for i, (a, b) in enumerate(zip(own, whole, strict=True))
        ]

    def best_units(
        self, hop: Hop, chain: Chain, limit: int = _UNITS_READ
    ) -> list[tuple[Unit, float]]:
        """Units with their scores for a hop, best first."""
        scores = self.hop_scores(hop, chain)
        order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[:limit]
        return [(self.ranker.units[i], scores[i]) for i in order]

    def candidates(self, hop: Hop, chain: Chain, wanted: AnswerType) -> list[Candidate]:
        """Typed candidates for a hop over its best units, best first, each text once."""
        query = chain.filled(hop.asks)
        looked_for = Wanted(
            type=wanted,
            weights=self._near_weights(hop, query, chain),
            excluded=(fold(self.plan.question), fold(query), *map(fold, chain.bound.values())),
            favoured=self._favoured(hop),
            noun=asked_noun(hop),
            life=_life_date(hop),
        )
        found: dict[str, Candidate] = {}
        for unit, score in self.best_units(hop, chain):
            for candidate in candidates(unit, score, looked_for, self._names_in):
                known = found.get(fold(candidate.text))
                if known is None or known.score < candidate.score:
                    found[fold(candidate.text)] = candidate
        return sorted(found.values(), key=lambda c: (-c.score, c.unit.rank, c.start))

    def _near_weights(self, hop: Hop, query: str, chain: Chain) -> dict[str, float]:
        """Weights of words that should stand near an answer: those of the relation count most."""
        weights = dict(self.ranker.weights(f"{query} {hop.name or ''}"))
        about = set(answer_terms(chain.filled(hop.entity or "")))
        return {t: w * (_NAME_SHARE if t in about else 1.0) for t, w in weights.items()}

    def chains(self) -> list[Chain]:
        """Readings of the hops that others build on, best first; there is always one."""
        used = {hop_id for hop in self.plan.hops for hop_id in hop.depends_on}
        chains = [Chain()]
        for hop in (hop for hop in self.plan.hops if hop.id in used):
            grown = [other for chain in chains for other in self._grown(hop, chain)]
            grown.sort(key=lambda chain: (-chain.score, sorted(chain.bound.items())))
            chains = grown[:BEAM]
        return chains

    def _grown(self, hop: Hop, chain: Chain) -> list[Chain]:
        """A chain with each of the best candidates of a hop; as it is when there is none."""
        if hop.binds is None or hop.binds in chain.bound:
            return [chain]
        found = self.candidates(hop, chain, hop_type(hop))[:BEAM]
        if not found:
            return [chain]
        return [
            Chain(
                (*chain.steps, Step(hop, candidate)),
                {**chain.bound, hop.binds: candidate.text},
                chain.score * min(candidate.score, 1.0),
            )
            for candidate in found
        ]

    def _names_in(self, text: str) -> Sequence[NamedSpan]:
        """The names in a unit; each unit is parsed once."""
        if text not in self._entities:
            self._entities[text] = self.entities_of(text)
        return self._entities[text]

    def _speaks_of(self, index: int, folded: str) -> bool:
        unit = self.ranker.units[index]
        return folded in fold(unit.text) or folded in fold(unit.context)

    def _favoured(self, hop: Hop) -> dict[str, float]:
        """Names that the index binds at a hop, with their scores."""
        for trace in self.evidence.hops:
            if trace.hop_id == hop.id:
                return {fold(b.value): min(b.score, 1.0) for b in trace.bindings}
        return {}


def asked_noun(hop: Hop) -> str | None:
    """The noun that says what a hop looks for, when names of such things contain it."""
    words = fold(f"{hop.name or ''} {hop.asks}").split()
    for word in words[:6]:
        if word in ("nationality", "citizen", "citizenship"):
            return word
        if noun_type(word) in ("place", "organization") or (
            noun_answer_type(word) in (AnswerType.PLACE, AnswerType.ORGANIZATION)
        ):
            return word
    return None


def hop_type(hop: Hop) -> AnswerType:
    """The type of what a hop in the middle of a plan binds, from the nouns that describe it."""
    for words in (fold(hop.asks).split()[:4], fold(hop.name or "").split()):
        for word in words:
            kind = noun_answer_type(word)
            if kind in _NAMED:
                return kind
            known = noun_type(word)
            if known in ("person", "organization", "place"):
                return AnswerType(known)
    return AnswerType.TEXT


def best_answers(
    reader: ChainReader, chains: Sequence[Chain], wanted: AnswerType
) -> list[tuple[Chain, Candidate]]:
    """Answers of the last hop over all chains, best first."""
    last = reader.plan.hops[-1]
    found = [
        (chain, candidate)
        for chain in chains
        for candidate in reader.candidates(last, chain, wanted)[:MOST_ANSWERS]
    ]
    found.sort(key=lambda pair: (-pair[1].score * (0.5 + 0.5 * pair[0].score), pair[1].unit.rank))
    return found


def _life_date(hop: Hop) -> LifeDate | None:
    name = fold(hop.name or "")
    if "birth" in name or "born" in name:
        return LifeDate.BIRTH
    return LifeDate.DEATH if "death" in name or "die" in name.split() else None
