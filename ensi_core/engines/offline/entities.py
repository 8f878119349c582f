"""Entity mentions in a text: what the model names, corrected and completed by rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.names import (
    clean_name,
    has_honorific,
    type_from_words,
    without_honorific,
)
from ensi_core.engines.offline.nlp import NamedSpan
from ensi_core.types import Span

MODEL_TYPES = {
    "PERSON": "person",
    "ORG": "organization",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "NORP": "group",
    "EVENT": "event",
    "WORK_OF_ART": "work",
    "LAW": "law",
    "PRODUCT": "product",
    "LANGUAGE": "language",
}
"""The model's labels that name entities, and our types for them."""

_CAP = r"(?:(?:[A-Z]\.)+|(?:St|Mt|Ft|Jr|Sr|Bros|Co|Corp|Inc)\.(?=,?\s)|[A-Z][\w’'&/-]*)"
_PARTY = rf"(?!(?i:plaintiff|defendant|petitioner|respondent|appell)){_CAP}"
_NAME_RUN = rf"{_CAP}(?:,?\s+(?:{_CAP}|of|and|the|&|for|de|la|ex\s+rel\.?))*"
_SUFFIX = (
    r"(?:Inc|Incorporated|Corp|Corporation|Company|Co|LLC|L\.L\.C|Ltd|Limited|PLC|plc|L\.P|LP|LLP"
    r"|L\.L\.P|N\.A|AG|S\.A|SA|GmbH|N\.V|B\.V|P\.C|PLLC|Pty\.? Ltd)"
)
_HONORIFICS = (
    r"(?:Mr|Mrs|Ms|Dr|Prof|Hon|Judge|Magistrate Judge|Chief Judge|Justice|Chief Justice|Sir|Dame"
    r"|Inspector|Sergeant|Officer|Senator|Governor|Professor|Messrs)"
)


_TITLE_WORD = r"[A-Z][\w’'-]*"
_SMALL = r"(?:\s+(?:of|the|and|in|on|for|to|a|an|with|from|&|de|la|le|du|van|von|by|at)){0,2}"


@dataclass(frozen=True, slots=True)
class Mention:
    """A named entity in a text unit: ``span`` in the unit, the cleaned name, its type."""

    span: Span
    name: str
    type: str


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: re.Pattern[str]
    type: str
    rank: float
    trigger: str = ""


