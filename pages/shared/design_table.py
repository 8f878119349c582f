"""A passage design as an editable grid, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from ensi_core.types import KindDesign, PassageDesign


def design_rows(design: PassageDesign) -> pd.DataFrame:
    """One row a document kind."""
    return pd.DataFrame(
        {
            "kind": [kind.kind.value.replace("_", " ") for kind in design.kinds],
            "units": [kind.units for kind in design.kinds],
            "main_entity": [kind.main_entity for kind in design.kinds],
            "soft": [kind.soft_characters for kind in design.kinds],
            "hard": [kind.hard_characters for kind in design.kinds],
            "table_rows": [kind.table_rows for kind in design.kinds],
            "properties": [kind.property_granularity for kind in design.kinds],
            "aspects": [kind.aspect_granularity for kind in design.kinds],
        }
    )


def grid_settings() -> dict[str, Any]:
    """How the grid shows those rows and which columns can be changed."""
    config = {
        "kind": st.column_config.TextColumn("Kind", width="small"),
        "units": st.column_config.TextColumn("A passage is", width="large"),
        "main_entity": st.column_config.TextColumn("Main entity", width="medium"),
        "soft": _size("Soft size"),
        "hard": _size("Hard size"),
        "table_rows": st.column_config.CheckboxColumn("Rows alone", width="small"),
        "properties": _grain("Properties"),
        "aspects": _grain("Aspects"),
    }
    return {
        "column_config": config,
        "disabled": ["kind", "units", "main_entity"],
        "hide_index": True,
        "num_rows": "fixed",
        "width": "stretch",
    }


def _size(label: str) -> ColumnConfig:
    return st.column_config.NumberColumn(
        label, min_value=100, max_value=20_000, step=50, required=True, width="small"
    )


def _grain(label: str) -> ColumnConfig:
    return st.column_config.SelectboxColumn(
        label, options=["fine", "coarse"], required=True, width="small"
    )


def design_from(design: PassageDesign, rows: pd.DataFrame) -> PassageDesign:
    """The design with the numbers and switches of ``rows``.

    Raises ValueError, with a sentence for the analyst, when a soft size exceeds its hard size.
    """
    kinds = tuple(
        _changed(kind, row) for kind, row in zip(design.kinds, rows.to_dict("records"), strict=True)
    )
    for kind in kinds:
        if kind.soft_characters > kind.hard_characters:
            raise ValueError(
                f"For {kind.kind.value.replace('_', ' ')} the soft size "
                f"({kind.soft_characters}) exceeds the hard size ({kind.hard_characters}). "
                "Lower the first or raise the second."
            )
    return replace(design, kinds=kinds)


def _changed(kind: KindDesign, row: dict[Any, Any]) -> KindDesign:
    return replace(
        kind,
        soft_characters=int(row["soft"]),
        hard_characters=int(row["hard"]),
        table_rows=bool(row["table_rows"]),
        property_granularity=str(row["properties"]),
        aspect_granularity=str(row["aspects"]),
    )
