"""Attribute values: amounts, dates, durations and identifiers under the name the sentence gives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.lexicon import word_set, word_table
from ensi_core.engines.offline.namebook import Bearer
from ensi_core.engines.offline.nlp import Governor
from ensi_core.engines.offline.referents import Referents
from ensi_core.types import Qualifier, Span, ValueKind
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
_MEASURED = (ValueKind.MONEY, ValueKind.PERCENT, ValueKind.NUMBER, ValueKind.QUANTITY)
_WORD = re.compile(r"(?<![\w/])[A-Za-z][A-Za-z'’-]*(?![\w/])")
_REPORT_PERIOD = re.compile(r"\b(?:year|quarter|months|weeks|period)s?\s+end", re.IGNORECASE)
_PLAIN = re.compile(r"(?!0\d)\d[\d,]*(?:\.\d+)?(?:\s+(?:thousand|million|billion))?", re.IGNORECASE)
_CITED = re.compile(r"\s*(?:U\.\s?S\.|F\.|S\.|L\.|Cal|Wash|N\.)")
_AGO = re.compile(r"\s+(?:ago|later|earlier|before|after|hence)\b")
_NUMBERED = re.compile(
    r"\b(?!(?:In|Since|By|From|Until|After|Before|During|Circa|About|Of)\b)[A-Z][a-z]+\s$"
)
_AGE = re.compile(r"[-\s]?old\b")
_SECTIONS = re.compile(
    r"\b(?:Sections?|Articles?|Nos?\.|Notes?|Items?|Exhibits?|p\.|pp\.|at)\s[^.;]{0,30}$"
)
_PHRASE_END = frozenset({"of", "for", "in", "to", "from", "with", "by", "at", "on", "per"})


def properties(
    view: UnitView, referents: Referents, told: Span | None = None, vague_dates: bool = True
) -> Iterator[Finding]:
    """Values found in a unit outside ``told``, each on the entity its sentence is about.

    Without ``vague_dates`` years and periods count only under a verb that dates something.
    """
    last: dict[tuple[Span, ValueKind], str] = {}
    for value in view.values:
        if told is not None and told.contains(value.span):
            continue
        if value.value.kind is not ValueKind.IDENTIFIER and view.named_at(value.span) is not None:
            continue
        governor = _governor(view, value)
        name = _name(view, referents, value, governor)
        if name is None or not (vague_dates or _tells_date(value, governor)):
            continue
        if _is_aside(view, referents, value, governor):
            continue
        place = (view.sentence_of(value.span), value.value.kind)
        if name in _KIND_NAMES.values() and value.value.kind not in _TIMES:
            name = last.get(place, name)
        last[place] = name
        bearer = _bearer(view, referents, value, governor)
        yield view.property_(bearer, name, value.span, value.value, _period(view, value))


def _is_aside(
    view: UnitView, referents: Referents, value: FoundValue, governor: Governor | None
) -> bool:
    """Times that date something else: "20 years ago", "Resolution 1973", others' deeds."""
    kind = value.value.kind
    if kind is ValueKind.DURATION:
        return _AGO.match(view.unit.text, value.span.end) is not None
    if kind not in _TIMES:
        return False
    before = view.unit.text[max(0, value.span.start - 30) : value.span.start]
    if value.surface.isdigit() and _NUMBERED.search(before):
        return True
    if governor is None or governor.subject is None or not referents.main.titled:
        return False
    other = referents.of(governor.subject, governor.subject_phrase) is None
    return other and referents.main.bearer.type == "person"


def _tells_date(value: FoundValue, governor: Governor | None) -> bool:
    if value.value.kind not in _TIMES:
        return True
    known = governor is not None and governor.verb in word_table("verb_dates.tsv")
    return known or (value.value.kind is ValueKind.DATE and value.value.start == value.value.end)


def _period(view: UnitView, value: FoundValue) -> tuple[Qualifier, ...]:
    """The time that an amount is said to hold for: the nearest one in its sentence."""
    if value.value.kind not in _MEASURED:
        return ()
    sentence = view.sentence_of(value.span)
    times = [
        other
        for other in view.values
        if other.value.kind in _TIMES and other.value.end and sentence.contains(other.span)
    ]
    if not times:
        return ()
    nearest = min(times, key=lambda t: (abs(t.span.start - value.span.end), t.span.start))
    place = view.unit.place(nearest.span)
    return (Qualifier("period", view.surface(nearest.span), place[0] if place else None),)


