"""The short answer: the value or name of the wanted type that best fits the question's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.answer_words import answer_term
from ensi_core.engines.offline.nlp import NamedSpan
from ensi_core.text import fold, one_line
from ensi_core.types import AnswerType, NormalisedValue, ValueKind
from ensi_core.values import find_values
from ensi_core.words import STOP_WORDS

EntitiesOf = Callable[[str], Sequence[NamedSpan]]

_VALUE_KINDS: Mapping[AnswerType, tuple[ValueKind, ...]] = {
    AnswerType.DATE: (ValueKind.DATE, ValueKind.PERIOD),
    AnswerType.DURATION: (ValueKind.DURATION, ValueKind.PERIOD),
    AnswerType.MONEY: (ValueKind.MONEY, ValueKind.NUMBER, ValueKind.QUANTITY),
    AnswerType.PERCENT: (ValueKind.PERCENT, ValueKind.NUMBER),
    AnswerType.NUMBER: (ValueKind.NUMBER, ValueKind.QUANTITY, ValueKind.MONEY, ValueKind.PERCENT),
}
_LABELS: Mapping[AnswerType, tuple[str, ...]] = {
    AnswerType.PERSON: ("PERSON",),
    AnswerType.ORGANIZATION: ("ORG",),
    AnswerType.PLACE: ("GPE", "LOC", "FAC"),
    AnswerType.TEXT: (
        *("PERSON", "ORG", "GPE", "LOC", "FAC", "NORP"),
        *("WORK_OF_ART", "EVENT", "PRODUCT", "LAW", "LANGUAGE"),
    ),
}
_NATION_NOUNS = ("nationality", "citizen", "citizenship")
_NATION_LABELS = ("NORP", "GPE")
SECOND_CHOICE = 0.75
"""What a candidate of a merely possible type keeps of its score (a bare number for an amount)."""

_DAY = r"((?:c\.\s*)?(?:\d{1,2}\s+)?(?:[A-Z][a-z]+\s+)?(?:\d{1,2},\s+)?\d{3,4})"
_LIFE = re.compile(rf"\((?:[^()]*?[;,:]\s*)?(?:born\s+)?{_DAY}\s*[–—-]{{1,2}}\s*{_DAY}[^()]*\)")
"""A life in brackets; groups are its first and its last date."""

_TOKEN = re.compile(r"[^\W_]+(?:[.,’'][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible short answer: ``start``/``end`` in the unit's text; ``score`` ranks only."""

    unit: Unit
    start: int
    end: int
    score: float
    value: NormalisedValue | None = None

    @property
    def text(self) -> str:
        """The candidate as the source writes it, on one line."""
        return one_line(self.unit.text[self.start : self.end])


