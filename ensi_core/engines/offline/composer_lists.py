"""Lists and counts: every item read at its cited place, duplicates merged, the bound stated."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.answer_chain import Chain, ChainReader
from ensi_core.engines.offline.answer_select import Candidate
from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.answer_words import answer_terms
from ensi_core.engines.offline.composer_draft import AnswerDraft, statement_text
from ensi_core.text import fold, one_line
from ensi_core.types import (
    AnswerType,
    Bound,
    Hop,
    KeyMatch,
    Operator,
    QuestionKind,
    Statement,
    ValueKind,
)
from ensi_core.values import find_values

_KEY_SHARE = 0.85
"""Keys that score at least this share of the best key's score give items."""

_UNIT_SHARE = 0.8
"""Units that score at least this share of the best unit's score are items when keys give none."""

_NAME_FIT = 0.6
"""Least likeness of a key's field name to the one asked for."""

_CANDIDATE_SHARE = 0.75
"""Names that score at least this share of the best one's score are items."""

_COUNTED = re.compile(r"\bhow many\s+(?!of\b)(?:\w+\s+)??(?P<noun>\w+s|people|men|women)\b", re.I)
MOST_UNITS = 12


_AMOUNTS = (ValueKind.NUMBER, ValueKind.QUANTITY, ValueKind.MONEY, ValueKind.PERCENT)
_ORDER: Mapping[Operator, Callable[[float, float], bool]] = {
    Operator.GREATER: operator.gt,
    Operator.AT_LEAST: operator.ge,
    Operator.LESS: operator.lt,
    Operator.AT_MOST: operator.le,
}


@dataclass(slots=True)
class _Item:
    """A list item with the units that say it."""

    text: str
    units: list[Unit]


def list_answer(reader: ChainReader) -> AnswerDraft:
    """The items with their citations; for a count, how many were cited or what a source states."""
    draft = AnswerDraft()
    last, chain = reader.plan.hops[-1], reader.chains()[0]
    counting = reader.plan.kind is QuestionKind.COUNT
    items = _key_items(reader, last)
    stated = stated_count(reader, last, chain) if counting and len(items) < 2 else None
    if stated is not None:
        draft.short = stated.text
        draft.state(stated.unit)
        return draft
    if len(items) < 2:
        items = _name_items(reader, last, chain) or _unit_items(reader, last, chain)
    for item in items:
        markers = tuple(dict.fromkeys(draft.book.cite(unit) for unit in item.units))
        draft.statements.append(Statement(item.text, markers))
    number = len(items)
    names = "; ".join(item.text for item in items) if _are_names(items) else None
    draft.short = str(number) if counting else names
    draft.lead.append(f"{number} {'item' if number == 1 else 'items'} cited below.")
    if reader.evidence.bound is not None:
        draft.tail.append(_bound_text(reader.evidence.bound))
    return draft


def _are_names(items: Sequence[_Item]) -> bool:
    return bool(items) and all(len(item.text) <= 80 for item in items)


def _key_items(reader: ChainReader, hop: Hop) -> list[_Item]:
    """What the matching keys offer, where a passage at hand says it."""
    trace = next((t for t in reader.evidence.hops if t.hop_id == hop.id), None)
    if trace is None or not trace.keys:
        return []
    floor = _KEY_SHARE * trace.keys[0].score
    items: dict[str, _Item] = {}
    for match in trace.keys:
        if match.score < floor:
            break
        if not _name_fits(match):
            continue
        text = match.key.value if hop.entity is not None else match.key.entity
        units = _units_saying(reader, match, text)
        if not units or fold(text) in fold(reader.plan.question):
            continue
        known = items.setdefault(fold(text), _Item(one_line(text), []))
        known.units += [unit for unit in units if unit not in known.units]
    return list(items.values())


def _name_fits(match: KeyMatch) -> bool:
    """True when the key is of the field that the hop asks for, and no mere other name."""
    fits = {part.field: part.score for part in match.field_scores}
    return match.key.name != "alias" and fits.get("name", 0.0) >= _NAME_FIT


def _units_saying(reader: ChainReader, match: KeyMatch, text: str) -> list[Unit]:
    """In each passage of a key the first unit that contains the item."""
    pattern = re.compile(r"\s+".join(re.escape(word) for word in text.split()), re.IGNORECASE)
    found: dict[str, Unit] = {}
    for unit in reader.ranker.units:
        psg_id = unit.source.passage.psg_id
        if psg_id in match.psg_ids and psg_id not in found and pattern.search(unit.text):
            found[psg_id] = unit
    return list(found.values())


def _unit_items(reader: ChainReader, hop: Hop, chain: Chain) -> list[_Item]:
    """The units that fit about as well as the best one; equal texts are one item."""
    ranked = reader.best_units(hop, chain, MOST_UNITS)
    if not ranked:
        return []
    floor = _UNIT_SHARE * ranked[0][1]
    items: dict[str, _Item] = {}
    for unit, score in ranked:
        if score < floor:
            break
        if not _within_bound(hop, unit):
            continue
        text = statement_text(unit)
        known = items.setdefault(fold(text), _Item(text, []))
        known.units.append(unit)
    return list(items.values())


def _within_bound(hop: Hop, unit: Unit) -> bool:
    """True when a unit has a value that meets the hop's bound, or the hop sets none."""
    holds = _ORDER.get(hop.operator)
    wanted = find_values(hop.value or "")
    if holds is None or not wanted or wanted[0].value.number is None:
        return True
    limit = wanted[0].value.number
    return any(
        holds(value.value.number, limit)
        for value in find_values(unit.text)
        if value.value.number is not None and value.value.kind in _AMOUNTS
    )


def _name_items(reader: ChainReader, hop: Hop, chain: Chain) -> list[_Item]:
    """Names or values of the asked type that fit about as well as the best; none for one alone."""
    wanted = reader.plan.answer_type
    if wanted in (AnswerType.TEXT, AnswerType.NUMBER, AnswerType.YES_NO):
        return []
    found = reader.candidates(hop, chain, wanted)
    floor = _CANDIDATE_SHARE * found[0].score if found else 0.0
    items = [_Item(c.text, [c.unit]) for c in found if c.score >= floor][:MOST_UNITS]
    return items if len(items) > 1 else []


def stated_count(reader: ChainReader, hop: Hop, chain: Chain) -> Candidate | None:
    """A number that a source itself gives for what is counted: "seven members".

    Only for "how many members …": "how many of the members …" asks for a part of them.
    """
    match = _COUNTED.search(reader.plan.question)
    if match is None:
        return None
    counted = set(answer_terms(match["noun"]))
    for candidate in reader.candidates(hop, chain, AnswerType.NUMBER):
        after = candidate.unit.text[candidate.end :]
        words = answer_terms(" ".join(after.split()[:3])) if after else []
        if counted & {*words, *answer_terms(candidate.text)}:
            return candidate
    return None


def _bound_text(bound: Bound) -> str:
    return (
        f"Read from {bound.keys} keys, {bound.passages} passages and {bound.documents} documents;"
        f" {bound.uncovered_passages} passages have no record and were not counted."
    )
