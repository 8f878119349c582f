"""Values in text and table cells, recognised and normalised; no language model."""

from ensi_core.values.cells import CellUnit, parse_cell, parse_period, parse_unit
from ensi_core.values.compare import same_value
from ensi_core.values.find import FoundValue, find_values

__all__ = [
    "CellUnit",
    "FoundValue",
    "find_values",
    "parse_cell",
    "parse_period",
    "parse_unit",
    "same_value",
]
