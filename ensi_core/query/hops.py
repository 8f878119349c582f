"""Walking a hop plan: matched keys, competing bindings, and what each hop says of passages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ensi_core.query.match import HopMatch, KeyMatcher
from ensi_core.query.signals import Encode, Scores, TextSignal, text_signals, top_rows
from ensi_core.query.view import NO_ENTITY, SearchView
from ensi_core.text import fold
from ensi_core.types import Binding, Hop, HopPlan, HopStatus, HopTrace, KeyMatch

_VARIABLE = re.compile(r"\?\w+")


@dataclass(frozen=True, slots=True)
class HopSettings:
    """Weights of a hop's passage score and the width of the search.

    ``key``, ``dense``, ``lexical``, ``link`` weigh the parts of a passage's score at a hop;
    ``link`` is 1 for passages about a bound or stated entity, ``mention_link`` if they name it.
    ``beam`` paths stay alive; ``key_floor`` is the least score of a key that counts as found.
    """

    key: float = 0.6
    dense: float = 1.0
    lexical: float = 0.4
    link: float = 0.5
    mention_link: float = 0.6
    beam: int = 4
    key_floor: float = 0.6
    keys_a_hop: int = 200
    keys_shown: int = 12
    passages_a_hop: int = 20
    binding_passages: int = 4
    decay: float = 0.8


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable's value on one path, with its score in [0, 1] and where it was read."""

    value: str
    score: float
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """One competing assignment of variables; ``score`` is the product along the path."""

    bound: Mapping[str, Bound] = field(default_factory=dict)
    score: float = 1.0

    def resolve(self, text: str | None) -> str | None:
        """A field with its variable replaced; None when the variable is open."""
        if text is None or not text.startswith("?"):
            return text
        found = self.bound.get(text)
        return found.value if found else None


@dataclass(frozen=True, slots=True)
class HopStep:
    """A hop on one path: its key scores and its passage scores, both over all rows."""

    path: Path
    matched: HopMatch
    key_part: Scores
    passages: Scores


@dataclass(frozen=True, slots=True)
class Walk:
    """The result of a plan: a trace a hop, and each hop's best passage scores over all paths."""

    traces: tuple[HopTrace, ...]
    scores: tuple[Scores, ...]
    key_scores: tuple[Scores, ...]
    key_rows: tuple[NDArray[np.int64], ...]


