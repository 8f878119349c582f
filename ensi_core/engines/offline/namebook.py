"""The names of one document: which forms stand for which entity, and where a text uses them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ensi_core.engines.offline.entities import Mention
from ensi_core.engines.offline.names import (
    acronym,
    has_honorific,
    without_company_suffix,
    without_honorific,
)
from ensi_core.text import fold
from ensi_core.types import Span

_WORD = re.compile(r"[^\W_]+(?:[.'’&/-]+[^\W_]+)*\.?", re.UNICODE)
_SURE_TYPES = {"case": 5, "statute": 5, "court": 4, "agreement": 3, "law": 2, "term": 1}
_MOST_FORM_WORDS = 14
_GIVEN = 40
"""A name counted so often at once is the title's: other forms are short for it."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """A canonical entity of a document; ``place`` is where its name is written out."""

    name: str
    type: str
    place: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A place in a text unit that names a bearer; ``exact`` when it is by its canonical name."""

    span: Span
    bearer: Bearer
    exact: bool


@dataclass(frozen=True, slots=True)
class Sighting:
    """A mention with its document spans, as the name book is built from them."""

    mention: Mention
    place: tuple[Span, ...]


@dataclass(slots=True)
class NameBook:
    """Forms of names → bearers; ``find`` gives the names in a text, longest first."""

    forms: Mapping[str, Bearer]
    _by_first: dict[str, list[tuple[tuple[str, ...], Bearer, str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for form in sorted(self.forms):
            words = tuple(_WORD.findall(form))
            if words and len(words) <= _MOST_FORM_WORDS:
                row = (tuple(_plain(word) for word in words), self.forms[form], form)
                self._by_first.setdefault(row[0][0], []).append(row)
        for rows in self._by_first.values():
            rows.sort(key=lambda row: (-len(row[0]), row[2]))

    def find(self, text: str) -> tuple[Named, ...]:
        """Names in a text in order, without overlap; the longest form at each place."""
        matches = list(_WORD.finditer(text))
        words = [_plain(match.group()) for match in matches]
        found: list[Named] = []
        position = 0
        while position < len(words):
            hit = self._at(words, position)
            if hit is None:
                position += 1
                continue
            count, bearer, form = hit
            end = _end_of(matches[position + count - 1], form)
            span = Span(matches[position].start(), end)
            surface = " ".join(text[span.start : span.end].split())
            found.append(Named(span, bearer, bearer.name in (surface, surface + ".")))
            position += count
        return tuple(found)

    def _at(self, words: Sequence[str], position: int) -> tuple[int, Bearer, str] | None:
        for form, bearer, surface in self._by_first.get(words[position], ()):
            if tuple(words[position : position + len(form)]) == form:
                return len(form), bearer, surface
        return None

    def bearer(self, name: str) -> Bearer | None:
        """The bearer of a form, None for an unknown one."""
        return self.forms.get(name)


_TAIL = re.compile(r"['’]s$|['’]$|\.$")


def _plain(word: str) -> str:
    return _TAIL.sub("", word).replace("’", "'")


def _end_of(match: re.Match[str], form: str) -> int:
    """The end of a form's last word: without a possessive, with a stop only if the form has it."""
    word = match.group()
    end = match.start() + len(_TAIL.sub("", word))
    return match.end() if form.endswith(".") and word.endswith(".") else end


