"""The catalogue of entity names: variants and aliases brought together, and lookup in questions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ensi_core.text import fold
from ensi_core.types import Category, Key
from ensi_core.words import STOP_WORDS

ALIAS = "alias"
MAX_NAME_WORDS = 10
MAX_ALIAS_BEARERS = 1
"""An alias borne by more entities than this ("the Company") joins none of them."""

_CORPORATE = re.compile(
    r"(?:,?\s+(?:inc|incorporated|corp|corporation|co|company|llc|l\.l\.c|ltd|limited|plc|lp|l\.p"
    r"|llp|ag|sa|s\.a|gmbh|nv|n\.v|bv|b\.v|holdings?|group))+$"
)
_HONORIFIC = re.compile(
    r"^(?:the|mr|mrs|ms|dr|prof|hon|judge|justice|sir|dame|lord|lady|sen|rep|gov)\.? (?=\S)"
)
_WORD = re.compile(r"[^\W_]+(?:[.'&-][^\W_]+)*%?", re.UNICODE)


@dataclass(frozen=True, slots=True)
class NameHit:
    """A known name found in a text: ``start``/``end`` are offsets, ``how`` says by which form."""

    entity: int
    start: int
    end: int
    how: str


@dataclass(frozen=True, slots=True)
class NameCatalogue:
    """Entities (clusters of names); ``names[i]`` and ``types[i]`` describe entity ``i``.

    ``by_name`` maps every folded name to its entity; ``ambiguous`` maps folded aliases that several
    entities bear to all of them.
    """

    names: tuple[str, ...]
    types: tuple[str, ...]
    by_name: Mapping[str, int]
    ambiguous: Mapping[str, tuple[int, ...]]
    aliases: Mapping[int, tuple[str, ...]]

    def entities_named(self, name: str) -> tuple[tuple[int, str], ...]:
        """Entities of exactly this name or alias, with how each was found."""
        folded = fold(name)
        for form, how in ((folded, "exact"), (variant(folded), "variant")):
            entity = self.by_name.get(form)
            if entity is not None:
                same = fold(self.names[entity]) == form
                return ((entity, how if same else "alias"),)
        return tuple((entity, "ambiguous alias") for entity in self.ambiguous.get(folded, ()))

    def find_in(self, text: str) -> tuple[NameHit, ...]:
        """Known names in a text, longest first at each place, without overlap, in text order."""
        words = [(m.start(), m.end(), m.group()) for m in _WORD.finditer(text)]
        hits: list[NameHit] = []
        position = 0
        while position < len(words):
            hit, used = self._longest_at(words, position, text)
            if hit is not None:
                hits.append(hit)
            position += used
        return tuple(hits)

    def _longest_at(
        self, words: Sequence[tuple[int, int, str]], position: int, text: str
    ) -> tuple[NameHit | None, int]:
        longest = min(MAX_NAME_WORDS, len(words) - position)
        for count in range(longest, 0, -1):
            start, end = words[position][0], words[position + count - 1][1]
            surface = text[start:end]
            if count == 1 and not _may_stand_alone(surface, position):
                continue
            found = self.entities_named(surface)
            if len(found) == 1 and not (found[0][1] == "variant" and _starts_weakly(surface)):
                return NameHit(found[0][0], start, end, found[0][1]), count
        return None, 1


def _starts_weakly(surface: str) -> bool:
    """True for "the will": without its article it must pass as a name on its own."""
    return fold(surface.split()[0]) in STOP_WORDS


def _may_stand_alone(word: str, position: int) -> bool:
    folded = fold(word)
    if folded in STOP_WORDS or len(folded) < 2:
        return False
    return any(c.isupper() or c.isdigit() for c in word[: 1 if position else None]) or len(word) > 4


def variant(folded: str) -> str:
    """A folded name without honorific, article, corporate suffix."""
    shorter = _HONORIFIC.sub("", folded)
    shorter = _CORPORATE.sub("", shorter)
    return shorter or folded


def name_catalogue(keys: Iterable[Key]) -> NameCatalogue:
    """Clusters of the names in an index; a pure function of the set of keys."""
    builder = _Clusters()
    alias_pairs: list[tuple[str, str]] = []
    for key in keys:
        builder.add(key.entity, key.type)
        if key.category is Category.RELATION:
            builder.add(key.value, "unknown")
            if fold(key.name) == ALIAS and not key.inverse:
                alias_pairs.append((fold(key.entity), fold(key.value)))
    return builder.catalogue(alias_pairs)


class _Clusters:
    """Union of folded names; the surface shown is the commonest of the cluster."""

    def __init__(self) -> None:
        self.parent: dict[str, str] = {}
        self.surfaces: dict[str, Counter[str]] = defaultdict(Counter)
        self.types: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, surface: str, entity_type: str) -> None:
        folded = fold(surface)
        if not folded:
            return
        self.parent.setdefault(folded, folded)
        self.surfaces[folded][surface] += 1
        if entity_type != "unknown":
            self.types[folded][entity_type] += 1

    def root(self, name: str) -> str:
        while self.parent[name] != name:
            self.parent[name] = self.parent[self.parent[name]]
            name = self.parent[name]
        return name

    def join(self, one: str, other: str) -> None:
        if one in self.parent and other in self.parent:
            low, high = sorted((self.root(one), self.root(other)))
            self.parent[high] = low

    def catalogue(self, alias_pairs: Sequence[tuple[str, str]]) -> NameCatalogue:
        for name in sorted(self.parent):
            short = variant(name)
            if short != name:
                self.join(short, name)
        bearers: dict[str, set[str]] = defaultdict(set)
        for bearer, alias in alias_pairs:
            bearers[alias].add(self.root(bearer))
        for alias, roots in sorted(bearers.items()):
            if len(roots) <= MAX_ALIAS_BEARERS:
                for bearer in sorted(roots):
                    self.join(bearer, alias)
        shared = {
            alias: roots for alias, roots in bearers.items() if len(roots) > MAX_ALIAS_BEARERS
        }
        return self._numbered(shared)

    def _numbered(self, shared: Mapping[str, set[str]]) -> NameCatalogue:
        members: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self.parent):
            members[self.root(name)].append(name)
        roots = sorted(members)
        number = {root: i for i, root in enumerate(roots)}
        ambiguous = {
            alias: tuple(sorted({number[self.root(bearer)] for bearer in bearers}))
            for alias, bearers in shared.items()
        }
        by_name = {
            name: number[root]
            for root in roots
            for name in members[root]
            if name not in ambiguous or len(members[root]) > 1
        }
        return NameCatalogue(
            names=tuple(self._surface(members[root]) for root in roots),
            types=tuple(self._type(members[root]) for root in roots),
            by_name=by_name,
            ambiguous=ambiguous,
            aliases={number[root]: tuple(members[root]) for root in roots},
        )

    def _surface(self, names: Sequence[str]) -> str:
        total: Counter[str] = Counter()
        for name in names:
            total.update(self.surfaces[name])
        return min(total, key=lambda surface: (-total[surface], -len(surface), surface))

    def _type(self, names: Sequence[str]) -> str:
        total: Counter[str] = Counter()
        for name in names:
            total.update(self.types[name])
        return min(total, key=lambda kind: (-total[kind], kind)) if total else "unknown"
