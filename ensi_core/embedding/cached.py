"""Vectors by text: each distinct text is embedded once, whoever asks for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

import numpy as np

from ensi_core.embedding.base import Embedder, ModelStamp, Vectors

ENCODED_TOGETHER = 1024
"""Texts embedded between two writes: what an interruption loses at most."""


class StoredVectors(Protocol):
    """The part of the index store that keeps vectors by text digest."""

    def missing_vectors(self, digests: Sequence[str]) -> Sequence[str]:
        """Those digests that have no stored vector, in the order given."""
        ...

    def write_vectors(self, digests: Sequence[str], vectors: Vectors) -> None:
        """Store vectors; existing ones are left as they are."""
        ...

    def vectors(self, digests: Sequence[str]) -> Vectors:
        """Stored vectors, one row a digest."""
        ...


def text_digest(model: str, text: str) -> str:
    """SHA-256 hex of a text under a model's name: what its vector is stored by."""
    return sha256(f"{model}\x1f{text}".encode("utf-8", "surrogatepass")).hexdigest()


def text_digests(embedder: Embedder, texts: Sequence[str]) -> list[str]:
    """The digests of ``texts`` under the embedder's model, in their order."""
    model = embedder.stamp.name
    return [text_digest(model, text) for text in texts]


def embed_missing(store: StoredVectors, embedder: Embedder, texts: Sequence[str]) -> None:
    """Embed and store those of ``texts`` that have no stored vector, each distinct one once."""
    by_digest = dict(zip(text_digests(embedder, texts), texts, strict=True))
    missing = list(store.missing_vectors(list(by_digest)))
    for start in range(0, len(missing), ENCODED_TOGETHER):
        part = missing[start : start + ENCODED_TOGETHER]
        store.write_vectors(part, embedder.encode([by_digest[digest] for digest in part]))


def stored_vectors(store: StoredVectors, embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """The stored vectors of ``texts``, one row a text. Raises StoreError when one is missing."""
    if not texts:
        return np.empty((0, embedder.stamp.dimension), dtype=np.float32)
    return store.vectors(text_digests(embedder, texts))


class CachingEmbedder:
    """``Embedder`` that remembers the last ``capacity`` texts: for questions asked again."""

    def __init__(self, embedder: Embedder, capacity: int = 256) -> None:
        self._embedder = embedder
        self._capacity = capacity
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def stamp(self) -> ModelStamp:
        """The stamp of the embedder behind."""
        return self._embedder.stamp

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text; texts that are remembered are not computed again."""
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        found.update(zip(new, self._embedder.encode(new), strict=True))
        self._remember(found)
        rows = [found[text] for text in texts]
        return np.stack(rows) if rows else np.empty((0, self.stamp.dimension), dtype=np.float32)

    def _remember(self, found: dict[str, Vectors]) -> None:
        with self._lock:
            for text, vector in found.items():
                self._known[text] = vector
                self._known.move_to_end(text)
            while len(self._known) > self._capacity:
                self._known.popitem(last=False)
