"""Repairs of question parses: word orders and attachments that a small parser gets wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ensi_core.engines.offline.nlp import ParsedQuestion, Token
from ensi_core.engines.offline.question_names import MASKS

Parse = Callable[[str], ParsedQuestion]

_FRONTED = re.compile(
    r"^\W*(?P<front>(?:in|on|at|during|for|under|within|from|after|before|besides|according to"
    r"|as of|by|of|to|since|among|with)\b[^?]{2,120}?),\s+"
    r"(?P<rest>(?:(?:in|at|on|by|for|to|from|of)\s+)?(?:who|whom|what|which|when|where|how|why|whose|is"
    r"|are|was|were|did|does|do|has|have)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
_AUXILIARY = re.compile(
    r"^(?P<head>[^?]*?\b(?:when|where|how|why|what|which|who|whom)\b[^?]*?)\b"
    r"(?P<aux>did|does|do|was|were|is|are|has|have)\b\s+(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_DO = frozenset({"did", "does", "do"})
_RELATIVES = frozenset(["that", "which", "who", "whom", "where", "whose", "when"])
_ATTACHED = ("ccomp", "advcl", "dep", "relcl", "acl")
_VERB_TAGS = {"do": ("VB", "VBP"), "be": ("VBN", "VBD"), "have": ("VBN", "VBD")}


def parsed_question(text: str, parse: Parse) -> ParsedQuestion:
    """The parse of a masked question after the repairs that it needs; its text may be reordered."""
    ordered = _without_front(text)
    parsed = parse(ordered)
    moved = _auxiliary_moved(parsed)
    if moved is not None:
        parsed = parse(moved)
    return replace(parsed, tokens=_relatives_attached(parsed.tokens))


def _without_front(text: str) -> str:
    """ "In X, who did Y?" as "who did Y in X?"."""
    match = _FRONTED.match(text)
    if match is None:
        return text
    front = match["front"].strip()
    rest = match["rest"].rstrip(" ?.")
    return f"{rest[0].upper()}{rest[1:]} {front[0].lower()}{front[1:]}?"


def _auxiliary_moved(parsed: ParsedQuestion) -> str | None:
    """The question with its auxiliary before its main verb, when the parse has found none.

    "When was the ruler that was removed after X established?" is read with "was" before
    "established", which leaves no doubt where the description of the ruler ends.
    """
    root = next((t for t in parsed.tokens if t.head == t.index), None)
    if root is None or not _lacks_verb(parsed, root):
        return None
    match = _AUXILIARY.match(parsed.text)
    if match is None or match["aux"].casefold() != root.text.casefold():
        return None
    verb = _final_verb(parsed, root, match.start("rest"))
    if verb is None:
        return None
    before = parsed.text[match.start("rest") : verb.span.start]
    after = parsed.text[verb.span.start :]
    return f"{match['head']}{before}{match['aux']} {after}"


def _lacks_verb(parsed: ParsedQuestion, root: Token) -> bool:
    """True when an auxiliary is the root and nothing under it is what it helps."""
    if root.text.casefold() in _DO:
        return True
    if root.lemma not in ("be", "have"):
        return False
    own = [t for t in parsed.tokens if t.head == root.index and t.index != root.index]
    if any(t.dep in ("attr", "acomp", "dobj", "oprd", "expl") and not _asks(t) for t in own):
        return False
    adverb = any(t.text.casefold() in ("when", "where", "how", "why") for t in own)
    direct = any(t.pos == "VERB" and t.index > root.index for t in own)
    return adverb and not direct and _has_relative(parsed)


def _asks(token: Token) -> bool:
    return token.text.casefold() in ("what", "who", "which", "whom")


def _has_relative(parsed: ParsedQuestion) -> bool:
    return any(t.dep in ("relcl", "acl") for t in parsed.tokens)


def _final_verb(parsed: ParsedQuestion, root: Token, start: int) -> Token | None:
    """The last word that can be the main verb: of the form that the auxiliary wants."""
    lemma = "do" if root.text.casefold() in _DO else root.lemma
    after = [t for t in parsed.tokens if t.span.start > start and t.text not in MASKS]
    fitting = [
        t
        for t in after
        if t.tag in _VERB_TAGS.get(lemma, ())
        and parsed.tokens[t.index - 1].text.casefold() not in ("to", "was", "were", "is", "be")
        and parsed.tokens[t.index - 1].tag != "MD"
    ]
    if fitting:
        return fitting[-1]
    words = [t for t in after if t.pos != "PUNCT"]
    last = words[-1] if words else None
    if lemma == "do" and last is not None and last.tag == "NN":
        return last
    return None


def _relatives_attached(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Clauses that open with a relative pronoun right after a noun describe that noun.

    A name keeps no such clause: names are rarely told apart by one.
    """
    fixed = list(tokens)
    for token in tokens:
        if token.dep not in _ATTACHED or token.pos not in ("VERB", "AUX"):
            continue
        first = _opening(tokens, token)
        if first is None:
            continue
        noun = tokens[first - 1]
        if noun.pos == "NOUN" and token.head != noun.index and noun.text not in MASKS:
            role = "acl" if token.dep == "acl" else "relcl"
            fixed[token.index] = replace(token, head=noun.index, dep=role)
    return tuple(fixed)


def _opening(tokens: tuple[Token, ...], verb: Token) -> int | None:
    """Where a clause about a noun begins: at a relative pronoun, or at a participle itself."""
    first = _first_of(tokens, verb.index)
    if first == 0:
        return None
    if first == verb.index:
        return first if verb.dep == "acl" and verb.tag in ("VBG", "VBN") else None
    if tokens[first].tag == "IN" and first + 1 < verb.index:
        return first if tokens[first + 1].text.casefold() in _RELATIVES else None
    return first if tokens[first].text.casefold() in _RELATIVES else None


def _first_of(tokens: tuple[Token, ...], head: int) -> int:
    """The first token of a subtree."""
    inside = {head}
    grown = True
    while grown:
        more = {t.index for t in tokens if t.head in inside} - inside
        inside |= more
        grown = bool(more)
    return min(inside)
