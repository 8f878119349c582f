"""Attribute values: amounts, dates, durations and identifiers under the name the sentence gives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.lexicon import word_set, word_table
from ensi_core.engines.offline.namebook import Bearer
from ensi_core.engines.offline.nlp import Governor
from ensi_core.engines.offline.referents import Referents
from ensi_core.types import Span, ValueKind
from ensi_core.values import FoundValue

LONGEST_NAME_WORDS = 5

_KIND_NAMES = {
    ValueKind.MONEY: "amount",
    ValueKind.PERCENT: "percentage",
    ValueKind.DURATION: "duration",
    ValueKind.DATE: "date",
    ValueKind.PERIOD: "date",
}
_TIMES = (ValueKind.DATE, ValueKind.PERIOD)
_WORD = re.compile(r"(?<![\w/])[A-Za-z][A-Za-z'’-]*(?![\w/])")
_DIGIT = re.compile(r"\d")
_PHRASE_END = frozenset({"of", "for", "in", "to", "from", "with", "by", "at", "on", "per"})


def properties(view: UnitView, referents: Referents, told: Span | None = None) -> Iterator[Finding]:
    """Values found in a text unit outside ``told``, each on the entity its sentence is about."""
    for value in view.values:
        if told is not None and told.contains(value.span):
            continue
        governor = _governor(view, value)
        name = _name(view, value, governor)
        if name is not None:
            bearer = _bearer(view, referents, value, governor)
            yield view.property_(bearer, name, value.span, value.value)


def _governor(view: UnitView, value: FoundValue) -> Governor | None:
    inside = [g for g in view.parsed.governors if value.span.overlaps(g.span)]
    return next((g for g in inside if g.noun or g.verb), None)


def _bearer(
    view: UnitView, referents: Referents, value: FoundValue, governor: Governor | None
) -> Bearer:
    """What the governing phrase names, its verb's subject, the sentence's, else the main entity."""
    if governor is not None and governor.phrase is not None:
        inside = [n for n in view.named_in(governor.phrase) if n.bearer.type != "group"]
        if inside:
            return inside[-1].bearer
    if governor is not None and governor.subject is not None:
        found = referents.of(governor.subject)
        if found is not None and found.type != "group":
            return found
    if referents.main.titled:
        return referents.main.bearer
    return _sentence_subject(view, referents, value) or referents.main.bearer


def _sentence_subject(view: UnitView, referents: Referents, value: FoundValue) -> Bearer | None:
    sentence = view.sentence_of(value.span)
    for clause in view.parsed.clauses:
        if sentence.contains(clause.span):
            for head, phrase in clause.subjects[:1]:
                found = referents.of(head, phrase)
                if found is not None and found.type not in ("group", "law", "statute"):
                    return found
    return None


def _name(view: UnitView, value: FoundValue, governor: Governor | None) -> str | None:
    """The field's name; None for values that say nothing by themselves."""
    kind = value.value.kind
    if kind is ValueKind.IDENTIFIER:
        return f"{value.value.unit} number" if value.value.unit else None
    if kind in _TIMES:
        return _time_name(view, value, governor)
    if kind is ValueKind.NUMBER and not _DIGIT.search(value.surface):
        return None
    noun = None if governor is None else _phrase_name(view, governor, value)
    if kind is ValueKind.QUANTITY:
        return noun or value.value.unit
    if kind is ValueKind.NUMBER:
        return noun
    verb = None if governor is None else _verb_name(view, governor)
    return noun or verb or _KIND_NAMES.get(kind)


def _time_name(view: UnitView, value: FoundValue, governor: Governor | None) -> str | None:
    """ "birth date" under "born", "date filed" under "filed", else "date" with verb or noun."""
    if value.value.end is None:
        return None
    if governor is None:
        return "date"
    named = word_table("verb_dates.tsv").get(governor.verb or "")
    if named:
        return named
    light = word_set("light_verbs.txt")
    if governor.verb_at and governor.verb not in light and governor.preposition:
        word = view.surface(governor.verb_at).casefold()
        if word.isalpha() and not word.endswith("ing"):
            return f"date {word}"
    noun = _phrase_name(view, governor, value)
    if noun and word_table("type_nouns.tsv").get(governor.noun or "") == "work":
        return "release date"
    if noun:
        return noun if noun.endswith("date") else f"{noun} date"
    return "date"


def _phrase_name(view: UnitView, governor: Governor, value: FoundValue) -> str | None:
    if governor.noun is None or governor.phrase is None:
        return None
    if governor.noun in word_set("no_field_names.txt"):
        return None
    return _clean_phrase(view, governor.phrase, value)


def _clean_phrase(view: UnitView, phrase: Span, value: FoundValue) -> str | None:
    """The words of a noun phrase without article, figures and names: "annual fee"."""
    words: list[str] = []
    for match in _WORD.finditer(view.unit.text, phrase.start, phrase.end):
        at = Span(match.start(), match.end())
        word = match.group().casefold()
        if value.span.overlaps(at) or view.named_at(at) is not None:
            continue
        if words and word in _PHRASE_END:
            break
        if words or word not in word_set("phrase_leads.txt"):
            words.append(word)
    name = " ".join(words[-LONGEST_NAME_WORDS:])
    return name if len(name) > 2 and name not in word_set("no_field_names.txt") else None


def _verb_name(view: UnitView, governor: Governor) -> str | None:
    if governor.verb_at is None or governor.verb in word_set("light_verbs.txt"):
        return None
    word = view.surface(governor.verb_at).casefold()
    return word if word.isalpha() else None
