"""Clauses and noun relations out of a dependency parse given as plain lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.lexicon import word_set
from ensi_core.types import Span

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_OBJECTS = {"dobj": "object", "dative": "dative", "attr": "attribute", "oprd": "attribute"}
_PRENOMINAL = frozenset({"det", "amod", "compound", "nummod", "nmod", "poss", "quantmod", "advmod"})
_RELATIVE = frozenset({"who", "which", "that", "whom", "whose"})
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_LONGEST_COMPLEMENT = 8
_CLIMB = 5
"""How many heads up a figure's governing noun and verb are looked for."""

_FIGURES = frozenset({"CD", "$", "#"})
_MAX_COORDINATED = 12
"""Longest coordination that is followed; more is a run-on that the parser got wrong."""


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands in a role to a verb: "object", "agent", "attribute", "dative", a preposition.

    ``head`` is the head token, ``phrase`` its noun phrase, ``lemma`` the head's lemma.
    """

    role: str
    head: Span
    phrase: Span
    lemma: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb (lemma, with its particle: "take over") with its subjects and arguments.

    ``subjects`` are the head and the noun phrase of each coordinated subject.
    """

    verb: str
    span: Span
    subjects: tuple[tuple[Span, Span], ...]
    passive: bool
    negated: bool
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class NounLink:
    """A noun tied to another: "father of X", "X's father", "the father, Y", "actress Y".

    ``noun`` is the lemma of the role noun, ``how`` one of a preposition, "'s", "appos", "compound".
    """

    noun: str
    head: Span
    phrase: Span
    how: str
    target: Span
    target_lemma: str


@dataclass(frozen=True, slots=True)
class Governor:
    """What a figure or month (``span``) depends on: its noun phrase and its verb, if any.

    ``noun`` and ``verb`` are lemmas, ``verb_at`` is where the verb stands; ``preposition`` is the
    one right above the figure.
    """

    span: Span
    noun: str | None
    noun_at: Span | None
    phrase: Span | None
    verb: str | None
    verb_at: Span | None
    subject: Span | None
    subject_phrase: Span | None
    object_phrase: Span | None
    preposition: str | None


@dataclass(frozen=True, slots=True)
class TokenTable:
    """A parsed text as parallel lists; ``heads`` are token indices, ``starts``/``ends`` offsets."""

    words: Sequence[str]
    tags: Sequence[str]
    deps: Sequence[str]
    heads: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    lemma_of: Callable[[str, str], str]

    def span(self, token: int) -> Span:
        """Where a token stands."""
        return Span(self.starts[token], self.ends[token])

    def lemma(self, token: int) -> str:
        """The lemma of a token."""
        return self.lemma_of(self.words[token], self.tags[token])

    def children(self) -> list[list[int]]:
        """The dependents of each token, in order."""
        found: list[list[int]] = [[] for _ in self.words]
        for token, head in enumerate(self.heads):
            if head != token:
                found[head].append(token)
        return found


def phrase_of(table: TokenTable, children: Sequence[Sequence[int]], head: int) -> Span:
    """The head with the modifiers before it without a gap, and what follows it after "of"."""
    left = head
    for child in reversed([c for c in children[head] if c < head]):
        if table.deps[child] not in _PRENOMINAL:
            break
        left = _leftmost(children, child)
    return Span(table.starts[left], table.ends[_of_complement(table, children, head)])


def _of_complement(table: TokenTable, children: Sequence[Sequence[int]], head: int) -> int:
    """The last token of "head of the complement", the head itself without one."""
    after = head + 1
    if after not in children[head] or table.words[after].lower() != "of":
        return head
    objects = [c for c in children[after] if table.deps[c] == "pobj"]
    return objects[0] if objects and 0 < objects[0] - head <= _LONGEST_COMPLEMENT else head


def _leftmost(children: Sequence[Sequence[int]], token: int) -> int:
    while children[token] and children[token][0] < token:
        token = children[token][0]
    return token


