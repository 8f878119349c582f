"""Inverse entries: relations that can be asked for from either side. The table is data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def inverse_names() -> Mapping[str, str]:
    """Relation name → name of its inverse, from ``inverse_relations.tsv``."""
    text = files("ensi_core.index").joinpath("inverse_relations.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {row[0]: row[1] for row in rows}
