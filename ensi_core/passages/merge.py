"""Pieces to groups: short neighbours that belong together become one passage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ensi_core.passages.body import size
from ensi_core.passages.pieces import Bond, Piece
from ensi_core.types import KindDesign, PassageKind

_TEXT = frozenset({PassageKind.PROSE, PassageKind.LIST})
_SHORT_SHARE = 0.25
"""A numbered clause below this share of the soft size takes in the next one."""


def merged_pieces(pieces: Iterable[Piece], design: KindDesign) -> list[tuple[Piece, ...]]:
    """Groups of consecutive pieces, each to become one passage."""
    groups: list[list[Piece]] = []
    for piece in pieces:
        if groups and _joins(groups[-1], piece, design):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return [tuple(group) for group in groups]


def _joins(group: Sequence[Piece], piece: Piece, design: KindDesign) -> bool:
    """True when ``piece`` continues the passage that ``group`` has begun."""
    first = group[0]
    if piece.bond is Bond.APART or piece.section != first.section or piece.leading:
        return False
    if not _same_kind(first, piece):
        return False
    if piece.bond is Bond.CONTINUES:
        return True
    before, total = _length(group), _length([*group, piece])
    if total > design.hard_characters:
        return False
    if piece.bond is Bond.ITEM:
        return before < design.soft_characters
    if first.bond is Bond.APART and first.kind is not PassageKind.TURN:
        return False
    if total > design.soft_characters or not _same_entity(group, piece):
        return False
    return piece.bond is Bond.PARAGRAPH or before < _SHORT_SHARE * design.soft_characters


def _same_kind(first: Piece, piece: Piece) -> bool:
    return first.kind is piece.kind or (first.kind in _TEXT and piece.kind in _TEXT)


def _same_entity(group: Sequence[Piece], piece: Piece) -> bool:
    """True unless both sides name a main entity and they differ."""
    named = [member.entity for member in group if member.entity]
    return not named or piece.entity is None or piece.entity == named[0]


def _length(group: Sequence[Piece]) -> int:
    return sum(size(piece.spans) + size(piece.leading) for piece in group)
