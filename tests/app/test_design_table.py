"""The passage design as a grid: what is edited comes back, nothing else changes."""

from dataclasses import replace

import pytest

from ensi_core.types import ContextName, DocumentKind, KindDesign, PassageDesign
from pages.shared.design_table import design_from, design_rows

DESIGN = PassageDesign(
    tuple(
        KindDesign(kind, "a paragraph", "its subject", 700, 1600, (ContextName.TITLE,))
        for kind in (DocumentKind.CONTRACT, DocumentKind.GENERIC)
    ),
    task="find the rent",
)


def test_unchanged_rows_give_the_same_design():
    assert design_from(DESIGN, design_rows(DESIGN)) == DESIGN


def test_edited_numbers_and_switches_come_back():
    rows = design_rows(DESIGN)
    rows.loc[0, "soft"] = 500
    rows.loc[1, "table_rows"] = False
    rows.loc[1, "aspects"] = "coarse"
    contract, generic = DESIGN.kinds
    assert design_from(DESIGN, rows).kinds == (
        replace(contract, soft_characters=500),
        replace(generic, table_rows=False, aspect_granularity="coarse"),
    )


def test_a_soft_size_above_the_hard_size_is_refused():
    rows = design_rows(DESIGN)
    rows.loc[0, "soft"] = 1700
    with pytest.raises(ValueError, match=r"contract the soft size \(1700\) exceeds"):
        design_from(DESIGN, rows)
