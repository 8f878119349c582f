"""Rules for identifiers: case, docket, permit and account numbers, sections and exhibits."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ensi_core.text import one_line
from ensi_core.types import NormalisedValue, ValueKind
from ensi_core.values.rule import Rule, rule


@dataclass(frozen=True, slots=True)
class _Label:
    """What a label numbers, its pattern, and the words that the pattern can begin with."""

    unit: str
    pattern: str
    first_words: str


_NUMBERED = (
    _Label(
        "case",
        r"Case|Civil\s+Action|Civil\s+Case|Criminal\s+Case|Cause|Index|Appeal|Claim|Matter"
        r"|Adversary(?:\s+Proceeding)?|Petition",
        "Case Civil Criminal Cause Index Appeal Claim Matter Adversary Petition",
    ),
    _Label(
        "docket entry",
        r"Dkts?\.?|Docket(?:\s+Entry)?|ECF|D\.E\.|Docs?\.",
        "Dkt Dkts Docket ECF D.E Doc Docs",
    ),
    _Label(
        "file",
        r"(?:Commission\s+)?File|Registration|Release|Accession",
        "Commission File Registration Release Accession",
    ),
    _Label(
        "permit",
        r"Permit|Licen[sc]e|Authorization|Certificate",
        "Permit License Licence Authorization Certificate",
    ),
    _Label(
        "account",
        r"Account|Acct\.?|Loan|Policy|Member|Customer|Client",
        "Account Acct Loan Policy Member Customer Client",
    ),
    _Label(
        "lease", r"Lease|Tract|Parcel|Well|Unit|Lot|Block", "Lease Tract Parcel Well Unit Lot Block"
    ),
    _Label(
        "order",
        r"Purchase\s+Order|Work\s+Order|Order|Invoice|Contract|Agreement|Check|Cheque|P\.?O\.?",
        "Purchase Work Order Invoice Contract Agreement Check Cheque PO P.O",
    ),
    _Label(
        "patent",
        r"Patent|Application|Serial|Part|Model|Batch|Project|Grant",
        "Patent Application Serial Part Model Batch Project Grant",
    ),
    _Label(
        "tax number",
        r"EIN|Tax\s+ID|Taxpayer\s+Identification|I\.?R\.?S\.?\s+Employer\s+Identification",
        "EIN Tax Taxpayer IRS I.R.S",
    ),
    _Label("bates", r"Bates", "Bates"),
    _Label("number", r"Nos?\.", "No Nos"),
)
_PLACED = (
    _Label(
        "section",
        r"Sections?|Secs?\.|§§?|Clauses?|Articles?|Arts?\.|Paragraphs?|Subsections?|¶¶?|Rules?",
        "Section Sections Sec Secs Clause Clauses Article Articles Art Arts Paragraph Paragraphs "
        "Subsection Subsections Rule Rules § ¶",
    ),
    _Label(
        "exhibit",
        r"Exhibits?|Exs?\.|Schedules?|Annex|Appendix|Attachment|Tabs?",
        "Exhibit Exhibits Ex Exs Schedule Schedules Annex Appendix Attachment Tab Tabs",
    ),
    _Label(
        "note",
        r"Notes?|Items?|Parts?|Tables?|Figures?|Figs?\.|Amendment",
        "Note Notes Item Items Part Parts Table Tables Figure Figures Fig Figs Amendment",
    ),
)
_NO = r"\s*(?:(?i:Nos?\b\.?|Numbers?|Num\.)|#|:)\s*:?\s*#?\s*"
_TOKEN = r"(?=[\w:/.-]*\d)[A-Za-z0-9]+(?:[-/.:–][A-Za-z0-9]+)*(?:\s?\([A-Za-z0-9]{1,4}\))*"
_CODE = r"(?=[\w:/.-]*\d)(?=[\w:/.-]*[-:/]|\d{4,}|[A-Z]{2,})[A-Z0-9]+(?:[-/.:–][A-Za-z0-9]+)*"
_SPACED = r"[A-Z]{1,5}(?:-[A-Z]{1,3})?\s\d{3,}"
_PLACE = (
    r"(?:\d+[A-Za-z]?(?:[.\-–]\d+[A-Za-z]?)*|[IVXLC]+\b|[A-Z](?:[-.]\d+)*\b)"
    r"(?:\s?\([A-Za-z0-9]{1,5}\))*"
)
_COURT = r"\d{1,2}:\d{2}-(?:[A-Za-z]{2,4}-)?\d{3,6}(?:-[A-Za-z]{1,4})*"
_REPORTER = (
    r"U\.\s?S\.|S\.\s?Ct\.|L\.\s?Ed\.(?:\s?2d)?|F\.(?:\s?(?:2d|3d|4th))?|F\.\s?Supp\."
    r"(?:\s?(?:2d|3d))?|F\.\s?App[’']x|B\.R\.|Cal\.(?:\s?(?:App\.|Rptr\.))?(?:\s?(?:2d|3d|4th|5th))?"
    r"|N\.E\.(?:\s?(?:2d|3d))?|N\.W\.(?:\s?2d)?|S\.W\.(?:\s?(?:2d|3d))?|S\.E\.(?:\s?2d)?"
    r"|So\.(?:\s?(?:2d|3d))?|P\.(?:\s?(?:2d|3d))?|A\.(?:\s?(?:2d|3d))?|WL|Fed\.\s?Reg\."
)


def _identifier(unit: str, text: str) -> NormalisedValue:
    canonical = one_line(text).casefold().replace("–", "-")
    return NormalisedValue(ValueKind.IDENTIFIER, unit=unit, text=canonical)


def _numbered(unit: str, match: re.Match[str]) -> NormalisedValue | None:
    return _identifier(unit, match["token"])


def _placed(unit: str, match: re.Match[str]) -> NormalisedValue | None:
    place = re.sub(r"\s", "", match["token"])
    return _identifier(unit, place)


def _whole(unit: str, match: re.Match[str]) -> NormalisedValue | None:
    return _identifier(unit, match.group())


def _numbered_rules(label: _Label) -> tuple[Rule, ...]:
    """Rules for a label in capitals or not; only with "No." where it has none."""

    def read(match: re.Match[str]) -> NormalisedValue | None:
        return _numbered(label.unit, match)

    name, tail = f"(?:{label.pattern})", r"(?!\w)"
    numbered = rule(rf"(?i:{name}s?){_NO}(?P<token>{_SPACED}|{_TOKEN}){tail}", read, any_case=False)
    if label.unit in ("number", "docket entry"):
        gap = r"\s*(?:Nos?\b\.?|#)?\s*"
        return (numbered, rule(rf"{name}{gap}(?P<token>{_TOKEN}){tail}", read, any_case=False))
    return (
        numbered,
        rule(rf"{name}s?\s+(?P<token>{_SPACED}|{_CODE}){tail}", read, any_case=False),
    )


def _placed_rules(label: _Label) -> tuple[Rule, ...]:
    """Rules for "Section IV" and "section 4": in small letters only digits are a place."""

    def read(match: re.Match[str]) -> NormalisedValue | None:
        return _placed(label.unit, match)

    gap = r"\s*(?:[Nn]os?\.\s*)?"
    small = rf"(?:{label.pattern.lower()}){gap}(?P<token>(?=\d){_PLACE})(?!\w)"
    return (
        rule(rf"(?:{label.pattern}){gap}(?P<token>{_PLACE})(?!\w)", read, any_case=False),
        rule(rf"(?:{_capitals(label)}){gap}(?P<token>{_PLACE})(?!\w)", read, any_case=False),
        rule(small, read, any_case=False),
    )


def _capitals(label: _Label) -> str:
    """The label's words in capitals, as headings print them."""
    words = sorted(word.upper() for word in label.first_words.split() if len(word) > 2)
    return "|".join(dict.fromkeys(words))


