"""Lists and counts: every item read at its cited place, duplicates merged, the bound stated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ensi_core.engines.offline.answer_chain import Chain, ChainReader
from ensi_core.engines.offline.answer_units import Unit
from ensi_core.engines.offline.composer_draft import AnswerDraft, statement_text
from ensi_core.text import fold, one_line
from ensi_core.types import Bound, Hop, KeyMatch, QuestionKind, Statement

_KEY_SHARE = 0.85
"""Keys that score at least this share of the best key's score give items."""

_UNIT_SHARE = 0.8
"""Units that score at least this share of the best unit's score are items when keys give none."""

_NAME_FIT = 0.6
"""Least likeness of a key's field name to the one asked for."""

MOST_UNITS = 12


@dataclass(slots=True)
class _Item:
    """A list item with the units that say it."""

    text: str
    units: list[Unit]


def list_answer(reader: ChainReader) -> AnswerDraft:
    """The items with their citations; for a count, how many were cited."""
    draft = AnswerDraft()
    last, chain = reader.plan.hops[-1], reader.chains()[0]
    items = _key_items(reader, last)
    if len(items) < 2:
        items = _unit_items(reader, last, chain)
    for item in items:
        markers = tuple(dict.fromkeys(draft.book.cite(unit) for unit in item.units))
        draft.statements.append(Statement(item.text, markers))
    number = len(items)
    if reader.plan.kind is QuestionKind.COUNT:
        stated = _stated_count(reader, last, chain)
        draft.short = stated or str(number)
    else:
        draft.short = "; ".join(item.text for item in items) if _are_names(items) else None
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
        text = statement_text(unit)
        known = items.setdefault(fold(text), _Item(text, []))
        known.units.append(unit)
    return list(items.values())


def _stated_count(reader: ChainReader, hop: Hop, chain: Chain) -> str | None:
    """A number that a source itself gives for what is counted."""
    found = reader.candidates(hop, chain, reader.plan.answer_type)
    best = reader.best_units(hop, chain, 1)
    if found and best and found[0].unit == best[0][0]:
        return found[0].text
    return None


def _bound_text(bound: Bound) -> str:
    return (
        f"Read from {bound.keys} keys, {bound.passages} passages and {bound.documents} documents;"
        f" {bound.uncovered_passages} passages have no record and were not counted."
    )
