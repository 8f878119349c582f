"""Relations between named entities: from verbs, role nouns and appositions, with their evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.lexicon import rows, word_table
from ensi_core.engines.offline.namebook import Bearer, Named
from ensi_core.engines.offline.nlp import Argument, Clause, NounLink
from ensi_core.engines.offline.referents import Referents
from ensi_core.types import Span

_LIGHT = frozenset(
    [
        "be",
        "have",
        "do",
        "say",
        "make",
        "take",
        "get",
        "go",
        "come",
        "give",
        "see",
        "know",
        "think",
        "use",
        "include",
        "become",
        "remain",
        "seem",
        "appear",
        "call",
        "consider",
        "mean",
        "provide",
        "keep",
        "let",
        "put",
        "show",
        "tell",
        "ask",
        "try",
        "want",
        "need",
        "like",
        "help",
        "turn",
        "continue",
        "describe",
        "refer",
        "allege",
        "believe",
        "state",
        "note",
        "find",
        "agree",
        "deny",
        "admit",
        "contend",
        "argue",
        "mention",
        "follow",
    ]
)
_COPULAS = frozenset({"be", "become", "remain", "serve"})
_KIN = {"son": "parent", "daughter": "parent", "child": "parent"}


@dataclass(frozen=True, slots=True)
class _Rule:
    name: str
    on_argument: bool


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
    yield from _NounReader(view, referents).relations()


def _clause_relations(view: UnitView, referents: Referents, clause: Clause) -> Iterator[Finding]:
    if clause.subject is None:
        return
    subject = referents.of(clause.subject, clause.subject_phrase)
    if subject is None:
        return
    for argument in clause.arguments:
        target = view.named_at(argument.head)
        if target is None or target.bearer.name == subject.name:
            continue
        yield from _clause_relation(view, clause, argument, subject, target)


def _clause_relation(
    view: UnitView, clause: Clause, argument: Argument, subject: Bearer, target: Named
) -> Iterator[Finding]:
    rule = _verb_rules().get((clause.verb, clause.passive, argument.role))
    if rule is None:
        name = _verb_name(view, clause, argument)
        if name:
            yield view.relation(subject, name, target, clause.span)
        return
    if not rule.on_argument:
        yield view.relation(subject, rule.name, target, clause.span)
        return
    source = next((n for n in view.named if n.bearer == subject and n.span == clause.subject), None)
    yield turned(view, rule.name, target, subject, source, clause.span)


def turned(
    view: UnitView, name: str, bearer: Named, value: Bearer, place: Named | None, clue: Span
) -> Finding:
    """A relation borne by a named argument whose value is the (perhaps implied) subject."""
    told = Named(place.span if place else clue, value, place is not None)
    return view.relation(bearer.bearer, name, told, clue)


def _verb_name(view: UnitView, clause: Clause, argument: Argument) -> str | None:
    """A relation named by its verb: "merge with", "praised by"; None for verbs that say little."""
    if clause.verb in _LIGHT or argument.role in ("attribute", "dative"):
        return None
    word = view.surface(clause.span).casefold()
    if argument.role == "agent":
        return f"{word} by"
    if argument.role == "object":
        return clause.verb if not clause.passive else None
    return f"{word if clause.passive else clause.verb} {argument.role}"


class _NounReader:
    """Role nouns of one unit: who holds which, and of what."""

    def __init__(self, view: UnitView, referents: Referents) -> None:
        self._view = view
        self._referents = referents
        self._holders = dict(self._attributes()) | dict(self._appositions())

    def relations(self) -> Iterator[Finding]:
        for link in self._view.parsed.links:
            if link.how in ("appos", "compound"):
                continue
            holder = self._holders.get(link.head.start)
            if holder is not None:
                yield from self._related(link, holder)
        yield from self._occupations()

    def _attributes(self) -> Iterator[tuple[int, Bearer]]:
        """ "X is the son of Y": the noun "son" is held by X."""
        for clause in self._view.parsed.clauses:
            if clause.verb not in _COPULAS or clause.subject is None or clause.negated:
                continue
            bearer = self._referents.of(clause.subject, clause.subject_phrase)
            for argument in clause.arguments:
                held = argument.role == "attribute" or (
                    argument.role == "as" and clause.verb == "serve"
                )
                if held and bearer is not None:
                    yield argument.head.start, bearer
                if held and bearer is None and (named := self._view.named_at(argument.head)):
                    yield clause.subject.start, named.bearer

    def _appositions(self) -> Iterator[tuple[int, Bearer]]:
        for link in self._view.parsed.links:
            head, target = self._view.named_at(link.head), self._view.named_at(link.target)
            if link.how == "appos":
                if head is not None and target is None:
                    yield link.target.start, head.bearer
                elif head is None and target is not None:
                    yield link.head.start, target.bearer
            elif link.how == "compound" and head is None and target is not None:
                yield link.head.start, target.bearer

    def _related(self, link: NounLink, holder: Bearer) -> Iterator[Finding]:
        target = self._view.named_at(link.target)
        owner = target.bearer if target else self._referents.of(link.target)
        if owner is None or owner.name == holder.name:
            return
        role = self._role(link)
        if role is None:
            return
        name, rule = role
        told = target or Named(link.head, owner, False)
        holder_at = Named(self._place_of(holder, link.head), holder, False)
        if link.noun in _KIN and link.how in ("of", "'s"):
            yield self._view.relation(holder, _KIN[link.noun], told, link.head)
        if rule is not None and rule.on_argument:
            if link.how in ("of", "'s", "in", "at", "on", "to", "for", "with"):
                yield self._view.relation(holder, name, told, link.head)
        elif link.how in ("of", "'s", "to", "for", "at"):
            yield self._view.relation(owner, name, holder_at, link.head)

    def _role(self, link: NounLink) -> tuple[str, _Rule | None] | None:
        """The relation's name and rule; None for nouns that tie nothing together."""
        table = _role_rules()
        words = self._view.surface(link.phrase).casefold().split(" of ")[0].split()
        for start in range(max(len(words) - 4, 0), len(words)):
            title = " ".join(words[start:])
            if title in table:
                rule = table[title]
                return None if rule is None else (rule.name, rule)
        if link.noun in table:
            rule = table[link.noun]
            return None if rule is None else (rule.name, rule)
        return (link.noun, None) if link.noun.isalpha() and len(link.noun) > 2 else None

    def _place_of(self, holder: Bearer, near: Span) -> Span:
        places = [n.span for n in self._view.named if n.bearer == holder]
        return min(
            places, key=lambda span: (abs(span.start - near.start), span.start), default=near
        )

    def _occupations(self) -> Iterator[Finding]:
        """What persons are, and what things are kinds of ("X is a village", "actress Y")."""
        nouns = word_table("type_nouns.tsv")
        heads = {link.head.start: link.phrase for link in self._view.parsed.links}
        for clause in self._view.parsed.clauses:
            for argument in clause.arguments:
                heads[argument.head.start] = argument.phrase
        for start, holder in sorted(self._holders.items()):
            phrase = heads.get(start)
            if phrase is None or not phrase.start <= start < phrase.end:
                continue
            words = self._view.surface(Span(start, phrase.end)).split()
            if not words or words[0].casefold().rstrip("s") not in nouns:
                continue
            name = "occupation" if holder.type == "person" else "type"
            yield self._view.property_(holder, name, self._without_article(phrase))

    def _without_article(self, phrase: Span) -> Span:
        text = self._view.unit.text[phrase.start : phrase.end]
        for article in ("a ", "an ", "the ", "The ", "A ", "An "):
            if text.startswith(article):
                return Span(phrase.start + len(article), phrase.end)
        return phrase
