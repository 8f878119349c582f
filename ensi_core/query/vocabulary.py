"""What a planner may know of an index: its names, types and field names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ensi_core.engines.base import KnownEntity
from ensi_core.query.view import Rows, SearchView


class ViewVocabulary:
    """The vocabulary of one view."""

    def __init__(self, view: SearchView) -> None:
        self._view = view

    def entities_in(self, question: str) -> Sequence[KnownEntity]:
        """Index entities named in the question, in its order, without overlap."""
        catalogue = self._view.catalogue
        return [
            KnownEntity(
                catalogue.names[hit.entity], catalogue.types[hit.entity], hit.start, hit.end
            )
            for hit in catalogue.find_in(question)
        ]

    def types(self) -> Sequence[str]:
        """Entity types, most frequent first."""
        return _by_frequency(self._view.keys.types, self._view.keys.type_)

    def field_names(self) -> Sequence[str]:
        """Field names, most frequent first."""
        return _by_frequency(self._view.keys.names, self._view.keys.name)


def _by_frequency(names: Sequence[str], numbers: Rows) -> Sequence[str]:
    counts = np.bincount(numbers, minlength=len(names))
    return [names[i] for i in sorted(range(len(names)), key=lambda i: (-counts[i], names[i]))]
