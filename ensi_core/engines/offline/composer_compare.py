"""Comparisons: the value of each side with its citation, and the arithmetic with its formula."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.answer_chain import Chain, ChainReader
from ensi_core.engines.offline.answer_select import Candidate
from ensi_core.engines.offline.answer_words import answer_terms
from ensi_core.engines.offline.composer_draft import AnswerDraft
from ensi_core.engines.offline.composer_lookup import lookup_answer
from ensi_core.engines.offline.composer_rows import cells_of_period, row_cells
from ensi_core.text import fold
from ensi_core.types import AnswerType, Hop, NormalisedValue, Statement, ValueKind
from ensi_core.values import find_values

_SMALLER = re.compile(
    r"\b(?:first|earlier|earliest|older|oldest|lower|lowest|less|least|smaller|smallest|shorter"
    r"|shortest|fewer|fewest|sooner|before)\b",
    re.IGNORECASE,
)
_GREATER = re.compile(
    r"\b(?:later|latest|last|younger|youngest|newer|recent(?:ly)?|more|most|higher|highest|larger"
    r"|largest|greater|greatest|bigger|biggest|longer|longest|taller|after|rose|grew)\b",
    re.IGNORECASE,
)
_SAME = re.compile(r"\b(?:same|both|share)\b", re.IGNORECASE)
_ALIKE = re.compile(r"\b(?:same|share)\b", re.IGNORECASE)
_YES_NO = re.compile(r"^\W*(?:is|are|was|were|do|does|did|has|have|had)\b", re.IGNORECASE)
_SAID_SHARE = 0.6
"""Share of the words asked of both that a sentence about one of them must have."""

_DATED = re.compile(
    r"\b(?:born|birth|die[ds]?|death|founded|formed|established|released?|published|came out|opened"
    r"|older|younger|earlier|later|first|when|date|year|sooner|signed|filed|recent(?:ly)?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a comparison: its label, its hop, and the value found for it."""

    label: str
    hop: Hop
    found: Candidate | None


def compare_answer(reader: ChainReader) -> AnswerDraft:
    """Values side by side; the outcome, difference and growth where they can be computed."""
    hops = _terminal_hops(reader)
    if len(hops) < 2:
        return lookup_answer(reader)
    wanted = _value_type(reader)
    chain = reader.chains()[0]
    sides = [_side(reader, chain, hop, wanted) for hop in hops]
    draft = AnswerDraft()
    for side in sides:
        for step in chain.steps:
            if step.hop.id in side.hop.depends_on:
                draft.state(step.found.unit)
        unit = side.found.unit if side.found else reader.best_units(side.hop, chain, 1)[0][0]
        draft.state(unit, side.hop.period, label=side.label)
    _conclude(reader, sides, draft)
    return draft


def _terminal_hops(reader: ChainReader) -> list[Hop]:
    used = {hop_id for hop in reader.plan.hops for hop_id in hop.depends_on}
    return [hop for hop in reader.plan.hops if hop.id not in used]


def _label(reader: ChainReader, hop: Hop) -> str:
    """What a side is about: its period, else the name that its chain of hops begins with."""
    if hop.period:
        return hop.period
    by_id = {other.id: other for other in reader.plan.hops}
    while hop.depends_on and (hop.entity is None or hop.entity.startswith("?")):
        hop = by_id[hop.depends_on[0]]
    return hop.entity or _distinct_words(reader, hop)


def _distinct_words(reader: ChainReader, hop: Hop) -> str:
    """What tells a hop's question from the other's, with the word after it: "the red pump"."""
    others = [other for other in _terminal_hops(reader) if other.id != hop.id]
    own, other = hop.asks.split(), others[0].asks.split() if others else []
    start = end = 0
    while start < min(len(own), len(other)) and own[start] == other[start]:
        start += 1
    while end < min(len(own), len(other)) - start and own[-1 - end] == other[-1 - end]:
        end += 1
    words = own[start : len(own) - max(end - 1, 0)]
    return " ".join(words) or hop.asks


def _value_type(reader: ChainReader) -> AnswerType:
    question = reader.plan.question
    if reader.plan.answer_type in (AnswerType.MONEY, AnswerType.PERCENT, AnswerType.NUMBER):
        return reader.plan.answer_type
    if _SAME.search(question) and not _SMALLER.search(question) and not _GREATER.search(question):
        return AnswerType.TEXT
    if any(hop.period for hop in reader.plan.hops):
        return AnswerType.MONEY
    return AnswerType.DATE if _DATED.search(question) else AnswerType.NUMBER