def _whole_rule(unit: str, pattern: str) -> Rule:
    def read(match: re.Match[str]) -> NormalisedValue | None:
        return _whole(unit, match)

    return rule(pattern, read, any_case=False)


def _rules_by_first_word() -> dict[str, tuple[Rule, ...]]:
    by_word: dict[str, tuple[Rule, ...]] = {}
    for labels, rules_of in ((_NUMBERED, _numbered_rules), (_PLACED, _placed_rules)):
        for label in labels:
            rules = rules_of(label)
            words = label.first_words.split()
            for word in dict.fromkeys(f for w in words for f in (w, w.lower(), w.upper())):
                by_word[word] = (*by_word.get(word, ()), *rules)
    return by_word


LABEL_RULES: dict[str, tuple[Rule, ...]] = _rules_by_first_word()
"""Identifiers whose match begins with what they number, by that word as printed."""

DIGIT_RULES: tuple[Rule, ...] = (
    _whole_rule("case", rf"{_COURT}(?!\w)"),
    _whole_rule(
        "statute",
        r"\d{1,2}\s+(?:U\.\s?S\.\s?C\.|C\.\s?F\.\s?R\.)(?:\s?(?:§{1,2}|[Pp]arts?))?\s*"
        r"\d\w*(?:[.\-]\w+)*(?:\([A-Za-z0-9]{1,4}\))*",
    ),
    _whole_rule("reporter", rf"\d{{1,4}}\s+(?:{_REPORTER})\s+\d{{1,8}}(?!\w)"),
    _whole_rule("number", r"(?:\d{1,4}[-–]){1,5}\d{4,}(?![\w/.,]\d)(?!\w)"),
    _whole_rule("number", r"\d{4,}(?:[-–]\d{1,6}){1,5}(?![\w/.,]\d)(?!\w)"),
)
"""Identifiers whose match begins with a digit."""
