"""Which passages stand together: the rows of one table, the paragraphs of one section."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ensi_core.query.view import Rows
from ensi_core.stores.base import PassageTable
from ensi_core.types import PassageKind

_TABLE_KINDS = frozenset({PassageKind.ROW.value, PassageKind.TABLE_HEAD.value})


def passage_groups(passages: PassageTable) -> Rows:
    """A group number for every passage: rows of one table, or text under one heading path."""
    marks = [_mark(passages, row) for row in range(len(passages.psg_ids))]
    starts = [0] + [int(one != other) for one, other in pairwise(marks)]
    return np.cumsum(starts[: len(marks)], dtype=np.int64)


def _mark(passages: PassageTable, row: int) -> tuple[str, str]:
    if passages.kinds[row] in _TABLE_KINDS:
        return passages.doc_ids[row], "table"
    return passages.doc_ids[row], passages.contexts[row]


def spread_over_tables(
    ranked: Sequence[int], groups: Rows, kinds: Sequence[str], most: int
) -> list[int]:
    """Ranked rows with at most ``most`` of one table ahead; the others follow in their order."""
    taken: Counter[int] = Counter()
    ahead: list[int] = []
    behind: list[int] = []
    for row in ranked:
        group = int(groups[row])
        if kinds[row] in _TABLE_KINDS and taken[group] >= most:
            behind.append(row)
        else:
            taken[group] += 1
            ahead.append(row)
    return ahead + behind


def with_siblings(
    ranked: Sequence[int], groups: Rows, kinds: Sequence[str], looked_at: int, least: int
) -> list[int]:
    """Ranked rows led by whole groups: those with ``least`` members among the first ``looked_at``.

    A list in a document stands in one table or section: where several of its items are found, the
    others belong to the answer too; the head of a table counts as all of it. A group comes in
    document order, groups by their best member.
    """
    found: Counter[int] = Counter()
    for row in ranked[:looked_at]:
        head = kinds[row] == PassageKind.TABLE_HEAD.value
        found[int(groups[row])] += least if head else 1
    members: dict[int, list[int]] = defaultdict(list)
    wanted = {group for group, count in found.items() if count >= least}
    for row in np.flatnonzero(np.isin(groups, sorted(wanted))).tolist():
        members[int(groups[row])].append(row)
    order = dict.fromkeys(int(groups[row]) for row in ranked if int(groups[row]) in wanted)
    leading = [row for group in order for row in members[group]]
    return leading + [row for row in ranked if row not in set(leading)]
