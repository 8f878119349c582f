"""The main clause of a question: what is asked of the things that its descriptions lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.planner_hops import Draft, HopBuilder, Reference
from ensi_core.engines.offline.planner_kinds import is_instruction
from ensi_core.engines.offline.planner_names import (
    clause_field_name,
    names_entity,
    relation_of,
    type_of,
)
from ensi_core.engines.offline.question_tree import QuestionTree
from ensi_core.engines.offline.question_words import LIGHT_VERBS, noun_answer_type
from ensi_core.types import AnswerType, Category

_PLAIN_QUESTIONS = ("who", "what", "which", "whom", "where", "when", "")
_TIME_WORD_LIST = "time day date month year week quarter end autumn spring summer"
_TIME_WORDS = frozenset(_TIME_WORD_LIST.split())
_RELATION_TYPES = (AnswerType.PERSON, AnswerType.ORGANIZATION, AnswerType.PLACE)


@dataclass(frozen=True, slots=True)
class _Asking:
    """The question word of a question and the noun that it goes with ("which *county*")."""

    word: str
    token: int | None
    noun: int | None


def asked_noun(tree: QuestionTree) -> str | None:
    """The noun (lemma) that says what is asked for: "which county …", "what is the seat of …"."""
    roots = tree.roots()
    if not roots:
        return None
    asking = _asking(tree)
    if asking.noun is not None:
        return tree.tokens[asking.noun].lemma
    root = _main_verb(tree, roots[0])
    if tree.is_noun(root):
        return tree.tokens[root].lemma
    if tree.tokens[root].lemma != "be":
        return None
    for child in tree.with_dep(root, "nsubj", "attr"):
        if not tree.is_question_word(child) and tree.mention(child) is None:
            return tree.tokens[child].lemma
    return None


def add_main_clause(builder: HopBuilder) -> None:
    """Add the hops of a question's main clause and of all descriptions in it."""
    tree = builder.tree
    roots = tree.roots()
    if not roots:
        return
    root = _main_verb(tree, roots[0])
    asking = _asking(tree)
    clauses = [root, *_coordinated_verbs(tree, root)]
    if len(clauses) > 1 and _asks_for_subject(tree, root, asking):
        _add_intersection(builder, clauses, asking)
        return
    nouns = [n for n in builder.arguments(root) if n != asking.noun]
    if tree.is_noun(root):
        nouns = [root, *nouns]
    _add_final(builder, root, asking, _outer(tree, nouns))


def _main_verb(tree: QuestionTree, root: int) -> int:
    """The verb that carries the question; a request's ("list …") object counts as root."""
    if is_instruction(tree.tokens[root].lemma):
        objects = tree.with_dep(root, "dobj")
        return objects[0] if objects else root
    return root


def _outer(tree: QuestionTree, nouns: Sequence[int]) -> list[int]:
    """Nouns that are not part of another's phrase, in text order."""
    inside = {
        t
        for noun in nouns
        for t in tree.subtree(noun)
        if t != noun and tree.tokens[t].dep != "conj"
    }
    coordinated = {n for n in nouns if tree.tokens[n].dep == "conj"}
    return [n for n in nouns if n not in inside or n in coordinated]


def _asking(tree: QuestionTree) -> _Asking:
    for token in tree.tokens:
        if not tree.is_question_word(token.index) or _is_relative(tree, token.index):
            continue
        head = token.head
        if token.text.casefold() == "how":
            for quantity in (head, token.index + 1):
                word = tree.tokens[quantity] if quantity < len(tree.tokens) else None
                if word and word.text.casefold() in ("many", "much"):
                    noun = word.head if tree.tokens[word.head].pos == "NOUN" else None
                    return _Asking(f"how {word.text.casefold()}", token.index, noun)
        with_noun = token.dep in ("det", "poss") and tree.is_noun(head)
        return _Asking(token.text.casefold(), token.index, head if with_noun else None)
    return _Asking("", None, None)