_RULES = (
    _Rule(
        re.compile(
            rf"(?:In\s+re\s+{_NAME_RUN})"
            rf"|(?:(?<![\w.]){_PARTY}(?:,?\s+(?:{_PARTY}|of|and|the|&|ex\s+rel\.?)){{0,7}}?"
            rf",?(?:\s+et\s+al\.,?)?\s+vs?\.\s+{_PARTY}(?:,?\s+(?:{_PARTY}|of|the|and|&)){{0,7}})"
        ),
        "case", 5,
    ),
    _Rule(
        re.compile(
            r"\b\d+\s+(?:U\.?S\.?C\.?(?:A\.?)?|C\.?F\.?R\.?)\s*(?:§§?|[Ss]ections?|[Pp]arts?)?\s*"
            r"\d[\w.:-]*(?:\([\w]{1,4}\))*"
        ),
        "statute", 6,
    ),
    _Rule(re.compile(r"\bFed\.\s*R\.\s*(?:Civ|Crim|App|Bankr)\.\s*P\.\s*\d+[\w.]*(?:\(\w{1,3}\))*"
                     r"|\bFed\.\s*R\.\s*Evid\.\s*\d+(?:\(\w{1,3}\))*"), "statute", 6),
    _Rule(
        re.compile(
            r"\b(?:[A-Z][\w’'-]+(?:,)?\s+(?:(?:and|of|for|the|to|on)\s+){0,2}){1,8}"
            r"(?:Act|Code)(?:\s+of\s+\d{4})?\b"
        ),
        "law", 4, "Act|Code",
    ),
    _Rule(
        re.compile(
            r"\b(?:United\s+States\s+|U\.S\.\s+)?(?:District|Supreme|Superior|Circuit|Bankruptcy"
            r"|Appellate|High|Chancery|Probate|Family|Appeals|Magistrates?)\s+Court"
            r"(?:\s+(?:of|for)\s+(?:the\s+)?(?:[A-Z][\w.’']*(?:\s+(?:of|the|and)\s+(?=[A-Z])"
            r"|\s+(?=[A-Z])|,\s+(?=[A-Z]))?)+)?"
            r"|\bCourt\s+of\s+(?:Appeals?|Chancery|Federal\s+Claims|Common\s+Pleas)"
            r"(?:\s+(?:of|for)\s+(?:the\s+)?(?:[A-Z][\w.]*(?:\s+(?=[A-Z]))?)+)?"
            r"|\b(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh"
            r"|D\.C\.|Federal)\s+Circuit\b"
        ),
        "court", 5, "Court|Circuit",
    ),
    _Rule(
        re.compile(rf"(?<![\w.]){_CAP}(?:\s+(?:{_CAP}|of|of\s+the|and|&|de)){{0,7}},?\s+{_SUFFIX}\b\.?"),
        "organization", 4,
    ),
    _Rule(
        re.compile(
            r"(?<![\w.])(?:[A-Z][\w’'/&-]+,?\s+(?:(?:and|of|for)\s+(?=[A-Z]))?){1,6}"
            r"(?:Agreement|Lease|Indenture|Contract|Decree|Guaranty|Amendment)\b"
            r"(?:\s+No\.\s*\d+)?"
        ),
        "agreement", 3, "Agreement|Lease|Indenture|Contract|Decree|Guaranty|Amendment",
    ),
    _Rule(
        re.compile(rf"\b{_HONORIFICS}\.?\s+(?:(?:[A-Z]\.|[A-Z][\w’'-]*)\s+){{0,3}}[A-Z][\w’'-]+"),
        "person", 3,
    ),
    _Rule(
        re.compile(r"(?<=[“\"])[A-Z0-9¡¿][^“”\"\n]{1,70}?(?=[,.]?[”\"])"), "work", 2,
    ),
    _Rule(
        re.compile(
            rf"(?<![\w.])(?:The\s+|A\s+|An\s+)?{_TITLE_WORD}(?:{_SMALL}\s+(?:{_TITLE_WORD}|\d+)){{0,7}}"
            r"(?=\s+\((?:19|20)\d\d(?:\s+(?:film|song|album|novel|book|series))?\))"
        ),
        "work", 2.5,
    ),
    _Rule(
        re.compile(
            rf"(?<![\w.])(?:{_TITLE_WORD}|(?:[A-Z]\.)+)(?:{_SMALL}\s+(?:{_TITLE_WORD}|(?:[A-Z]\.)+))"
            r"{1,8}"
        ),
        "unknown", 1,
    ),
)  # fmt: skip
_TRIGGERS = {rule.trigger: re.compile(rule.trigger) for rule in _RULES if rule.trigger}
_SENTENCE_OPENING = re.compile(
    r"^(?:The|A|An|In|On|At|By|For|From|To|With|After|Before|During|When|While|As|If|Under|Upon"
    r"|Although|Since|And|But|However|It|He|She|They|This|That|These|Those|His|Her|Its|Their|Our|We"
    r"|Both|Each|All|Any|No|Such|Defendants?|Plaintiffs?|Once|Then|Also|There|Here|See|Where|Until"
    r"|Unlike|Despite|According|Among|Between|Through|Within|Not|Following|Because|So|Of|Later"
    r"|Today|Other|Another|Many|Some|Most|One|Two|Three|Like|Only|Even|Every|Per|Is|Was|Are|Has|Had"
    r"|Either|Neither|What|Which|Who|How|Why|Let|Now|I)\s+"
)
_RUN_BREAK = re.compile(
    r"\b[A-Z]{4,}\s+(?=[A-Z][a-z])|\b(?:This|The|Such|Any|Each|Every|That|These|Those|And|AND)\s+"
    r"|^[A-Z]\.\s+(?=[A-Z][a-z]+\s)|\b\d+(?:\.\d+)+\s+"
)
"""Where a run of capitalised words goes over from a heading or label to a name."""

_BODY_OF = re.compile(
    r"(?:the\s+)?(?:Boards?\s+of\s+Directors|Annual\s+Reports?|Quarterly\s+Reports?|Shareholders"
    r"|Stockholders|Common\s+Stock|Subsidiaries|Notes|Officers|Counsel|Secretary|Chief\s+\w+\s+Officer"
    r"|President|Certificate\s+of\s+Incorporation|By-?[Ll]aws)\s+(?:of|for)\s+",
    re.IGNORECASE,
)
_TWO_NAMES = re.compile(
    r"(?P<first>(?:[A-Z][\w’'&.-]*\s+){2,})and\s+(?=[A-Z][\w’'&.-]*\s+(?:of|[A-Z]))"
)
"""One name and the next joined by "and" ("Lower Valley District and Friends of … Inc.")."""

_CASE_LEAD = re.compile(
    r"^(?:See(?:,?\s+e\.g\.,?)?|But\s+see|Cf\.|Compare|In|Under|The|Accord|Citing|Quoting|E\.g\.,?"
    r"|And|As|Because|Applying|Following|Since|Unlike|Although)\s+",
)
_YEAR_PLACE = re.compile(r"^(?:\d{4}[-–]?\d{0,4}|\d+(?:st|nd|rd|th)?)$")


def find_mentions(text: str, entities: Sequence[NamedSpan]) -> tuple[Mention, ...]:
    """Mentions in order, without overlap; of overlapping ones the surest, then the longest."""
    candidates = [*_from_rules(text), *_from_model(text, entities)]
    taken: list[tuple[Span, Mention]] = []
    for _, span, mention in sorted(candidates, key=lambda c: (-c[0], -len(c[1]), c[1].start)):
        if not any(span.overlaps(other) for other, _ in taken):
            taken.append((span, mention))
    return tuple(mention for _, mention in sorted(taken, key=lambda pair: pair[0].start))


