"""Values in running text: one pass over the places where a value can begin."""

from __future__ import annotations

import re
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
    """Which rules to try at a trigger word, in each of the cases in which it may be printed."""
    table: dict[str, tuple[Rule, ...]] = dict(identifiers.LABEL_RULES)

    def add(words: tuple[str, ...] | list[str], rules: tuple[Rule, ...]) -> None:
        for word in words:
            table[word] = (*rules, *table.get(word, ()))

    def cased(words: tuple[str, ...] | list[str]) -> list[str]:
        forms = [form for word in words for form in (word, word.capitalize(), word.upper())]
        return list(dict.fromkeys(forms))

    months = [form for name in MONTHS for form in (name.capitalize(), name.upper())]
    add(months, dates.MONTH_RULES)
    counted = (*periods.COUNT_RULES, *durations.RULES, *amounts.WORD_RULES)
    add(cased(NUMBER_WORDS), counted)
    ordinals = [word.split("-")[0] for word in ORDINALS] + ["twenty", "thirty"]
    add(cased(list(dict.fromkeys(ordinals))), (*periods.ORDINAL_RULES, *dates.ORDINAL_RULES))
    add(cased(_FISCAL_WORDS), periods.FISCAL_RULES)
    add([*amounts.CURRENCY_CODES, *amounts.CURRENCY_PREFIXES], amounts.SIGN_RULES)
    return table


_BY_WORD = _rules_by_word()
_DIGIT_RULES = (
    *periods.DIGIT_RULES,
    *dates.DIGIT_RULES,
    *durations.RULES,
    *amounts.DIGIT_RULES,
    *identifiers.DIGIT_RULES,
)
_CODED = {"Q": periods.CODE_RULES, "q": periods.CODE_RULES, "H": periods.CODE_RULES}
_WORDS = "|".join(
    re.escape(word)
    for word in sorted(_BY_WORD, key=lambda word: (-len(word), word))
    if word.isalpha()
)
_DOTTED = "|".join(re.escape(word) for word in sorted(_BY_WORD) if "." in word)
_TRIGGER = re.compile(
    rf"(?<![\w$])(?:(?P<digit>\.?\d)|(?P<code>[QqH](?=[1-4])|FYE?(?=\d))"
    rf"|(?P<word>(?:{_WORDS})(?![a-z])|(?:{_DOTTED})(?=[\s.$])))"
    rf"|(?P<sign>[$€£¥₹§¶])"
)
_TOKEN_END = re.compile(r"[\w.,:/–-]*\w")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def find_values(text: str, offset: int = 0) -> tuple[FoundValue, ...]:
    """All values in ``text`` in order, without overlap; of those that begin alike the longest.

    Spans are positions in ``text`` plus ``offset``.
    """
    found: list[FoundValue] = []
    position = 0
    while trigger := _TRIGGER.search(text, position):
        start = trigger.start()
        best = None if _inside_token(text, start) else _longest(text, start, _rules_at(trigger))
        if best is None:
            position = _skip(text, trigger)
            continue
        end, value = best
        start, value = _with_sign(text, start, value)
        found.append(FoundValue(Span(start + offset, end + offset), text[start:end], value))
        position = end
    return tuple(found)


def _rules_at(trigger: re.Match[str]) -> tuple[Rule, ...]:
    kind = trigger.lastgroup
    if kind == "digit":
        return _DIGIT_RULES
    printed = trigger.group()
    if kind == "sign":
        return _BY_WORD.get(printed, amounts.SIGN_RULES)
    if kind == "code":
        return _CODED.get(printed, periods.FISCAL_RULES)
    return _BY_WORD[printed]


def _longest(text: str, start: int, rules: tuple[Rule, ...]) -> tuple[int, NormalisedValue] | None:
    """The end and value of the longest match at ``start``; the earlier rule wins a tie."""
    matches = [match for rule in rules if (match := rule.pattern.match(text, start))]
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
    """True for the 19 of "COVID-19" and the 5 of "v1.5": digits that belong to a word."""
    if start < 2 or not text[start].isdigit():
        return False
    before = text[start - 1]
    return before in "-–./_" and (text[start - 2].isalpha() or text[start - 2] == "_")


def _with_sign(text: str, start: int, value: NormalisedValue) -> tuple[int, NormalisedValue]:
    """Takes in a minus sign before a number when nothing is joined to it on the left."""
    if start == 0 or text[start - 1] not in "-−" or value.kind not in _SIGNED:
        return start, value
    if value.number is None or (
        start > 1 and not (text[start - 2].isspace() or text[start - 2] in "(")
    ):
        return start, value
    return start - 1, NormalisedValue(value.kind, number=-value.number, unit=value.unit)


def _skip(text: str, trigger: re.Match[str]) -> int:
    """Where to look on after a trigger that began no value."""
    if trigger.lastgroup == "digit":
        token = _TOKEN_END.match(text, trigger.start())
        return token.end() if token else trigger.end()
    return trigger.end()
