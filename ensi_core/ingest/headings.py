"""Which blocks act as headings, their levels, and the printed numbers of all blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.ingest.draft import Draft, Item, Style
from ensi_core.ingest.labels import Label, Scheme, label_of
from ensi_core.types import BlockKind

MAX_CHARACTERS = 160
"""Longer bold paragraphs are emphasis, not headings (the longest risk factor titles aside)."""
MAX_BOLD_CHARACTERS = 400
"""Risk factors are headed by whole bold sentences of up to a few lines."""
MAX_PLAIN_WORDS = 12
MAX_PLAIN_CHARACTERS = 60
"""A numbered line of plain text of so many characters, without a full stop, may be a heading."""
MIN_PROSE = 100
"""A paragraph of so many characters is prose."""
_WORD = re.compile(r"[^\W\d_][\w'’]*")
_CONTENTS_ENTRY = re.compile(r"(?:\.\s?){4,}|(?:\s{2,}|\t|…\s*)[\divxlc-]+$")
_SENTENCE_END = re.compile(r"[.;:,]$")
_INNER_SENTENCE = re.compile(r"[a-z)]\.\s+[A-Z]")
_SMALL = """
a an and as at but by de for from in into nor of on or per the to under upon v vs via with
without et al
"""
_SMALL_WORDS = frozenset(_SMALL.split())
_FORM_LINES = re.compile(r"^(?:/s/|By:|Date[d:]|Name:|Title:|\(Mark One\)|.*[☒☐]|_{3,})")
_NEVER = re.compile(r"^\(?\$?[\d.,%\s()–—-]+$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A block that may be a heading: depth (lower: outer) and whether its form alone decides."""

    depth: int
    label: Label | None
    sure: bool


def mark_structure(items: Sequence[Item]) -> None:
    """Set kind, label and level of the drafts among ``items``, in place."""
    drafts = [item for item in items if isinstance(item, Draft) and item.continues is None]
    candidates = [_candidate(draft) for draft in drafts]
    for index, draft in enumerate(drafts):
        candidate = candidates[index]
        if candidate is not None and (candidate.sure or _introduces(index, drafts, candidates)):
            draft.kind = BlockKind.HEADING
            draft.label = candidate.label.text if candidate.label else None
        else:
            candidates[index] = None
            _label_body(draft)
    _set_levels(drafts, candidates)


def _label_body(draft: Draft) -> None:
    """Label of a paragraph or list item; "(a) …" and bullets make a paragraph a list item."""
    if draft.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return
    label = label_of(draft.text)
    if label is None:
        return
    if label.scheme is Scheme.BULLET:
        draft.kind = BlockKind.LIST_ITEM
    elif label.scheme is Scheme.BRACKETED or draft.kind is BlockKind.LIST_ITEM:
        draft.kind = BlockKind.LIST_ITEM
        draft.label = label.text
    elif _is_number_of_block(label, draft.text):
        draft.label = label.text
    if draft.kind is BlockKind.LIST_ITEM and draft.level is None:
        draft.level = 1


def _is_number_of_block(label: Label, text: str) -> bool:
    """A sentence may begin with "Item 7 of this report" or "Section 4 applies": no label then."""
    if label.scheme > Scheme.SECTION:
        return True
    rest = text[label.end :]
    punctuated = text[len(label.text) : label.end].strip() != ""
    return not rest or punctuated or (rest[:1].isupper() and label.scheme is not Scheme.NOTE)


def _candidate(draft: Draft) -> Candidate | None:
    text, style = draft.text, draft.style
    if draft.kind is BlockKind.HEADING:
        return Candidate((style.heading or 1) * 10, label_of(text), True)
    if draft.kind is not BlockKind.PARAGRAPH or not text or draft.contents_entry:
        return None
    if style.heading is not None:
        return Candidate(style.heading * 10, label_of(text), True)
    if len(text) > MAX_BOLD_CHARACTERS or _CONTENTS_ENTRY.search(text) or _NEVER.match(text):
        return None
    if _FORM_LINES.match(text) or not _WORD.search(text):
        return None
    return _by_number(text, style) or _by_style(text, style)


def _by_number(text: str, style: Style) -> Candidate | None:
    """Headings that their number announces: "Item 1A. Risk Factors", "IV. DISCUSSION"."""
    label = label_of(text)
    if label is None or len(text) > MAX_CHARACTERS or label.scheme >= Scheme.PARAGRAPH_SIGN:
        return None
    rest = text[label.end :]
    marked = _is_marked(rest or text, style) and (style.bold or not _reads_on(rest))
    if _INNER_SENTENCE.search(rest):
        return None
    if label.scheme <= Scheme.SECTION:
        if not rest:
            return Candidate(int(label.scheme), label, True)
        sure = _is_number_of_block(label, text) and (marked or _is_title(rest))
        return Candidate(int(label.scheme), label, True) if sure else None
    if not rest or _SENTENCE_END.search(rest):
        return Candidate(int(label.scheme), label, False) if marked and len(rest) > 1 else None
    if marked and len(rest) > 1:
        return Candidate(int(label.scheme), label, True)
    short = not style.known and len(rest) <= MAX_PLAIN_CHARACTERS
    return Candidate(int(label.scheme), label, False) if short or _is_title(rest) else None


