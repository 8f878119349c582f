"""The kind of a document, recognised from its words and structure by several cues.

The cues are in ``kind_cues.tsv``: a kind, the weight of a match, how many matches count at most,
the part of the text that is searched (the title and the first lines, the head, the body, the end),
whether case counts, and the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from ensi_core.types import BlockKind, Document, DocumentKind

_TOP_CHARACTERS = 400
_HEAD_CHARACTERS = 6_000
"""Title page, caption and first paragraphs: what documents of these kinds begin with."""

_BODY_CHARACTERS = 40_000
"""Repeated cues are counted in this much text from the start."""

_END_CHARACTERS = 40_000
"""References and closing phrases are looked for in this much text from the end."""

_TABLE_SHARE = 0.6
"""A document is a table when so much of its text stands in tables and it has little prose."""

_TABLE_PROSE_CHARACTERS = 4_000
_ENOUGH = 3.0
"""The least sum of cues that names a kind; chosen so that no single cue but the surest does."""

_MEDIA: tuple[tuple[re.Pattern[str], DocumentKind, float], ...] = (
    (re.compile(r"message/rfc822|ms-outlook"), DocumentKind.CORRESPONDENCE, 10.0),
    (re.compile(r"csv|spreadsheet|excel|tab-separated"), DocumentKind.TABLE, 10.0),
)


@dataclass(frozen=True, slots=True)
class _Cue:
    """A pattern that speaks for a kind with ``weight`` for each match, ``most`` at most."""

    kind: DocumentKind
    weight: float
    most: int
    where: str
    folded: bool
    pattern: re.Pattern[str]


def document_kind(document: Document) -> DocumentKind:
    """The kind with the highest sum of cues, GENERIC when none has enough.

    Ties go to the kind that stands first in ``DocumentKind``.
    """
    scores = kind_scores(document)
    best = max(DocumentKind, key=lambda kind: scores.get(kind, 0.0))
    return best if scores.get(best, 0.0) >= _ENOUGH else DocumentKind.GENERIC


def kind_scores(document: Document) -> dict[DocumentKind, float]:
    """The sum of cues for each kind that has any; more is surer."""
    zones = _zones(document)
    folded = {where: zone.lower() for where, zone in zones.items()}
    scores: dict[DocumentKind, float] = {}
    for cue in _cues():
        zone = (folded if cue.folded else zones)[cue.where]
        count = _count(cue.pattern, zone, cue.most)
        if count:
            scores[cue.kind] = scores.get(cue.kind, 0.0) + cue.weight * count
    for kind, extra in (*_media_scores(document), *_table_score(document)):
        scores[kind] = scores.get(kind, 0.0) + extra
    return scores


@cache
def _cues() -> tuple[_Cue, ...]:
    table = resources.files("ensi_core.passages").joinpath("kind_cues.tsv").read_text("utf-8")
    return tuple(_cue(line) for line in table.splitlines()[1:] if line)


def _cue(line: str) -> _Cue:
    kind, weight, most, where, case, pattern = line.split("\t")
    return _Cue(
        DocumentKind(kind), float(weight), int(most), where, case == "folded", re.compile(pattern)
    )


def _zones(document: Document) -> dict[str, str]:
    text = document.text
    return {
        "top": f"{document.title}\n{text[:_TOP_CHARACTERS]}",
        "head": f"{document.title}\n{text[:_HEAD_CHARACTERS]}",
        "body": text[:_BODY_CHARACTERS],
        "end": text[-_END_CHARACTERS:],
    }


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
    lengths = [(sum(map(len, block.spans)), block.kind) for block in document.blocks]
    total = sum(length for length, _ in lengths)
    tables = sum(length for length, kind in lengths if kind is BlockKind.TABLE)
    if not total or tables / total < _TABLE_SHARE or total - tables > _TABLE_PROSE_CHARACTERS:
        return ()
    return ((DocumentKind.TABLE, 4.0 * tables / total),)