def _is_relative(tree: QuestionTree, token: int) -> bool:
    """True for a question word that opens a clause about the noun before it."""
    position = tree.tokens[token].head
    while tree.tokens[position].head != position:
        if tree.tokens[position].dep in ("relcl", "acl"):
            first = min(tree.subtree(position))
            return token - first <= 1 and first > 0
        position = tree.tokens[position].head
    return False


def _coordinated_verbs(tree: QuestionTree, verb: int) -> list[int]:
    found: list[int] = []
    for other in tree.with_dep(verb, "conj"):
        if tree.is_verb(other):
            found += [other, *_coordinated_verbs(tree, other)]
    return found


def _asks_for_subject(tree: QuestionTree, root: int, asking: _Asking) -> bool:
    subjects = tree.with_dep(root, "nsubj", "nsubjpass")
    return bool(subjects) and subjects[0] in (asking.noun, asking.token)


def _add_intersection(builder: HopBuilder, clauses: Sequence[int], asking: _Asking) -> None:
    """ "Which band released X and had a drummer in Y?": every clause restricts one variable."""
    tree = builder.tree
    drafts = []
    for clause in clauses:
        skip = [c for c in clauses if c != clause]
        nouns = [n for n in builder.arguments(clause, skip) if n != asking.noun]
        references = [(n, builder.refer(n)) for n in _outer(tree, nouns)]
        target = next((ref for _, ref in references if ref.bound), None)
        words = list(tree.subtree(clause, skip))
        if asking.noun is not None and asking.noun not in words:
            words += tree.subtree(asking.noun)
        text = tree.write(words, builder.replacements(references))
        name = _final_name(tree, clause, _Asking(asking.word, asking.token, None), references)
        depends = tuple(ref.hop for _, ref in references if ref.hop)
        entity = target.entity if target else None
        drafts.append(Draft(text, entity, name, depends, Category.RELATION if target else None))
    variable = builder.new_variable()
    for draft in drafts:
        builder.add(draft, variable)


def _add_final(builder: HopBuilder, root: int, asking: _Asking, nouns: Sequence[int]) -> None:
    """The hop that answers, unless the last description already does ("who is the X of Y")."""
    tree = builder.tree
    references = [(noun, builder.refer(noun)) for noun in nouns]
    if _had(builder, root, references):
        return
    if tree.mention(root) is not None and builder.hops:
        return
    if _answered(tree, root, asking, references):
        return
    bound = [(noun, ref) for noun, ref in references if ref.bound]
    bound.sort(key=lambda pair: _is_unknown_name(tree, pair[0]))
    together = [
        ref for noun, ref in bound if tree.tokens[noun].dep == "conj" or tree.with_dep(noun, "conj")
    ]
    if len({ref.entity for ref in together}) < 2:
        target = bound[0][1] if bound else None
        _add_final_hop(builder, root, asking, references, target, None)
        return
    shared = None if asking.word == "" else builder.new_variable()
    for target in together:
        _add_final_hop(builder, root, asking, references, target, shared)


def _is_unknown_name(tree: QuestionTree, noun: int) -> bool:
    """True for a capitalised word that the index does not know: a worse anchor than others."""
    mention = tree.mention(noun)
    return mention is not None and not mention.known


def _add_final_hop(
    builder: HopBuilder,
    root: int,
    asking: _Asking,
    references: Sequence[tuple[int, Reference]],
    target: Reference | None,
    variable: str | None,
) -> None:
    tree = builder.tree
    words = list(tree.subtree(root))
    text = tree.write(words, builder.replacements(references))
    name = _final_name(tree, root, asking, references)
    depends = tuple(ref.hop for _, ref in references if ref.hop)
    kind = noun_answer_type(tree.tokens[asking.noun].lemma) if asking.noun is not None else None
    draft = Draft(
        asks=text,
        entity=target.entity if target else None,
        name=name or None,
        depends_on=depends,
        category=_category(asking, kind),
        type=type_of(tree.tokens[asking.noun].lemma) if asking.noun is not None else _who(asking),
    )
    builder.add(draft, variable or builder.new_variable())


