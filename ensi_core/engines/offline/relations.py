"""Relations between named entities: from verbs, role nouns and appositions, with their evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.lexicon import rows, word_set, word_table
from ensi_core.engines.offline.namebook import Bearer, Named
from ensi_core.engines.offline.nlp import Argument, Clause, NounLink
from ensi_core.engines.offline.referents import Referents
from ensi_core.types import Span

_GENERIC_PREPOSITIONS = frozenset(
    {"to", "with", "from", "for", "against", "by", "into", "on", "at", "in", "under", "over", "as"}
)
_KIN = frozenset({"son", "daughter", "child"})
_MALE = re.compile(r"^(?:King|Emperor|Prince|Lord|Sir|Duke|Count|Earl|Mr\.?|Sultan|Tsar|Pharaoh)\b")
_FEMALE = re.compile(r"^(?:Queen|Empress|Princess|Lady|Dame|Duchess|Countess|Mrs\.?|Ms\.?)\b")
_BY_PERSONS = frozenset({"cast member", "portrayed by"})
_MAKERS = {
    "performer": [
        "album",
        "single",
        "song",
        "track",
        "ep",
        "cover",
        "compilation",
        "soundtrack",
        "ballad",
        "version",
        "lp",
    ],
    "author": [
        "book",
        "novel",
        "play",
        "poem",
        "story",
        "memoir",
        "article",
        "trilogy",
        "series",
        "comic",
        "manga",
        "essay",
    ],
    "director": ["film", "movie", "documentary"],
    "composer": ["opera", "symphony", "musical", "sonata", "concerto"],
    "creator": ["painting", "sculpture", "portrait", "statue", "drawing", "show", "sitcom"],
}
_OF_PLACES = frozenset(
    {
        "located in", "birth place", "death place", "burial place", "residence", "origin",
        "headquarters", "borders", "flows into",
    }
)  # fmt: skip
_NO_PLACES = frozenset({"person", "group", "work", "language", "law", "statute"})
_SAYS_NOTHING = frozenset({"title", "entry", "name", "term", "people", "word", "thing", "line"})
_HELD_BY = ("of", "'s", "in", "at", "on", "to", "for", "with")
_OWNED_BY = ("of", "'s", "to", "for", "at")


@dataclass(frozen=True, slots=True)
class _Rule:
    name: str
    turned: bool


@lru_cache(maxsize=1)
def _verb_rules() -> Mapping[tuple[str, bool, str], _Rule]:
    table: dict[tuple[str, bool, str], _Rule] = {}
    for verbs, voice, roles, name, bearer in rows("relation_rules.tsv"):
        for verb in verbs.split(","):
            for role in roles.split(","):
                place = (verb.strip(), voice == "passive", role.strip())
                table.setdefault(place, _Rule(name, bearer == "argument"))
    return table


@lru_cache(maxsize=1)
def _role_rules() -> Mapping[str, _Rule | None]:
    table: dict[str, _Rule | None] = {}
    for nouns, name, bearer in rows("role_nouns.tsv"):
        for noun in nouns.split(","):
            table[noun.strip()] = None if name == "-" else _Rule(name, bearer == "holder")
    return table


def relations(view: UnitView, referents: Referents) -> Iterator[Finding]:
    """All relations that a text unit states between entities it names or refers to."""
    for clause in view.parsed.clauses:
        if not clause.negated:
            yield from _clause_relations(view, referents, clause)
    for link in view.parsed.links:
        yield from _link_relations(view, referents, link)
    yield from _kinds(view, referents)
    yield from _place_chains(view)


def _clause_relations(view: UnitView, referents: Referents, clause: Clause) -> Iterator[Finding]:
    targets = [(a, n) for a in clause.arguments if (n := view.named_at(a.head)) is not None]
    if not targets:
        return
    for head, phrase in clause.subjects:
        subject = referents.of(head, phrase)
        told = view.named_at(head)
        if subject is None:
            yield from _of_main(view, referents, clause, targets)
            continue
        for argument, target in targets:
            if target.bearer.name != subject.name and target.bearer.type != "group":
                place = told or Named(clause.span, subject, False)
                yield from _clause_relation(view, clause, argument, place, target)


def _of_main(
    view: UnitView,
    referents: Referents,
    clause: Clause,
    targets: list[tuple[Argument, Named]],
) -> Iterator[Finding]:
    """In a text about one thing "the lead is played by Y" tells of that thing."""
    main = referents.main
    if not main.titled or not clause.passive or main.bearer.type == "person":
        return
    for argument, target in targets:
        if argument.role == "agent" and target.bearer.name != main.bearer.name:
            place = Named(clause.span, main.bearer, False)
            yield from _clause_relation(view, clause, argument, place, target)


def _clause_relation(
    view: UnitView, clause: Clause, argument: Argument, subject: Named, target: Named
) -> Iterator[Finding]:
    rule = _verb_rules().get((clause.verb, clause.passive, argument.role))
    if rule is not None and rule.name in _BY_PERSONS and rule.turned:
        rule = rule if subject.bearer.type in ("person", "unknown") else None
    if rule is not None and rule.turned:
        yield view.relation(target.bearer, rule.name, subject, clause.span)
        return
    name = rule.name if rule is not None else _verb_name(view, clause, argument)
    if name in _OF_PLACES and target.bearer.type in _NO_PLACES:
        return
    if name == "portrayed by" and subject.bearer.type == "work":
        name = "cast member"
    if name:
        yield view.relation(subject.bearer, name, target, clause.span)


def _verb_name(view: UnitView, clause: Clause, argument: Argument) -> str | None:
    """A relation named by its verb: "merge with", "praised by"; None for verbs that say little."""
    if clause.verb in word_set("light_verbs.txt") or argument.role in ("attribute", "dative"):
        return None
    word = view.surface(clause.span).casefold()
    if not word.isalpha():
        return None
    if argument.role == "agent":
        return f"{word} by"
    if argument.role == "object":
        return clause.verb if not clause.passive else None
    if argument.role not in _GENERIC_PREPOSITIONS:
        return None
    return f"{word if clause.passive else clause.verb} {argument.role}"


def _link_relations(view: UnitView, referents: Referents, link: NounLink) -> Iterator[Finding]:
    """ "X is the N of Y", "Y's N, X": who holds the role N, and of whom."""
    holder = referents.holders.get(link.head.start)
    if holder is None or link.how in ("appos", "compound"):
        return
    target = view.named_at(link.target)
    owner = target.bearer if target else referents.of(link.target)
    if owner is None or owner.name == holder.name or owner.type == "group":
        return
    told = target or Named(link.head, owner, False)
    if link.how == "by":
        maker = next((name for name, nouns in _MAKERS.items() if link.noun in nouns), None)
        if maker is not None:
            yield view.relation(holder, maker, told, link.head)
        return
    if link.how == "from" and owner.type == "place":
        yield view.relation(holder, "origin", told, link.head)
        return
    if link.noun in _KIN and link.how in ("of", "'s"):
        yield view.relation(holder, _parent_name(owner.name), told, link.head)
    role = _role(view, link)
    if role is None:
        return
    if role.turned and link.how in _HELD_BY:
        if role.name in _OF_PLACES and owner.type in _NO_PLACES:
            return
        yield view.relation(holder, role.name, told, link.head)
    elif not role.turned and link.how in _OWNED_BY:
        if owner.type == "place" and holder.type == "organization" and link.noun == role.name:
            return
        place = Named(_nearest(view, holder, link.head), holder, False)
        yield view.relation(owner, role.name, place, link.head)


def _parent_name(name: str) -> str:
    if _MALE.match(name):
        return "father"
    return "mother" if _FEMALE.match(name) else "parent"


def _role(view: UnitView, link: NounLink) -> _Rule | None:
    """The relation of a role noun; None for nouns that tie nothing together."""
    table = _role_rules()
    words = view.surface(link.phrase).casefold().split(" of ")[0].split()
    for start in range(max(len(words) - 4, 0), len(words)):
        title = " ".join(words[start:])
        if title in table:
            return table[title]
    if link.noun in table:
        return table[link.noun]
    usable = link.how in ("of", "'s") and link.noun.isalpha() and len(link.noun) > 2
    return _Rule(link.noun, False) if usable else None


def _nearest(view: UnitView, holder: Bearer, near: Span) -> Span:
    places = [n.span for n in view.named if n.bearer == holder]
    return min(places, key=lambda span: (abs(span.start - near.start), span.start), default=near)


def _kinds(view: UnitView, referents: Referents) -> Iterator[Finding]:
    """What persons do, what things are, and of which nation ("a French film", "actress Y")."""
    phrases = {link.head.start: link.phrase for link in view.parsed.links}
    for clause in view.parsed.clauses:
        phrases.update({a.head.start: a.phrase for a in clause.arguments})
    nouns = word_table("type_nouns.tsv")
    for start, holder in sorted(referents.holders.items()):
        phrase = phrases.get(start)
        if phrase is None or not phrase.start <= start < phrase.end:
            continue
        words = view.surface(Span(start, phrase.end)).casefold().split()
        noun = words[0].rstrip(",") if words else ""
        if noun not in nouns or noun in _SAYS_NOTHING:
            continue
        shown = _without_article(view, phrase)
        common = view.unit.text[start].islower() or view.unit.text[phrase.start] in "aA"
        if common and len(shown) >= 3 and view.surface(shown)[0].isalpha():
            person = nouns.get(noun) == "person" and holder.type in ("person", "unknown")
            yield view.property_(holder, "occupation" if person else "type", shown)
        for named in view.named_in(Span(phrase.start, start)):
            if named.bearer.type == "group" and holder.type not in ("place", "group"):
                yield view.relation(holder, "nationality", named, named.span)


_ARTICLE = re.compile(
    r"(?:(?:an?|the|his|her|its|their|one of the|another)\s+)?(?:(?:19|20|18)\d\d\s+)?",
    re.IGNORECASE,
)


def _without_article(view: UnitView, phrase: Span) -> Span:
    article = _ARTICLE.match(view.unit.text, phrase.start, phrase.end)
    return Span(article.end(), phrase.end) if article else phrase


_CHAIN_COMMA = re.compile(r",\s*(?:in\s+(?:the\s+)?)?")
_ENUMERATION = re.compile(r"\s*,?\s*(?:and|or|&)\b|,\s+[A-Z]")
_ENUMERATED_BEFORE = re.compile(r"[A-Z][\w’'-]+,\s*$")


def _place_chains(view: UnitView) -> Iterator[Finding]:
    """ "Olympia, Washington": the first place is located in the second; not in an enumeration."""
    chain: list[Named] = []
    for named in view.named:
        if named.bearer.type == "place" and chain and _follows(view, chain[-1], named):
            chain.append(named)
            continue
        yield from _chain_relations(view, chain)
        chain = [named] if named.bearer.type == "place" else []
    yield from _chain_relations(view, chain)


def _follows(view: UnitView, first: Named, second: Named) -> bool:
    between = view.unit.text[first.span.end : second.span.start]
    return _CHAIN_COMMA.fullmatch(between) is not None


def _chain_relations(view: UnitView, chain: Sequence[Named]) -> Iterator[Finding]:
    text = view.unit.text
    if len(chain) < 2 or _ENUMERATION.match(text, chain[-1].span.end):
        return
    if _ENUMERATED_BEFORE.search(text, max(0, chain[0].span.start - 40), chain[0].span.start):
        return
    for first, second in pairwise(chain):
        if first.bearer.name != second.bearer.name:
            yield view.relation(first.bearer, "located in", second, first.span)
