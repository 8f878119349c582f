"""What a question wants: its kind, the type of its answer, its periods and its alternatives."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ensi_core.engines.offline.question_names import MASKS, MaskedQuestion
from ensi_core.engines.offline.question_words import INSTRUCTION_VERBS, noun_answer_type
from ensi_core.types import AnswerType, Operator, QuestionKind, ValueKind
from ensi_core.values import find_values

_COUNT = re.compile(
    r"^\W*(?:in total,?\s+)?how many\b|\bhow many (?:different|distinct|of the)\b|,\s+how many\b"
    r"|\bnumber of\b.*\bare there\b"
    r"|^\W*count\b",
    re.I,
)
_LIST = re.compile(
    r"^\W*(?:(?:on|in|at|to|by|for|under|with)\s+)?(?:which|what)\s+(?:\w+\s+)?\w+[^s\W]s\s+did\b"
    r"|^\W*to\s+whom\b|^\W*(?:please\s+)?(?:list|enumerate|name|identify|give|show|find)\s+(?:me\s+)?"
    r"(?:all|every|each|the\s+names|any|both|the\s+\w+s\b|\w+s\b)"
    r"|^\W*(?:please\s+)?(?:list|enumerate)\b|^\W*(?:what|who|which)\s+(?:all\s+)?are\s+(?:all\s+)?"
    r"(?:the\s+)?(?!of\b)|^\W*(?:what|which)\s+(?!is\b|was\b|does\b|has\b)(?:\w+\s+)?\w+[^s\W]s\s+"
    r"(?:are|were|have|do|did|must|may|can|shall|will|make|made|owe|hold)\b"
    r"|\b(?:all|every)\s+(?:of\s+)?the\b.*\bthat\b",
    re.I,
)
_PLURAL_ASKED = re.compile(
    r"^\W*(?:(?:on|in|at|to|by|for|from|under|with)\s+)?(?:which|what)\s+(?:[\w-]+\s+){0,2}?"
    r"(?!species\b|series\b)\w+[^siu\W]s\s+(?:in|on|of|at|for|from|to|with|by|are|were|have|had|do"
    r"|did|does|must|may|can|could|shall|should|will|would|that|who|stood|made)\b"
    r"|^\W*who\s+(?:all\s+)?(?:are|were|made\s+up|makes?\s+up)\b",
    re.I,
)
"""Asks for several things by a plural noun, whatever verb follows it."""

_COMPARE = re.compile(
    r"\b(?:compare[ds]?|comparison|difference between|versus|vs\.?|differ(?:s|ed)?)\b"
    r"|\b(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger|older|younger|earlier|later"
    r"|longer|shorter|taller|better|worse|faster|sooner)"
    r"\s+than\b(?!\s+(?:[$€£]?\d|one\b|two\b|three\b|half\b|a\s+(?:million|billion|year)))"
    r"|\b(?:change[ds]?|increase[ds]?|decrease[ds]?|grow|grew|grown|growth|decline[ds]?|rise|rose"
    r"|fall|fell|improve[ds]?)\b.{0,60}\b(?:from|between|compared|over|since)\b"
    r"|\bhow (?:much )?(?:did|has|have|does|do)\b.{0,80}\b(?:change|increase|decrease|grow"
    r"|decline|fall|rise)",
    re.I,
)
_SUPERLATIVE = re.compile(
    r"\b(?:first|last|earlier|later|earliest|latest|older|younger|oldest|youngest|more|most|less|least"
    r"|higher|lower|highest|lowest|larger|smaller|largest|smallest|longer|shorter|longest|shortest|same"
    r"|both|bigger|taller|biggest|tallest|recently|sooner|better|greater|newer|fewer)\b",
    re.I,
)
_YES_NO = re.compile(
    r"^\W*(?:(?:as of|in|for|during|by|under|on|at|after|before|since)\b[^,?]{2,60},\s*)?"
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|must)\b",
    re.I,
)
_LEAD_IN = re.compile(r"^\W*in the \w+ [\"“][^\"”]+[\"”]\s*[:,]", re.I)
"""Names the document that the following sentences are about."""

_ASKED = re.compile(r"\b(?:which|what)\s+(?P<words>(?:[\w'-]+\s*){1,4})")
_AUXILIARIES = frozenset(
    ["is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "will", "the"]
)
_INSTRUCTION = re.compile(
    r"^(?:round|answer|base|please|if\s|give|we\s|calculate|assume|note|considering only|use|return"
    r"|respond|provide|define|state)\b",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[?.!])\s+(?=[A-Z\"“])")
_ABBREVIATION = re.compile(r"(?:\b(?:[A-Z]|No|Inc|Corp|Co|Ltd|Mr|Mrs|Ms|Dr|St|v|vs|Jr|Sr)\.)$")
_MASK = "(?:" + "|".join(MASKS) + ")"
_PAIR = re.compile(
    rf"(?:\b(?:either|between|both)\s+)?(?P<first>{_MASK}),?\s+(?:and|or)\s+(?P<second>{_MASK})"
)
_TAIL = re.compile(
    rf"[,:;]?\s*(?:(?P<between>between)\s+)?(?P<first>{_MASK}),?\s+(?(between)(?:or|and)|or)\s+"
    rf"(?P<second>{_MASK})\s*\??\s*$"
)
_SLOT = re.compile(
    r"^(?P<before>\W*|.*?\b)(?P<slot>(?:which|what)(?=\s+\w+\s+(?:more|less|the|an?|first|last|earlier"
    r"|later|higher|lower|most|least|fewer|greater|better)\b)|(?:which|what)\s+(?:one\s+)?"
    r"(?:of\s+the\s+)?(?:two\s+)?[\w-]+(?:\s+(?:film|band|song|group|album|company))?|who|where)"
    r"\b(?=\s)",
    re.I,
)
_NOUN_TAIL = re.compile(
    r"[,:]\s+(?P<first>(?:[^\s,:?]+\s+){1,9}?)or\s+(?P<second>(?:[^\s,:?]+\s*){1,10})\?\s*$"
)
_NOUN_PAIR = re.compile(
    r"^(?P<lead>\W*(?:was|is|did|were|are|does|do|has|had)\s+)(?P<first>the\s+(?:[\w-]+\s+){1,5}?)or\s+"
    r"(?P<second>the\s+(?:[\w-]+\s+){1,5}?)(?=\w+(?:er|ed|en)\b|first|last|more|less|further)",
    re.IGNORECASE,
)
_TIMES = (ValueKind.PERIOD, ValueKind.DATE)
_TIME_CODE = re.compile(
    r"\b(?:the\s+end\s+of\s+)?(?:Q[1-4]|H[12])(?:\s*(?:of\s+)?(?:FY)?\s*['’]?\d{2,4})?\b"
)


_THRESHOLD = re.compile(
    r"\b(?P<more>(?:more|greater|higher|larger|longer|later|older)\s+than|over|above|exceed(?:s|ing|ed)?"
    r"|in\s+excess\s+of|after)"
    r"|\b(?P<less>(?:less|fewer|lower|smaller|shorter|earlier|younger)\s+than|under|below|before)"
    r"|\b(?P<least>at\s+least|no\s+less\s+than|minimum\s+of)"
    r"|\b(?P<most>at\s+most|up\s+to|no\s+more\s+than|maximum\s+of)",
    re.I,
)
_OPERATORS = {
    "more": Operator.GREATER,
    "less": Operator.LESS,
    "least": Operator.AT_LEAST,
    "most": Operator.AT_MOST,
}
_ORDERED = (ValueKind.NUMBER, ValueKind.MONEY, ValueKind.PERCENT, ValueKind.QUANTITY)


@dataclass(frozen=True, slots=True)
class Threshold:
    """A bound that a question sets on a value, as written."""

    operator: Operator
    value: str


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A question about two names: the question once for each, as masked text."""

    questions: tuple[str, ...]