class NameBookBuilder:
    """Collects sightings and aliases of one document, then settles who is who."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()
        self._types: dict[str, Counter[str]] = defaultdict(Counter)
        self._place: dict[str, tuple[Span, ...]] = {}
        self._alias: dict[str, str] = {}
        self._fixed: set[str] = set()

    def add(self, sighting: Sighting, weight: int = 1) -> None:
        """A mention; a higher weight makes its type and form win."""
        name = sighting.mention.name
        self._count[name] += weight
        kind = sighting.mention.type
        self._types[name][kind] += weight * _SURE_TYPES.get(kind, 1)
        self._place.setdefault(name, sighting.place)

    def tell_type(self, name: str, kind: str, weight: int) -> None:
        """What the text itself says a known name is."""
        if name in self._count:
            self._types[name][kind] += weight

    def alias(self, form: str, name: str) -> None:
        """A form that the document itself gives to a name; the first definition counts."""
        if form != name:
            self._alias.setdefault(form, name)

    def drop(self, names: Iterable[str]) -> None:
        """Forget names that turned out to be none."""
        for name in names:
            self._count.pop(name, None)
            self._types.pop(name, None)

    def names(self) -> Sequence[str]:
        """All names seen so far, sorted."""
        return sorted(self._count)

    def build(self) -> NameBook:
        """The settled book; a pure function of what was added."""
        roots = self._roots()
        members: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self._count):
            members[_follow(roots, name)].append(name)
        bearers = {root: self._bearer(root, names) for root, names in members.items()}
        forms = {name: bearers[_follow(roots, name)] for name in sorted(self._count)}
        for form, name in sorted(self._alias.items()):
            bearer = forms.get(name)
            if bearer is not None:
                forms[form] = bearer
                if len(form) > 4 and not form.isupper():
                    forms.setdefault(form.upper(), bearer)
        return NameBook(forms)

    def _bearer(self, root: str, names: Sequence[str]) -> Bearer:
        kinds: Counter[str] = Counter()
        for name in names:
            if fold(name) == fold(root):
                kinds.update(self._types[name])
        if not any(kind != "unknown" for kind in kinds):
            for name in names:
                kinds.update(self._types[name])
        named = {kind: count for kind, count in kinds.items() if kind != "unknown"}
        kind = min(named, key=lambda k: (-named[k], k)) if named else "unknown"
        return Bearer(root, kind, self._place.get(root, ()))

    def _roots(self) -> dict[str, str]:
        """Form → the fuller form that it is short for."""
        roots: dict[str, str] = {}
        names = sorted(self._count)
        self._join_spellings(names, roots)
        self._join_companies(names, roots)
        self._join_persons(names, roots)
        self._join_acronyms(names, roots)
        for form, name in self._alias.items():
            known = form in self._count and name in self._count and form not in roots
            if known and _follow(roots, name) != form:
                roots[form] = name
        return roots

    def _rank(self, name: str) -> tuple[bool, int, str]:
        """Best form first: not all capitals, frequent."""
        return (name.isupper() and len(name) > 5, -self._count[name], name)

    def _join_spellings(self, names: Sequence[str], roots: dict[str, str]) -> None:
        same: dict[str, list[str]] = defaultdict(list)
        for name in names:
            same[fold(without_honorific(name))].append(name)
        for group in same.values():
            best = min(group, key=lambda n: (has_honorific(n), *self._rank(n)))
            for name in group:
                if name != best:
                    roots[name] = best

    def _join_companies(self, names: Sequence[str], roots: dict[str, str]) -> None:
        by_short: dict[str, set[str]] = defaultdict(set)
        by_first: dict[str, set[str]] = defaultdict(set)
        for name in names:
            short = without_company_suffix(name)
            if short != name:
                by_short[fold(short)].add(_follow(roots, name))
                if len(first := short.split()[0]) > 4 and " " in short:
                    by_first[fold(first)].add(_follow(roots, name))
        for name in names:
            full = by_short.get(fold(name)) or by_first.get(fold(name), set())
            if len(full) == 1 and name not in roots:
                target = next(iter(full))
                if target != name and self.main_type(name) not in ("person", "place"):
                    roots[name] = target

    def _join_persons(self, names: Sequence[str], roots: dict[str, str]) -> None:
        full = [n for n in names if self.main_type(n) == "person" and " " in without_honorific(n)]
        by_last: dict[str, set[str]] = defaultdict(set)
        by_first: dict[str, set[str]] = defaultdict(set)
        for name in full:
            words = without_honorific(name).split()
            last = words[-1] if fold(words[-1]) not in ("jr", "sr", "ii", "iii") else words[-2]
            by_last[fold(last)].add(_follow(roots, name))
            by_first[fold(words[0])].add(_follow(roots, name))
        self._join_middle_names(full, roots)
        for name in names:
            bare = without_honorific(name)
            if " " in bare or name in roots or self.main_type(name) in _SURE_TYPES:
                continue
            for table in (by_last, by_first):
                targets = {_follow(roots, t) for t in table.get(fold(bare), ())}
                if len(targets) == 1 and (target := next(iter(targets))) != name:
                    roots[name] = target
                    break

    def _join_middle_names(self, full: Sequence[str], roots: dict[str, str]) -> None:
        by_ends: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name in full:
            words = without_honorific(name).split()
            by_ends[fold(words[0]), fold(words[-1])].append(name)
        for group in by_ends.values():
            best = max(
                group, key=lambda n: (self._count[n] >= _GIVEN, len(without_honorific(n)), n)
            )
            for name in group:
                if name not in roots and _follow(roots, best) != name:
                    roots[name] = best

    def _join_acronyms(self, names: Sequence[str], roots: dict[str, str]) -> None:
        long_forms: dict[str, set[str]] = defaultdict(set)
        for name in names:
            if " " in name and (short := acronym(name)) and len(short) >= 3:
                long_forms[short].add(_follow(roots, name))
        for name in names:
            targets = long_forms.get(name.replace(".", ""), set())
            if name not in roots and len(targets) == 1 and (target := next(iter(targets))) != name:
                roots[name] = target

    def main_type(self, name: str) -> str:
        """The type that most speaks for so far."""
        kinds = self._types[name]
        return min(kinds, key=lambda kind: (-kinds[kind], kind)) if kinds else "unknown"


def _follow(roots: Mapping[str, str], name: str) -> str:
    seen = {name}
    while name in roots and roots[name] not in seen:
        name = roots[name]
        seen.add(name)
    return name