class HopWalker:
    """Walks plans over one view."""

    def __init__(
        self, view: SearchView, matcher: KeyMatcher, encode: Encode, settings: HopSettings
    ) -> None:
        self._view = view
        self._matcher = matcher
        self._encode = encode
        self._settings = settings

    def walk(self, plan: HopPlan, allowed: Scores) -> Walk:
        """Execute hops in order; ``allowed`` is 1 for passages that may be used, else 0."""
        named = {hit.entity for hit in self._view.catalogue.find_in(plan.question)}
        paths = [Path()]
        traces, scores, key_scores, key_rows = [], [], [], []
        for hop in plan.hops:
            steps = self._steps(hop, paths, allowed)
            best = _best_over([step.path.score * step.passages for step in steps])
            grown = self._grow(hop, steps, named)
            traces.append(self._trace(hop, steps, grown, best))
            scores.append(best)
            key_scores.append(_best_over([step.path.score * step.key_part for step in steps]))
            key_rows.append(self._found_rows(steps[0].matched))
            paths = grown or paths
        return Walk(tuple(traces), tuple(scores), tuple(key_scores), tuple(key_rows))

    def _steps(self, hop: Hop, paths: Sequence[Path], allowed: Scores) -> list[HopStep]:
        texts = [_filled(hop.asks, path) for path in paths]
        signals = text_signals(self._view, texts, self._encode)
        return [
            self._step(hop, path, signal, allowed)
            for path, signal in zip(paths, signals, strict=True)
        ]

    def _step(self, hop: Hop, path: Path, signal: TextSignal, allowed: Scores) -> HopStep:
        entity, value = path.resolve(hop.entity), path.resolve(hop.value)
        if hop.binds and hop.binds in path.bound:
            entity, value = _intersected(hop, path, entity, value)
        matched = self._matcher.match(hop, entity, value)
        key_part = self._key_part(matched) * allowed
        link = self._link(entity if entity is not None else value)
        weights = self._settings
        total = (
            weights.key * key_part
            + weights.dense * signal.dense
            + weights.lexical * signal.lexical
            + weights.link * link
        ) / (weights.key + weights.dense + weights.lexical + weights.link)
        return HopStep(path, matched, key_part, total * allowed)

    def _found_rows(self, matched: HopMatch) -> NDArray[np.int64]:
        floored = np.where(matched.scores >= self._settings.key_floor, matched.scores, 0.0)
        return top_rows(floored, self._settings.keys_a_hop)

    def _key_part(self, matched: HopMatch) -> Scores:
        """Best score of the found keys of every passage."""
        part = np.zeros(self._view.size)
        rows = self._found_rows(matched)
        postings = self._view.keys.postings
        for row in rows[::-1].tolist():
            members = postings.indices[postings.indptr[row] : postings.indptr[row + 1]]
            part[members] = matched.scores[row]
        return part

    def _link(self, name: str | None) -> Scores:
        link = np.zeros(self._view.size)
        if name is None:
            return link
        for entity, (score, _) in sorted(self._matcher.entity_scores(name).items()):
            members = self._view.entity_passages[entity].indices
            np.maximum.at(link, members, self._settings.mention_link * score)
            about = np.flatnonzero(self._view.main_entity == entity)
            np.maximum.at(link, about, score)
        return link

    def _grow(self, hop: Hop, steps: Sequence[HopStep], named: set[int]) -> list[Path]:
        """Paths extended by what this hop binds, the best ``beam`` of them."""
        if hop.binds is None:
            return []
        grown: list[Path] = []
        for step in steps:
            if hop.binds in step.path.bound:
                weight = float(step.passages.max(initial=0.0))
                grown.append(replace(step.path, score=step.path.score * weight))
                continue
            for bound in self._candidates(hop, step, named):
                values = {**step.path.bound, hop.binds: bound}
                grown.append(Path(values, step.path.score * bound.score))
        grown.sort(key=lambda path: (-path.score, str(sorted(path.bound.items(), key=str))))
        return grown[: self._settings.beam]

    def _candidates(self, hop: Hop, step: HopStep, named: set[int]) -> list[Bound]:
        """Values for a hop's variable: from its keys and from the entities of its best passages."""
        found: dict[str, Bound] = {}
        for row in self._found_rows(step.matched)[: self._settings.keys_shown].tolist():
            value = _offered(hop, step, self._view.keys.keys[row].entity, row, self._view)
            self._offer(found, value, float(step.matched.scores[row]), row=None, key_row=row)
        best = top_rows(step.passages, self._settings.binding_passages)
        for rank, row in enumerate(best.tolist()):
            weight = float(step.passages[row]) * self._settings.decay**rank
            for value, rarity in self._entities_of(row, named):
                self._offer(found, value, weight * rarity, row=row, key_row=None)
        blocked = {fold(hop.entity or ""), fold(hop.value or "")}
        ranked = sorted(
            (bound for name, bound in found.items() if name not in blocked),
            key=lambda bound: (-bound.score, bound.value),
        )
        return ranked[: self._settings.beam]

    def _offer(
        self,
        found: dict[str, Bound],
        value: str,
        score: float,
        row: int | None,
        key_row: int | None,
    ) -> None:
        if not value:
            return
        rows: tuple[int, ...] = (row,) if row is not None else ()
        if key_row is not None:
            rows = tuple(self._view.keys.postings[key_row].indices.tolist()[:3])
        name = fold(value)
        known = found.get(name)
        if known is None:
            found[name] = Bound(value, min(score, 1.0), rows)
        else:
            joined = 1.0 - (1.0 - known.score) * (1.0 - min(score, 1.0))
            found[name] = Bound(known.value, joined, tuple(dict.fromkeys(known.rows + rows)))

    def _entities_of(self, row: int, named: set[int]) -> list[tuple[str, float]]:
        """Entities of a passage that the question does not name, with their rarity in (0, 1]."""
        members = self._view.passage_entities[row].indices
        catalogue = self._view.catalogue
        return [
            (catalogue.names[entity], float(self._view.entity_rarity[entity]))
            for entity in members.tolist()
            if entity not in named
        ]

    def _trace(
        self, hop: Hop, steps: Sequence[HopStep], grown: Sequence[Path], best: Scores
    ) -> HopTrace:
        keys = self._shown_keys(steps)
        psg_ids = self._view.passages.psg_ids
        rows = top_rows(best, self._settings.passages_a_hop)
        bindings = tuple(
            Binding(
                hop.binds or "",
                path.bound[hop.binds or ""].value,
                path.score,
                tuple(psg_ids[row] for row in path.bound[hop.binds or ""].rows),
            )
            for path in grown
        )
        status = HopStatus.FOUND if keys else HopStatus.FILLED_BY_SEARCH
        if not len(rows):
            status = HopStatus.EMPTY
        return HopTrace(hop.id, bindings, keys, tuple(psg_ids[row] for row in rows), status)

    def _shown_keys(self, steps: Sequence[HopStep]) -> tuple[KeyMatch, ...]:
        shown: dict[str, KeyMatch] = {}
        for step in steps:
            rows = self._found_rows(step.matched)[: self._settings.keys_shown]
            for match in self._matcher.matches(step.matched, rows.tolist()):
                known = shown.get(match.key.key_id)
                if known is None or known.score < match.score:
                    shown[match.key.key_id] = match
        ranked = sorted(shown.values(), key=lambda match: (-match.score, match.key.key_id))
        return tuple(ranked[: self._settings.keys_shown])


def _offered(hop: Hop, step: HopStep, entity: str, row: int, view: SearchView) -> str:
    """What a key gives to the hop's variable: its value, or its entity if the value was stated."""
    if step.path.resolve(hop.entity) is not None:
        key = view.keys.keys[row]
        target = int(view.keys.target[row])
        return view.catalogue.names[target] if target != NO_ENTITY else key.value
    return entity


def _intersected(
    hop: Hop, path: Path, entity: str | None, value: str | None
) -> tuple[str | None, str | None]:
    """A hop whose variable is already bound must agree with it on its open side."""
    known = path.bound[hop.binds or ""].value
    if hop.entity is None or hop.entity == hop.binds:
        return known, value
    return entity, known if value is None else value


def _filled(text: str, path: Path) -> str:
    def bound(match: re.Match[str]) -> str:
        found = path.bound.get(match.group())
        return found.value if found else ""

    return _VARIABLE.sub(bound, text)


def _best_over(scores: Sequence[Scores]) -> Scores:
    return np.asarray(np.max(np.stack(list(scores)), axis=0))
