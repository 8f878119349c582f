"""Sentence spans by rule: fast, deterministic, made for legal and financial prose."""

from __future__ import annotations

import re

from ensi_core.text import trimmed
from ensi_core.types import Span

_STOP = re.compile(
    r"[.!?…]+[\"”’'»)\]]*(?:(?<=[a-z)\"”]\.)\d{1,3})?(?=\s)|\n[ \t]*\n\s*|\n(?=\s*[•▪●○◦])"
)
_NEVER_LAST_WORDS = """
    mr mrs ms dr prof rev hon gen col lt sgt capt gov sen rep messrs st mt ft
    no nos sec secs art arts para paras par pt pts ch cl ex exs exh sched app fig figs tab vol vols
    ed eds p pp n nn cf ff fn v vs viz approx est ca cir dist ct supp rptr stat reg regs
    fed r civ crim evid bankr proc admin cal tex ill mass pa fla ariz colo conn del wash wis minn
    mich ind kan ky la md me mo mont neb nev okla ore tenn va vt wyo ala ark ga ohio
    e.g i.e c.f u.s.c c.f.r f.supp f.2d f.3d f.4th s.ct l.ed e.d n.d s.d w.d m.d d.c
    dkt dkts doc docs ecf attn tel al id ibid op cit dep tr decl aff compl resp mem mot br
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri
    gmbh assn bros mfg intl natl govt dept div ave blvd rd
    """
_NEVER_LAST = frozenset(_NEVER_LAST_WORDS.split())
_ALSO_WORDS_LIST = """
    no art mass wash me id ill dist app tab fig del cal ore sat sun mar may rev gen mem mot doc docs
    reg regs para paras est ch pt pts st
    """
_ALSO_WORDS = frozenset(_ALSO_WORDS_LIST.split())
"""Abbreviations that are words too: in small letters they may end a sentence."""

_MAYBE_LAST_WORDS = """
    inc corp co ltd llc llp lp plc n.a p.c p.a s.a n.v b.v etc jr sr ii iii esq ph.d m.d j.d
    u.s u.k u.n e.u u.s.a d.c a.m p.m b.c a.d l.p l.l.c l.l.p
    """
_MAYBE_LAST = frozenset(_MAYBE_LAST_WORDS.split())
_STARTERS_WORDS = """
    The A An This That These Those It Its He She They We I You His Her Their Our In On At By For
    From To Under If When While Where Although Because Since As After Before During Upon With
    Without However Moreover Furthermore Accordingly Therefore Thus Such Any All Each Every No
    Nothing Neither Nor But And Or There Here Both Not What Who How Why See Pursuant Subject
    Notwithstanding Except Unless Until Also Then Plaintiff Plaintiffs Defendant Defendants
    """
_STARTERS = frozenset(_STARTERS_WORDS.split())
_LABEL = re.compile(
    r"(?:(?:section|article|item|part|note|rule|sec\.?|art\.?|chapter|exhibit|schedule|§+|¶+)\s*)?"
    r"(?:\(?[a-z]{1,2}|\(?[ivxlc]{1,7}|\(?\d{1,4}(?:[.\-]\d{1,4}){0,5})"
    r"(?:\s?\([a-z0-9]{1,4}\)){0,4}\)?",
    re.IGNORECASE,
)
_LETTERED = re.compile(
    r"\b(?:exhibit|schedule|annex|appendix|class|series|part|type|section|article|plan|vitamin|"
    r"category|group|phase|option|tier|level|grade)\s\(?\w\)?$",
    re.IGNORECASE,
)
_LAST_TOKEN = re.compile(r"[^\s(\[“\"‘']+$")
_NEXT_WORD = re.compile(r"\s*[\"“‘'(\[]*([^\s\"”’',;:)\]]*)")
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?")
_TAIL = 40
"""How far back the token before a stop is looked for (code points)."""


def sentence_spans(text: str, offset: int = 0) -> tuple[Span, ...]:
    """The sentences of ``text`` in order, trimmed; together they cover every non-blank character.

    Spans are positions in ``text`` plus ``offset``. A blank line always ends a sentence; a single
    line end never does, unless a bullet follows.
    """
    spans: list[Span] = []
    start = 0
    for stop in _STOP.finditer(text):
        if stop.group().isspace() or _ends_sentence(text, start, stop):
            _append(spans, text, start, stop.end(), offset)
            start = stop.end()
    _append(spans, text, start, len(text), offset)
    return tuple(spans)


def _append(spans: list[Span], text: str, start: int, end: int, offset: int) -> None:
    span = trimmed(text, Span(start, end))
    if len(span):
        spans.append(Span(span.start + offset, span.end + offset))


def _ends_sentence(text: str, start: int, stop: re.Match[str]) -> bool:
    """True when the stop is the end of the sentence that began at ``start``."""
    after = _NEXT_WORD.match(text, stop.end())
    word = after.group(1) if after else ""
    opening = after is not None and after.start(1) > stop.end() + 1
    if not word:
        return True
    if word[0].islower() and not opening:
        return False
    if word[0] in ".…":
        return False
    if text[stop.start()] != ".":
        return True
    return _full_stop(text, start, stop, word)


def _full_stop(text: str, start: int, stop: re.Match[str], next_word: str) -> bool:
    before = text[max(start, stop.start() - _TAIL) : stop.start()]
    if not before.strip() or _is_label(text, start, stop.start()):
        return False
    if stop.group() != ".":
        return stop.group()[:2] != ".." or next_word in _STARTERS or next_word[0].isupper()
    token_match = _LAST_TOKEN.search(before)
    token = token_match.group() if token_match else ""
    starter = next_word.rstrip(".,;") in _STARTERS
    folded = token.casefold().rstrip(".")
    if folded in _NEVER_LAST:
        return starter and token.islower() and folded in _ALSO_WORDS
    if folded in _MAYBE_LAST or (_INITIALS.fullmatch(token + ".") and len(token) > 1):
        return starter
    if len(token) == 1 and token.isalpha():
        return bool(starter and (_LETTERED.search(before) or token.islower()))
    return True


def _is_label(text: str, start: int, end: int) -> bool:
    """True when all that stands before the stop is a printed number ("1.", "Section 4.2.")."""
    if end - start > 48:
        return False
    so_far = text[start:end].strip()
    return len(so_far) <= 24 and _LABEL.fullmatch(so_far) is not None
