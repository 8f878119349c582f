"""The kind of a document, recognised from its words and structure by several cues."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.types import BlockKind, Document, DocumentKind

_HEAD_CHARACTERS = 6_000
"""Title page, caption and first paragraphs: what documents of these kinds begin with."""

_BODY_CHARACTERS = 60_000
"""Repeated cues are counted in this much text from the start."""

_TABLE_SHARE = 0.6
"""A document is a table when so much of its text stands in tables and it has little prose."""

_ENOUGH = 3.0
"""The least sum of cues that names a kind; chosen so that no single cue but the surest does."""


@dataclass(frozen=True, slots=True)
class _Cue:
    """A pattern that speaks for a kind: ``weight`` for each match, at most ``most`` matches.

    ``head`` cues are looked for in the head of the document only.
    """

    kind: DocumentKind
    weight: float
    pattern: re.Pattern[str]
    most: int = 1
    head: bool = True


def _cue(
    kind: DocumentKind, weight: float, pattern: str, *, most: int = 1, head: bool = True
) -> _Cue:
    return _Cue(kind, weight, re.compile(pattern, re.MULTILINE), most, head)


_F = DocumentKind.FINANCIAL_REPORT
_C = DocumentKind.CONTRACT
_P = DocumentKind.PLEADING
_O = DocumentKind.OPINION
_S = DocumentKind.PAPER
_T = DocumentKind.TRANSCRIPT
_M = DocumentKind.CORRESPONDENCE

_CUES: tuple[_Cue, ...] = (
    _cue(_F, 4, r"(?i)\bform\s+(?:10-[KQ]|20-F|40-F|8-K|6-K)\b"),
    _cue(_F, 2, r"(?i)securities\s+and\s+exchange\s+commission"),
    _cue(_F, 2.5, r"(?i)\b(?:annual|quarterly|interim|half-year)\s+report\b"),
    _cue(_F, 2, r"(?i)\b(?:fiscal\s+year|quarter(?:ly\s+period)?|year)\s+ended\b"),
    _cue(_F, 1.5, r"(?i)\b(?:first|second|third|fourth)[\s-]quarter\b.{0,60}\bresults\b"),
    _cue(_F, 1.5, r"(?i)consolidated\s+(?:balance\s+sheets?|statements?\s+of)", most=2, head=False),
    _cue(_F, 1, r"(?i)management['’]s\s+discussion\s+and\s+analysis", head=False),
    _cue(_F, 0.5, r"(?i)\bin\s+(?:millions|thousands)\b", most=4, head=False),
    _cue(_F, 0.5, r"(?i)\b(?:net\s+(?:sales|income|revenues?)|earnings\s+per\s+share)\b", most=4, head=False),
    _cue(_C, 2.5, r"(?i)\b(?:agreement|lease|contract|deed|amendment|indenture)\b[^.\n]{0,200}?"
         r"\b(?:is\s+)?(?:made|entered\s+into|dated|executed|effective)\b"),
    _cue(_C, 2, r"(?i)\bby\s+and\s+(?:between|among)\b|\bbetween\b[^.]{3,300}\band\b[^.]{3,200}\(\s*(?:the\s+|hereinafter)?[^)]{0,30}[\"“]"),
    _cue(_C, 1.5, r"(?i)\b(?:now,?\s+therefore|witnesseth|whereas)\b"),
    _cue(_C, 1.5, r"(?i)^\W*(?:[A-Z][\w&,'’-]*\s+){0,8}(?:AGREEMENT|LEASE|CONTRACT|INDENTURE|ADDENDUM)\b"),
    _cue(_C, 1, r"(?i)\bin\s+witness\s+whereof\b|\bthe\s+parties\s+(?:hereto|agree)\b", head=False),
    _cue(_C, 0.25, r"(?i)\b(?:hereto|hereof|hereunder|hereby|herein)\b", most=8, head=False),
    _cue(_C, 1, r"(?i)\bgoverning\s+law\b|\bgoverned\s+by\b[^.]{0,60}\blaws?\b", head=False),
    _cue(_P, 2.5, r"(?i)\bplaintiffs?\b[\s\S]{0,400}\bv(?:s|ersus)?\.?[\s\S]{0,400}\bdefendants?\b"),
    _cue(_P, 2.5, r"(?m)^[\W\d]*(?:[A-Z][A-Z’'-]*\s+){0,6}(?:COMPLAINT|PETITION|ANSWER|MOTION|BRIEF|"
         r"MEMORANDUM OF LAW|DECLARATION|AFFIDAVIT|COUNTERCLAIM|CROSS-COMPLAINT|NOTICE OF)\b"),
    _cue(_P, 1.5, r"(?i)\b(?:district|superior|circuit|supreme|county|bankruptcy)\s+court\b"),
    _cue(_P, 1.5, r"(?i)\b(?:jury\s+trial\s+demanded|demand\s+for\s+jury|prayer\s+for\s+relief|"
         r"causes?\s+of\s+action|respectfully\s+(?:submitted|requests?))\b", most=2, head=False),
    _cue(_P, 0.4, r"(?i)\bplaintiffs?\s+(?:alleges?|is|are|re-?alleges?|incorporates?|seeks?)\b", most=5, head=False),
    _cue(_P, 0.5, r"(?i)\b(?:declare|swear|affirm)\s+under\s+penalty\s+of\s+perjury\b", most=2, head=False),
    _cue(_O, 2.5, r"(?m)^[\W\d]*(?:[A-Z][A-Z’'&-]*\s+){0,5}(?:OPINION|ORDER|JUDGMENT|DECISION|RULING)"
         r"(?:\s+(?:AND|ON|OF|GRANTING|DENYING)\b.*)?\s*$"),
    _cue(_O, 2, r"(?i)\b(?:circuit|district|chief|associate|magistrate|administrative\s+law)\s+"
         r"(?:judge|justice)s?\b|^(?:before|present)\s*:"),
    _cue(_O, 1.5, r"(?i)\b(?:it\s+is\s+(?:hereby\s+|so\s+)?ordered|we\s+(?:affirm|reverse|vacate|remand)|"
         r"(?:affirmed|reversed|remanded)\s*\.|(?:motion|petition|appeal)\s+is\s+(?:hereby\s+)?"
         r"(?:granted|denied|dismissed))", most=3, head=False),
    _cue(_O, 0.6, r"(?i)\b(?:the\s+court\s+(?:finds|concludes|holds|agrees|notes)|we\s+(?:hold|conclude|"
         r"agree|review)|appell(?:ant|ee)s?\b|findings?\s+of\s+fact)", most=4, head=False),
    _cue(_O, 1.5, r"(?i)\bcourt\s+of\s+appeals?\b|\bsupreme\s+court\s+of\b|\bboard\s+of\s+veterans"),
    _cue(_S, 3, r"(?im)^\W*abstract\b"),
    _cue(_S, 1, r"(?i)\b(?:arxiv|doi\.org|doi:|journal\s+of|proceedings\s+of|university)\b", most=2),
    _cue(_S, 2, r"(?im)^\W*(?:\d+\.?\s+)?(?:references|bibliography)\s*$", head=False),
    _cue(_S, 1, r"(?i)\bet\s+al\.|\[\d{1,3}(?:,\s?\d{1,3})*\]", most=3, head=False),
    _cue(_S, 1, r"(?im)^\W*(?:\d+\.?\s+)?(?:introduction|methods?|results|discussion|related\s+work|conclusions?)\s*$", most=3, head=False),
    _cue(_T, 3, r"(?i)\b(?:transcript|deposition\s+of|earnings\s+(?:conference\s+)?call|oral\s+argument|reporter['’]s\s+record)\b"),
    _cue(_T, 0.5, r"(?m)^\s*(?:Q|A)[.:]?\s+\S", most=8, head=False),
    _cue(_T, 0.5, r"(?m)^\s*(?:THE\s+(?:COURT|WITNESS|CLERK)|M[RS]S?\.\s+[A-Z’'-]+|BY\s+M[RS]S?\.\s[A-Z]+|Operator|[A-Z][A-Za-z.’'-]+(?:\s[A-Z][A-Za-z.’'-]*){0,3})\s*:\s+\S", most=6, head=False),
    _cue(_T, 0.5, r"(?m)^\s*[A-Z][\w.’'-]+(?:\s[A-Z][\w.’'-]*){1,3}\s+(?:--?|–|—)\s+[A-Z][\w ,&’'-]{3,80}$", most=4, head=False),
    _cue(_M, 1.2, r"(?im)^\s*(?:from|to|cc|bcc|sent|date|subject|re)\s*:\s+\S", most=5),
    _cue(_M, 2, r"(?im)^\s*(?:dear\s+\S|to\s+whom\s+it\s+may\s+concern|via\s+(?:e-?mail|certified|facsimile|federal\s+express|hand))"),
    _cue(_M, 2, r"(?im)^\s*(?:sincerely|(?:best|kind|warm)?\s*regards|(?:very\s+)?truly\s+yours|yours\s+\w+|respectfully)\s*,?\s*$", head=False),
    _cue(_M, 1.5, r"(?im)^\W*(?:memorandum|memo)\s*$"),
)  # fmt: skip

_MEDIA: tuple[tuple[re.Pattern[str], DocumentKind, float], ...] = (
    (re.compile(r"message/rfc822|ms-outlook"), DocumentKind.CORRESPONDENCE, 10.0),
    (re.compile(r"csv|spreadsheet|excel|tab-separated"), DocumentKind.TABLE, 10.0),
)


def document_kind(document: Document) -> DocumentKind:
    """The kind with the highest sum of cues, GENERIC when none has enough.

    Ties go to the kind that stands first in ``DocumentKind``.
    """
    scores = kind_scores(document)
    best = max(DocumentKind, key=lambda kind: scores.get(kind, 0.0))
    return best if scores.get(best, 0.0) >= _ENOUGH else DocumentKind.GENERIC


def kind_scores(document: Document) -> dict[DocumentKind, float]:
    """The sum of cues for each kind that has any; more is surer."""
    head, body = document.text[:_HEAD_CHARACTERS], document.text[:_BODY_CHARACTERS]
    scores: dict[DocumentKind, float] = {}
    for cue in _CUES:
        count = _count(cue.pattern, f"{document.title}\n{head}" if cue.head else body, cue.most)
        if count:
            scores[cue.kind] = scores.get(cue.kind, 0.0) + cue.weight * count
    for kind, extra in (*_media_scores(document), *_table_score(document)):
        scores[kind] = scores.get(kind, 0.0) + extra
    return scores


def _count(pattern: re.Pattern[str], text: str, most: int) -> int:
    count, position = 0, 0
    while count < most and (match := pattern.search(text, position)):
        count, position = count + 1, max(match.end(), position + 1)
    return count


def _media_scores(document: Document) -> Sequence[tuple[DocumentKind, float]]:
    media = document.media_type
    return [(kind, weight) for pattern, kind, weight in _MEDIA if pattern.search(media)]


def _table_score(document: Document) -> Sequence[tuple[DocumentKind, float]]:
    """Speaks for TABLE when nearly all text is in tables and there are few paragraphs."""
    lengths = [sum(map(len, block.spans)) for block in document.blocks]
    tables = sum(
        length
        for block, length in zip(document.blocks, lengths, strict=True)
        if block.kind is BlockKind.TABLE
    )
    total = sum(lengths)
    if not total or tables / total < _TABLE_SHARE or total - tables > 4_000:
        return ()
    return ((DocumentKind.TABLE, 4.0 * tables / total),)
