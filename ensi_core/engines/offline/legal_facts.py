"""Facts that legal papers state in set phrases: parties, judge, court, governing law, counsel."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.findings import Finding, UnitView
from ensi_core.engines.offline.namebook import Bearer, Named
from ensi_core.types import Category, Span, ValueKind

CAPTION_CHARACTERS = 4_000
"""The caption of a court paper and the preamble of a contract stand in so much text."""

_PLACE_RUN = (
    r"(?P<value>(?:(?:State|Commonwealth|Province|Republic|Kingdom|District|People['’]s Republic)"
    r"\s+of\s+(?:the\s+)?)?(?:(?:[A-Z]\.)+|[A-Z][\w’']*(?:\s+(?:and\s+)?[A-Z][\w’']*){0,3}))"
)
_GOVERNING = (
    re.compile(
        r"(?:governed\s+by|construed\s+(?:and\s+\w+\s+)?(?:in\s+accordance\s+with|under)|subject\s+to"
        r"|interpreted\s+(?:in\s+accordance\s+with|under))[^.;]{0,90}?\blaws?\s+of\s+(?:the\s+)?"
        + _PLACE_RUN
    ),
    re.compile(
        r"(?:governed\s+by|construed\s+under|in\s+accordance\s+with)\s+(?:the\s+)?"
        r"(?:internal\s+|substantive\s+)?(?P<value>[A-Z][\w.]*(?:\s+[A-Z][\w.]*){0,2})\s+law\b"
    ),
)
_FORUM = re.compile(
    r"\bcourts?\b[^.;]{0,40}?\s(?:of|in|located\s+in|sitting\s+in|for)\s+(?:the\s+)?" + _PLACE_RUN
)
_FORUM_CUE = re.compile(r"\b(?:jurisdiction|venue|forum)\b", re.IGNORECASE)
_DATED = (
    ("effective date", re.compile(r"\beffective\s+(?:as\s+of|on)\s+(?:the\s+)?", re.IGNORECASE)),
    (
        "agreement date",
        re.compile(
            r"\b(?:made|entered\s+into|dated|executed)\s+(?:and\s+\w+\s+(?:into\s+)?)?(?:effective\s+)?"
            r"(?:as\s+of|on|this)?\s*(?:the\s+)?",
            re.IGNORECASE,
        ),
    ),
)
_DATE_REACH = 6
_ROLES = (
    "plaintiff", "defendant", "petitioner", "respondent", "appellant", "appellee", "debtor",
    "claimant", "intervenor",
)  # fmt: skip
_CAPTION_ROLE = re.compile(
    r"[,\s)]\s*(?P<role>(?:Cross-|Counter-|Third-Party\s+)?(?:"
    + "|".join(_ROLES)
    + r"))s?\b[-.,/)\s]",
    re.IGNORECASE,
)
_VERSUS = re.compile(r"(?:^|[\s)])(?:v\.|vs\.|versus|-against-|V\.)(?=[\s)(]|$)")
_JUDGE = re.compile(
    r"\b(?:Hon\.|Honorable|(?:Chief\s+|Senior\s+|Magistrate\s+|Circuit\s+|District\s+)*(?:Judges?|Justices?))"
    r"\s+(?=[A-Z])"
    r"|,?\s+(?:(?:United\s+States|U\.S\.)\s+)?(?:Chief\s+|Senior\s+)?(?:District|Circuit|Magistrate"
    r"|Administrative\s+Law)\s+Judges?\b|,\s+[CJ]\.J?\.?(?=\W)|\b(?:Judges?|Justices?):\s*",
)
_COUNSEL = re.compile(
    r"\b(?:(?:counsel|attorneys?|lawyers?)\s+for|representing)\s+(?:the\s+)?", re.IGNORECASE
)
_BETWEEN = re.compile(r"\b(?:between|among)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LegalReader:
    """Reads set phrases of a contract or court paper whose main entity is ``main``."""

    main: Bearer
    contract: bool

    def findings(self, view: UnitView) -> Iterator[Finding]:
        """Facts of one text unit."""
        yield from self._governing_law(view)
        yield from self._forum(view)
        if view.unit.spans and view.unit.spans[0].start < CAPTION_CHARACTERS:
            if self.contract:
                yield from self._contract_parties(view)
                yield from self._contract_dates(view)
            else:
                yield from self._judges(view)
        if not self.contract:
            yield from _counsel(view)
            yield from self._case_numbers(view)

    def _governing_law(self, view: UnitView) -> Iterator[Finding]:
        for pattern in _GOVERNING:
            for match in pattern.finditer(view.unit.text):
                yield view.property_(self.main, "governing law", Span(*match.span("value")))

    def _forum(self, view: UnitView) -> Iterator[Finding]:
        for match in _FORUM.finditer(view.unit.text):
            sentence = view.sentence_of(Span(*match.span("value")))
            if _FORUM_CUE.search(view.unit.text, sentence.start, sentence.end):
                yield view.property_(self.main, "jurisdiction", Span(*match.span("value")))

    def _contract_parties(self, view: UnitView) -> Iterator[Finding]:
        """The organizations and persons named after "between" in the preamble."""
        match = _BETWEEN.search(view.unit.text)
        if match is None:
            return
        sentence = view.sentence_of(Span(*match.span()))
        for named in view.named:
            inside = match.end() <= named.span.start < sentence.end
            if inside and named.bearer.type in ("organization", "person"):
                yield view.relation(self.main, "has party", named, named.span)

    def _contract_dates(self, view: UnitView) -> Iterator[Finding]:
        """The date that the preamble gives the contract, and the one it takes effect on."""
        for name, pattern in _DATED:
            match = next(pattern.finditer(view.unit.text), None)
            dates = [v for v in view.values if v.value.kind is ValueKind.DATE]
            if match is None:
                continue
            for date in dates:
                if 0 <= date.span.start - match.end() <= _DATE_REACH:
                    yield view.property_(self.main, name, date.span, date.value)

    def _case_numbers(self, view: UnitView) -> Iterator[Finding]:
        """The number of this case, from the caption."""
        if view.unit.spans[0].start < CAPTION_CHARACTERS:
            for value in view.values:
                if value.value.kind is ValueKind.IDENTIFIER and value.value.unit == "case":
                    yield view.property_(self.main, "case number", value.span, value.value)
                    return

    def _judges(self, view: UnitView) -> Iterator[Finding]:
        for match in _JUDGE.finditer(view.unit.text):
            for named in view.named:
                beside = 0 <= named.span.start - match.end() <= 2
                before = 0 <= match.start() - named.span.end <= 2
                if (beside or before) and named.bearer.type in ("person", "unknown"):
                    yield view.relation(self.main, "judge", named, named.span)


def caption_parties(text: str, main: Bearer, named: Sequence[Named]) -> Iterator[Finding]:
    """Parties of a court paper by their role; ``named`` are the names in the caption.

    Spans are those of the document: ``text`` is its beginning. Names in capitals that the paper
    does not use elsewhere count too.
    """
    versus = _VERSUS.search(text)
    if versus is None:
        return
    start = 0
    for match in _CAPTION_ROLE.finditer(text):
        role = match["role"].casefold()
        start = max(start, match.start() - _PARTY_REACH)
        if start < versus.start() < match.start():
            start = versus.end()
        reach = Span(start, match.start() + 2)
        parties = [n for n in named if reach.contains(n.span) and _is_party(text, n)]
        spelled = [n for n in _in_capitals(text, reach) if not _taken(n, parties)]
        for party in sorted([*parties, *spelled], key=lambda n: n.span):
            evidence = (Span(party.span.start, match.end("role")),)
            yield Finding(
                main, Category.RELATION, role, party.bearer.name, (party.span,), evidence,
                target=party.bearer,
            )  # fmt: skip
        start = match.end()
        if match.start() > versus.end() and role in ("defendant", "respondent", "appellee"):
            return


_CAPITALS = re.compile(
    r"(?<![\w-])(?:[A-Z][A-Z'’&.-]+"
    r"(?:[ \t]+|,[ \t]+(?=(?:INC|LLC|LTD|L\.?P)\b)|$|(?=[,\t\n)]))){2,}"
)
MOST_SPELLED = 4
_COURT_WORDS = re.compile(
    r"\b(?:COURT|DISTRICT OF|DIVISION|CASE|CIVIL|ACTION|ORDER|OPINION|COMPLAINT|JURY)\b"
)
_KEPT_CAPITALS = frozenset({"LLC", "LLP", "LP", "USA", "PLC", "NA", "AG"})
_SMALL = frozenset({"OF", "THE", "AND", "FOR", "IN"})


def _taken(named: Named, parties: Sequence[Named]) -> bool:
    return any(named.span.overlaps(party.span) for party in parties)


def _in_capitals(text: str, reach: Span) -> list[Named]:
    """Names in capitals in a stretch of a caption, as they are written in running text."""
    found: list[Named] = []
    for match in _CAPITALS.finditer(text, reach.start, reach.end):
        shown = match.group().strip(" \t,")
        if not _COURT_WORDS.search(shown):
            span = Span(match.start(), match.start() + len(shown))
            found.append(Named(span, Bearer(_running(shown), "organization", (span,)), False))
    return found[-MOST_SPELLED:]


def _running(capitals: str) -> str:
    return " ".join(
        word
        if word.strip(",.") in _KEPT_CAPITALS
        else (word.lower() if word in _SMALL else word.capitalize())
        for word in capitals.split()
    )


_PARTY_REACH = 400
"""A party stands at most so far before its role in a caption (code points)."""

_TITLE_BEFORE = re.compile(
    r"(?:Hon\.?|Honorable|Judge|Justice|Counsel|Attorneys?)[:,]?\s+$", re.IGNORECASE
)


def _is_party(text: str, named: Named) -> bool:
    judge = _TITLE_BEFORE.search(text, max(0, named.span.start - 16), named.span.start)
    clerk = re.match(r"\s*,?\s*Clerk\b", text[named.span.end :]) or "Clerk" in named.bearer.name
    return (
        judge is None and not clerk and named.bearer.type in ("organization", "person", "unknown")
    )


_CASE_LINE = re.compile(
    r"^\s*(?P<first>[A-Z][\w.,’'& -]{2,60}?)\s+v(?:s)?\.\s+(?P<second>[A-Z][\w.,’'& -]{2,70}?)\s*$",
    re.MULTILINE,
)


def case_in_lines(text: str) -> str | None:
    """The first line that holds nothing but the name of a case, without roles and "et al."."""
    lines = _CASE_LINE.finditer(text)
    match = next((m for m in lines if not _CAPTION_ROLE.match(f" {m['first']} ")), None)
    if match is None:
        return None
    sides = [
        re.split(
            r",?\s+(?:et\s+al|petitioner|respondent|appell|plaintiff|defendant)", side, flags=re.I
        )[0]
        for side in (match["first"], match["second"])
    ]
    return " v. ".join(" ".join(side.strip(" ,").split()) for side in sides)


def case_of(parties: Sequence[Finding]) -> str | None:
    """ "First Plaintiff v. First Defendant" from the parties of a caption, None without both."""
    by_role: dict[str, str] = {}
    for party in parties:
        by_role.setdefault(party.name, party.value)
    for first, second in (
        ("plaintiff", "defendant"),
        ("petitioner", "respondent"),
        ("appellant", "appellee"),
    ):
        if first in by_role and second in by_role:
            return f"{by_role[first]} v. {by_role[second]}"
    return None


def _counsel(view: UnitView) -> Iterator[Finding]:
    """ "Jane Roe, counsel for Acme Corp.": who represents whom."""
    for match in _COUNSEL.finditer(view.unit.text):
        before = [n for n in view.named if n.span.end <= match.start()]
        after = [n for n in view.named if n.span.start >= match.end()]
        if not before or not after or after[0].span.start - match.end() > 2:
            continue
        lawyer = before[-1]
        near = match.start() - lawyer.span.end < 60
        if near and lawyer.bearer.type in ("person", "organization"):
            yield view.relation(lawyer.bearer, "counsel for", after[0], Span(*match.span()))