def _from_model(text: str, entities: Iterable[NamedSpan]) -> Iterator[tuple[float, Span, Mention]]:
    for entity in entities:
        kind = MODEL_TYPES.get(entity.label)
        if kind is None:
            continue
        span = _cut_at_breaks(text, entity.span)
        if kind == "person" and (junior := _JUNIOR.match(text, span.end)):
            span = Span(span.start, junior.end())
        mention = _mention(text, span, kind)
        if mention is not None:
            words = len(mention.name.split())
            yield 2 if words > 1 else 1.5, mention.span, mention


def _from_rules(text: str) -> Iterator[tuple[float, Span, Mention]]:
    for rule in _RULES:
        if rule.trigger and not _TRIGGERS[rule.trigger].search(text):
            continue
        for match in rule.pattern.finditer(text):
            if rule.type == "organization" and (both := _TWO_NAMES.match(match.group())):
                first = Span(match.start(), match.start() + both.end("first"))
                if (mention := _mention(text, first, "unknown")) is not None:
                    yield rule.rank, mention.span, mention
            span = _opened(text, Span(match.start(), match.end()), rule)
            mention = None if span is None else _mention(text, span, rule.type)
            if mention is not None and _plausible(mention, rule):
                yield rule.rank, mention.span, mention


def _opened(text: str, span: Span, rule: _Rule) -> Span | None:
    """The span without a sentence's opening word; None when too little is left."""
    surface = text[span.start : span.end]
    if rule.type == "case":
        while lead := _CASE_LEAD.match(surface):
            span = Span(span.start + lead.end(), span.end)
            surface = surface[lead.end() :]
    elif rule.type in ("unknown", "agreement", "law", "organization"):
        cut = max((m.end() for m in _RUN_BREAK.finditer(surface)), default=0)
        if rule.type == "organization" and (both := _TWO_NAMES.match(surface, cut)):
            cut = both.end()
        if body := _BODY_OF.match(surface, cut):
            cut = body.end()
        lead = _SENTENCE_OPENING.match(surface, cut)
        span = Span(span.start + (lead.end() if lead else cut), span.end)
    return span if len(span) > 2 else None


def _plausible(mention: Mention, rule: _Rule) -> bool:
    words = mention.name.split()
    if rule.type == "unknown":
        return len(words) >= 2 and words[0][0].isupper() and not mention.name.isupper()
    if rule.type == "work":
        capitals = sum(word[0].isupper() for word in words)
        return capitals * 2 >= len(words) and len(words) <= 10
    if rule.type in ("agreement", "law", "organization"):
        return len(words) >= 2
    return True


def _mention(text: str, span: Span, kind: str) -> Mention | None:
    name = clean_name(text[span.start : span.end], keep_article=kind == "work")
    if not name or _YEAR_PLACE.match(name):
        return None
    if kind == "person":
        bare = without_honorific(name)
        name = bare if " " in bare else name
    start = _find_loose(text, name, span)
    if start is None:
        return None
    return Mention(start, name, _settled_type(name, kind))


def _find_loose(text: str, name: str, span: Span) -> Span | None:
    """Where the cleaned name stands in its surface (white space may differ)."""
    pattern = r"\s+".join(re.escape(word) for word in name.split())
    match = re.compile(pattern).search(text, span.start, min(len(text), span.end + 1))
    return Span(match.start(), match.end()) if match else None


_JUNIOR = re.compile(r",?\s+(?:Jr\.?|Sr\.?|I{2,3}|IV)(?!\w)")
_OUTLINE_LABEL = re.compile(r"(?:[A-Z]{4,}\s+)?(?:[A-Z]\.|\(?\d+(?:\.\d+)*[.)]?)\s+(?=\S)")
_LABEL_BEFORE = re.compile(r"(?:^|[.;:]\s+|\n\s*)$")


def _cut_at_breaks(text: str, span: Span) -> Span:
    """A model span without an outline label before it, and what follows a column gap in it."""
    label = _OUTLINE_LABEL.match(text, span.start, span.end)
    if label and _LABEL_BEFORE.search(text, max(0, span.start - 4), span.start):
        span = Span(label.end(), span.end)
    gap = re.search(r"\s{3,}|\n\s*\n", text[span.start : span.end])
    return Span(span.start, span.start + gap.start()) if gap else span


def _settled_type(name: str, kind: str) -> str:
    """The type after the name's own words had their say."""
    if kind in ("case", "statute", "court"):
        return kind
    if has_honorific(name):
        return "person"
    if kind == "person" and any(c.isdigit() for c in name):
        return "product"
    told = type_from_words(name)
    if told is None or (kind == "person" and told != "organization"):
        return kind
    if kind == "work" and told not in ("agreement", "case"):
        return kind
    return told
