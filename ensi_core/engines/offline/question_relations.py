"""Names of fields as the index writes them, for the nouns and verbs of a question."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from ensi_core.engines.offline.lexicon import rows, word_table

_NO_RELATION = "-"
_OTHER_SENSES = ("settlement", "community", "cover", "unit", "partner")
"""Nouns that in questions mostly mean something else than the place or tie they can stand for."""

_KIN: Mapping[str, tuple[str, str]] = {
    "maternal grandfather": ("mother", "father"),
    "maternal grandmother": ("mother", "mother"),
    "paternal grandfather": ("father", "father"),
    "paternal grandmother": ("father", "mother"),
    "grandchild": ("child", "child"),
    "grandson": ("child", "child"),
    "granddaughter": ("child", "child"),
    "mother-in-law": ("spouse", "mother"),
    "father-in-law": ("spouse", "father"),
    "brother-in-law": ("spouse", "sibling"),
    "sister-in-law": ("spouse", "sibling"),
    "stepmother": ("father", "spouse"),
    "stepfather": ("mother", "spouse"),
}


def kinship(name: str) -> tuple[str, str] | None:
    """The two steps of a relation that texts seldom state at once."""
    return _KIN.get(name)


def noun_relation(noun: str) -> str:
    """The relation that a role noun stands for ("wife" → "spouse"); the noun itself as a rule."""
    return _noun_names().get(noun, noun)


def is_role_noun(noun: str) -> bool:
    """True for nouns that tie an entity to another ("the capital of X")."""
    return noun in _noun_names()


def noun_type(noun: str) -> str | None:
    """The type of what a noun names ("county" → "place")."""
    return word_table("type_nouns.tsv").get(noun)


def verb_relation(verb: str, passive: bool, roles: Collection[str]) -> str | None:
    """The relation that a clause states between its subject and an argument in one of ``roles``.

    Roles are "object", "agent" or a preposition. "X performed Y" is looked up as "Y was performed
    by X" where only that is known.
    """
    voice = "passive" if passive else "active"
    for role in roles:
        found = _verb_names().get((verb, voice, role))
        if found is not None:
            return found
    if passive and "agent" in roles:
        return _verb_names().get((verb, "active", "object"))
    if not passive and "object" in roles:
        return _verb_names().get((verb, "passive", "agent"))
    return None


def verb_date(verb: str) -> str | None:
    """The name of the date that a verb gives ("die" → "death date")."""
    return _date_names().get(verb)


@lru_cache(maxsize=1)
def _noun_names() -> Mapping[str, str]:
    names: dict[str, str] = {}
    for nouns, relation, *_ in rows("role_nouns.tsv"):
        for noun in nouns.split(","):
            if relation != _NO_RELATION and noun.strip() not in _OTHER_SENSES:
                names.setdefault(noun.strip(), relation)
    return names


@lru_cache(maxsize=1)
def _verb_names() -> Mapping[tuple[str, str, str], str]:
    names: dict[tuple[str, str, str], str] = {}
    for verbs, voice, roles, relation, *_ in rows("relation_rules.tsv"):
        for verb in verbs.split(","):
            for role in roles.split(","):
                names.setdefault((verb.strip(), voice, role.strip()), relation)
    return names


@lru_cache(maxsize=1)
def _date_names() -> Mapping[str, str]:
    names: dict[str, str] = {}
    for name, verbs in rows("verb_dates.tsv"):
        for verb in verbs.split(","):
            names.setdefault(verb.strip(), name)
    return names