def _governor(view: UnitView, value: FoundValue) -> Governor | None:
    """What a value depends on; verbs and nouns inside names ("Ladies They Talk About") are none."""
    for governor in view.parsed.governors:
        if not value.span.overlaps(governor.span):
            continue
        if governor.verb_at is not None and view.named_at(governor.verb_at) is not None:
            continue
        if governor.noun or governor.verb:
            return governor
    return None


def _bearer(
    view: UnitView, referents: Referents, value: FoundValue, governor: Governor | None
) -> Bearer:
    """What the governing phrase names, its verb's subject, the sentence's, else the main entity."""
    if governor is not None:
        owner = _owner(view, governor)
        if owner is not None:
            return owner
        if governor.subject is not None:
            found = referents.of(governor.subject)
            if found is not None and found.type != "group":
                return found
    told = governor is not None and governor.subject is not None
    if referents.main.titled or told:
        return referents.main.bearer
    return _sentence_subject(view, referents, value) or referents.main.bearer


def _owner(view: UnitView, governor: Governor) -> Bearer | None:
    """ "Boeing's revenue", "the revenue of Boeing": the entity that a phrase says has the value."""
    if governor.phrase is None or governor.noun_at is None:
        return None
    for named in reversed(view.named_in(governor.phrase)):
        after = view.unit.text[named.span.end : named.span.end + 2]
        owns = named.span.end > governor.noun_at.start or after in ("'s", "’s")
        if owns and named.bearer.type != "group":
            return named.bearer
    return None


def _sentence_subject(view: UnitView, referents: Referents, value: FoundValue) -> Bearer | None:
    sentence = view.sentence_of(value.span)
    for clause in view.parsed.clauses:
        if sentence.contains(clause.span):
            for head, phrase in clause.subjects[:1]:
                found = referents.of(head, phrase)
                if found is not None and found.type not in ("group", "law", "statute"):
                    return found
    return None


def _name(
    view: UnitView, referents: Referents, value: FoundValue, governor: Governor | None
) -> str | None:
    """The field's name; None for values that say nothing by themselves."""
    kind = value.value.kind
    if kind is ValueKind.IDENTIFIER:
        return _identifier_name(view, value)
    if kind in _TIMES:
        return _time_name(view, referents, value, governor)
    if kind is ValueKind.NUMBER and not _counts(view, value, governor):
        return None
    if kind is ValueKind.DURATION:
        return _duration_name(view, value, governor)
    noun = None if governor is None else _phrase_name(view, referents, governor, value)
    if kind is ValueKind.QUANTITY:
        return noun or value.value.unit
    if kind is ValueKind.NUMBER:
        return None if noun is not None and {"and", "or"} & set(noun.split()) else noun
    return noun or _amount_name(view, governor, kind)


def _counts(view: UnitView, value: FoundValue, governor: Governor | None) -> bool:
    """True for a number that says how many or how much: "8 episodes", "a population of 42"."""
    if governor is None or not _PLAIN.fullmatch(value.surface):
        return False
    if _CITED.match(view.unit.text, value.span.end):
        return False
    before = view.unit.text[max(0, value.span.start - 40) : value.span.start]
    if _SECTIONS.search(before):
        return False
    if governor.noun_at is None:
        return governor.verb == "be"
    return governor.noun_at.start >= value.span.end or governor.preposition == "of"


_LABEL_BEFORE = re.compile(r"([A-Za-z][A-Za-z-]+)\s+$")


def _identifier_name(view: UnitView, value: FoundValue) -> str | None:
    """ "case number", "bar number"; None for references, which are relations."""
    unit = value.value.unit
    if unit is None or unit in word_set("reference_units.txt"):
        return None
    if unit != "number":
        return f"{unit} number"
    before = _LABEL_BEFORE.search(view.unit.text, 0, value.span.start)
    return f"{before.group(1).casefold()} number" if before else None


_WITHIN = re.compile(r"\b(?:within|(?:no|not)\s+later\s+than)\s+(?:the\s+)?$", re.IGNORECASE)