def _side(reader: ChainReader, chain: Chain, hop: Hop, wanted: AnswerType) -> _Side:
    label = _label(reader, hop)
    if hop.period:
        in_column = _of_period(reader, chain, hop)
        if in_column is not None:
            return _Side(label, hop, in_column)
    name = fold(chain.filled(hop.entity or "") or label)
    found = reader.candidates(hop, chain, wanted)
    about = [c for c in found if name in fold(f"{c.unit.text} {c.unit.context}")]
    return _Side(label, hop, next(iter(about or found), None))


def _of_period(reader: ChainReader, chain: Chain, hop: Hop) -> Candidate | None:
    """The value in the column of a hop's period, in the best row that has one."""
    for unit, score in reader.best_units(hop, chain):
        if not unit.is_row or hop.period is None:
            continue
        for cell in cells_of_period(row_cells(unit.source.passage), hop.period):
            values = find_values(cell.text)
            if values:
                return Candidate(unit, cell.start, cell.end, score, values[0].value)
    return None


def _conclude(reader: ChainReader, sides: Sequence[_Side], draft: AnswerDraft) -> None:
    values = [side.found.value for side in sides if side.found and side.found.value]
    places = {(side.found.unit, side.found.start) for side in sides if side.found}
    if len(values) < len(sides) or len(places) < len(sides) or not _comparable(values):
        _same_names(reader, sides, draft)
        return
    question = reader.plan.question
    if _which(question) and (_SMALLER.search(question) or _GREATER.search(question)):
        ordered = sorted(sides, key=_order)
        chosen = ordered[0] if _SMALLER.search(question) else ordered[-1]
        draft.short = chosen.label
        draft.lead.append(f"{chosen.label}.")
    if len(sides) == 2:
        _arithmetic(sides, values, draft)


def _comparable(values: Sequence[NormalisedValue]) -> bool:
    """True when all values are of one kind and unit, so that their order means something."""
    first = values[0]
    timed = (ValueKind.DATE, ValueKind.PERIOD)
    if first.kind in timed:
        return all(value.kind in timed for value in values)
    return all(value.kind is first.kind and value.unit == first.unit for value in values)


def _which(question: str) -> bool:
    return bool(re.search(r"\b(?:which|who|what|or)\b", question, re.IGNORECASE))


def _order(side: _Side) -> tuple[float, str]:
    value = side.found.value if side.found else None
    if value is None:
        return (0.0, "")
    return (value.number or 0.0, value.start or "")


def _same_names(reader: ChainReader, sides: Sequence[_Side], draft: AnswerDraft) -> None:
    """ "Both", "the same": yes when all sides name the same, or all say what is asked of both."""
    question = reader.plan.question
    if not _SAME.search(question):
        return
    if _ALIKE.search(question):
        named = [fold(side.found.text) for side in sides if side.found]
        if len(named) == len(sides):
            draft.short = "Yes" if len(set(named)) == 1 else "No"
        return
    if _YES_NO.match(question):
        said = [_says(reader, side) for side in sides]
        draft.short = "Yes" if all(said) else "No"


def _says(reader: ChainReader, side: _Side) -> bool:
    """True when the best sentences about a side have nearly all that is asked of it."""
    names = set(answer_terms(" ".join(hop.entity or "" for hop in reader.plan.hops)))
    asked = set(answer_terms(side.hop.asks)) - names - {"both"}
    if not asked:
        return False
    about = fold(side.label)
    for unit, _ in reader.best_units(side.hop, Chain()):
        if about in fold(f"{unit.text} {unit.context}"):
            found = asked & set(answer_terms(unit.text))
            if len(found) >= _SAID_SHARE * len(asked):
                return True
    return False


def _arithmetic(
    sides: Sequence[_Side], values: Sequence[NormalisedValue], draft: AnswerDraft
) -> None:
    """Difference, growth and ratio of the second value against the first, with formulas."""
    first, second = values
    if not all(any(c.isdigit() for c in _shown(side)) for side in sides):
        return
    kinds = (ValueKind.MONEY, ValueKind.NUMBER, ValueKind.QUANTITY, ValueKind.PERCENT)
    if first.kind not in kinds or second.kind not in kinds:
        return
    if first.number is None or second.number is None:
        return
    old, new = _shown(sides[0]), _shown(sides[1])
    difference = second.number - first.number
    text = f"Computed: difference {new} − {old} = {_number(difference)}"
    if first.number:
        growth = difference / abs(first.number) * 100
        text += f"; growth ({new} − {old}) / {old} = {growth:.1f}%"
        text += f"; ratio {new} / {old} = {second.number / first.number:.3g}"
    markers = tuple(draft.book.cite(side.found.unit) for side in sides if side.found)
    draft.statements.append(Statement(text, tuple(dict.fromkeys(markers))))
    draft.computed.add(text)


def _shown(side: _Side) -> str:
    return side.found.text if side.found else ""


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
