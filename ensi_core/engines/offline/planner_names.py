"""Field names and types for the nouns and verbs of a question, as the index writes them."""

from __future__ import annotations

from ensi_core.engines.offline.question_relations import (
    is_role_noun,
    noun_relation,
    noun_type,
    verb_date,
    verb_relation,
)
from ensi_core.engines.offline.question_tree import QuestionTree
from ensi_core.engines.offline.question_words import VALUE_NOUNS, noun_answer_type
from ensi_core.types import AnswerType

_TIME_ORDER = frozenset(
    ["first", "last", "earlier", "later", "earliest", "latest", "recently", "sooner"]
)
_AGES = frozenset(["younger", "older", "young", "old", "youngest", "oldest"])


def type_of(noun: str) -> str | None:
    """The type of the things that a noun names, as the index writes types."""
    kind = noun_answer_type(noun)
    if kind in (AnswerType.PERSON, AnswerType.ORGANIZATION, AnswerType.PLACE):
        return kind.value
    return noun_type(noun)


def names_entity(noun: str) -> bool:
    """True for nouns that stand for a thing with a name ("director"), not a value ("price")."""
    if noun in VALUE_NOUNS:
        return False
    return is_role_noun(noun) or type_of(noun) not in (None, "concept", "species")


def relation_of(tree: QuestionTree, noun: int) -> str:
    """The field name of a role noun: the index's own, unless modifiers narrow it."""
    name = tree.field_name(noun)
    lemma = tree.tokens[noun].lemma
    return noun_relation(name) if name == lemma else name


def clause_field_name(tree: QuestionTree, verb: int, question_word: str) -> str:
    """The field name that a verb asks for under a question word, with its particle."""
    lemma = tree.tokens[verb].lemma
    in_time = any(
        tree.tokens[t].text.casefold() in _TIME_ORDER
        for c in tree.children[verb]
        for t in tree.subtree(c)
        if tree.tokens[c].dep in ("advmod", "acomp", "npadvmod", "amod")
    )
    if (question_word == "when" or in_time) and (dated := verb_date(lemma)):
        return dated
    if lemma == "be" and any(tree.tokens[c].lemma in _AGES for c in tree.with_dep(verb, "acomp")):
        return "birth date"
    roles = [*clause_roles(tree, verb), *(("in", "at") if question_word == "where" else ())]
    named = verb_relation(lemma, is_passive(tree, verb), roles)
    for participle in [] if named else tree.with_dep(verb, "acomp"):
        inner = clause_roles(tree, participle)
        stems = _verb_stems(tree.tokens[participle].text.casefold())
        named = named or next(filter(None, (verb_relation(v, True, inner) for v in stems)), None)
    particles = [tree.tokens[p].text for p in tree.with_dep(verb, "prt")]
    return named or " ".join([lemma, *particles])


def _verb_stems(participle: str) -> tuple[str, ...]:
    """Verbs that a participle used as an adjective can come from."""
    if participle.endswith("ied"):
        return (f"{participle[:-3]}y",)
    return (participle[:-2], participle[:-1]) if participle.endswith("ed") else (participle,)


def is_passive(tree: QuestionTree, verb: int) -> bool:
    """True for a passive clause, and for a participle that describes a noun ("signed by")."""
    if tree.with_dep(verb, "auxpass", "nsubjpass", "agent"):
        return True
    return tree.tokens[verb].dep == "acl" and tree.tokens[verb].tag == "VBN"


def clause_roles(tree: QuestionTree, verb: int) -> list[str]:
    """Roles of a clause's arguments besides its subject, those of a gap first.

    A preposition without complement belongs to the gap; a verb with a subject and neither object
    nor such a preposition has its gap as object.
    """
    stranded: list[str] = []
    filled: list[str] = []
    for child in tree.children[verb]:
        token = tree.tokens[child]
        if token.dep in ("prep", "agent"):
            role = "agent" if token.dep == "agent" else token.text.casefold()
            (filled if tree.with_dep(child, "pobj", "pcomp") else stranded).append(role)
    objects = ["object"] if tree.with_dep(verb, "dobj") else []
    gap = [] if objects or stranded or is_passive(tree, verb) else ["object"]
    where = [c for c in tree.children[verb] if tree.tokens[c].text.casefold() == "where"]
    return [*(["in", "at"] if where else []), *stranded, *objects, *filled, *gap]