def _duration_name(view: UnitView, value: FoundValue, governor: Governor | None) -> str:
    """ "age", "deadline", "notice period", the noun for a term or period, else "duration"."""
    if _AGE.match(view.unit.text, value.span.end):
        return "age"
    noun = None if governor is None else _noun_name(view, governor, value)
    if noun is not None and "notice" in noun.split():
        return "notice period"
    if _WITHIN.search(view.unit.text, max(0, value.span.start - 30), value.span.start):
        return "deadline"
    subject = governor.subject_phrase if governor is not None and governor.verb == "be" else None
    if noun is None and subject is not None:
        noun = _clean_phrase(view, subject, value)
    return noun if noun is not None and noun.split()[-1] in _DURATION_NOUNS else "duration"


_DURATION_NOUNS = frozenset(
    ["term", "period", "duration", "extension", "renewal", "lease", "notice", "tenure"]
)


def _time_name(
    view: UnitView, referents: Referents, value: FoundValue, governor: Governor | None
) -> str | None:
    """ "birth date" under "born", "date filed" under "filed", else "date" with verb or noun."""
    if value.value.end is None:
        return None
    if value.value.kind is ValueKind.PERIOD and _REPORT_PERIOD.search(value.surface):
        return "period"
    whole = value.value.start == value.value.end
    if governor is None:
        return "date" if whole else None
    named = word_table("verb_dates.tsv").get(governor.verb or "")
    if named:
        return named
    light = word_set("light_verbs.txt")
    if governor.verb_at and governor.verb not in light and governor.preposition:
        word = view.surface(governor.verb_at).casefold()
        if word.isalpha() and not word.endswith("ing"):
            return f"date {word}"
    noun = _noun_name(view, governor, value)
    if noun and word_table("type_nouns.tsv").get(governor.noun or "") == "work":
        return "release date"
    if noun:
        short = " ".join(noun.split()[-2:])
        return short if short.endswith("date") else f"{short} date"
    return "date" if whole else None


def _noun_name(view: UnitView, governor: Governor, value: FoundValue) -> str | None:
    """The noun phrase that a value depends on, as a name."""
    if governor.noun is None or governor.phrase is None or governor.noun_at is None:
        return None
    if view.named_at(governor.noun_at) is not None:
        return None
    name = _clean_phrase(view, governor.phrase, value)
    vague = governor.noun in word_set("no_field_names.txt")
    modified = name is not None and " " in name and governor.noun in _MEASURES
    return name if not vague or modified else None


_MEASURES = frozenset({"total", "amount", "number", "rate", "period", "term", "value", "limit"})


def _phrase_name(
    view: UnitView, referents: Referents, governor: Governor, value: FoundValue
) -> str | None:
    """The noun that a value depends on; else the object or the subject that is so much."""
    found = _noun_name(view, governor, value)
    if found is not None:
        return found
    vague = word_set("no_field_names.txt")
    for phrase in _clause_phrases(view, referents, governor, value):
        found = _clean_phrase(view, phrase, value)
        if found is not None and found.split()[-1] not in vague and not _is_kind(found):
            return found
    return None


def _is_kind(name: str) -> bool:
    """ "film", "company": what has a value, not what the value is."""
    return name in word_table("type_nouns.tsv")


def _clause_phrases(
    view: UnitView, referents: Referents, governor: Governor, value: FoundValue
) -> Iterator[Span]:
    """The subject, where it is no entity ("net sales were …"), and the object of the verb."""
    if governor.object_phrase is not None and not governor.object_phrase.overlaps(value.span):
        yield governor.object_phrase
    subject = governor.subject
    if subject is not None and governor.subject_phrase is not None:
        pronoun = len(governor.subject_phrase) < 4
        if not pronoun and referents.of(subject, governor.subject_phrase) is None:
            yield governor.subject_phrase


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
    if any(len(word) < 3 for word in words):
        return None
    return name if name and name not in word_set("no_field_names.txt") else None


def _amount_name(view: UnitView, governor: Governor | None, kind: ValueKind) -> str | None:
    """ "amount spent", "percentage owned": the verb where no noun names the value."""
    general = _KIND_NAMES.get(kind)
    if governor is None or governor.verb_at is None or general is None:
        return general
    word = view.surface(governor.verb_at).casefold()
    if governor.verb in word_set("light_verbs.txt") or not word.isalpha():
        return general
    return f"{general} {word}"
