"""Typed columns for bulk inserts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame

TEXT = "str"
WHOLE = "Int64"
REAL = "Float64"
TRUTH = "bool"
BYTES = "object"


def frame(kinds: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> DataFrame:
    """Rows as a frame with one column a name of ``kinds``; None becomes NULL in every column."""
    from pandas import DataFrame, Series

    columns: Sequence[Sequence[Any]] = list(zip(*rows, strict=True)) if rows else [()] * len(kinds)
    return DataFrame(
        {
            name: Series(list(column), dtype=kind)
            for (name, kind), column in zip(kinds.items(), columns, strict=True)
        }
    )
