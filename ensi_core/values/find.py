"""Values in running text: one pass over the places where a value can begin."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ensi_core.types import NormalisedValue, Span, ValueKind
from ensi_core.values import amounts, dates, durations, identifiers, periods
from ensi_core.values.calendar import MONTHS
from ensi_core.values.rule import Rule
from ensi_core.values.words import NUMBER_WORDS, ORDINALS


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value in a text: ``span`` counts from the text's start plus the caller's offset."""

    span: Span
    surface: str
    value: NormalisedValue


_SIGNED = frozenset({ValueKind.NUMBER, ValueKind.MONEY, ValueKind.PERCENT, ValueKind.QUANTITY})
_FISCAL_WORDS = [
    "fiscal",
    "financial",
    "calendar",
    "fy",
    "fye",
    "cy",
    "year",
    "years",
    "quarter",
    "quarters",
    "quarterly",
    "half-year",
    "month",
    "months",
    "period",
]


def _rules_by_word() -> dict[str, tuple[Rule, ...]]:
    """Which rules to try at a word, in each of the cases in which it may be printed.

    The word is a run of letters; what follows it is the business of the rules.
    """
    table: dict[str, tuple[Rule, ...]] = {}

    def add(words: Iterable[str], rules: tuple[Rule, ...]) -> None:
        for word in dict.fromkeys(_first_letters(word) for word in words):
            table[word] = (*table.get(word, ()), *rules)

    add([form for name in MONTHS for form in (name.capitalize(), name.upper())], dates.MONTH_RULES)
    counted = (*periods.COUNT_RULES, *durations.RULES, *amounts.WORD_RULES)
    add(_cased(NUMBER_WORDS), counted)
    ordinals = (*ORDINALS, "twenty", "thirty")
    add(_cased(ordinals), (*periods.ORDINAL_RULES, *dates.ORDINAL_RULES))
    add(_cased(_FISCAL_WORDS), periods.FISCAL_RULES)
    add(("Q", "q", "H"), periods.CODE_RULES)
    add(amounts.CURRENCY_CODES, amounts.SIGN_RULES)
    for word, rules in identifiers.LABEL_RULES.items():
        add((word,), rules)
    return table


def _first_letters(word: str) -> str:
    match = _LETTERS.match(word)
    return match.group() if match else word


def _cased(words: Iterable[str]) -> list[str]:
    return [form for word in words for form in (word, word.capitalize(), word.upper())]


_LETTERS = re.compile(r"[A-Za-z]+")
_BY_WORD = _rules_by_word()
_DIGIT_RULES = (
    *periods.DIGIT_RULES,
    *dates.DIGIT_RULES,
    *durations.RULES,
    *amounts.DIGIT_RULES,
    *identifiers.DIGIT_RULES,
)
_TOKEN = re.compile(
    rf"(?P<sign>(?:{amounts.DOLLAR_PREFIX}\s?)?\$|[€£¥₹§¶])|(?P<word>[A-Za-z]++)|(?P<digit>\.?\d+)"
)
_LABEL_TAIL = re.compile(r"[.)]\s+\S|[ \t]+[A-Z“\"]")
_TOKEN_END = re.compile(r"[\w.,:/–-]*\w")


def find_values(text: str, offset: int = 0) -> tuple[FoundValue, ...]:
    """All values in ``text`` in order, without overlap; of those that begin alike the longest.

    Spans are positions in ``text`` plus ``offset``.
    """
    found: list[FoundValue] = []
    position = 0
    for token in _TOKEN.finditer(text):
        kind, start = token.lastgroup, token.start()
        rules = _BY_WORD.get(token.group()) if kind == "word" else _rules_at(token)
        if not rules or start < position:
            continue
        best = None if _inside_token(text, start) else _longest(text, start, rules)
        if best is None:
            position = _token_end(text, start) if kind == "digit" else position
            continue
        end, value = best
        if value.kind is ValueKind.NUMBER and _is_label(text, start, end):
            position = end
            continue
        start, value = _with_sign(text, start, value)
        found.append(FoundValue(Span(start + offset, end + offset), text[start:end], value))
        position = end
    return tuple(found)


def _rules_at(token: re.Match[str]) -> tuple[Rule, ...]:
    if token.lastgroup == "digit":
        return _DIGIT_RULES
    return _BY_WORD.get(token.group(), amounts.SIGN_RULES)


def _longest(text: str, start: int, rules: tuple[Rule, ...]) -> tuple[int, NormalisedValue] | None:
    """The end and value of the longest match at ``start``; the earlier rule wins a tie."""
    matches = [
        match
        for rule in rules
        if (match := rule.pattern.match(text, start)) and "\n\n" not in match.group()
    ]
    best: tuple[int, NormalisedValue] | None = None
    readers = {id(rule.pattern): rule.read for rule in rules}
    for match in sorted(matches, key=lambda match: -match.end()):
        if best and match.end() < best[0]:
            break
        value = None if best else readers[id(match.re)](match)
        if value is not None:
            best = (match.end(), value)
    return best


def _inside_token(text: str, start: int) -> bool:
    """True for the 19 of "COVID-19", the 5 of "v1.5" and what follows a letter or digit."""
    if start == 0:
        return False
    before = text[start - 1]
    if before.isalnum() or before == "_":
        return True
    if start == 1 or not text[start].isdigit():
        return False
    return before in "-–./_" and (text[start - 2].isalpha() or text[start - 2] == "_")


def _is_label(text: str, start: int, end: int) -> bool:
    """True for the number of a clause at the start of its line, and for "(3)"."""
    if end - start > 6 or not text[start].isdigit():
        return False
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")":
        return end - start <= 2
    line = text.rfind("\n", 0, start) + 1
    return not text[line:start].strip() and _LABEL_TAIL.match(text, end) is not None


def _with_sign(text: str, start: int, value: NormalisedValue) -> tuple[int, NormalisedValue]:
    """Takes in a minus sign before a number when nothing is joined to it on the left."""
    if start == 0 or text[start - 1] not in "-−" or value.kind not in _SIGNED:
        return start, value
    if value.number is None or (
        start > 1 and not (text[start - 2].isspace() or text[start - 2] in "(")
    ):
        return start, value
    return start - 1, NormalisedValue(value.kind, number=-value.number, unit=value.unit)


def _token_end(text: str, start: int) -> int:
    """The end of the code or number that begins at ``start`` and is no value."""
    match = _TOKEN_END.match(text, start)
    return match.end() if match else start