@dataclass(frozen=True, slots=True)
class Syntax:
    """What a parse tells, each in order of the head words."""

    clauses: tuple[Clause, ...]
    links: tuple[NounLink, ...]
    governors: tuple[Governor, ...]


def read_syntax(table: TokenTable) -> Syntax:
    """The clauses, noun links and governed figures of a text."""
    reader = _Reader(table)
    clauses = tuple(
        clause
        for token, tag in enumerate(table.tags)
        if tag in _VERBS and (clause := reader.clause(token)) is not None
    )
    links = tuple(
        link
        for token, tag in enumerate(table.tags)
        if tag in _NOUNS
        for link in reader.links(token)
    )
    governors = tuple(
        reader.governor(token)
        for token, tag in enumerate(table.tags)
        if tag in _FIGURES or table.words[token].lower() in word_set("months.txt")
    )
    return Syntax(clauses, links, governors)


class _Reader:
    """Walks one dependency tree."""

    def __init__(self, table: TokenTable) -> None:
        self._table = table
        self._children = table.children()

    def clause(self, verb: int) -> Clause | None:
        """The clause of a verb; None for auxiliaries and for verbs without any argument."""
        dep = self._table.deps[verb]
        if dep in ("aux", "auxpass", "amod", "compound"):
            return None
        subject, passive = self._subject(verb)
        arguments = (*self._arguments(verb), *self._shared_agents(verb, passive))
        if subject is None and not arguments:
            return None
        return Clause(
            verb=self._verb_lemma(verb),
            span=self._table.span(verb),
            subjects=() if subject is None else tuple(self._places(subject)),
            passive=passive,
            negated=any(self._table.deps[c] == "neg" for c in self._children[verb]),
            arguments=arguments,
        )

    def _places(self, subject: int) -> Iterator[tuple[Span, Span]]:
        for head in self._coordinated(subject):
            yield self._table.span(head), self._phrase(head)

    def links(self, noun: int) -> Iterator[NounLink]:
        """Ties of a noun to owners, complements, appositions and prenominal nouns."""
        deps = self._table.deps
        for child in self._children[noun]:
            if deps[child] == "prep":
                word = self._table.words[child].lower()
                for target in self._complements(child):
                    yield self._link(noun, word, target)
            elif deps[child] == "poss":
                yield self._link(noun, "'s", child)
            elif deps[child] == "appos":
                for target in self._coordinated(child):
                    yield self._link(noun, "appos", target)
            elif deps[child] == "compound" and self._table.tags[child] == "NN":
                yield self._link(child, "compound", noun)

    def governor(self, figure: int) -> Governor:
        """The noun and the verb that a figure depends on."""
        table = self._table
        noun = verb = preposition = None
        token = figure
        for _ in range(_CLIMB):
            above = table.heads[token]
            if above == token:
                break
            token = above
            tag, word = table.tags[token], table.words[token].lower()
            if tag == "IN" and noun is None and preposition is None:
                preposition = word
            elif tag in _NOUNS and noun is None and word not in word_set("unit_nouns.txt"):
                noun = token
            elif tag in _VERBS:
                verb = token
                break
        subject = None if verb is None else self._subject(verb)[0]
        return Governor(
            span=table.span(figure),
            noun=None if noun is None else table.lemma(noun),
            noun_at=None if noun is None else table.span(noun),
            phrase=None if noun is None else self._phrase(noun),
            verb=None if verb is None else self._verb_lemma(verb),
            verb_at=None if verb is None else table.span(verb),
            subject=None if subject is None else table.span(subject),
            subject_phrase=None if subject is None else self._phrase(subject),
            object_phrase=None if verb is None else self._object_phrase(verb),
            preposition=preposition,
        )

    def _object_phrase(self, verb: int) -> Span | None:
        objects = [c for c in self._children[verb] if self._table.deps[c] == "dobj"]
        return self._phrase(objects[0]) if objects else None

    def _link(self, noun: int, how: str, target: int) -> NounLink:
        span = self._table.span
        lemma = self._table.lemma
        phrase = self._phrase(noun)
        return NounLink(lemma(noun), span(noun), phrase, how, span(target), lemma(target))

    def _phrase(self, head: int) -> Span:
        return phrase_of(self._table, self._children, head)

    def _verb_lemma(self, verb: int) -> str:
        lemma = self._table.lemma(verb)
        for child in self._children[verb]:
            if self._table.deps[child] == "prt":
                return f"{lemma} {self._table.words[child].lower()}"
        return lemma

    def _subject(self, verb: int) -> tuple[int | None, bool]:
        """The subject and whether the verb is passive; shared over "and", kept over "who"."""
        deps, heads = self._table.deps, self._table.heads
        passive = any(deps[c] in ("auxpass", "nsubjpass") for c in self._children[verb])
        for child in self._children[verb]:
            if deps[child] in _SUBJECTS:
                if self._table.words[child].lower() in _RELATIVE:
                    return self._antecedent(verb), passive
                return child, passive
        if deps[verb] == "acl":
            return heads[verb], self._table.tags[verb] == "VBN"
        if deps[verb] == "relcl":
            return None, passive
        if deps[verb] in ("conj", "xcomp", "advcl") and heads[verb] != verb:
            inherited, was_passive = self._inherited(verb)
            return inherited, passive or (was_passive and self._table.tags[verb] == "VBN")
        return None, passive

    def _inherited(self, verb: int) -> tuple[int | None, bool]:
        head = self._table.heads[verb]
        if self._table.tags[head] not in _VERBS or abs(head - verb) > 60:
            return None, False
        return self._subject(head)

    def _antecedent(self, verb: int) -> int | None:
        return self._table.heads[verb] if self._table.deps[verb] == "relcl" else None

    def _arguments(self, verb: int) -> Iterator[Argument]:
        deps = self._table.deps
        for child in self._children[verb]:
            if deps[child] in _OBJECTS:
                if deps[child] == "dative" and self._table.tags[child] == "IN":
                    yield from self._prepositional(child)
                    continue
                for head in self._coordinated(child):
                    yield self._argument(_OBJECTS[deps[child]], head)
            elif deps[child] == "agent":
                for head in self._complements(child):
                    yield self._argument("agent", head)
            elif deps[child] == "prep":
                yield from self._prepositional(child)

    def _shared_agents(self, verb: int, passive: bool) -> Iterator[Argument]:
        """ "written and directed by Y": Y is the agent of both verbs."""
        own = any(self._table.deps[c] in ("agent", "dobj") for c in self._children[verb])
        if not passive or own:
            return
        for other in self._children[verb]:
            joined = self._table.deps[other] == "conj" and self._table.tags[other] == "VBN"
            own_clause = any(self._table.deps[c] == "auxpass" for c in self._children[other])
            if joined and not own_clause:
                yield from (a for a in self._arguments(other) if a.role == "agent")

    def _prepositional(self, preposition: int) -> Iterator[Argument]:
        word = self._table.words[preposition].lower()
        for head in self._complements(preposition):
            yield self._argument(word, head)

    def _argument(self, role: str, head: int) -> Argument:
        table = self._table
        return Argument(role, table.span(head), self._phrase(head), table.lemma(head))

    def _complements(self, preposition: int) -> Iterator[int]:
        for child in self._children[preposition]:
            if self._table.deps[child] in ("pobj", "pcomp"):
                yield from self._coordinated(child)
            elif self._table.deps[child] == "prep":
                yield from self._complements(child)

    def _coordinated(self, head: int) -> Iterator[int]:
        token: int | None = head
        for _ in range(_MAX_COORDINATED):
            if token is None:
                return
            yield token
            following = (c for c in self._children[token] if self._table.deps[c] == "conj")
            token = next(following, None)
