"""The names in a question, and the question with each name masked by one word for the parser."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ensi_core.engines.base import KnownEntity, Vocabulary
from ensi_core.engines.offline.question_words import is_common_noun
from ensi_core.types import Span, ValueKind
from ensi_core.values import find_values

MASKS = (
    "Zorvia",
    "Zandor",
    "Kelvora",
    "Quillmar",
    "Drosbek",
    "Vantrel",
    "Hexley",
    "Ostrava",
    "Melkor",
    "Pindale",
)
"""Invented proper nouns; one stands for each name, so that titles do not disturb the parse."""

_QUOTED = re.compile(r"[\"“”]([^\"“”]{2,200})[\"“”]|(?<!\w)‘([^’]{2,80})’")
_CONNECTOR = (
    r"(?:of(?:\s+the)?|the|de(?:\s+la)?|von|van|der|den|du|la|le|del|di|da|dos|bin|ibn|al|and\s+the"
    r"|&|v\.?|vs\.?|for\s+the|in\s+the|on\s+the|upon)"
)
_CAPITAL = r"(?:[A-Z0-9][\w.’'&-]*|No\.)"
_RUN = re.compile(
    rf"(?<![\w'’])[A-Z]['’]?[\w.’'&/-]*(?:,?\s+{_CAPITAL}|\s+{_CONNECTOR}\s+{_CAPITAL})*"
    r"(?:\s*\([^()]{1,40}\))?"
)
_COMMA_TITLE = re.compile(
    r",\s+(?:(?:\d+(?:st|nd|rd|th)|[A-Z]\w+)\s+)?(?:Count|Countess|Duke|Duchess|Earl|King|Queen|Prince"
    r"|Princess|Baron|Baroness|Lord|Lady|Marquess|Inc|LLC|Ltd|Corp|L\.?P|N\.A|Jr|Sr|Bishop)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['’]s?(?=\s|$|[?.,;])", re.IGNORECASE)
_FUNCTION_WORDS_LIST = """
    what who whom whose which where when why how is are was were do does did has have had can
    could will would should shall may must name list give find identify show tell describe
    explain state summarize compare calculate in on at by for from to under as according after
    before during besides among of with the this that these those a an and or if between since
    until because while although please excluding including using based we i our not all any
    each every both there it its they how's what's no yes outside inside within without despite
    across over against once upon through towards toward measured adding taking worked considering
    given assuming
    """
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_LIST.split())
_NAMED_TYPES = (
    *("person", "organization", "place", "work", "event"),
    *("product", "agreement", "law", "court", "case"),
)
_TIME_KINDS = (ValueKind.PERIOD, ValueKind.DATE)
_TIME_CODE = re.compile(r"(?:FY|Q[1-4]|H[12]|CY)['’]?\s*\d{0,4}(?:\s+(?:FY|of)?\s*\d{1,4})?")
_TIME_LINKS = frozenset(["vs", "versus", "and", "to", "of", "the", "through", "-"])
_OFFICE = re.compile(r"(?:CEO|CFO|COO|CTO|EVP|VP)\s+of\s+(?:the\s+)?")
_DEMONYM = re.compile(
    r"(?:(?:South|North|East|West|New|Latin|Central|Pan|Anglo)[ -])?"
    r"[A-Z][\w-]*(?:ish|ian|ese|[ai]can|ench|utch|reek|erman|wiss|talian|sian)"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a question: ``name`` without brackets and titles, ``text`` as written."""

    name: str
    text: str
    span: Span
    type: str | None = None
    known: bool = False


@dataclass(frozen=True, slots=True)
class MaskedQuestion:
    """``text`` with one invented word for each name; ``mentions`` by that word."""

    text: str
    mentions: Mapping[str, Mention]

    def mention_of(self, word: str) -> Mention | None:
        """The mention that a word of ``text`` stands for."""
        return self.mentions.get(word)


def find_mentions(question: str, vocabulary: Vocabulary) -> tuple[Mention, ...]:
    """Names in a question: quoted, known to the index, or capitalised; in order, no overlap."""
    known = _known(question, vocabulary)
    found = [*_quoted(question, known)]
    for candidate in sorted(
        [*_runs(question, known), *known], key=lambda m: (-len(m.span), m.span.start)
    ):
        if not any(candidate.span.overlaps(other.span) for other in found):
            found.append(candidate)
    return tuple(sorted(found, key=lambda mention: mention.span.start))


def masked(question: str, mentions: Sequence[Mention]) -> MaskedQuestion:
    """The question with masks in place of its mentions (more than there are masks stay as is)."""
    parts: list[str] = []
    position = 0
    used = dict(zip(MASKS, mentions, strict=False))
    for mask, mention in used.items():
        parts += [question[position : mention.span.start], mask]
        position = mention.span.end
    parts.append(question[position:])
    return MaskedQuestion("".join(parts), used)


def _known(question: str, vocabulary: Vocabulary) -> list[Mention]:
    bare = _POSSESSIVE.sub(lambda match: " " * len(match.group()), question)
    hits = {(hit.start, hit.end): hit for hit in vocabulary.entities_in(bare)}
    hits.update({(hit.start, hit.end): hit for hit in vocabulary.entities_in(question)})
    mentions = [_mention(question, hit) for _, hit in sorted(hits.items())]
    return [mention for mention in mentions if _is_name(mention, question)]


def _mention(question: str, hit: KnownEntity) -> Mention:
    text = question[hit.start : hit.end]
    return Mention(text, text, Span(hit.start, hit.end), hit.type, known=True)


