"""Who a subject is: a name, a pronoun, or "the film" in a text about a film."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from ensi_core.engines.offline.findings import UnitView
from ensi_core.engines.offline.namebook import Bearer
from ensi_core.types import Span

_PERSONAL = frozenset({"he", "she", "his", "her", "him", "himself", "herself", "who", "whose"})
_IMPERSONAL = frozenset({"it", "its", "itself"})
_SELF = frozenset({"we", "our", "us", "the company", "our company", "the registrant"})


@dataclass(frozen=True, slots=True)
class Subject:
    """The document's main entity; ``nouns`` may stand for it after "the" ("the film")."""

    bearer: Bearer
    nouns: frozenset[str] = frozenset()


@dataclass(slots=True)
class Referents:
    """Finds bearers for the noun phrases of one text unit."""

    view: UnitView
    main: Subject | None
    _persons: list[tuple[int, Bearer]] = field(default_factory=list)
    _things: list[tuple[int, Bearer]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.main is not None:
            kind = self.main.bearer.type
            start = (-1, self.main.bearer)
            (self._persons if kind == "person" else self._things).append(start)
        for clause in self.view.parsed.clauses:
            if clause.subject is not None:
                named = self.view.named_at(clause.subject)
                if named is not None:
                    place = (named.span.start, named.bearer)
                    self._list_of(named.bearer).append(place)
        self._persons.sort(key=lambda place: place[0])
        self._things.sort(key=lambda place: place[0])

    def _list_of(self, bearer: Bearer) -> list[tuple[int, Bearer]]:
        return self._persons if bearer.type == "person" else self._things

    def of(self, head: Span, phrase: Span | None = None) -> Bearer | None:
        """The bearer of a noun phrase with this head word, None when it is not known."""
        named = self.view.named_at(head)
        if named is not None:
            return named.bearer
        word = self.view.surface(head).casefold()
        if word in _PERSONAL:
            return _last(self._persons, head.start)
        if word in _IMPERSONAL:
            return _last(self._things, head.start)
        if self.main is None:
            return None
        return self.main.bearer if self._means_main(word, head, phrase) else None

    def _means_main(self, word: str, head: Span, phrase: Span | None) -> bool:
        if self.main is None:
            return False
        shown = self.view.surface(phrase or head).casefold()
        if shown in _SELF:
            return self.main.bearer.type == "organization"
        return shown in (f"the {word}", f"this {word}") and word in self.main.nouns


def _last(places: Sequence[tuple[int, Bearer]], position: int) -> Bearer | None:
    index = bisect_left([start for start, _ in places], position)
    return places[index - 1][1] if index else None