def question_sentence(text: str) -> tuple[str, str]:
    """The sentence that asks, and the whole without instructions on how to answer."""
    sentences = _sentences(text)
    kept = [s for s in sentences if not _INSTRUCTION.match(s)] or sentences
    asking = [s for s in kept if s.rstrip().endswith("?")]
    if asking or not kept:
        return (asking or [text.strip()])[0], " ".join(kept)
    return kept[-1 if _LEAD_IN.match(kept[0]) else 0], " ".join(kept)


def _sentences(text: str) -> list[str]:
    pieces: list[str] = []
    for piece in _SENTENCE.split(text.strip()):
        if pieces and (_ABBREVIATION.search(pieces[-1]) or len(pieces[-1].split()) < 3):
            pieces[-1] = f"{pieces[-1]} {piece}"
        else:
            pieces.append(piece)
    return pieces


def question_kind(question: str, alternatives: bool) -> QuestionKind:
    """What kind of answer a question (in its own words) wants."""
    superlative = bool(_SUPERLATIVE.search(question))
    if (alternatives and superlative) or _COMPARE.search(question):
        return QuestionKind.COMPARE
    if _YES_NO.match(question):
        return QuestionKind.YES_NO
    if _COUNT.search(question):
        return QuestionKind.COUNT
    if _LIST.search(question) or _PLURAL_ASKED.search(question):
        return QuestionKind.LIST
    return QuestionKind.LOOKUP


