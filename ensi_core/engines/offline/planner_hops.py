"""Hops out of a question's tree: nested descriptions become hops that later ones build on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from ensi_core.engines.offline.planner_names import (
    clause_field_name,
    names_entity,
    relation_of,
    type_of,
)
from ensi_core.engines.offline.question_relations import kinship
from ensi_core.engines.offline.question_tree import QuestionTree
from ensi_core.engines.offline.question_words import LIGHT_VERBS
from ensi_core.types import Category, Hop

_CLAUSES = ("relcl", "acl")
_NESTED = (
    "acomp",
    "aux",
    "auxpass",
    "xcomp",
    "ccomp",
    "advcl",
    "pcomp",
    "conj",
    "acl",
    "dep",
    "parataxis",
)
_ARGUMENTS = [
    "nsubj",
    "nsubjpass",
    "dobj",
    "attr",
    "oprd",
    "dative",
    "pobj",
    "appos",
    "csubj",
    "npadvmod",
    "nmod",
    "obj",
    "dep",
]
_RELATIVE = frozenset(["who", "which", "that", "whom", "whose", "where", "when"])
_ORDINALS = frozenset(["first", "last", "second", "third", "top", "only", "current", "former"])
_TRANSPARENT = ("name", "identity", "case")
"""Nouns that add nothing to what they belong to: "the name of the capital"."""

MOST_HOPS = 8


@dataclass(frozen=True, slots=True)
class Reference:
    """What a noun phrase stands for: ``text`` to write it; ``entity`` a name or a variable.

    ``name`` is set when the phrase is a value of the entity ("the term of the lease"), or when
    there is no entity at all.
    """

    text: str
    entity: str | None = None
    name: str | None = None
    hop: str | None = None
    type: str | None = None

    @property
    def bound(self) -> bool:
        """True when it leads to an entity."""
        return self.entity is not None


@dataclass(frozen=True, slots=True)
class Draft:
    """A hop before it is numbered."""

    asks: str
    entity: str | None
    name: str | None
    depends_on: tuple[str, ...] = ()
    category: Category | None = None
    type: str | None = None


@dataclass(slots=True)
class HopBuilder:
    """Collects the hops of one question tree; each description is read once.

    ``loose``: "the vessel that leaked" is a hop though it leads to no name. Questions of yes or no
    ask whether such a thing is, so there it is none.
    """

    tree: QuestionTree
    loose: bool = True
    hops: list[Hop] = field(default_factory=list)
    _read: dict[int, Reference] = field(default_factory=dict)
    _reading: set[int] = field(default_factory=set)

    def refer(self, noun: int) -> Reference:
        """What a noun stands for; hops that its description needs are added on the way."""
        if noun not in self._read:
            if noun in self._reading or len(self.hops) >= MOST_HOPS:
                return Reference(self.tree.write(list(self.tree.subtree(noun)), {}))
            self._reading.add(noun)
            self._read[noun] = self._reference(noun)
        return self._read[noun]

    def add(self, draft: Draft, binds: str | None) -> str:
        """Append a hop; gives its id."""
        number = f"h{len(self.hops) + 1}"
        self.hops.append(
            Hop(
                id=number,
                asks=draft.asks,
                entity=draft.entity,
                type=draft.type if draft.entity is None else None,
                category=draft.category,
                name=draft.name,
                depends_on=tuple(dict.fromkeys(draft.depends_on)),
                binds=binds,
            )
        )
        return number

    def new_variable(self) -> str:
        """A variable that no hop binds yet."""
        return f"?{len({hop.binds for hop in self.hops if hop.binds}) + 1}"

    def arguments(self, verb: int, skip: Collection[int] = ()) -> list[int]:
        """Nouns that a verb and the verbs under it take, in text order, no relative pronouns."""
        found: list[int] = []
        for child in self.tree.children[verb]:
            if child in skip or self.tree.is_question_word(child):
                continue
            token = self.tree.tokens[child]
            if token.dep in ("prep", "agent", "dative") and token.pos == "ADP":
                found += self.arguments(child, skip)
            elif self.tree.is_noun(child) and token.dep in (*_ARGUMENTS, "conj", "compound"):
                if token.text.casefold() not in _RELATIVE:
                    found += [child, *self._coordinated(child)]
            elif token.dep in (*_NESTED, "prep", "agent") or (
                token.dep in _ARGUMENTS and self.tree.is_verb(child)
            ):
                found += self.arguments(child, skip)
        return sorted(set(found))

    def _coordinated(self, noun: int) -> list[int]:
        found: list[int] = []
        for other in self.tree.with_dep(noun, "conj"):
            if self.tree.is_noun(other):
                found += [other, *self._coordinated(other)]
        return found

    def _reference(self, noun: int) -> Reference:
        mention = self.tree.mention(noun)
        if mention is not None:
            return self._described_name(noun, Reference(mention.text, mention.name))
        named = self._own_name(noun)
        if named is not None:
            return named
        relations = self._relations(noun)
        clauses = self._clauses(noun)
        if not relations and not clauses:
            return self._distinct(noun) or self._plain(noun)
        head = self.tree.tokens[noun].lemma
        if head in _TRANSPARENT and len(relations) == 1 and not clauses:
            return relations[0][1]
        if relations and not clauses and not names_entity(head):
            return self._value_of(noun, relations)
        return self._described(noun, relations, clauses)

    def _own_name(self, noun: int) -> Reference | None:
        """ "film X", "the county of X" in apposition: the name itself."""
        for child in self.tree.with_dep(noun, "appos", "nmod", "compound", "flat"):
            mention = self.tree.mention(child)
            after = child == noun + 1 or self.tree.tokens[child].dep == "appos"
            if mention is not None and after and child > noun:
                text = f"{self.tree.field_name(noun)} {mention.text}"
                return Reference(text, mention.name)
        return None

    def _relations(self, noun: int) -> list[tuple[int, Reference]]:
        """Owners and complements that lead to an entity: (child token, reference)."""
        found: list[tuple[int, Reference]] = []
        for child in self.tree.children[noun]:
            dep = self.tree.tokens[child].dep
            targets: list[int] = []
            if dep == "poss" or (dep in ("compound", "nmod") and self.tree.mention(child)):
                targets = [child]
            elif dep in ("prep", "agent"):
                targets = [t for t in self.arguments(child) if not self.tree.is_question_word(t)]
            for target in targets:
                reference = self.refer(target)
                if reference.bound:
                    found.append((child, reference))
        return found

    def _clauses(self, noun: int) -> list[int]:
        """Relative and participial clauses with a complement of their own."""
        return [
            child
            for child in self.tree.with_dep(noun, *_CLAUSES)
            if self.tree.is_verb(child) and self._has_content(child)
        ]

    def _has_content(self, verb: int) -> bool:
        return bool(self.arguments(verb)) or bool(self._owned(verb))

    def _distinct(self, noun: int) -> Reference | None:
        """ "the longest reigning monarch": one of its kind, found by its own words."""
        lemma = self.tree.tokens[noun].lemma
        singles_out = any(
            self.tree.tokens[token].tag in ("JJS", "RBS")
            or self.tree.tokens[token].lemma in _ORDINALS
            for child in self.tree.with_dep(noun, "amod", "advmod")
            for token in self.tree.subtree(child)
        )
        if not singles_out or not names_entity(lemma) or not self._is_definite(noun):
            return None
        text = self.tree.write(self._own_tokens(noun), {})
        variable = self.new_variable()
        name = self.tree.field_name(noun)
        hop = self.add(Draft(text, None, name, type=type_of(lemma)), variable)
        return Reference(f"{variable} ({text})", variable, None, hop)

    def _is_definite(self, noun: int) -> bool:
        """True for "the …": something that is to be found, not just any of its kind."""
        words = [self.tree.tokens[t].text.casefold() for t in self.tree.with_dep(noun, "det")]
        return self.loose and "the" in words

    def _own_tokens(self, noun: int) -> list[int]:
        """The tokens of a noun phrase without what is coordinated with it."""
        return list(self.tree.subtree(noun, self.tree.with_dep(noun, "conj", "cc")))

    def _plain(self, noun: int) -> Reference:
        text = self.tree.write(self._own_tokens(noun), {})
        return Reference(text, None, self.tree.field_name(noun))

    def _value_of(self, noun: int, relations: Sequence[tuple[int, Reference]]) -> Reference:
        """A value of an entity: "the price of X" says where to look and under which name."""
        _, target = relations[0]
        name = self.tree.field_name(noun)
        name = f"{target.name} {name}" if target.name and target.name not in name else name
        return Reference(
            self._with_references(noun, relations, ()), target.entity, name, target.hop
        )

    def _described(
        self, noun: int, relations: Sequence[tuple[int, Reference]], clauses: Sequence[int]
    ) -> Reference:
        """An entity known by description: one hop for its relation, one for each clause."""
        variable: str | None = None
        last: str | None = None
        kind = type_of(self.tree.tokens[noun].lemma)
        for _, target in relations[:1]:
            name = relation_of(self.tree, noun)
            asks = self._with_references(noun, relations, clauses)
            draft = Draft(asks, target.entity, name, _ids(target), Category.RELATION, kind)
            draft = self._first_kin_step(draft, target) or draft
            variable = self.new_variable()
            last = self.add(draft, variable)
        for clause in clauses:
            draft = self._clause_draft(noun, clause, variable if relations else None)
            if draft.entity is None and not self._is_definite(noun):
                continue
            variable = variable or self.new_variable()
            last = self.add(replace(draft, type=kind), variable)
        if variable is None:
            return self._plain(noun)
        anchored = bool(self.hops[-1].entity)
        shown = variable if anchored else f"{variable} ({self.hops[-1].asks})"
        return Reference(shown, variable, None, last)

    def _first_kin_step(self, draft: Draft, target: Reference) -> Draft | None:
        """ "maternal grandfather of X": the mother first; gives the hop from there on."""
        steps = kinship(draft.name or "")
        if steps is None:
            return None
        variable = self.new_variable()
        first = replace(draft, asks=f"{steps[0]} of {target.text} ({draft.asks})", name=steps[0])
        hop = self.add(first, variable)
        asks = f"{steps[1]} of {variable}"
        return replace(draft, asks=asks, entity=variable, name=steps[1], depends_on=(hop,))

    def _clause_draft(self, noun: int, clause: int, bound: str | None) -> Draft:
        """What a relative clause requires of the noun that it describes."""
        owned = self._owned(clause)
        if owned is not None and bound is None:
            return self._whose_draft(noun, clause, owned)
        references = [(token, self.refer(token)) for token in self.arguments(clause)]
        target = next((ref for _, ref in references if ref.bound), None)
        replaced = self.replacements(references)
        text = self.tree.write(
            [t for t in self.tree.subtree(clause) if not self._is_relative(t)], replaced
        )
        head = self.tree.field_name(noun)
        name = self._clause_name(noun, clause, references)
        entity = target.entity if target else bound
        depends = tuple(i for _, ref in references for i in _ids(ref))
        asks = f"{head} {text}" if not bound or target else f"{bound} {text}"
        return Draft(asks, entity, name, depends, Category.RELATION if target else None)

    def _owned(self, clause: int) -> int | None:
        """The noun that "whose" owns in a clause."""
        for token in self.tree.subtree(clause):
            word = self.tree.tokens[token]
            if word.text.casefold() == "whose" and word.head != token:
                return word.head
        return None

    def _whose_draft(self, noun: int, clause: int, owned: int) -> Draft:
        """ "the author whose spouse founded X": the owned thing is found first."""
        rest = [t for t in self.arguments(clause) if t != owned]
        references = [(token, self.refer(token)) for token in rest]
        target = next((ref for _, ref in references if ref.bound), None)
        owned_name = relation_of(self.tree, owned)
        text = self.tree.write(
            [t for t in self.tree.subtree(clause) if not self._is_relative(t)],
            self.replacements(references),
        )
        head = self.tree.field_name(noun)
        if target is not None and self.tree.tokens[clause].lemma == "be":
            asks = f"{head} whose {owned_name} is {target.text}"
            return Draft(asks, target.entity, owned_name, _ids(target), Category.RELATION)
        inner = Draft(
            text,
            target.entity if target else None,
            self._clause_name(owned, clause, references),
            tuple(i for _, ref in references for i in _ids(ref)),
            None,
            type_of(self.tree.tokens[owned].lemma),
        )
        variable = self.new_variable()
        number = self.add(inner, variable)
        return Draft(f"{head} whose {owned_name} is {variable}", variable, owned_name, (number,))

    def _clause_name(
        self, noun: int, clause: int, references: Sequence[tuple[int, Reference]]
    ) -> str:
        """The field name in a clause: its verb, or the noun of "who was the king of X"."""
        verb = self.tree.tokens[clause].lemma
        known = clause_field_name(self.tree, clause, "")
        if known not in (verb, ""):
            return known
        for _, reference in references:
            if reference.name and (verb in LIGHT_VERBS or not reference.bound):
                plain = reference.name
                return plain if verb in LIGHT_VERBS else f"{verb} {plain}"
        if verb in LIGHT_VERBS:
            return self.tree.field_name(noun)
        return clause_field_name(self.tree, clause, "")

    def _described_name(self, noun: int, name: Reference) -> Reference:
        """A name with a relative clause about something it owns: "X whose director died"."""
        clauses = [
            clause
            for clause in self.tree.with_dep(noun, *_CLAUSES)
            if self._owned(clause) is not None
        ]
        for clause in clauses:
            owned = self._owned(clause)
            if owned is None:
                continue
            variable = self.new_variable()
            owned_name = relation_of(self.tree, owned)
            draft = Draft(f"{owned_name} of {name.text}", name.entity, owned_name)
            number = self.add(replace(draft, category=Category.RELATION), variable)
            words = [t for t in self.tree.subtree(clause) if not self._is_relative(t)]
            text = self.tree.write(words, {owned: variable})
            verb = self.tree.tokens[clause].lemma
            said = [t for t in words if t != owned and t != clause]
            label = clause_field_name(self.tree, clause, "")
            if label in LIGHT_VERBS or label == verb == "be":
                label = self.tree.write(said, {})
            self.add(Draft(text, variable, label or None, (number,)), self.new_variable())
        return name

    def _is_relative(self, token: int) -> bool:
        word = self.tree.tokens[token]
        return word.text.casefold() in _RELATIVE and word.pos in ("PRON", "SCONJ", "ADV", "DET")

    def replacements(self, references: Sequence[tuple[int, Reference]]) -> dict[int, str]:
        """Token → text that writes each reference in place of its subtree."""
        replaced: dict[int, str] = {}
        for token, reference in references:
            if token in replaced or self.tree.mention(token):
                continue
            inside = self._own_tokens(token)
            replaced.update(dict.fromkeys(inside, ""))
            replaced[inside[0]] = reference.text
        return replaced

    def _with_references(
        self,
        noun: int,
        relations: Sequence[tuple[int, Reference]],
        skip: Collection[int],
    ) -> str:
        tokens = list(self.tree.subtree(noun, skip))
        references = []
        for child, reference in relations:
            if self.tree.tokens[child].dep in ("prep", "agent"):
                references += [
                    (t, self.refer(t)) for t in self.arguments(child) if self.refer(t).bound
                ]
            else:
                references.append((child, reference))
        replaced = self.replacements(references)
        for child, reference in references:
            if self.tree.tokens[child].dep == "poss" and reference.text.startswith("?"):
                replaced[next(iter(self.tree.subtree(child)))] = f"{reference.text} 's"
        return self.tree.write(tokens, replaced)


def _ids(reference: Reference) -> tuple[str, ...]:
    return (reference.hop,) if reference.hop else ()
