"""The units that an answer is composed of: sentences and table rows of the retrieved passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ensi_core.citing.offsets import joints
from ensi_core.engines.base import SourcePassage
from ensi_core.passages.sentences import sentence_spans
from ensi_core.types import PassageKind

_WHOLE = frozenset({PassageKind.ROW, PassageKind.TABLE_HEAD})
_HEADING_CHARACTERS = 90
"""A part without a stop at its end and not longer than this is taken for a heading of its own."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or row: ``source.passage.text[start:end]``; ``rank`` is the passage's place."""

    source: SourcePassage
    rank: int
    start: int
    end: int

    @property
    def text(self) -> str:
        """The unit's text, verbatim."""
        return self.source.passage.text[self.start : self.end]

    @property
    def is_row(self) -> bool:
        """True for a row of a table."""
        return self.source.passage.kind is PassageKind.ROW

    @property
    def is_fragment(self) -> bool:
        """True for a heading or another short piece that is no sentence."""
        text = self.text.rstrip(" \"”’')")
        return not self.is_row and len(text) < _HEADING_CHARACTERS and text[-1:] not in ".!?;"

    @property
    def context(self) -> str:
        """What the passage carries along: titles, headings, caption, headers, main entity."""
        passage = self.source.passage
        texts = dict.fromkeys(item.text for item in passage.context)
        return " \n ".join([self.source.document_title, passage.main_entity, *texts])


def units_of(sources: Sequence[SourcePassage]) -> tuple[Unit, ...]:
    """The units of passages in the order of the passages, then of their text."""
    return tuple(
        Unit(source, rank, start, end)
        for rank, source in enumerate(sources)
        for start, end in _ranges(source)
    )


def _ranges(source: SourcePassage) -> list[tuple[int, int]]:
    passage = source.passage
    if passage.kind in _WHOLE:
        return [(0, len(passage.text))]
    found: list[tuple[int, int]] = []
    for start, end in _parts(passage.text, joints(passage)):
        found += [(s.start, s.end) for s in sentence_spans(passage.text[start:end], start)]
    return found


def _parts(text: str, cuts: Sequence[int]) -> list[tuple[int, int]]:
    """A passage's slices, those that run on over a page break taken together."""
    bounds = [0, *(cut + 1 for cut in cuts if _separates(text, cut)), len(text)]
    return [(a, b) for a, b in pairwise(bounds) if text[a:b].strip()]


def _separates(text: str, cut: int) -> bool:
    before = text[:cut].rstrip()
    after = text[cut:].lstrip()
    if not before or not after or before[-1] in ".!?:;":
        return True
    heading = len(before) - (before.rfind("\n") + 1) <= _HEADING_CHARACTERS
    return heading and not after[0].islower()
