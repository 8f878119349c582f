"""Attribute values: amounts, dates, durations and identifiers under the name the sentence gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.lexicon import word_table
from ensi_core.engines.offline.namebook import Bearer
from ensi_core.engines.offline.nlp import Governor
from ensi_core.engines.offline.referents import Referents
from ensi_core.types import Span, ValueKind
from ensi_core.values import FoundValue

_LIGHT = frozenset(
    [
        "be",
        "have",
        "do",
        "make",
        "take",
        "get",
        "go",
        "come",
        "include",
        "become",
        "provide",
        "set",
        "exceed",
        "equal",
    ]
)
_KIND_NAMES = {
    ValueKind.MONEY: "amount",
    ValueKind.PERCENT: "percentage",
    ValueKind.DURATION: "period of time",
    ValueKind.DATE: "date",
    ValueKind.QUANTITY: "quantity",
}
_NOT_NAMES = frozenset(
    [
        "date",
        "day",
        "year",
        "month",
        "time",
        "period",
        "end",
        "beginning",
        "start",
        "number",
        "amount",
        "total",
        "basis",
        "case",
        "fact",
        "way",
        "part",
        "section",
        "exhibit",
        "note",
        "item",
        "page",
        "table",
        "figure",
        "paragraph",
        "rule",
        "article",
        "act",
        "code",
        "chapter",
        "title",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
)
_TIMES = (ValueKind.DATE, ValueKind.PERIOD)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_LABELLED = re.compile(
    r"^[ \t]*(?P<label>[A-Z][\w’'&/(). -]{1,48}?)\s*:[ \t]+(?P<value>\S[^\n]{0,160})$", re.MULTILINE
)
_NOT_LABELS = frozenset(
    [
        "note",
        "example",
        "provided",
        "however",
        "whereas",
        "q",
        "a",
        "the",
        "court",
        "the",
        "witness",
    ]
)
_PLAIN_NUMBER_NOUNS = frozenset(
    [
        "population",
        "employees",
        "members",
        "students",
        "inhabitants",
        "residents",
        "copies",
        "seats",
        "votes",
    ]
)


@lru_cache(maxsize=1)
def _date_names() -> Mapping[str, str]:
    return word_table("verb_dates.tsv")


def properties(view: UnitView, referents: Referents, main: Bearer) -> Iterator[Finding]:
    """Values found in a text unit, each on the entity its sentence is about."""
    for value in view.values:
        governor = _governor(view, value)
        name = _name(view, value, governor)
        if name is None:
            continue
        bearer = _bearer(view, referents, value, governor) or main
        yield view.property_(bearer, name, value.span, value.value)


def labelled_values(view: UnitView, main: Bearer) -> Iterator[Finding]:
    """ "Governing Law: New York": the label is the field's name, the rest of the line its value."""
    for match in _LABELLED.finditer(view.unit.text):
        label = " ".join(match["label"].split()).casefold()
        if label in _NOT_LABELS or len(label.split()) > 6 or label.isdigit():
            continue
        end = match.start("value") + len(match["value"].rstrip(" ;,"))
        span = Span(match.start("value"), end)
        inside = [v for v in view.values if span.contains(v.span)]
        whole = (
            inside[0].value if len(inside) == 1 and len(inside[0].span) * 2 > len(span) else None
        )
        yield view.property_(main, label, span, whole)


def _governor(view: UnitView, value: FoundValue) -> Governor | None:
    inside = [g for g in view.parsed.governors if value.span.overlaps(g.span)]
    return next((g for g in inside if g.noun or g.verb), None)


def _bearer(
    view: UnitView, referents: Referents, value: FoundValue, governor: Governor | None
) -> Bearer | None:
    """The subject of the governing verb, else an entity that the governing phrase names."""
    if governor is None:
        return None
    if governor.phrase is not None:
        inside = [n for n in view.named_in(governor.phrase) if n.bearer.type != "group"]
        if inside:
            return inside[0].bearer
    if governor.subject is not None:
        return referents.of(governor.subject)
    return None


def _name(view: UnitView, value: FoundValue, governor: Governor | None) -> str | None:
    """The field's name; None for values that say nothing by themselves."""
    kind = value.value.kind
    if kind is ValueKind.IDENTIFIER:
        return _identifier_name(value)
    if kind is ValueKind.NUMBER and (governor is None or governor.noun is None):
        return None
    if governor is None:
        return None if kind in (ValueKind.NUMBER, ValueKind.PERIOD) else _KIND_NAMES.get(kind)
    if kind in _TIMES:
        return _time_name(view, governor)
    noun = _phrase_name(view, governor, value)
    if kind is ValueKind.NUMBER:
        return noun
    return noun or _verb_name(governor) or _KIND_NAMES.get(kind)


def _identifier_name(value: FoundValue) -> str | None:
    unit = value.value.unit
    return f"{unit} number" if unit else None


def _time_name(view: UnitView, governor: Governor) -> str | None:
    """ "birth date" under "born", "date filed" under "filed", else the verb with "date"."""
    if governor.verb and governor.verb in _date_names():
        return _date_names()[governor.verb]
    if governor.noun and governor.noun not in _NOT_NAMES and governor.phrase:
        named = _clean_phrase(view, governor.phrase)
        if named:
            return f"{named} date" if not named.endswith("date") else named
    if governor.verb and governor.verb not in _LIGHT:
        return f"date of {governor.verb}"
    return "date"


def _phrase_name(view: UnitView, governor: Governor, value: FoundValue) -> str | None:
    if governor.noun is None or governor.phrase is None or governor.noun in _NOT_NAMES:
        return None
    return _clean_phrase(view, governor.phrase)


def _clean_phrase(view: UnitView, phrase: Span) -> str | None:
    """The words of a noun phrase without article, figures and names: "annual fee"."""
    text = view.unit.text
    words = [
        match.group().casefold()
        for match in _WORD.finditer(text, phrase.start, phrase.end)
        if not any(n.span.start <= match.start() < n.span.end for n in view.named)
    ]
    while words and words[0] in _LEADS:
        words.pop(0)
    joined = " ".join(words[:5])
    for cut in (" of ", " for ", " in "):
        joined = joined.split(cut)[0]
    joined = joined.removesuffix(" of")
    return joined if len(joined) > 2 and joined not in _NOT_NAMES else None


_LEADS = frozenset(
    [
        "the",
        "a",
        "an",
        "this",
        "that",
        "its",
        "his",
        "her",
        "their",
        "our",
        "such",
        "any",
        "each",
        "every",
        "all",
        "some",
        "no",
        "of",
        "in",
        "for",
        "at",
        "by",
        "about",
        "approximately",
        "nearly",
        "over",
        "than",
        "least",
        "most",
        "more",
        "less",
        "up",
        "to",
        "million",
        "billion",
        "thousand",
        "and",
        "or",
        "us",
        "u",
        "s",
    ]
)


def _verb_name(governor: Governor) -> str | None:
    if governor.verb is None or governor.verb in _LIGHT:
        return None
    return governor.verb
