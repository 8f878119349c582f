"""Who a noun phrase is: a name, a pronoun, "the film", or a role that someone holds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.findings import UnitView
from ensi_core.engines.offline.lexicon import word_table
from ensi_core.engines.offline.namebook import Bearer, Named
from ensi_core.engines.offline.nlp import Clause
from ensi_core.types import Span

_PERSONAL = frozenset({"he", "she", "his", "her", "him", "himself", "herself", "who", "whose"})
_IMPERSONAL = frozenset({"it", "its", "itself", "they", "their"})
_SELF = frozenset({"we", "our", "us", "the company", "our company", "the registrant"})
COPULAS = frozenset({"be", "become", "remain", "serve"})
_PERSON_LIKE = ("person", "unknown")


@dataclass(frozen=True, slots=True)
class Subject:
    """The document's main entity; ``nouns`` may stand for it after "the" ("the film").

    ``titled`` when the title names it, so that pronouns and roles without a name mean it.
    """

    bearer: Bearer
    nouns: frozenset[str] = frozenset()
    titled: bool = False


class Referents:
    """Finds bearers for the noun phrases of one text unit."""

    def __init__(self, view: UnitView, main: Subject) -> None:
        self.view = view
        self.main = main
        self.holders: dict[int, Bearer] = {}
        """Role nouns (by where they start) → who holds them: "the son" in "X is the son of Y"."""
        self._persons: list[tuple[int, Bearer]] = []
        self._things: list[tuple[int, Bearer]] = []
        self._note_subjects()
        self._note_appositions()
        for clause in view.parsed.clauses:
            self._note_attributes(clause)

    def of(self, head: Span, phrase: Span | None = None) -> Bearer | None:
        """The bearer of a noun phrase with this head word, None when it is not known."""
        named = self.view.named_at(head)
        if named is not None:
            return named.bearer
        if head.start in self.holders:
            return self.holders[head.start]
        word = self.view.surface(head).casefold()
        if word in _PERSONAL:
            return self._pronoun(self._persons, head.start, _PERSON_LIKE)
        if word in _IMPERSONAL:
            return self._pronoun(self._things, head.start, ())
        return self.main.bearer if self._means_main(word, head, phrase) else None

    def _note_subjects(self) -> None:
        for clause in self.view.parsed.clauses:
            for head, _ in clause.subjects[:1]:
                named = self.view.named_at(head)
                if named is not None:
                    person = named.bearer.type == "person"
                    places = self._persons if person else self._things
                    places.append((named.span.start, named.bearer))
        self._persons.sort(key=lambda place: place[0])
        self._things.sort(key=lambda place: place[0])

    def _note_appositions(self) -> None:
        for link in self.view.parsed.links:
            if link.how not in ("appos", "compound"):
                continue
            head, target = self.view.named_at(link.head), self.view.named_at(link.target)
            if link.how == "appos" and not self._adjoin(link.head, link.target):
                continue
            if head is not None and target is None and link.how == "appos":
                self.holders.setdefault(link.target.start, self._first_of_chain(head).bearer)
            elif head is None and target is not None:
                self.holders.setdefault(link.head.start, target.bearer)

    def _first_of_chain(self, named: Named) -> Named:
        """ "Clatskanie, Oregon, a mill town": what is said of the last is said of the first."""
        index = self.view.named.index(named)
        before = self.view.named[index - 1] if index else None
        if before is None or {before.bearer.type, named.bearer.type} != {"place"}:
            return named
        between = self.view.unit.text[before.span.end : named.span.start]
        return before if between.strip() == "," else named

    def _adjoin(self, one: Span, other: Span) -> bool:
        """True when no bracket and no third name stands between two words."""
        start, end = min(one.end, other.end), max(one.start, other.start)
        between = self.view.unit.text[start:end]
        third = any(start < n.span.start and n.span.end < end for n in self.view.named)
        return "(" not in between and ";" not in between and not third

    def _note_attributes(self, clause: Clause) -> None:
        """ "X is the son of Y": X holds "son"; "the capital is Y": Y holds "capital"."""
        if clause.verb not in COPULAS or not clause.subjects or clause.negated:
            return
        head, phrase = clause.subjects[0]
        bearer = self.of(head, phrase)
        for argument in clause.arguments:
            if argument.role != "attribute" and (argument.role, clause.verb) != ("as", "serve"):
                continue
            named = self.view.named_at(argument.head)
            if bearer is not None and named is None:
                self.holders.setdefault(argument.head.start, bearer)
            elif bearer is None and named is not None:
                self.holders.setdefault(head.start, named.bearer)

    def _pronoun(
        self, places: Sequence[tuple[int, Bearer]], position: int, kinds: Sequence[str]
    ) -> Bearer | None:
        """The last subject in this or the sentence before; the main entity of a titled text."""
        main = self.main.bearer
        fits = main.type in kinds if kinds else main.type != "person"
        last = _last(places, position)
        if self.main.titled and fits:
            near = last is not None and self._same_sentence(last[0], position)
            return last[1] if near and last is not None else main
        return last[1] if last is not None else None

    def _same_sentence(self, one: int, other: int) -> bool:
        sentence = self.view.sentence_of(Span(other, other + 1))
        return sentence.start <= one < sentence.end

    def _means_main(self, word: str, head: Span, phrase: Span | None) -> bool:
        shown = self.view.surface(phrase or head).casefold()
        if shown in _SELF:
            return self.main.bearer.type == "organization"
        if shown.split()[0] not in ("the", "this", "these"):
            return False
        kind = self.main.bearer.type
        same = self.main.titled and kind != "person" and _kind_of(word) == kind
        return word in self.main.nouns or (same and len(shown.split()) == 2)


def _kind_of(noun: str) -> str | None:
    return word_table("type_nouns.tsv").get(noun)


def _last(places: Sequence[tuple[int, Bearer]], position: int) -> tuple[int, Bearer] | None:
    index = bisect_left([start for start, _ in places], position)
    return places[index - 1] if index else None
