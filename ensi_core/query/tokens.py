"""An inverted list from words to strings, for cheap candidates among many names or values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ensi_core.words import terms

MOST_STRINGS = 5_000
"""Words that stand in more strings than this are not used to find candidates."""


@dataclass(frozen=True, slots=True)
class TokenIndex:
    """``lists[term]`` are the rows of the strings with the term; ``sizes`` their term counts."""

    lists: Mapping[str, NDArray[np.int64]]
    sizes: NDArray[np.float64]

    def shares(self, text: str) -> NDArray[np.float64]:
        """Share of the terms of ``text`` that each string contains, shape ``(strings,)``."""
        wanted = sorted(set(terms(text)))
        found = np.zeros(len(self.sizes))
        for term in wanted:
            rows = self.lists.get(term)
            if rows is not None:
                found[rows] += 1.0
        return found / len(wanted) if wanted else found

    def candidates(self, text: str) -> NDArray[np.int64]:
        """Rows of the strings that share a not too common term with ``text``, ascending."""
        lists = [self.lists[term] for term in sorted(set(terms(text))) if term in self.lists]
        usable = [rows for rows in lists if len(rows) <= MOST_STRINGS]
        return np.unique(np.concatenate(usable)) if usable else np.empty(0, dtype=np.int64)


def token_index(strings: Sequence[str]) -> TokenIndex:
    """Index strings by their stemmed content words."""
    lists: dict[str, list[int]] = defaultdict(list)
    sizes = np.zeros(len(strings))
    for row, string in enumerate(strings):
        found = set(terms(string))
        sizes[row] = len(found)
        for term in found:
            lists[term].append(row)
    arrays = {term: np.array(rows, dtype=np.int64) for term, rows in lists.items()}
    return TokenIndex(arrays, sizes)
