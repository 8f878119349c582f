"""The settings of one question as widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from ensi_core.query.match import MatchWeights
from ensi_core.query.retrieve import RankSettings, RetrievalSettings
from ensi_core.stores.base import DocumentRow
from ensi_core.workspace import AskOptions


@dataclass(frozen=True, slots=True)
class _Dial:
    """A number in [0, 1] that can be set; ``name`` is its field."""

    name: str
    label: str
    help: str


_KEY_DIALS = (
    _Dial("entity", "λ entity", "How much the entity of a hop counts when keys are matched"),
    _Dial("type", "λ type", "How much the entity's type counts"),
    _Dial("category", "λ category", "How much property, relation or aspect counts"),
    _Dial("name", "λ field", "How much the field's name counts"),
    _Dial("value", "λ value", "How much a stated value or target counts"),
    _Dial("gate", "Gate", "Keys whose stated entity or target fits less than this are out"),
)

_RANK_DIALS = (
    _Dial("key", "Keys", "The best matching key of a passage"),
    _Dial("hop", "Hops", "The best hop on any path through a passage"),
    _Dial("graph", "Graph", "Weight that spreads between passages over shared entities"),
    _Dial("hybrid", "Text", "The question against the passage: words and meaning"),
)


def choose_options(documents: Sequence[DocumentRow]) -> AskOptions:
    """The settings that the widgets show; their defaults are those of the product."""
    names = {row.doc_id: row.name for row in documents}
    with st.expander("Options"):
        wide, narrow = st.columns([5, 1])
        chosen = wide.multiselect(
            "Only these documents",
            list(names),
            format_func=lambda doc_id: names[doc_id],
            placeholder="All documents",
            key="ask-documents",
        )
        passages = narrow.number_input(
            "Passages", min_value=1, max_value=50, value=AskOptions().passages, key="ask-passages"
        )
        weights = _dials("Matching keys", _KEY_DIALS, MatchWeights())
        ranking = _dials("Ranking passages", _RANK_DIALS, RankSettings())
    retrieval = replace(
        RetrievalSettings(),
        match=replace(MatchWeights(), **weights),
        rank=replace(RankSettings(), **ranking),
    )
    return AskOptions(doc_ids=tuple(chosen), passages=int(passages), retrieval=retrieval)


def _dials(
    title: str, dials: Sequence[_Dial], default: MatchWeights | RankSettings
) -> dict[str, Any]:
    """A row of numbers; their values by field."""
    st.html(f'<span class="small quiet">{title}</span>')
    values: dict[str, Any] = {}
    for place, dial in zip(st.columns(6, gap="small"), dials, strict=False):
        values[dial.name] = place.number_input(
            dial.label,
            min_value=0.0,
            max_value=1.0,
            value=float(getattr(default, dial.name)),
            step=0.05,
            help=dial.help,
            key=f"dial-{title}-{dial.name}",
        )
    return values
