"""Pieces to groups: short neighbours that belong together become one passage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ensi_core.passages.body import size
from ensi_core.passages.pieces import Bond, Piece
from ensi_core.types import KindDesign, PassageKind

_TEXT = frozenset({PassageKind.PROSE, PassageKind.LIST})
_SHORT_SHARE = 0.25
"""A numbered clause below this share of the soft size takes in the next one."""

_SCRAP_CHARACTERS = 100
"""What is shorter and no sentence (a title page's line, a contents entry) joins what follows."""

_TAIL_CHARACTERS = 60
"""A paragraph as short as this joins the one before it even above the soft size."""


def merged_pieces(
    pieces: Iterable[Piece], design: KindDesign, text: str
) -> list[tuple[Piece, ...]]:
    """Groups of consecutive pieces of ``text``, each group to become one passage."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        if groups and _joins(groups[-1], piece, design, text):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return [tuple(group) for group in groups]


def _joins(group: Sequence[Piece], piece: Piece, design: KindDesign, text: str) -> bool:
    """True when ``piece`` continues the passage that ``group`` has begun."""
    first = group[0]
    if piece.bond in (Bond.APART, Bond.LEADS) or not _same_kind(first, piece):
        return False
    before, total = _length(group), _length([*group, piece])
    if Bond.ENTRY in (piece.bond, group[-1].bond):
        return piece.bond is group[-1].bond and total <= design.hard_characters
    if piece.section != first.section or piece.leading:
        return total <= design.soft_characters and _is_scrap(group, piece, before, text)
    if piece.bond is Bond.CONTINUES:
        return True
    if total > design.hard_characters:
        return False
    if piece.bond is Bond.ITEM:
        return before < design.soft_characters
    if first.bond is Bond.APART and first.kind is not PassageKind.TURN:
        return False
    turns = piece.kind is PassageKind.TURN
    if not (turns or piece.subject == group[-1].subject) or not _same_entity(group, piece):
        return False
    if size(piece.spans) <= _TAIL_CHARACTERS and piece.bond is Bond.PARAGRAPH:
        return True
    if total > design.soft_characters:
        return False
    return piece.bond is Bond.PARAGRAPH or before < _SHORT_SHARE * design.soft_characters


def _is_scrap(group: Sequence[Piece], piece: Piece, before: int, text: str) -> bool:
    """True for a run of lines that is too little for a passage and says nothing by itself."""
    last = group[-1]
    if group[0].kind not in _TEXT or group[0].bond is Bond.APART:
        return False
    if text[last.spans[-1].end - 1] in '.;?!”"':
        return False
    lines = max(_length([last]), _length([piece])) <= _SCRAP_CHARACTERS
    return before <= _SCRAP_CHARACTERS or lines


def _same_kind(first: Piece, piece: Piece) -> bool:
    return first.kind is piece.kind or (first.kind in _TEXT and piece.kind in _TEXT)


def _same_entity(group: Sequence[Piece], piece: Piece) -> bool:
    """True unless both sides name a main entity and they differ."""
    named = [member.entity for member in group if member.entity]
    return not named or piece.entity is None or piece.entity == named[0]


def _length(group: Sequence[Piece]) -> int:
    return sum(size(piece.spans) + size(piece.leading) for piece in group)
