"""Strings of the index by meaning: the vector cache proposes, the stored vectors decide."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np

from ensi_core.embedding.base import Embedder
from ensi_core.embedding.cached import embed_missing, text_digests
from ensi_core.stores.base import IndexStore
from ensi_core.stores.chroma_store import ChromaVectorStore
from ensi_core.stores.reconcile import reconcile

SPACE = "strings"
CANDIDATES = 64
"""Asked of the approximate cache; a few times more than the strings that are returned."""


class StringSearch:
    """Nearest strings (entities, field names, values) of one collection.

    ``use`` opens the collection's index store. The cache's files are held only between `near` or
    `refresh` and `release`.
    """

    def __init__(
        self,
        folder: Path,
        embedder: Embedder,
        use: Callable[[], AbstractContextManager[IndexStore]],
    ) -> None:
        self._folder = folder
        self._embedder = embedder
        self._use = use
        self._lock = threading.Lock()
        self._strings: dict[str, str] = {}
        self._cache: ChromaVectorStore | None = None

    def refresh(self, strings: Sequence[str]) -> None:
        """Make the cache hold exactly ``strings``; what has no stored vector is embedded."""
        digests = text_digests(self._embedder, strings)
        with self._use() as store, self._lock:
            embed_missing(store, self._embedder, strings)
            reconcile(store, self._opened(), {digest: digest for digest in digests})
            self._strings = dict(zip(digests, strings, strict=True))

    def near(self, text: str, count: int = 8) -> tuple[tuple[str, float], ...]:
        """The ``count`` strings nearest to ``text`` with their exact cosines, best first."""
        if not self._strings:
            return ()
        vector = self._embedder.encode([text])
        with self._use() as store, self._lock:
            found = self._opened().query(vector[0], CANDIDATES)
            digests = sorted(hit.id for hit in found if hit.id in self._strings)
            if not digests:
                return ()
            cosines = np.asarray(store.vectors(digests) @ vector[0], dtype=np.float64)
        scored = [
            (self._strings[d], float(cosine)) for d, cosine in zip(digests, cosines, strict=True)
        ]
        return tuple(sorted(scored, key=lambda hit: (-hit[1], hit[0]))[:count])

    def release(self) -> None:
        """Close the cache's files; the next use opens them again."""
        with self._lock:
            if self._cache is not None:
                self._cache.close()
                self._cache = None

    def _opened(self) -> ChromaVectorStore:
        if self._cache is None:
            dimension = self._embedder.stamp.dimension
            self._cache = ChromaVectorStore(self._folder, SPACE, dimension)
        return self._cache