def answer_type(question: str, kind: QuestionKind, asked_noun: str | None) -> AnswerType:
    """The type of the short answer, from the question word and the noun asked for."""
    folded = question.casefold()
    if kind is QuestionKind.YES_NO:
        return AnswerType.YES_NO
    if re.search(r"\bhow (?:many|large|big|high|tall|deep|fast|far|old|wide|heavy|hot)\b", folded):
        return AnswerType.NUMBER
    if re.search(r"\bhow (?:long|often)\b", folded):
        return AnswerType.DURATION
    if re.search(r"\bhow much\b", folded):
        return AnswerType.MONEY
    if re.search(
        r"\b(?:what|which) (?:year|month|day|date|century)|^\W*when\b|\bsince when\b", folded
    ):
        return AnswerType.DATE
    if re.search(r"\bwhat (?:percentage|percent|share|proportion)\b|as a (?:%|percent)", folded):
        return AnswerType.PERCENT
    if re.match(r"^\W*(?:\w+\s+){0,3}(?:who|whom|whose)\b", folded):
        return AnswerType.PERSON
    if re.match(r"^\W*(?:from |to |in )?where\b", folded):
        return AnswerType.PLACE
    found = noun_answer_type(asked_noun) if asked_noun else None
    return found or _type_after_question_word(folded) or AnswerType.TEXT


def _type_after_question_word(folded: str) -> AnswerType | None:
    """What the words right after "which" or "what" ask for, where the parse does not say."""
    match = _ASKED.search(folded)
    if match is None or re.search(r"\b(?:kind|type|sort)s?\b", match.group()):
        return None
    for word in match.group("words").split():
        if word in _AUXILIARIES:
            return None
        found = noun_answer_type(word)
        if found is not None:
            return found
    return None


def periods_in(question: str) -> tuple[str, ...]:
    """Times that restrict a question, as written and in order; a year inside a name is none."""
    found = [v for v in find_values(question) if v.value.kind in _TIMES]
    spans = [(v.span.start, v.span.end) for v in found]
    for match in _TIME_CODE.finditer(question):
        if not any(start < match.end() and match.start() < end for start, end in spans):
            spans.append((match.start(), match.end()))
    return tuple(dict.fromkeys(question[start:end] for start, end in sorted(spans)))


def threshold_in(question: str) -> Threshold | None:
    """The first bound on an amount ("more than 400 gallons"); bounds on times are periods."""
    values = [v for v in find_values(question) if v.value.kind in _ORDERED]
    for match in _THRESHOLD.finditer(question):
        for value in values:
            between = question[match.end() : value.span.start]
            if value.span.start >= match.end() and not between.strip():
                return Threshold(_OPERATORS[match.lastgroup or "more"], value.surface)
    return None


def alternatives(question: MaskedQuestion) -> Alternatives | None:
    """The question once for each of two names that it sets side by side, None for other questions.

    "Which N …, A or B?" puts each name in the place of "which N"; "A and B" is split in two.
    """
    text = question.text
    if not _SUPERLATIVE.search(text) and not re.search(r"\b(?:or|common|share)\b", text):
        return None
    tail = _TAIL.search(text) or (_NOUN_TAIL.search(text) if _SUPERLATIVE.search(text) else None)
    if tail:
        stem = text[: tail.start()].rstrip(" ,:;")
        slot = _SLOT.match(stem)
        if slot and slot.end() < len(stem):
            return Alternatives(
                tuple(
                    stem[: slot.start("slot")] + tail[name].strip() + stem[slot.end("slot") :]
                    for name in ("first", "second")
                )
            )
    if re.search(r":\s[^:]*\bor\b[^:]*$", text) and tail is None:
        return None
    pair = _PAIR.search(text) or (_NOUN_PAIR.search(text) if _SUPERLATIVE.search(text) else None)
    if pair is None:
        return None
    before = text[: pair.start()] + (pair.groupdict().get("lead") or "")
    return Alternatives(
        tuple(
            f"{before}{pair[name].strip()} {text[pair.end() :].lstrip()}"
            for name in ("first", "second")
        )
    )


def is_instruction(word: str) -> bool:
    """True for verbs that begin a request: "list", "name", "identify"."""
    return word.casefold() in INSTRUCTION_VERBS