def _is_name(mention: Mention, question: str) -> bool:
    """Whether a known form is meant as a name: capitals, or several words of a named thing."""
    text = mention.text
    after = question[mention.span.end :].lstrip()
    if _DEMONYM.fullmatch(text) and after[:1].islower():
        return False
    words = text.split()
    first = words[0].casefold()
    if first in _FUNCTION_WORDS and (len(words) == 1 or first not in ("the", "a", "an", "in")):
        return text[0].isupper() and not question.startswith(text) and len(words) > 1
    if _is_time(text):
        return False
    if any(c.isupper() for word in words for c in word[:1] if word.casefold() != first) or (
        text[0].isupper() and not question.startswith(text)
    ):
        return True
    if question.startswith(text) and text[0].isupper():
        return len(words) > 1 or first not in _FUNCTION_WORDS
    content = [word for word in words if word.casefold() not in _FUNCTION_WORDS]
    return len(content) > 1 and (question.islower() or mention.type in _NAMED_TYPES)


def _quoted(question: str, known: Sequence[Mention]) -> list[Mention]:
    found = []
    for match in _QUOTED.finditer(question):
        inner = (match.group(1) or match.group(2)).strip(" ,.;?")
        same = next((m for m in known if m.text.casefold() == inner.casefold()), None)
        span = Span(match.start(), match.end())
        name, kind = (same.name, same.type) if same else (inner, None)
        found.append(Mention(name, inner, span, kind, same is not None))
    return found


def _runs(question: str, known: Sequence[Mention]) -> list[Mention]:
    found = []
    for match in _RUN.finditer(question):
        for start, end in _name_pieces(question, match.start(), match.end()):
            found += _as_mentions(question, _with_title(question, start, end), known)
    return found


def _name_pieces(question: str, start: int, end: int) -> list[tuple[int, int]]:
    """A run of capitals without leading function words, cut at possessives and times."""
    while (word := re.match(r"[\w.’'&/-]+", question[start:end])) and (
        word.group().casefold() in _FUNCTION_WORDS
        and (start == 0 or word.group().casefold() not in ("the", "a", "an"))
    ):
        start += word.end()
        start += len(question[start:end]) - len(question[start:end].lstrip(" ,"))
    pieces: list[tuple[int, int]] = []
    for match in _POSSESSIVE.finditer(question, start, end):
        following = question[match.end() : match.end() + 2].strip()
        if not (following[:1].isupper() and match.end() < end) and match.start() > start:
            pieces.append((start, match.start()))
            start = match.end() + (question[match.end() : match.end() + 1] == " ")
    pieces.append((start, end))
    return [(a, b) for a, b in (_stripped(question, *piece) for piece in pieces) if b > a]


def _stripped(question: str, start: int, end: int) -> tuple[int, int]:
    piece = question[start:end]
    if _is_time(piece.strip(" ,.;:?")):
        return start, start
    for match in re.finditer(r",\s+", piece):
        if not piece[match.end() : match.end() + 1].isalpha():
            end = start + match.start()
            break
    kept = question[start:end].rstrip(" ,.;:?-'’") if not piece.endswith(".A.") else piece
    if not any(c.isupper() for c in kept) or kept.casefold() in _FUNCTION_WORDS:
        return start, start
    if title := _OFFICE.match(kept):
        return start + title.end(), start + len(kept)
    after = question[start + len(kept) :].lstrip()
    if _DEMONYM.fullmatch(kept) and after[:1].islower():
        return start, start
    return start, start + len(kept)


def _with_title(question: str, start: int, end: int) -> Span:
    """A name with the title that follows its comma: "…, Duke of X"."""
    title = _COMMA_TITLE.match(question, end)
    if title is None:
        return Span(start, end)
    tail = _RUN.match(
        question, title.start() + len(title.group()) - len(title.group().lstrip(", "))
    )
    stop = tail.end() if tail else title.end()
    cut = _POSSESSIVE.search(question, end, stop)
    return Span(start, cut.start() if cut else stop)


def _as_mentions(question: str, span: Span, known: Sequence[Mention]) -> list[Mention]:
    """A run as one name, or as the known names that it is made of."""
    text = question[span.start : span.end]
    inside = [m for m in known if span.contains(m.span)]
    if any(m.span == span for m in inside):
        return []
    rest = text
    for mention in inside:
        rest = rest.replace(mention.text, " ", 1)
    left = [w for w in re.findall(r"[\w’'-]+", rest) if w.casefold() not in _FUNCTION_WORDS]
    if inside and not left and len(inside) > 1:
        return []
    head = next((m for m in inside if m.span.start == span.start), None)
    if head and _POSSESSIVE.match(text, len(head.text)):
        return []
    tail = text[len(head.text) :].lstrip() if head else ""
    if head and tail.startswith(("(", ",")):
        return [Mention(head.name, text, span, head.type, known=True)]
    if is_common_noun(text.casefold()):
        return []
    return [Mention(text, text, span)]


def _is_time(text: str) -> bool:
    """True when a text is made of dates and periods alone, or of codes such as FY2022 or Q3."""
    rest = text
    for value in reversed(find_values(text)):
        if value.value.kind in _TIME_KINDS:
            rest = rest[: value.span.start] + " " + rest[value.span.end :]
    rest = _TIME_CODE.sub(" ", rest)
    left = [word for word in re.findall(r"[\w’'-]+", rest) if word.casefold() not in _TIME_LINKS]
    return rest != text and not left