def _reads_on(rest: str) -> bool:
    """True for the words of a sentence, which a centred or larger line may be by chance."""
    return len(_WORD.findall(rest)) > 3 and not (_is_title(rest.rstrip(".:")) or _is_capitals(rest))


def _by_style(text: str, style: Style) -> Candidate | None:
    """Headings that their look announces: capitals, bold, underlined, centred or larger type."""
    letters = _letters(text)
    if letters < 3 or text.endswith((",", ";")):
        return None
    capitals = _is_capitals(text)
    larger = style.size >= 1.15
    if style.bold and len(text) <= MAX_BOLD_CHARACTERS:
        if text.endswith(":") and not capitals and len(text) > 60:
            return None
        return Candidate(_style_depth(text, style), None, larger or capitals or style.centred)
    if len(text) > MAX_CHARACTERS or (text.endswith((".", ":")) and not capitals):
        return None
    if capitals or larger:
        return Candidate(_style_depth(text, style), None, False)
    emphasised = style.underlined or style.italic
    if emphasised and len(_WORD.findall(text)) <= MAX_PLAIN_WORDS * 2:
        return Candidate(_style_depth(text, style), None, False)
    if (style.centred or not style.known) and _is_title(text):
        return Candidate(_style_depth(text, style), None, False)
    return None


def _style_depth(text: str, style: Style) -> int:
    """Depth of an unnumbered heading, 31–49: larger, capital, bold, centred type stands higher."""
    if style.size >= 1.15:
        return 31 - min(24, round((style.size - 1.0) * 16))
    depth = 46
    depth -= 6 if _is_capitals(text) else 0
    depth -= 4 if style.bold else 0
    depth -= 2 if style.centred else 0
    depth -= 1 if style.underlined else 0
    depth += 2 if style.italic else 0
    return depth


def _introduces(
    index: int, drafts: Sequence[Draft], candidates: Sequence[Candidate | None]
) -> bool:
    """True when text follows that is no heading of the same depth: runs of equals are lists."""
    depth = candidates[index].depth if candidates[index] else 0  # type: ignore[union-attr]
    if index + 1 >= len(drafts):
        return False
    following = candidates[index + 1]
    if _is_bare(drafts[index], candidates[index]):
        return following is None and _stands_before_prose(index, drafts)
    return following is None or following.sure or following.depth != depth


def _is_bare(draft: Draft, candidate: Candidate | None) -> bool:
    """A plain text line that nothing but its capital letters makes a heading."""
    marked = draft.style.centred or draft.style.underlined or _is_capitals(draft.text)
    numbered = candidate is not None and candidate.label is not None
    return not (draft.style.known or marked or numbered)


def _stands_before_prose(index: int, drafts: Sequence[Draft]) -> bool:
    """Prose below, and above it prose, a heading or nothing."""
    above = drafts[index - 1] if index else None
    fits = above is None or above.kind is not BlockKind.PARAGRAPH or len(above.text) >= MIN_PROSE
    return fits and len(drafts[index + 1].text) >= MIN_PROSE


def _set_levels(drafts: Sequence[Draft], candidates: Sequence[Candidate | None]) -> None:
    """Levels 1–9 from depths: a heading stands under the last one of smaller depth."""
    open_headings: list[tuple[int, int]] = []
    for draft, candidate in zip(drafts, candidates, strict=True):
        if candidate is None:
            continue
        while open_headings and open_headings[-1][0] >= candidate.depth:
            open_headings.pop()
        above = open_headings[-1][1] if open_headings else 0
        level = min(9, draft.style.heading or above + 1)
        open_headings.append((candidate.depth, level))
        draft.level = level


def _letters(text: str) -> int:
    return sum(char.isalpha() for char in text)


def _is_capitals(text: str) -> bool:
    """True for text of at least four letters, all of them capitals (small words aside)."""
    words = _WORD.findall(text)
    loud = [word for word in words if word.isupper()]
    quiet = [word for word in words if not word.isupper()]
    return sum(map(len, loud)) >= 4 and all(word.casefold() in _SMALL_WORDS for word in quiet)


def _is_title(text: str) -> bool:
    """True for a few capitalised words without the punctuation of a sentence."""
    words = _WORD.findall(text)
    if not words or len(words) > MAX_PLAIN_WORDS or text[-1:] in ".;:,":
        return False
    weighty = [word for word in words if word.casefold() not in _SMALL_WORDS]
    if not weighty or not weighty[0][0].isupper():
        return False
    capital = sum(word[0].isupper() for word in weighty)
    return bool(capital >= 0.7 * len(weighty))


def _is_marked(text: str, style: Style) -> bool:
    """True when the type sets a block apart from body text."""
    return (
        style.bold
        or style.underlined
        or style.centred
        or style.size >= 1.1
        or (_is_capitals(text) and len(text) > 3)
    )
