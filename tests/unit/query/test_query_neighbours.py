"""Which passages stand together, and how lists are led by their table."""

import numpy as np

from ensi_core.query.neighbours import passage_groups, spread_over_tables, with_siblings
from ensi_core.stores.base import PassageTable

# two paragraphs, a table of a head and three rows, a paragraph; then another document's row
KINDS = ("prose", "prose", "table_head", "row", "row", "row", "prose", "row")
DOCUMENTS = ("a",) * 7 + ("b",)
CONTEXTS = ("T | I", "T | I", "T | II", "T | II | x", "T | II | y", "T | II", "T | II", "U")


def passage_table() -> PassageTable:
    count = len(KINDS)
    names = tuple(f"p{i}" for i in range(count))
    lengths = np.ones(count, dtype=np.int64)
    return PassageTable(names, DOCUMENTS, KINDS, names, names, CONTEXTS, lengths)


def test_rows_of_a_table_and_text_under_one_heading_are_groups():
    assert passage_groups(passage_table()).tolist() == [0, 0, 1, 1, 1, 1, 2, 3]


def test_one_table_does_not_crowd_out_the_rest():
    groups = passage_groups(passage_table())
    ranked = [3, 4, 5, 0, 7]
    assert spread_over_tables(ranked, groups, KINDS, most=2) == [3, 4, 0, 7, 5]


def test_a_table_with_enough_rows_ahead_leads_as_a_whole_in_its_order():
    groups = passage_groups(passage_table())
    assert with_siblings([5, 0, 3, 1], groups, KINDS, looked_at=3, least=2) == [2, 3, 4, 5, 0, 1]


def test_the_head_of_a_table_stands_for_all_of_it():
    groups = passage_groups(passage_table())
    assert with_siblings([0, 2, 6], groups, KINDS, looked_at=2, least=3) == [2, 3, 4, 5, 0, 6]


def test_nothing_is_led_by_single_hits():
    groups = passage_groups(passage_table())
    assert with_siblings([0, 3, 6], groups, KINDS, looked_at=3, least=2) == [0, 3, 6]