class LifeDate(Enum):
    """Which date of a life is asked for."""

    BIRTH = 0
    DEATH = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: its type, the weighted words of the question, names it must not repeat.

    ``favoured`` are folded names that the index offers for the answer, with a score in [0, 1].
    ``noun`` is what is asked for ("county"): names that contain it are preferred. ``life`` asks
    for one end of a life, which texts write as "(1820–1891)".
    """

    type: AnswerType
    weights: Mapping[str, float]
    excluded: Collection[str] = ()
    favoured: Mapping[str, float] | None = None
    noun: str | None = None
    life: LifeDate | None = None


def candidates(
    unit: Unit, unit_score: float, wanted: Wanted, entities_of: EntitiesOf
) -> list[Candidate]:
    """Typed candidates of one unit, best first."""
    found: list[Candidate] = []
    places = _question_word_places(unit.text, wanted.weights)
    typed = [
        *_life_dates(unit.text, wanted.life),
        *_typed(unit, wanted.type, wanted.noun, entities_of),
    ]
    for start, end, fit, value in typed:
        text = one_line(unit.text[start:end])
        if not text or _repeats(text, wanted.excluded):
            continue
        near = _nearness(start, end, places, wanted.weights)
        favour = (wanted.favoured or {}).get(fold(text), 0.0)
        named = bool(wanted.noun) and f" {wanted.noun} " in f" {fold(text)} "
        score = fit * (0.65 * unit_score + 0.35 * near) + 0.15 * favour + 0.12 * named
        found.append(Candidate(unit, start, end, score, value))
    return sorted(found, key=lambda c: (-c.score, c.start))


def _life_dates(
    text: str, asked: LifeDate | None
) -> list[tuple[int, int, float, NormalisedValue | None]]:
    """The asked end of a life in brackets: "(4 May 1820 – 2 June 1891)"."""
    if asked is None:
        return []
    found: list[tuple[int, int, float, NormalisedValue | None]] = []
    for match in _LIFE.finditer(text):
        inside = match.group(asked.value + 1)
        for value in find_values(inside)[:1]:
            start = match.start(asked.value + 1) + value.span.start
            found.append((start, start + len(value.surface), 1.25, value.value))
    return found


def _typed(
    unit: Unit, wanted: AnswerType, noun: str | None, entities_of: EntitiesOf
) -> list[tuple[int, int, float, NormalisedValue | None]]:
    """(start, end, fit of type, value) of everything of the wanted type in a unit."""
    kinds = _VALUE_KINDS.get(wanted)
    if kinds is not None:
        return [
            (v.span.start, v.span.end, _value_fit(kinds, v.value, wanted), v.value)
            for v in find_values(unit.text)
            if v.value.kind in kinds and _says_its_kind(unit, wanted, v.value)
        ]
    labels = _NATION_LABELS if noun in _NATION_NOUNS else _LABELS.get(wanted, ())
    names = [
        (e.span.start, e.span.end, 1.0, None) for e in entities_of(unit.text) if e.label in labels
    ]
    return [*names, *_main_entity(unit, wanted, {(n[0], n[1]) for n in names})]


def _says_its_kind(unit: Unit, wanted: AnswerType, value: NormalisedValue) -> bool:
    """In prose an amount has its currency and a percentage its sign; in a table they may not."""
    if value.kind not in (ValueKind.NUMBER, ValueKind.QUANTITY):
        return True
    if wanted is AnswerType.PERCENT:
        return unit.is_row and ("%" in unit.context or "percent" in unit.context.casefold())
    return unit.is_row or wanted is not AnswerType.MONEY


def _value_fit(kinds: Sequence[ValueKind], value: NormalisedValue, wanted: AnswerType) -> float:
    fit = 1.0 if value.kind is kinds[0] else SECOND_CHOICE
    if wanted is AnswerType.MONEY and value.kind is ValueKind.NUMBER and value.number is not None:
        return fit * (0.7 if 1900 <= value.number <= 2100 else 1.0)
    return fit


def _main_entity(
    unit: Unit, wanted: AnswerType, known: Collection[tuple[int, int]]
) -> list[tuple[int, int, float, NormalisedValue | None]]:
    """The passage's main entity where the unit names it and its type can be the wanted one."""
    passage = unit.source.passage
    name, kind = passage.main_entity, passage.main_entity_type.casefold()
    typed = (AnswerType.PERSON, AnswerType.ORGANIZATION, AnswerType.PLACE)
    if not name or (wanted in typed and kind not in (wanted.value, "unknown", "")):
        return []
    place = unit.text.find(name)
    if place < 0 or (place, place + len(name)) in known:
        return []
    return [(place, place + len(name), 0.9 if kind == wanted.value else 0.7, None)]


def _repeats(text: str, excluded: Collection[str]) -> bool:
    """True when a candidate is part of what the question itself names."""
    folded = fold(text)
    return not folded or any(f" {folded} " in f" {name} " for name in excluded)


def _question_word_places(text: str, weights: Mapping[str, float]) -> list[tuple[int, str]]:
    places: list[tuple[int, str]] = []
    for match in _TOKEN.finditer(text):
        word = fold(match.group())
        if word and word not in STOP_WORDS and (term := answer_term(word)) in weights:
            places.append((match.start(), term))
    return places


def _nearness(
    start: int, end: int, places: Sequence[tuple[int, str]], weights: Mapping[str, float]
) -> float:
    """Weighted closeness of the question's words, in [0, 1]; halves every 40 characters."""
    total = sum(weights.values())
    best: dict[str, float] = {}
    for place, term in places:
        if start <= place < end:
            continue
        distance = start - place if place < start else place - end
        best[term] = max(best.get(term, 0.0), 0.5 ** (max(distance, 0) / 40))
    return sum(weights[term] * near for term, near in best.items()) / total if total else 0.0