def _who(asking: _Asking) -> str | None:
    return "person" if asking.word in ("who", "whom") else None


def _had(builder: HopBuilder, root: int, references: Sequence[tuple[int, Reference]]) -> bool:
    """ "X has a director who died first": the thing had is X's; what is said of it comes last.

    True when hops were added that stand for the whole clause.
    """
    tree = builder.tree
    owner = next((ref for _, ref in references if ref.bound), None)
    had = [
        noun for noun, ref in references if not ref.bound and names_entity(tree.tokens[noun].lemma)
    ]
    if tree.tokens[root].lemma != "have" or owner is None or not had:
        return False
    noun = had[0]
    name = relation_of(tree, noun)
    depends = (owner.hop,) if owner.hop else ()
    draft = Draft(f"{name} of {owner.text}", owner.entity, name, depends, Category.RELATION)
    variable = builder.new_variable()
    hop = builder.add(draft, variable)
    for clause in tree.with_dep(noun, "relcl", "acl"):
        words = [t for t in tree.subtree(clause) if not tree.is_question_word(t)]
        text = f"{variable} {tree.write(words, {})}"
        label = clause_field_name(tree, clause, "")
        builder.add(Draft(text, variable, label, (hop,)), builder.new_variable())
    return True


def _answered(
    tree: QuestionTree,
    root: int,
    asking: _Asking,
    references: Sequence[tuple[int, Reference]],
) -> bool:
    """True when the thing asked for is a described entity, so that its hop is the last one."""
    bare = asking.noun is None and asking.word in _PLAIN_QUESTIONS
    if tree.is_noun(root):
        return len(references) == 1 and references[0][1].text.startswith("?")
    copula = tree.tokens[root].lemma in ("be", "do")
    described = [ref for _, ref in references if ref.text.startswith("?")]
    if not (bare and copula and asking.word) or len(references) != 1 or not described:
        return False
    if asking.word in ("where", "when"):
        kind = noun_answer_type(tree.tokens[references[0][0]].lemma)
        return kind is (AnswerType.PLACE if asking.word == "where" else AnswerType.DATE)
    return not tree.with_dep(root, "acomp", "prep")


def _final_name(
    tree: QuestionTree,
    root: int,
    asking: _Asking,
    references: Sequence[tuple[int, Reference]],
) -> str:
    """The field name that the main clause asks for; empty when it says none."""
    parts = [tree.field_name(asking.noun)] if asking.noun is not None else []
    values = [ref.name for _, ref in references if ref.name and ref.bound]
    if tree.is_noun(root):
        return values[0] if values else tree.field_name(root)
    lemma = tree.tokens[root].lemma
    predicate = clause_field_name(tree, root, asking.word)
    objects = [
        ref.name
        for noun, ref in references
        if ref.name and not ref.bound and _may_name(tree, noun, lemma in LIGHT_VERBS)
    ]
    named = [*values, *objects]
    if lemma not in LIGHT_VERBS:
        if asking.noun is None and named and asking.word in ("what", "how much", "when", ""):
            return f"{named[0]} {predicate}" if asking.word == "when" else named[0]
        return " ".join([*parts, predicate])
    if predicate != lemma and not named:
        return " ".join([*parts, predicate])
    complements = [tree.tokens[c].text.casefold() for c in tree.with_dep(root, "acomp")]
    return " ".join([*parts, *named[:1]] or complements)


def _may_name(tree: QuestionTree, noun: int, light: bool) -> bool:
    """True for a noun that can be what is asked for: no time, no pronoun, no mere agent."""
    token = tree.tokens[noun]
    if token.pos != "NOUN" or token.lemma in _TIME_WORDS:
        return False
    return light or token.dep not in ("nsubj", "pobj") or noun_answer_type(token.lemma) is None


def _category(asking: _Asking, kind: AnswerType | None) -> Category | None:
    if asking.word in ("who", "whom") or kind in _RELATION_TYPES:
        return Category.RELATION
    if asking.word in ("when", "how many", "how much"):
        return Category.PROPERTY
    return None
